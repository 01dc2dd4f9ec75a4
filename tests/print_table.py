#!/usr/bin/env python3
"""print_table.py: writes print_table.h: arrays, print options, and what NumPy (2.4 or later) makes of them.

    python3 tests/print_table.py > tests/print_table.h
"""
import numpy as np

DTYPES = {
    np.bool: 'BOOL', np.int8: 'INT8', np.uint8: 'UINT8', np.int16: 'INT16', np.uint16: 'UINT16', np.int32: 'INT32',
    np.uint32: 'UINT32', np.int64: 'INT64', np.uint64: 'UINT64', np.float16: 'FLOAT16', np.float32: 'FLOAT32',
    np.float64: 'FLOAT64', np.complex64: 'COMPLEX64', np.complex128: 'COMPLEX128',
}
VECTORS = {'FLOAT2': [('x', 'f4'), ('y', 'f4')], 'INT1': [('x', 'i4')], 'UCHAR4': [(n, 'u1') for n in 'xyzw'],
           'DOUBLE3': [(n, 'f8') for n in 'xyz'], 'SHORT3': [(n, 'i2') for n in 'xyz']}
MODES = {'maxprec': 0, 'fixed': 1, 'unique': 2, 'maxprec_equal': 3}


def text(value):
    return '"' + value.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n"\n     "') + '"'


def row(array, pattern, name, options):
    """`pattern`: elements that are repeated until the array is full."""
    c = dict(precision=options.get('precision', 8), mode=MODES[options.get('floatmode', 'maxprec')],
             threshold=options.get('threshold', 0), edge_items=options.get('edgeitems', 0),
             line_width=options.get('linewidth', 0), suppress=int(options.get('suppress', False)),
             sign=options.get('sign', '-'))
    c['precision'] = c['precision'] or -1
    with np.printoptions(**options):
        shown, represented = str(array), repr(array)
    if array.dtype.names:
        represented = None
    shape = ', '.join(str(n) for n in array.shape) or '0'
    data = ''.join('\\x%02x' % byte for byte in np.asarray(pattern).tobytes())
    print(f'    {{CUJIT_{name}, {array.ndim}, {{{shape}}}, "{data}", {np.asarray(pattern).nbytes},')
    print('     {.precision = %(precision)d, .mode = %(mode)d, .threshold = %(threshold)d, .edge_items = '
          '%(edge_items)d, .line_width = %(line_width)d, .suppress = %(suppress)d, .sign = \'%(sign)s\'},' % c)
    print(f'     {text(shown)},')
    print(f'     {text(represented) if represented else "NULL"}}},')


def rows(pattern, shape=None, **options):
    pattern = np.asarray(pattern)
    array = pattern if shape is None else np.resize(pattern, shape)
    row(array, pattern, DTYPES[pattern.dtype.type], options)


def numbers():
    real = [
        [1.5, 2.25, -3], [1e-5, 1], [1, 1000, 1001.5], [0.1, 0.2, 0.30000000000000004], [1e8, 1], [99999999.5, 1],
        [np.nan, 1], [np.inf, -np.inf, 1], [np.nan], [-np.inf], [0.0, -0.0], [1e-300, 1e300], [5e-324, 1.2345678e-300],
        [2.0 ** -44, 2.0 ** -24, 2.0 ** 60], [1 / 3, 2 / 3, 1e3], [123456.789, 0.001], [12345678.9, 1e5], [1e-4, 0.05],
        [9.999e-5], [0.00012345678901234], [1e16, 123456789012345678], [-1e-10, np.nan, 1e22], [np.inf, 1e-9],
        [1e100, -1e-100], [0.5, 1e3 + 0.5], [999.9999999, 0.9999999999], [2.0 ** -1022, 2.0 ** 1023],
    ]
    for dtype in (np.float16, np.float32, np.float64):
        for values in real:
            with np.errstate(over='ignore'):
                array = np.array(values, dtype)
            rows(array)
            rows(array, suppress=True, precision=4)
            for mode in MODES:
                rows(array, floatmode=mode, precision=3, sign='+')
            rows(array, floatmode='unique', sign=' ')
            rows(array, floatmode='maxprec_equal', precision=0)
            rows(array[0])
        for value in (0, 1, 999.5, 1000, 65504, 1e6 - 1, 1e6, 1e15, 1e16, 1e-4, 9e-5, 2.0 ** -24):
            with np.errstate(over='ignore'):
                rows(np.array(value, dtype))
    generator = np.random.default_rng(1)
    for dtype, bits in ((np.float16, np.uint16), (np.float32, np.uint32), (np.float64, np.uint64)):
        for _ in range(12):
            drawn = generator.integers(0, np.iinfo(bits).max, 7, bits, endpoint=True).view(dtype)
            rows(drawn)
            rows(drawn, floatmode='unique')
        rows(generator.standard_normal((5, 4)).astype(dtype))
        rows((generator.standard_normal((3, 2, 9)) * 100).astype(dtype))
        rows(generator.standard_normal(40).astype(dtype), precision=3)
        rows(np.float64(2.0) ** generator.integers(-20, 15, 30).astype(dtype), floatmode='unique')


