"""The peers of reductions and scans: CUB, CuPy's ReductionKernel, what CuPy and PyTorch have ready, on the host NumPy.

As in others.py each works on the arrays of a cell and queues on the default stream; `prepare` gives the ways to do a
cell, of which the fastest counts that is right.

    fold_others.py SHARD SHARDS DTYPES CASES SIZES     has CuPy compile its kernels, one part of several
"""
import ctypes
import os
import subprocess
import sys
import time
import types

from folds import ACCUMULATORS
from others import Peer, Torch, Unsupported
from ours import address


class Cub(Peer):
    name, key = 'CUB', 'cub'

    def __init__(self, folder):
        self.library = library = ctypes.CDLL(os.path.join(folder, 'libcujit_peers_fold_cub.so'))
        library.peers_cub_error.restype = library.peers_fold_cub_label.restype = ctypes.c_char_p
        text, pointer, number = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int
        library.peers_fold_cub_ways.argtypes = [text, text]
        library.peers_fold_cub_create.argtypes = [text, text, number, ctypes.POINTER(pointer), pointer, number, number,
                                                  number, ctypes.POINTER(pointer)]
        for name in ('run', 'label', 'free'):
            getattr(library, 'peers_fold_cub_' + name).argtypes = [pointer]
        library.peers_fold_cub_free.restype = None
        self.run, self.plans = library.peers_fold_cub_run, []

    def version(self):
        number = self.library.peers_cub_version()
        return f'{number // 100000}.{number // 100 % 1000}.{number % 100}'

    def check(self, code):
        if code != 0:
            raise RuntimeError(self.library.peers_cub_error(code).decode())

    def prepare(self, cell):
        for plan in self.plans:
            self.library.peers_fold_cub_free(plan)
        self.plans, self.inputs = [], (ctypes.c_void_p * 2)(*map(address, cell.inputs))
        form, dtype = cell.case.name.encode(), cell.dtype.name.encode()
        ways = self.library.peers_fold_cub_ways(form, dtype)
        if ways == 0:
            raise Unsupported('CUB has no form for it')
        for number in range(ways):
            plan = ctypes.c_void_p()
            self.check(self.library.peers_fold_cub_create(form, dtype, number, self.inputs, address(cell.outputs[0]),
                                                          cell.n, cell.shape[0], cell.shape[-1], ctypes.byref(plan)))
            self.plans.append(plan)
        return [(self.library.peers_fold_cub_label(plan).decode(), self.way(plan)) for plan in self.plans]

    def way(self, plan):
        run, check = self.run, self.check

        def launch():
            code = run(plan)
            if code != 0:
                check(code)
        return launch


PAIR = r'''
template <typename T> struct peers_pair {
    T value;
    long long index;
    __device__ peers_pair() : value(), index(-1) {}
    __device__ peers_pair(T value, long long index) : value(value), index(index) {}
};
template <typename T> __device__ peers_pair<T> peers_larger(const peers_pair<T> &a, const peers_pair<T> &b)
{
    if (a.index < 0 || b.index < 0)
        return a.index < 0 ? b : a;
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
}
'''


class CupyKernel(Peer):
    """A kernel of the user's own, with the map and the reduce that ours has."""
    name, key = 'CuPy ReductionKernel', 'kernel'

    def __init__(self, cupy):
        self.cupy, self.kernels = cupy, {}

    def version(self):
        return self.cupy.__version__

    def kernel(self, cell):
        dtype, key = cell.dtype, (cell.form, cell.dtype.name)
        name, target = f'peers_{cell.form}_{dtype.name}', cell.case.target(dtype)
        if key in self.kernels:
            return self.kernels[key]
        source, wide = dtype.source, ACCUMULATORS[dtype.name]
        if cell.form == 'argmax':
            number = 'float' if source == 'float16' else dtype.reads
            kernel = self.cupy.ReductionKernel(
                f'{source} x', 'int64 z', f'peers_pair<{number}>(({number})x, _J)', 'peers_larger(a, b)', 'z = a.index',
                f'peers_pair<{number}>()', name, reduce_type=f'peers_pair<{number}>', preamble=PAIR)
        elif cell.form == 'dot':
            kernel = self.cupy.ReductionKernel(f'{source} x, {source} y', f'{target} z', f'({wide})x * ({wide})y',
                                               'a + b', 'z = a', '0', name, reduce_type=wide)
        else:
            kernel = self.cupy.ReductionKernel(f'{source} x', f'{target} z', 'x', 'a + b', 'z = a', '0', name,
                                               reduce_type=wide)
        self.kernels[key] = kernel
        return kernel

    def prepare(self, cell):
        if cell.form == 'scan':
            raise Unsupported('CuPy has no kernels of the user\'s own for scans')
        kernel, inputs, out, axis = self.kernel(cell), cell.inputs, cell.outputs[0], cell.axis
        return [('', lambda: kernel(*inputs, out=out, axis=axis))]


