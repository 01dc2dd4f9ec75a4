"""What the same work costs the host: one launch, and the first kernel of a process with nothing or all of it cached.

Runs itself in fresh processes for the latter: `python3 host_cost.py PEER FOLDER` prints seconds. Contexts and the
import of Python modules are not counted.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

ELEMENTS, LAUNCHES, ROUNDS, RUNS = 1024, 2000, 11, 3
AXPBY = 'template <typename T> T axpby(T x, T y, T a, T b) { return a*x + b*y; }'


class Small:
    """A cell of 1024 floats, for the host's cost of `axpby`."""
    form = 'axpby'

    def __init__(self, cupy):
        from cells import DTYPES
        self.dtype = DTYPES['f32']
        self.inputs = self.operands = [cupy.ones(ELEMENTS, cupy.float32), cupy.ones(ELEMENTS, cupy.float32)]
        self.outputs = [cupy.empty(ELEMENTS, cupy.float32)]


def first_cujit(folder):
    import ctypes
    import cupy
    from ours import Library
    library = Library(os.path.join(folder, 'libcujit_peers.so'), 'cuda:0', os.environ['CUJIT_CACHE_DIR'])
    small = Small(cupy)
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    call = library.call('axpby', small.dtype, small)
    library.do('call_run', call)
    library.do('synchronize', library.context)
    taken = time.perf_counter() - start
    library.free(call)
    library.library.peers_close(ctypes.c_void_p(library.context.value))
    return taken


def first_cupy(_):
    import cupy
    x = cupy.zeros(ELEMENTS, cupy.float32)
    y = cupy.zeros_like(x)
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    kernel = cupy.ElementwiseKernel('float32 a, float32 x, float32 b, float32 y', 'float32 z', 'z = a*x + b*y', 'axpby')
    kernel(cupy.float32(5), x, cupy.float32(6), y)
    cupy.cuda.Device().synchronize()
    return time.perf_counter() - start


def first_jiterator(_):
    import torch
    x = torch.zeros(ELEMENTS, device='cuda')
    torch.cuda.synchronize()
    start = time.perf_counter()
    kernel = torch.cuda.jiterator._create_jit_fn(AXPBY, a=5.0, b=6.0)
    kernel(x, x)
    torch.cuda.synchronize()
    return time.perf_counter() - start


def small_fold(cupy):
    """A cell of 1024 floats, for the host's cost of `sum`."""
    import types
    import folds
    chosen = types.SimpleNamespace(dtypes=['f32'], cases=['sum'], sizes=[ELEMENTS])
    arena = folds.Arena(cupy, chosen)
    arena.randomize(folds.DTYPES['f32'])
    return folds.Cell(folds.CASES['sum'], folds.DTYPES['f32'], (ELEMENTS,), arena)


def first_cujit_sum(folder):
    import cupy
    from ours import Library
    library = Library(os.path.join(folder, 'libcujit_peers.so'), 'cuda:0', os.environ['CUJIT_CACHE_DIR'])
    small = small_fold(cupy)
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    fold = library.fold(small)
    library.do('fold_run', fold)
    library.do('synchronize', library.context)
    taken = time.perf_counter() - start
    library.free_fold(fold)
    library.close()
    return taken


def first_cupy_sum(_):
    import cupy
    from fold_others import CupyKernel
    small = small_fold(cupy)
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    CupyKernel(cupy).prepare(small)[0][1]()
    cupy.cuda.Device().synchronize()
    return time.perf_counter() - start


FIRST = {'cujit': first_cujit, 'cupy': first_cupy, 'jiterator': first_jiterator, 'cujit-sum': first_cujit_sum,
         'cupy-sum': first_cupy_sum}
ELEMENTWISE_FIRST = {'cujit': 'cujit', 'cupy': 'cupy', 'jiterator': 'jiterator'}  # and the implementation it is of
FOLD_FIRST = {'cujit-sum': 'cujit', 'cupy-sum': 'kernel'}


def time_loop(call, wait):
    """The median cost of a call, in us, over rounds of many that nobody waits for."""
    times = []
    for _ in range(ROUNDS):
        wait()
        start = time.perf_counter()
        for _ in range(LAUNCHES):
            call()
        times.append((time.perf_counter() - start) / LAUNCHES)
    wait()
    return 1e6 * statistics.median(times)


def launches(cupy, implementations):
    """us of the host for one launch, by implementation; ours from C (its caller is a C program), theirs from Python."""
    wait, small, found = cupy.cuda.Device().synchronize, Small(cupy), {}
    for implementation in implementations:
        if implementation.key == 'cujit':
            found[implementation.name] = time_ours(implementation.library, small, wait)
        elif implementation.key == 'cupy':
            run = implementation.prepare(small)[0][1]
            run()
            found[implementation.name] = time_loop(run, wait)
        elif implementation.key == 'jiterator':
            run = implementation.prepare(small)[0][1]
            run()
            found[implementation.name] = time_loop(run, wait)
        elif implementation.key == 'torch':
            torch = implementation.torch
            x, y = implementation.tensors(small.inputs)
            found['torch.add'] = time_loop(lambda: torch.add(x, y, alpha=2), wait)
    return found


def fold_launches(cupy, implementations):
    """The same for a sum."""
    wait, small, found = cupy.cuda.Device().synchronize, small_fold(cupy), {}
    for implementation in implementations:
        if implementation.key == 'cujit':
            library = implementation.library
            fold = library.fold(small)
            found[implementation.name] = time_host(library, 'fold_host_us', fold, wait)
            library.free_fold(fold)
        elif implementation.key in ('kernel', 'cupy', 'torch'):
            run = implementation.prepare(small)[0][1]
            run()
            name = {'cupy': 'cupy.sum', 'torch': 'torch.sum'}.get(implementation.key, implementation.name)
            found[name] = time_loop(run, wait)
    return found


