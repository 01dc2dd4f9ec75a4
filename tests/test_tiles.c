/*
 * test_tiles.c: tiles against plain pointers, bit for bit: random operations over random types, sizes and offsets, with
 * every variant forced in turn, and whatever a launch would choose by itself.
 *
 * Each array lies in a buffer with room to both sides, all of which is compared: what a variant writes beside its
 * array, or where the operation wrote nothing, shows. CUJIT_TEST_ROUNDS is how many operations are drawn,
 * CUJIT_TEST_SEED where they begin.
 */
#include "libjit/elementwise/elementwise.h"
#include "tests/kernels.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MARGIN = 64, MOST = 12000, NAMES = 5 };

/* ---- What is drawn ----------------------------------------------------------------------------------------------- */

typedef struct element_type {
    const char *name;
    cujit_dtype dtype;
    size_t size;
    const char *number; /* what arithmetic takes of an element e: "%s" is e */
    const char *assign; /* a number "%s" to an element of "%c"; NULL: any number can be assigned */
} element_type;

/* clang-format off */
static const element_type types[] = {
    {"float", CUJIT_FLOAT32, 4, "%s", NULL}, {"double", CUJIT_FLOAT64, 8, "%s", NULL},
    {"signed char", CUJIT_INT8, 1, "%s", NULL}, {"unsigned short", CUJIT_UINT16, 2, "%s", NULL},
    {"int", CUJIT_INT32, 4, "%s", NULL}, {"unsigned long long", CUJIT_UINT64, 8, "%s", NULL},
    {"half", CUJIT_FLOAT16, 2, "(float)%s", "%c[i] = __float2half(%s)"},
    {"float2", CUJIT_FLOAT2, 8, "%s.y", "%c[i].x = %s"}, {"bool", CUJIT_BOOL, 1, "(int)%s", "%c[i] = %s > a"},
    {"float2", CUJIT_FLOAT2, 8, "%s.y", "%c[i] = make_float2(1, %s)"},
    {"uchar3", CUJIT_UCHAR3, 3, "(int)%s.x", "%c[i].y = (unsigned char)(i %% 100)"},
    {"float3", CUJIT_FLOAT3, 12, "%s.z", "%c[i] = make_float3(%s, a, 2)"},
    {"double2", CUJIT_DOUBLE2, 16, "%s.x", "%c[i] = make_double2(%s, a)"},
    {"float complex", CUJIT_COMPLEX64, 8, "%s.real()", "%c[i] = cujit::complex<float>(%s, a)"},
};
/* clang-format on */

/* x, y and t are only read; z and w may be written. t is a table: it stays a pointer. */
static const char names[NAMES] = {'x', 'y', 'z', 'w', 't'};

typedef struct drawing {
    uint64_t random;
    const element_type *type[NAMES];
    const char *preamble;
    size_t shift;    /* bytes that x and z begin later than elements do */
    bool neighbours; /* reads x beside x[i]: where x is z, it races with the threads that write z there */
    char arguments[256], operation[2400];
} drawing;

static unsigned below(drawing *d, unsigned limit)
{
    return (unsigned)(next_random(&d->random) % limit);
}

/* A number from x, y, a, i and constants; no product is added to anything, because a compiler may or may not fuse the
 * two. */
static void draw_number(drawing *d, int depth, char *out, size_t room)
{
    static const char *const joints[] = {"%s + %s", "%s - %s", "max(%s, %s)", "%s * %s"};
    char left[256], right[256], read[16];
    unsigned which = below(d, depth > 1 ? 4 : 7);

    if (which < 2 || which == 3) {
        snprintf(read, sizeof read, "%c[i]", names[which == 3 ? 0 : which]);
        snprintf(left, sizeof left, d->type[which == 3 ? 0 : which]->number, read);
        snprintf(out, room, "(float)(%s)", left);
    } else if (which == 2) {
        snprintf(out, room, "%s", below(d, 2) ? "a" : "(float)(i % 7)");
    } else {
        draw_number(d, depth + 1, left, sizeof left);
        draw_number(d, depth + 1, right, sizeof right);
        snprintf(out, room, joints[below(d, 3)], left, right);
    }
}

