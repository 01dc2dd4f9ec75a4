#!/bin/sh
# layers.sh ROOT: reads the #include lines of libjit/, cache/, tools/ and include/. Each folder of the first two is a
# layer, and includes only its own files and those of the layers below it; families stand side by side, and do not
# include each other. The others include nothing of the library's own. A path begins at the root, so that it tells the
# layer. Nothing outside of libjit/device names what is a backend's own; each file opens with its name and what it is
# for; and templates/prelude_promotion_functions.h is sorted. A first run over lines that are wrong shows that they are
# found.
set -u
root=$1
layers='libjit/base libjit/syntax cache cache/remote libjit/device libjit/runtime libjit/io libjit/kernel
        libjit/elementwise,libjit/reduction,libjit/module libjit/array libjit/random libjit/expression libjit/diagnose libjit/mpi'

# Reads "FILE: #include ..." lines; prints what is wrong.
check_includes() {
    awk -v layers="$layers" '
        function layer(path) {
            if (path ~ /^libjit\/device\//)
                return "libjit/device"
            sub(/\/[^\/]*$/, "", path)
            return path
        }
        BEGIN {
            ranks = split(layers, row)
            for (k = 1; k <= ranks; k++) {
                beside = split(row[k], names, ",")
                for (m = 1; m <= beside; m++)
                    rank[names[m]] = k
            }
        }
        {
            file = $0
            sub(/:.*/, "", file)
            if (!match($0, /["<][^">]*[">]/))
                next
            other = substr($0, RSTART + 1, RLENGTH - 2)
            quoted = substr($0, RSTART, 1) == "\""
            own = other ~ /^(libjit|cache)\//
            if (file !~ /^(libjit|cache)\//) {
                if (own)
                    print file ": includes " other ", of the library'\''s own"
                next
            }
            if (!own) {
                if ((quoted && other != "templates/templates.h") || other ~ /^(cuda|nvrtc|tools|\.)/)
                    print file ": includes " other ", of no layer"
                next
            }
            from = layer(file)
            to = layer(other)
            if (!(from in rank) || !(to in rank))
                print file ": " other ": no such layer; tests/layers.sh lists them"
            else if (rank[to] > rank[from])
                print file ": includes " other ", which stands above it"
            else if (rank[to] == rank[from] && to != from)
                print file ": includes " other ", of another family"
            else if (from == "libjit/mpi" && to != from && to != "libjit/base")
                print file ": includes " other ", where it has the public headers"
            else if (other ~ /^libjit\/device\/(cuda|host)\//) {
                kind = other
                sub(/^libjit\/device\//, "", kind)
                sub(/\/.*/, "", kind)
                if (file !~ "^libjit/device/" kind "/")
                    print file ": includes " other ", which is that device'\''s own"
            }
        }'
}

wrong=$(check_includes <<'EOF'
libjit/base/text.c: #include "libjit/syntax/lexer.h"
libjit/reduction/scan.c: #include "libjit/elementwise/form.h"
libjit/runtime/context.c: #include "libjit/device/cuda/driver.h"
libjit/device/host/unit.c: #include "libjit/device/cuda/driver.h"
cache/store.c: #include "libjit/device/backend.h"
libjit/other/x.c: #include "libjit/base/text.h"
libjit/kernel/build.c: #include "libjit/runtime/context.h"
libjit/runtime/array.c: # include <libjit/kernel/core.h>
libjit/runtime/array.c: #include "../kernel/core.h"
libjit/runtime/array.c: #include <cuda.h>
tools/run.h: #include "libjit/base/text.h"
libjit/mpi/share.c: #include "libjit/runtime/context.h"
libjit/device/cuda/image.c: #include "libjit/device/cuda/driver.h"
libjit/device/preludes.c: #include "templates/templates.h"
tools/run.h: #include "element.h"
EOF
)
if [ "$(printf '%s\n' "$wrong" | wc -l)" -ne 11 ]; then
    printf 'layers.sh does not find what is wrong:\n%s\n' "$wrong" >&2
    exit 1
fi

cd "$root" || exit 1
lines=$(find libjit cache tools include -name '*.[ch]' ! -name embed.c -exec grep -H '^ *# *include' {} +)
if [ "$(printf '%s\n' "$lines" | wc -l)" -lt 600 ]; then
    echo "layers.sh finds no files in $root" >&2
    exit 1
fi
found=$(printf '%s\n' "$lines" | check_includes)
named=$(find libjit cache -path libjit/device -prune -o -name '*.[ch]' -exec grep -nHE '\bcj_(cuda|host)_' {} + |
    sed 's/$/  <- names what is a backend'\''s own/')
mute=$(find libjit cache -name '*.[ch]' | while read -r file; do
    sed -n 2p "$file" | grep -q "^ \* $(basename "$file"): " || echo "$file: does not open with what it is for"
done)
# libjit/syntax/promotion.c looks for functions by halves.
unsorted=$(sed -n 's/^CUJIT_[A-Z0-9_]*(\([a-z0-9_]*\).*/\1/p' templates/prelude_promotion_functions.h |
    LC_ALL=C sort -cu 2>&1 || true)
if [ -n "$found$named$mute$unsorted" ]; then
    printf '%s\n' "$found" "$named" "$mute" "$unsorted" >&2
    exit 1
fi
echo "each of $(printf '%s\n' "$lines" | wc -l) includes points downwards"
