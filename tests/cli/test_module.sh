#!/bin/sh
# test_module.sh: files of CUDA C++: kernels and what they need, logs, objects, mistakes; and devices in full.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

# What is compiled for: where there is a GPU the host's compiler may be missing, and the other way round.
case $CUJIT_DEVICE in
    cuda*) target=sm_90 kind=cubin cost='[0-9]+( B)?' ;;
    *) target=host kind='shared object' cost=- ;;
esac
mkdir folder parts
cat >folder/kernels.cu <<'END'
#include "factor.h"
#include <offset.h>

namespace ns {
__global__ void scale(float *x, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = FACTOR * x[i] + OFFSET;
}
}

template <typename T> __global__ void turn(T *x)
{
    __shared__ T tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void nothing() {}
END
echo '#define FACTOR 2.0f' >folder/factor.h
echo '#define OFFSET 1.0f' >parts/offset.h

cujit module folder/kernels.cu --arch "$target" -I parts --instance 'turn<double>' --instance 'turn<int>'
expect_status 0
expect_no_message
expect_in_output 'folder/kernels.cu'
expect_in_output "object         $kind"
expect_in_output 'KERNEL'
for name in ns::scale nothing 'turn<double>' 'turn<int>'; do
    expect grep -qE "^$name +$cost +$cost +$cost +$cost +$cost$" out
done
expect_in_output 'created from   compiler'
cujit module folder/kernels.cu --arch "$target" -I parts --instance 'turn<double>' --instance 'turn<int>'
expect_in_output 'created from   disk'
# What is included belongs to the kernel.
echo '#define OFFSET 3.0f' >parts/offset.h
cujit module folder/kernels.cu --arch "$target" -Iparts --json
expect_status 0
expect_json
expect_in_output '"name": "ns::scale"'
[ "$target" != host ] || expect_in_output '"registers": null'
expect_in_output '"origin": "compiler"'
cp folder/kernels.cu folder/factor.h parts/offset.h .
"$CUJIT" module - --arch "$target" -I . <kernels.cu >out 2>err
status=$?
command='module - <kernels.cu'
expect_status 0
expect_in_output 'nothing'
cujit module kernels.cu
expect_status 0
expect_in_output 'ns::scale'

# The object goes where it is wanted.
cujit module kernels.cu --arch "$target" -o kernels.so
expect_status 0
expect [ "$(head -c 4 kernels.so)" = "$(printf '\177ELF')" ]
cujit module kernels.cu --arch "$target" -o -
expect_status 0
expect_message 'KERNEL'
expect cmp -s out kernels.so
cujit module kernels.cu --arch "$target" -o nowhere/kernels.so
expect_status 1
expect_message 'cannot write nowhere/kernels.so'

# A GPU that is not there; only where there is a compiler for it.
cujit module kernels.cu --arch sm_90 --instance 'turn<double>' --instance 'turn<unsigned>'
if [ "$status" -eq 0 ]; then
    expect_in_output 'object         cubin'
    expect grep -qE '^ns::scale +[0-9]+ +0 B +0 B +0 B +0 B$' out
    expect grep -qE '^turn<double> +[0-9]+ +512 B +0 B +0 B +0 B$' out
    expect grep -qE '^turn<unsigned> +[0-9]+ +256 B ' out
    cujit module kernels.cu --arch sm_90 --log --option --ptxas-options=-v
    expect_in_output "The compiler's log:"
    expect_in_output 'Compiling entry function'
    cujit module kernels.cu --arch sm_90 --json --instance 'turn<double>'
    expect_json
    expect_in_output '"shared_bytes": 512'
    cujit module kernels.cu --arch sm_90 --ptx -o kernels.ptx
    expect_status 0
    expect_in_output 'ptx'
    expect grep -q '^\.version' kernels.ptx
    expect grep -qE '^nothing +- +- ' out
    echo '__global__ void k(int *x) { int unused; x[0] = 1; }' >warned.cu
    cujit module warned.cu --arch sm_90
    expect_status 0
    expect_message '--verbose shows them'
    cujit module warned.cu --arch sm_90 --log
    expect_no_message
    expect_in_output 'unused'
    cujit module kernels.cu --arch sm_90 --instance 'turn<nosuch>'
    expect_status 1
    expect_message 'nosuch'
    cujit module kernels.cu --arch sm_1
    expect_status 1
    expect_message 'sm_1'
else
    expect_message 'compiler'
fi

# Mistakes: FILE:LINE:COLUMN, the line and a caret.
cat >wrong.cu <<'END'
__global__ void k(float *x)
{
    x[0] = y[0];
}
END
cujit module wrong.cu --arch "$target"
expect_status 1
expect_output ''
expect_message 'cujit module: wrong.cu:3:12: '
expect_message '    x[0] = y[0];'
expect_message '           ^'
expect_message '(--verbose shows'
cujit module wrong.cu --arch "$target" --log
expect_status 1
expect_message "The compiler's log:"
if [ "$target" = host ]; then
    printf '__global__ void k(float *x)\n{\n    asm("exit;");\n}\n' >refused.cu
    cujit module refused.cu --arch host
    expect_status 1
    expect_message 'refused.cu:3:5: '
fi
cujit module nosuch.cu --arch "$target"
expect_status 1
expect_message 'cannot read nosuch.cu: No such file or directory'
cujit module . --arch "$target"
expect_status 1
expect_message 'cannot read .'
printf 'int a;\0int b;' >zero.cu
cujit module zero.cu --arch "$target"
expect_status 1
expect_message 'zero byte'
echo '#include "nosuch.h"' >include.cu
cujit module include.cu --arch "$target"
expect_status 1
expect_message 'nosuch.h'
: >empty.cu
cujit module empty.cu --arch "$target"
expect grep -qiE 'no kernel|empty|__global__' out err
cujit module kernels.cu --arch "$target" --option -fplugin=evil.so
expect_status 1
cujit module kernels.cu --arch "$target" --instance 'turn<'
expect_status 1

# Devices in full.
cujit devices --long
expect_status 0
expect_in_output 'host'
expect grep -qE '^  memory +[0-9]+ \(' out
expect grep -qE '^  threads in a block +[0-9]+ at most' out
expect grep -qE '\(default\)$' out
case $CUJIT_DEVICE in
    cuda*)
        expect grep -qE '^  compute capability +[0-9]+\.[0-9]$' out
        expect grep -qE '^  multiprocessors +[0-9]+$' out
        expect grep -qE '^  memory bus +[0-9]+ bit$' out
        expect grep -qE '^  L2 cache +[0-9]+ \(' out
        cujit devices --json
        expect_json
        expect_in_output '"compute_capability": "'
        ;;
esac
finish
