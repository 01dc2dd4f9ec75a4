#!/bin/sh
# test_errors.sh: mistakes in the user's texts: place, line and caret on standard error, exit status 1.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

cujit run 'float a, float *x' 'x[i] = a * y[i]' a=1 x=ones:5
expect_status 1
expect_output ''
expect_message 'cujit run: operation:1:12:'
expect_message '    x[i] = a * y[i]'
expect_message '               ^'
expect_message '--verbose shows'
cujit run 'float a, float *x' 'x[i] = a * y[i]' a=1 x=ones:5 --verbose
expect_status 1
expect_message "The compiler's log:"

cujit run 'float a, flaot *x' 'x[i] = a' a=1 x=ones:5
expect_status 1
expect_message 'cujit run: arguments:1:10:'
expect_message '             ^'
cujit render 'float *x' 'x[i] = (1'
expect_status 1
expect_message 'cujit render: operation:1:'
cujit run 'float *x' 'x[i] = f(x[i])' x=ones:5 --preamble '__device__ float f(float x) { return y; }'
expect_status 1
expect_message 'preamble:1:'
cujit run 'char a, float *x' 'x[i] = a' a=300 x=ones:4
expect_status 1
expect_message 'a'
cujit run 'const float *x, float *z' 'z[i] = x[i]' x=ones:4 z=ones:5
expect_status 1
expect_message 'z'
cujit run 'float *x' 'x[i] = 1' x=zeros:1000000000000000
expect_status 1
expect_message 'not enough memory'

# What ends a kernel on the host ends the program, which says so. Arm divides by zero without a fault.
if [ "$CUJIT_DEVICE" = host ]; then
    if [ "$(uname -m)" = x86_64 ]; then
        cujit run 'int a, int *x' 'x[i] = x[i] / a' a=0 x=ones:1000
        expect_status 1
        expect_output ''
        expect_message 'cujit run: the kernel ended with SIGFPE (integer division by zero?) on the host device'
    fi
    cujit run 'long long far, int *x' 'x[far] = (int)i' far=0x10000000000000 x=ones:4
    expect_status 1
    expect_output ''
    expect_message 'cujit run: the kernel ended with SIG'
    expect_message 'on the host device'
fi

# A compiler that hangs, in each command that has one work.
if [ "$CUJIT_DEVICE" = host ]; then
    printf '#!/bin/sh\nexec sleep 1000\n' >hanging
    chmod +x hanging
    export CUJIT_RECORD="$PWD/manifest"
    cujit eval '4*x' x=ones:3
    unset CUJIT_RECORD
    echo 'extern "C" __global__ void k(float *x) { x[0] = 1; }' >k.cu
    export CUJIT_CACHE_DIR="$PWD/another" CUJIT_HOST_CXX="$PWD/hanging"
    for words in 'eval 4*x x=ones:3' 'run float*x x[i]=4 x=ones:3' 'compile float*x x[i]=4 -d host' 'module k.cu' \
        'tune float*x x[i]=4 x=ones:3' 'warm manifest' 'pack --manifest manifest --arch host -o none.pack'; do
        # shellcheck disable=SC2086 # several words
        cujit $words --compile-timeout 1
        expect_status 1
        expect_message 'did not finish in 1 seconds and was stopped'
    done
fi

# No colours where there is no terminal.
escape=$(printf '\033')
grep -q "$escape" err && fail 'expected no colours'
finish