def ready_made(module, cell):
    """NumPy's function for a cell, as a call of `module`: numpy or cupy."""
    x, out, wide = cell.inputs[0], cell.outputs[0], cell.outputs[0].dtype
    if cell.form == 'argmax':
        return lambda: module.argmax(x, out=out)
    if cell.form == 'scan':
        return lambda: module.cumsum(x, dtype=wide, out=out)
    if cell.form == 'dot':
        if not cell.dtype.floating:
            raise Unsupported('dot of 8-bit integers wraps at 8 bits')
        y = cell.inputs[1]
        return lambda: module.dot(x, y, out=out)
    if cell.dtype.name == 'f16' and module.__name__ == 'numpy':  # which would add up in half
        wide = 'float32'
    return lambda: module.sum(x, axis=cell.axis, dtype=wide, out=out)


class Cupy(Peer):
    name, key = 'CuPy', 'cupy'

    def __init__(self, cupy):
        self.cupy = cupy

    def version(self):
        return self.cupy.__version__

    def prepare(self, cell):
        return [('', ready_made(self.cupy, cell))]


class Numpy(Peer):
    name, key = 'NumPy', 'numpy'

    def __init__(self, numpy):
        self.numpy = numpy

    def version(self):
        return self.numpy.__version__

    def prepare(self, cell):
        if cell.form == 'scan' and cell.dtype.name == 'f16':
            raise Unsupported('NumPy adds up half in half')
        if cell.form == 'dot':
            return self.dot(cell)
        return [('', ready_made(self.numpy, cell))]

    def dot(self, cell):
        """dot with what is added up in a type as wide as ours; NumPy's own takes the inputs'."""
        x, y, out = cell.inputs[0], cell.inputs[1], cell.outputs[0]
        wide = {'f16': 'float32', 'i8': 'int64'}.get(cell.dtype.name)

        def run():
            out[...] = self.numpy.dot(x, y) if wide is None else self.numpy.dot(x.astype(wide), y.astype(wide))
        return [('', run)]


class Eager(Torch):
    name, key = 'PyTorch', 'torch'

    def prepare(self, cell):
        torch, x, out = self.torch, self.tensors(cell.inputs), self.tensors(cell.outputs)[0]
        if cell.form == 'argmax':
            return [('', lambda: torch.argmax(x[0], dim=0, out=out))]
        if cell.form == 'scan':
            return [('', lambda: torch.cumsum(x[0], dim=0, dtype=out.dtype, out=out))]
        if cell.form == 'dot':
            return [('', lambda: torch.dot(x[0], x[1], out=out))]
        return [('', lambda: torch.sum(x[0], dim=cell.axis or 0, dtype=out.dtype, out=out))]


KINDS = (Cub, CupyKernel, Cupy, Eager)
KEYS = [kind.key for kind in KINDS]


def find(folder, cupy, wanted):
    """The peers that are there, and why the others are not."""
    peers, missing = [], {}

    def torch():
        import torch as module
        if not module.cuda.is_available():
            raise RuntimeError('PyTorch sees no GPU')
        return module

    makers = {Cub: lambda: Cub(folder), CupyKernel: lambda: CupyKernel(cupy), Cupy: lambda: Cupy(cupy),
              Eager: lambda: Eager(torch())}
    for kind in KINDS:
        if kind.key not in wanted:
            continue
        try:
            peers.append(makers[kind]())
        except Exception as reason:  # whatever stops a peer is a finding, not an end
            missing[kind.name] = f'{type(reason).__name__}: {reason}'.split('\n')[0][:300]
    return peers, missing


# --- CuPy's kernels -----------------------------------------------------------------------------------------------

SHARDS, LONGEST_S = 12, 60


def warm(chosen):
    """CuPy takes seconds for each of its reductions, dozens of them in all. It keeps them on disk: processes side by
    side fill that before the run. What fails here will fail there, and is reported there."""
    words = [','.join(chosen.dtypes), ','.join(chosen.cases), ','.join(str(n.bit_length() - 1) for n in chosen.sizes)]
    shards = [subprocess.Popen([sys.executable, os.path.abspath(__file__), str(shard), str(SHARDS), *words],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for shard in range(SHARDS)]
    deadline = time.monotonic() + LONGEST_S
    for shard in shards:
        try:
            shard.wait(timeout=max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            shard.kill()
            shard.wait()


def warm_shard(shard, shards, dtypes, cases, sizes):
    import cupy
    import folds
    chosen = types.SimpleNamespace(dtypes=dtypes.split(','), cases=cases.split(','),
                                   sizes=[1 << int(word) for word in sizes.split(',')])
    kernels = dict.fromkeys((dtype.name, case.name) for dtype, case, _ in folds.plan(chosen))
    mine = list(kernels)[int(shard)::int(shards)]
    chosen.dtypes = [dtype for dtype in chosen.dtypes if any(dtype == name for name, _ in mine)]
    if not mine:
        return
    arena, peers = folds.Arena(cupy, chosen), [CupyKernel(cupy), Cupy(cupy)]
    for dtype, case, shape in folds.plan(chosen):
        if (dtype.name, case.name) in mine:
            for peer in peers:
                warm_cell(peer, folds.Cell(case, dtype, shape, arena))


def warm_cell(peer, cell):
    try:
        for _, run in peer.prepare(cell):
            run()
    except Exception as reason:  # of no interest here
        print(f'{peer.name}: {reason}', file=sys.stderr)


if __name__ == '__main__':
    warm_shard(*sys.argv[1:])
