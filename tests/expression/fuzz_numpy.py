#!/usr/bin/env python3
"""Random expressions through libcujit and through NumPy, which must agree.

    fuzz_numpy.py LIBRARY [--count N] [--seed S] [--sets K] [--only TEXT]

Each text is evaluated by Python, with NumPy's functions by their names, and by cujit_eval(), for K sets of lengths and
values. Results must have the same dtype and shape, and the same elements up to rounding; what one refuses the other must
refuse. Prints what differs, and ends with 1 where anything does.
"""
import argparse
import ctypes
import random
import re
import sys
import warnings

import numpy as np

import fuzz_texts
from fuzz_texts import CASTS, FUNCTIONS1, FUNCTIONS2, PAIRS, REDUCTIONS, SCANS, WHERE

warnings.simplefilter("ignore")
np.seterr(all="ignore")

# ---- The library -----------------------------------------------------------------------------------------------------

DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", None, "float32",
          "float64", "complex64", "complex128"]


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("line", ctypes.c_int), ("column", ctypes.c_int), ("part", ctypes.c_char_p),
                ("vendor_code", ctypes.c_long), ("vendor", ctypes.c_char_p), ("message", ctypes.c_char * 512),
                ("excerpt", ctypes.c_char_p), ("log", ctypes.c_char_p), ("source", ctypes.c_char_p),
                ("more", ctypes.c_void_p)]


class Refused(Exception):
    pass


class Library:
    def __init__(self, path):
        self.so = ctypes.CDLL(path)
        self.so.cujit_array_shape.restype = ctypes.POINTER(ctypes.c_size_t)
        self.so.cujit_array_bytes.restype = ctypes.c_size_t
        self.so.cujit_arg_size.restype = ctypes.c_size_t
        self.so.cujit_array_data.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p()
        self.must(self.so.cujit_context_create_sized, None, ctypes.c_size_t(0), ctypes.byref(self.context))

    def must(self, function, *args):
        error = Error()
        if function(*args, ctypes.byref(error)) != 0:
            message = f"{error.status} {error.line}:{error.column} {error.message.decode()}"
            if error.log:
                message += "\n" + error.log.decode()[:2000]
            status = error.status
            self.so.cujit_error_clear(ctypes.byref(error))
            raise (Refused if status in (3, 5, 6, 7, 12) else RuntimeError)(message)

    def array(self, value):
        made = ctypes.c_void_p()
        dense = np.array(value, order="C", copy=True, ndmin=0)
        shape = (ctypes.c_size_t * max(dense.ndim, 1))(*dense.shape)
        dtype = DTYPES.index(dense.dtype.name) + 1
        self.must(self.so.cujit_array_from_host, self.context, dtype, dense.ndim, shape,
                  ctypes.c_void_p(dense.ctypes.data), ctypes.byref(made))
        return made

    def view(self, of, value, base):
        """An array over the memory of another one, as `value` is a view of `base`."""
        made = ctypes.c_void_p()
        shape = (ctypes.c_size_t * max(value.ndim, 1))(*value.shape)
        strides = (ctypes.c_ssize_t * max(value.ndim, 1))(*value.strides)
        data = self.so.cujit_array_data(of) + value.ctypes.data - base.ctypes.data
        self.must(self.so.cujit_array_view, self.context, DTYPES.index(value.dtype.name) + 1, value.ndim, shape, strides,
                  ctypes.c_void_p(data), ctypes.byref(made))
        return made

    def numpy(self, array):
        ndim = self.so.cujit_array_ndim(array)
        shape = self.so.cujit_array_shape(array)[:ndim]
        out = np.empty(shape, DTYPES[self.so.cujit_array_dtype(array) - 1])
        self.must(self.so.cujit_array_to_host, array, ctypes.c_void_p(out.ctypes.data), ctypes.c_size_t(out.nbytes))
        return out

    def evaluate(self, text, values, has_value):
        """Values by name: arrays, which come back changed, and numbers. The text's value."""
        names = list(values)
        items = ctypes.create_string_buffer(len(names) * self.so.cujit_arg_size() + 1)
        arrays, views = {}, []
        for k, name in enumerate(names):
            value = values[name]
            if isinstance(value, np.ndarray) and value.base is not None and any(
                    value.base is values[other] for other in arrays):
                base = next(other for other in arrays if value.base is values[other])
                views.append(self.view(arrays[base], value, value.base))
                self.so.cujit_arg_set_array(items, ctypes.c_size_t(k), views[-1])
            elif isinstance(value, np.ndarray):
                arrays[name] = self.array(value)
                self.so.cujit_arg_set_array(items, ctypes.c_size_t(k), arrays[name])
            elif isinstance(value, float):
                self.so.cujit_arg_set_real(items, ctypes.c_size_t(k), ctypes.c_double(value))
            else:
                self.so.cujit_arg_set_int(items, ctypes.c_size_t(k), ctypes.c_longlong(value))
        result = ctypes.c_void_p()
        try:
            self.must(self.so.cujit_eval_named, self.context, text.encode(), ", ".join(names).encode(), items,
                      ctypes.c_size_t(len(names)), ctypes.byref(result) if has_value else None)
            for name, array in arrays.items():
                values[name][...] = self.numpy(array)
            return self.numpy(result) if has_value else None
        finally:
            for array in views + list(arrays.values()) + [result]:
                self.so.cujit_array_free(array)


