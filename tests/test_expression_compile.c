/*
 * test_expression_compile.c: the kernels of texts compile for a GPU, which need not be there: all types, functions that
 * have a text of their own, folds with maps and posts.
 *
 * Needs no device; exits 77 where there is no NVRTC.
 */
#include "libjit/device/cuda/compiler.h"
#include "libjit/expression/step_kernel.h"
#include "tests/kernels.h"

static cujit_context *target;

static int find_compiler(void)
{
    cj_cuda_compiler *found;

    return cj_cuda_find_compiler(NULL, &found, NULL) == CUJIT_OK ? 0 : CJ_TEST_SKIP;
}

/* Functions of the program's, and an elementwise kernel as one. */
static cj_given given;

static void make_target(void)
{
    static const char preamble[] =
        "template <class T> static __device__ T lerp(T a, T b, T t) { return a + t * (b - a); }";
    cujit_elementwise *kernels[2] = {NULL};

    target = cj_test_target("sm_90");
    kernels[0] = make_kernel(target, &(cujit_elementwise_spec){
                                         .arguments = "T *z, const T *x, int n",
                                         .operation = "for (int k = 0; k < n; k++) { z[i] = x[i]; return; }",
                                         .name = "first",
                                     });
    must(cj_given_init(preamble, (const char *const[]){"T lerp(T a, T b, T t)", NULL}, kernels, &given, &fault));
}

static void clear_given(void)
{
    cj_given_clear(&given);
}

PREPARE(find_compiler())
FIXTURE(make_target, clear_given)

/* x and y are arrays of each type, a a number of C's. */
static const char *const texts[] = {
    "x + 2*y",
    "x[1:] * a - sum(y, 0)",
    "sqrt(sum(x*x, -1)) + a",
    "mean(x, 0, keepdims=1)",
    "where(x != 0, x, y)",
    "cumsum(x * x, 1)",
    "x = y.T; x + 1",
    "count_nonzero(x + y, 1) / 2",
    "var(x, ddof=2)",
    "argmax(x, 1) + argmin(y, 1) + argmax(x)",
    "z = concatenate((x, y), 1); z - mean(z, 1, keepdims=1) + broadcast_to(y[0, 0], (a, 1))",
    "sum(x) / norm(y) + mean(x*y) + count_nonzero(x) + var(x)",
    "norm(x)",
    "abs(x)",
    "maximum(x, y) == max(x, 1, keepdims=1)",
    "x.T[...] = y.T; x",
    "(x - mean(x, 1, keepdims=1)) / (std(x, 1, keepdims=1) + a) * y",
    "x / norm(x, axis=1, keepdims=1)",
    "mean(x, 1) + var(x, 1, ddof=1)",
    "x * sum(y, 1)[:, None] + count_nonzero(x * prod(y, 1, keepdims=1), 1)[:, None]",
    "x[k, 0] + take(y, k, 1, mode=wrap)[0]",
    "sum(x[k], 1)",
    "x[y != 0] = x[0, 0]; x",
    "x[k] = y[0]; x",
    "x[k, k] = y[0, 0]; x[1:, k] *= y[1:, :1]; x",
    "x.reshape(-1, 2) + ravel(y)[k[:2]]",
    "flip(x, 0) + roll(y, a, 1)",
    "where(y != 0, x.astype(float8_e4m3), float8_e4m3(a)) + float8_e5m2(x)",
    "float8_e5m2(x / (count_nonzero(x, 1, keepdims=1) + a))",
    "x[:, 1:-1] + x[:, 2:] + x[:, :-2]",
};
static const char *const ordered[] = {
    "max(x, 1) > a",
    "argmin(x + y, 0)",
    "x // y % 3",
    "clip(x, y, a)",
    "x - max(x, 1, keepdims=1)",
    "cummax(x, 0)",
    "frexp(x)[0] + frexp(x)[1] + modf(y)[0] + divmod(x, y)[1]",
    "lerp(x, y, 1) + sum(lerp(y, first(x, 2), 2), 0)",
    "e = exp(x - max(x, -1, keepdims=1)); e / sum(e, -1, keepdims=1)",
    "argmax(x, 1) + argmin(x - min(y, 1, keepdims=1), 1)",
};
enum { TEXTS = COUNT(texts), ORDERED = COUNT(ordered) };

static void compile(const char *text, cujit_dtype dtype)
{
    const cj_named_type named[] = {
        {.name = "x", .length = 1, .array = true, .type = {dtype, false}, .rank = 2, .memory = 0, .shape = 0},
        {.name = "y", .length = 1, .array = true, .type = {dtype, false}, .rank = 2, .memory = 1, .shape = 0},
        {.name = "a", .length = 1, .type = {CUJIT_INT64, true}, .memory = 2, .shape = 2},
        {.name = "k", .length = 1, .array = true, .type = {CUJIT_INT32, false}, .rank = 1, .memory = 3, .shape = 3},
    };
    const cj_step_setting setting = {.options = quick_options(target), .preamble = given.preamble};
    cj_formula formula;
    cj_tree tree = {0};
    cj_plan plan;

    must(cj_tree_parse(text, &tree, &fault));
    must(cj_formula_build(&tree, named, COUNT(named), &given, &formula, &fault));
    must(cj_plan_make(&tree, named, &formula, 16, &plan, &fault));
    for (size_t k = 0; k < plan.step_count; k++) {
        must(cj_step_make_kernel(target, &plan, &plan.steps[k], &setting, &fault));
        cj_step_free_kernel(&plan.steps[k]);
    }
    cj_plan_clear(&plan);
    cj_tree_clear(&tree);
}

/* One of each kind of type. */
static const cujit_dtype dtypes[] = {CUJIT_BOOL,        CUJIT_UINT8,      CUJIT_INT64,     CUJIT_FLOAT16,
                                     CUJIT_BFLOAT16,    CUJIT_FLOAT32,    CUJIT_COMPLEX64, CUJIT_COMPLEX128,
                                     CUJIT_FLOAT8_E4M3, CUJIT_FLOAT8_E5M2};

/* bool has no difference, and complex numbers have no order. */
TEST_EACH(kernels_compile_for_a_gpu, COUNT(dtypes))
{
    const cujit_dtype dtype = dtypes[_i];

    for (int k = 0; k < TEXTS; k++)
        compile(texts[k], dtype);
    for (int k = 0; k < ORDERED && dtype != CUJIT_BOOL && cj_kind_of(dtype) != CJ_KIND_COMPLEX; k++)
        compile(ordered[k], dtype);
}

/* What newer architectures have an instruction for. */
static const char *const architectures[] = {"sm_75", "sm_80"};

TEST_EACH(kernels_compile_for_other_architectures, COUNT(architectures))
{
    static const char *const of_rows[] = {
        "e = exp(x - max(x, -1, keepdims=1)); e / sum(e, -1, keepdims=1)",
        "maximum(x, y) - minimum(x, 2) * square(y)",
        "argmax(x, 1) + min(y, 1)",
    };

    target = cj_test_target(architectures[_i]);
    for (size_t k = 0; k < COUNT(of_rows); k++) {
        compile(of_rows[k], CUJIT_FLOAT16);
        compile(of_rows[k], CUJIT_BFLOAT16);
        compile(of_rows[k], CUJIT_FLOAT32);
    }
}
