"""What is measured of expressions: texts in NumPy's notation, over whole arrays, slices of them, and rows.

Three suites have the same kind of cells: `expressions` are elementwise texts and stencils of arrays of some sizes, `rows`
are reductions along rows of many lengths and what is done with their results, `short` the same of rows of few elements. A
text is Python's as well, so that it is its own reference, in double precision, and what array libraries are given.
"""
import ast
import math

import cells
from cells import CHUNK, SIZE_OF

DTYPES = {name: cells.DTYPES[name] for name in ('f32', 'f16', 'f64')}


class Case:
    """`names` are the arrays that are read, `outputs` those that are written, `numbers` C's and Python's among the names.
    `bordered`: of a stencil whose result goes into the inside of an array."""

    def __init__(self, name, title, form, text, names, outputs=('z',), numbers=(), axes=0,
                 dtypes=('f32', 'f64')):
        self.name, self.title, self.form, self.text = name, title, form, text
        self.names, self.outputs, self.numbers = names, outputs, dict(numbers)
        self.axes, self.dtypes = axes, dtypes
        self.bordered = form == 'stencil' and text.startswith('z[')

    def shape_of(self, name, shape):
        return shape[1:] if self.form == 'row' and name in ('w', 'b') else shape

    def bytes(self, dtype, shape):
        """Each array counts once, as a whole; a weight of each column not at all."""
        total = math.prod(shape)
        if self.form == 'total':
            return total * len(self.names) * dtype.read_bytes
        if self.form == 'sum':
            return (total + shape[0]) * dtype.read_bytes
        if self.form in ('row', 'stencil'):
            return 2 * total * dtype.read_bytes
        return total * (len(self.names) + len(self.outputs)) * dtype.read_bytes


COEFFICIENTS = [1.0, 0.5, -0.25, 0.125, 0.75, -0.5, 0.375, -0.125, 0.0625, 0.03125]


def horner():
    text = f'{COEFFICIENTS[-1]}'
    for coefficient in COEFFICIENTS[-2::-1]:
        text = f'({text}*x + {coefficient})'
    return text[1:-1]


PRICES = ('s = 0.25*sqrt(2*t); e1 = (log(S/X) + 0.0625*t)/s; e2 = e1 - s/2; n1 = {cdf1}; n2 = {cdf2}; '
          'd = X*exp(-0.03125*t); call = S*n1 - d*n2; put = d*(1 - n2) - S*(1 - n1)')
NORMAL = PRICES.format(cdf1='0.5 + 0.5*erf(e1)', cdf2='0.5 + 0.5*erf(e2)')
LOGISTIC = PRICES.format(cdf1='1/(1 + exp(-2.4*e1))', cdf2='1/(1 + exp(-2.4*e2))')
FIVE = ('u[1:-1, 1:-1] + r*(u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4*u[1:-1, 1:-1])')
SEVEN = ('u[1:-1, 1:-1, 1:-1] + r*(u[:-2, 1:-1, 1:-1] + u[2:, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 2:, 1:-1] '
         '+ u[1:-1, 1:-1, :-2] + u[1:-1, 1:-1, 2:] - 6*u[1:-1, 1:-1, 1:-1])')
MIX = 'sqrt(x*x + y*y)*exp(-x) + sin(y)'
AB = {'a': 2.0, 'b': 3.0}
R = {'r': 0.125}

