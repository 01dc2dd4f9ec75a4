#!/bin/sh
# test_cache_explain.sh: what `cujit cache` says of kernels, and how it moves them: why, diff, stats, filters, merge,
# export, import, pins, gc, disasm.
# shellcheck disable=SC1091,SC2034,SC2154,SC2015,SC2016
. "$(dirname -- "$0")/lib.sh"

expect_absent() { ! grep -qF -- "$1" out || fail "not expected in the output: $1"; }
# The id of the kernel with that name.
id_of() {
    "$CUJIT" cache ls --name "$1" 2>err | awk 'NR == 2 { print $1 }'
}

# What is not there.
cujit cache why
expect_status 0
expect_message 'no kernels in'
cujit cache why abcd
expect_status 1
expect_message 'begins with abcd'
cujit cache why abcd --json
expect_status 1
expect_json
expect_in_output '"status": "CUJIT_ERROR_CACHE_ENTRY"'
cujit cache diff abcd
expect_status 2
expect_message 'diff needs the IDs of two kernels'
cujit cache merge absent
expect_status 1
expect_message 'cannot read absent'
mkdir empty
cujit cache merge empty
expect_status 1
expect_message 'there is no kernel cache of this version in empty'
echo text >kernels
cujit cache merge kernels
expect_status 1
expect_message 'is no cache'
cujit cache import
expect_status 2
cujit cache import absent
expect_message 'cujit cache import: cannot read absent'

cujit run 'float *x' 'x[i] = 1' x=zeros:1 --name first
sleep 1.1 # entries are dated to the second
cujit run 'float *x' 'x[i] = 2' x=zeros:1 --name second
cujit run 'float *x' 'x[i] = 2' x=zeros:1 --name second
cujit run 'float *x' 'x[i] = oops' x=zeros:1 --name broken
expect_status 1
# A text that the compiler refused is a miss with one reason, in each of its forms: a GPU's are tiles, then a plain loop.
case $CUJIT_DEVICE in
    host*) forms=1 ;;
    *) forms=2 ;;
esac
cujit run 'float *x' 'x[i] = oops' x=zeros:1 --name broken
cujit cache stats
expect_in_output "$((2 + 2 * forms)) misses"
expect_in_output "$((2 + forms))  were new"
expect_in_output "$forms  had been refused by the compiler before"
# Of two kernels, also of one second, at most one explains the other.
cujit cache why
expect test "$(grep -c 'the nearest is' out)" -eq 1
for arch in bogus sm_9 'sm_90,' ''; do
    cujit cache why --source /dev/null --arch "$arch"
    expect test "$status" -ne 0
done
CUJIT_NO_COMPILE=1 "$CUJIT" cache verify --rebuild >out 2>err
status=$?
expect_status 1
expect_message 'CUJIT_NO_COMPILE is set'
first=$(id_of first)
second=$(id_of second)

# Filters, order, totals; wrong values.
cujit cache ls --name 'f*'
expect_status 0
expect_in_output first
expect_absent second
expect_message '1 kernel,'
cujit cache ls --name 'nothing*'
expect_output ''
expect_message 'none of 2 kernels'
cujit cache ls --newer 1h --kind "$([ "$CUJIT_DEVICE" = host ] && echo shared || echo cubin)" --sort name --json
expect_json
expect_in_output '"name": "first"'
expect_in_output '"toolchain_name": "'
cujit cache ls --older 1h
expect_output ''
cujit cache ls --unused 2w
expect_output ''
cujit cache ls --sort name --reverse --limit 1
expect_in_output second
expect_absent first
cujit cache ls --toolchain "$([ "$CUJIT_DEVICE" = host ] && echo 'g++ *' || echo 'NVRTC *')"
expect_in_output first
for wrong in '--older soon' '--newer 0d' '--unused -1d' '--kind elf' '--sort colour' '--limit 0' '--limit few'; do
    # shellcheck disable=SC2086 # two words
    cujit cache ls $wrong
    expect_status 2
    expect_message "${wrong%% *} is \"${wrong##* }\""
