/*
 * test_cuda_compile.c: the toolchain half of the CUDA backend: architecture policy, report, options, NVRTC itself.
 *
 * Needs no GPU. What needs NVRTC is run with the one that is found, and again with the one that CUJIT_TEST_NVRTC12
 * names; exits 77 where there is none at all and the tests of texts have passed.
 */
#include "libjit/device/cuda/compiler.h"
#include "libjit/device/cuda/nvrtc.h"
#include "tests/cuda_compilers.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* ---- architectures ---- */

static const int known_13[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
static const int known_12[] = {50, 61, 70, 72, 75, 80, 86, 87, 89, 90};

static void expect_choice(const char *request, const int *known, int count, const char *expected)
{
    cj_cuda_choice choice;

    must(cj_cuda_choose(request, known, count, &choice, &fault));
    ck_assert_str_eq(choice.architecture, expected);
    ck_assert_int_eq(choice.kind, expected[0] == 's' ? CJ_OBJECT_CUBIN : CJ_OBJECT_PTX);
}

static void refuse_choice(const char *request, const int *known, int count, cujit_status status)
{
    cj_cuda_choice choice = {.architecture = "untouched"};

    refuse(cj_cuda_choose(request, known, count, &choice, &fault), status, request);
    ck_assert_str_eq(choice.architecture, "untouched");
}

TEST(architecture_follows_the_policy)
{
    static const char *const others[][2] = {
        {"sm_101", "compute_100"}, {"sm_200", "compute_121"}, {"sm_200a", "compute_121"}, {"compute_95", "compute_90"}};

    EACH_OF(same, "sm_75 | sm_90 | sm_90a | sm_100f | sm_121 | compute_90 | compute_90a")
    expect_choice(same, known_13, COUNT(known_13), same);
    for (size_t k = 0; k < COUNT(others); k++)
        expect_choice(others[k][0], known_13, COUNT(known_13), others[k][1]);
    EACH_OF(old, "sm_70 | compute_52 | sm_80a | sm_90f")
    refuse_choice(old, known_13, COUNT(known_13), CUJIT_ERROR_ARCHITECTURE);
    EACH_OF(none,
            " | host | sm_ | sm_9 | sm_090 | sm_1000 | sm_99999999999 | sm_90b | sm_90aa | sm_90  | SM_90 | compute_")
    refuse_choice(none, known_13, COUNT(known_13), CUJIT_ERROR_INVALID_ARGUMENT);
}

TEST(architecture_of_a_newer_device_becomes_ptx)
{
    expect_choice("sm_100", known_12, COUNT(known_12), "compute_90");
    expect_choice("sm_88", known_12, COUNT(known_12), "compute_87");
    refuse_choice("sm_72", known_12, COUNT(known_12), CUJIT_ERROR_ARCHITECTURE);
}

TEST(architecture_refused_lists_those_served)
{
    cj_cuda_choice choice;
    static const int late[] = {90, 100};

    refuse(cj_cuda_choose("sm_80", late, 2, &choice, &fault), CUJIT_ERROR_ARCHITECTURE, "sm_90, sm_100");
    ck_assert_int_eq(cj_cuda_choose("sm_80", late, 0, &choice, NULL), CUJIT_ERROR_ARCHITECTURE);
}

/* ---- report ---- */

static const char report[] = "k.cu(1): warning #177-D: variable \"u\" was declared but never referenced\n"
                             "ptxas info    : 0 bytes gmem\n"
                             "ptxas info    : Compiling entry function 'other' for 'sm_90'\n"
                             "ptxas info    : Function properties for other\n"
                             "ptxas         .     8 bytes stack frame, 9 bytes spill stores, 10 bytes spill loads\n"
                             "ptxas info    : Used 11 registers, used 1 barriers, 12 bytes smem\n"
                             "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
                             "ptxas info    : Function properties for k\n"
                             "ptxas         .     16 bytes stack frame, 4 bytes spill stores, 5 bytes spill loads\n"
                             "ptxas info    : Used 32 registers, used 1 barriers, 128 bytes smem, 400 bytes cmem[0]\n"
                             "ptxas warning : something\n";

TEST(report_is_read_for_its_kernel)
{
    cj_resources found = cj_cuda_report_parse(report, "k");

    ck_assert_int_eq(found.registers, 32);
    ck_assert_int_eq(found.shared_bytes, 128);
    ck_assert_int_eq(found.stack_bytes, 16);
    ck_assert_int_eq(found.spill_store_bytes, 4);
    ck_assert_int_eq(found.spill_load_bytes, 5);
    found = cj_cuda_report_parse(report, "othe");
    ck_assert_int_eq(found.registers, -1);
    found = cj_cuda_report_parse(NULL, "k");
    ck_assert_int_eq(found.registers, -1);
    found = cj_cuda_report_parse("ptxas info    : Compiling entry function 'k", "k");
    ck_assert_int_eq(found.registers, -1);
    found = cj_cuda_report_parse("ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
                                 "ptxas info    : Used 7 registers",
                                 "k");
    ck_assert_int_eq(found.registers, 7);
    ck_assert_int_eq(found.shared_bytes, 0);
}

TEST(report_leaves_the_log)
{
    char log[sizeof report];

    memcpy(log, report, sizeof log);
    cj_cuda_report_strip(log);
    ck_assert_str_eq(log, "k.cu(1): warning #177-D: variable \"u\" was declared but never referenced\n"
                          "ptxas warning : something\n");
    log[0] = '\0';
    cj_cuda_report_strip(log);
    ck_assert_str_eq(log, "");
}

#define WARNING(line) "a(" line "): warning #177-D: unused\n  int q;\n      ^\n"

TEST(report_has_each_warning_once)
{
    static const char *const rows[][2] = {
        {"", ""},
        {"\n", "\n"},
        {"\n\n", "\n\n"},
        {WARNING("1") "\n" WARNING("1"), WARNING("1") "\n"},
        {WARNING("1") "\nRemark: suppress\n\n" WARNING("1") "\n", WARNING("1") "\nRemark: suppress\n\n"},
        {WARNING("1") "\n" WARNING("2") "\n" WARNING("1") "\n", WARNING("1") "\n" WARNING("2") "\n"},
        {"a(1): error: e\n\na(1): error: e\n", "a(1): error: e\n\na(1): error: e\n"},
        {"ptxas info    : k\n\nptxas info    : k", "ptxas info    : k\n\nptxas info    : k"}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        char log[256];

        snprintf(log, sizeof log, "%s", rows[k][0]);
        cj_cuda_report_drop_repeats(log);
        ck_assert_msg(strcmp(log, rows[k][1]) == 0, "row %zu: \"%s\"", k, log);
    }
}

TEST(report_finds_the_first_error)
{
    static const char *const rows[][2] = {
        {"a(1): warning: w\na(2): error: e\na(3): error: f\n", "a(2): error: e"},
        {"ptxas error   : Entry function 'k' uses too much", "ptxas error   : Entry function 'k' uses too much"},
        {"x\nptxas fatal   : Unresolved\n", "ptxas fatal   : Unresolved"},
        {"no trouble at all\n", ""},
        {"", ""}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        size_t length = 99;
        const char *line = cj_cuda_report_error(rows[k][0], &length);

        ck_assert_uint_eq(length, strlen(rows[k][1]));
        ck_assert(strncmp(line, rows[k][1], length) == 0);
    }
}

/* ---- NVRTC ---- */

static const char axpy[] = "extern \"C\" __global__ void axpy(float a, const float *x, float *y, long long n)\n"
                           "{\n"
                           "    for (long long i = cujit_begin(n); i < cujit_end(n); i += cujit_stride())\n"
                           "        y[i] += a*x[i];\n"
                           "}\n";

TEST_EACH(compile_gives_a_cubin_with_its_report, compilers_count)
{
    must(compile(_i, "sm_90", (cj_unit){.name = "axpy", .source = axpy}));
    ck_assert_int_eq(object.kind, CJ_OBJECT_CUBIN);
    ck_assert_str_eq(object.architecture, "sm_90");
    ck_assert(memcmp(object.data, "\177ELF", 4) == 0);
    ck_assert_int_gt(object.resources.registers, 3);
    ck_assert_int_eq(object.resources.shared_bytes, 0);
    ck_assert_int_eq(object.resources.stack_bytes, 0);
    ck_assert_int_eq(object.resources.spill_store_bytes, 0);
    ck_assert_msg(object.log == NULL, "%s", object.log);
    ck_assert(object.compile_ms > 0);
}

TEST_EACH(compile_gives_the_same_bytes_again, compilers_count)
{
    cj_object first;

    must(compile(_i, "sm_80", (cj_unit){.name = "axpy", .source = axpy}));
    first = object;
    object = (cj_object){0};
    must(compile(_i, "sm_80", (cj_unit){.name = "axpy", .source = axpy}));
    ck_assert_uint_eq(first.size, object.size);
    ck_assert(memcmp(first.data, object.data, first.size) == 0);
    cj_object_clear(&first);
}

TEST_EACH(compile_gives_ptx, compilers_count)
{
    must(compile(_i, "compute_80", (cj_unit){.name = "axpy", .source = axpy}));
    ck_assert_int_eq(object.kind, CJ_OBJECT_PTX);
    ck_assert_str_eq(object.architecture, "compute_80");
    ck_assert_uint_eq(strlen(object.data) + 1, object.size);
    ck_assert_ptr_nonnull(strstr(object.data, ".target sm_80"));
    ck_assert_ptr_nonnull(strstr(object.data, ".entry axpy"));
    ck_assert_int_eq(object.resources.registers, -1);
}

TEST_EACH(compile_for_a_newer_device_gives_ptx, compilers_count)
{
    must(compile(_i, "sm_999", (cj_unit){.name = "axpy", .source = axpy}));
    ck_assert_int_eq(object.kind, CJ_OBJECT_PTX);
    ck_assert(strncmp(object.architecture, "compute_", 8) == 0);
}

/* What the preludes give. */
static const struct {
    unsigned features;
    const char *source;
} fine[] = {
    {0, "extern \"C\" __global__ void k(double *x, uint64_t *u, long long *s, double4 d, uint8_t *b)\n"
        "{\n"
        "    int64_t *same = s; unsigned long long *too = u;\n"
        "    static_assert(sizeof(int8_t) == 1 && sizeof(int16_t) == 2 && sizeof(int32_t) == 4, \"\");\n"
        "    static_assert(sizeof(uint8_t) == 1 && sizeof(uint16_t) == 2 && sizeof(uint32_t) == 4, \"\");\n"
        "    static_assert(sizeof(size_t) == 8 && sizeof(uintptr_t) == 8 && INT64_MIN < 0, \"\");\n"
        "    x[0] = M_PI + INFINITY + NAN + HUGE_VAL + FLT_MAX + DBL_EPSILON + INT_MAX + UINT64_MAX + d.x + b[0];\n"
        "    same[0] = too[0]; assert(x[1] > 0); printf(\"%f\\n\", x[0]);\n"
        "}\n"},
    {0, "extern \"C\" __global__ void k(cudaTextureObject_t t, float *x)\n"
        "{ x[0] = tex1Dfetch<float>(t, 3) + (float)cudaSuccess; }\n"},
    {CJ_FEATURE_FLOAT8, "extern \"C\" __global__ void k(float8_e4m3 *x, float8_e5m2 *y, double *z)\n"
                        "{ x[0] = x[1] * y[1]; x[2] += 1; y[0] = z[0]; z[1] = y[2] > x[3] ? y[2] : 0.0f; }\n"},
    {CJ_FEATURE_COMPLEX, "extern \"C\" __global__ void k(cujit::complex<float> *x, cujit::complex<double> *y)\n"
                         "{ x[0] = x[1]*x[2] + x[3]; y[0] = y[1] - y[2]; }\n"}};

TEST_EACH(compile_knows_what_the_preludes_give, COUNT(fine) * compilers_count)
{
    const int row = _i % COUNT(fine);

    must(compile(_i / COUNT(fine), "sm_90",
                 (cj_unit){.name = "k", .source = fine[row].source, .features = fine[row].features}));
    ck_assert_msg(object.log == NULL, "%s", object.log);
}

TEST_EACH(compile_finds_the_headers_on_demand, compilers_count)
{
    static const char source[] = "extern \"C\" __global__ void k(half *h, __nv_bfloat16 *b, bfloat16 *c)\n"
                                 "{ h[0] = __hadd(h[1], h[2]); b[0] = __hmul(b[1], c[2]); }\n";
    unsigned features = CJ_FEATURE_HALF | CJ_FEATURE_BFLOAT16;
    cj_target target = target_of(_i, "sm_90");
    cj_text plain = {0}, with = {0};
    cj_cuda_compiler *compiler;
    const cj_cuda_headers *headers;

    must(cj_cuda_backend.toolchain(&target, 0, &plain, &fault));
    must(cj_cuda_find_compiler(target.compiler, &compiler, &fault));
    if (cj_cuda_find_headers(compiler, features, &headers, &fault) != CUJIT_OK) {
        /* A machine with NVRTC alone: then that must be said. */
        refuse(fault.status, CUJIT_ERROR_NO_COMPILER, "cuda_bf16.h");
        ck_assert_int_eq(cj_cuda_backend.toolchain(&target, features, &with, &fault), CUJIT_ERROR_NO_COMPILER);
        ck_assert_int_eq(compile(_i, "sm_90", (cj_unit){.name = "k", .source = source, .features = features}),
                         CUJIT_ERROR_NO_COMPILER);
    } else {
        must(cj_cuda_backend.toolchain(&target, features, &with, &fault));
        ck_assert_ptr_nonnull(strstr(with.data, "headers size"));
        ck_assert(strncmp(plain.data, with.data, plain.length) == 0);
        must(compile(_i, "sm_90", (cj_unit){.name = "k", .source = source, .features = features}));
    }
    cj_text_clear(&plain);
    cj_text_clear(&with);
}

TEST_EACH(compile_error_carries_log_and_source, compilers_count)
{
    static const char source[] = "extern \"C\" __global__ void k(float *x)\n{\n"
                                 "#line 1 \"operation\"\nx[0] = mistake;\n}\n";
    const cj_target target = target_of(_i, "sm_90");

    ck_assert_int_eq(compile(_i, "sm_90", (cj_unit){.name = "k", .source = source}), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "operation(1): error: identifier \"mistake\" is undefined"));
    ck_assert_ptr_nonnull(strstr(fault.message, "identifier \"mistake\" is undefined"));
    ck_assert_str_eq(fault.source, source);
    ck_assert_str_eq(fault.vendor, "nvrtc");
    ck_assert_int_eq(fault.vendor_code, CJ_NVRTC_COMPILATION);
    ck_assert_ptr_null(object.data);
    ck_assert_int_eq(cj_cuda_backend.compile(&target, &(cj_unit){.name = "k", .source = source}, &object, NULL),
                     CUJIT_ERROR_COMPILE);
}

