#!/bin/sh
# dev.sh ROOT: tools/dev says what it does to --help, and refuses words that it does not know, before it does anything.
# Usage: dev.sh SOURCE_FOLDER
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tools" "$folder/build" "$folder/bin"
: >"$folder/build/kept"
cp "$1/tools/dev" "$folder/tools/dev"
# Nothing that it could work with.
for name in cat dirname rm; do
    ln -s "$(command -v "$name")" "$folder/bin/$name"
done
shell=$(command -v sh)
failures=0

# expect STATUS WORD...: it prints its usage, and leaves everything as it was.
expect() {
    expected=$1
    shift
    PATH=$folder/bin "$shell" "$folder/tools/dev" "$@" >"$folder/out" 2>"$folder/err"
    status=$?
    text=$folder/out
    [ "$expected" -eq 0 ] || text=$folder/err
    if [ "$status" -ne "$expected" ] || ! grep -q '^usage: sh tools/dev' "$text" || [ "$(ls "$folder/build")" != kept ]; then
        echo "tools/dev $*: exit status $status, expected $expected with the usage and nothing done"
        head -n 5 "$folder/out" "$folder/err"
        failures=$((failures + 1))
    fi
    rm -rf "$folder/build"
    mkdir "$folder/build"
    : >"$folder/build/kept"
}

for name in demo test install format check ci golden pack bundle clean; do
    expect 0 "$name" --help
    expect 0 "$name" -h
done
for name in demo install format check golden pack bundle clean; do
    expect 2 "$name" --bogus
done
expect 2 demo now
expect 2 golden now
expect 2 clean now
expect 2 install one two
expect 2 bundle one two
expect 0 help
expect 0 --help
expect 0
expect 2 bogus
[ "$failures" -eq 0 ]
