"""Random texts for fuzz_numpy.py, and the names of functions that they have."""

FUNCTIONS1 = ["sin", "cos", "exp", "tanh", "sqrt", "abs", "square", "sign", "floor", "isnan", "conj", "real", "log1p"]
FUNCTIONS2 = ["maximum", "minimum", "hypot", "fmax", "arctan2", "copysign", "logical_and"]
REDUCTIONS = ["sum", "prod", "min", "max", "mean", "var", "std", "any", "all", "count_nonzero"]
WHERE = ["argmin", "argmax"]
SCANS = ["cumsum", "cumprod"]
PAIRS = ["modf", "frexp", "divmod"]  # of which a text picks one result
CASTS = ["int8", "int32", "int64", "float16", "float32", "float64", "bool", "uint8", "complex64"]

STORES = 0.3  # of the assignments are of folds and joined arrays
ROWS = 0.3  # of the texts are chains of reductions along rows


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
            f"R / (norm(R, axis=A, keepdims=1) + 1)",
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