TEST_EACH(compile_error_outside_the_users_text_names_the_unit, compilers_count)
{
    ck_assert_int_eq(compile(_i, "sm_90", (cj_unit){.name = "axpy", .source = "\n\nwrong"}), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "axpy.cu(3): error"));
}

TEST_EACH(compile_error_of_the_assembler_keeps_its_message, compilers_count)
{
    static const char source[] =
        "extern \"C\" __global__ void k(float *x)\n"
        "{ __shared__ float s[20000]; s[threadIdx.x] = x[0]; __syncthreads(); x[1] = s[1]; }\n";
    const cujit_status status = compile(_i, "sm_90", (cj_unit){.name = "k", .source = source});

    if (status != CUJIT_OK) /* NVRTC 12.4 leaves it to the driver to refuse */
        refuse(status, CUJIT_ERROR_COMPILE, "too much shared data");
}

TEST_EACH(options_reach_the_compiler, compilers_count)
{
    static const char source[] = "extern \"C\" __global__ void k(float *x) { x[0] = SEVEN; }\n";
    const char *const options[] = {"-DSEVEN=7", "--use_fast_math", "-lineinfo", "-Xptxas=-v", NULL};

    must(compile(_i, "sm_90", (cj_unit){.name = "k", .source = source, .options = options}));
    ck_assert_int_gt(object.resources.registers, 0);
    ck_assert_ptr_nonnull(strstr(object.log, "registers"));
}

