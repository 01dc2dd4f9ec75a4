"""The peers of expressions and rows: CuPy, PyTorch eager and compiled; on the host numexpr and NumPy.

As in others.py each works on the arrays of a cell and queues on the default stream; `prepare` gives the ways to do a
cell, of which the fastest counts that is right. What writes into memory of its own has a `result` of its own.

    text_others.py SHARD SHARDS SUITE DTYPES CASES SIZES LENGTHS     has them compile their kernels, one part of several
"""
import ast
import os
import subprocess
import sys
import time
import types

import cells
from others import Peer, Torch, Unsupported
import texts

SHARDS, LONGEST_S = 10, 75


def arguments_of(cell, arrays, kind=float):
    return {**dict(zip(cell.inputs, arrays)), **cell.numbers(kind)}


def array_scope(xp, erf=None):
    """The texts' functions of NumPy and CuPy."""
    def fold(function):
        return lambda x, axis=None, keepdims=0: function(x, axis=axis, keepdims=bool(keepdims))

    scope = {name: getattr(xp, name) for name in ('exp', 'log', 'sqrt', 'sin', 'where')}
    scope |= {name: fold(getattr(xp, name)) for name in ('sum', 'max', 'mean')}
    return scope | {'erf': erf, 'rsqrt': lambda x: 1 / xp.sqrt(x)}


class Own(Peer):
    """Those that hand out new arrays."""

    def function(self, cell, scope):
        """Of the inputs, numbers, and for a bordered result the array that it goes into."""
        names = list(cell.inputs) + list(cell.case.numbers) + (['z'] if cell.case.bordered else [])
        return texts.function_of(cell.case.text, names, cell.case.outputs, scope)

    def result(self, cell, run):
        results = run()
        if cell.case.bordered:
            return cell.outputs
        results = results if isinstance(results, (tuple, list)) else [results]
        return [self.array(result) for result in results]

    def array(self, result):
        return result


class Arrays(Own):
    """NumPy, or CuPy: one operation after the other; halves as floats, as the others have them inside."""

    def way(self, cell, xp, erf):
        function = self.function(cell, array_scope(xp, erf))
        more = cell.whole if cell.case.bordered else []
        values = arguments_of(cell, cell.inputs.values(), getattr(xp, cell.dtype.source))
        if cell.dtype.name != 'f16' or cell.form == 'sum':
            return lambda: function(*values.values(), *more)

        def run():
            widened = [value.astype('float32') if value.ndim else value for value in values.values()]
            return function(*widened, *more).astype('float16')
        return run


class Numpy(Arrays):
    name, key = 'NumPy', 'numpy'

    def __init__(self, numpy):
        self.numpy = numpy

    def version(self):
        return self.numpy.__version__

    def array(self, result):
        return self.numpy.asarray(result)

    def prepare(self, cell):
        erf = cells.error_function(self.numpy)
        return [('', self.way(cell, self.numpy, lambda x: erf(x).astype(x.dtype)))]


class Cupy(Arrays):
    name, key = 'CuPy', 'cupy'

    def __init__(self, cupy):
        self.cupy, self.kernels = cupy, {}

    def version(self):
        return self.cupy.__version__

    def prepare(self, cell):
        from cupyx.scipy.special import erf, softmax
        ways = [('arrays', self.way(cell, self.cupy, erf))] if cell.form != 'map' else []
        if cell.case.name == 'softmax' and cell.dtype.name != 'f16':
            ways.append(('softmax', lambda: softmax(cell.inputs['x'], axis=-1)))
        if cell.form == 'map' or cell.form == 'stencil':
            ways.append(('ElementwiseKernel', self.elementwise(cell)))
        return ways

    def kernel(self, cell):
        real, key = cell.dtype.target, (cell.case.name, cell.dtype.name)
        if key not in self.kernels:
            names = list(cell.inputs) if cell.form == 'map' else list(texts.shifted(cell))
            operation = texts.c_of(cell.case, cell.dtype) if cell.form == 'map' else texts.stencil_c(cell.case)
            inputs, outputs = [', '.join(f'{real} {name}' for name in words)
                               for words in (names + list(cell.case.numbers), cell.case.outputs)]
            self.kernels[key] = self.cupy.ElementwiseKernel(inputs, outputs, operation, f'peers_{"_".join(key)}')
        return self.kernels[key]

    def elementwise(self, cell):
        kernel, real = self.kernel(cell), getattr(self.cupy, cell.dtype.target)
        arrays = texts.shifted(cell) if cell.form == 'stencil' else cell.inputs
        arguments = list(arrays.values()) + list(cell.numbers(real).values()) + cell.outputs

        def run():
            kernel(*arguments)
            return cell.outputs
        return run


