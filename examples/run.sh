#!/bin/sh
# run.sh HAS_DEVICE PROGRAM: runs an example as a test. Skipped (77) where the device that $CUJIT_DEVICE names cannot be
# used; otherwise with a kernel cache of its own.
"$1" || exit $?
cache=$(mktemp -d) || exit 1
trap 'rm -rf "$cache"' EXIT
CUJIT_CACHE_DIR=$cache/kernels "$2"
