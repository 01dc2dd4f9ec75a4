"""The peers: CUB, CuPy, PyTorch's jiterator and eager operations, Numba, Triton.

Each works on the arrays of a cell (CuPy's) in place and queues on the default stream, like everybody else here. What it
has no form for it refuses with Unsupported. `prepare` gives the ways to do a cell, labelled; the fastest one counts.
"""
import ctypes
import os

from cells import A, B, black_scholes_text
from ours import address


class Unsupported(Exception):
    pass


class Peer:
    def result(self, cell, run):
        run()
        return cell.outputs


def scalars(cell, kind):
    """a and b as numbers of the type that is written."""
    return kind(A), kind(B)


class Cub(Peer):
    name, key = 'CUB DeviceTransform', 'cub'

    def __init__(self, folder):
        self.library = ctypes.CDLL(os.path.join(folder, 'libcujit_peers_cub.so'))
        self.library.peers_cub_error.restype = ctypes.c_char_p
        self.run = self.library.peers_cub_run
        pointers = ctypes.POINTER(ctypes.c_void_p)
        self.run.argtypes = [ctypes.c_char_p, ctypes.c_char_p, pointers, pointers, ctypes.c_int, ctypes.c_int,
                             ctypes.c_double, ctypes.c_double]

    def version(self):
        number = self.library.peers_cub_version()
        return f'{number // 100000}.{number // 100 % 1000}.{number % 100}'

    def prepare(self, cell):
        if cell.case.name == 'transposed':
            raise Unsupported('DeviceTransform has no form for a transposed input')
        form = 'broadcast' if cell.case.name == 'broadcast' else cell.form
        inputs = (ctypes.c_void_p * 10)(*map(address, cell.inputs))
        outputs = (ctypes.c_void_p * 2)(*map(address, cell.outputs))
        arguments = (form.encode(), cell.dtype.name.encode(), inputs, outputs, cell.n, cell.row, float(A), float(B))
        run, error = self.run, self.library.peers_cub_error

        def launch():
            code = run(*arguments)
            if code != 0:
                raise RuntimeError(error(code).decode())
        return [('', launch)]


class Cupy(Peer):
    name, key = 'CuPy ElementwiseKernel', 'cupy'

    def __init__(self, cupy):
        self.cupy, self.kernels = cupy, {}

    def version(self):
        return self.cupy.__version__

    def kernel(self, form, dtype):
        x, z, terms = dtype.source, dtype.target, [f'x{k}' for k in range(10)]
        texts = {
            'fill': (f'{z} a', f'{z} z', 'z = a'),
            'copy': (f'{x} x', f'{z} z', 'z = x'),
            'axpby': (f'{z} a, {x} x, {z} b, {x} y', f'{z} z', 'z = a*x + b*y'),
            'stencil': (f'raw {x} x', f'{z} z', 'z = x[i + 1] - x[i]'),
            'sum10': (', '.join(f'{x} {term}' for term in terms), f'{z} z', 'z = ' + ' + '.join(terms)),
            'black_scholes': (f'{x} S, {x} X, {x} t', f'{z} c, {z} p', black_scholes_text(dtype.writes, 'c', 'p')),
        }
        if (form, dtype.name) not in self.kernels:
            self.kernels[form, dtype.name] = self.cupy.ElementwiseKernel(*texts[form], f'peers_{form}_{dtype.name}')
        return self.kernels[form, dtype.name]

    def prepare(self, cell):
        kernel = self.kernel(cell.form, cell.dtype)
        arrays = list(cell.inputs)
        a, b = scalars(cell, getattr(self.cupy, cell.dtype.target))
        if cell.form == 'fill':
            arrays = [a]
        elif cell.form == 'axpby':
            arrays = [a, arrays[0], b, arrays[1]]
        arrays += cell.outputs
        return [('', lambda: kernel(*arrays))]


class Torch(Peer):
    """What the two ways of PyTorch share."""

    def __init__(self, torch):
        self.torch = torch

    def version(self):
        return self.torch.__version__

    def tensors(self, arrays):
        return [self.torch.as_tensor(array, device='cuda') for array in arrays]

    def scalars(self, cell):
        return scalars(cell, float if cell.dtype.target.startswith('float') else int)