EXPRESSIONS = {case.name: case for case in (
    Case('axpby', 'z = a\\*x + b\\*y', 'map', 'z = a*x + b*y', ('x', 'y'), numbers=AB),
    Case('polynomial', 'ten terms, as Horner has them', 'map', f'z = {horner()}', ('x',)),
    Case('black_scholes', 'Black-Scholes: two prices from three arrays', 'map', NORMAL, ('S', 'X', 't'),
         ('call', 'put')),
    Case('logistic', 'the same with 1/(1 + exp(-2.4\\*x)) for the normal distribution', 'map', LOGISTIC, ('S', 'X', 't'),
         ('call', 'put')),
    Case('where', 'z = where(x > y, x\\*x - y, y\\*y + x)', 'map', 'z = where(x > y, x*x - y, y*y + x)', ('x', 'y')),
    Case('mix', 'z = sqrt(x\\*x + y\\*y)\\*exp(-x) + sin(y)', 'map', f'z = {MIX}', ('x', 'y')),
    Case('sum_axpby', 'the sum of a\\*x + b\\*y', 'total', 'z = sum(a*x + b*y)', ('x', 'y'), numbers=AB),
    Case('sum_where', 'the sum of where(x > y, x\\*x - y, y\\*y + x)', 'total',
         'z = sum(where(x > y, x*x - y, y*y + x))', ('x', 'y')),
    Case('sum_mix', 'the sum of sqrt(x\\*x + y\\*y)\\*exp(-x) + sin(y)', 'total', f'z = sum({MIX})', ('x', 'y')),
    Case('five_point', 'a point and its 4 neighbours in 2-d, into the inside of an array', 'stencil',
         f'z[1:-1, 1:-1] = {FIVE}', ('u',), numbers=R, axes=2),
    Case('five_point_new', 'the same into an array of its own', 'stencil', f'z = {FIVE}', ('u',), numbers=R, axes=2),
    Case('seven_point', 'a point and its 6 neighbours in 3-d, into the inside of an array', 'stencil',
         f'z[1:-1, 1:-1, 1:-1] = {SEVEN}', ('u',), numbers=R, axes=3),
    Case('seven_point_new', 'the same into an array of its own', 'stencil', f'z = {SEVEN}', ('u',), numbers=R, axes=3),
)}

ROUNDED_MEANS = 1 / 64  # the tolerance of floats, which is 400 of their roundings, has 6 of a row's mean

SOFTMAX = 'e = exp(x - max(x, -1, keepdims=1)); z = e / sum(e, -1, keepdims=1)'
NORM = 'd = x - mean(x, -1, keepdims=1); z = d * rsqrt(mean(d*d, -1, keepdims=1) + 1e-5) * w + b'
SCORE = 'd = x - mean(x, -1, keepdims=1); z = d * rsqrt(mean(d*d, -1, keepdims=1) + 1e-5)'
ROW_TYPES = ('f32', 'f16', 'f64')
ROWS = {case.name: case for case in (
    Case('softmax', 'softmax of each row', 'row', SOFTMAX, ('x',), dtypes=ROW_TYPES),
    Case('layer_norm', 'layer norm of each row, with weights and biases', 'row', NORM, ('x', 'w', 'b'), dtypes=ROW_TYPES),
    Case('z_score', 'z-scores of each row', 'row', SCORE, ('x',), dtypes=ROW_TYPES),
)}
SHORT = {case.name: case for case in (
    Case('sum', 'the sum of each row', 'sum', 'z = sum(x, -1)', ('x',), dtypes=ROW_TYPES),
    ROWS['softmax'], ROWS['layer_norm'])}


def reference_scope(xp, wide='float64'):
    """What the texts' functions are in double precision. Sums are products with ones, which CuPy has no kernels to
    compile for."""
    def total(x, axis=None, keepdims=0):
        if axis is None:
            return x.sum()
        return (x @ xp.ones((x.shape[-1], 1), wide)) if keepdims else x @ xp.ones(x.shape[-1], wide)

    return {'rsqrt': lambda x: 1 / xp.sqrt(x), 'exp': xp.exp, 'log': xp.log, 'sqrt': xp.sqrt, 'sin': xp.sin, 'where': xp.where, 'sum': total,
            'erf': lambda x: cells.error_function(xp)(x),
            'max': lambda x, axis, keepdims: 0.0,  # the values are small: a softmax is the same without it
            'mean': lambda x, axis, keepdims: total(x, axis, keepdims) / x.shape[-1]}


def function_of(text, names, returned, scope):
    """The text as a Python function of `names`."""
    lines = ''.join(f'    {statement.strip()}\n' for statement in text.split(';'))
    space = dict(scope)
    exec(f'def function({", ".join(names)}):\n{lines}    return {", ".join(returned)}\n', space)
    return space['function']


