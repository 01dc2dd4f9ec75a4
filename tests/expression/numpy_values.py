#!/usr/bin/env python3
"""numpy_values.py: writes numpy_values.txt beside it, values of functions by NumPy 2: python3 tests/expression/numpy_values.py

Needs numpy (2.4), ml_dtypes (0.6) and, for the special functions, scipy (1.17). The first lines have 16 values of each
type, which is called as in libjit/expression/functions.def. After them there is a line for each function and the types of
its operands, with its results: of one operand for all values; of two for the first 9 of each, the first operand's
fastest; of three likewise, with the value 5 j + 3 modulo 9 for the third operand of the j-th result. "-" is one that is
not defined. Floating-point numbers have the digits that they need. What is not exact was computed in float64 and rounded.
"""
import math
import os
import warnings

import ml_dtypes
import numpy as np
from scipy import special

INTEGERS, REALS, COMPLEX, STORED = "bBhHiIqQ", "eEfd", "FD", "xy"
NUMBERS = "t" + INTEGERS + REALS + COMPLEX
NAMES = ("bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 "
         "complex128 float8_e4m3fn float8_e5m2").split()
TYPES = {letter: np.dtype(getattr(ml_dtypes, name, name)) for letter, name in zip(NUMBERS + STORED, NAMES)}
ALL, SOME = 16, 9


