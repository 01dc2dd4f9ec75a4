#!/bin/sh
# test_cache.sh: compile, render, devices, doctor, and the kernel cache.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

cujit devices
expect_status 0
expect_in_output DEVICE
expect_in_output '*  '
cujit devices --json
expect_json
expect_in_output "\"device\": \"$CUJIT_DEVICE\""
cujit doctor --json
expect_json
expect_in_output '"findings"'
cujit doctor
expect_in_output 'good'

# An empty cache.
cujit cache ls
expect_status 0
expect_output ''
expect_message 'no kernels in'
cujit cache ls --json
expect_status 0
expect_output '[]'
cujit cache stats
expect_status 0
expect_in_output 'kernels    0'
cujit cache verify
expect_status 0
cujit cache clear
expect_status 0

# Two kernels in it.
cujit run 'float *x' 'x[i] = 1' x=zeros:1 --name first
expect_status 0
cujit run 'float *x' 'x[i] = 2' x=zeros:1 --name second
expect_status 0
cujit cache ls
expect_status 0
expect_in_output 'ID'
expect_in_output 'first'
expect_in_output 'second'
expect test "$(wc -l <out)" -eq 3
id=$(awk '$2 == "second" { print $1 }' out)
cujit cache ls --json
expect_json
expect_in_output '"name": "first"'
cujit cache show "$id"
expect_status 0
expect_in_output 'second'
cujit cache show "$id" --source
expect_status 0
expect_in_output 'x[i] = 2'
cujit cache show "$id" --log
expect_status 0
cujit cache show "$id" --json
expect_json
expect_in_output '"intact": true'
cujit cache show "$id" --object object
expect_status 0
expect test -s object
cujit cache show 0
expect_status 1
cujit cache show xyzxyz
expect_status 1
cujit cache verify --json
expect_status 0
expect_json
expect_in_output '"entries": 2'
cujit cache stats --json
expect_json
expect_in_output '"entries": 2'
cujit cache ls --dir "$PWD/elsewhere"
expect_status 0
expect_message 'no kernels in'
cujit cache clear --json
expect_status 0
expect_in_output '"removed": 2'
cujit cache ls --json
expect_output '[]'

# The source, without a compiler; the object, without a device.
cujit render 'float *x' 'x[i] = 42' --name answer
expect_status 0
expect_in_output 'answer'
expect_in_output 'x[i] = 42'
cujit render 'float *x' 'x[i] = 42' --device sm_90
expect_status 0
cujit compile 'float *x' 'x[i] = 42' --arch sm_80 -o object
if [ "$status" -eq 0 ]; then
    expect_in_output 'registers'
    expect test "$(head -c 4 object | tail -c 3)" = ELF
    cujit compile 'float *x' 'x[i] = 42' --arch sm_80 --ptx -o -
    expect_status 0
    expect_in_output '.target sm_80'
    expect_message 'architecture'
    cujit compile 'float *x' 'x[i] = 42' --arch sm_80 --json
    expect_json
    expect_in_output '"registers": '
    cujit compile 'float *x' 'x[i] = 42' --arch sm_80 -o absent/object
    expect_status 1
else
    expect_message 'NVRTC' # it may be missing here, nothing else
fi
finish