TEST_EACH(options_that_nobody_knows_are_named, compilers_count)
{
    const char *const options[] = {"--no-such-option", NULL};

    ck_assert_int_eq(compile(_i, "sm_90", (cj_unit){.name = "axpy", .source = axpy, .options = options}),
                     CUJIT_ERROR_COMPILE);
    ck_assert_int_eq(fault.vendor_code, CJ_NVRTC_INVALID_OPTION);
    refuse(fault.status, CUJIT_ERROR_COMPILE, "--no-such-option");
}

static const char ours[] = "-arch=sm_80 | --gpu-architecture=compute_80 | -arch | --pch | --pch-dir=/tmp | "
                           "--create-pch=x | -time=x | --time=- | -dlto | --dlto | -rdc=true | -dc | -ewp | "
                           "--fdevice-time-trace=t.json |  | --modify-stack-limit=true | -fdevice-syntax-only";

TEST(options_that_are_ours_are_refused)
{
    EACH_OF(option, ours)
    {
        const char *const options[] = {"-DA=1", option, NULL};

        refuse(compile(0, "sm_90", (cj_unit){.name = "axpy", .source = axpy, .options = options}),
               CUJIT_ERROR_INVALID_ARGUMENT, option);
    }
}

TEST_EACH(compile_survives_deep_nesting, compilers_count)
{
    enum { DEPTH = 2000 };
    static char source[3 * DEPTH + 200];
    char *at = source;

    at += sprintf(at, "extern \"C\" __global__ void k(float *x) { x[0] = ");
    memset(at, '(', DEPTH);
    at[DEPTH] = '1';
    memset(at + DEPTH + 1, ')', DEPTH);
    strcpy(at + 2 * DEPTH + 1, "; }");
    must(compile(_i, "compute_80", (cj_unit){.name = "k", .source = source}));
}

