"""What is measured of reductions and scans: as cells.py for elementwise kernels.

The values are multiples of 1/16 between -1 and 1, or whole numbers from -128 to 126. Their sums, and those of their
products, are exact in float as well as in double, in whatever order they are added up: what is computed is compared
exactly, but for the rounding of a result to half. The largest element stands in one place alone.
"""
import math

from cells import CHUNK, SIZE_OF
import cells

SIZES = [1 << 10, 1 << 20, 1 << 24, 1 << 28]
HOST_SIZES = [1 << 10, 1 << 16, 1 << 20]
DTYPES = {name: cells.DTYPES[name] for name in ('f32', 'f16', 'i8', 'f64')}
ACCUMULATORS = {'f32': 'float', 'f16': 'float', 'i8': 'long long', 'f64': 'double'}
WIDE = {'f32': 'float32', 'f16': 'float16', 'i8': 'int64', 'f64': 'float64'}  # what a sum comes out as
ITEM = {**SIZE_OF, 'int64': 8}
FLOORS = {'f32': 4350, 'f64': 4400, 'f16': 4250, 'i8': 4000}  # GB/s of a sum of 2^28 elements on an H200
UNROUNDED, HALF = 1e-12, 6e-4  # of |result - reference| / |reference|


class Case:
    """`axis` None: all elements."""
    square = False

    def __init__(self, name, title, form, reads=1, axis=None):
        self.name, self.title, self.form, self.reads, self.axis = name, title, form, reads, axis
        self.dtypes = tuple(DTYPES)

    def target(self, dtype):
        """What comes out, as NumPy calls it."""
        return 'int64' if self.form == 'argmax' else dtype.source if self.form == 'scan' else WIDE[dtype.name]

    def results(self, shape):
        """The shape of what comes out."""
        if self.form == 'scan':
            return shape
        return () if self.axis is None else (shape[1 - self.axis],)

    def bytes(self, dtype, shape):
        return (math.prod(shape) * self.reads * dtype.read_bytes
                + math.prod(self.results(shape)) * ITEM[self.target(dtype)])


CASES = {case.name: case for case in (
    Case('sum', 'the sum of x', 'sum'),
    Case('dot', 'the sum of x\\*y', 'dot', 2),
    Case('argmax', 'where the largest element of x is', 'argmax'),
    Case('scan', 'the inclusive scan of x: all partial sums', 'scan'),
    Case('rows', 'the sums of the rows of a matrix (axis 1)', 'sum', axis=1),
    Case('columns', 'the sums of the columns of a matrix (axis 0)', 'sum', axis=0),
)}