def grid(n, axes):
    """The squarest array of a power of two elements."""
    power = n.bit_length() - 1
    return tuple(1 << (power + k) // axes for k in range(axes))


class Suite:
    """What peers.py and report.py want of a suite."""

    def __init__(self, name, cases, sizes, host_sizes, default_dtypes):
        self.name, self.CASES, self.SIZES, self.HOST_SIZES = name, cases, sizes, host_sizes
        self.DTYPES, self.DEFAULT_DTYPES = DTYPES, default_dtypes
        self.Cell = Cell

    def plan(self, chosen):
        return [(DTYPES[dtype], self.CASES[case], shape) for dtype in chosen.dtypes for case in chosen.cases
                if dtype in self.CASES[case].dtypes for shape in self.shapes(self.CASES[case], chosen)]

    def shapes(self, case, chosen):
        return [grid(n, case.axes) if case.axes else (n,) for n in chosen.sizes]

    def make_arena(self, xp, chosen):
        return Arena(xp, chosen, self.plan(chosen))


class Rows(Suite):
    """`sizes` are of whole arrays; the lengths are `lengths`, of which chosen.lengths leaves some."""

    def __init__(self, name, cases, lengths, host_lengths):
        super().__init__(name, cases, [1 << 28], [1 << 16], ['f32', 'f16'])
        self.LENGTHS, self.HOST_LENGTHS = lengths, host_lengths

    def shapes(self, case, chosen):
        lengths = chosen.lengths or (self.HOST_LENGTHS if chosen.host else self.LENGTHS)
        return [(max(chosen.sizes) // length, length) for length in lengths]


class Arena:
    """Memory for every cell, taken once: three inputs, two of what comes out. `xp` is CuPy or NumPy."""
    SPARE = 64

    def __init__(self, xp, chosen, plan):
        self.xp = xp
        widest = max(DTYPES[name].read_bytes for name in chosen.dtypes)
        elements = [max((self.elements(case, shape, k) for _, case, shape in plan), default=0) for k in range(5)]
        self.buffers = [xp.empty(count * widest + self.SPARE, dtype='uint8') for count in elements]

    @staticmethod
    def elements(case, shape, number):
        names = (case.names + ('',) * 3)[:3] + case.outputs
        name = names[number] if number < len(names) else ''
        return math.prod(case.shape_of(name, shape)) if name else 0

    def array(self, number, dtype, shape):
        return self.buffers[number][:math.prod(shape) * SIZE_OF[dtype]].view(dtype).reshape(shape)

    def randomize(self, dtype):
        """Floats from 0.5 to 2.5."""
        self.xp.random.seed(20260103)
        for buffer in self.buffers[:3]:
            whole = buffer[:buffer.size // dtype.read_bytes * dtype.read_bytes].view(dtype.source)
            for start in range(0, whole.size, CHUNK):
                part = whole[start:start + CHUNK]
                part[...] = (0.5 + 2 * self.xp.random.random(part.size)).astype(dtype.source)


class Cell:
    matrix = None

    def __init__(self, case, dtype, shape, arena):
        self.case, self.dtype, self.shape, self.xp = case, dtype, tuple(shape), arena.xp
        self.form, self.n = case.form, math.prod(shape)
        self.bytes = case.bytes(dtype, shape)
        if self.form in ('row', 'sum'):
            self.label, self.place = str(shape[1]), math.log2(shape[1])
        self.inputs = {name: arena.array(k, dtype.source, case.shape_of(name, shape))
                       for k, name in enumerate(case.names)}
        if self.form == 'stencil' and not case.bordered:
            result = tuple(length - 2 for length in shape)
        else:
            result = {'total': (), 'sum': self.shape[:1]}.get(self.form, self.shape)
        self.whole = [arena.array(3 + k, dtype.target, result) for k in range(len(case.outputs))]
        inside = tuple(slice(1, -1) for _ in shape) if case.bordered else ...
        self.outputs = [array[inside] for array in self.whole]

    def poison(self):
        for array in self.whole:
            array.reshape(-1).view('uint8')[...] = 0xff

    def numbers(self, kind=float):
        return {name: kind(value) for name, value in self.case.numbers.items()}

    def error(self, outputs):
        """The largest deviation from a reference in double precision; inf where it is not finite."""
        if any(output.dtype != mine.dtype or output.shape != mine.shape for output, mine in zip(outputs, self.outputs)):
            return math.inf
        if self.form == 'total':
            exact = sum(float(self.reference(part, ())[0]) for part in self.parts(self.inputs['x']))
            return abs(float(outputs[0]) - exact) / self.n if math.isfinite(float(outputs[0])) else math.inf
        worst = 0.0
        for part in self.parts(outputs[0]):
            expected = self.reference(part, outputs[0][part].shape)
            for output, reference in zip(outputs, expected):
                worst = max(worst, self.deviation(output[part], reference, self.condition(part)))
        return worst

    def condition(self, part):
        """How much more than the result's own rounding errors a row's mean, rounded, may weigh: it is divided by the row's
        deviation, which is next to nothing where the few elements of a short row are nearly the same. Halves are
        calculated with as floats, which is exact enough."""
        if self.case.name not in ('layer_norm', 'z_score') or self.dtype.name == 'f16':
            return 0.0
        x, mean = self.inputs['x'][part].astype('float64'), reference_scope(self.xp)['mean']
        centre = mean(x, -1, 1)
        weight = abs(self.inputs['w'].astype('float64')) if 'w' in self.inputs else 1.0
        return ROUNDED_MEANS * weight * abs(centre) / self.xp.sqrt(mean((x - centre)**2, -1, 1) + 1e-5)

    def parts(self, array):
        rows = max(1, CHUNK // max(1, math.prod(array.shape[1:])))
        return [slice(start, start + rows) for start in range(0, array.shape[0], rows)]

    def reference(self, part, shape):
        """Of a part of what comes out; of a stencil from what is around of it."""
        more = 2 if self.form == 'stencil' else 0
        operands = {name: array if array.ndim < len(self.shape) else array[part.start:part.stop + more]
                    for name, array in self.inputs.items()}
        operands = {name: array.astype('float64') for name, array in operands.items()}
        scope = reference_scope(self.xp)
        text, returned = self.case.text, self.case.outputs
        if self.case.bordered:
            text = 'z = ' + text.split(' = ', 1)[1]
        results = function_of(text, list(operands) + list(self.case.numbers), returned, scope)(**operands, **self.numbers())
        return list(results) if isinstance(results, tuple) else [results]

    def deviation(self, output, reference, condition):
        if output.size == 0:
            return 0.0
        scale = abs(reference) if self.case.name == 'softmax' else 1 + abs(reference) + condition  # a softmax is small
        difference = abs(output.astype('float64') - reference) / scale
        return float(difference.max()) if bool(self.xp.isfinite(difference).all()) else math.inf

    def tolerance(self):
        more = 10 if self.form in ('map', 'total') else 8 if self.form in ('row', 'sum') else 2
        return more * self.dtype.tolerance


LONG_LENGTHS = [64, 256, 1024, 4096, 16384, 65536]
SHORT_LENGTHS = [2, 3, 4, 5, 7, 8, 12, 16, 24, 32]
expressions = Suite('expressions', EXPRESSIONS, [1 << 20, 1 << 24, 1 << 28], [1 << 16], ['f32'])
rows = Rows('rows', ROWS, LONG_LENGTHS, [64, 4096])
short = Rows('short', SHORT, SHORT_LENGTHS, [3, 8])


# ---- The texts in C --------------------------------------------------------------------------------------------------

class CText(ast.NodeTransformer):
    """A statement in C: literals and functions of the type."""

    def __init__(self, suffix):
        self.suffix = suffix

    def visit_Constant(self, node):
        return ast.Name(f'{node.value}{self.suffix}' if isinstance(node.value, float) else str(node.value))

    def visit_Call(self, node):
        self.generic_visit(node)
        if node.func.id == 'where':
            condition, then, otherwise = map(ast.unparse, node.args)
            return ast.Name(f'(({condition}) ? ({then}) : ({otherwise}))')
        node.func.id += self.suffix
        return node


def c_of(case, dtype, stored='{}'):
    """An elementwise text as C; `stored` is how a written array is meant."""
    suffix, statements = 'f' if dtype.target == 'float32' else '', []
    for statement in ast.parse(case.text.replace('; ', '\n')).body:
        target, value = statement.targets[0].id, ast.unparse(CText(suffix).visit(statement.value))
        if target in case.outputs:
            statements.append(f'{stored.format(target)} = {value};')
        else:
            statements.append(f'const {dtype.writes} {target} = {value};')
    return ' '.join(statements)


NEIGHBOURS = 'nswetb'


def stencil_c(case, element='{}'):
    """The same of a stencil, over views of the point c and its neighbours."""
    count = 2 * case.axes
    around = ' + '.join(element.format(name) for name in NEIGHBOURS[:count])
    return f'{element.format("z")} = {element.format("c")} + r*({around} - {count}*{element.format("c")})'


def shifted(cell):
    """Those views: c, and for each axis the neighbours below and above."""
    u, middle = cell.inputs['u'], slice(1, -1)
    views = {'c': u[(middle,) * u.ndim]}
    for k, name in enumerate(NEIGHBOURS[:2 * u.ndim]):
        part = slice(2, None) if k % 2 else slice(None, -2)
        views[name] = u[tuple(part if axis == k // 2 else middle for axis in range(u.ndim))]
    return views
