#!/bin/sh
# run.sh HAS_DEVICE COMMAND...: runs an example as a test. Skipped (77) where the device that $CUJIT_DEVICE names cannot
# be used, or where there is no such command; otherwise with a kernel cache of its own. Where $EXPECTED is a file, that
# is what it must print; where $DRAWS is set, it is given a file for a picture.
"$1" || exit $?
shift
command -v "$1" >/dev/null || { echo "skipped: there is no $1"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export CUJIT_CACHE_DIR="$folder/kernels" XDG_DATA_HOME="$folder/data"
[ -z "${DRAWS:-}" ] || set -- "$@" "$folder/picture.png"
[ -n "${EXPECTED:-}" ] || { "$@"; exit; }
"$@" >"$folder/out" && diff "$EXPECTED" "$folder/out"
