"""The Triton kernels of the comparison: one block of elements a program, as its tutorials write them."""
import triton
import triton.language as tl


@triton.jit
def fill(a, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z + i, a, mask=i < n)


@triton.jit
def copy(x, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z + i, tl.load(x + i, mask=mask), mask=mask)


@triton.jit
def axpby(a, x, b, y, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z + i, a * tl.load(x + i, mask=mask) + b * tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def plus(a, x, z, n, ADDED: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z + i, a * tl.load(x + i, mask=mask) + ADDED, mask=mask)


@triton.jit
def stencil(x, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    following = tl.load(x + i + 1, mask=mask).to(z.dtype.element_ty)
    tl.store(z + i, following - tl.load(x + i, mask=mask).to(z.dtype.element_ty), mask=mask)


@triton.jit
def sum10(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    t0 = tl.load(x0 + i, mask=mask).to(z.dtype.element_ty)
    t1 = tl.load(x1 + i, mask=mask).to(z.dtype.element_ty)
    t2 = tl.load(x2 + i, mask=mask).to(z.dtype.element_ty)
    t3 = tl.load(x3 + i, mask=mask).to(z.dtype.element_ty)
    t4 = tl.load(x4 + i, mask=mask).to(z.dtype.element_ty)
    t5 = tl.load(x5 + i, mask=mask).to(z.dtype.element_ty)
    t6 = tl.load(x6 + i, mask=mask).to(z.dtype.element_ty)
    t7 = tl.load(x7 + i, mask=mask).to(z.dtype.element_ty)
    t8 = tl.load(x8 + i, mask=mask).to(z.dtype.element_ty)
    t9 = tl.load(x9 + i, mask=mask).to(z.dtype.element_ty)
    tl.store(z + i, t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8 + t9, mask=mask)


@triton.jit
def black_scholes(price, strike, years, call, put, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    S = tl.load(price + i, mask=mask, other=1.0)
    X = tl.load(strike + i, mask=mask, other=1.0)
    t = tl.load(years + i, mask=mask, other=1.0)
    s = 0.25 * tl.sqrt(2 * t)
    e1 = (tl.log(S / X) + 0.0625 * t) / s
    n1 = 0.5 + 0.5 * tl.erf(e1)
    n2 = 0.5 + 0.5 * tl.erf(e1 - 0.5 * s)
    d = X * tl.exp(-0.03125 * t)
    tl.store(call + i, S * n1 - d * n2, mask=mask)
    tl.store(put + i, d * (1 - n2) - S * (1 - n1), mask=mask)


@triton.jit
def axpby_strided(a, x, xs, xt, b, y, ys, yt, z, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Two dimensions, x and y with any strides: (xs, xt) and (ys, yt), in elements."""
    i = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
    j = (tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS))[None, :]
    mask = (i < rows) & (j < columns)
    left = tl.load(x + i * xs + j * xt, mask=mask)
    right = tl.load(y + i * ys + j * yt, mask=mask)
    tl.store(z + i * columns + j, a * left + b * right, mask=mask)