class Eager(Torch, Own):
    name, key = 'torch eager', 'torch'
    compiled = False

    def __init__(self, torch, xp):
        super().__init__(torch)
        self.xp, self.device = xp, 'cpu' if xp.__name__ == 'numpy' else 'cuda'

    def tensors(self, arrays):
        return [self.torch.as_tensor(array, device=self.device) for array in arrays]

    def array(self, result):
        return self.xp.asarray(result)

    def own_function(self, cell):
        """What PyTorch has ready, else the text."""
        torch, width = self.torch, cell.inputs[cell.case.names[0]].shape[-1]
        if cell.case.name == 'softmax':
            return lambda x: torch.softmax(x, -1)
        if cell.case.name == 'layer_norm':
            return lambda x, w, b: torch.nn.functional.layer_norm(x, (width,), w, b, 1e-5)
        if cell.case.name == 'z_score':
            def score(x):
                y = x.float() if x.dtype == torch.float16 else x
                d = y - y.mean(-1, keepdim=True)
                return (d / torch.sqrt((d*d).mean(-1, keepdim=True) + 1e-5)).to(x.dtype)
            return score
        scope = {name: getattr(torch, name) for name in ('exp', 'log', 'sqrt', 'sin', 'where', 'erf')}
        scope['sum'] = lambda x, *axis: torch.sum(x, *axis)
        return self.function(cell, scope)

    def prepare(self, cell):
        function = self.own_function(cell)
        if self.compiled:
            self.torch._dynamo.reset()
            function = self.torch.compile(function, dynamic=False)
        more = self.tensors(cell.whole) if cell.case.bordered else []
        values = list(arguments_of(cell, self.tensors(cell.inputs.values())).values()) + more

        def run():
            with self.torch.no_grad():
                return function(*values)
        return [('', run)]


class Compiled(Eager):
    name, key, compiled = 'torch.compile', 'compile', True


class Inline(ast.NodeTransformer):
    """Puts what names stand for into their place, and names into that of reals: numexpr takes those for doubles."""

    def __init__(self, known, real):
        self.known, self.real, self.reals = known, real, {}

    def visit_Name(self, node):
        return self.known.get(node.id, node)

    def visit_Constant(self, node):
        if not isinstance(node.value, float):
            return node
        self.reals[f'c{abs(hash(node.value))}'] = self.real(node.value)
        return ast.Name(f'c{abs(hash(node.value))}')


