/*
 * test_types.c: registered types that no signature names: their definitions come with the texts that mention them.
 */
#include "tests/kernels.h"

static cujit_context *context;

static void register_struct(const char *name, const char *definition, size_t size)
{
    register_type(context, &(cujit_type_spec){name, definition, size, 4});
}

static void setup(void)
{
    context = cj_test_context();
    register_struct("core", "struct core { int v[2]; };", 8);
    register_struct("inner", "struct inner { core c; int d; };", 12);
    register_struct("best", "struct best { float value; int at; };", 8);
    register_struct("broken", "struct broken { nonsense n; };", 4);
    register_struct("fake", "struct fake { int a; };", 4);
}

static const char *const twice[] = {"-DMADE(q)=(inner{{{q, 2}}, 0}.c.v[0] * 2)", NULL};

/* Each doubles x, by way of a type. */
static const struct {
    const char *operation, *preamble, *loop_prep;
    const char *const *options;
} rows[] = {
    {.operation = "z[i] = doubled(x[i])",
     .preamble = "__device__ int doubled(int v) { inner s = {{{v, 2}}, 0}; return s.c.v[0] * s.c.v[1]; }"},
    {.operation = "core c = {{x[i], 2}}; z[i] = c.v[0] * c.v[1]"},
    {.operation = "z[i] = of.c.v[1] * x[i]", .loop_prep = "inner of = {{{0, 2}}, 0}"},
    {.operation = "z[i] = MADE(x[i])", .preamble = "#define MADE(q) (inner{{{q, 2}}, 0}.c.v[0] * 2)\n"},
    {.operation = "z[i] = MADE(x[i])", .options = twice},
    {.operation = "outside o = {{{{x[i], 2}}, 0}}; z[i] = o.s.c.v[0] * 2", .preamble = "struct outside { inner s; };"},
    {.operation = "z[i] = ((sizeof(best) == 8) + 1) * x[i]"},
    /* What has the name of a registered type, but is another thing. */
    {.operation = "fake f = {2, 0}; z[i] = x[i] * (int)f.b", .preamble = "struct fake { float b; double c; };"},
    {.operation = "fake f = 2; z[i] = x[i] * f", .preamble = "typedef int fake;"},
    {.operation = "fake f = 2; z[i] = x[i] * f", .preamble = "using fake = int;"},
    {.operation = "fake<int> f = {2}; z[i] = x[i] * f.v", .preamble = "template <typename T> struct fake { T v; };"},
    {.operation = "int fake = 2; z[i] = x[i] * fake"},
    {.operation = "struct { int fake; } s = {2}; z[i] = x[i] * s.fake"},
};

FIXTURE(setup, NULL)

TEST_EACH(texts_bring_their_types, COUNT(rows))
{
    const int data[3] = {1, 2, 3};
    cujit_array *x = upload(context, CUJIT_INT32, 3, data), *z = zeros(context, CUJIT_INT32, 3);
    cujit_elementwise *kernel = kernel_with(context, .arguments = "const int *x, int *z",
                                            .operation = rows[_i].operation, .preamble = rows[_i].preamble,
                                            .loop_prep = rows[_i].loop_prep, .options = rows[_i].options);

    run_kernel(kernel, CUJIT_ARGS(x, z));
    expect_elements(z, int, 2, 4, 6);
}

TEST_EACH(folds_bring_their_types, 4)
{
    static const char *const maps[] = {"best{x[i], 1}.value", "x[i]", "x[i]", "of(x[i])"};
    static const char *const reduces[] = {"a + b", "best{a + b, 0}.value", "a + b", "a + b"};
    static const char *const neutrals[] = {"0", "0", "best{0, 0}.value", "0"};
    static const char *const preambles[] = {NULL, NULL, NULL,
                                            "__device__ float of(float v) { best b = {v, 0}; return b.value; }"};
    cujit_array *x = counting(context, 5);
    cujit_reduction *sum = reduction_with(context, .arguments = "const float *x", .map = maps[_i],
                                          .reduce = reduces[_i], .neutral = neutrals[_i], .post = "best{a, 7}.value",
                                          .preamble = preambles[_i]);
    cujit_scan *scan = scan_with(context, .arguments = "const float *x", .map = maps[_i], .reduce = reduces[_i],
                                 .neutral = neutrals[_i], .segment = "best{0, 0}.at == 1", .preamble = preambles[_i]);

    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(x)), float, 10);
    expect_elements(run_scan(scan, NULL, CUJIT_ARGS(x)), float, 0, 1, 3, 6, 10);
}

/* What is registered and not mentioned changes nothing: neither the source nor what finds it in a cache. */
TEST(other_types_change_nothing)
{
    static const char *const operations[] = {"z[i] = x[i]", "z[i] = core{{x[i], 0}}.v[0]"};

    for (size_t k = 0; k < COUNT(operations); k++) {
        const cujit_elementwise_spec spec = {.arguments = "const int *x, int *z", .operation = operations[k]};
        cujit_context *other = cj_test_context();
        char *here = NULL, *there = NULL;

        register_type(other, &(cujit_type_spec){"core", "struct core { int v[2]; };", 8, 4});
        must(cujit_elementwise_render(context, &spec, &here, &fault));
        must(cujit_elementwise_render(other, &spec, &there, &fault));
        ck_assert_str_eq(here, there);
        ck_assert_int_eq(strstr(here, "struct core") != NULL, k == 1);
        cujit_free(here);
        cujit_free(there);
        cujit_context_free(other);
    }
}
