"""Fills with random numbers: cujit beside cuRAND's host API and PyTorch, on the same memory in one process.

    random_fills.py [--library libcujit.so] [--curand libcurand.so.10] [--sizes 20,24,28] [--repeat 15] [--list]
    taskset -c 0 random_fills.py --host [--library libcujit.so] [--sizes 20,24] [--repeat 15]

Each fill is timed by two events of the driver around it on the default stream, all of them queued behind a kernel that
spins meanwhile (clock.py), so that what the host does for a call is in no figure; the implementations take turns, in any
order. Shown are the mean of the middle half, in us, and GB/s of the bytes that are written; "late" follows where a call
waits for the device, or the host was too slow, so that its time is in the figures. cuRAND draws by Philox4_32_10, as
PyTorch does. What is not there (PyTorch, cuRAND) is left out. Needs a GPU; no package of Python's. With --host: the host
device beside NumPy's Philox, medians of processor time, of the processors that the process may use: one, since NumPy
takes no more.
"""
import argparse
import ctypes
import glob
import os
import statistics
import sys
import time

from clock import DeviceClock

HERE = os.path.dirname(os.path.abspath(__file__))
CELLS = [('uniform', 'f32'), ('uniform', 'f64'), ('normal', 'f32'), ('normal', 'f64')]
BYTES = {'f32': 4, 'f64': 8}
CODES = {'f32': 12, 'f64': 13}  # of cujit/dtype.h
PHILOX = 161                    # CURAND_RNG_PSEUDO_PHILOX4_32_10
WARM = 3


# clock.SPIN, for a driver without a compiler.
SPIN = b'''
.version 6.4
.target sm_70
.address_size 64
.visible .entry spin(.param .u64 ns)
{
    .reg .pred %short;
    .reg .u64 %ns, %start, %now;
    ld.param.u64 %ns, [ns];
    mov.u64 %start, %globaltimer;
again:
    mov.u64 %now, %globaltimer;
    sub.u64 %now, %now, %start;
    setp.lt.u64 %short, %now, %ns;
    @%short bra again;
    ret;
}
'''


