#!/bin/sh
# test_pack.sh: kernels that are recorded, built ahead, and packed; packs that are none.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"
umask 022 # packs that others can write to are not trusted
chmod go-w .

# Whoever sets flags gets nothing from packs of the portable kind.
CUJIT_HOST_FLAGS='' target=x86-64-v3
[ "$CUJIT_DEVICE" = host ] ||
    target=$("$CUJIT" devices --json | sed -n 's/.*"architecture": "\(sm_[0-9a-z]*\)".*/\1/p' | head -n 1)
export CUJIT_HOST_FLAGS

scale() {
    cujit run 'float a, const float *x, float *z' 'z[i] = a*x[i]' a=2 x=arange:5 --name scale "$@"
}

# Recorded once, whoever uses it how often.
CUJIT_RECORD=$PWD/used.txt
export CUJIT_RECORD
scale
expect_status 0
scale
unset CUJIT_RECORD
expect test "$(grep -c '^kernel scale$' used.txt)" -eq 1

cujit warm used.txt
expect_status 0
expect_output '1 kernel: 0 compiled, 1 there already, 0 failed'
cujit warm --arch "$target" --threads 2 --json used.txt
expect_status 0
expect_json
expect_in_output '"failed": 0'

cujit pack --manifest used.txt --arch "$target" -o used.pack
expect_status 0
expect_in_output 'used.pack: 1 kernel,'
cujit pack --list used.pack
expect_status 0
expect_in_output scale
expect_in_output "$target"
compiler=$("$CUJIT" cache ls --json | sed -n 's/.*"toolchain_name": "\(.*\)".*/\1/p' | head -n 1)
expect test -n "$compiler"
expect_in_output "$compiler"
cujit pack --list used.pack --json
expect_json
expect_in_output "\"toolchain_name\": \"$compiler\""
expect_in_output '"intact": true'
cujit pack --verify used.pack
expect_status 0
expect_in_output '1 kernel, '
expect_in_output '0 damaged; not signed; trusted, since nobody but root and this user can write to it'

# Without a cache and without a compiler.
CUJIT_CACHE_LIMIT=0 CUJIT_NO_COMPILE=1
export CUJIT_CACHE_LIMIT CUJIT_NO_COMPILE
scale
expect_status 1
expect_message '"scale" is in no cache or pack, and must not be compiled'
CUJIT_CACHE_PACKS=used.pack
export CUJIT_CACHE_PACKS
scale
expect_status 0
expect_in_output '[0. 2. 4. 6. 8.]'
scale --option -DX=1
expect_status 1
expect_message 'options "-DX=1'
CUJIT_CACHE_PACKS=nowhere.pack:$PWD/used.pack
scale
expect_status 0
unset CUJIT_CACHE_LIMIT CUJIT_NO_COMPILE
CUJIT_CACHE_PACKS=

# From the cache: by ID, by name, by architecture.
id=$("$CUJIT" cache ls | awk '$2 == "scale" { print $1; exit }')
cujit pack -o id.pack "$id"
expect_status 0
cujit pack -o name.pack --name 'sc*' --json
expect_status 0
expect_json
expect_in_output '"failed": 0'
cujit pack -o arch.pack --arch "$target"
expect_status 0
cujit pack -o none.pack --name nothing
expect_status 1
expect_message 'no such kernel'
expect test ! -e none.pack
cujit pack -o none.pack 0000000000
expect_status 1
expect_message 'no entry'

# What another user has put into the file is not shipped under this one's name.
if [ "$CUJIT_DEVICE" = host ]; then
    cp -R "$CUJIT_CACHE_DIR" shared
    XDG_DATA_HOME=$PWD/data CUJIT_CACHE_DIR=shared cujit run 'float *x' 'x[i] = 7' x=zeros:1 --name theirs
    theirs=$("$CUJIT" cache ls --dir shared | awk '$2 == "theirs" { print $1; exit }')
    cujit pack --dir shared -o mixed.pack --arch "host,$target"
    expect_status 0
    expect_in_output 'mixed.pack: 2 kernels,'
    expect_message "1 for the host that are not stamped by this user's secret"
    cujit pack --dir shared -o mixed.pack --name '*' --json
    expect_status 0
    expect_json
    expect_in_output '"untrusted": 1'
    cujit pack --list mixed.pack
    expect test "$(grep -c theirs out)" -eq 0
    cujit pack --dir shared -o none.pack --name theirs
    expect_status 1
    expect_message 'no such kernel in the cache that can be packed'
    cujit pack --dir shared -o none.pack "$theirs"
    expect_status 1
    expect_message "not stamped by this user's secret: it cannot be packed"
    XDG_DATA_HOME=/dev/null cujit pack --dir shared -o none.pack --manifest used.txt --arch "$target"
    expect_status 1
    expect_message 'no pack is written'
    expect test ! -e none.pack
