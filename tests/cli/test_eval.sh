#!/bin/sh
# test_eval.sh: expressions over files, numbers and standard input.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

cujit eval x x=3 -o probe.npz
if grep -q minizip err; then
    echo 'skipped: built without .npz files'
    exit 77
fi
npy a.npy '<f4' False '(2,)' '\000\000\200\077\000\000\000\100'
npy b.npy '<i2' False '(2, 1)' '\012\000\024\000'

# A single value comes as it is; types and shapes are those of the files.
cujit eval '2*a + b' a=a.npy b=b.npy
expect_status 0
expect_no_message
expect_output '[[12. 14.]
 [22. 24.]]'
cujit eval 'a*0.5' a.npy
expect_output '[0.5 1. ]'
cujit eval 'sum(b)' b=b.npy --json
expect_status 0
expect_json
expect_in_output '"dtype": "int64"'
expect_in_output '"shape": []'
expect_in_output '"elements": [30]'

# Numbers are weak unless they have a type; arrays are typed, generated, converted.
cujit eval 'a*r' a=a.npy r=0.5 --json
expect_in_output '"dtype": "float32"'
cujit eval 'a*r' a=a.npy r:float64=0.5 --json
expect_in_output '"dtype": "float64"'
cujit eval 'x + c' x='[1, 2]' c=1+2j
expect_output '[2.+2.j 3.+2.j]'
cujit eval 'x & t' x='[[true, false], [true, true]]' t=true
expect_output '[[ True False]
 [ True  True]]'
cujit eval x:int8 x=3
expect_status 1
cujit eval 'x + 0' x:int8='[1, 2.0]' --json
expect_in_output '"dtype": "int8"'
expect_in_output '"elements": [1, 2]'
cujit eval 'x' x='[]' --json
expect_in_output '"shape": [0]'
cujit eval 'x*y' x=arange:3x1 y=ones:2
expect_output '[[0. 0.]
 [1. 1.]
 [2. 2.]]'
cujit eval 'x' x:float32=arange:3 --json
expect_in_output '"dtype": "float32"'
cujit eval 'x/3' x=7 --out-dtype int32 --json
expect_in_output '"dtype": "int32"'
cujit eval 'y = x/3' x=7 --out-dtype int32
expect_status 2
expect_message '--out-dtype int32: the expression has no value, it only assigns'
cujit eval --out-dtype text x x=7
expect_status 2
for wrong in '[1,2' '[1 2]' '[[1],[2,3]]' '[[1],2]' '[1,[2]]' '[1]x' '[a]' '[1,]'; do
    cujit eval x x="$wrong"
    expect_status 2
    expect_message "x=$wrong: "
done
cujit eval x x:float32=1e99
expect_status 2
expect_message 'float32 cannot hold it'
cujit eval x 'x:int8=[[1,2],[300,4]]'
expect_status 2
expect_message 'x:int8=[[1,2],[300,4]]: column 9: int8 cannot hold 300'
cujit eval x 'x:uint8=[1,-1]'
expect_status 2
expect_message 'column 4: uint8 cannot hold -1'
cujit eval x 'x:int32=[1.5]'
expect_status 2
expect_message 'int32 cannot hold 1.5'
cujit eval x 'x:float16=[0.1,-128,inf]'
expect_output '[ 1.00e-01 -1.28e+02       inf]'
cujit eval x x:string=1
expect_status 2
expect_message "'string' is not a type of numbers"

# 8-bit floats, as ml_dtypes saves them: float8_e4m3fn and float8_e5m2. Results of arithmetic are float32.
npy q.npy '<V1' False '(2, 2)' '\070\300\176\001'
npy r.npy '<f1' False '(3,)' '\074\174\173'
cujit eval q q.npy --json
expect_status 0
expect_in_output '"dtype": "float8_e4m3"'
expect_in_output '"elements": [1, -2, 448, 0.00195]'
cujit eval '2*q' q=q.npy --json
expect_in_output '"dtype": "float32"'
expect_in_output '"elements": [2, -4, 896, 0.00390625]'
cujit eval r r.npy --json
expect_in_output '"dtype": "float8_e5m2"'
expect_in_output '"elements": [1, "inf", 5.73e+04]'
cujit eval 'q[0] = 3*q[0]; p = where(r == 1, r, 2)' q.npy r=r.npy -o q=changed.npy -o p=p.npy
expect_status 0
cujit eval '(sum(changed) + sum(p)).astype(float64)' changed=changed.npy p=p.npy
expect_output '450.001953125'
expect grep -qF "'descr': '<V1'" changed.npy
expect grep -qF "'descr': '<f1'" p.npy
cujit eval 'sum(float8_e4m3(x))' x=q.npy --out-dtype float8_e5m2 --json
expect_in_output '"dtype": "float8_e5m2"'
expect_in_output '"elements": [448]'
cujit eval x x:float8_e5m2=q.npy --json
expect_in_output '"dtype": "float8_e5m2"'
expect_in_output '"elements": [1, -2, 448, 0.00195]'
cujit eval 'x + y' x:float8_e4m3=arange:5 y:float8_e5m2=0.3
expect_output '[0.3125 1.3125 2.3125 3.3125 4.3125]'
cujit eval 'sum(x*16) % 1' x:float8_e4m3=random:1000
expect_output '0.0'
cujit eval x x:float8_e4m3=465
expect_status 2
expect_message 'x:float8_e4m3=465: float8_e4m3 cannot hold it'
cujit eval x x:float8=1
expect_status 2
expect_message "'float8' is not a type of numbers"
cujit eval 'q & 1' q=q.npy
expect_status 1
expect_message 'bitwise_and is not there for float8_e4m3 and a whole number'