/* "z[i] = ..." of whatever type z has. */
static void draw_assignment(drawing *d, int target, const char *sign, char *out, size_t room)
{
    const element_type *type = d->type[target];
    char number[512];

    draw_number(d, 0, number, sizeof number);
    if (type->assign != NULL)
        snprintf(out, room, type->assign, names[target], number);
    else
        snprintf(out, room, "%c[i] %s (%s)(int)fminf(fmaxf(%s, -100.0f), 100.0f)", names[target], sign, type->name,
                 number);
}

/* What surrounds two assignments, $1 and $2, and a condition $3. The last one reads $4 and $5 beside x[i] and y[i]. */
static const char *const frames[] = {
    "$1",
    "$1",
    "$1; $2;",
    "if ($3 > a) $1",
    "if ($3 > a) { $1; } else { $2; }",
    "if ($3 > a) return; $1",
    "for (int k = 0; k < 3; k++) { if (k == 1) continue; $1; } $2",
    "if (t[(i * 7) % n] > 0) { $1; }",
    "float s = 0; if (i >= 2) s = $4; if (i + 1 < n) s = s - $5; $1; if (s > a) { $2; }",
};

static void draw_operation(drawing *d)
{
    const bool x = d->type[0]->dtype == CUJIT_FLOAT32, y = d->type[1]->dtype == CUJIT_FLOAT32;
    char one[600], two[600], condition[512];
    const char *const parts[] = {one, two, condition, x ? "x[i - 2]" : "a", y ? "y[i + 1] + y[i]" : "2"};
    size_t length = 0;
    unsigned frame;

    draw_assignment(d, 2, below(d, 3) ? "=" : "+=", one, sizeof one);
    draw_assignment(d, 3, "=", two, sizeof two);
    draw_number(d, 1, condition, sizeof condition);
    frame = below(d, COUNT(frames));
    d->neighbours = frame == COUNT(frames) - 1 && x;
    for (const char *at = frames[frame]; *at != '\0'; at++) {
        if (*at == '$')
            length += (size_t)snprintf(d->operation + length, sizeof d->operation - length, "%s", parts[*++at - '1']);
        else
            d->operation[length++] = *at;
    }
    d->operation[length] = '\0';
}

static void draw(drawing *d)
{
    size_t length = 0;

    for (int k = 0; k < 4; k++)
        d->type[k] = &types[below(d, COUNT(types))];
    d->type[4] = &types[0];
    length = (size_t)snprintf(d->arguments, sizeof d->arguments, "float a");
    for (int k = 0; k < NAMES; k++)
        length += (size_t)snprintf(d->arguments + length, sizeof d->arguments - length, ", %s%s *%c",
                                   k < 2 && below(d, 2) ? "const " : "", d->type[k]->name, names[k]);
    draw_operation(d);
}

/* ---- Arrays and their surroundings ------------------------------------------------------------------------------- */

CONTEXT_FOR_EACH_CASE

typedef struct buffers {
    const drawing *drawn;
    size_t bytes[NAMES], offset[NAMES]; /* of the array in its buffer, in elements */
    unsigned char *before[NAMES];       /* what every run begins with */
    unsigned char *expected[NAMES], *got[NAMES];
    void *device[NAMES];
} buffers;