def matrices(n):
    """Many short rows, a square, few long rows: of n elements each."""
    root, short = math.isqrt(n), min(256, math.isqrt(n))
    return list(dict.fromkeys([(n // short, short), (root, root), (short, n // short)]))


def plan(chosen):
    """(dtype, case, shape) in the order of the run."""
    return [(DTYPES[dtype], CASES[case], shape) for dtype in chosen.dtypes for case in chosen.cases
            for shape in ([(n,) for n in chosen.sizes] if CASES[case].axis is None else matrices(max(chosen.sizes)))]


def make_arena(xp, chosen):
    return Arena(xp, chosen)


class Arena:
    """Memory for every cell, taken once: two inputs, and what comes out. `xp` is CuPy or NumPy."""
    SPARE = 64

    def __init__(self, xp, chosen):
        self.xp = xp
        largest = max(chosen.sizes)
        widest = max(DTYPES[name].read_bytes for name in chosen.dtypes)
        self.count = largest
        self.inputs = [xp.empty(largest * widest, dtype='uint8') for _ in range(2)]
        written = max(math.prod(case.results(shape)) * ITEM[case.target(dtype)] for dtype, case, shape in plan(chosen))
        self.output = xp.empty(written + self.SPARE, dtype='uint8')
        self.planted = None

    def array(self, number, dtype, count):
        return self.inputs[number][:count * SIZE_OF[dtype]].view(dtype)

    def randomize(self, dtype):
        self.planted = None
        self.xp.random.seed(20260102)
        for number in range(2):
            whole = self.array(number, dtype.source, self.count)
            for start in range(0, self.count, CHUNK):
                part = whole[start:start + CHUNK]
                values = self.xp.random.random(part.size)
                part[...] = (self.xp.floor(33 * values - 16) / 16 if dtype.floating
                             else self.xp.floor(255 * values - 128)).astype(dtype.source)

    def plant(self, dtype, place):
        """Puts the one largest value there; the last such place gets back what it had."""
        whole = self.array(0, dtype.source, self.count)
        if self.planted is not None:
            whole[self.planted[0]] = self.planted[1]
        self.planted = (place, whole[place].copy())
        whole[place] = 2 if dtype.floating else 127


class Cell:
    def __init__(self, case, dtype, shape, arena):
        self.case, self.dtype, self.shape, self.xp = case, dtype, tuple(shape), arena.xp
        self.form, self.axis = case.form, case.axis
        self.n = math.prod(shape)
        self.matrix = self.shape if len(shape) > 1 else None
        self.bytes = case.bytes(dtype, shape)
        self.largest = self.n - self.n // 3
        self.inputs = [arena.array(k, dtype.source, self.n).reshape(shape) for k in range(case.reads)]
        results, target = case.results(shape), case.target(dtype)
        # CUB puts the largest value behind its place.
        self.raw = arena.output[:math.prod(results) * ITEM[target]]
        self.outputs = [self.raw.view(target).reshape(results)]
        arena.plant(dtype, self.largest)
        self.expected = None

    def poison(self):
        self.raw[...] = 0xff

    def error(self, outputs):
        """The largest deviation from what is right, in terms of it; inf where it is not finite."""
        output = outputs[0]
        if output.dtype != self.outputs[0].dtype or output.shape != self.outputs[0].shape:
            return math.inf
        if self.form == 'scan':
            return self.scan_error(output)
        if self.expected is None:
            self.expected = self.reference()
        return self.deviation(output, self.expected)

    def chunks(self):
        """The inputs in double precision, part after part of all elements."""
        flat = [array.reshape(-1) for array in self.inputs]
        for start in range(0, self.n, CHUNK):
            yield slice(start, start + CHUNK), [array[start:start + CHUNK].astype('float64') for array in flat]

    def reference(self):
        """Exact: every sum that occurs fits into a double."""
        if self.form == 'argmax':
            return self.xp.asarray(float(self.largest))
        if self.axis is not None:
            return self.axis_reference()
        total = 0.0
        for _, values in self.chunks():
            total += float((values[0] * values[1] if self.form == 'dot' else values[0]).sum())
        return self.xp.asarray(total)

    def axis_reference(self):
        """By way of matrix products, which need no kernels of their own."""
        rows, columns = self.shape
        step = max(1, CHUNK // columns)
        parts = []
        for start in range(0, rows, step):
            block = self.inputs[0][start:start + step].astype('float64')
            ones = self.xp.ones(block.shape[self.axis])
            parts.append(block @ ones if self.axis == 1 else ones @ block)
        return self.xp.concatenate(parts) if self.axis == 1 else sum(parts[1:], parts[0])

    def scan_error(self, output):
        before, worst = 0.0, 0.0
        for part, values in self.chunks():
            sums = before + values[0].cumsum()
            before = float(sums[-1])
            worst = max(worst, self.deviation(output[part], sums))
        return worst

    def deviation(self, output, reference):
        if output.dtype == 'int8':  # wraps
            return float((output != reference.astype('int64').astype('int8')).any())
        exact = abs(output.astype('float64') - reference)
        relative = exact / self.xp.maximum(abs(reference), 1e-300)
        relative = self.xp.where(exact == 0, 0.0, relative)
        return float(relative.max()) if bool(self.xp.isfinite(relative).all()) else math.inf

    def tolerance(self):
        return HALF if self.outputs[0].dtype == 'float16' else UNROUNDED
