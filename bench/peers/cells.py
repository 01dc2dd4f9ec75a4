"""What is measured: operations, element types and sizes, the memory they work on, and what is the right result.

A cell is one operation on one element type and size. All implementations get the same arrays of it.
"""
import math

A, B = 2, 3  # of z = a*x + b*y: exact in every element type
INPUTS, OUTPUTS = 10, 2
SIZES = [1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 28]
HOST_SIZES = [1 << 10, 1 << 16, 1 << 20]
CHUNK = 1 << 24  # elements that are checked or made at once


class Dtype:
    """`source` is what is read, `target` what is written: NumPy's names, and C's as `reads` and `writes`."""

    def __init__(self, name, source, target, reads, writes, tolerance):
        self.name, self.source, self.target = name, source, target
        self.reads, self.writes = reads, writes
        self.tolerance = tolerance  # of |result - reference| / (1 + |reference|)
        self.floating = source.startswith('float')
        self.read_bytes, self.write_bytes = (SIZE_OF[source], SIZE_OF[target])


SIZE_OF = {'int8': 1, 'float16': 2, 'float32': 4, 'float64': 8}
DTYPES = {dtype.name: dtype for dtype in (
    Dtype('f32', 'float32', 'float32', 'float', 'float', 3e-6),
    Dtype('f16', 'float16', 'float16', 'half', 'half', 6e-3),
    Dtype('i8', 'int8', 'int8', 'signed char', 'signed char', 0),
    Dtype('f64', 'float64', 'float64', 'double', 'double', 1e-13),
    Dtype('mixed', 'int8', 'float32', 'signed char', 'float', 0),
)}


class Case:
    """`form` is what is computed, `reads` and `writes` how many whole arrays go through memory."""

    def __init__(self, name, title, form, reads, writes=1, dtypes=tuple(DTYPES), square=False):
        self.name, self.title, self.form = name, title, form
        self.reads, self.writes, self.dtypes, self.square = reads, writes, dtypes, square

    def bytes(self, dtype, n):
        return n * (self.reads * dtype.read_bytes + self.writes * dtype.write_bytes)


CASES = {case.name: case for case in (
    Case('fill', 'z = a', 'fill', 0, dtypes=('f32', 'f16', 'i8', 'f64')),
    Case('copy', 'z = x', 'copy', 1),
    Case('axpby', 'z = a\\*x + b\\*y', 'axpby', 2),
    Case('sum10', 'z = x0 + x1 + ... + x9', 'sum10', 10),
    Case('black_scholes', 'Black-Scholes: two prices from three arrays', 'black_scholes', 3, 2, ('f32', 'f64')),
    Case('transposed', 'z = a\\*x.T + b\\*y, square', 'axpby', 2, square=True),
    Case('broadcast', 'z = a\\*x + b\\*y, y one row repeated, square', 'axpby', 1, square=True),
    Case('unaligned', 'z = a\\*x + b\\*y, x and y begin one element off', 'axpby', 2),
    Case('unaligned_all', 'z = a\\*x + b\\*y, all begin one element off', 'axpby', 2),
    Case('stencil', 'z[i] = x[i+1] - x[i]', 'stencil', 1),
)}


def plan(chosen):
    """(dtype, case, n) in the order of the run: inputs are made once a dtype, kernels once a case."""
    return [(DTYPES[dtype], CASES[case], n) for dtype in chosen.dtypes for case in chosen.cases
            if dtype in CASES[case].dtypes for n in chosen.sizes]


def make_arena(xp, chosen):
    used = [DTYPES[name] for name in chosen.dtypes]
    return Arena(xp, max(chosen.sizes), max(max(dtype.read_bytes, dtype.write_bytes) for dtype in used))


class Arena:
    """Memory for every cell, taken once. `xp` is CuPy or NumPy."""

    def __init__(self, xp, largest, widest):
        self.xp = xp
        self.room = largest + 64
        self.buffers = [xp.empty(self.room * widest, dtype='uint8') for _ in range(INPUTS + OUTPUTS)]

    def array(self, number, dtype, count, shift=0):
        size = SIZE_OF[dtype]
        return self.buffers[number][shift * size:(shift + count) * size].view(dtype)

    def randomize(self, dtype):
        """Other values in every input: floats from 0.5 to 2.5, integers over their whole range."""
        self.xp.random.seed(20260101)
        for number in range(INPUTS):
            whole = self.array(number, dtype.source, self.room)
            for start in range(0, self.room, CHUNK):
                part = whole[start:start + CHUNK]
                values = self.xp.random.random(part.size)
                values = 0.5 + 2 * values if dtype.floating else self.xp.floor(256 * values - 128)
                part[...] = values.astype(dtype.source)