def others():
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        limits = np.iinfo(dtype)
        rows(np.array([limits.min, 0, limits.max], dtype))
        for sign in '+- ':
            rows(np.array([[1, 20], [100, 7]], dtype), sign=sign)
            rows(np.array([limits.min, 5], dtype), sign=sign)
        rows(np.array(7, dtype))
        rows(np.arange(97, dtype=dtype))
        rows(np.arange(7, dtype=dtype), (2, 1, 0, 3))
    rows(np.array([True, False]))
    rows(np.array([[True], [False]]))
    rows(np.array(True))
    rows(np.array(False))
    for dtype in (np.complex64, np.complex128):
        for values in ([1 + 2j, -3.5 - 4e-3j], [complex('nan+infj'), 1], [1e-9 + 1e9j, 2], [complex(-0.0, -0.0)],
                       [complex('-inf'), complex('nanj')], [0.5j, 100], [1 / 3 + 1j / 7]):
            rows(np.array(values, dtype))
            rows(np.array(values, dtype), precision=2, sign='+')
            rows(np.array(values, dtype), floatmode='fixed', precision=2)
            rows(np.array(values[0], dtype))
            rows(np.array(values, dtype), (3, 5), suppress=True)
        for value in (2j, -2j, 1 + 2j, -0.0 - 1.5j, complex('nan+infj'), 1e20 + 1j, 0, complex(0, -0.0), 1e-5j, 12345678):
            rows(np.array(value, dtype))


def layouts():
    few = np.array([1, -20, 300], np.int32)
    for shape in ((0,), (0, 3), (3, 0), (1,), (1, 1, 1), (2, 3, 4), (2, 1, 2, 3), (1001,), (7, 200), (200, 7),
                  (20, 20, 20), (2000, 1), (1, 2000), (6, 300), (3, 2, 500)):
        rows(few, shape)
        rows(few.astype(np.float32) / 7, shape)
        rows(few.astype(np.float64), shape, threshold=5, edgeitems=1)
        rows(few, shape, linewidth=20, threshold=10, edgeitems=2)
        rows(few.astype(bool), shape, linewidth=30)
    for width in (1, 2, 5, 10, 11, 12, 40, 200):
        rows(few, (2, 30), linewidth=width)
        rows(few.astype(np.float32), (3, 3), linewidth=width)
        rows(few, (1500,), linewidth=width)
    for shape in ((100,), (101,), (10, 10), (50, 2)):
        rows(few, shape, threshold=100)
    rows(few, (1, 1, 1, 1, 1, 1, 1, 30))


def vectors():
    for name, dtype in VECTORS.items():
        pattern = np.zeros(3, dtype)
        for k, field in enumerate(pattern.dtype.names):
            pattern[field] = [k + 1, 20 * k, 100 - k] if name != 'FLOAT2' else [k + 1.5, 1 / 3, -k]
        for shape in ((3,), (2, 2), (1200,)):
            row(np.resize(pattern, shape), pattern, name, {})
        row(np.array(pattern[0]), pattern[0], name, {})


print('/* print_table.h: written by print_table.py with NumPy ' + np.__version__ + '. */')
print('/* clang-format off */')
numbers()
others()
layouts()
vectors()
print('    /* clang-format on */')
