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


FUNCTIONS1 = ["sin", "cos", "exp", "tanh", "sqrt", "abs", "square", "sign", "floor", "isnan", "conj", "real", "log1p"]
FUNCTIONS2 = ["maximum", "minimum", "hypot", "fmax", "arctan2", "copysign", "logical_and"]
REDUCTIONS = ["sum", "prod", "min", "max", "mean", "var", "std", "any", "all", "count_nonzero"]
WHERE = ["argmin", "argmax"]
SCANS = ["cumsum", "cumprod"]
PAIRS = ["modf", "frexp", "divmod"]  # of which a text picks one result
CASTS = ["int8", "int32", "int64", "float16", "float32", "float64", "bool", "uint8", "complex64"]

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


# ---- Texts -----------------------------------------------------------------------------------------------------------

class Writer:
    """Random texts over operands of known ranks."""

    def __init__(self, rng, ranks):
        self.rng = rng
        self.ranks = ranks  # arrays
        self.smooth = rng.random() < 0.5  # functions that round, and nothing that jumps
        self.names = {}

    def pick(self, *items):
        return self.rng.choice(items)

    def number(self):
        return self.pick("2", "3", "0", "1", "-1", "0.5", "2.5", "a", "k", "x.size", "len(v)", "y.shape[0]") if self.rng.random() < 0.9 else "1j"

    def index(self, rank):
        parts = []
        kept = 0
        for _ in range(rank):
            kind = self.rng.random()
            if kind < 0.45:
                parts.append(self.pick(":", "1:", ":-1", "::2", "::-1", "1::2", "-2:", "::-2", "-2::-1", "k:", ":k+1", ":len(x)//2", "y.size - 1:"))
                kept += 1
            elif kind < 0.6 and rank > 1:
                parts.append(self.pick("0", "-1", "1", "k"))
            else:
                parts.append(":")
                kept += 1
        if self.rng.random() < 0.15:
            parts.insert(self.rng.randrange(len(parts) + 1), "None")
            kept += 1
        return ", ".join(parts), kept

    def leaf(self):
        if self.names and self.rng.random() < 0.3:
            name = self.rng.choice(list(self.names))
            return name, self.names[name]
        if self.rng.random() < 0.2:
            return self.number(), 0
        name = self.rng.choice(list(self.ranks))
        return name, self.ranks[name]

    def value(self, depth):
        """A text in brackets or a name, and its rank."""
        kind = self.rng.random()
        if depth == 0 or kind < 0.15:
            return self.leaf()
        if kind < 0.5:
            (x, m), (y, n) = self.value(depth - 1), self.value(depth - 1)
            smooth = ["+", "-", "*"]
            return f"({x} {self.pick(*smooth, *([] if self.smooth or m == n == 0 else ['//', '%', '<', '>=', '==', '&', '|', '^']))} {y})", max(m, n)
        if kind < 0.6:
            x, m = self.value(depth - 1)
            names = ["sin", "cos", "tanh", "sqrt", "abs", "square", "conj", "real"] if self.smooth else \
                ["abs", "square", "sign", "floor", "isnan", "conj", "real"]
            return (f"{self.pick(*names)}({x})", m) if m > 0 else (x, m)
        if kind < 0.66:
            (x, m), (y, n) = self.value(depth - 1), self.value(depth - 1)
            if m == 0 or n == 0:
                return x, m
            return f"{self.pick('maximum', 'minimum', 'logical_and')}({x}, {y})", max(m, n)
        if kind < 0.7:
            return self.pair(depth) if self.rng.random() < 0.6 else self.repeated()
        if kind < 0.74:
            (c, m), (x, n), (y, o) = (self.value(depth - 1) for _ in range(3))
            return (f"where({c} > 0, {x}, {y})", max(m, n, o)) if m > 0 else (x, n)
        if kind < 0.79:
            x, m = self.value(depth - 1)
            return (f"{self.pick(*CASTS)}({x})", m) if m > 0 and not self.smooth else (x, m)
        if kind < 0.83:
            x, m = self.value(depth - 2 if depth > 2 else 0)
            return self.chain(x, m) if m > 0 else (x, m)
        if kind < 0.86:
            return self.taken(depth)
        if kind < 0.93:
            x, m = self.value(depth - 1)
            if m == 0:
                return x, m
            if self.rng.random() < 0.3:
                return f"{x}.T", m
            if self.rng.random() < 0.3:
                axis = self.rng.randrange(m)
                return self.pick((f"flip({x}, {axis})", m), (f"roll({x}, {self.pick(1, -2, 'k')}, {axis})", m),
                                 (f"ravel({x})", 1), (f"reshape({x}, (-1, 1))", 2),
                                 (f"concatenate(({x}, {x}[::-1]), {axis})", m), (f"stack(({x}, -abs({x})), {axis})", m + 1),
                                 (f"concatenate(({x}, y, {x}), axis=None)", 1),
                                 (f"(max({x}, {axis}) - min({x}, {axis}))", m - 1))
            text, kept = self.index(m)
            return f"{x}[{text}]", kept
        x, m = self.value(depth - 1)
        if m == 0:
            return x, m
        return self.fold(x, m)

    def pair(self, depth):
        """One result of a function of two, of which another may be used as well."""
        x, m = self.value(depth - 1)
        if m == 0:
            return x, m
        name = self.pick(*(["modf", "frexp"] if self.smooth else PAIRS))
        y, n = self.value(depth - 1) if name == "divmod" else ("", 0)
        call = f"{name}({x}, {y})" if name == "divmod" else f"{name}({x})"
        if self.rng.random() < 0.25:
            return f"({call}[0] + {call}[1])", max(m, n)
        return f"{call}[{self.pick(0, 1, -1)}]", max(m, n)

    def repeated(self):
        """What has no memory of its own, in a shape that goes with the others'."""
        x = self.pick("s", "x[0, 0]", "a", "k", "(2*s - 1)", "x[:1, :1]", "w[:, -1:]", "y[1:2]", "sum(x)", "max(v, keepdims=1)[0]")
        shape = self.pick("(2, 1, 1)", "(3, 1)", "(k, 1, 1, 1)", "(k + 1, 1, 1)", "(1, 1)", "1", "(1,)")
        rank = 1 if shape in ("1", "(1,)") else shape.count(",") + 1
        return f"broadcast_to({x}, {shape})", rank

    def chain(self, x, m):
        """What becomes a kernel of rows, or a stencil."""
        kind = self.rng.random()
        if kind < 0.4:
            shift = self.pick("({x}[..., 2:] - 2*{x}[..., 1:-1] + {x}[..., :-2])", "({x}[..., 1:] + {x}[..., :-1])")
            if m > 1 and self.rng.random() < 0.5:
                shift = self.pick("({x}[..., 1:, 1:] - {x}[..., :-1, :-1])",
                                  "({x}[..., :-2, 1:-1] + {x}[..., 2:, 1:-1] + {x}[..., 1:-1, :-2] - {x}[..., 1:-1, 2:])")
            return shift.format(x=x), m
        rows = self.pick(*(["({x} - mean({x}, -1, keepdims=1))", "({x} / (1 + sum(abs({x}), -1, keepdims=1)))",
                            "(exp(-abs({x})) / sum(exp(-abs({x})), -1, keepdims=1))",
                            "(({x} - mean({x}, -1, keepdims=1)) / sqrt(1 + var({x}, -1, keepdims=1)))"] if self.smooth else
                           ["(abs({x}) == max(abs({x}), -1, keepdims=1))", "(abs({x}) - min(abs({x}), -1, keepdims=1))"]))
        return rows.format(x=x), m

    def taken(self, depth):
        """Elements at places, which are inside of all axes: those of the values have 2 elements or more, or one."""
        name = self.rng.choice([name for name, rank in self.ranks.items() if rank > 0 and name != "u"])
        m = self.ranks[name]
        index = self.pick("(j % 2)", "(j[:2] % 2 - 1)", "(j[:, None] % 2)", "argmax(y)", "(argmin(x, 0) % 2)")
        rank = 2 if "None" in index else 0 if index == "argmax(y)" else 1
        if index == "argmax(y)":
            index = "(argmax(y) % 2)"
        axis = self.rng.randrange(m)
        if name == "w" and axis == 0 or name == "v" and axis == 0:
            index = f"(0*{index})"
        kind = self.rng.random()
        if kind < 0.4:
            return f"{name}[{':, ' * axis}{index}]", m - 1 + rank
        if kind < 0.6:
            return f"take({name}, {index}, {axis})", m - 1 + rank
        if kind < 0.7:
            return f"take({name}, {index})", rank
        if kind < 0.8:
            return f"take({name}, 5*{index}, mode={self.pick('clip', 'wrap')})", rank
        if kind < 0.9 and m == 2:
            return f"{name}[0*{index}, {index}]", rank
        return f"take_along_axis({name}, argmax({name}, {axis}, keepdims=1), {axis})", m

    def scattered(self, name, op):
        """An assignment to places that arrays say, most of them more than once."""
        m = self.ranks[name]
        axis = self.rng.randrange(m)
        zero = "0*" if name in "wv" and axis == 0 else ""
        index = f"({zero}{self.pick('(j % 2)', '(j[:2] % 2 - 1)', '(j[:, None] % 2)', '(j[::-1] % 2)')})"
        before = self.pick("", "", "[...]", "[::-1]")
        place = f"0*j, {index}" if m > 1 and axis == 1 and self.rng.random() < 0.3 else f"{':, ' * axis}{index}"
        return f"{name}{before}[{place}] {op} {self.pick('1', 'k', 'x[0]', 'y', 's', name, 'j', 'j[:, None]')}"

    def fold(self, x, m):
        axis = self.rng.randrange(-m, m)
        kind = self.rng.random()
        if kind < 0.12:
            name = self.pick(*SCANS)
            return (f"{name}({x}, {axis})", m) if self.rng.random() < 0.7 else (f"{name}({x})", 1)
        if kind < 0.22 and not self.smooth:
            name = self.pick(*WHERE)
            return (f"{name}({x}, {axis})", m - 1) if self.rng.random() < 0.7 else (f"{name}({x})", 0)
        name = self.pick(*(["sum", "mean", "var", "std", "min", "max"] if self.smooth else REDUCTIONS))
        more = ", ddof=1" if name in ("var", "std") and self.rng.random() < 0.3 else ""
        if kind < 0.4:
            return f"{name}({x}{more})", 0
        if kind < 0.55 and m > 1:
            axes = tuple(self.rng.sample(range(m), 2))
            return f"{name}({x}, {axes}{more})", m - 2
        if kind < 0.75:
            return f"{name}({x}, {axis}, keepdims=1{more})", m
        return f"{name}({x}, {axis}{more})", m - 1

    def rows(self):
        """A chain of reductions along the last axes, as statements and a value."""
        name = self.pick("x", "x", "v", "v")
        rank = self.ranks[name]
        other = self.pick(*[n for n, m in self.ranks.items() if m <= rank and n != "u"])
        axis = self.pick("-1", "-1", f"{rank - 1}", "(-2, -1)") if rank > 2 else self.pick("-1", "1", "(1,)")
        rows = self.pick(name, name, name, f"({name}*2 - 1)", f"{name}[::-1]", f"{name}[..., 1:]", f"{name}[..., ::-1]", f"{name}.T",
                         f"({name} + {other})", f"({other} * {name})")
        depth = 2 if "(-2" in axis else 1
        new = "[..., " + ", ".join(["None"] * depth) + "]"
        f = self.pick("sum", "mean", "max", "min")
        g = self.pick("sum", "mean", "var", "std", "max", "min", "any", "count_nonzero", *(["prod"] if not self.smooth else []))
        a = self.pick("argmax", "argmin", "sum") if "(" not in axis and not self.smooth else "mean"
        w = self.pick(other, "y", "w", "s", "2")
        op = self.pick("+", "*", "-")
        chain = self.pick(
            f"e = exp(R - max(R, A, keepdims=1)); e / sum(e, A, keepdims=1)",
            f"e = R - max(R, A, keepdims=1); e - log1p(sum(exp(e), A, keepdims=1))",
            f"R - {f}(R, A, keepdims=1)",
            f"m = mean(R, A, keepdims=1); (R - m) * 2 {op} {w}",
            f"m = mean(R, A, keepdims=1); d = R - m; d / sqrt(mean(d*d, A, keepdims=1) + 1) * {w} + y",
            f"(R - mean(R, A, keepdims=1)) / (std(R, A, keepdims=1) + 1)",
            f"(R - mean(R, A){new}) {op} {w}",
            f"R / (norm(R, A, keepdims=1) + 1)",
            f"{f}(R, A) {op} {g}(R, A)",
            f"{f}(R, A) {op} {a}(R, A)",
            f"m = {f}(R, A); {g}(R - m{new}, A) {op} m",
            f"m = {f}(R, A, keepdims=1); {g}(R - m, A, keepdims=1) {op} m",
            f"m = {f}(R, A, keepdims=1); sum({g}(R * m, A)) + R {op} m",
            f"m = {g}(R, A, keepdims=1); q = {f}(R, A, keepdims=1) + m; R + q {op} m",
            f"R[...] = R - {f}(R, A, keepdims=1)",
            f"R[...] = R - {f}(R, A, keepdims=1); R *= {w}; {g}(R, A)",
            f"R += {f}(R, A, keepdims=1) {op} y",
            f"m = R - {f}(R, A, keepdims=1); R[...] = m; m {op} R",
            f"m = {f}(R, A, keepdims=1); {f}(cumsum(R - m, -1), A, keepdims=1) {op} m",
            f"m = {f}(R, A, keepdims=1); {g}(R - m, 0) {op} y",
            f"where(R > {f}(R, A, keepdims=1), {w}, R)",
            f"{f}(R, A, keepdims=1) {op} {w}",
            f"R - {f}(R, A) if True else R" if depth == 1 and name == "x" else f"R - {f}(R, A, keepdims=1)",
        )
        if "R[" in chain or "R *=" in chain or "R +=" in chain:
            rows = name
        return chain.replace("R", rows).replace("A", axis)

    def text(self):
        if self.rng.random() < ROWS:
            return self.rows()
        statements = []
        for k in range(self.rng.choice([0, 0, 0, 1, 2])):
            if self.rng.random() < 0.5:
                x, m = self.value(2)
                statements.append(f"t{k} = {x}")
                self.names[f"t{k}"] = m
            else:
                statements.append(self.assignment())
        statements.append(self.assignment() if self.rng.random() < 0.2 else self.value(self.rng.choice([1, 2, 3, 4]))[0])
        return "; ".join(statements)

    def stored(self):
        """Folds and joined arrays that are assigned as they are: to what has their shape, or what they are repeated to."""
        f = self.pick("sum", "min", "max", "mean", "cumsum", "argmax")
        g = self.pick("sum", "max", "any", "count_nonzero")
        scan = self.pick(*SCANS)
        turn = self.pick("...", "...", "::-1")
        cast = self.pick("", "", "float32", "int64")
        return self.pick(
            f"y[{turn}] = {g}(x, 0)", f"y[{turn}] = {cast}({g}(x + y, 0)*2)", f"x[{turn}] = {g}(v, 0)", f"x[{turn}] = {g}(x, 0)",
            f"w[{turn}] = {g}(x, 0, keepdims=1)", f"x[{turn}] = {g}(x*2, 0, keepdims=1)", f"x[:, 0] = {g}(x, 1)",
            f"x[1:, {turn}] = {g}(v, 0)[1:]", f"x[1:] = {g}(x, 0, keepdims=1)", f"x[0, {turn}] = {g}(x, 0)",
            f"s[...] = {g}(x); x[0] = {f}(v*s, 0)[0]", f"s[...] = {g}(x); s += {g}(v[0, 0], 0)*2", f"x[0, 0] = {g}(x)",
            f"y[0] = {g}(x); y[-1] = {g}(x*2)", f"y[{turn}] = {g}(x, 0); w[...] = max(x, 0); x[0] = min(x, 0)",
            f"y[{turn}] = {scan}(y)", f"x[:, {turn}] = {scan}(x, {self.pick('0', '1')})", f"v[{turn}] = {cast}({scan}(v, 1))",
            f"x[0, {turn}] = {scan}(y + 1)", f"x[...] = {scan}(x, 0)[::-1]", f"v[{turn}] = {scan}(x, 1)",
            f"x[{turn}] = concatenate((x[1:], x[:1]))", f"x[{turn}] = concatenate((x[1:]*2, w))",
            f"x[:, {turn}] = concatenate((v[0, :, 1:], x[:, :1]), 1)", f"x[:2, {turn}] = stack((y, w[0]*2))",
            f"v[:2, {turn}] = stack((x, x + y))", f"v[0] = concatenate((w*2, v[1, 1:]))", f"x[{turn}] = concatenate((w, y[None]*k))[:1]",
            f"x[...] = concatenate((w[:, :1], w[:, 1:1]), 1)", f"y[:2] = stack(({g}(x), {f}(y, 0)))",
        )

    def assignment(self):
        if self.rng.random() < STORES:
            return self.stored()
        name = self.rng.choice(list(self.ranks))
        x, _ = self.value(2)
        place = "..." if self.rng.random() < 0.4 else self.index(self.ranks[name])[0] or "..."
        op = "=" if self.rng.random() < 0.5 else self.pick("+=", "-=", "*=")
        if self.rng.random() < 0.15:
            return f"{name}[{name} > {self.pick('0', '1', '2')}] {op} {self.pick('1', 'k', '2', '0')}"
        if self.rng.random() < 0.15 and self.ranks[name] > 0 and name != "u":
            return self.scattered(name, op)
        before = self.pick("", "", "", ".T", "[...]", "[::-1]") if self.ranks[name] > 0 else ""
        place = self.pick("...", "()", "::-1") if ".T" in before else place
        return f"{name}{before}[{place}] {op} {x}"


VERBOSE = False
STORES = 0.3  # of the assignments are of folds and joined arrays
ROWS = 0.3  # of the texts are chains of reductions along rows
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
    parser.add_argument("--rows", type=float, default=ROWS, help="the part of texts that reduce rows")
    options = parser.parse_args()
    globals()["ROWS"] = options.rows
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
        writer = Writer(rng, ranks)
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
