#!/bin/sh
# refused.sh INCLUDE_FOLDER COMPILER...: what CUJIT_ARGS does not take is an error that tells the argument's type, at the
# argument's place in the user's line (C++: in the line); what it takes compiles. `++` in a compiler's name: C++.
set -eu
include=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# compile ARGUMENTS: a program that hands them over in its line 6; what the compiler says is in $work/log.
compile() {
    cat >"$work/program.$language" <<END
#include <cujit/cujit.h>
struct point { float x, y; };
extern cujit_array *z;
extern float *host, table[4];
extern struct point p;
cujit_args args(void) { return CUJIT_ARGS($1); }
END
    LC_ALL=C "$compiler" -I"$include" -fsyntax-only "$work/program.$language" >"$work/log" 2>&1
}

takes() {
    compile "$1" && return
    echo "$compiler refuses CUJIT_ARGS($1)"
    cat "$work/log"
    failed=1
}

# refuses ARGUMENTS PLACE TYPE
refuses() {
    if compile "$1"; then
        echo "$compiler takes CUJIT_ARGS($1)"
    elif ! grep -q "program.$language:6:$2" "$work/log" || ! grep -q "$3" "$work/log"; then
        echo "of CUJIT_ARGS($1), $compiler does not say '$3' at 6:$2"
        cat "$work/log"
    else
        return 0
    fi
    failed=1
}

for compiler; do
    case $compiler in
    *++*) language=cc ;;
    *) language=c ;;
    esac
    takes "1, 2.5, 3.5f, z, CUJIT_ADDRESS(host), CUJIT_IN(table, sizeof table), CUJIT_VALUE(p)"
    if test $language = c; then
        refuses "1, host" "46: error" "float \*"
        refuses "host, 1" "43: error" "float \*"
        refuses "z, table" "46: error" "float"
        refuses "1.0L" "43: error" "long double"
        refuses "2, p, 2" "46: error" "struct point"
    else
        refuses "1, host" "" "float"
        refuses "z, table" "" "float"
        refuses "1.0L" "" "long double"
        refuses "2, p, 2" "" "point"
    fi
done
exit $failed