static void fill_elements(const element_type *type, unsigned char *to, size_t count, uint64_t *random)
{
    for (size_t k = 0; k < count; k++, to += type->size) {
        float small = (float)(int)(next_random(random) % 200) - 100;
        double wide = small;
        float many[3] = {small, small + 1, small / 4};
        double two[2] = {small, -small};

        if (type->dtype == CUJIT_FLOAT64)
            memcpy(to, &wide, 8);
        else if (type->dtype == CUJIT_DOUBLE2)
            memcpy(to, two, 16);
        else if (type->dtype == CUJIT_FLOAT16)
            memcpy(to, (uint16_t[]){(uint16_t)(0x3c00 + (int)small)}, 2);
        else if (type->dtype == CUJIT_BOOL)
            *to = small > 0;
        else if (type->dtype == CUJIT_FLOAT32 || type->dtype == CUJIT_FLOAT2 || type->dtype == CUJIT_FLOAT3 ||
                 type->dtype == CUJIT_COMPLEX64)
            memcpy(to, many, type->size);
        else
            for (size_t b = 0; b < type->size; b++)
                to[b] = (unsigned char)next_random(random);
    }
}

static void make_buffers(drawing *drawn, buffers *to)
{
    *to = (buffers){.drawn = drawn};
    for (int k = 0; k < NAMES; k++) {
        to->bytes[k] = (MOST + 2 * MARGIN) * drawn->type[k]->size;
        to->before[k] = memory_of(to->bytes[k]);
        to->expected[k] = memory_of(to->bytes[k]);
        to->got[k] = memory_of(to->bytes[k]);
        fill_elements(drawn->type[k], to->before[k], MOST + 2 * MARGIN, &drawn->random);
        to->device[k] = device_memory(context, to->bytes[k]);
    }
}

/* One run from the same beginning; `built` NULL: as a launch chooses. `same`: x is z's own memory. */
static void run_variant(const cujit_elementwise *kernel, const cj_built *built, buffers *b, size_t n, bool same,
                        unsigned char *const *results)
{
    void *pointers[NAMES], *values[NAMES + 1];
    float a = 3;

    values[0] = &a;
    for (int k = 0; k < NAMES; k++) {
        must(cujit_memory_to_device(context, b->device[k], b->before[k], b->bytes[k], &fault));
        pointers[k] = (unsigned char *)b->device[k] + b->offset[k] * b->drawn->type[k]->size;
        if (k == 0 || k == 2)
            pointers[k] = (unsigned char *)pointers[k] + b->drawn->shift;
        values[k + 1] = &pointers[k];
    }
    if (same)
        pointers[0] = pointers[2];
    if (built != NULL)
        must(cj_elementwise_launch_built(kernel->kernel, built, n, values, NULL, &fault));
    else
        must(cujit_elementwise_launch_prepared(kernel, NULL, n, values, &fault));
    for (int k = 0; k < NAMES; k++)
        must(cujit_memory_to_host(context, results[k], b->device[k], b->bytes[k], &fault));
}

static void compare_runs(const buffers *b, const char *variant, size_t n)
{
    for (int k = 0; k < NAMES; k++) {
        size_t size = b->drawn->type[k]->size;

        for (size_t byte = 0; byte < b->bytes[k]; byte++)
            expect(b->expected[k][byte] == b->got[k][byte],
                   "%s: %c[%td], byte %zu: expected %02x, got %02x (n %zu, offset %zu)\n(%s)\n%s", variant, names[k],
                   (ptrdiff_t)(byte / size) - (ptrdiff_t)b->offset[k], byte % size, b->expected[k][byte],
                   b->got[k][byte], n, b->offset[k], b->drawn->arguments, b->drawn->operation);
    }
}

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

enum { MOST_VARIANTS = 8 };

static size_t list_variants(const cj_elementwise *kernel, cj_variant *out)
{
    const cj_variant tile = cj_tiling_default(&kernel->tiling);
    const size_t count = kernel->tiling.width == 0 ? 0 : tile.width > 1 ? 6 : 5;

    for (size_t k = 0; k < count; k++)
        out[k] = tile;
    if (count == 0)
        return 0;
    out[1].unroll = 2;
    out[1].block = 128;
    out[2].unroll = 4;
    out[2].block = 512;
    out[3].width = (uint8_t)(2 * tile.width);
    out[4].width = tile.width > 1 ? tile.width / 2 : 1;
    out[count - 1].width = tile.width;
    out[count - 1].flags = CJ_VARIANT_SHIFTED;
    return count;
}

