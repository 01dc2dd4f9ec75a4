#!/bin/sh
# exports.sh LIBRARY HEADER...: what leaves the shared library is what the public headers declare, and nothing else; and
# their constants are named after what they belong to.
set -eu

library=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$library" | awk '$(NF - 1) != "A" { print $NF }' | sed 's/@.*//' | sort -u >"$work/exported"
# Declarations begin with the mark; their name is the word in front of the parenthesis.
grep -hoE '^CUJIT_API [^(]*\(' "$@" | sed -E 's/.*[ *]([A-Za-z0-9_]+)\($/\1/' | sort -u >"$work/declared"

failed=0
if ! test -s "$work/declared"; then
    echo "no declaration was found in $*"
    failed=1
fi
if cat "$@" | tr '\n' ' ' | sed 's/;/;\n/g' | grep -v '_sized(' |
    grep -oE 'CUJIT_API [^(]*\([^)]*(_spec|_options|_info|_stats|_report) \*'; then
    echo "the struct may grow: CUJIT_SIZED, and sized.h"
    failed=1
fi
if grep -v '^cujit_' "$work/exported"; then
    echo "exported, but not named cujit_*: see above"
    failed=1
fi
if comm -13 "$work/exported" "$work/declared" | grep .; then
    echo "declared, but not exported: see above"
    failed=1
fi
if comm -23 "$work/exported" "$work/declared" | grep '^cujit_'; then
    echo "exported, but not declared: see above"
    failed=1
fi
# Each enum's constants begin with its name, but for dtypes; status codes come from a table.
if cat "$@" | tr '\n' ' ' |
    sed -E 's:/\*([^*]|\*+[^*/])*\*+/: :g; s/typedef enum (cujit_[a-z_]+) *\{/\n\1 /g; s/\} *cujit_[a-z_]+;/\n/g' |
    awk '/^cujit_/ { group = toupper($1); sub(/_(KIND|LEVEL)$/, "", group)
        for (k = 2; k <= NF; k++)
            if ($k ~ /^CUJIT_[A-Z0-9_]+,?$/ && index($k, group "_") != 1) print $k, "of", $1 }' |
    grep -v 'of cujit_dtype$'; then
    echo "constants without the name of their group: see above"
    failed=1
fi
echo "$(wc -l <"$work/declared") functions declared, $(wc -l <"$work/exported") exported"
exit $failed
