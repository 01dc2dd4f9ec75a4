#!/bin/sh
# run.sh PART: a test of the program `cujit`. $CUJIT: the program; $CUJIT_DEVICE: where its kernels run (host, cuda:0).
# Runs test_PART.sh beside it in an empty folder, with a kernel cache of its own. Exit status 77: the device is not
# there, nothing was tested.
set -u
here=$(cd -- "$(dirname -- "$0")" && pwd) || exit 1
: "${1:?which test}"
: "${CUJIT:?the path of the program is needed in the environment}"
case $CUJIT in
    /*) ;;
    */*) CUJIT=$(pwd)/$CUJIT ;;
esac
CUJIT_DEVICE=${CUJIT_DEVICE:-host}
# Where the program was built with AddressSanitizer: too large an allocation is an error to be reported, not the end.
ASAN_OPTIONS=allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export CUJIT CUJIT_DEVICE ASAN_OPTIONS
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

CUJIT_CACHE_DIR=$folder/probe
CUJIT_CACHE_PACKS=
XDG_DATA_HOME=$folder/data
export CUJIT_CACHE_DIR CUJIT_CACHE_PACKS XDG_DATA_HOME
if ! "$CUJIT" run 'float *x' 'x[i] = 1' x=zeros:1 >"$folder/out" 2>"$folder/err"; then
    if grep -qE 'no CUDA driver|no such device|libcuda|no compiler|compiler was found' "$folder/err"; then
        echo "skipped: nothing runs on $CUJIT_DEVICE here: $(cat "$folder/err")"
        exit 77
    fi
fi

mkdir "$folder/work" || exit 1
CUJIT_CACHE_DIR=$folder/cache
cd "$folder/work" && sh "$here/test_$1.sh"
