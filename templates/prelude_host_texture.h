/*
 * prelude_host_texture.h: CUDA's textures and surfaces for a C++ compiler that knows nothing of them, with the
 * arithmetic of a GPU's texture units; added to units that name them. Goes behind prelude_host_math.h. docs/textures.md
 * has the rules in words, and how they were found.
 */
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

/* Of the library's runtime.h. */
struct cujit_texels {
    void *data;
    cujit_u64 size[3], pitch, slice;
    unsigned kind, format, channels, texel_bytes;
    unsigned edges[3], linear, normalized_coordinates, normalized_values, writable;
};
enum { cujit_of_memory = 1, cujit_1d, cujit_2d, cujit_3d, cujit_1d_layered, cujit_2d_layered };
enum { cujit_clamp, cujit_wrap, cujit_mirror, cujit_border };
enum { cujit_int8 = 2, cujit_uint8, cujit_int16, cujit_uint16, cujit_int32, cujit_uint32, cujit_half = 10 };

/* ---- What a read gives: numbers of type `number`, `channels` of them ---- */

template <typename T> struct cujit_texel;
#define CUJIT_TEXEL(T, of, count, real)                                                                                \
    template <> struct cujit_texel<T> {                                                                                \
        typedef of number;                                                                                             \
        enum { channels = count, is_real = real };                                                                     \
    };
