#!/bin/sh
# layout.sh COMPILER INCLUDE_FOLDER LAYOUT_FILE [HEADER]: compares what the public headers say of memory and numbers with the
# file: of each struct the size, and where each member begins; of each constant its value. What is in the file must stay
# as it is; only a struct that is said to grow may have more members, behind those of before. What is new is shown, and
# stands in the file before a release: CUJIT_TEST_WRITE_GOLDEN=1 writes it. HEADER: that one alone, mpi.h; else all
# others.
set -eu
compiler=$1
include=$2
layout=$3
header=${4:-cujit.h}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$header" = mpi.h ]; then
    cat "$include/cujit/mpi.h" >"$work/headers.h"
else
    find "$include/cujit" -name '*.h' ! -name mpi.h -exec cat {} + >"$work/headers.h"
fi

# Comments and directives off; then each struct and enum of the headers as lines of a program that prints them.
{
    echo "#include <cujit/$header>"
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$work/headers.h" | sed '/^ *#/d' | tr '\n' ' ' |
        sed -E 's:/\*([^*]|\*+[^*/])*\*+/: :g' |
        sed 's/typedef \(struct\|enum\)/\n&/g; s/} *cujit_[a-z_]* *;/&\n/g; s/\benum *{[^}]*};/\n&\n/g' | awk '
        function strip(text) { gsub(/^ +| +$/, "", text); return text }
        /^typedef struct cujit_[a-z_]* *{/ {
            name = $3
            body = $0
            sub(/^[^{]*{/, "", body)
            sub(/}[^}]*$/, "", body)
            gsub(/union *{[^}]*}/, "union", body)
            printf "printf(\"%s %%zu:\", sizeof(%s));\n", name, name
            count = split(body, declarations, ";")
            for (k = 1; k <= count; k++) {
                commas = split(declarations[k], members, ",")
                for (m = 1; m <= commas; m++) {
                    member = strip(members[m])
                    sub(/\[.*/, "", member)
                    if (member ~ /\(/) # a pointer to a function: (*name)(...
                        { sub(/^[^(]*\(\*/, "", member); sub(/\).*/, "", member); m = commas }
                    sub(/.*[ *]/, "", member)
                    if (member != "")
                        printf "printf(\" %s %%zu\", offsetof(%s, %s));\n", member, name, member
                }
            }
            print "puts(\"\");"
        }
        /^(typedef )?enum/ {
            name = $1 == "typedef" ? $3 : "enum"
            body = $0
            sub(/^[^{]*{/, "", body)
            sub(/}.*/, "", body)
            count = split(body, members, ",")
            for (k = 1; k <= count; k++) {
                member = strip(members[k])
                sub(/[ =(].*/, "", member)
                if (member ~ /^CUJIT_/ && member !~ /_MAP$/)
                    printf "printf(\"%s %%d\\n\", (int)%s);\n", member, member
            }
        }'
    sed -n 's/^ *X(\(CUJIT_[A-Z_]*\), [0-9]*,.*/printf("\1 %d\\n", (int)\1);/p' "$work/headers.h"
    sed -n 's/^ *X(\([A-Z0-9_]*\), [0-9]*, "[^"]*", "[^"]*",.*/printf("CUJIT_\1 %d\\n", (int)CUJIT_\1);/p' "$work/headers.h"
    echo 'return 0; }'
} >"$work/print.c"
"$compiler" -I"$include" -o "$work/print" "$work/print.c"
"$work/print" | LC_ALL=C sort -u >"$work/now"
if test -n "${CUJIT_TEST_WRITE_GOLDEN:-}"; then
    cp "$work/now" "$layout"
    exit 1
fi

# Those whose size is handed over, and those that the library makes and hands out by a pointer.
growing=$(sed -nE 's/^.*(cujit_[a-z_]*) \*[a-z]*, size_t [a-z_]*size.*/\1/p' "$work/headers.h" | sort -u)
tr '\n' ' ' <<END >"$work/growing"
$growing
cujit_cache_day
cujit_cache_entry
cujit_log_record
cujit_tier_key
cujit_parameter
cujit_function_parameter
END
awk -v growing=" $(cat "$work/growing")" '
    # The members of before stay, and those behind begin behind its end: not in its padding, which nobody zeroes.
    function has_grown(before, after,    count, members, size) {
        if (index(growing, " " $1 " ") == 0)
            return 0
        size = before
        sub(/^[^ ]* /, "", size)
        sub(/^[^:]*:/, "", before)
        sub(/^[^:]*:/, "", after)
        if (index(after, before) != 1)
            return 0
        count = split(substr(after, length(before) + 1), members, " ")
        return count > 1 && members[2] + 0 >= size + 0
    }
    FNR == NR { now[$1] = $0; next }
    { known[$1] = 1 }
    $0 == now[$1] { next }
    has_grown($0, now[$1]) { print "has grown: " now[$1]; failed = 1; next }
    { print "no longer what programs were compiled with: " $0; print "now: " now[$1]; failed = 1 }
    END {
        for (name in now)
            if (!(name in known)) {
                print "new: " now[name]
                failed = 1
            }
        if (failed)
            print "Where that is meant, write the file anew: sh tools/dev golden"
        exit failed
    }' "$work/now" "$layout"