class Numexpr(Own):
    name, key = 'numexpr', 'numexpr'

    def __init__(self, numpy):
        import numexpr
        self.numpy, self.numexpr = numpy, numexpr
        numexpr.set_num_threads(len(os.sched_getaffinity(0)))

    def version(self):
        return f'{self.numexpr.__version__} ({self.numexpr.get_num_threads()} threads)'

    def texts(self, cell):
        known, found, real = {}, [], getattr(self.numpy, cell.dtype.source)
        reals = {}
        for statement in ast.parse(cell.case.text.replace('; ', '\n')).body:
            inline = Inline(known, real)
            value, target = inline.visit(statement.value), statement.targets[0].id
            reals |= inline.reals
            known[target] = value
            if target in cell.case.outputs:
                found.append(ast.unparse(value))
        return found, reals

    def prepare(self, cell):
        if cell.form not in ('map', 'total') or 'erf' in cell.case.text:
            raise Unsupported('numexpr has no slices, no reductions inside of expressions, and no erf')
        found, reals = self.texts(cell)
        real, numexpr = getattr(self.numpy, cell.dtype.source), self.numexpr
        values = arguments_of(cell, cell.inputs.values(), real) | reals
        outputs = cell.outputs if cell.form == 'map' else [None]

        def run():
            return [numexpr.evaluate(text, values, {}, out=out, casting='same_kind') for text, out in zip(found, outputs)]
        return [('', run)]

    def array(self, result):
        return self.numpy.asarray(result)

    def result(self, cell, run):
        found = super().result(cell, run)
        return [array.astype(cell.dtype.source) for array in found]  # sums of floats are doubles


def find(xp, wanted):
    """The peers that are there, and why the others are not."""
    peers, missing = [], {}
    os.environ.setdefault('TORCHINDUCTOR_COMPILE_THREADS', '1')  # several of this process compile side by side already

    def torch():
        import torch as module
        if xp.__name__ == 'cupy' and not module.cuda.is_available():
            raise RuntimeError('PyTorch sees no GPU')
        return module

    host = xp.__name__ == 'numpy'
    kinds = [(Eager, lambda: Eager(torch(), xp)), (Compiled, lambda: Compiled(torch(), xp))]
    kinds += [(Numpy, lambda: Numpy(xp)), (Numexpr, lambda: Numexpr(xp))] if host else [(Cupy, lambda: Cupy(xp))]
    for kind, make in kinds:
        if kind.key in wanted:
            try:
                peers.append(make())
            except Exception as reason:  # whatever stops a peer is a finding, not an end
                missing[kind.name] = f'{type(reason).__name__}: {reason}'.split('\n')[0][:300]
    return peers, missing


# ---- Compiling before the run ----------------------------------------------------------------------------------------

def warm(chosen):
    """torch.compile takes seconds for each shape. It keeps what it made on disk, and so does CuPy: processes side by side
    fill that before the run. What fails here will fail there, and is reported there."""
    words = [chosen.suite, ','.join(chosen.dtypes), ','.join(chosen.cases),
             ','.join(str(n.bit_length() - 1) for n in chosen.sizes), ','.join(map(str, chosen.lengths or []))]
    shards = [subprocess.Popen([sys.executable, os.path.abspath(__file__), str(shard), str(SHARDS), *words],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for shard in range(SHARDS)]
    deadline = time.monotonic() + LONGEST_S
    for shard in shards:
        try:
            shard.wait(timeout=max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            shard.kill()
            shard.wait()


def warm_shard(shard, shards, suite, dtypes, cases, sizes, lengths):
    import cupy
    import report
    suite = report.SUITES[suite]
    chosen = types.SimpleNamespace(dtypes=dtypes.split(','), cases=cases.split(','), host=False,
                                   sizes=[1 << int(word) for word in sizes.split(',')],
                                   lengths=[int(word) for word in lengths.split(',') if word])
    arena, (peers, _) = suite.make_arena(cupy, chosen), find(cupy, ['compile', 'cupy'])
    for number, (dtype, case, shape) in enumerate(suite.plan(chosen)):
        if number % int(shards) == int(shard):
            cell = texts.Cell(case, dtype, shape, arena)
            for peer in peers:
                warm_cell(peer, cell)
            cupy.get_default_memory_pool().free_all_blocks()


def warm_cell(peer, cell):
    try:
        for _, run in peer.prepare(cell):
            run()
    except Exception as reason:  # of no interest here
        print(f'{peer.name}: {reason}', file=sys.stderr)


if __name__ == '__main__':
    warm_shard(*sys.argv[1:])