class Driver:
    """The device's primary context: memory, and as much of CuPy as DeviceClock needs."""
    figure = staticmethod(DeviceClock.figure)

    def __init__(self):
        self.library = ctypes.CDLL('libcuda.so.1')
        context = ctypes.c_void_p()
        device = ctypes.c_int()
        self('cuInit', 0)
        self('cuDeviceGet', ctypes.byref(device), 0)
        self('cuDevicePrimaryCtxRetain', ctypes.byref(context), device)
        self('cuCtxSetCurrent', context)
        name = ctypes.create_string_buffer(100)
        self('cuDeviceGetName', name, 100, device)
        self.name = name.value.decode()
        self.cuda = self
        self.clock = DeviceClock(self)

    def __call__(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status != 0:
            sys.exit(f'random_fills: {function}: error {status} of the driver')

    def allocate(self, size):
        address = ctypes.c_uint64()
        self('cuMemAlloc_v2', ctypes.byref(address), ctypes.c_size_t(size))
        return address.value

    def free(self, address):
        self('cuMemFree_v2', ctypes.c_uint64(address))

    def measure(self, runs, count):
        return self.clock.measure(runs, count)

    def RawKernel(self, _source, name):
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self('cuModuleLoadData', ctypes.byref(module), SPIN)
        self('cuModuleGetFunction', ctypes.byref(kernel), module, name.encode())

        def launch(grid, block, arguments):
            value = ctypes.c_ulonglong(*arguments)
            values = (ctypes.c_void_p * 1)(ctypes.addressof(value))
            self('cuLaunchKernel', kernel, *grid, 1, 1, *block, 1, 1, 0, None, values, None)
        return launch

    def Device(self):
        return self

    def synchronize(self):
        self('cuCtxSynchronize')

    def Event(self, disable_timing=False):
        return Event(self, 2 if disable_timing else 0)

    def get_elapsed_time(self, before, after):
        ms = ctypes.c_float()
        self('cuEventElapsedTime', ctypes.byref(ms), before.handle, after.handle)
        return ms.value


class Event:
    def __init__(self, driver, flags):
        self.driver, self.handle = driver, ctypes.c_void_p()
        driver('cuEventCreate', ctypes.byref(self.handle), flags)

    def record(self):
        self.driver('cuEventRecord', self.handle, None)

    @property
    def done(self):
        return self.driver.library.cuEventQuery(self.handle) == 0


class Host:
    """Memory and the clock of a process, in the place of a driver's."""
    figure = staticmethod(statistics.median)

    def __init__(self):
        with open('/proc/cpuinfo', encoding='ascii') as lines:
            names = [line.split(':')[1].strip() for line in lines if line.startswith('model name')]
        self.name = f'{names[0] if names else "host"}, {len(os.sched_getaffinity(0))} processors'
        self.buffers = {}

    def allocate(self, size):
        buffer = ctypes.create_string_buffer(size + 64)
        address = ctypes.addressof(buffer) + 63 & -64
        self.buffers[address] = buffer
        return address

    def free(self, address):
        del self.buffers[address]

    @staticmethod
    def time_us(call):
        start = time.process_time()
        call()
        return (time.process_time() - start) * 1e6

    def measure(self, runs, count):
        turns = [{name: self.time_us(run) for name, run in runs.items()} for _ in range(count)]
        return {name: [turn[name] for turn in turns] for name in runs}, True


class NumPy:
    name = 'NumPy'

    def __init__(self):
        import numpy
        self.numpy = numpy
        self.name = 'NumPy ' + numpy.__version__
        self.generator = numpy.random.Generator(numpy.random.Philox(42))

    def fill(self, kind, dtype, address, count):
        memory = (ctypes.c_char * (count * BYTES[dtype])).from_address(address)
        array = self.numpy.frombuffer(memory, dtype=dtype.replace('f32', 'f4').replace('f64', 'f8'))
        function = self.generator.random if kind == 'uniform' else self.generator.standard_normal
        return lambda: function(dtype=array.dtype, out=array)


class Cujit:
    name = 'cujit'

    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.context, self.random = ctypes.c_void_p(), ctypes.c_void_p()
        self('cujit_context_create_sized', None, ctypes.c_size_t(0), ctypes.byref(self.context), None)
        self('cujit_random_create', self.context, ctypes.c_uint64(42), ctypes.byref(self.random), None)

    def __call__(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status != 0:
            sys.exit(f'random_fills: {function}: status {status}')

    def fill(self, kind, dtype, address, count):
        array, shape = ctypes.c_void_p(), (ctypes.c_size_t * 1)(count)
        self('cujit_array_view', self.context, CODES[dtype], 1, shape, None, ctypes.c_void_p(address),
             ctypes.byref(array), None)
        function = getattr(self.library, 'cujit_random_' + kind)
        low, high = ctypes.c_double(0), ctypes.c_double(1)
        return lambda: function(self.random, array, low, high, None) and sys.exit('random_fills: cujit failed')


class Curand:
    name = 'cuRAND'

    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.generator = ctypes.c_void_p()
        self('curandCreateGenerator', ctypes.byref(self.generator), PHILOX)
        self('curandSetPseudoRandomGeneratorSeed', self.generator, ctypes.c_ulonglong(42))

    def __call__(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status != 0:
            sys.exit(f'random_fills: {function}: status {status}')

    def fill(self, kind, dtype, address, count):
        function = 'curandGenerate' + kind.capitalize() + ('Double' if dtype == 'f64' else '')
        number = ctypes.c_double if dtype == 'f64' else ctypes.c_float
        more = [number(0), number(1)] if kind == 'normal' else []
        return lambda: self(function, self.generator, ctypes.c_void_p(address), ctypes.c_size_t(count), *more)


class Torch:
    name = 'torch'

    def __init__(self):
        import torch
        self.torch = torch
        torch.cuda.init()

    def fill(self, kind, dtype, address, count):
        tensor = self.torch.empty(count, dtype={'f32': self.torch.float32, 'f64': self.torch.float64}[dtype],
                                  device='cuda')
        return tensor.uniform_ if kind == 'uniform' else tensor.normal_


def find(given, *patterns):
    """The library that was given, or the first that is there."""
    found = [given] if given else [path for pattern in patterns for path in sorted(glob.glob(pattern))]
    return found[0] if found else None


def implementations(chosen):
    root = os.path.dirname(os.path.dirname(HERE))
    ours = find(chosen.library, root + '/lib/libcujit.so*', root + '/build/bundle-build/libjit/libcujit.so',
                root + '/build/dev/libjit/libcujit.so')
    if ours is None:
        sys.exit('random_fills: libcujit.so is not there; --library says where it is')
    if chosen.host:
        os.environ['CUJIT_DEVICE'] = 'host'
    yield Cujit(ours)
    if chosen.host:
        yield NumPy()
        return
    theirs = find(chosen.curand, '/usr/local/cuda/lib64/libcurand.so.*', '/usr/local/cuda*/lib64/libcurand.so.*',
                  sys.prefix + '/lib/python*/site-packages/nvidia/c*/lib/libcurand.so.*',
                  '/usr/local/lib/python3*/dist-packages/nvidia/c*/lib/libcurand.so.*')
    if theirs is not None:
        yield Curand(theirs)
    try:
        yield Torch()
    except ImportError:
        pass


def measure(driver, sides, kind, dtype, count, repeat):
    """What each side takes, in us, and whether the host was in time."""
    memory = driver.allocate(count * BYTES[dtype])
    calls = {side.name: side.fill(kind, dtype, memory, count) for side in sides}
    for _ in range(WARM):
        for call in calls.values():
            call()
    samples, in_time = driver.measure(calls, repeat)
    driver.free(memory)
    return [driver.figure(samples[name]) for name in calls], in_time


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--library')
    parser.add_argument('--curand')
    parser.add_argument('--sizes', default='20,24,28', help='logarithms to base 2')
    parser.add_argument('--repeat', type=int, default=15)
    parser.add_argument('--host', action='store_true', help="the host device beside NumPy's Philox")
    parser.add_argument('--list', action='store_true', help='say what would be measured; needs no GPU')
    chosen = parser.parse_args()
    sizes = [1 << int(word) for word in chosen.sizes.split(',')]
    if chosen.list:
        print('\n'.join(f'{kind} {dtype} {count}' for kind, dtype in CELLS for count in sizes))
        return
    driver = Host() if chosen.host else Driver()
    sides = list(implementations(chosen))
    print(driver.name)
    print(f'{"":22}' + ''.join(f'{side.name:>22}' for side in sides))
    for kind, dtype in CELLS:
        for count in sizes:
            figures, in_time = measure(driver, sides, kind, dtype, count, chosen.repeat)
            cells = ''.join(f'{us:10.1f} us {count * BYTES[dtype] / us * 1e-3:5.0f} GB/s' for us in figures)
            print(f'{kind} {dtype} {count:<10}{cells}{"" if in_time else " late"}', flush=True)


if __name__ == '__main__':
    main()