class Cell:
    """`inputs` and `outputs` are the arrays as a program has them, `operands` the inputs in the outputs' shape."""

    matrix = None  # all sizes are one number

    def __init__(self, case, dtype, n, arena):
        self.case, self.dtype, self.n, self.xp = case, dtype, n, arena.xp
        self.form = case.form
        self.row = math.isqrt(n)
        self.bytes = case.bytes(dtype, n)
        shift = 1 if case.name.startswith('unaligned') else 0

        def source(number, count=n):
            return arena.array(number, dtype.source, count, shift)

        def target(number):
            return arena.array(INPUTS + number, dtype.target, n, 1 if case.name == 'unaligned_all' else 0)

        self.outputs = [target(k) for k in range(case.writes)]
        if case.name == 'stencil':
            whole = source(0, n + 1)
            self.inputs, self.operands = [whole], [whole[1:], whole[:-1]]
        elif case.square:
            shape = (self.row, self.row)
            self.outputs = [self.outputs[0].reshape(shape)]
            x = source(0).reshape(shape)
            if case.name == 'transposed':
                self.inputs = self.operands = [x.T, source(1).reshape(shape)]
            else:
                self.inputs = [x, source(1, self.row)]
                self.operands = [x, arena.xp.broadcast_to(self.inputs[1], shape)]
        else:
            self.inputs = self.operands = [source(k) for k in range(case.reads)]

    def poison(self):
        """What no kernel writes: every bit set, which is not a number in floating point."""
        for output in self.outputs:
            output.view('uint8')[...] = 0xff

    def error(self, outputs):
        """The largest deviation from a reference in double precision or whole numbers; inf where it is not finite."""
        rows = max(1, CHUNK // (self.row if self.case.square else 1))
        worst = 0.0
        for output in outputs:
            if output.dtype != self.dtype.target or output.shape != self.outputs[0].shape:
                return math.inf
        for start in range(0, self.outputs[0].shape[0], rows):
            part = slice(start, start + rows)
            expected = self.reference(part, outputs[0][part].shape)
            for output, reference in zip(outputs, expected):
                worst = max(worst, self.deviation(output[part], reference))
        return worst

    def reference(self, part, shape):
        wide = 'float64' if self.dtype.floating else 'int64'
        operands = [operand[part].astype(wide) for operand in self.operands]
        if self.form == 'fill':
            return [self.xp.full(shape, A, dtype=wide)]
        if self.form == 'copy':
            return operands
        if self.form == 'axpby':
            return [A * operands[0] + B * operands[1]]
        if self.form == 'stencil':
            return [operands[0] - operands[1]]
        if self.form == 'sum10':
            return [sum(operands[1:], operands[0])]
        return black_scholes(self.xp, *operands)

    def deviation(self, output, reference):
        if self.dtype.target == 'int8':
            return float((output != reference.astype('int8')).any())
        if output.size == 0:
            return 0.0
        difference = abs(output.astype('float64') - reference) / (1 + abs(reference))
        return float(difference.max()) if bool(self.xp.isfinite(difference).all()) else math.inf

    def tolerance(self):
        return self.dtype.tolerance * (10 if self.form == 'black_scholes' else 1)


def error_function(xp):
    if xp.__name__ == 'cupy':
        from cupyx.scipy.special import erf
        return erf
    return xp.vectorize(math.erf, otypes=['float64'])


def black_scholes(xp, price, strike, years):
    """Interest 1/32, volatility 1/4: exact in binary, so that no implementation rounds them. N(d) is taken as
    (1 + erf(d/sqrt(2)))/2, and the square root of 2 is drawn into `spread`."""
    erf = error_function(xp)
    spread = 0.25 * xp.sqrt(2 * years)
    first = (xp.log(price / strike) + 0.0625 * years) / spread
    n1, n2 = 0.5 + 0.5 * erf(first), 0.5 + 0.5 * erf(first - spread / 2)
    discounted = strike * xp.exp(-0.03125 * years)
    return [price * n1 - discounted * n2, discounted * (1 - n2) - price * (1 - n1)]


def black_scholes_text(real, call, put):
    """The same in C, over S, X and t, for the implementations that take source text."""
    f = 'f' if real == 'float' else ''
    return (f'const {real} s = 0.25{f}*sqrt{f}(2*t), e1 = (log{f}(S/X) + 0.0625{f}*t)/s, e2 = e1 - s/2; '
            f'const {real} n1 = 0.5{f} + 0.5{f}*erf{f}(e1), n2 = 0.5{f} + 0.5{f}*erf{f}(e2); '
            f'const {real} d = X*exp{f}(-0.03125{f}*t); '
            f'{call} = S*n1 - d*n2; {put} = d*(1 - n2) - S*(1 - n1);')