class Jiterator(Torch):
    name, key = 'PyTorch jiterator', 'jiterator'

    def __init__(self, torch, cupy):
        super().__init__(torch)
        self.cupy, self.functions = cupy, {}

    def function(self, cell):
        form, dtype = cell.form, cell.dtype
        a, b = self.scalars(cell)
        make = self.torch.cuda.jiterator
        if form == 'fill':
            raise Unsupported('a jiterator function needs a tensor to read')
        if form == 'sum10':
            raise Unsupported('a jiterator function takes at most 8 tensors')
        if dtype.source != dtype.target:
            raise Unsupported('a jiterator function writes the type that it reads')
        if (form, dtype.name) in self.functions:
            return self.functions[form, dtype.name]
        if form == 'black_scholes':
            body = black_scholes_text(dtype.writes, 'call', 'put')
            function = make._create_multi_output_jit_fn(
                f'template <typename T> void peers_{form}(T S, T X, T t, T& call, T& put) {{ {body} }}', num_outputs=2)
        elif form == 'axpby':
            function = make._create_jit_fn(
                'template <typename T> T peers_axpby(T x, T y, T a, T b) { return a*x + b*y; }', a=a, b=b)
        elif form == 'copy':
            function = make._create_jit_fn('template <typename T> T peers_copy(T x) { return x; }')
        else:
            function = make._create_jit_fn('template <typename T> T peers_stencil(T x, T y) { return y - x; }')
        self.functions[form, dtype.name] = function
        return function

    def prepare(self, cell):
        function, tensors = self.function(cell), self.tensors(cell.inputs)
        if cell.form == 'stencil':
            tensors = [tensors[0][:-1], tensors[0][1:]]
        return [('', lambda: function(*tensors))]

    def result(self, cell, run):
        """It writes to memory of its own; where that comes from is poisoned first."""
        blocks = [self.torch.empty_like(tensor) for tensor in self.tensors(cell.outputs)]
        for block in blocks:
            block.view(self.torch.uint8).fill_(0xff)
        del blocks
        results = run()
        return [self.cupy.asarray(result) for result in (results if isinstance(results, (tuple, list)) else [results])]


class Eager(Torch):
    name, key = 'PyTorch eager', 'torch'

    def prepare(self, cell):
        torch, x, z = self.torch, self.tensors(cell.inputs), self.tensors(cell.outputs)
        a, b = self.scalars(cell)
        mixed = cell.dtype.source != cell.dtype.target
        if cell.form == 'fill':
            return [('', lambda: z[0].fill_(a))]
        if cell.form == 'copy':
            return [('', lambda: z[0].copy_(x[0]))]
        if cell.form == 'axpby':
            return [('', lambda: torch.add(a * x[0], x[1], alpha=b, out=z[0]))]
        if cell.form == 'stencil':
            first, second = x[0][:-1], x[0][1:]
            if mixed:
                return [('', lambda: torch.sub(second.to(z[0].dtype), first, out=z[0]))]
            return [('', lambda: torch.sub(second, first, out=z[0]))]
        if cell.form == 'sum10':
            return [('', lambda: self.sum10(x, z[0], mixed))]
        return [('', lambda: self.black_scholes(*x, *z))]

    def sum10(self, x, z, mixed):
        self.torch.add(x[0].to(z.dtype) if mixed else x[0], x[1], out=z)
        for term in x[2:]:
            z.add_(term)

    def black_scholes(self, price, strike, years, call, put):
        torch = self.torch
        s = 0.25 * torch.sqrt(2 * years)
        e1 = (torch.log(price / strike) + 0.0625 * years) / s
        n1, n2 = 0.5 + 0.5 * torch.erf(e1), 0.5 + 0.5 * torch.erf(e1 - 0.5 * s)
        d = strike * torch.exp(-0.03125 * years)
        torch.sub(price * n1, d * n2, out=call)
        torch.sub(d * (1 - n2), price * (1 - n1), out=put)


