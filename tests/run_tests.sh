#!/bin/sh
# The bundle's run-tests, made of tests that are none: which of them its words choose, and how they are counted.
# Usage: run_tests.sh SOURCE_FOLDER
set -eu
if ! command -v python3 >/dev/null; then
    echo 'skipped: no python3'
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/root/build/made/meson-info" "$folder/bundle/bin"
echo '[]' >"$folder/root/build/made/meson-info/intro-targets.json"
python3 - >"$folder/root/build/made/meson-info/intro-tests.json" <<'END'
import json
names = {"views on host": 0, "views on cuda": 0, "views_tiled on cuda": 77, "scan on cuda": 0, "conversion": 0, "it's bad": 3}
print(json.dumps([{"name": name, "priority": 0, "env": {}, "workdir": None, "timeout": 30,
                   "cmd": ["sh", "-c", f"exit {code}"]} for name, code in names.items()]))
END
python3 "$1/tools/bundle/write_runner.py" "$folder/root" "$folder/root/build/made" "$folder/bundle"

# expect STATUS NAMES WORD...: the names of the tests that ran, in the order of the alphabet.
expect() {
    status=0 expected="$1: $2"
    shift 2
    "$folder/bundle/run-tests" -j 2 "$@" >"$folder/output" 2>&1 || status=$?
    names=$(sed -n 's/^\(ok  \|skip\|FAIL\)  \(.*[^ ]\)  *[0-9]* s$/\2/p' "$folder/output" | sort | paste -s -d ,)
    if [ "$status: $names" != "$expected" ]; then
        printf 'run-tests %s\nexpected %s\ngot      %s\n' "$*" "$expected" "$status: $names"
        cat "$folder/output"
        exit 1
    fi
}

# said TEXT: what the last run has printed.
said() {
    if ! grep -qF -e "$1" "$folder/output"; then
        echo "expected to read: $1"
        cat "$folder/output"
        exit 1
    fi
}

export LC_ALL=C
expect 1 "conversion,it's bad,scan on cuda,views on cuda,views on host,views_tiled on cuda"
said '4 passed, 1 failed, 1 skipped'
said "FAIL  it's bad: exit status 3"
expect 0 'views on cuda,views on host,views_tiled on cuda' views
said '2 passed, 0 failed, 1 skipped'
expect 0 'views on cuda,views_tiled on cuda' views cuda
expect 0 'views on cuda,views_tiled on cuda' cuda views
expect 0 'scan on cuda,views on cuda,views_tiled on cuda' on cuda
expect 0 'scan on cuda,views on cuda,views_tiled on cuda' 'on cuda'
expect 0 'views on cuda' 'views on' cuda
expect 0 conversion on con
expect 1 "it's bad" "it's"
expect 2 '' views nothing
said 'no test has all of these in its name: views nothing'
expect 2 '' '*'
expect 2 '' 'cuda on'
