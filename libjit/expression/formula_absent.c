/*
 * formula_absent.c: functions of NumPy's that are not there, and what to write in their place.
 */
#include "libjit/expression/formula_build.h"

#include <string.h>

#define SORTING "sorting is other libraries' work, as CUB's"
#define ALGEBRA "linear algebra is other libraries' work, as cuBLAS and cuSOLVER; sum(a*b, axis) is a sum of products"
#define FILTER                                                                                                         \
    "transforms are other libraries' work, as cuFFT; a short filter is a sum of slices, 2*x[1:-1] - x[:-2] - x[2:]"
#define LENGTHS "how long the result is, only the values tell; the program has "
#define PROGRAM "the program has "

static const struct {
    const char *name, *instead;
} absent[] = {
    {"sort", SORTING},
    {"argsort", SORTING},
    {"partition", SORTING},
    {"argpartition", SORTING},
    {"lexsort", SORTING},
    {"median", SORTING},
    {"nanmedian", SORTING},
    {"percentile", SORTING},
    {"nanpercentile", SORTING},
    {"quantile", SORTING},
    {"nanquantile", SORTING},
    {"searchsorted", SORTING},
    {"digitize", SORTING},
    {"unique", SORTING},
    {"cov", ALGEBRA},
    {"corrcoef", ALGEBRA},
    {"einsum", ALGEBRA},
    {"tensordot", ALGEBRA},
    {"kron", ALGEBRA},
    {"det", ALGEBRA},
    {"inv", ALGEBRA},
    {"pinv", ALGEBRA},
    {"solve", ALGEBRA},
    {"lstsq", ALGEBRA},
    {"svd", ALGEBRA},
    {"eig", ALGEBRA},
    {"eigh", ALGEBRA},
    {"qr", ALGEBRA},
    {"cholesky", ALGEBRA},
    {"fft", FILTER},
    {"ifft", FILTER},
    {"rfft", FILTER},
    {"irfft", FILTER},
    {"fft2", FILTER},
    {"ifft2", FILTER},
    {"convolve", FILTER},
    {"correlate", FILTER},
    {"nonzero", LENGTHS "cujit_array_nonzero()"},
    {"flatnonzero", LENGTHS "cujit_array_nonzero()"},
    {"argwhere", LENGTHS "cujit_array_nonzero()"},
    {"compress", LENGTHS "cujit_array_compress()"},
    {"extract", LENGTHS "cujit_array_compress()"},
    {"bincount", PROGRAM "cujit_array_bincount()"},
    {"histogram", PROGRAM "cujit_array_histogram()"},
    {"tile", PROGRAM "cujit_array_tile(); broadcast_to() repeats without a copy"},
    {"repeat", PROGRAM "cujit_array_repeat(); x[:, None] and broadcast_to() repeat without a copy"},
    {"pad", "write z[1:-1] = x into an array of the program's, or concatenate((x[:1], x, x[-1:]))"},
    {"append", "write concatenate((x, y))"},
    {"delete", "write concatenate((x[:k], x[k+1:]))"},
    {"insert", "write concatenate((x[:k], y, x[k:]))"},
    {"split", "a part is a slice, x[:k]"},
    {"meshgrid", "x[None, :] and y[:, None] go together"},
    {"indices", "arange(n)[:, None] and arange(m) go together"},
    {"mgrid", "arange(n)[:, None] and arange(m) go together"},
    {"accumulate", "a scan has a name of its own: cumsum(x), cumprod(x), cummin(x), cummax(x)"},
    {"reduce", "a reduction has a name of its own: sum(x), prod(x), min(x), max(x)"},
    {"select", "write where(a, x, where(b, y, z))"},
    {"piecewise", "write where(a, x, where(b, y, z))"},
    {"array", "an array comes from the program, by its name"},
    {"item", "a value is one already"},
    {"tolist", "a value is one already"},
    {"diagonal", "write x[i, i] with i = arange(n)"},
    {"diag", "write x[i, i] with i = arange(n), or where(eye(n, dtype=bool), x, 0)"},
    {"array_equal", "write all(x == y)"},
    {"unwrap", "write it by diff(), round() and cumsum()"},
    {"interp", "write it by take(): i = int32(floor(x)); y[i] + (x - i)*(y[i+1] - y[i])"},
    {"polyval", "write c[0] + x*(c[1] + x*c[2])"},
    {"hanning", "write 0.5 - 0.5*cos(2*pi*arange(n)/(n - 1))"},
    {"hamming", "write 0.54 - 0.46*cos(2*pi*arange(n)/(n - 1))"},
    {"fix", "write trunc(x)"},
    {"jv", "write jn(n, x), of whole orders"},
    {"yv", "write yn(n, x), of whole orders"},
    {"poisson", CJ_GENERATORS_HAVE},
    {"bernoulli", CJ_GENERATORS_HAVE},
    {"integers", CJ_GENERATORS_HAVE},
    {"lognormal", CJ_GENERATORS_HAVE},
    {"permutation", CJ_GENERATORS_HAVE},
    {"shuffle", CJ_GENERATORS_HAVE},
};

const char *cj_absent_instead(const char *name, size_t length)
{
    for (size_t k = 0; k < sizeof absent / sizeof *absent; k++) {
        if (strlen(absent[k].name) == length && memcmp(absent[k].name, name, length) == 0)
            return absent[k].instead;
    }
    return NULL;
}