/* Kernels take long to compile: of `count` variants the first and the last one stay, and one between them. */
static size_t draw_variants(drawing *drawn, cj_variant *variants, size_t count)
{
    if (count < 4)
        return count;
    variants[1] = variants[1 + below(drawn, (unsigned)count - 2)];
    variants[2] = variants[count - 1];
    return 3;
}

static const cj_built *must_build(const cj_elementwise *kernel, const cj_variant *variant, const drawing *drawn)
{
    const cj_built *built = NULL;

    if (cj_core_build(&kernel->core, variant, &built, &fault) != CUJIT_OK)
        ck_abort_msg("%s\n%s\n(%s)\n%s", fault.message, fault.log != NULL ? fault.log : "", drawn->arguments,
                     drawn->operation);
    return built;
}

static void try_variants(const cujit_elementwise *kernel, const cj_built *plain, const cj_variant *variants,
                         size_t count, buffers *b, size_t n, bool aligned, bool same)
{
    run_variant(kernel, plain, b, n, same, b->expected);
    run_variant(kernel, NULL, b, n, same, b->got);
    compare_runs(b, "as a launch chooses", n);
    for (size_t k = 0; k < count; k++) {
        cj_text name = {0};

        if (!aligned && (variants[k].flags & CJ_VARIANT_SHIFTED) == 0)
            continue;
        cj_variant_describe(&variants[k], &name);
        run_variant(kernel, must_build(kernel->kernel, &variants[k], b->drawn), b, n, same, b->got);
        compare_runs(b, name.data, n);
        cj_text_clear(&name);
    }
}

/* Whether the analysis allows that x and z are one array. */
static bool may_share(const cj_elementwise *kernel)
{
    for (size_t k = 0; k < kernel->tiling.pair_count; k++) {
        const cj_tiled_pair *pair = &kernel->tiling.pairs[k];

        if ((pair->written == 3 && pair->other == 1) || (pair->written == 1 && pair->other == 3))
            return pair->may_share;
    }
    return false;
}

static void try_operation(drawing *drawn, unsigned *tiled)
{
    static const size_t sizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 257, 1000, 4096, 4099, 8192, 8193, 9999};
    cujit_elementwise *kernel = kernel_with(context, .arguments = drawn->arguments, .operation = drawn->operation,
                                            .preamble = drawn->preamble);
    const cj_built *plain = must_build(kernel->kernel, &(cj_variant){.form = CJ_FORM_PLAIN}, drawn);
    cj_variant variants[MOST_VARIANTS];
    size_t count = draw_variants(drawn, variants, list_variants(kernel->kernel, variants));
    buffers b;

    make_buffers(drawn, &b);
    *tiled += count > 0;
    for (int round = 0; round < 12; round++) {
        size_t n = round < 8 ? sizes[below(drawn, COUNT(sizes))] : 1 + below(drawn, MOST);
        bool aligned = round % 3 == 0 && drawn->shift == 0;

        for (int k = 0; k < NAMES; k++)
            b.offset[k] = aligned ? 32 : round % 3 == 1 ? 32 + (size_t)round / 3 : 16 + below(drawn, 32);
        try_variants(kernel, plain, variants, count, &b, n, aligned, false);
        if (drawn->type[0] == drawn->type[2] && !drawn->neighbours)
            try_variants(kernel, plain, may_share(kernel->kernel) ? variants : NULL,
                         may_share(kernel->kernel) ? count : 0, &b, n, aligned, true);
    }
}

/* ---- What is hard to see ----------------------------------------------------------------------------------------- */

static const struct {
    cujit_type_spec type;
    size_t shift; /* an address that suits the type, and no larger one */
} structs[] = {
    {{"pair", "struct pair { int a, b; };", 8, 4}, 4},
    {{"bytes", "struct bytes { unsigned char r, g, b, a; };", 4, 1}, 3},
    {{"wide", "struct wide { int v[4]; };", 16, 4}, 4},
    {{"shorts", "struct shorts { short v[8]; };", 16, 2}, 10},
    {{"two", "struct two { char a, b; };", 2, 1}, 1},
    /* Its own assignment adds. */
    {{"sum",
      "struct sum { int v, w; sum() = default; __device__ sum(const sum &o) : v(o.v + 1), w(o.w) {} "
      "__device__ sum &operator=(const sum &o) { v += o.v; w = o.w; return *this; } };",
      8, 4},
     4},
};