# ---- NumPy -----------------------------------------------------------------------------------------------------------

def fold(function):
    def call(x, axis=None, keepdims=0, **more):
        return function(np.asarray(x), axis=axis, keepdims=bool(keepdims), **more)
    return call


SCOPE = {name: getattr(np, name) for name in FUNCTIONS1 + FUNCTIONS2 + SCANS + PAIRS + ["where", "swapaxes", "broadcast_to"]}
SCOPE |= {name: fold(getattr(np, name)) for name in REDUCTIONS + WHERE}
SCOPE |= {name: (lambda dtype: lambda x: np.asarray(x).astype(dtype))(name) for name in CASTS}


def norm(x, axis=None, keepdims=0):
    x = np.asarray(x)
    root = np.sqrt(np.sum(np.abs(x).astype(float) ** 2, axis=axis, keepdims=bool(keepdims)))
    return root.astype(x.real.dtype) if x.dtype.kind in "fc" else root


SCOPE["norm"] = norm
SCOPE |= {"take": lambda x, i, axis=None, mode="raise": np.take(x, i, axis, mode="clip" if callable(mode) else mode),
          "take_along_axis": np.take_along_axis, "clip": np.clip, "wrap": "wrap",
          "flip": np.flip, "roll": np.roll, "ravel": np.ravel, "reshape": np.reshape,
          "concatenate": np.concatenate, "stack": np.stack}


def run_numpy(text, values):
    """As cujit_eval(): the last statement's value, if it is one."""
    scope = dict(SCOPE)
    scope |= values
    *statements, last = [part.strip() for part in text.split(";")]
    for statement in statements:
        exec(statement, scope)
        name = statement.split(" = ")[0]  # a name means what the value is here, not an array that may change
        if name.isidentifier() and isinstance(scope[name], np.ndarray):
            scope[name] = scope[name].copy()
    if is_statement(last):
        exec(last, scope)
        return None
    return np.asarray(eval(last, scope))


def is_statement(text):
    depth = 0
    for k, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == "=" and depth == 0 and text[k - 1] not in "<>!=" and text[k + 1] != "=":
            return True
        if c == "=" and depth == 0 and text[k - 1] in "+-*&|^/%" and text[k + 1] != "=":
            return True
    return False


# ---- Operands ------------------------------------------------------------------------------------------------------