done
cujit cache stats --name first
expect_status 2
cujit cache ls --kind elf --json
expect_status 2
expect_json

# Why, and what differs.
cujit cache why "$second"
expect_status 0
expect_in_output "the nearest is $first"
expect_in_output '+ x[i] = 2;'
cujit cache why --json
expect_json
expect_in_output '"part": "source"'
expect_in_output '"failures"'
expect_in_output 'oops'
cujit cache diff "$first" "$second"
expect_status 0
expect_in_output '- x[i] = 1;'
cujit cache diff "$first" "$first" --json
expect_json
cujit cache why --source
expect_status 2
cujit cache why --source absent.cu
expect_status 1
expect_message 'cannot read absent.cu'
"$CUJIT" render 'float *x' 'x[i] = 3' --name second >third.cu
cujit cache why --source third.cu
expect_status 0
expect_in_output "the nearest is $second"
"$CUJIT" cache show "$second" --source >second.cu
cujit cache why --source second.cu
expect_in_output "is there: $second"

# Numbers.
cujit cache stats
expect_status 0
expect_in_output '1 hit, '
expect_in_output 'were new'
expect_in_output 'what saved most'
cujit cache stats --json
expect_json
expect_in_output '"saved_ms"'
expect_in_output '"absent": '

# Pins.
cujit cache pin
expect_status 2
cujit cache pin "$first" --json
expect_json
expect_in_output '"pinned": 1'
cujit cache ls
expect_in_output ', pinned'
cujit cache unpin "$first" fffff
expect_status 1
expect_in_output '1 kernel unpinned'
expect_message 'begins with fffff'

# The same bytes again.
cujit cache verify --rebuild
expect_status 0
expect_in_output '2 the same, 0 different'
cujit cache verify --rebuild --json
expect_json
expect_in_output '"same": 2'
CUJIT_HOST_FLAGS=-O1 CUJIT_NVRTC=/absent cujit cache verify --rebuild
expect_status 0
expect_in_output '0 the same'
expect_in_output '2 of other compilers'

# Out and in again.
cujit cache export
expect_status 2
cujit cache export -o out1 "$first" --arch host
expect_status 2
expect_message 'IDs and filters do not go together'
cujit cache export -o out1 "$first" "$first"
expect_status 0
expect_in_output '1 kernel exported'
expect test "$(ls out1/first-*."$([ "$CUJIT_DEVICE" = host ] && echo so || echo cubin)")"
expect test "$(cat out1/first-*.cu)" = "$("$CUJIT" cache show "$first" --source)"
cujit cache export -o out2 --json
expect_json
expect_in_output '"exported": 2'
cujit cache export -o second.cu "$first"
expect_status 1
cujit cache import out2 --dir other
expect_status 0
expect_in_output '2 kernels copied'
cujit cache merge "$CUJIT_CACHE_DIR"/kernels-*.sqlite --dir other --json
expect_json
expect_in_output '"present": 2'
cujit cache merge "$CUJIT_CACHE_DIR"
expect_status 1
expect_message 'into itself'
CUJIT_CACHE_DIR=other cujit run 'float *x' 'x[i] = 1' x=zeros:1 --name first
cujit cache ls --dir other --name first --json
expect_in_output '"uses": 1'
if [ "$CUJIT_DEVICE" = host ]; then # another user's, as their secret shows
    XDG_DATA_HOME=$PWD/data cujit cache import out2 --dir third
    expect_in_output '2 not trusted'
    XDG_DATA_HOME=$PWD/data cujit cache import out2 --dir third --trust
    expect_in_output '2 kernels copied'
fi