fi

# Signed.
cujit pack --make-key secret
expect_status 0
key=$(cat out)
expect test ${#key} -eq 64
cujit pack --make-key secret
expect_status 1
expect_message 'File exists'
cujit pack -o signed.pack --sign secret "$id"
expect_status 0
expect_in_output signed
cujit pack --verify signed.pack
expect_in_output "signed by $key, "
if ! grep -qs "$key" /etc/cujit/trusted; then
    expect_in_output 'which is in no list of trusted keys; trusted, since nobody but root and this user can write to it'
    cp signed.pack open.pack
    chmod a+w open.pack
    cujit pack --verify open.pack
    expect_in_output 'which is in no list of trusted keys; not trusted: no kernels for the host are taken from it here'
    cujit pack --verify open.pack --json
    expect_json
    expect_in_output '"trusted": false'
    expect_in_output '"key_trusted": false'
fi
cujit pack -o signed.pack --sign used.txt "$id"
expect_status 1
expect_message 'no key file'

# Damaged, cut, something else.
size=$(wc -c <used.pack)
head -c "$((size - 10))" used.pack >cut.pack
cujit pack --verify cut.pack
expect_status 1
expect_message 'damaged'
{ head -c "$((size - 10))" used.pack && printf 0123456789; } >bad.pack
cujit pack --verify bad.pack
expect_status 1
expect_in_output '1 damaged'
cujit pack --list used.txt
expect_status 1
expect_message 'it is no pack'
cujit pack --list .
expect_status 1
expect_message 'no regular file'
cujit pack --list nowhere
expect_status 1
expect_message 'No such file'
: >empty.txt
cujit pack --manifest empty.txt --arch "$target" -o none.pack
expect_status 1
expect_message 'no such kernel that could be compiled'
cujit warm nowhere.txt
expect_status 1
expect_message 'cannot read the manifest'
printf 'cujit manifest 1\nkernel k\ndevice host\n' >half.txt
cujit warm half.txt
expect_status 1
expect_message 'line 3: the file ends within kernel "k"'
cujit warm /dev/null
expect_status 1
expect_message 'no regular file'
# Put together; one of them no longer compiles: it is shown, and the other one is there.
{ cat used.txt && echo && sed 's/a\*x\[i\]/a*y[i]/' used.txt; } >bad.txt
cujit warm bad.txt
expect_status 1
expect_output '2 kernels: 0 compiled, 1 there already, 1 failed'
expect_message "scale for $CUJIT_DEVICE"
expect_message 'z[i] = a*y[i];'
expect_message '^'
# With the lines of another system.
sed "s/\$/$(printf '\r')/" used.txt >crlf.txt
cujit warm crlf.txt
expect_status 1
expect_message 'lines end with CR LF'
cujit warm --arch sm_nothing used.txt
expect_status 1
expect_message 'unknown device "sm_nothing"'
cujit warm --arch sm_9 used.txt
expect_status 1
expect_message 'unknown device "sm_9"'
for list in 'sm_90,' ',host' 'sm_80,,sm_90'; do
    cujit warm --arch "$list" used.txt
    expect_status 2
    expect_message "\"$list\": a name is missing at a comma"
done

# What cannot be kept is compiled in vain, which is said with the reason.
mkdir open && chmod 777 open
: >file
try_to_keep() {
    why=$1
    shift
    cujit warm --arch "$target" "$@" used.txt
    expect_status 1
    expect_output '1 kernel: 1 compiled, 0 there already, 0 failed'
    expect_message "1 of them was not kept: $why"
    cujit warm --arch "$target" --json "$@" used.txt
    expect_status 1
    expect_json
    expect_in_output '"unkept": 1'
    expect_in_output "\"trouble\": \"$why"
    cujit pack --manifest used.txt --arch "$target" "$@" -o none.pack
    expect_status 1
    expect_message "1 of the kernels was not kept, and no pack is written: $why"
    expect test ! -e none.pack
}
try_to_keep "$PWD/open can be written to by others" --dir "$PWD/open"
try_to_keep 'cannot make the directory /proc/x' --dir /proc/x
try_to_keep "$PWD/file is not a directory" --dir "$PWD/file"
export CUJIT_CACHE_LIMIT=0
try_to_keep 'kernels are kept in memory only: CUJIT_CACHE_LIMIT is 0'
unset CUJIT_CACHE_LIMIT
if [ "$CUJIT_DEVICE" = host ]; then
    chmod 644 "$XDG_DATA_HOME/cujit/secret"
    try_to_keep "kernels for the host are kept in memory only: $XDG_DATA_HOME/cujit/secret is open to others"
    chmod 600 "$XDG_DATA_HOME/cujit/secret"
fi
cujit warm --arch "$target" --json --dir "$PWD/kept" used.txt
expect_status 0
expect_in_output '"unkept": 0'

# Linked into a program.
if command -v cc >/dev/null 2>&1 && [ "$(uname -m)" = x86_64 ]; then
    cujit pack --object used.o --symbol my_pack "$id"
    expect_status 0
    expect_in_output 'extern const unsigned char my_pack[]; extern const size_t my_pack_size;'
    cujit pack --object both.o -o both.pack "$id"
    expect_status 0
    expect_in_output 'both.pack and both.o: 1 kernel,'
    cujit pack --object both.o -o both.pack "$id" --json
    expect_json
    expect_in_output '"file": "both.pack"'
    expect_in_output '"object": "both.o"'
    cujit pack --object - --symbol my_pack "$id"
    expect cmp out used.o
    expect_message 'extern const unsigned char my_pack[]'
    cat >linked.c <<'END'
#include <stddef.h>
#include <stdio.h>
extern const unsigned char my_pack[];
extern const size_t my_pack_size;
int main(void) { return fwrite(my_pack, 1, my_pack_size, stdout) != my_pack_size; }
END
    if cc -o linked linked.c used.o 2>err; then
        ./linked >linked.pack
        expect cmp linked.pack id.pack
    else
        fail 'the object file cannot be linked'
    fi
fi

# Wrong usage.
cujit pack
expect_status 2
expect_message '-o FILE is needed'
cujit pack -o x.pack
expect_status 2
expect_message 'which kernels?'
cujit pack -o x.pack --manifest used.txt
expect_status 2
expect_message '--manifest needs --arch'
for option in '-o x.pack' '--arch host' '--threads 2' '--compile-timeout 2' '--dir .' '--sign secret' '--symbol x'; do
    # shellcheck disable=SC2086 # several words
    cujit pack --list used.pack $option
    expect_status 2
    expect_message 'go alone'
done
cujit pack --make-key another --json
expect_status 2
expect_in_output '--make-key has no --json'
expect test ! -e another
for option in '--threads 2' '--compile-timeout 2'; do
    # shellcheck disable=SC2086 # several words
    cujit pack -o x.pack "$id" $option
    expect_status 2
    expect_message '--threads and --compile-timeout go with --manifest'
done
for option in '--name scale' '--arch host'; do
    # shellcheck disable=SC2086 # several words
    cujit pack -o x.pack "$id" $option
    expect_status 2
    expect_message 'IDs do not go with --name and --arch'
done
cujit pack -o - --object - "$id"
expect_status 2
expect_message 'cannot both go to standard output'
cujit pack -o x.pack --symbol x "$id"
expect_status 2
expect_message '--symbol goes with --object'
cujit pack --object x.o --symbol 1x "$id"
expect_status 2
expect_message 'no name in C'
cujit warm
expect_status 2
cujit warm --threads 0 used.txt
expect_status 2
expect_message '--threads'
finish