# What the text assigns; files that operands come from stay as they are.
cujit eval 'm = mean(a); a[0] = 5; s = sum(a)' a=a.npy
expect_status 0
expect_output 'm = float32 ()
1.5
a = float32 (2,)
[5. 2.]
s = float32 ()
7.0'
cujit eval 'a += 1; m = 2*a  # twice
sum(m)' a=a.npy
expect_output '10.0'
cujit eval 'a += 1; m = 2*a; sum(m)' a=a.npy -o m=m.npy -o a=a2.npy -o all.npz -o -.csv
expect_status 0
expect_output '10'
expect_message 'm = float32 (2,) -> m.npy'
expect_message 'float32 () -> all.npz'
cujit eval 'm = 2*a; m + 1' a=a.npy -o m=m1.npy
expect_status 0
expect_output 'float32 (2,)
[3. 5.]
m = float32 (2,) -> m1.npy'
cujit eval 'm = 2*a; m + 1' a=a.npy -o m=-.csv
expect_output 'm
2
4'
expect_message '[3. 5.]'
printf '\357\273\277sum(a)\n' >marked.txt
cujit eval -f marked.txt a=a.npy
expect_output '3.0'
cujit eval a a=a.npy -o - --plot -
expect_status 2
expect_message '-o -: standard output takes --plot - already'
cujit eval 'm = 2*a; s = sum(a)' a=a.npy -o m=- -o s=-.csv
expect_status 2
expect_message '-o -.csv: standard output takes -o - already'
[ ! -s out ] || fail 'something was written'
cujit eval 'm = 2*a; m + 1' a=a.npy -o m=m1.npy --json
expect_in_output '"elements": [3'
expect_in_output '"m1.npy"'
cujit eval 'm - m2 + all(a == a2)' m=m.npy m2=all.npz:m a=a2.npy a2=all.npz:a
expect_output '[1. 1.]'
cujit eval 'result + a + m' all.npz
expect_output '[16. 19.]'

# Tables.
printf '\357\273\277# a comment\r\ntime, "te""m,p" ,flag\r\n0,1.5,true\r\n\r\n1,,false\r\n2, 2.5 ,true\r\n' >t.csv
cujit eval 'time + 10*flag' t.csv
expect_output '[10  1 12]'
cujit eval 'x' x='t.csv:te"m,p'
expect_output '[1.5 nan 2.5]'
cujit eval 'x' x=t.csv:2
expect_output '[1.5 nan 2.5]'
cujit eval 'sum(where(isnan(x), 0, x), 0)' x=t.csv
expect_output '[3. 4. 2.]'
cujit eval 'x' x=t.csv:4
expect_status 1
expect_message "x=t.csv:4: there is no column '4'; the table has 3: time, te\"m,p, flag"
printf '1 2\n 3\t4 \n5 6' >t.txt
cujit eval 'x.T' x=t.txt
expect_output '[[1 3 5]
 [2 4 6]]'
cujit eval 'y' t.txt
expect_status 2
expect_message 'the columns have no names'
printf '1;18446744073709551615;1+2j\n-2;3;NA\n' >t.csv
cujit eval 'x' x=t.csv:2 --json
expect_in_output '"dtype": "uint64"'
cujit eval 'x' x=t.csv:3
expect_output '[ 1.+2.j nan+0.j]'
table() {
    # shellcheck disable=SC2059 # the escapes are meant
    printf "$1" >t.csv
    cujit eval x x=t.csv
    expect_status 1
    expect_message "x=t.csv: $2"
}
printf 'a,b,a\n1,2,3\n' >t.csv
cujit eval 'x' x=t.csv:a
expect_status 1
expect_message "2 columns are called 'a'"
cujit eval 'x' x=t.csv:3
expect_output '[3]'
cujit eval 'x' x=18446744073709551616
expect_status 2
expect_message 'is outside what 64-bit integers can hold'
for name in -.npz x.cvs x.npy.old; do
    cujit eval 'x' x=3 -o "$name"
    expect_status 2
    expect_message "-o $name: "
    expect test ! -e "$name"
done
cujit eval 'x' x=3 -o x.y=z.npy
expect_status 0
cujit eval 'x' x=ones:3 --plot x.jpg
expect_status 2
expect_message 'expected a name that ends in .png'
table 'a,b\n1,2\n3,x y\n' "line 3, column 2 (b): 'x y' is not a number"
table '1,2\n3,4\n5\n' 'line 3 has 1 field, the first record 2'
table 'a,b\n1,18446744073709551616\n' "line 2, column 2 (b): '18446744073709551616' is outside what 64-bit integers can hold"
table '1,2\n3,"4\n5\n' 'line 2: a quote " is not closed'
table '1,2\n3,"4"5\n' "line 2: behind a quoted field stands '5', no separator"
table '' 'there is no record in the table'
table '1\0002\n' 'this is neither a .npy or .npz file nor a text'

