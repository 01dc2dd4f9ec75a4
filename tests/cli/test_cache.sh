#!/bin/sh
# test_cache.sh: compile, render, devices, doctor, and the kernel cache.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

cujit devices
expect_status 0
expect_in_output DEVICE
expect_in_output '*  '
cujit devices --json
expect_json
expect_in_output "\"device\": \"$CUJIT_DEVICE\""
cujit doctor --json
expect_json
expect_in_output '"findings"'
cujit doctor
expect_in_output 'good'

# An empty cache.
cujit cache ls
expect_status 0
expect_output ''
expect_message 'no kernels in'
cujit cache ls --json
expect_status 0
expect_output '[]'
cujit cache stats
expect_status 0
expect_in_output 'kernels    0'
cujit cache verify
expect_status 0
cujit cache clear
expect_status 0

# Two kernels in it.
cujit run 'float *x' 'x[i] = 1' x=zeros:1 --name first
expect_status 0
cujit run 'float *x' 'x[i] = 2' x=zeros:1 --name second
expect_status 0
cujit cache ls
expect_status 0
expect_in_output 'ID'
expect_in_output 'first'
expect_in_output 'second'
expect test "$(wc -l <out)" -eq 3
id=$(awk '$2 == "second" { print $1 }' out)
cujit cache ls --json
expect_json
expect_in_output '"name": "first"'
cujit cache show "$id"
expect_status 0
expect_in_output 'second'
cujit cache show "$id" --source
expect_status 0
expect_in_output 'x[i] = 2'
cujit cache show "$id" --log
expect_status 0
cujit cache show "$id" --json
expect_json
expect_in_output '"intact": true'
cujit cache show "$id" --object object
expect_status 0
expect test -s object
cujit cache show 0
expect_status 1
cujit cache show xyzxyz
expect_status 1
cujit cache verify --json
expect_status 0
expect_json
expect_in_output '"entries": 2'
cujit cache stats --json
expect_json
expect_in_output '"entries": 2'
cujit cache ls --dir "$PWD/elsewhere"
expect_status 0
expect_message 'no kernels in'

# Deleting some.
cujit run 'float *x' 'x[i] = 3' x=zeros:1 --name third
cujit cache rm
expect_status 2
cujit cache rm ffffffffffff
expect_status 1
expect_message 'begins with ffffffffffff'
cujit cache rm "$id" --json
expect_status 0
expect_in_output '"removed": 1'
cujit cache rm "$id" fffe --json
expect_status 1
expect_json
expect_in_output '"removed": 0'
expect_in_output '"fffe"'
expect_in_output '"status": "CUJIT_ERROR_CACHE_ENTRY"'
cujit cache ls
expect test "$(wc -l <out)" -eq 3
expect_absent() { ! grep -qF -- "$1" out || fail "not expected in the output: $1"; }
expect_absent second
id=$(awk '$2 == "third" { print $1 }' out)
cujit cache rm ffffffffffff "$id"
expect_status 1
expect_in_output '1 kernel removed'
cujit cache stats --limit 5
expect_status 2
cujit cache prune --limit many
expect_status 2
expect_message '--limit is "many"'
cujit cache prune
expect_status 0
expect_in_output '0 kernels removed'
cujit cache prune --limit 40K --json
expect_status 0
expect_json
cujit cache stats --json
expect_in_output '"limit": 40960'
cujit cache clear
expect_status 0
expect_in_output "removed from $CUJIT_CACHE_DIR"
cujit cache ls --json
expect_output '[]'

# The time of the last use is written at once.
cujit run 'float *x' 'x[i] = 4' x=zeros:1 --name fourth
cujit run 'float *x' 'x[i] = 4' x=zeros:1 --name fourth
cujit cache ls --json
expect_in_output '"uses": 1'
cujit doctor
expect_in_output ': 1 kernel, '
cujit cache verify
expect_in_output '1 kernel, 0 tunings'

# A secret that cannot be used makes every process compile what it finds there: who looks is told before.
if [ "$CUJIT_DEVICE" = host ]; then
    chmod 644 "$XDG_DATA_HOME/cujit/secret"
    for words in 'cache stats' 'cache stats --json' doctor; do
        # shellcheck disable=SC2086 # two words
        cujit $words
        expect_status 1
        expect_in_output "kernels for the host are kept in memory only: $XDG_DATA_HOME/cujit/secret is open to others"
    done
    expect_in_output '-> each process compiles them again'
    cujit run 'float *x' 'x[i] = 4' x=zeros:1 --name fourth
    expect_status 0
    chmod 600 "$XDG_DATA_HOME/cujit/secret"
    cujit cache stats
    expect_status 0
    expect_in_output '1  were there for the host, but under another secret, or under one that cannot be used'