def values_of(letter):
    dtype = TYPES[letter]
    if letter == "t":
        values = [0, 1] * 8
    elif letter in INTEGERS:
        bits, limits = 8 * dtype.itemsize, np.iinfo(dtype)
        low, high = int(limits.min), int(limits.max)
        if low < 0:
            values = [0, 1, -1, 2, -3, 7, bits, high, low, 5, -5, 64, -8, 100, bits - 1, low + 1]
        else:
            values = [0, 1, 2, 3, 7, bits, high // 2 + 1, high - 1, high, 5, 6, 64, 8, 100, bits - 1, high // 2]
    elif letter in REALS + STORED:
        limits = ml_dtypes.finfo(dtype)
        tiny, high = float(limits.smallest_subnormal), float(limits.max)
        values = [0.0, -0.0, 1.0, -1.5, 2.5, 7.0, np.inf, -np.inf, np.nan, -0.3, 0.5, tiny, high, -tiny, 1000.0, -7.0]
    else:
        values = [0, 1, -1, 1j, 2 - 3j, -0.5 + 0.25j, 3 + 4j, -2 - 1j, 1e-3 + 2j, 0.5, -0.3j, 2.5 - 0.5j, -3.5 + 1.5j,
                  complex(np.inf, 0), complex(np.nan, 1), complex(1, -np.inf)]
    return np.array(values, dtype=object).astype(dtype)


VALUES = {letter: values_of(letter) for letter in NUMBERS + STORED}


def real_text(x, letter):
    if math.isnan(x):
        return "nan"
    rounded = TYPES[letter].type
    for digits in range(1, 18):
        text = f"{float(x):.{digits}g}"
        if float(rounded(float(text))) == float(x):
            return text.replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    raise ValueError(x)


def text_of(x, letter):
    if x is None:
        return "-"
    if letter in "t" + INTEGERS:
        return str(int(x))
    if letter in REALS + STORED:
        return real_text(x, letter)
    part = "f" if letter == "F" else "d"
    return real_text(x.real, part) + "," + real_text(x.imag, part)


def operands_of(letters):
    if len(letters) == 1:
        return [VALUES[letters]]
    k = np.arange(SOME * SOME)
    places = [k % SOME, k // SOME, (5 * k + 3) % SOME]
    return [VALUES[letter][place] for letter, place in zip(letters, places)]


LINES = []


def write(name, letters, result, values):
    """`values` become elements of the type `result`; None among them stays."""
    converted = [None if v is None else np.asarray(v).astype(TYPES[result])[()] for v in values]
    LINES.append(f"{name} {letters}: " + " ".join(text_of(v, result) for v in converted))


def exact(name, kinds, operands, result=None, function=None):
    """A function in the type of its operands."""
    for letter in kinds:
        got = (function or getattr(np, name))(*operands_of(letter * operands))
        write(name, letter * operands, result or letter, got)


def rounded(name, operands=1, function=None, kinds=REALS + COMPLEX):
    """A function in float64 or complex128, rounded in the end."""
    for letter in kinds:
        wide = [x.astype(TYPES["D" if letter in COMPLEX else "d"]) for x in operands_of(letter * operands)]
        got = list((function or getattr(np, name))(*wide))
        if letter in COMPLEX: # infinities and NaN: the complex numbers' own tests have them
            got = [v if all(np.isfinite(x[k]) for x in wide) and np.isfinite(v) else None for k, v in enumerate(got)]
        write(name, letter * operands, letter, got)


def within(function, least, most):
    """None for arguments of other sizes."""
    return lambda x: [v if np.isnan(a) or a == 0 or least <= np.abs(a) < most else None for a, v in zip(x, function(x))]


def of_order(function, n, x):
    """A Bessel function of a whole order: the sign of negative ones is that of (-1)^n, and beyond 9999 there is none."""
    if abs(n) > 9999:
        return np.nan
    sign = -1.0 if n < 0 and n % 2 else 1.0
    if np.isinf(x):
        return None if function is special.jv or x > 0 else np.nan
    exact = {0: (special.j0, special.y0), 1: (special.j1, special.y1)} # these have more digits near their zeros
    return sign * float(exact[abs(n)][function is special.yv](x) if abs(n) in exact else function(abs(n), x))


def elementwise(function):
    return lambda *arrays: [function(*elements) for elements in zip(*arrays)]


def integer_power(x, n):
    x, n, bits = int(x), int(n), 8 * x.dtype.itemsize
    value = pow(x, n, 1 << bits) if n >= 0 else 0 if x not in (1, -1) else 1 if x == 1 or n % 2 == 0 else -1
    return np.array(value % (1 << bits), dtype=np.uint64)


def arithmetic():
    for name in "add multiply".split():
        exact(name, "t" + INTEGERS + REALS, 2)
        rounded(name, 2, kinds=COMPLEX)
    exact("subtract", INTEGERS + REALS, 2)
    rounded("subtract", 2, kinds=COMPLEX)
    exact("divide", "iIqQ", 2, "d")
    exact("divide", REALS, 2)
    rounded("divide", 2, kinds=COMPLEX)
    for name in "floor_divide remainder fmod".split():
        exact(name, INTEGERS + REALS, 2)
    exact("power", INTEGERS, 2, function=elementwise(integer_power))
    rounded("power", 2)
    rounded("float_power", 2, kinds="dD")
    exact("negative", INTEGERS + REALS + COMPLEX, 1)
    exact("positive", INTEGERS + REALS + COMPLEX, 1)
    exact("absolute", "t" + INTEGERS + REALS, 1)
    for letter, part in zip(COMPLEX, "fd"):
        exact("absolute", letter, 1, part)
        exact("real", letter, 1, part)
        exact("imag", letter, 1, part)
        exact("angle", letter, 1, part)
    exact("fabs", REALS, 1)
    exact("sign", INTEGERS + "efd", 1)
    rounded("sign", kinds="E" + COMPLEX)
    exact("signbit", REALS, 1, "t")
    exact("copysign", REALS, 2)
    exact("square", INTEGERS + REALS, 1)
    rounded("square", kinds=COMPLEX)
    exact("reciprocal", INTEGERS, 1, function=elementwise(lambda x: 0 if x == 0 else int(1 / int(x))))
    exact("reciprocal", REALS, 1)
    rounded("reciprocal", kinds=COMPLEX)
    exact("gcd", INTEGERS, 2)
    exact("lcm", INTEGERS, 2)
    rounded("fma", 3, lambda x, y, z: x * y + z, REALS)


def of_the_c_library():
    for name in """sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh
                   arccosh arctanh""".split():
        rounded(name)
    for name in "cbrt deg2rad rad2deg".split():
        rounded(name, kinds=REALS)
    for name in "hypot logaddexp logaddexp2 arctan2".split():
        rounded(name, 2, kinds=REALS)
    for name in "erf erfc erfinv erfcx gamma ndtr expit".split():
        rounded(name, 1, getattr(special, name), REALS)
    # SciPy's own limits: subnormal numbers, infinities, and what has no digits left
    for name in "erfcinv ndtri gammaln".split():
        rounded(name, 1, within(getattr(special, name), 1e-300, np.inf), REALS)
    for name in "i0 i1 j0 j1 y0 y1".split():
        rounded(name, 1, within(getattr(special, name), 0, 100), REALS)
    for name, function in zip(("jn", "yn"), (special.jv, special.yv)):
        for letter in REALS:
            for integer in "iq":
                write(name, integer + letter, letter, [of_order(function, int(n), float(x)) for n, x in zip(*operands_of(integer + letter))])
    rounded("rsqrt", 1, lambda x: 1 / np.sqrt(x), REALS)
    rounded("rcbrt", 1, lambda x: 1 / np.cbrt(x), REALS)
    rounded("exp10", 1, special.exp10, REALS)
    half_turns = elementwise(lambda x: np.nan if not np.isfinite(x) else math.copysign(0.0, x) if x == np.floor(x)
                             else np.sin(np.pi * np.fmod(x, 2)))
    rounded("sinpi", 1, half_turns, REALS)
    rounded("cospi", 1, lambda x: np.where(np.fmod(x, 1) == 0, np.where(np.fmod(x, 2) == 0, 1.0, -1.0), np.where(
        np.abs(np.fmod(x, 1)) == 0.5, 0.0, np.cos(np.pi * np.fmod(x, 2)))), REALS)
    of_c_alone()


def of_c_alone():
    rounded("fdim", 2, lambda x, y: np.where(x <= y, 0.0, x - y), REALS)
    rounded("rhypot", 2, lambda x, y: 1 / np.hypot(x, y), REALS)
    rounded("logb", 1, lambda x: np.where(x == 0, -np.inf, np.where(np.isfinite(x), np.frexp(x)[1] - 1.0, np.abs(x))),
            REALS)


def clip(x, low, high):
    return np.minimum(np.maximum(x, low), high)


def but_for_zeros(function):
    """Which of two zeros comes out is not said."""
    return lambda *arrays: [None if v == 0 else v for v in function(*arrays)]


def the_rest():
    for name in "floor ceil trunc".split():
        exact(name, "t" + INTEGERS + REALS, 1)
    exact("rint", REALS + COMPLEX, 1)
    exact("round", "t", 1, "e")
    exact("round", INTEGERS + REALS + COMPLEX, 1)
    for name in "maximum minimum fmax fmin".split():
        exact(name, "t" + INTEGERS, 2)
        exact(name, REALS, 2, function=but_for_zeros(getattr(np, name)))
        exact(name, COMPLEX, 2)
    exact("clip", "t" + INTEGERS, 3, function=clip)
    exact("clip", REALS, 3, function=but_for_zeros(clip))
    exact("clip", COMPLEX, 3, function=clip)
    exact("where", NUMBERS + STORED, 3, function=lambda c, x, y: np.where(c != 0, x, y))
    exact("heaviside", REALS, 2)
    for name in "less less_equal greater greater_equal equal not_equal".split():
        exact(name, "t" + INTEGERS + REALS + COMPLEX, 2, "t")
        for letters in ("qQ", "Qq"):
            write(name, letters, "t", getattr(np, name)(*operands_of(letters)))
    for name in "logical_and logical_or logical_xor".split():
        exact(name, NUMBERS, 2, "t")
    for name in "logical_not isnan isinf isfinite".split():
        exact(name, NUMBERS, 1, "t")
    for name in "isposinf isneginf".split():
        exact(name, REALS, 1, "t")
    for name in "bitwise_and bitwise_or bitwise_xor".split():
        exact(name, "t" + INTEGERS, 2)
    exact("invert", "t" + INTEGERS, 1)
    for name in "left_shift right_shift".split():
        exact(name, INTEGERS, 2)
    exact("bitwise_count", INTEGERS, 1, "B")
    exact("nextafter", REALS, 2, function=but_for_zeros(np.nextafter))
    for letter in REALS: # float16 has a definition of its own for negative numbers, bfloat16 for -0, and all for the largest
        write("spacing", letter, letter, [None if np.signbit(x) and letter in "eE" or np.abs(x) == ml_dtypes.finfo(
            TYPES[letter]).max else np.spacing(x) for x in VALUES[letter]])
        for integer in "iq":
            x, n = operands_of(letter + integer)
            write("ldexp", letter + integer, letter,
                  [math.ldexp(float(v), int(k)) if k < 1000 or not np.isfinite(v) or v == 0 else v * np.inf
                   for v, k in zip(x, n)])
    for name in "real imag".split():
        exact(name, "t" + INTEGERS + REALS, 1)
    exact("conjugate", INTEGERS + REALS + COMPLEX, 1)
    exact("angle", "t", 1, "d")
    exact("angle", REALS, 1)
    for part, letter in zip("fd", COMPLEX):
        write("complex", part * 2, letter, [complex(x, y) for x, y in zip(*operands_of(part * 2))])


def cast(x, letter):
    """None: not in what C or the documentation defines."""
    x = x.real if np.iscomplexobj(x) else x
    if letter in INTEGERS and not isinstance(x, (np.integer, np.bool_)):
        limits = np.iinfo(TYPES["i" if letter in "bBhH" else "q" if letter == "I" else letter])
        if not np.isfinite(x) or not limits.min <= math.trunc(float(x)) <= limits.max:
            return None
        return np.array(math.trunc(float(x)) % (1 << 64), dtype=np.uint64)
    return x


def casts():
    for letter, name in zip(NUMBERS + STORED, NAMES):
        for given in NUMBERS:
            values = VALUES[given]
            write(name.removesuffix("fn"), given, letter, values if letter in "t" + COMPLEX else [cast(x, letter) for x in values])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for kind in NUMBERS + STORED:
        LINES.append(f"values {kind}: " + " ".join(text_of(x, kind) for x in VALUES[kind]))
    arithmetic()
    of_the_c_library()
    the_rest()
    casts()
    path = os.path.join(os.path.dirname(__file__), "numpy_values.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(LINES) + "\n")