TEST_EACH(compile_leaves_the_process_alone, compilers_count)
{
    struct rlimit before, after;
    struct sigaction interrupt_before, interrupt_after;
    sigset_t mask_before, mask_after;

    getrlimit(RLIMIT_STACK, &before);
    sigaction(SIGINT, NULL, &interrupt_before);
    pthread_sigmask(SIG_SETMASK, NULL, &mask_before);
    must(compile(_i, "sm_90", (cj_unit){.name = "axpy", .source = axpy}));
    getrlimit(RLIMIT_STACK, &after);
    sigaction(SIGINT, NULL, &interrupt_after);
    pthread_sigmask(SIG_SETMASK, NULL, &mask_after);
    ck_assert_uint_eq(before.rlim_cur, after.rlim_cur);
    ck_assert(interrupt_before.sa_handler == interrupt_after.sa_handler);
    for (int signal = 1; signal < 32; signal++)
        ck_assert_int_eq(sigismember(&mask_before, signal), sigismember(&mask_after, signal));
}

static void *compile_in_thread(void *argument)
{
    int compiler = *(int *)argument;
    cj_target target = target_of(compiler, "compute_90");
    cj_unit unit = {.name = "axpy", .source = axpy};
    cj_text identity = {0};
    cj_object own = {0};
    bool good = cj_cuda_backend.toolchain(&target, 0, &identity, NULL) == CUJIT_OK &&
                cj_cuda_backend.compile(&target, &unit, &own, NULL) == CUJIT_OK;

    cj_object_clear(&own);
    cj_text_clear(&identity);
    return good ? NULL : argument;
}