static const struct {
    const char *type, *operation, *preamble;
    bool neighbours; /* as of a drawing */
} hard[] = {
    {"pair", "z[i] = x[i]", NULL, false},
    {"pair", "if (x[i].a > 0) z[i].b = x[i].b", NULL, false},
    {"bytes", "z[i] = x[i]", NULL, false},
    {"bytes", "if (x[i].r > 100) z[i].g = x[i].b", NULL, false},
    {"wide", "z[i] = x[i]", NULL, false},
    {"wide", "if (x[i].v[0] > 0) z[i].v[1] = 3", NULL, false},
    {"shorts", "z[i] = x[i]", NULL, false},
    {"two", "z[i] = x[i]", NULL, false},
    {"sum", "z[i] = x[i]", NULL, false},
    {"sum", "if (x[i].v > 0) z[i] = x[i]", NULL, false},
    {"int", "FIRST(z[i]) = FIRST(x[i]) + 1", "#define FIRST(p) (p)\n", false},
    {"int", "z[i] = ((const vec<2> *)&x[i])->v[1]", "template <int N> struct vec { int v[N]; };", true},
    {"int", "z[i] = (*(const int (*)[2])&x[i])[1]", NULL, true},
    {"int", "const_cast<int &>(x[i]) = 3; z[i] = x[i]", NULL, false},
    {"int", "put{}(z[i])", "struct put { __device__ void operator()(int &p) const { p = 7; } };", false},
    {"pair", "int *p = z[i]; p[1] = x[i].a", "struct pair { int a, b; __device__ operator int *() { return &a; } };",
     false},
    {"pair", "z[i] << 3;", "struct pair { int a, b; __device__ pair &operator<<(int k) { a = k; return *this; } };",
     false},
    {"int", "z[i] = noexcept(x[i]) ? 1 : 2", NULL, false},
};

enum { HARD = COUNT(hard), STRUCTS = sizeof structs / sizeof *structs };

static const element_type *find_type(const char *name, const char *preamble, size_t *shift, element_type *room)
{
    for (size_t k = 0; k < STRUCTS; k++) {
        cujit_type_spec spec = structs[k].type;

        if (strcmp(spec.name, name) != 0)
            continue;
        if (preamble != NULL)
            spec.definition = NULL;
        *room = (element_type){.name = name, .size = spec.size};
        must(cujit_context_register_type(context, &spec, &room->dtype, &fault));
        *shift = structs[k].shift;
        return room;
    }
    return &types[4]; /* int */
}

/* Every variant does what pointers do, wherever the arrays begin. */
TEST_EACH(hard_operations_agree, HARD)
{
    drawing drawn = {.random = 7, .preamble = hard[_i].preamble, .neighbours = hard[_i].neighbours};
    const element_type *type;
    element_type room;
    size_t shift = 0;
    unsigned tiled = 0;

    type = find_type(hard[_i].type, hard[_i].preamble, &shift, &room);
    for (int k = 0; k < NAMES; k++)
        drawn.type[k] = k == 0 || k == 2 ? type : &types[0];
    snprintf(drawn.arguments, sizeof drawn.arguments, "float a, const %s *x, float *y, %s *z, float *w, float *t",
             type->name, type->name);
    snprintf(drawn.operation, sizeof drawn.operation, "%s", hard[_i].operation);
    try_operation(&drawn, &tiled);
    drawn.shift = shift;
    try_operation(&drawn, &tiled);
}

static unsigned setting(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);

    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

