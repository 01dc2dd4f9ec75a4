#!/bin/sh
# formula_image.sh PROGRAM LANDSCAPE: what formula_image makes of pictures, and what it says of formulas that are wrong.
set -eu
program=$(realpath "$1") landscape=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# is PICTURE FORMULA: it is True of the picture.
is() {
    [ "$("$program" "$1" "$2")" = True ] || { echo "$1: not so: $2"; exit 1; }
}
# refused WORDS ARGUMENT...: fails, says so, and writes nothing.
refused() {
    words=$1
    shift
    if "$program" "$@" 2>said; then
        echo "not refused: $*"
        exit 1
    fi
    grep -qF -e "$words" said || { echo "not said: $words"; cat said; exit 1; }
    ! [ -e no.png ] || { echo "written: $*"; exit 1; }
}

"$program" 96x64 "$(cat "$landscape")" in.png
is in.png "(mean(r) > 0.2) & (mean(r) < 0.8) & (max(r) > 0.99)"
is in.png "all((r == p[..., 0]) & (g == p[:, :, 1]) & (b == p.T[2].T))"

# Twice the negative is the picture, byte for byte.
"$program" in.png "1 - p" negative.png
"$program" negative.png "1 - p" again.png
cmp in.png again.png
if cmp -s in.png negative.png; then echo "the negative is the picture"; exit 1; fi

# Grey values, what is out of range, NaN, other sizes, numbers.
"$program" in.png "x" x.png
is x.png "all(abs(r - x) <= 0.5/255 + 1e-6) & all((r == g) & (g == b))"
"$program" in.png "where(y < 0.5, nan, 7)" black_and_white.png
is black_and_white.png "all(r == (y >= 0.5))"
"$program" in.png "hypot(r[1:, 1:] - r[:-1, 1:], r[1:, 1:] - r[1:, :-1])" edges.png
is edges.png "sum(x*0 + 1) == 95*63"
"$program" in.png "b = 1 - b; p" blue.png
is blue.png "all(abs(r*0 + 1 - 1) == 0)"

refused "did you mean" in.png "clipp(r, 0, 1)" no.png
refused "       ^" in.png "clip(r, 0, 1" no.png
refused "red" in.png "red + 1" no.png
refused "no picture" in.png "r[0]" no.png
refused "only assigns" in.png "r = g" no.png
refused "at most 4096" in.png "$(printf '%5000s' '')1" no.png
refused "bytes" in.png "r[:, None] + g" no.png
refused "elements" in.png "sum(r[:, None, :, None] + g[None, :, None, :])" no.png
refused "outside" in.png "r[1000000]" no.png
refused "none.png" none.png "r" no.png
refused "in.txt" in.txt "r" no.png