VERBOSE = False
SHAPES = [{"x": (3, 4), "y": (4,), "w": (1, 4), "v": (2, 3, 4), "s": ()},
          {"x": (5, 7), "y": (7,), "w": (1, 7), "v": (2, 5, 7), "s": ()},
          {"x": (6, 6), "y": (6,), "w": (1, 6), "v": (6, 6, 6), "s": ()},
          {"x": (2, 2), "y": (2,), "w": (1, 2), "v": (1, 2, 2), "s": ()},
          {"x": (33, 40), "y": (40,), "w": (1, 40), "v": (3, 33, 40), "s": ()},
          {"x": (7, 3), "y": (3,), "w": (1, 3), "v": (5, 7, 3), "s": ()},
          {"x": (4, 1), "y": (1,), "w": (1, 1), "v": (2, 4, 1), "s": ()},
          {"x": (3, 129), "y": (129,), "w": (1, 129), "v": (2, 3, 129), "s": ()},
          {"x": (65, 16), "y": (16,), "w": (1, 16), "v": (4, 65, 16), "s": ()},
          {"x": (2, 1025), "y": (1025,), "w": (1, 1025), "v": (3, 2, 1025), "s": ()}]


def make_values(rng, dtypes, shapes, overlap):
    """Small whole numbers and halves, so that most is exact."""
    values = {}
    for name, shape in shapes.items():
        value = np.array(rng.integers(-3, 6, shape)) if dtypes[name][0] != "u" else np.array(rng.integers(0, 6, shape))
        if dtypes[name][0] == "f":
            value = value / 2
        elif dtypes[name][0] == "c":
            value = value + 1j * rng.integers(-2, 3, shape)
        values[name] = np.asarray(value).astype(dtypes[name])
    if overlap:  # another view of x's memory
        values["u"] = values["x"][1:, ::-1] if overlap == 1 else values["x"].T
    return values


# ---- Comparing -------------------------------------------------------------------------------------------------------

def tolerance(dtype):
    """Of what is calculated from values of that type: functions of small integers are float16 or float32."""
    return {"float16": 4e-3, "bool": 4e-3, "int8": 4e-3, "uint8": 4e-3, "int16": 3e-5, "uint16": 3e-5, "float32": 3e-5, "complex64": 3e-5, "float64": 1e-11, "complex128": 1e-11}.get(dtype.name, 0)


def differs(got, expected, inputs=(), text=""):
    """`inputs`: values that it was made of, whose rounding shows in wider types, too. Long products round more, and
    overflow in their own order, maybe on the way to 0."""
    products = "prod" in text
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return f"got {got.dtype}{got.shape}, expected {expected.dtype}{expected.shape}"
    bound = tolerance(expected.dtype) if expected.dtype.kind in "fc" else 0
    if bound != 0:
        bound = max([bound] + [tolerance(value.dtype) for value in inputs if isinstance(value, np.ndarray)])
    halves = "float16" in text or any(isinstance(value, np.ndarray) and value.dtype == "float16" for value in inputs)
    if products or halves and "cumsum" in text:  # NumPy's sums of float16 are float16, and off by more than ours
        bound *= 50
    if any(name in text for name in ("var(", "std(")) and any(
            isinstance(value, np.ndarray) and value.dtype == "uint64" for value in inputs):
        return None  # differences that wrap are near 2^64, of which a double has the upper 53 digits
    if bound == 0:
        same = got == expected
    else:
        finite = np.abs(expected[np.isfinite(expected)]).astype(float)
        scale = finite.max() if finite.size else 1
        same = np.isclose(got, expected, rtol=bound, atol=bound * max(scale, 1), equal_nan=True)
        if products:
            same |= ~np.isfinite(got)
        if "//" in text and ("maximum" in text or "minimum" in text):
            same |= np.isinf(expected) & np.isinf(got)  # divided by the one zero or the other, 0.0 or -0.0
        if products or halves:
            same |= ~np.isfinite(expected)  # NumPy calculates in float16, and overflows on the way
    if not np.all(same):
        return f"got {got.flatten()[:8]}, expected {expected.flatten()[:8]}"
    return None


