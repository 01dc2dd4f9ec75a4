#!/bin/sh
# test_eval_show.sh: what `cujit eval` tells beside values: summaries, pictures, kernels and times.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

LC_ALL=C
export LC_ALL
cujit eval 'x' x='[1,2,2,4]' --summary
expect_output '[1 2 2 4]
int64 (4,), 32 B; min 1, max 4, mean 2.25, std 1.08972
1 |=@ =| 4'
LC_ALL=C.UTF-8
cujit eval 'm = x[0]; x' x='[1,1,2.5,nan,-inf]' --summary -o z.npy
expect_output 'float64 (5,) -> z.npy
float64 (5,), 40 B; min 1, max 2.5, mean 1.5, std 0.707107; 1 NaN; 1 infinite
1 |█                                      ▄| 2.5'
cujit eval '1j*x' x='[3]' --summary
expect_in_output 'absolute values: min 3, max 3'
cujit eval 'x' x='[nan]' --summary --json
expect_json
expect_in_output '"min": "nan"'
expect_in_output '"histogram": []'
cujit eval 'x' x=arange:100
expect_output "$("$CUJIT" eval 'x + 0' x=arange:100)"

# Kernels and times go to standard error, or into the object.
cujit eval '2*x + x[0]' x:float32=ones:1000 --explain
expect_status 0
expect_message 'elementwise'
expect_message '8.0 kB'
expect_message 'the value of the text'
expect_message 'read and written'
expect_message ' of 10'
cujit eval 'm = mean(x)' x:float32=ones:1000 --explain --repeat 3 --json
expect_json
expect_in_output '"family": "'
expect_in_output '"bytes": 4004'
expect_in_output '"copy_gb_per_s": '
expect_in_output '"runs": 3'
cujit eval 'x' x=3 --repeat 0
expect_status 2
cujit eval 'x' x=3 --repeat 2
expect_output '3'
expect_message ' of 2'
# Each run finds what the first one found.
cujit eval 'x += 1; y = 2*x; sum(x)' x='[1,2]' --explain -o x=x.npy -o y=y.npy
expect_status 0
cujit eval 'x + 10*y' x.npy y.npy
expect_output '[42 63]'
cujit eval 'sqrt(x)' x:float32=2 --source
expect_status 0
expect_in_output '__global__'
expect_in_output '// elementwise: the value of the text'
cujit eval 'sqrt(x)' x:float32=2 --source --json
expect_json
expect_in_output '"source": "'

# Pictures.
cujit eval 'sin(x/10)' x=arange:100 --plot line.png -o z.npy
if grep -q 'without libpng' err; then
    expect_status 1
    finish
fi
expect_status 0
picture() {
    expect test "$(head -c 4 "$1" | tail -c 3)" = PNG
}
picture line.png
cujit eval 'p = x; q = 2*x' x=arange:100 --plot lines.png -o -.csv
picture lines.png
cujit eval 'x*y' x=arange:30x1 y=arange:20 --plot map.png
picture map.png
cujit eval 'x' x=arange:30 --plot -
expect_status 0
picture out
expect_message '[ 0  1  2'
cujit eval 'x' x=3 --plot no.png
expect_status 1
expect_message 'cannot draw no.png: a picture shows arrays of one axis, or one array of two'
cujit eval 'x' x='[nan]' --plot no.png
expect_status 1
expect_message 'cannot draw no.png: there is no finite number to be drawn'
expect test ! -e no.png
cujit eval 'x' x=ones:3 --plot absent/no.png
expect_status 1
expect_message 'cannot write absent/no.png: No such file'
finish
