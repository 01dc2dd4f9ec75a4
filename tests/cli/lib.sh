#!/bin/sh
# lib.sh: what the tests of the program share; sourced by each. A test runs `cujit ARGUMENT...` and then says what it
# expects of exit status, output and messages; `finish` ends it.
failures=0

# Runs the program; its output goes to the files out and err.
cujit() {
    command=$*
    "$CUJIT" "$@" >out 2>err </dev/null
    status=$?
}

fail() {
    failures=$((failures + 1))
    echo "$(basename "$0"): cujit $command"
    echo "  $1"
    echo "  exit status $status"
    sed 's/^/  out | /' out | head -n 20
    sed 's/^/  err | /' err | head -n 20
}

expect_status() {
    [ "$status" -eq "$1" ] || fail "expected exit status $1"
}

# The whole output, or a part of it.
expect_output() {
    [ "$(cat out)" = "$1" ] || fail "expected the output: $1"
}

expect_in_output() {
    grep -qF -- "$1" out || fail "expected in the output: $1"
}

expect_message() {
    grep -qF -- "$1" err || fail "expected in the messages: $1"
}

expect_no_message() {
    [ ! -s err ] || fail "expected no message"
}

expect_json() {
    command -v python3 >/dev/null 2>&1 || return 0
    python3 -c 'import json, sys; json.load(open("out"), parse_constant=lambda name: sys.exit(1))' 2>/dev/null ||
        fail "expected JSON"
}

expect() {
    "$@" || fail "expected: $*"
}

# npy FILE DESCR FORTRAN SHAPE BYTES: a .npy file; BYTES with the escapes of printf.
npy() {
    case $2 in
        \[*) descr=$2 ;;
        *) descr="'$2'" ;;
    esac
    header="{'descr': $descr, 'fortran_order': $3, 'shape': $4, }"
    # shellcheck disable=SC2059 # the escapes are meant
    {
        printf '\223NUMPY\001\000\166\000'
        printf '%-117s\n' "$header"
        printf "$5"
    } >"$1"
}

finish() {
    [ "$failures" -eq 0 ]
    exit
}
