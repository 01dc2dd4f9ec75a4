#!/bin/sh
# test_json.sh: errors for programs, standard input and output, types that files bind, and the doctor.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

# error STATUS TEXT: standard output is one object with an error, and nothing is said to a person.
error() {
    expect_json
    expect_in_output '"error": {'
    expect_in_output "\"status\": \"$1\""
    expect_in_output "$2"
    expect_no_message
}

# Every subcommand, with the exit status that it has without --json.
cujit run 'float *x' 'x[i] = y' x=ones:3 --json
expect_status 1
error CUJIT_ERROR_COMPILE '"part": "operation"'
expect_in_output '"line": 1'
expect_in_output '"column": 8'
expect_in_output '"excerpt": "    x[i] = y\n           ^\n"'
cujit tune 'float *' 'x[i] = 1' x=ones:3 --json
expect_status 1
error CUJIT_ERROR_SIGNATURE '"part": "arguments"'
cujit render 'float *x' 'x[i] = "' --json
expect_status 1
error CUJIT_ERROR_SNIPPET '"line": 1'
cujit compile 'float *x' 'x[i] = y' --arch host --json
expect_status 1
error CUJIT_ERROR_COMPILE '"log": "'
printf '__global__ void k(int *x)\n{ x[0] = y; }\n' >wrong.cu
cujit module wrong.cu --arch host --json
expect_status 1
error CUJIT_ERROR_COMPILE '"line": 2'
cujit cache show nothing --json
expect_status 1
error CUJIT_ERROR_INVALID_ARGUMENT 'nothing'
for wrong in 'run' 'tune x' 'render --arch sparc a b' 'compile --nothing' 'module' 'devices now' 'doctor now' 'cache bogus'; do
    # shellcheck disable=SC2086 # several words
    cujit $wrong --json
    expect_status 2
    error usage '"line": null'
done
cujit run --js
error usage '"message"'
cujit run 'float *x' 'x[i] = 1' x=missing.npy --json
expect_status 1
error failed 'x=missing.npy: No such file'
if [ "$CUJIT_DEVICE" = host ]; then
    cujit run 'int *x' '__builtin_trap(); x[i] = 1' x=ones:4 --json
    expect_status 1
    error failed 'the kernel ended with SIG'
    for verb in run tune; do
        cujit $verb 'int *x' '__builtin_trap(); x[i] = 1' x=ones:4
        expect_status 1
        expect_output ''
        expect_message "cujit $verb: the kernel ended with SIG"
    done
fi

# Where data goes to standard output, what is wrong does not.
cujit compile 'float *x' 'x[i] = y' --arch host --json -o -
expect_status 1
expect_output ''
expect_message '"error": {'

# Results.
cujit render 'float *x' 'x[i] = 7' --arch host --json
expect_status 0
expect_json
expect_in_output 'x[i] = 7'
cujit render 'float *x' 'x[i] = 7' --device host -o source.cu --json
expect_json
cujit render 'float *x' 'x[i] = 7' --device host -o source.cu
expect_status 0
expect_output ''
expect grep -q 'x\[i\] = 7' source.cu
cujit render 'float *x' 'x[i] = 7' --device host --arch host
expect_status 2
cujit compile 'float *x' 'x[i] = 7' --device host
expect_status 0
cujit module wrong.cu --device host --arch host
expect_status 2

# Texts end somewhere.
for from in @/dev/zero @-; do
    command="run 'float *x' $from"
    "$CUJIT" run 'float *x' "$from" x=ones:3 >out 2>err </dev/zero
    status=$?
    expect_status 1
    expect_message 'more than 64 MiB'
done

# Standard input and output.
command='run -o z=- | run x=-'
"$CUJIT" run 'const short *x, short *z' 'z[i] = x[i] + 1' x=arange:5 -o z=- >between.npy 2>err
status=$?
expect_status 0
expect_no_message
"$CUJIT" run 'const short *x, short *z' 'z[i] = 2 * x[i]' x=- <between.npy >out 2>err
status=$?
expect_status 0
expect_in_output '[ 2  4  6  8 10]'
echo 'z[i] = x[i]' | "$CUJIT" run 'const short *x, short *z' '@-' x=- >out 2>err
status=$?
expect_status 2
expect_message 'one thing only'
cujit run 'const short *x, short *y, short *z' 'z[i] = x[i]; y[i] = 7' x=between.npy -o z=- -o y=-
expect_status 2
cujit run 'const short *x, short *z' 'z[i] = x[i]' x=between.npy -o z=- --json
expect_status 0
expect_message '"file": "-"'
expect cmp -s out between.npy

