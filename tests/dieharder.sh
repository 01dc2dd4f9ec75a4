#!/bin/sh
# dieharder.sh PROGRAM: a few of dieharder's tests over the words that PROGRAM (random_words.c) writes: of one stream, of
# many streams in turn, and of 7 rounds. Their seeds are fixed, so that what passes once always does. Skipped where
# dieharder is not installed.
set -u
program=$1
command -v dieharder >/dev/null 2>&1 || exit 77

failed=0 passed=0
# run NAME SEED STREAMS ROUNDS TEST...
run() {
    name=$1 arguments="$2 $3 $4"
    shift 4
    for number; do
        # shellcheck disable=SC2086 # one word an argument
        line=$("$program" $arguments | dieharder -g 200 -d "$number" -D test_name -D pvalues -D assessment) || line="FAILED: $?"
        case $line in
            *FAILED*) failed=$((failed + 1)) && printf '%s: %s\n' "$name" "$line" ;;
            *PASSED* | *WEAK*) passed=$((passed + 1)) ;;
            *) failed=$((failed + 1)) && printf '%s: test %s says nothing: %s\n' "$name" "$number" "$line" ;;
        esac
    done
}

run 'one stream' 1 1 10 0 15 100 101
run '256 streams in turn' 1 256 10 0 100
run '7 rounds' 1 1 7 0 100
# A check that fails, to show that it can: 4096 words again and again.
words=$(mktemp) && "$program" 1 1 10 1048576 | head -c 16384 >"$words"
[ -s "$words" ] || exit 1
if while cat "$words"; do :; done 2>/dev/null | dieharder -g 200 -d 0 | grep -q PASSED; then
    echo 'words that are repeated pass'
    failed=$((failed + 1))
fi
rm -f "$words"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