TEST(tiles_agree_with_pointers)
{
    unsigned rounds = setting("CUJIT_TEST_ROUNDS", 12), seed = setting("CUJIT_TEST_SEED", 1), tiled = 0;

    for (unsigned k = 0; k < rounds; k++) {
        drawing drawn = {.random = seed + k};

        draw(&drawn);
        try_operation(&drawn, &tiled);
    }
    ck_assert_uint_ge(2 * tiled, rounds); /* else it compares nothing */
}

/* ---- Where tiles are refused ------------------------------------------------------------------------------------- */

typedef struct refusal_row {
    const char *arguments, *operation;
    unsigned width; /* 0: no tile */
} refusal_row;

/* clang-format off */
static const refusal_row refusals[] = {
    {"float *x, float *z", "z[i] = x[i]", 4}, {"signed char *x, float *z", "z[i] = x[i]", 4},
    {"signed char *x, signed char *z", "z[i] = x[i]", 16}, {"double *x, signed char *z", "z[i] = (signed char)x[i]", 2},
    {"float4 *x, float4 *z", "z[i] = x[i]", 1}, {"float3 *x, float3 *z", "z[i] = x[i]", 4},
    {"uchar3 *x, uchar3 *z", "z[i] = x[i]", 16}, {"float *x, float *z", "i += 1; z[i] = x[i]", 0},
    {"float *x", "x[n - 1 - i] = 1", 0}, {"float *x, int *z", "z[i] = (int)tid; x[i] = 1", 0},
    {"volatile float *x", "x[i] = 1", 0}, {"float *x", "static int k; x[i] = atomicAdd(&k, 1)", 0},
    {"float *x", "static const float k[] = {1, 2}; x[i] = k[i % 2]", 4},
};
/* clang-format on */

TEST_EACH(tiles_are_as_wide_as_they_can_be, COUNT(refusals))
{
    const refusal_row *row = &refusals[_i];
    cujit_elementwise *kernel = kernel_of(context, row->arguments, row->operation);

    ck_assert_uint_eq(kernel->kernel->tiling.width, row->width);
}

/* Where memory overlaps at an offset, each element must be what plain pointers make of it one after another: one
 * thread, n = 1 at a time, is the reference; a shift to the left in place has only one right answer for disjoint
 * reads. */
TEST(overlaps_at_an_offset_are_not_tiled)
{
    cujit_elementwise *kernel = kernel_of(context, "const float *x, float *z", "z[i] = x[i]");
    const cj_tiling *tiling = &kernel->kernel->tiling;
    float *base = memory_of(4096), *x = base + 64, *z;
    void *values[] = {&x, &z};
    const struct {
        ptrdiff_t offset;
        size_t n;
        cj_tile_fit fit;
    } rows[] = {
        {0, 100, CJ_TILE_ALIGNED},   {4, 100, CJ_TILE_NONE},      {-4, 100, CJ_TILE_NONE}, {4, 4, CJ_TILE_ALIGNED},
        {-4, 4, CJ_TILE_ALIGNED},    {100, 100, CJ_TILE_ALIGNED}, {99, 100, CJ_TILE_NONE}, {-99, 100, CJ_TILE_NONE},
        {101, 100, CJ_TILE_SHIFTED}, {1, 1, CJ_TILE_SHIFTED},
    };

    x = (float *)(((uintptr_t)x + 63) & ~(uintptr_t)63);
    for (size_t k = 0; k < COUNT(rows); k++) {
        z = x + rows[k].offset;
        expect(cj_tiling_check(tiling, rows[k].n, values) == rows[k].fit, "row %zu", k);
    }
    /* An array that a condition keeps the operation from using may not be there at all. */
    x = NULL;
    ck_assert_int_eq(cj_tiling_check(tiling, 100, values), CJ_TILE_NONE);
}

/* Elements that the operation leaves alone may be somebody else's at that time: here they are on a page that cannot be
 * written. On the host only: a GPU's memory has no such pages. */