# Types that files bind.
cujit run 'const T *x, T *z' 'z[i] = x[i] / 2' x=between.npy
expect_status 0
expect_in_output 'z = int16 (5,)'
cujit run 'const U *y, const T *x, T *z' 'z[i] = x[i] + (T)y[i]' x=between.npy y=arange:5 --types 'U = double'
expect_status 0
expect_in_output 'z = int16 (5,)'
cujit run 'float *z' 'z[i] = 1' z=zeros:5 -o z=other.npy
cujit run 'const T *x, const T *y, T *z' 'z[i] = x[i] + y[i]' x=between.npy y=other.npy
expect_status 2
expect_message 'T is short by x=between.npy, and float by y=other.npy'
cujit run 'const T *x, T *z' 'z[i] = x[i]' x=arange:5
expect_status 2
expect_message "--types 'T = float' would"
cujit run 'const T *x, T *z' 'z[i] = x[i]' x=missing.npy
expect_status 1
expect_message 'x=missing.npy: No such file'

# The doctor.
cujit doctor
expect_in_output "cujit                     $("$CUJIT" --version | sed 's/cujit //')"
expect_in_output 'limits'
expect_in_output "CUJIT_DEVICE              $CUJIT_DEVICE"
CUJIT_CACHE_LIMIT=0 CUJIT_CHACHE_DIR=x CUJIT_HOST_THREADS=none "$CUJIT" doctor >out 2>err
expect_in_output 'off, CUJIT_CACHE_LIMIT is 0'
expect_in_output 'cujit has no variable of that name'
expect_in_output 'ignored: expected a number from 1 to 1024'
CUJIT_CACHE_LIMIT=0 "$CUJIT" cache ls >out 2>err
expect_message 'CUJIT_CACHE_LIMIT is 0'
CUJIT_CACHE_LIMIT=abc "$CUJIT" doctor >out 2>err
expect_in_output 'CUJIT_CACHE_LIMIT is "abc"'
expect_in_output 'as if it were not set'
CUJIT_CACHE_REDIS='redis://me:secret@h?colour=red' "$CUJIT" doctor >out 2>err
expect_in_output 'no parameter "colour"'
expect_in_output 'redis://...@h?colour=red'
grep -q secret out && fail 'the password is shown'
CUJIT_COMPILE_TIMEOUT=never "$CUJIT" doctor >out 2>err
expect_in_output 'ignored: expected a number from 1 to 604800'
CUJIT_HOST_FLAGS='-O2 -o x' "$CUJIT" doctor >out 2>err
expect_in_output 'CUJIT_HOST_FLAGS: compiler option "-o"'
grep -q 'or set CUJIT_HOST_CXX' out && fail 'expected no advice on compilers'
echo 'no manifest' >used.txt
for file in absent/used.txt used.txt .; do
    CUJIT_RECORD=$file "$CUJIT" doctor >out 2>err && fail 'expected that it fails'
    expect_in_output 'bad      CUJIT_RECORD '
done
CUJIT_RECORD=new.txt "$CUJIT" doctor >out 2>err
expect_in_output 'new.txt: 0 kernels so far'
expect test ! -e new.txt # the doctor's own kernels are none of the program's
# Where all kernels come from packs.
CUJIT_NO_COMPILE=1 "$CUJIT" doctor >out 2>err || fail 'expected that nothing is wrong'
expect_in_output 'not tried, since CUJIT_NO_COMPILE is set'
# A cache that is read only; of root nothing is.
if [ "$(id -u)" -ne 0 ]; then
    "$CUJIT" run 'float *x' 'x[i] = 1' x=zeros:1 >out 2>err
    chmod 500 "$CUJIT_CACHE_DIR"
    "$CUJIT" doctor >out 2>err
    chmod 700 "$CUJIT_CACHE_DIR"
    expect_in_output 'missing  kernel cache'
    expect_in_output 'read, but not written to'
fi
CUJIT_DEVICE=cuda:x "$CUJIT" doctor >out 2>err && fail 'expected that it fails'
expect_in_output 'bad      CUJIT_DEVICE '
finish