# What is not trusted does not become so on its way through a folder; what is damaged is not written.
cp -R "$CUJIT_CACHE_DIR" shared
if [ "$CUJIT_DEVICE" = host ]; then
    XDG_DATA_HOME=$PWD/data CUJIT_CACHE_DIR=shared cujit run 'float *x' 'x[i] = 7' x=zeros:1 --name theirs
    cujit cache export --dir shared -o out3
    expect_status 0
    expect_output '2 kernels exported to out3; 0 damaged, 1 not trusted'
    expect_message '--trust takes them, too'
    expect test ! -e "$(echo out3/theirs-*.so)"
    cujit cache import out3 --dir fifth
    expect_in_output '2 kernels copied to'
    cujit cache export --dir shared -o out4 --trust --json
    expect_status 0
    expect_json
    expect_in_output '"exported": 3'
    expect_in_output '"untrusted": 0'
    expect test -e "$(echo out4/theirs-*.so)"
    theirs=$("$CUJIT" cache ls --dir shared 2>/dev/null | awk '$2 == "theirs" { print $1 }')
    forged="not stamped by this user's secret"
    cujit cache verify --dir shared
    expect_status 1
    expect_in_output "$forged: $theirs"
    expect_in_output "0 damaged, 1 $forged, 0 removed"
    cujit cache verify --dir shared --json
    expect_status 1
    expect_json
    expect_in_output '"forged": 1'
    cujit cache show --dir shared "$theirs"
    expect_status 0
    expect_in_output "($forged)"
    cujit cache show --dir shared "$theirs" --json
    expect_json
    expect_in_output '"intact": true'
    expect_in_output '"untrusted": true'
    for words in "show $theirs --object theirs.so" "disasm $theirs"; do
        # shellcheck disable=SC2086 # several words
        cujit cache --dir shared $words
        expect_status 1
        expect_message "$forged"
        expect test ! -e theirs.so
        # shellcheck disable=SC2086 # several words
        XDG_DATA_HOME=$PWD/absent cujit cache --dir shared $words
        expect_status 1
        expect_message 'this user has no secret'
        expect test ! -e theirs.so
    done
fi
if command -v python3 >/dev/null 2>&1; then
    python3 - shared/kernels-*.sqlite <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as file:
    file.execute("UPDATE kernels SET object = x'00' || substr(object, 2) WHERE id = (SELECT min(id) FROM kernels WHERE kind <> 0)")
END
    cujit cache export --dir shared -o out5 --json
    expect_status 0
    expect_json
    expect_in_output '"exported": 1'
    expect_in_output '"damaged": 1'
    expect_in_output "\"untrusted\": $([ "$CUJIT_DEVICE" = host ] && echo 1 || echo 0)"
    expect test "$(find out5 -name '*.cu' | wc -l)" -eq 1
    cujit cache verify --dir shared
    expect_status 1
    damaged=$(sed -n 's/^damaged: \([0-9a-f]*\).*/\1/p' out)
    expect test -n "$damaged"
    cujit cache show --dir shared "$damaged"
    expect_in_output '(damaged)'
    for words in "show $damaged --object damaged.o" "disasm $damaged"; do
        # shellcheck disable=SC2086 # several words
        cujit cache --dir shared $words
        expect_status 1
        expect_message 'is damaged'
        expect test ! -e damaged.o
    done
fi
chmod 777 other
cujit cache merge other --dir fourth
expect_status 1
chmod 700 other

# What is of no use.
touch "$CUJIT_CACHE_DIR/kernels-3.sqlite"
cujit cache gc --dry-run
expect_status 0
expect_in_output 'kernels-3.sqlite'
expect_in_output '0 kernels of toolchains that are gone'
cujit cache gc --json
expect_json
expect_in_output '"failures": 0'
expect test -e "$CUJIT_CACHE_DIR/kernels-3.sqlite"

# Machine code.
cujit cache disasm "$first" --json
expect_status 2
if [ "$CUJIT_DEVICE" != host ]; then
    mkdir bin
    printf '#!/bin/sh\necho "seen $1 $(head -c 4 "$2" | tail -c 3)"\n' >bin/cuobjdump
    chmod +x bin/cuobjdump
    PATH=$PWD/bin:$PATH cujit cache disasm "$first"
    expect_output 'seen -sass ELF'
elif command -v objdump >/dev/null; then
    cujit cache disasm "$first"
    expect_status 0
    expect_in_output 'Disassembly of section'
fi
mkdir none
PATH=$PWD/none cujit cache disasm "$first"
[ "$status" -eq 0 ] || expect_message 'on the PATH'
finish