#define CUJIT_TEXELS(T, name, real)                                                                                    \
    CUJIT_TEXEL(T, T, 1, real) CUJIT_TEXEL(name##1, T, 1, real) CUJIT_TEXEL(name##2, T, 2, real)                       \
    CUJIT_TEXEL(name##4, T, 4, real)
CUJIT_TEXELS(signed char, char, 0)
CUJIT_TEXELS(unsigned char, uchar, 0)
CUJIT_TEXELS(short, short, 0)
CUJIT_TEXELS(unsigned short, ushort, 0)
CUJIT_TEXELS(int, int, 0)
CUJIT_TEXELS(unsigned int, uint, 0)
CUJIT_TEXELS(float, float, 1)
CUJIT_TEXEL(char, char, 1, 0)
#undef CUJIT_TEXELS
#undef CUJIT_TEXEL

/* ---- Texels ---- */

static inline float cujit_half_bits(unsigned bits)
{
    const unsigned sign = (bits & 0x8000u) << 16, size = bits & 0x7fffu;
    unsigned word = sign | (size << 13);
    float value;
    if (size >= 0x7c00u) {
        word += 0x70000000u; /* infinity and NaN */
    } else if (size >= 0x400u) {
        word += 0x38000000u;
    } else {
        value = (float)size * 0x1p-24f;
        return sign != 0 ? -value : value;
    }
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}

/* One number as it lies there, as an integer of 32 bits; a float by its bits. */
static inline int cujit_load(const cujit_texels *t, const void *at, unsigned channel)
{
    switch (t->format) {
    case cujit_int8:
        return ((const signed char *)at)[channel];
    case cujit_uint8:
        return ((const unsigned char *)at)[channel];
    case cujit_int16:
        return ((const short *)at)[channel];
    case cujit_uint16:
    case cujit_half:
        return ((const unsigned short *)at)[channel];
    default: {
        int word;
        __builtin_memcpy(&word, (const char *)at + 4 * channel, sizeof word);
        return word;
    }
    }
}

/* The largest integer of the format, which is read as 1. */
static inline float cujit_one(const cujit_texels *t)
{
    return t->format == cujit_int8 ? 127.0f : t->format == cujit_uint8 ? 255.0f : t->format == cujit_int16 ? 32767.0f : 65535.0f;
}

static inline float cujit_real(const cujit_texels *t, int word)
{
    float value;
    if (t->format == cujit_half)
        return cujit_half_bits((unsigned)word);
    if (t->normalized_values) {
        value = (float)word / cujit_one(t);
        return value < -1.0f ? -1.0f : value;
    }
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}

/* ---- Coordinates ---- */

/* The place of texel k along an axis of n; -1: beyond the edge, where all is 0. */
static inline long long cujit_place(long long k, long long n, unsigned edge)
{
    if (k >= 0 && k < n)
        return k;
    switch (edge) {
    case cujit_wrap:
        k %= n;
        return k < 0 ? k + n : k;
    case cujit_mirror:
        k %= 2 * n;
        k = k < 0 ? k + 2 * n : k;
        return k < n ? k : 2 * n - 1 - k;
    case cujit_border:
        return -1;
    default:
        return k < 0 ? 0 : n - 1;
    }
}

/* Where along an axis of n texels a coordinate lies, in texels. Normalized ones are cut off behind their 21st binary
 * digit, of long axes behind the 22nd. What is far beyond the edges, and NaN, needs no more than to stay there. */
static inline double cujit_position(float x, long long n, unsigned edge, bool normalized)
{
    const double most = 0x1p30, step = n > 8192 ? 0x1p22 : 0x1p21;
    double at = x != x ? 0.0 : x > most ? most : x < -most ? -most : x;
    if (!normalized)
        return at;
    at = __builtin_floor(at * step) / step;
    if (edge == cujit_wrap)
        at -= __builtin_floor(at);
    else if (edge == cujit_mirror)
        at -= 2 * __builtin_floor(at * 0.5);
    return at * (double)n;
}

/* What an axis says: one texel, or two and the weight of the second in 1/256. */
struct cujit_axis {
    long long first, second;
    int weight;
};
static inline cujit_axis cujit_find(const cujit_texels *t, int axis, float x)
{
    const long long n = (long long)t->size[axis];
    const unsigned edge = t->edges[axis];
    const double at = cujit_position(x, n, edge, t->normalized_coordinates);
    long long fixed;
    if (!t->linear)
        return cujit_axis{cujit_place((long long)__builtin_floor(at), n, edge), -1, 0};
    fixed = (long long)__builtin_floor(at * 256.0 + 0.5) - 128;
    if (edge == cujit_clamp) /* no neighbour is mixed in that is the same texel again */
        fixed = fixed < 0 ? 0 : fixed > (n - 1) * 256 ? (n - 1) * 256 : fixed;
    return cujit_axis{cujit_place(fixed >> 8, n, edge), cujit_place((fixed >> 8) + 1, n, edge), (int)(fixed & 255)};
}

/* ---- Reads ---- */

static inline const void *cujit_texel_at(const cujit_texels *t, long long x, long long y, long long z)
{
    return x < 0 || y < 0 || z < 0 ? nullptr : (const char *)t->data + z * t->slice + y * t->pitch + x * t->texel_bytes;
}

/* The weights of a slice's four texels, in 1/256, where the slice has `all` of them: each is rounded, and what one has
 * more another has less. */
static inline void cujit_weigh(int all, int x, int y, int *weights)
{
    const int right = (x * all + 128) >> 8, left = all - right;
    weights[3] = (right * y + 128) >> 8;
    weights[1] = right - weights[3];
    weights[2] = (left * y + 127) >> 8;
    weights[0] = left - weights[2];
}

/* A number as it is summed up: mantissa * 2^exponent. */
struct cujit_sum {
    long long mantissa;
    int exponent;
    bool any;
};

/* Of four texels: all of them are cut off 4 binary digits behind the last one of the largest that has a weight. `half`:
 * they have 11 digits, else 24. */
static inline cujit_sum cujit_add_up(const float *values, const int *weights, bool half)
{
    const int digits = half ? 11 : 24, least = half ? -24 : -149;
    long long mantissas[4], sum = 0;
    int exponents[4], most = -1000;
    for (int k = 0; k < 4; k++) {
        int exponent = 0;
        float size = weights[k] == 0 ? 0.0f : __builtin_frexpf(__builtin_fabsf(values[k]), &exponent);
        exponents[k] = exponent - digits < least ? least : exponent - digits;
        mantissas[k] = (long long)__builtin_ldexpf(size, exponent - exponents[k]);
        if (mantissas[k] != 0 && exponents[k] > most)
            most = exponents[k];
    }
    for (int k = 0; k < 4; k++) {
        const int behind = most - exponents[k];
        const long long cut = behind < 60 ? mantissas[k] << 4 >> behind : 0;
        sum += weights[k] * (values[k] < 0 ? -cut : cut);
    }
    return cujit_sum{sum, most - 12, most > -1000};
}

/* Both slices, on the coarser of their grids, and rounded to as many digits: ties away from 0. */
static inline float cujit_round(cujit_sum a, cujit_sum b, bool half)
{
    const int digits = half ? 11 : 24;
    long long sum = a.mantissa, size;
    int exponent = a.exponent, more;
    bool lost = false;
    if (!a.any) {
        sum = b.mantissa;
        exponent = b.exponent;
    } else if (b.any) {
        const int by = a.exponent - b.exponent;
        const long long fine = by > 0 ? b.mantissa : a.mantissa;
        const int shift = by > 62 || by < -62 ? 62 : by > 0 ? by : -by;
        lost = (fine & ((1LL << shift) - 1)) != 0;
        sum = (by > 0 ? a.mantissa : b.mantissa) + (fine >> shift);
        exponent = by > 0 ? a.exponent : b.exponent;
    }
    sum = 2 * sum + lost;
    exponent--;
    size = sum < 0 ? -sum : sum;
    more = size == 0 ? 0 : 64 - __builtin_clzll((cujit_u64)size) - digits;
    if (half && more < -24 - exponent)
        more = -24 - exponent;
    if (more > 0)
        size = (size + (1LL << (more - 1))) >> more << more;
    return __builtin_ldexpf(sum < 0 ? -(float)size : (float)size, exponent);
}

/* Integers that are read as floats: their mean is one of 16 bits. */
static inline float cujit_mix_integers(const cujit_texels *t, const void *const *corners, const int *weights,
                                       unsigned channel)
{
    const int one = (int)cujit_one(t);
    long long sum = 0;
    for (int k = 0; k < 8; k++) {
        const int value = corners[k] == nullptr ? 0 : cujit_load(t, corners[k], channel);
        sum += weights[k] * (value < -one ? -one : value);
    }
    if (t->format == cujit_uint8)
        sum *= 257;
    if (t->format == cujit_int8) {
        sum = sum * 32767 + 127 * 128;
        sum = sum < 0 ? -((127 * 256 - 1 - sum) / (127 * 256)) : sum / (127 * 256);
    } else {
        sum = (sum + 128) >> 8;
    }
    return (float)sum / (t->format == cujit_int8 || t->format == cujit_int16 ? 32767.0f : 65535.0f);
}

/* The mean of up to eight texels, one channel of them. `mixed`: a bit for each axis along which two are. */
static inline float cujit_mix(const cujit_texels *t, const void *const *corners, const int *weights, int mixed,
                              unsigned channel)
{
    const bool half = t->format == cujit_half;
    float values[8], plain = 0, mean;
    if (t->normalized_values)
        return cujit_mix_integers(t, corners, weights, channel);
    for (int k = 0; k < 8; k++) {
        values[k] = corners[k] == nullptr ? 0.0f : cujit_real(t, cujit_load(t, corners[k], channel));
        if ((weights[k] != 0 || (k & ~mixed) == 0) && !(__builtin_fabsf(values[k]) <= FLT_MAX))
            plain += values[k];
        if (!half && __builtin_fabsf(values[k]) < FLT_MIN)
            values[k] = 0;
    }
    if (plain != 0)
        return plain; /* infinite, or NaN */
    mean = cujit_round(cujit_add_up(values, weights, half), cujit_add_up(values + 4, weights + 4, half), half);
    return half || __builtin_fabsf(mean) >= FLT_MIN ? mean : __builtin_copysignf(0.0f, mean);
}

__attribute__((noinline, unused)) static void cujit_linear(const cujit_texels *t, const cujit_axis *axes, float *out)
{
    const int mixed = (axes[0].weight != 0) | (axes[1].weight != 0) << 1 | (axes[2].weight != 0) << 2;
    const void *corners[8];
    int weights[8];
    for (int k = 0; k < 8; k++) {
        const bool x = k & 1, y = k >> 1 & 1, z = k >> 2;
        corners[k] = cujit_texel_at(t, x ? axes[0].second : axes[0].first, y ? axes[1].second : axes[1].first,
                                    z ? axes[2].second : axes[2].first);
    }
    cujit_weigh(256 - axes[2].weight, axes[0].weight, axes[1].weight, weights);
    cujit_weigh(axes[2].weight, axes[0].weight, axes[1].weight, weights + 4);
    for (unsigned c = 0; c < t->channels; c++)
        out[c] = cujit_mix(t, corners, weights, mixed, c);
}

/* A texture of another kind than the function reads, or of other numbers, is undefined on a GPU. */
template <typename T> static inline const cujit_texels *cujit_texture(cudaTextureObject_t handle, unsigned kind)
{
    const cujit_texels *t = (const cujit_texels *)handle;
    if (t == nullptr)
        cujit_trap("a texture was read that is none (0)");
    if (t->kind != kind)
        cujit_trap("a texture was read with a function for another number of axes, or for layers");
    if (cujit_texel<T>::is_real != (t->format >= cujit_half || t->normalized_values))
        cujit_trap("a texture of integers was read as floats, or one of floats as integers");
    return t;
}

template <typename T> static inline T cujit_gather(const cujit_texels *t, const void *at)
{
    typedef typename cujit_texel<T>::number number;
    number numbers[4] = {};
    T result;
    for (unsigned c = 0; at != nullptr && c < (unsigned)cujit_texel<T>::channels && c < t->channels; c++) {
        const int word = cujit_load(t, at, c);
        numbers[c] = cujit_texel<T>::is_real ? (number)cujit_real(t, word) : (number)word;
    }
    __builtin_memcpy(&result, numbers, sizeof result);
    return result;
}

template <typename T> static inline T cujit_fetch(const cujit_texels *t, const cujit_axis *axes)
{
    float numbers[4] = {};
    T result;
    if (!t->linear)
        return cujit_gather<T>(t, cujit_texel_at(t, axes[0].first, axes[1].first, axes[2].first));
    cujit_linear(t, axes, numbers);
    __builtin_memcpy(&result, numbers, sizeof result);
    return result;
}

/* A GPU takes its number without a sign: one below 0 is beyond the last. */
static inline cujit_axis cujit_layer(const cujit_texels *t, int layer)
{
    return cujit_axis{cujit_place((unsigned)layer, (long long)t->size[2], cujit_clamp), -1, 0};
}

static constexpr cujit_axis cujit_no_axis{0, -1, 0};

template <typename T> static inline T tex1Dfetch(cudaTextureObject_t texture, int k)
{
    const cujit_texels *t = cujit_texture<T>(texture, cujit_of_memory);
    return cujit_gather<T>(t, cujit_texel_at(t, (unsigned)k < t->size[0] ? k : -1, 0, 0));
}
template <typename T> static inline T tex1D(cudaTextureObject_t texture, float x)
{
    const cujit_texels *t = cujit_texture<T>(texture, cujit_1d);
    const cujit_axis axes[] = {cujit_find(t, 0, x), cujit_no_axis, cujit_no_axis};
    return cujit_fetch<T>(t, axes);
}
template <typename T> static inline T tex2D(cudaTextureObject_t texture, float x, float y)
{
    const cujit_texels *t = cujit_texture<T>(texture, cujit_2d);
    const cujit_axis axes[] = {cujit_find(t, 0, x), cujit_find(t, 1, y), cujit_no_axis};
    return cujit_fetch<T>(t, axes);
}
template <typename T> static inline T tex3D(cudaTextureObject_t texture, float x, float y, float z)
{
    const cujit_texels *t = cujit_texture<T>(texture, cujit_3d);
    const cujit_axis axes[] = {cujit_find(t, 0, x), cujit_find(t, 1, y), cujit_find(t, 2, z)};
    return cujit_fetch<T>(t, axes);
}
template <typename T> static inline T tex1DLayered(cudaTextureObject_t texture, float x, int layer)
{
    const cujit_texels *t = cujit_texture<T>(texture, cujit_1d_layered);
    const cujit_axis axes[] = {cujit_find(t, 0, x), cujit_no_axis, cujit_layer(t, layer)};
    return cujit_fetch<T>(t, axes);
}
template <typename T> static inline T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer)
{
    const cujit_texels *t = cujit_texture<T>(texture, cujit_2d_layered);
    const cujit_axis axes[] = {cujit_find(t, 0, x), cujit_find(t, 1, y), cujit_layer(t, layer)};
    return cujit_fetch<T>(t, axes);
}

/* ---- Surfaces: x counts bytes ---- */

/* The place of a T; NULL: outside, where reads are 0 and writes do nothing. */
template <typename T>
static inline char *cujit_place_in(cudaSurfaceObject_t handle, unsigned kind, long long x, long long y, long long z,
                                   cudaSurfaceBoundaryMode mode)
{
    const cujit_texels *s = (const cujit_texels *)handle;
    long long row, last;
    if (s == nullptr || !s->writable)
        cujit_trap("a surface was used that is none: the image was not made to be written");
    if (s->kind != kind)
        cujit_trap("a surface was used with a function for another number of axes, or for layers");
    if (x % (long long)sizeof(T) != 0)
        cujit_trap("a surface was used at an x that is no multiple of the element's bytes");
    row = (long long)(s->size[0] * s->texel_bytes);
    last = row - (long long)sizeof(T);
    if (x < 0 || x > last || y < 0 || y >= (long long)s->size[1] || z < 0 || z >= (long long)s->size[2]) {
        if (mode == cudaBoundaryModeTrap)
            cujit_trap("a surface was used outside of its image");
        if (mode == cudaBoundaryModeZero)
            return nullptr;
        x = x < 0 ? 0 : x > last ? last : x;
        y = cujit_place(y, (long long)s->size[1], cujit_clamp);
        z = cujit_place(z, (long long)s->size[2], cujit_clamp);
    }
    return (char *)s->data + z * s->slice + y * s->pitch + x;
}

#define CUJIT_SURFACE(name, kind, parameters, x, y, z)                                                                 \
    template <typename T>                                                                                              \
    static inline T name##read(cudaSurfaceObject_t surface, CUJIT_UNWRAP parameters,                                   \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                    \
    {                                                                                                                  \
        const char *at = cujit_place_in<T>(surface, kind, x, y, z, mode);                                              \
        T value = {};                                                                                                  \
        if (at != nullptr)                                                                                             \
            __builtin_memcpy(&value, at, sizeof value);                                                                \
        return value;                                                                                                  \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    static inline void name##read(T *out, cudaSurfaceObject_t surface, CUJIT_UNWRAP parameters,                        \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                 \
    {                                                                                                                  \
        const char *at = cujit_place_in<T>(surface, kind, x, y, z, mode);                                              \
        *out = T{};                                                                                                    \
        if (at != nullptr)                                                                                             \
            __builtin_memcpy(out, at, sizeof *out);                                                                    \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    static inline void name##write(T value, cudaSurfaceObject_t surface, CUJIT_UNWRAP parameters,                      \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                \
    {                                                                                                                  \
        char *at = cujit_place_in<T>(surface, kind, x, y, z, mode);                                                    \
        if (at != nullptr)                                                                                             \
            __builtin_memcpy(at, &value, sizeof value);                                                                \
    }
#define CUJIT_UNWRAP(...) __VA_ARGS__
CUJIT_SURFACE(surf1D, cujit_1d, (int x), x, 0, 0)
CUJIT_SURFACE(surf2D, cujit_2d, (int x, int y), x, y, 0)
CUJIT_SURFACE(surf3D, cujit_3d, (int x, int y, int z), x, y, z)
CUJIT_SURFACE(surf1DLayered, cujit_1d_layered, (int x, int layer), x, 0, layer)
CUJIT_SURFACE(surf2DLayered, cujit_2d_layered, (int x, int y, int layer), x, y, layer)
#undef CUJIT_SURFACE
#undef CUJIT_UNWRAP

/* ---- The other spellings: with a place for the result, and with a level, of which an image has one ---- */

#define CUJIT_SPELLINGS(name, parameters, values)                                                                      \
    template <typename T> static inline void name(T *out, cudaTextureObject_t texture, CUJIT_UNWRAP parameters)        \
    {                                                                                                                  \
        *out = name<T>(texture, CUJIT_UNWRAP values);                                                                  \
    }
#define CUJIT_LEVELS(name, parameters, values)                                                                         \
    CUJIT_SPELLINGS(name, parameters, values)                                                                          \
    template <typename T>                                                                                              \
    static inline T name##Lod(cudaTextureObject_t texture, CUJIT_UNWRAP parameters, float /* level */)                 \
    {                                                                                                                  \
        return name<T>(texture, CUJIT_UNWRAP values);                                                                  \
    }
#define CUJIT_UNWRAP(...) __VA_ARGS__
CUJIT_SPELLINGS(tex1Dfetch, (int k), (k))
CUJIT_LEVELS(tex1D, (float x), (x))
CUJIT_LEVELS(tex2D, (float x, float y), (x, y))
CUJIT_LEVELS(tex3D, (float x, float y, float z), (x, y, z))
CUJIT_LEVELS(tex1DLayered, (float x, int layer), (x, layer))
CUJIT_LEVELS(tex2DLayered, (float x, float y, int layer), (x, y, layer))
#undef CUJIT_SPELLINGS
#undef CUJIT_LEVELS
#undef CUJIT_UNWRAP