fi

# What looks at a damaged file, or at somebody else's, says so, and leaves it as it is.
file=$CUJIT_CACHE_DIR/kernels-6.sqlite
cp "$file" sound.sqlite
sum() { cat "$CUJIT_CACHE_DIR"/* | cksum; }
look() {
    before=$(sum)
    for words in ls 'show 12345678' stats verify 'stats --json' doctor; do
        [ "$words" = doctor ] || set -- cache
        # shellcheck disable=SC2086 # two words
        cujit "$@" $words
        set --
        expect_status "$status_wanted"
        [ "$status_wanted" -eq 0 ] || cat out err | grep -q "$heard" || fail "expected to hear: $heard"
        expect test "$(sum)" = "$before"
    done
}
status_wanted=1
for harm in whole half head foreign; do
    heard=damaged
    case $harm in
        whole) head -c 20000 /dev/zero | tr '\000' x >"$file" ;;
        half) head -c 6000 sound.sqlite >"$file" ;;
        head) { head -c 4096 /dev/zero && tail -c +4097 sound.sqlite; } >"$file" ;;
        foreign) # by its application_id
            heard='database of something else'
            { head -c 68 sound.sqlite && printf else && tail -c +73 sound.sqlite; } >"$file"
            ;;
    esac
    look
done
# What changes it makes it anew, and says that as well.
harm() {
    rm -f "$file"*
    head -c 50000 /dev/zero | tr '\000' x >"$file"
}
for words in gc prune clear 'pin abcd' 'unpin abcd' 'rm abcd' 'gc --json' 'rm abcd --json'; do
    harm
    # shellcheck disable=SC2086 # two words
    cujit cache $words
    expect_status 1
    cat out err | grep -q 'kernels-6.sqlite was damaged and was made anew' || fail 'expected to hear of the damage'
    cujit cache verify
    expect_status 0
done
mkdir other
cp sound.sqlite other/kernels-6.sqlite
chmod 600 other/kernels-6.sqlite
harm
cujit cache merge other
expect_status 1
expect_message 'was damaged and was made anew'
cujit cache merge other
expect_status 0
harm
cujit cache stats --json
expect_in_output '"damaged": true'
expect_in_output '"file_bytes": 50000'
chmod 666 other/kernels-6.sqlite
cujit cache ls --dir other
expect_status 1
expect_message 'make it 0600'
# Page by page: some let a list begin.
pages=$(($(wc -c <sound.sqlite) / 4096))
while [ "$pages" -gt 1 ]; do
    pages=$((pages - 1))
    { head -c $((pages * 4096)) sound.sqlite && head -c 4096 /dev/zero &&
        tail -c +$((pages * 4096 + 4097)) sound.sqlite; } >"$file"
    before=$(sum)
    cujit cache ls --json
    expect_json
    cujit cache verify
    expect_status 1
    expect test "$(sum)" = "$before"
done
cujit cache verify --repair
expect_status 0
cujit cache verify
expect_status 0
cujit cache ls --json
expect_output '[]'

# The source, without a compiler; the object, without a device.
cujit render 'float *x' 'x[i] = 42' --name answer
expect_status 0
expect_in_output 'answer'
expect_in_output 'x[i] = 42'
cujit render 'float *x' 'x[i] = 42' --device sm_90
expect_status 0
cujit compile 'float *x' 'x[i] = 42' --arch sm_80 -o object
if [ "$status" -eq 0 ]; then
    expect_in_output 'registers'
    expect test "$(head -c 4 object | tail -c 3)" = ELF
    cujit compile 'float *x' 'x[i] = 42' --arch sm_80 --ptx -o -
    expect_status 0
    expect_in_output '.target sm_80'
    expect_message 'architecture'
    cujit compile 'float *x' 'x[i] = 42' --arch sm_80 --json
    expect_json
    expect_in_output '"registers": '
    cujit compile 'float *x' 'x[i] = 42' --arch sm_80 -o absent/object
    expect_status 1
else
    expect_message 'NVRTC' # it may be missing here, nothing else
fi
finish
