/*
 * test_errors.c: what becomes of text that is wrong: typos in every part, and text that was made to break the engine.
 *
 * With each compiler that is there: the host's, and NVRTC (for sm_90, without a device). Both must point to the same
 * place. Hostile text must be an error or do what it says; never a crash.
 */
#include "tests/kernels.h"

#include <stdio.h>

static const char *const targets[] = {"host", "sm_90"};
enum { TARGETS = sizeof targets / sizeof *targets };

/* Makes a kernel "float a, const float *x, float *z" and drops it. */
static cujit_status try_spec(cujit_context *context, cujit_elementwise_spec spec, cujit_error *error)
{
    cujit_elementwise *kernel = NULL;
    cujit_status status;

    if (spec.arguments == NULL)
        spec.arguments = "float a, const float *x, float *z";
    if (spec.operation == NULL)
        spec.operation = "z[i] = a * x[i]";
    status = cujit_elementwise_create(context, &spec, &kernel, error);
    ck_assert_int_eq(status == CUJIT_OK, kernel != NULL);
    cujit_elementwise_free(kernel);
    return status;
}

static bool compiles[TARGETS]; /* this target's compiler is installed */

/* What is compiled here never runs. */
static int find_compilers(void)
{
    setenv("CUJIT_HOST_FLAGS", "-O0", 0);
    for (int k = 0; k < TARGETS; k++) {
        const cujit_context_options options = {.device = targets[k], .cache_directory = ""};
        const cujit_elementwise_spec spec = {.arguments = "float *z", .operation = "z[i] = 1"};
        cujit_context *context = NULL;
        cujit_elementwise *kernel = NULL;

        compiles[k] = cujit_context_create(&options, &context, NULL) != CUJIT_OK ||
                      cujit_elementwise_create(context, &spec, &kernel, NULL) != CUJIT_ERROR_NO_COMPILER;
        cujit_elementwise_free(kernel);
        cujit_context_free(context);
    }
    return 0;
}

PREPARE(find_compilers())