BARE = r'''
extern "C" __global__ void bare(const float *a, const float *b, float *z, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = 2 * a[i] + sinf(b[i]);
}
'''
BURST = 500  # launches in a row: fewer than a device queues


def bare_launch(cupy, library, a, b):
    """us of `count` bare cuLaunchKernel, each."""
    import ctypes
    kernel = cupy.RawModule(code=BARE).get_function('bare')
    z = cupy.empty_like(a)
    values = [ctypes.c_void_p(array.data.ptr) for array in (a, b, z)] + [ctypes.c_uint(ELEMENTS)]
    pointers = (ctypes.c_void_p * 4)(*[ctypes.addressof(value) for value in values])
    run = library.library.peers_bare_host_us
    run.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p, ctypes.c_int]
    run.restype = ctypes.c_double
    function = getattr(kernel, 'kernel', kernel).ptr
    return lambda count: (values, z, run(function, ELEMENTS // 256, 256, pointers, count))[-1]


def of_c(library, text, arrays, valued):
    """Calls from C, as the callers of our library and of the driver are C programs: us for each of `count`."""
    import ctypes
    us, made = ctypes.c_double(), library.expression(text, arrays, valued=valued)

    def loop(count, kept=arrays):
        library.do('text_host_us', made, count, ctypes.byref(us))
        return us.value
    return loop


def of_python(call):
    def loop(count):
        start = time.perf_counter()
        for _ in range(count):
            call()
        return 1e6 * (time.perf_counter() - start) / count
    return loop


def expression_calls(cupy, implementation, a, b):
    """What `2*a + sin(b)` is for an implementation: by name a callable that makes one that makes so many calls."""
    def ours():
        return of_c(library, '2*a + sin(b)', {'a': a, 'b': b}, True)

    def ours_into():
        return of_c(library, 'z = 2*a + sin(b)', {'a': a, 'b': b, 'z': cupy.empty_like(a)}, False)

    def fused():
        def twice_and_sine(a, b):
            return 2*a + cupy.sin(b)
        kernel = cupy.fuse(twice_and_sine)
        return of_python(lambda: kernel(a, b))

    def tensors():
        torch, (x, y) = implementation.torch, implementation.tensors([a, b])

        def twice_and_sine(a, b):
            return 2*a + torch.sin(b)
        call = torch.compile(twice_and_sine, dynamic=False) if implementation.compiled else twice_and_sine
        return of_python(lambda: call(x, y))

    if implementation.key == 'cujit':
        library = implementation.library
        return {'bare cuLaunchKernel': lambda: bare_launch(cupy, library, a, b), 'cujit_eval': ours,
                'cujit_eval, into an array': ours_into}
    if implementation.key == 'cupy':
        return {'CuPy': lambda: of_python(lambda: 2*a + cupy.sin(b)), 'cupy.fuse': fused}
    return {implementation.name: tensors} if implementation.key in ('torch', 'compile') else {}


def expressions(cupy, implementations):
    """us of the host for `2*a + sin(b)` of 1024 floats: medians over rounds, in turns. What fails is left out."""
    wait = cupy.cuda.Device().synchronize
    a, b = cupy.ones(ELEMENTS, cupy.float32), cupy.ones(ELEMENTS, cupy.float32)
    calls, samples = {}, {}
    for implementation in implementations:
        for name, make in expression_calls(cupy, implementation, a, b).items():
            try:
                call = make()
                call(3)
                calls[name], samples[name] = call, []
            except Exception as reason:  # a peer that fails is a finding
                print(f'{name}: {str(reason).strip()[:300]}', file=sys.stderr)
    for _ in range(2 * ROUNDS + 1):
        for name, call in calls.items():
            wait()
            samples[name].append(call(BURST))
    wait()
    return {name: statistics.median(times) for name, times in samples.items()}


def time_ours(library, small, wait):
    call = library.call('axpby', small.dtype, small)
    us = time_host(library, 'call_host_us', call, wait)
    library.free(call)
    return us


def time_host(library, function, call, wait):
    import ctypes
    us, times = ctypes.c_double(), []
    for _ in range(ROUNDS):
        wait()
        library.do(function, call, LAUNCHES, ctypes.byref(us))
        times.append(us.value)
    wait()
    return statistics.median(times)


def empty_caches(directory):
    """The environment of a process whose caches are in there; the driver's own, which all share, is switched off."""
    return dict(os.environ, CUPY_CACHE_DIR=directory, PYTORCH_KERNEL_CACHE_PATH=directory, CUJIT_CACHE_DIR=directory,
                CUDA_CACHE_DISABLE='1')


def first_kernels(folder, keys):
    """ms of the first kernel, cold and warm, medians over processes; a peer that fails says why."""
    found = {}
    for key in keys:
        times = {'cold': [], 'warm': []}
        try:
            for _ in range(RUNS):
                with tempfile.TemporaryDirectory() as directory:
                    for state in times:
                        run = subprocess.run([sys.executable, __file__, key, folder], env=empty_caches(directory), check=True,
                                             capture_output=True, text=True, timeout=120)
                        times[state].append(1e3 * float(run.stdout.split()[-1]))
            found[key] = {state: statistics.median(values) for state, values in times.items()}
        except subprocess.CalledProcessError as failure:
            found[key] = {'reason': (failure.stderr.strip().split('\n') or [''])[-1][:300]}
        except (subprocess.TimeoutExpired, ValueError, IndexError) as failure:
            found[key] = {'reason': str(failure)[:300]}
    return found


if __name__ == '__main__':
    print(FIRST[sys.argv[1]](sys.argv[2]))