class Numba(Peer):
    name, key = 'Numba', 'numba'
    THREADS, BLOCKS_A_PROCESSOR = 256, 32

    # Numba asks for names that newer releases of NumPy have dropped; what they stood for is still there.
    RENAMED = {'row_stack': 'vstack', 'in1d': 'isin', 'trapz': 'trapezoid'}

    def __init__(self):
        import numpy
        for old, new in self.RENAMED.items():
            if not hasattr(numpy, old):
                setattr(numpy, old, getattr(numpy, new))
        import numba
        from numba import cuda
        numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
        from numba_kernels import functions
        self.numba, self.cuda, self.functions, self.kernels = numba, cuda, functions, {}
        self.most_blocks = self.BLOCKS_A_PROCESSOR * cuda.get_current_device().MULTIPROCESSOR_COUNT

    def version(self):
        try:
            import numba_cuda
            return f'{self.numba.__version__}, numba-cuda {numba_cuda.__version__}'
        except ImportError:
            return self.numba.__version__

    def kernel(self, cell):
        name = 'broadcast' if cell.case.name == 'broadcast' else 'square' if cell.case.square else cell.form
        key = name, cell.dtype.name
        if key not in self.kernels:
            self.kernels[key] = self.cuda.jit(self.functions(cell.dtype)[name])
        return self.kernels[key]

    def prepare(self, cell):
        import numpy
        a, b = scalars(cell, getattr(numpy, cell.dtype.target))
        arrays = [self.cuda.as_cuda_array(array, sync=False) for array in cell.inputs + cell.outputs]
        if cell.form == 'fill':
            arrays = [a] + arrays
        elif cell.form == 'axpby':
            arrays = [a, arrays[0], b, arrays[1], arrays[2]]
        if cell.case.square:
            configured = self.kernel(cell)[(-(-cell.row // 32), -(-cell.row // 8)), (32, 8)]
        else:
            configured = self.kernel(cell)[min(-(-cell.n // self.THREADS), self.most_blocks), self.THREADS]
        return [('', lambda: configured(*arrays))]


class Triton(Torch):
    name, key = 'Triton', 'triton'
    BLOCKS = ((1024, 4), (2048, 4), (4096, 8))  # elements and warps of a program
    SQUARES = ((32, 32, 4), (64, 64, 8), (4, 512, 4))  # rows, columns and warps

    def __init__(self, torch):
        super().__init__(torch)
        import triton
        import triton_kernels
        self.triton, self.kernels = triton, triton_kernels

    def version(self):
        return self.triton.__version__

    def prepare(self, cell):
        x, z = self.tensors(cell.inputs), self.tensors(cell.outputs)
        a, b = self.scalars(cell)
        if cell.case.square:
            return self.squares(cell, x, z[0], a, b)
        arguments = x + z
        if cell.form == 'fill':
            arguments = [a] + z
        elif cell.form == 'axpby':
            arguments = [a, x[0], b, x[1], z[0]]
        kernel = getattr(self.kernels, cell.form)

        def way(block, warps):
            grid = (-(-cell.n // block),)
            return f'{block}', lambda: kernel[grid](*arguments, cell.n, BLOCK=block, num_warps=warps)
        return [way(*sizes) for sizes in self.BLOCKS]

    def squares(self, cell, x, z, a, b):
        left, right = x[0].stride(), x[1].stride()
        if cell.case.name == 'broadcast':
            right = (0, 1)
        kernel = self.kernels.axpby_strided

        def way(rows, columns, warps):
            grid = (-(-cell.row // rows), -(-cell.row // columns))
            return f'{rows}x{columns}', lambda: kernel[grid](a, x[0], *left, b, x[1], *right, z, cell.row, cell.row,
                                                             ROWS=rows, COLUMNS=columns, num_warps=warps)
        return [way(*sizes) for sizes in self.SQUARES]


def find(folder, cupy, wanted):
    """The peers that are there, and why the others are not."""
    peers, missing = [], {}

    def attempt(kind, make):
        if kind.key not in wanted:
            return
        try:
            peers.append(make())
        except Exception as reason:  # whatever stops a peer is a finding, not an end
            missing[kind.name] = f'{type(reason).__name__}: {reason}'.split('\n')[0][:300]

    def torch():
        import torch as module
        if not module.cuda.is_available():
            raise RuntimeError('PyTorch sees no GPU')
        return module

    attempt(Cub, lambda: Cub(folder))
    attempt(Cupy, lambda: Cupy(cupy))
    attempt(Jiterator, lambda: Jiterator(torch(), cupy))
    attempt(Eager, lambda: Eager(torch()))
    attempt(Numba, Numba)
    attempt(Triton, lambda: Triton(torch()))
    return peers, missing


KEYS = [kind.key for kind in (Cub, Cupy, Jiterator, Eager, Numba, Triton)]
