#!/bin/sh
# test_usage.sh: help, versions, and every way to call the program wrongly.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

for name in eval run render compile module tune devices doctor cache pack warm; do
    cujit "$name" --help
    expect_status 0
    expect_in_output "usage: cujit $name"
    expect_no_message
    cp out help
    cujit help "$name"
    expect_status 0
    expect cmp -s out help
    cujit "$name" --bogus
    expect_status 2
    expect_message "cujit $name: there is no option '--bogus'"
    expect_message "try 'cujit $name --help'"
    expect_output ''
done

cujit --help
expect_status 0
expect_in_output 'usage: cujit COMMAND'
cujit --version
expect_status 0
expect_in_output 'cujit 0.'
cujit
expect_status 2
expect_message 'usage: cujit COMMAND'
cujit bogus
expect_status 2
expect_message "there is no command 'bogus'"
cujit help bogus
expect_status 2

cujit run
expect_status 2
cujit run 'float *x'
expect_status 2
expect_message 'two texts are needed'
cujit run 'float a, float *x' 'x[i] = a' a=1 a=2 x=ones:3
expect_status 2
expect_message "a has two values: '1' and '2'"
cujit run 'float a, float *x' 'x[i] = a' a=1 x
expect_status 2
expect_message "'x' is not of the form NAME=VALUE"
cujit run 'float a, float *x' 'x[i] = a' a=1 x=
expect_status 2
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 y=3
expect_status 2
expect_message "the signature has no argument 'y'; it has a, x"
cujit run 'float a, float *x' 'x[i] = a' x=ones:3
expect_status 2
expect_message "'float a' needs a value: a=NUMBER"
cujit run 'const float *x, float *z' 'z[i] = x[i]' z=ones:3
expect_status 2
expect_message "'const float *x' needs a value"
cujit run 'float a, float *x' 'x[i] = a' a=1
expect_status 2
expect_message 'nothing says how many elements'
cujit run 'float a, float *x' 'x[i] = a' a=ones:3 x=ones:3
expect_status 2
expect_message "'float a' is a scalar"
cujit run 'float a, float *x' 'x[i] = a' a=1 x=3
expect_status 2
expect_message "'float *x' is an array"
cujit run 'float a, float *x' 'x[i] = a' a=abc x=ones:3
expect_status 2
expect_message "'abc' is not a number"
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 -o a=a.npy
expect_status 2
expect_message 'is no output'
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 -o y=a.npy
expect_status 2
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 -o x=a.npy -o x=b.npy
expect_status 2
expect_message 'two files'
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 -o
expect_status 2
expect_message "'-o' needs a value"
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 --range 0:2 --slice ::2
expect_status 2
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 --slice 1:2:0
expect_status 2
cujit run 'float a, float *x' 'x[i] = a' a=1 x=ones:3 --time=4
expect_status 2
expect_message "'--time=4' takes no value"
cujit compile 'float *x' 'x[i] = 1'
expect_status 2
expect_message '--arch is needed'
cujit compile 'float *x' 'x[i] = 1' --arch sparc
expect_status 2
cujit compile 'float *x' 'x[i] = 1' --arch host --ptx
expect_status 2
cujit module
expect_status 2
expect_message 'one file is needed'
cujit module a.cu b.cu
expect_status 2
cujit module a.cu --arch sparc
expect_status 2
expect_message "'sparc' is not an architecture"
cujit module a.cu --arch host --ptx
expect_status 2
cujit module a.cu --instance
expect_status 2
expect_message "'--instance' needs a value"
for seconds in 0 604801 1.5 -1 ''; do
    cujit eval 1 --compile-timeout "$seconds"
    expect_status 2
    expect_message "--compile-timeout is \"$seconds\": expected 1 to 604800"
done
cujit warm manifest --threads 1025
expect_status 2
expect_message '--threads is "1025": expected 1 to 1024'
cujit render 'float *x'
expect_status 2
for option in --compile-timeout=1 --option=-DX --verbose; do # nothing is compiled
    cujit render 'float *x' 'x[i] = 1' "$option"
    expect_status 2
    expect_message "there is no option '$option'"
done
cujit devices now
expect_status 2
cujit cache
expect_status 2
cujit cache bogus
expect_status 2
cujit cache show
expect_status 2
cujit cache ls --repair
expect_status 2
cujit cache stats --source
expect_status 2

# What the help of a command lists, the completion offers and the manual page explains; and the other way.
root=$(dirname -- "$0")/../..
offered() { # COMMAND: the options that bash would complete
    bash -c '. "$1/tools/completion/cujit.bash"
        COMP_WORDS=(cujit "$2" --) COMP_CWORD=2
        _cujit
        printf "%s\n" "${COMPREPLY[@]}"' bash "$root" "$1" | grep '^--' | LC_ALL=C sort -u
}
for name in eval run render compile module tune devices doctor cache pack warm; do
    cujit "$name" --help
    grep -o '^ *\(-[A-Za-z], \)\?--[a-z-]*\(, --[a-z-]*\)\?' out | grep -o -- '--[a-z-]*' | LC_ALL=C sort -u >listed
    if command -v bash >/dev/null 2>&1; then
        offered "$name" >completed
        expect cmp listed completed
    fi
    while read -r option; do
        escaped=$(printf %s "$option" | sed 's/-/\\-/g')
        [ "$option" = --help ] || expect grep -qF -- "$escaped" "$root/docs/cujit.1"
    done <listed
done

# So are the variables: those of the manual page are in the help, and the doctor knows them all.
grep -o '^\.B CUJIT_[A-Z_]*' "$root/docs/cujit.1" | sed 's/^.B //' | sort -u >variables
while read -r name; do
    cujit --help
    expect_in_output " $name "
    set -- "$@" "$name="
done <variables
expect test $# -ge 10
command='doctor with all variables set'
for name in $(env | sed -n 's/^\(CUJIT_[A-Z0-9_]*\)=.*/\1/p'); do
    grep -qx "$name" variables || unset "$name" # the tests' own, and the benches'
done
env "$@" XDG_CACHE_HOME="$PWD" CUJIT_DEVICE=host "$CUJIT" doctor >out 2>err
set --
grep -q 'no variable of that name' out && fail 'expected that the doctor knows every variable'

# Output that cannot be written.
command='--help >/dev/full'
"$CUJIT" --help >/dev/full 2>err
status=$?
expect_status 1
expect_message 'cannot write to standard output'
command='eval x >/dev/full'
"$CUJIT" eval x x=ones:3 >/dev/full 2>err
status=$?
expect_status 1
expect test "$(wc -l <err)" -eq 1
"$CUJIT" eval x x=ones:10000 --json 2>err | head -c 1 >out
expect test ! -s err
command='--help >&-'
"$CUJIT" --help >&- 2>err
status=$?
expect_status 1
finish
