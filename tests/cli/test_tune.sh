#!/bin/sh
# test_tune.sh: variants that are timed, and the winner in the cache.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

cujit tune 'float a, const float *x, float *z' 'z[i] = a * x[i]' a=2 x=arange:100000
expect_status 0
expect_in_output 'VARIANT'
expect_in_output 'default'
expect_in_output 'chosen'
expect_in_output 'GB/s'
case $CUJIT_DEVICE in
    host*)
        expect_in_output 'plain'
        expect_message 'there is no choice'
        tunings=0 counted='0 tunings'
        ;;
    *)
        expect_in_output 'tile 4x1/256'
        expect_message 'is kept in'
        expect test "$(wc -l <out)" -eq 30
        tunings=1 counted='1 tuning'
        ;;
esac
cujit cache stats
expect_in_output "tunings    $tunings"
cujit cache verify
expect_status 0
expect_in_output "$counted, 0 damaged"
cujit run 'float a, const float *x, float *z' 'z[i] = a * x[i]' a=2 x=arange:4
expect_output 'z = float32 (4,)
[0. 2. 4. 6.]'

cujit tune 'int *x' 'x[i] = 2 * x[i]' x=arange:100 --json
expect_status 0
expect_json
expect_in_output '"variant":'
expect_in_output '"gb_per_s":'
expect_in_output '"candidates":'
cujit cache clear
expect_status 0
cujit cache stats
expect_in_output 'tunings    0'

# Nothing to time.
cujit tune 'int *x' 'x[i] = 1' x=zeros:0
expect_status 0
expect_message 'nothing was timed'
cujit tune 'int *x' 'x[i] = 1' x=zeros:0 --json
expect_json
expect_in_output '"variant": null'

# What is wrong.
cujit tune
expect_status 2
expect_message 'two texts are needed'
cujit tune 'int *x'
expect_status 2
cujit tune 'int *x' 'x[i] = 1'
expect_status 2
expect_message 'no array has a value'
cujit tune 'int *x' 'x[i] = 1' y=zeros:3
expect_status 2
cujit tune 'int *x' 'x[i] = 1' x=zeros:3 x=zeros:4
expect_status 2
cujit tune 'int *x' 'x[i] = 1' x=zeros:3 --slice ::2
expect_status 2
cujit tune 'int *x' 'x[i] = 1' x=zeros:3 -o x=file.npy
expect_status 2
cujit tune 'int *x, int *y' 'x[i] = y[i]' x=zeros:3 y=zeros:4
expect_status 1
expect_message 'elements'
cujit tune 'int *x' 'x[i] = ' x=zeros:3
expect_status 1
cujit tune 'int *x' 'x[i] = 1' x=zeros:3 -d nothing
expect_status 1

finish