/* A context for a target that has its compiler, else NULL. */
static cujit_context *compiling_for(int target)
{
    return compiles[target] ? cj_test_target(targets[target]) : NULL;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

typedef struct place_row {
    cujit_elementwise_spec spec;
    const char *part;
    int line;
    const char *at; /* what the caret stands under, in that line; "" for right behind its end */
} place_row;

/* clang-format off */
static const place_row places[] = {
    {{.operation = "z[i] = a * y[i]"}, "operation", 1, "y[i]"}, {{.operation = "q = 1"}, "operation", 1, "q = 1"},
    {{.operation = "z[i] = foo(x[i])"}, "operation", 1, "foo("},
    {{.operation = "float b = a;\nb += 1;\n  z[i] = b + wrong;\nb = 0;"}, "operation", 3, "wrong"},
    /* Behind empty lines, comments, characters of many bytes, tabs; lines of DOS. */
    {{.operation = "\n\n\n   z[i] = wrong"}, "operation", 4, "wrong"},
    {{.operation = "/* one\n two */ z[i] = wrong"}, "operation", 2, "wrong"},
    {{.operation = "/* \xC3\xA9\xE2\x82\xAC */ z[i] = wrong"}, "operation", 1, "wrong"},
    {{.operation = "\t\tz[i] =\twrong"}, "operation", 1, "wrong"},
    {{.operation = "float b = 1;\r\nz[i] = wrong + b;\r\n"}, "operation", 2, "wrong"},
    /* A missing operand, at the end and before a remark; in a lambda. */
    {{.operation = "z[i] = x[i] +"}, "operation", 1, ""},
    {{.operation = "float b = 1;\nz[i] = b * ; // why"}, "operation", 2, "; // why"},
    {{.operation = "if (wrong) return; z[i] = 1"}, "operation", 1, "wrong"},
    {{.preamble = "__device__ float f(float v)\n{\n    return v + wrong;\n}"}, "preamble", 3, "wrong"},
    {{.preamble = "#define F flaot\n\nstatic __device__ flaot g();"}, "preamble", 3, "flaot"},
    {{.loop_prep = "float s = 0,\n      t = wrong"}, "loop_prep", 2, "wrong"},
    {{.loop_prep = "float s ="}, "loop_prep", 1, ""},
    {{.after_loop = "if (a > 0)\n    z[0] = wrong(a);"}, "after_loop", 2, "wrong"},
    /* Behind other parts; with the threads' numbers; in a long line. */
    {{.preamble = "// 1\n// 2\n", .loop_prep = "float s = 0;\n\n", .operation = "s += x[i];\nz[i] = s + wrong"},
     "operation", 2, "wrong"},
    {{.operation = "z[i] = tid + wrong"}, "operation", 1, "wrong"},
    {{.operation = "z[i] = a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + "
     "a + a + a + a + a + a + wrong + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a"},
     "operation", 1, "wrong"},
};
/* clang-format on */

static const char *part_text(const place_row *row)
{
    if (strcmp(row->part, "preamble") == 0)
        return row->spec.preamble;
    if (strcmp(row->part, "loop_prep") == 0)
        return row->spec.loop_prep;
    return strcmp(row->part, "after_loop") == 0 ? row->spec.after_loop : row->spec.operation;
}

/* The column (in characters) where `at` stands in a line of a text, or that behind the line's end. */
static int column_of(const char *text, int line, const char *at)
{
    const char *end, *found;
    int column = 1;

    for (; line > 1; line--)
        text = strchr(text, '\n') + 1;
    end = text + strcspn(text, "\r\n");
    found = *at != '\0' ? strstr(text, at) : end;
    ck_assert(found != NULL && found <= end);
    for (; text < found; text++)
        column += ((unsigned char)*text & 0xC0) != 0x80;
    return column;
}

/* What the excerpt's caret stands under begins with `at`. */
static void check_excerpt(const place_row *row, const char *excerpt)
{
    const char *second = strchr(excerpt, '\n'), *caret, *above = excerpt;

    ck_assert_msg(second != NULL && (caret = strchr(second, '^')) != NULL && strcmp(caret, "^\n") == 0, "%s", excerpt);
    for (const char *at = second + 1; at < caret; at++) {
        ck_assert_int_eq(*at, ' ');
        do
            above++;
        while (((unsigned char)*above & 0xC0) == 0x80);
    }
    if (*row->at == '\0')
        ck_assert_msg(above == second, "%s", excerpt);
    else
        ck_assert_msg(strncmp(above, row->at, strlen(row->at)) == 0, "%s", excerpt);
}

static void check_place(cujit_context *context, const place_row *row)
{
    const char *device = cujit_context_device(context);
    cujit_status status = try_spec(context, row->spec, &fault);
    char *text = cujit_error_format(&fault);

    ck_assert_msg(status == CUJIT_ERROR_COMPILE, "%s: %s: %s", device, cujit_status_name(status), text);
    ck_assert_msg(fault.part != NULL && strcmp(fault.part, row->part) == 0 && fault.line == row->line &&
                      fault.column == column_of(part_text(row), row->line, row->at),
                  "%s: %s:%d:%d:\n%s\n%s", device, fault.part, fault.line, fault.column, text, fault.log);
    ck_assert_ptr_nonnull(fault.excerpt);
    check_excerpt(row, fault.excerpt);
    ck_assert(fault.log != NULL && strstr(fault.log, "error") != NULL);
    ck_assert(fault.source != NULL && strstr(fault.source, "__global__ void cujit_kernel_elementwise(") != NULL);
    ck_assert_ptr_nonnull(fault.vendor);
    ck_assert(text != NULL && strstr(text, fault.excerpt) != NULL && strstr(text, fault.message) != NULL);
    cujit_free(text);
    cujit_error_clear(&fault);
    ck_assert_int_eq(try_spec(context, row->spec, NULL), CUJIT_ERROR_COMPILE);
}

TEST_EACH(typo_is_shown_in_the_users_text, COUNT(places))
{
    for (int k = 0; k < TARGETS; k++) {
        cujit_context *context = compiling_for(k);

        if (context != NULL)
            check_place(context, &places[_i]);
    }
}

TEST_EACH(typo_in_a_type_definition, TARGETS)
{
    const cujit_type_spec bad = {"bad", "struct bad\n{\n    flaot x;\n};", 4, 4};
    const cujit_elementwise_spec spec = {.arguments = "bad *p", .operation = "p[i].x = 0"};
    cujit_context *context = compiling_for(_i);

    if (context == NULL)
        return;
    register_type(context, &bad);
    ck_assert_int_eq(try_spec(context, spec, &fault), CUJIT_ERROR_COMPILE);
    ck_assert_str_eq(fault.excerpt, "        flaot x;\n        ^\n");
    refuse_at(fault.status, CUJIT_ERROR_COMPILE, "type definition", 3, 5, NULL);
}

TEST(formatted_error_is_as_documented)
{
    cujit_context *context = cj_test_target("host");
    char *text;

    ck_assert_int_eq(try_spec(context, (cujit_elementwise_spec){.operation = "float b = 1;\nz[i] = (b"}, &fault),
                     CUJIT_ERROR_SNIPPET);
    text = cujit_error_format(&fault);
    ck_assert_str_eq(text, "operation:2:8: bracket never closed: expected ')' before the end of the text\n"
                           "    z[i] = (b\n"
                           "           ^\n");
    cujit_free(text);
    ck_assert_int_eq(try_spec(context, (cujit_elementwise_spec){.arguments = "flaot *x"}, &fault),
                     CUJIT_ERROR_SIGNATURE);
    text = cujit_error_format(&fault);
    ck_assert_int_eq(strncmp(text, "arguments:1:1: ", 15), 0);
    ck_assert_ptr_nonnull(strstr(text, "\n    flaot *x\n    ^\n"));
    cujit_free(text);
    cujit_error_clear(&fault);
    ck_assert_ptr_null(cujit_error_format(&fault));
}

/* ---- Hostile text ------------------------------------------------------------------------------------------------ */

enum { ANY = -1 };

/* Each with the status of all of its texts; ANY: whatever, but no crash. */
typedef struct hostile_row {
    int status;
    const char *texts;
} hostile_row;

static const hostile_row hostile_operations[] = {
    {CUJIT_ERROR_SNIPPET,
     "z[i] = 1; } for (;;) { | z[i] = 1; } { | return; }(); [&]() { | return; } __global__ void evil() { | "
     "z[i] = 1; %> <% | z[i] = 1; ]] [[ | if (i) { | z[i = 1 | z[i) = 1 | z[i}] = 1 | z[i] = 1 /* never ends | "
     "z[i] = 1 /*/ | z[i] = sizeof \"never ends | z[i] = 'x | z[i] = sizeof R\"(never ends | "
     "z[i] = sizeof R\"x()\" } { | #define z q\nz[i] = 1 | #include <stdio.h>\nz[i] = 1 | "
     "%:include <stdio.h>\nz[i] = 1 | /* x */ # /* y */ if 0\nz[i] = 1 | #line 1 \"preamble\"\nz[i] = 1 | "
     "#\\\ndefine z q\nz[i] = 1 | z[i] = 1; # define | z[i] = 1; ?\?/\n | z[i] = 1; // ?\?/\n } { | "
     "z[i] = 1;\rz[i] = 2; | z[i] = \001 1 | z[i] = 1 // \033[2J | z[i] = \\ 1 | a = 1, | if (i < 0) | "
     "z[i] = 1 // c \\ | z[i] = 1 // c \\\n | z[i] = 1 \\\n"},
    {CUJIT_ERROR_COMPILE,
     "case 1: z[i] = 1 | default: ; | do | else z[i] = 1 | n = 5 | x[i] = 1 | namespace b = c | "
     "template <class T> struct b {} | extern \"C\" { int b; } | static_assert(sizeof(int) == 3, \"no } here\") | "
     "goto nowhere | elementwise(1, 2) | return 1 + | z[i] = \"a\" \"b\""},
    {CUJIT_OK,
     "z[i] = 1 // spliced \\\n; this is a comment still | z[i] = 1 // } \" ' /* { | "
     "z[i] = '}' + '\\'' + sizeof \"}\\\"{\" + sizeof R\"y(}\")y\" | z[i] = 1; /* // */ z[i] = 2; /* { */ | "
     "<% z<:i:> = 1; %> | z[i] = 1;\r\nz[i] = 2;\r\n | z[i] = 1 // gr\303\266\303\237er \342\200\223 \346\225\260 | "
     "z[i] = 1; // @OPERATION@ @NAME@ | z[i] = 1; // %s%n%d | while (i < 0) | "
     "there: z[i] = 1; if (z[i] > 1) goto there | #pragma unroll\nfor (int k = 0; k < 2; k++) z[i] = k | "
     "z[i] = 1'000'000 + 0x1.8p3"},
    {ANY, "z[i] = 1; // \377\376 not UTF-8 | gr\303\266\303\237e = 1 | _Pragma(\"nonsense \\\" here\") z[i] = 1 | "
          "#pragma \042 unbalanced } {\nz[i] = 1 | asm volatile(\"nonsense } here\") | __builtin_unreachable() | "
          "struct { int k; } b[1][1]; b[0][0].k = 1; z[i] = b[0][0].k"}};

static const hostile_row hostile_preambles[] = {
    {CUJIT_ERROR_SNIPPET,
     "} | namespace b { | } extern \"C\" { | /* | static const char *b = \" | #if 1 | #endif | #else | "
     "#define i 3 | #define n 3 | #undef threadIdx | #define float double | #define for if | "
     "#define cujit_begin(n) 0 | #define __global__ | #undef __restrict__ | #define maybe_unused } | #define | "
     "#define b \\ | #define b \\\n"},
    {CUJIT_ERROR_COMPILE,
     "#error stop here | #include <there/is/no/such/header.h> | static int b =  | #nonsense | "
     "template <int k> struct deep { enum { v = deep<k - 1>::v + 1 }; };\nstatic int bottomless[deep<1>::v];"},
    {CUJIT_OK,
     "__device__ int elementwise; | int elementwise; | "
     "static int b = 3; inline int f(int k) { return k + b; } template <class T> T g(T k) { return f(k); }\nstruct s { static int h(int k) { return g(k); } }; namespace q { volatile int c = 1; } | "
     "#if 0\n}\n#endif | #define cta_start_of(k) k // comment | static_assert(1, \"\"); ; ;"},
    {ANY, "#define OPEN {\n#define CLOSE } | #line 7 \"operation\""}};
/* clang-format on */

static void check_hostile(cujit_context *context, const char *text, int expected, bool preamble)
{
    cujit_elementwise_spec spec = {.operation = preamble ? NULL : text, .preamble = preamble ? text : NULL};
    cujit_status status = try_spec(context, spec, &fault);

    ck_assert_msg(expected == ANY ? status == CUJIT_OK || status == CUJIT_ERROR_SNIPPET || status == CUJIT_ERROR_COMPILE
                                  : (int)status == expected,
                  "%s: \"%s\": %s: %s\n%s", cujit_context_device(context), text, cujit_status_name(status),
                  fault.message, fault.log != NULL ? fault.log : "");
    if (status == CUJIT_ERROR_SNIPPET) {
        ck_assert_str_eq(fault.part, preamble ? "preamble" : "operation");
        ck_assert_msg(fault.line >= 1 && fault.column >= 1 && fault.excerpt != NULL, "%s", text);
    } else if (status == CUJIT_ERROR_COMPILE) {
        ck_assert(fault.log != NULL && fault.source != NULL && fault.message[0] != '\0');
    }
    cujit_error_clear(&fault);
}

TEST_EACH(hostile_text_is_an_error_or_what_it_says, TARGETS)
{
    cujit_context *context = compiling_for(_i);

    for (size_t k = 0; k < COUNT(hostile_operations) && context != NULL; k++)
        EACH_OF(text, hostile_operations[k].texts)
    check_hostile(context, text, hostile_operations[k].status, false);
    for (size_t k = 0; k < COUNT(hostile_preambles) && context != NULL; k++)
        EACH_OF(text, hostile_preambles[k].texts)
    check_hostile(context, text, hostile_preambles[k].status, true);
}

/* Texts that are an error on both devices, with what its message must hold. */
#define MIXED .arguments = "const half *x, const bfloat16 *y, float *z, half *h"
static const struct {
    cujit_elementwise_spec spec;
    const char *message;
} refused[] = {{{MIXED, .operation = "z[i] = x[i] * y[i]"}, "half and bfloat16 do not mix"},
               {{MIXED, .operation = "z[i] = y[i] < x[i]"}, "half and bfloat16 do not mix"},
               {{MIXED, .operation = "h[i] += y[i]"}, "half and bfloat16 do not mix"},
               {{.operation = "int b[(int)z[i]]; b[0] = 1; z[i] = b[0]"}, ""},
               {{.operation = "z[i] = std::sqrt(z[i])"}, "without std::"},
               {{.operation = "std::uint32_t b = 1; z[i] = b", .preamble = "#include <cstdint>"}, "without std::"},
               {{.preamble = "#include <span>"}, "of the C++ standard library kernels have"},
               {{.preamble = "#include <omp.h>"}, "of the C++ standard library kernels have"}};

TEST_EACH(what_one_device_refuses_the_other_refuses, COUNT(refused))
{
    for (int k = 0; k < TARGETS; k++) {
        cujit_context *context = compiling_for(k);

        if (context == NULL)
            continue;
        ck_assert_int_eq(try_spec(context, refused[_i].spec, &fault), CUJIT_ERROR_COMPILE);
        ck_assert_ptr_nonnull(fault.excerpt);
        refuse(fault.status, CUJIT_ERROR_COMPILE, refused[_i].message);
    }
}

/* A header by its absolute path is nobody's that the library knows, like CUDA's own. */
TEST_EACH(error_in_a_strangers_header_shows_its_line, TARGETS)
{
    cujit_context *context = compiling_for(_i);
    const char *path = cj_test_file("stranger.h", "\nstatic int strange = missing;\n");
    char preamble[420];

    snprintf(preamble, sizeof preamble, "#include \"%s\"", path);
    if (context == NULL)
        return;
    ck_assert_int_eq(try_spec(context, (cujit_elementwise_spec){.preamble = preamble}, &fault), CUJIT_ERROR_COMPILE);
    /* g++ says where it was included from, NVRTC does not */
    ck_assert_msg(fault.excerpt != NULL && strstr(fault.excerpt, "strange") != NULL, "%s", fault.excerpt);
    ck_assert(fault.line == (strcmp(fault.part, path) == 0 ? 2 : 1));
    refuse(fault.status, CUJIT_ERROR_COMPILE, "missing");
}

/* Which texts are too long or too deep: test_snippet.c. Here, that both compilers live through what is not. */
typedef struct repeat_row {
    const char *before, *unit, *middle, *closing; /* unit and closing `times` times each */
    size_t times;
    int status;
} repeat_row;

/* clang-format off */
static const repeat_row repeats[] = {
    {"z[i] = ", "(", "1", ")", 10000, CUJIT_ERROR_SNIPPET}, {"z[i] = ", "x[", "0", "]", 10000, CUJIT_ERROR_SNIPPET},
    {"", "z[i] += 1;\n", "", "", 100000, CUJIT_ERROR_SNIPPET}, {"", "a", "", "", 1 << 20, CUJIT_ERROR_SNIPPET},
    {"z[i] = ", "(", "1", ")", 250, CUJIT_OK}, {"", "{", "z[i] = 1;", "}", 200, ANY},
    {"z[i] = ", "- ", "1", "", 4000, ANY}, {"z[i] = 1; //", " what", "", "", 20000, CUJIT_OK},
    {"", "\n", "z[i] = 1;", "", 100000, CUJIT_OK}, {"float ", "a", " = 1; z[i] = 1", "", 60000, ANY},
};
/* clang-format on */

static char *repeat(const repeat_row *row)
{
    const size_t each = strlen(row->unit) + strlen(row->closing);
    char *text = memory_of(strlen(row->before) + strlen(row->middle) + row->times * each + 1);
    char *at = stpcpy(text, row->before);

    for (size_t k = 0; k < row->times; k++)
        at = stpcpy(at, row->unit);
    at = stpcpy(at, row->middle);
    for (size_t k = 0; k < row->times; k++)
        at = stpcpy(at, row->closing);
    return text;
}

TEST_EACH(too_much_of_anything_is_an_error, COUNT(repeats))
{
    const repeat_row *row = &repeats[_i];
    char *text = repeat(row);

    for (int k = 0; k < TARGETS; k++) {
        cujit_context *context = compiling_for(k);
        cujit_status status;

        if (context == NULL)
            continue;
        status = try_spec(context, (cujit_elementwise_spec){.operation = text}, &fault);
        ck_assert_msg(row->status == ANY || (int)status == row->status, "%s, \"%s\": %s: %s", targets[k], row->unit,
                      cujit_status_name(status), fault.message);
        ck_assert(status == CUJIT_OK || fault.message[0] != '\0');
        cujit_error_clear(&fault);
    }
}

/* ---- Options, devices, compilers --------------------------------------------------------------------------------- */

TEST_EACH(unknown_option_is_named, TARGETS)
{
    static const char *const options[] = {"--no-such-option", NULL};
    cujit_context *context = compiling_for(_i);

    if (context != NULL) {
        ck_assert_int_ne(try_spec(context, (cujit_elementwise_spec){.options = options}, &fault), CUJIT_OK);
        refuse(fault.status, fault.status, "no-such-option");
    }
}

TEST(unknown_device_is_named)
{
    EACH_OF(name, "gpu | cuda: | cuda:x | cuda:-1 | cuda:99999999999 | cuda:0x | hos | HOST |  host | host  | "
                  "sm_ | sm_abc | compute_x | cuda:0:0 | sm_111111111111111111111111111111 | :0 | host: | "
                  "host:x | \n | host:7")
    {
        cujit_context *context = NULL;
        cujit_status status = cujit_context_create(&(cujit_context_options){.device = name}, &context, &fault);

        ck_assert_msg(fault.message[0] != '\0' && context == NULL, "\"%s\"", name);
        refuse(status, CUJIT_ERROR_NO_DEVICE, NULL);
    }
    ck_assert_int_eq(cujit_context_create(NULL, NULL, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
}

/* A variable of the environment, set for a while. */
static char *set_variable(const char *name, const char *value)
{
    const char *before = getenv(name);
    char *copy = before != NULL ? strdup(before) : NULL;

    ck_assert_int_eq(value != NULL ? setenv(name, value, 1) : unsetenv(name), 0);
    return copy;
}

static void check_missing_compiler(const char *device, const char *compiler)
{
    const cujit_context_options options = {.device = device, .cache_directory = "", .compiler = compiler};
    cujit_context *context = NULL;

    must(cujit_context_create(&options, &context, &fault));
    refuse(try_spec(context, (cujit_elementwise_spec){0}, &fault), CUJIT_ERROR_NO_COMPILER, "/nonexistent/compiler");
    cujit_context_free(context);
}

/* The path comes from the options or from the environment, and the message says it. */
TEST(missing_compiler_is_its_own_error)
{
    static const char *const variables[] = {"CUJIT_HOST_CXX", "CUJIT_NVRTC"};

    for (int k = 0; k < TARGETS; k++) {
        char *before;

        check_missing_compiler(targets[k], "/nonexistent/compiler");
        before = set_variable(variables[k], "/nonexistent/compiler");
        check_missing_compiler(targets[k], NULL);
        free(set_variable(variables[k], before));
        free(before);
    }
}

TEST(context_without_a_device_only_compiles)
{
    cujit_context *context = cj_test_target("sm_90");
    const size_t shape[] = {4};
    cujit_array *array = NULL;

    ck_assert_str_eq(cujit_context_device(context), "sm_90");
    refuse(cujit_array_zeros(context, CUJIT_INT32, 1, shape, &array, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    if (compiles[1]) {
        const cujit_elementwise_spec spec = {.arguments = "int *x", .operation = "x[i] = 1"};
        cujit_elementwise *kernel = make_kernel(context, &spec);
        cujit_report report;
        int x;

        cujit_elementwise_get_report(kernel, &report);
        ck_assert_str_eq(report.architecture, "sm_90");
        ck_assert_str_eq(report.object_kind, "cubin");
        ck_assert_int_gt(report.registers, 0);
        ck_assert_int_eq(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_POINTER(&x, CUJIT_INT32, 1)), &fault),
                         CUJIT_ERROR_UNSUPPORTED);
    }
}

/* ---- Registered types -------------------------------------------------------------------------------------------- */

/* What is wrong with a type: test_dtype.c. */
TEST(wrong_type_is_refused)
{
    cujit_context *context = cj_test_target("host");
    const cujit_type_spec good = {"s", NULL, 4, 4}, unnamed = {NULL, "", 4, 4}, open = {"s", "struct s {", 4, 4};
    cujit_dtype dtype = CUJIT_DTYPE_NONE;

    refuse(cujit_context_register_type(context, &unnamed, &dtype, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_context_register_type(context, &open, &dtype, &fault), CUJIT_ERROR_SNIPPET, NULL);
    refuse(cujit_context_register_type(context, NULL, &dtype, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    refuse(cujit_context_register_type(NULL, &good, &dtype, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    ck_assert_int_eq(dtype, CUJIT_DTYPE_NONE);
    must(cujit_context_register_type(context, &good, &dtype, &fault)); /* the preamble has it */
    ck_assert_int_ge(dtype, CUJIT_DTYPE_REGISTERED);
}

TEST(type_cannot_change)
{
    cujit_context *context = cj_test_target("host");
    const cujit_type_spec spec = {"s", "struct s { int a; };", 4, 4};
    const cujit_type_spec others[] = {
        {"s", "struct s { int b; };", 4, 4}, {"s", "struct s { int a; };", 8, 4}, {"s", "struct s { int a; };", 4, 2}};
    cujit_dtype third;
    cujit_dtype first = register_type(context, &spec);
    cujit_dtype second = register_type(context, &spec);

    ck_assert_int_eq(first, second);
    for (size_t k = 0; k < COUNT(others); k++)
        ck_assert_int_eq(cujit_context_register_type(context, &others[k], &third, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_uint_eq(cujit_context_type_size(context, first), 4);
    ck_assert_uint_eq(cujit_context_type_size(context, (cujit_dtype)(first + 1)), 0);
    ck_assert_str_eq(cujit_context_type_name(context, first), spec.name);
    ck_assert_str_eq(cujit_context_type_name(context, (cujit_dtype)(first + 1)), "unknown");
    ck_assert_str_eq(cujit_context_type_name(context, CUJIT_UINT8), "uint8");
    ck_assert_str_eq(cujit_context_type_name(NULL, first), "unknown");
}

/* A size that is not the compiler's would read the wrong bytes: the kernel is refused, and says why. */
TEST_EACH(type_of_another_size_is_refused, 2 * TARGETS)
{
    static const cujit_type_spec wrong[] = {{"s", "struct s { int a; };", 8, 4},
                                            {"s", "struct s { int a, b; };", 8, 8}};
    const cujit_elementwise_spec spec = {.arguments = "s *x", .operation = "x[i].a = 1"};
    cujit_context *context = compiling_for(_i % TARGETS);

    if (context == NULL)
        return;
    register_type(context, &wrong[_i / TARGETS]);
    refuse(try_spec(context, spec, &fault), CUJIT_ERROR_COMPILE, "s was registered with size 8");
}

/* CUDA takes 32764 bytes of parameters, and 32 of them are the engine's own. */
TEST_EACH(arguments_have_a_limit_in_bytes, 8 * TARGETS)
{
    /* clang-format off */
    static const struct {
        size_t size;
        const char *arguments, *place; /* "": fine */
        const char *words;
    } rows[] = {
        {40000, "float *x, big b", "arguments:1:15", "40008 bytes"}, {40000, "float *x,\n  big b, int c", "arguments:2:7", "\"b\""},
        {40000, "float *x, big *b", "", NULL}, {32720, "float *x, big b", "", NULL},
        {32728, "float *x, big b", "arguments:1:15", "32764"}, {16384, "big a, big b, float *x", "arguments:1:12", "\"b\""},
        {16360, "big a, big b, float *x, char c", "arguments:1:30", "\"c\""}, {16360, "big a, big b, float *x", "", NULL},
    };
    /* clang-format on */
    cujit_context *context = cj_test_target(targets[_i % TARGETS]);
    const cujit_type_spec type = {.name = "big", .size = rows[_i / TARGETS].size, .alignment = 8};
    const cujit_elementwise_spec spec = {.arguments = rows[_i / TARGETS].arguments, .operation = "x[i] = 1"};
    const char *place = rows[_i / TARGETS].place;
    char *source = NULL;

    register_type(context, &type);
    refuse_in(cujit_elementwise_render(context, &spec, &source, &fault),
              place[0] != '\0' ? CUJIT_ERROR_SIGNATURE : CUJIT_OK, place, rows[_i / TARGETS].words);
    cujit_free(source);
}