# Tables out: columns with names where they have some.
cujit eval 'x/3' x='[[1,2],[3,6]]' -o out.csv
expect cmp -s out.csv - <<END
0.3333333333333333,0.6666666666666666
1,2
END
cujit eval 'p = x[0]; q = 1j*x[1]; x' x:float32='[[0.1,nan],[3,6]]' -o p=out.tsv -o q=out.tsv
expect cmp -s out.tsv - <<END
p	q
0.1	0+3j
nan	0+6j
END
cujit eval 'x' x=ones:2x2x2 -o out3.csv
expect_status 1
expect_message 'cannot write out3.csv: the value has 3 axes'
expect test ! -e out3.csv
cujit eval 'p = x; q = x[1:]' x='[1,2]' -o out3.csv
expect_status 1
expect_message 'q has 1 elements, p 2'
cujit eval 'p = x; q = x[1:]' x='[1,2]' -o out3.npy
expect_status 2
expect_message 'out3.npy holds one array, and here are 2'
cujit eval x x=3 -o absent/x.npy
expect_status 1
expect_message 'absent/x.npy'
cujit eval x x=3 -o y=x.npy
expect_status 2
expect_message "the expression has no name 'y'"

# Standard input and output.
command='eval -o - | eval x=-'
"$CUJIT" eval 'a + 1' a.npy -o - 2>err | "$CUJIT" eval '2*x' x=- >out 2>>err
status=$?
expect_status 0
expect_no_message
expect_output '[4. 6.]'
printf 'p,q\n1,2\n3,4\n' | "$CUJIT" eval 'p*q' - -o -.tsv >out 2>err
expect_output '2
12'
"$CUJIT" eval 'm - a' m=-:m a=-:a <all.npz >out 2>err
expect_output '[2. 3.]'
printf 'x +\n  yy' >text
cujit eval -f text x=1 yy=2
expect_status 1
expect_message 'expression:1:4'
printf '(x +\n  yy)' | "$CUJIT" eval -f - x=1 yy=2 >out 2>err
expect_output '3'
cujit eval x x=3 -o - -o -.csv
expect_status 2

# Errors speak of the text.
cujit eval 'sin(x) + yy' x=3
expect_status 1
expect_message 'cujit eval: expression:1:10: '
expect_message '    sin(x) + yy'
expect_message '             ^'
cujit eval 'x + y' x=ones:2 y=ones:3 --json
expect_status 1
expect_json
expect_in_output '"column": 3'
cujit eval
expect_status 2
cujit eval -x x=3
expect_status 2
expect_message "an expression that begins with '-' comes behind '--'"
cujit eval -- -x x=3
expect_output '-3'
cujit eval x x=3 y=4
expect_status 2
expect_message "y=4: the expression has no name 'y'; it has x"
cujit eval 'w = np.sin(x) if y else pi; astype(w, float32) + zeros(3, dtype=int8)' x=3 z=4
expect_status 2
expect_message "z=4: the expression has no name 'z'; it has x, y"
grep -q 'it has x, y$' err || fail 'expected nothing behind the names'
cujit eval x x=3 x=4
expect_status 2
expect_message 'x has a value already'
cujit eval x q
expect_status 2
expect_message "'q' is not of the form NAME=VALUE, and there is no such file"
cujit eval x x=
expect_status 2
cujit eval x x=none.npy
expect_status 1
expect_message 'x=none.npy: No such file'
cujit eval x x=./
expect_status 1
cujit eval x x=a.npy:x
expect_status 2
cujit eval x x=all.npz
expect_status 2
expect_message 'the archive has 3 arrays: result, m, a; say which, all.npz:NAME'
cujit eval x x=all.npz:q
expect_status 1
expect_message "the archive has no array 'q'"
cp all.npz other.npz
cujit eval m all.npz other.npz
expect_status 2
expect_message "another file has a 'm', too"
cujit eval 'm + 0*a' all.npz other.npz m=1 a=2
expect_output '1'

# Limits.
cujit eval 'x + x + x' x=3 --max-length 5
expect_status 1
expect_message 'the text has 9 bytes; expected at most 5'
cujit eval 'cumsum(x) + sum(x)' x=ones:9 --max-kernels 1
expect_status 1
cujit eval '2*x' x=ones:1000 --max-bytes 1K
expect_status 1
expect_message '1024 bytes'
cujit eval '2*x' x=ones:1000 --max-bytes none
expect_status 2
cujit eval 'sum(x[:, None] * x)' x=ones:1000 --max-elements 1000
expect_status 1
expect_message 'a kernel would go through more than 1000 elements: the shape is (1000, 1000)'
cujit eval 'sum(x)' x=ones:1000 --max-elements 1000
expect_output '1000.0'
finish
