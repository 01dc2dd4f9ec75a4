"""The Numba kernels of the comparison: a grid-stride loop; in two dimensions one element a thread."""
import math

import numpy
from numba import cuda


def functions(dtype):
    """By name, not yet compiled. Constants are of the element type, since Numba computes in the widest."""
    real = getattr(numpy, dtype.target if dtype.floating else 'float32')
    quarter, half, one, two = real(0.25), real(0.5), real(1), real(2)
    drift, interest = real(0.0625), real(-0.03125)

    def fill(a, z):
        for i in range(cuda.grid(1), z.size, cuda.gridsize(1)):
            z[i] = a

    def copy(x, z):
        for i in range(cuda.grid(1), z.size, cuda.gridsize(1)):
            z[i] = x[i]

    def axpby(a, x, b, y, z):
        for i in range(cuda.grid(1), z.size, cuda.gridsize(1)):
            z[i] = a * x[i] + b * y[i]

    def stencil(x, z):
        for i in range(cuda.grid(1), z.size, cuda.gridsize(1)):
            z[i] = x[i + 1] - x[i]

    def sum10(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, z):
        for i in range(cuda.grid(1), z.size, cuda.gridsize(1)):
            z[i] = x0[i] + x1[i] + x2[i] + x3[i] + x4[i] + x5[i] + x6[i] + x7[i] + x8[i] + x9[i]

    def black_scholes(price, strike, years, call, put):
        for i in range(cuda.grid(1), call.size, cuda.gridsize(1)):
            S, X, t = price[i], strike[i], years[i]
            s = quarter * math.sqrt(two * t)
            e1 = (math.log(S / X) + drift * t) / s
            n1 = half + half * math.erf(e1)
            n2 = half + half * math.erf(e1 - half * s)
            d = X * math.exp(interest * t)
            call[i] = S * n1 - d * n2
            put[i] = d * (one - n2) - S * (one - n1)

    def square(a, x, b, y, z):
        j, i = cuda.grid(2)
        if i < z.shape[0] and j < z.shape[1]:
            z[i, j] = a * x[i, j] + b * y[i, j]

    def broadcast(a, x, b, y, z):
        j, i = cuda.grid(2)
        if i < z.shape[0] and j < z.shape[1]:
            z[i, j] = a * x[i, j] + b * y[j]

    return {function.__name__: function
            for function in (fill, copy, axpby, stencil, sum10, black_scholes, square, broadcast)}