static const struct {
    const char *arguments, *operation;
    size_t size;
} careful[] = {
    {"const float *x, float *z, long long most", "if (i < most) z[i] = x[i] + 1", 4},
    {"const padded *x, padded *z, long long most", "if (i < most) z[i].v = x[i].v + 1", 8},
    {"const padded *x, padded *z, long long most", "padded p = x[i]; p.v++; if (i < most) z[i] = p", 8},
    {"const padded *x, padded *z, long long most", "if (i < most) z[i].c++", 8},
};

TEST_EACH(elements_left_alone_are_not_written, COUNT(careful))
{
    const cujit_type_spec padded = {"padded", "struct padded { char c; int v; };", 8, 4};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), half = page / careful[_i].size;
    unsigned char *z = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *x = memory_of(2 * page);
    long long first_half = (long long)half;
    void *values[] = {&x, &z, &first_half};
    cj_variant variants[MOST_VARIANTS];
    cujit_elementwise *kernel;
    size_t count;

    register_type(context, &padded);
    kernel = kernel_of(context, careful[_i].arguments, careful[_i].operation);
    count = list_variants(kernel->kernel, variants);
    ck_assert_ptr_ne(z, MAP_FAILED);
    memset(x, 0, 2 * page);
    memset(z, 0xa5, 2 * page);
    ck_assert_int_eq(mprotect(z + page, page, PROT_READ), 0);
    ck_assert_uint_gt(count, 0);
    for (size_t k = (size_t)_i % 2; k < count && !on_gpu(context); k += 2) { /* they take long to compile */
        const cj_built *built = NULL;

        memset(z, 0xa5, page);
        must(cj_core_build(&kernel->kernel->core, &variants[k], &built, &fault));
        must(cj_elementwise_launch_built(kernel->kernel, built, 2 * half, values, NULL, &fault));
        expect(z[0] != 0xa5 || z[4] != 0xa5, "variant %zu: the first element", k);
        expect(z[page] == 0xa5, "variant %zu", k);
    }
    munmap(z, 2 * page);
}

/* ---- How many a thread has ---------------------------------------------------------------------------------------- */

static bool has_single(const cj_elementwise *kernel)
{
    const cj_variant single = cj_tiling_single(&kernel->tiling);
    bool found = false;

    for (const cj_built *built = atomic_load(&kernel->core.built); built != NULL; built = built->older)
        found |= cj_variant_same(&built->variant, &single);
    return found;
}

/* A long operation has one tile for each thread where a device has room for all at once, with the same results. Here any
 * device is told to have tiles. */
TEST(few_tiles_have_a_thread_each)
{
    static const char operation[] = "float t = x[i]; z[i] = ((t*t + 1)*t + 2)*t + t*t*t + t + 3 + t*4";
    const cj_backend *const real = context->backend;
    cj_backend tiling = *real;
    const cj_elementwise *kernel;
    cujit_elementwise *made;
    size_t sizes[3];
    float *results[3];

    tiling.tiles = true;
    context->backend = &tiling;
    made = kernel_of(context, "float *z, const float *x", operation);
    kernel = made->kernel;
    ck_assert(kernel->tiling.divisible);
    ck_assert_uint_gt(kernel->brief, kernel->tiling.few);
    memcpy(sizes, (const size_t[]){kernel->tiling.few, kernel->brief, kernel->brief + 1}, sizeof sizes);
    for (size_t k = 0; k < COUNT(sizes); k++) {
        cujit_array *x = counting(context, sizes[k]), *z = zeros(context, CUJIT_FLOAT32, sizes[k]);

        must(cujit_elementwise_run(made, NULL, CUJIT_ARGS(z, x), &fault));
        ck_assert_int_eq(has_single(kernel), k > 0);
        results[k] = malloc(sizes[k] * sizeof **results);
        download(z, results[k]);
    }
    for (size_t k = 0; k < 2; k++)
        ck_assert_mem_eq(results[k], results[2], sizes[k] * sizeof **results);
    for (size_t k = 0; k < COUNT(sizes); k++)
        free(results[k]);
    context->backend = real;
}
