#!/bin/sh
# formula_series.sh PROGRAM TEMPERATURES: what formula_series makes of tables, and what it says of what is wrong.
set -eu
program=$(realpath "$1") temperatures=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# is EXPECTED FILE
is() {
    [ "$1" = "$(cat "$2")" ] || { echo "expected"; echo "$1"; echo "but it is"; cat "$2"; exit 1; }
}
# prints EXPECTED TABLE FORMULA
prints() {
    "$program" "$2" "$3" >printed
    is "$1" printed
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
    ! [ -e no.csv ] || { echo "written: $*"; exit 1; }
}

printf 'day,price in EUR,volume\n1,2,10\n2,4,\n3,9,30\n4,1,40\n' >in.csv
"$program" in.csv "c = cumsum(price_in_EUR); c[1:] - c[:-1]" out.csv
is 'day,price_in_EUR,volume,result
1,2,10,
2,4,,4
3,9,30,9
4,1,40,1' out.csv
"$program" in.csv "volume = where(isnan(volume), 20, volume); (day - mean(day)) / std(day) * sqrt(5)" out.csv
is 'day,price_in_EUR,volume,result
1,2,10,-3
2,4,20,-1
3,9,30,1
4,1,40,3' out.csv
prints 16.0 in.csv "sum(price_in_EUR)"
prints True in.csv "all(row == day - 1)"
prints '[ 2.  5. -8.]' in.csv "price_in_EUR[1:] - price_in_EUR[:-1]"
printf 'x\n1\n2\n' >one.csv
"$program" one.csv "x > 1" out.csv
is 'x,result
1,0
2,1' out.csv

# A year of days that are 10 degrees warmer than the mean of the week.
"$program" "$temperatures" "c = cumsum(temperature); (c[7:] - c[:-7]) / 7" out.csv
prints True out.csv "all(isnan(result[:7])) & all(abs(result[7:] - (temperature[7:] + temperature[6:-1] + \
temperature[5:-2] + temperature[4:-3] + temperature[3:-4] + temperature[2:-5] + temperature[1:-6]) / 7) < 1e-8)"
if command -v gnuplot >/dev/null; then
    "$program" "$temperatures" "temperature[1:] - temperature[:-1]" out.csv plot.png
    [ "$(head -c 4 plot.png | tail -c 3)" = PNG ] || { echo "plot.png is no picture"; exit 1; }
    refused "is no name for a plot" in.csv "day" out.csv "it's.png"
fi

refused "did you mean 'volume'" in.csv "volum + 1" no.csv
refused "        ^" in.csv "day + (1" no.csv
refused "no column" in.csv "day[:, None] * day" no.csv
refused "no column" in.csv "sum(day)" no.csv
refused "only assigns" in.csv "day = 1" no.csv
refused "do not go together" in.csv "day[1:] + day" no.csv
refused "bytes" in.csv "day[:, None, None, None, None] * day[:, None, None, None] * day[:, None, None] * day[:, None] * day" no.csv
printf 'a,b\n1,2\n3\n' >short.csv
refused "short.csv:3: expected a number for each name" short.csv "a" no.csv
printf 'a,b\n1,x\n' >words.csv
refused "words.csv:2: expected a number" words.csv "a" no.csv
printf 'a,a\n1,2\n' >twice.csv
refused "a" twice.csv "a" no.csv
refused "none.csv: cannot be opened" none.csv "a" no.csv
: >empty.csv
refused "expected a line of names" empty.csv "a" no.csv
