"""What the same work costs in CuPy and PyTorch: the host's side of one launch, and the first kernel of a process.

    python3 bench/peers.py

Needs a GPU, CuPy and PyTorch. Prints one line a figure; times are medians. Compare with `cujit-bench` on the same
machine.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 5


def first_cupy():
    import cupy as cp
    x = cp.zeros(1024, cp.float32)
    y = cp.zeros_like(x)
    cp.cuda.Device().synchronize()
    start = time.perf_counter()
    kernel = cp.ElementwiseKernel('float32 a, float32 x, float32 b, float32 y', 'float32 z', 'z = a*x + b*y', 'axpby')
    kernel(cp.float32(5), x, cp.float32(6), y)
    cp.cuda.Device().synchronize()
    return time.perf_counter() - start


def first_torch():
    import torch
    x = torch.zeros(1024, device='cuda')
    torch.cuda.synchronize()
    start = time.perf_counter()
    kernel = torch.cuda.jiterator._create_jit_fn(
        'template <typename T> T axpby(T x, T y, T a, T b) { return a*x + b*y; }', a=5.0, b=6.0)
    kernel(x, x)
    torch.cuda.synchronize()
    return time.perf_counter() - start


def launches():
    import cupy as cp
    import torch
    x = cp.ones(1024, cp.float32)
    y = cp.ones_like(x)
    z = cp.empty_like(x)
    left = torch.ones(1024, device='cuda')
    right = torch.ones_like(left)
    elementwise = cp.ElementwiseKernel('T a, T x, T b, T y', 'T z', 'z = a*x + b*y', 'axpby')
    jitted = torch.cuda.jiterator._create_jit_fn(
        'template <typename T> T axpby(T x, T y, T a, T b) { return a*x + b*y; }', a=2.0, b=3.0)
    a, b = cp.float32(2), cp.float32(3)
    print(f'CuPy {cp.__version__}, PyTorch {torch.__version__}, driver {cp.cuda.runtime.driverGetVersion()}', flush=True)
    peers = (
        ('CuPy ElementwiseKernel', lambda: elementwise(a, x, b, y, z), cp.cuda.Device().synchronize),
        ('PyTorch jiterator', lambda: jitted(left, right), torch.cuda.synchronize),
        ('torch.add', lambda: torch.add(left, right, alpha=2), torch.cuda.synchronize),
    )
    for name, call, wait in peers:
        times = []
        for _ in range(11):
            wait()
            start = time.perf_counter()
            for _ in range(2000):
                call()
            times.append((time.perf_counter() - start) / 2000)
            wait()
        print(f'{name + ", one launch":52} {1e6 * statistics.median(times):10.3f}  us', flush=True)


def first_kernels():
    for name, mode in (('CuPy ElementwiseKernel', 'cupy'), ('PyTorch jiterator', 'torch')):
        cold, warm = [], []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as directory:
                environment = dict(os.environ, CUPY_CACHE_DIR=directory, PYTORCH_KERNEL_CACHE_PATH=directory)
                for times in (cold, warm):
                    output = subprocess.run([sys.executable, __file__, mode], env=environment, check=True,
                                            capture_output=True, text=True).stdout
                    times.append(float(output))
        for state, times in (('cold', cold), ('warm', warm)):
            print(f'{name + ", first kernel, " + state:52} {1e3 * statistics.median(times):10.3f}  ms', flush=True)


if __name__ == '__main__':
    if sys.argv[1:] == ['cupy']:
        print(first_cupy())
    elif sys.argv[1:] == ['torch']:
        print(first_torch())
    else:
        launches()
        first_kernels()