TEST_EACH(compile_works_from_many_threads, compilers_count)
{
    int compiler = _i;

    run_threads(8, compile_in_thread, &compiler, 0);
}

TEST_EACH(toolchain_does_not_load_the_compiler, compilers_count)
{
    cj_target target = target_of(_i, "sm_90");
    cj_text first = {0}, second = {0};
    cj_cuda_compiler *compiler;

    must(cj_cuda_backend.toolchain(&target, 0, &first, &fault));
    must(cj_cuda_backend.toolchain(&target, 0, &second, &fault));
    ck_assert_str_eq(first.data, second.data);
    ck_assert_ptr_null(strchr(first.data, '\n'));
    must(cj_cuda_find_compiler(target.compiler, &compiler, &fault));
    ck_assert(compiler->nvrtc == NULL);
    cj_text_clear(&first);
    cj_text_clear(&second);
}

TEST_EACH(compile_refuses_an_old_architecture, compilers_count)
{
    refuse(compile(_i, "sm_60", (cj_unit){.name = "axpy", .source = axpy}), CUJIT_ERROR_ARCHITECTURE, "sm_75");
}

/* ---- finding, with what is no compiler ---- */

TEST_EACH(toolchain_says_what_is_wrong_with_a_path, 4)
{
    static const char *const paths[] = {"/nonexistent/libnvrtc.so.13", "/", "libnvrtc-nobody.so", "/dev/null"};
    cj_target target = {.architecture = "sm_90", .compiler = paths[_i]};
    cj_text identity = {0};

    refuse(cj_cuda_backend.toolchain(&target, 0, &identity, &fault), CUJIT_ERROR_NO_COMPILER, paths[_i]);
    ck_assert_uint_eq(identity.length, 0);
    cujit_error_clear(&fault);
    setenv("CUJIT_NVRTC", paths[_i], 1);
    target.compiler = NULL;
    refuse(cj_cuda_backend.toolchain(&target, 0, &identity, &fault), CUJIT_ERROR_NO_COMPILER, "CUJIT_NVRTC");
}

