#!/usr/bin/env python3
"""numpy_types.py: writes numpy_types.txt beside it, what NumPy 2 says about types: python3 tests/expression/numpy_types.py

Needs numpy (2.4) and ml_dtypes (0.6). After the line "== NAME OPERANDS" there is a line for each type of the first
operand, and in it a letter for each type of the second one (functions of one operand have one line). Of clip the third
operand is like the second, of where the first is a bool, or the type itself. Types are called as in
libjit/expression/functions.def; 1, 2 and 3 are Python's int, float and complex; a dot means that there is an error.
"""
import os
import warnings

import ml_dtypes
import numpy as np

LETTERS = "tbBhHiIqQeEfdFDxy"
NAMES = ("bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 "
         "complex128 float8_e4m3fn float8_e5m2").split()
TYPES = [np.dtype(getattr(ml_dtypes, name, name)) for name in NAMES]
OPERANDS = [np.ones(1, dtype) for dtype in TYPES] + [1, 1.0, 1j]

ONE = """negative positive absolute fabs sign signbit square reciprocal sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin
cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh deg2rad rad2deg floor ceil trunc rint round logical_not
isnan isinf isfinite isposinf isneginf invert bitwise_count spacing real imag conjugate angle""".split()
TWO = """add subtract multiply divide floor_divide remainder fmod power float_power copysign gcd lcm hypot logaddexp
logaddexp2 arctan2 maximum minimum fmax fmin heaviside less less_equal greater greater_equal equal not_equal logical_and
logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift nextafter ldexp""".split()


def letter(function):
    """The letter of a result's type."""
    try:
        dtype = np.asarray(function()).dtype
    except (TypeError, ValueError):
        return "."
    return LETTERS[TYPES.index(dtype)] if dtype in TYPES else "."


def main():
    lines = ["== promote 2"]
    lines += ["".join(letter(lambda: np.empty(0, np.result_type(x, y))) for y in OPERANDS) for x in OPERANDS]
    for name, casting in (("can_cast", "safe"), ("can_cast_same_kind", "same_kind")):
        lines.append(f"== {name} 2")
        lines += ["".join(".t"[np.can_cast(x, y, casting)] for y in TYPES) for x in TYPES]
    for name in ONE:
        lines += [f"== {name} 1", "".join(letter(lambda: getattr(np, name)(x)) for x in OPERANDS)]
    for name in TWO:
        lines.append(f"== {name} 2")
        lines += ["".join(letter(lambda: getattr(np, name)(x, y)) for y in OPERANDS) for x in OPERANDS]
    lines.append("== clip 3")
    clip = np._core.umath.clip  # the function np.clip takes Python's numbers for arrays
    lines += ["".join(letter(lambda: clip(x, y, y)) for y in OPERANDS) for x in OPERANDS]
    lines.append("== where 3")
    lines += ["".join(letter(lambda: np.where(True, x, y)) for y in OPERANDS) for x in OPERANDS]
    with open(os.path.join(os.path.dirname(__file__), "numpy_types.txt"), "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    main()