def compare(library, text, values):
    ours, theirs = {}, {}
    for to in (ours, theirs):
        for name, value in values.items():
            if isinstance(value, np.ndarray) and value.base is None:
                to[name] = value.copy()
        for name, value in values.items():
            if not isinstance(value, np.ndarray):
                to[name] = value
            elif value.base is not None:
                to[name] = np.lib.stride_tricks.as_strided(to["x"], value.shape, value.strides)
                to[name] = to["x"][1:, ::-1] if value.shape[0] != values["x"].T.shape[0] or value.strides[0] > 0 and value.strides[1] < 0 else to["x"].T
    try:
        expected, refused = run_numpy(text, theirs), None
    except Exception as error:  # whatever NumPy says
        expected, refused = None, error
    has_value = not is_statement(text.split(";")[-1].strip())
    if VERBOSE:
        print(text, flush=True)
    try:
        got = library.evaluate(text, ours, has_value)
    except Refused as error:
        if refused is not None or any(word in str(error) for word in ("cannot be assigned to", "no elements", "does not fit", "is not there for complex")):
            return None
        if "where(" in text and "cannot hold" in str(error):
            return None  # a number that does not fit wraps in NumPy's where, and nowhere else
        return f"refused: {error}"
    except RuntimeError as error:
        return f"failed: {error}"
    if refused is not None and "zero-size array" in str(refused):
        return None  # of a result without elements, or one that nothing needs
    if isinstance(refused, IndexError) and "is out of bounds" in str(refused) and re.search(r"\bj\b|\barg(max|min)\b", text):
        return None  # of places outside of an axis that an array says: they become the nearest, or are left out
    if refused is not None:
        return f"NumPy refuses: {type(refused).__name__} {refused}"
    if has_value and (trouble := differs(got, expected, values.values(), text)):
        return trouble
    for name, value in ours.items():
        if isinstance(value, np.ndarray) and value.base is None and (trouble := differs(value, theirs[name], values.values(), text)):
            return f"{name}: {trouble}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=3)
    parser.add_argument("--only")
    parser.add_argument("--stores", action="store_true", help="assignments of folds and joined arrays only")
    parser.add_argument("--rows", type=float, default=fuzz_texts.ROWS, help="the part of texts that reduce rows")
    options = parser.parse_args()
    fuzz_texts.ROWS = options.rows
    library = Library(options.library)
    failures = refusals = 0
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        numbers = np.random.default_rng(options.seed * 1000003 + number)
        kinds = rng.choice([["float32"], ["float64"], ["int32", "float32"], ["int8", "uint8", "int64", "float64"],
                            ["float16", "float32"], ["complex64", "float32"], ["bool", "int16", "float32"],
                            ["uint16", "uint64", "int32"]])
        dtypes = {name: rng.choice(kinds) for name in SHAPES[0]}
        overlap = rng.choice([0, 0, 1, 2])
        ranks = {name: len(shape) for name, shape in SHAPES[0].items()}
        if overlap:
            ranks["u"] = 2
        writer = fuzz_texts.Writer(rng, ranks)
        text = options.only or (writer.stored() if options.stores else writer.text())
        for shapes in rng.sample(SHAPES, min(options.sets, len(SHAPES))):
            values = make_values(numbers, dtypes, shapes, overlap)
            values |= {"a": 1.5, "k": 1, "j": numbers.integers(-3, 4, 3)}
            trouble = compare(library, text, values)
            if trouble:
                failures += 1
                print(f"{number}: {text}\n    {dtypes} overlap {overlap} {shapes}\n    {trouble}", flush=True)
                break
    print(f"{options.count} texts, {failures} differ")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