TEST(compile_refuses_a_file_that_is_no_library)
{
    cj_target target = {.architecture = "sm_90", .compiler = cj_test_file("libnvrtc.so.13", "not a library\n")};
    cj_unit unit = {.name = "axpy", .source = axpy};

    refuse(cj_cuda_backend.compile(&target, &unit, &object, &fault), CUJIT_ERROR_NO_COMPILER, "libnvrtc.so.13");
    target.compiler = cj_test_directory(); /* the folder will do as well */
    refuse(cj_cuda_backend.compile(&target, &unit, &object, &fault), CUJIT_ERROR_NO_COMPILER, "libnvrtc.so.13");
}

/* As the loader's folders, toolkits and wheels lay things out. */
TEST_EACH(headers_are_found_from_the_library, 6)
{
    static const char *const layouts[][2] = {{"toolkit/lib64", "toolkit/include"},
                                             {"toolkit/targets/x/lib", "toolkit/targets/x/include"},
                                             {"toolkit/lib64", "toolkit/targets/sbsa-linux/include"},
                                             {"nvidia/cuda_nvrtc/lib", "nvidia/cuda_runtime/include"},
                                             {"nvidia/cu13/lib", "nvidia/cu13/include"},
                                             {"usr/lib/x86_64-linux-gnu", "usr/include"}};
    char library[100], header[100];
    cj_target target = {.architecture = "sm_90", .compiler = cj_test_path("%d/[a]*/b/%s", _i, layouts[_i][0])};
    cj_text identity = {0};

    snprintf(library, sizeof library, "%d/[a]*/b/%s/libnvrtc.so.12", _i, layouts[_i][0]);
    snprintf(header, sizeof header, "%d/[a]*/b/%s/cuda_fp16.h", _i, layouts[_i][1]);
    cj_test_file(library, "a stand-in");
    unsetenv("CUDA_HOME");
    unsetenv("CUDA_PATH");
    refuse(cj_cuda_backend.toolchain(&target, CJ_FEATURE_HALF, &identity, &fault), CUJIT_ERROR_NO_COMPILER,
           "cuda_fp16.h");
    cj_test_file(header, "typedef int half;");
    must(cj_cuda_backend.toolchain(&target, CJ_FEATURE_HALF, &identity, &fault));
    ck_assert_ptr_nonnull(strstr(identity.data, "headers size 17"));
    refuse(cj_cuda_backend.toolchain(&target, CJ_FEATURE_BFLOAT16, &identity, &fault), CUJIT_ERROR_NO_COMPILER,
           "cuda_bf16.h");
    cj_text_clear(&identity);
}

TEST(toolchain_notices_another_compiler)
{
    cj_target target = {.architecture = "sm_90", .compiler = cj_test_path("changing")};
    cj_text first = {0}, second = {0}, third = {0};

    cj_test_file("changing/libnvrtc.so.12", "a stand-in");
    must(cj_cuda_backend.toolchain(&target, 0, &first, &fault));
    cj_test_file("changing/libnvrtc.so.12", "another stand-in");
    must(cj_cuda_backend.toolchain(&target, 0, &second, &fault));
    ck_assert_str_ne(first.data, second.data);
    must(cj_cuda_backend.toolchain(&target, 0, &third, &fault));
    ck_assert_str_eq(second.data, third.data);
    cj_text_clear(&first);
    cj_text_clear(&second);
    cj_text_clear(&third);
}

TEST(schema_is_one_short_line)
{
    const cj_target target = {.architecture = "sm_90"};
    const char *schema = cj_cuda_backend.schema(&target);

    ck_assert_ptr_eq(schema, cj_cuda_backend.schema(&target));
    ck_assert(strncmp(schema, "cuda ", 5) == 0);
    ck_assert_ptr_null(strchr(schema, '\n'));
}
