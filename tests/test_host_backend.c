/*
 * test_host_backend.c: the host backend's table without much of kernels: compiler search, options, errors, objects that
 * cannot be loaded, memory, streams and events. Compilers that misbehave are shell scripts.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/host/options.h"
#include "libjit/device/host/spawn.h"
#include "tests/host_support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char double_it[] = "extern \"C\" __global__ void k(float a, const float *x, float *z, long long n)\n"
                                "{\n"
                                "    for (long long i = cujit_begin(n), e = cujit_end(n); i < e; i += cujit_stride())\n"
                                "        z[i] = a * x[i];\n"
                                "}\n";

/* A program in the place of a compiler. */
static char *make_program(const char *name, const char *script)
{
    char *path = cj_test_file(name, script);

    ck_assert_int_eq(chmod(path, 0700), 0);
    return path;
}

static const cj_unit doubling = {.name = "k", .source = double_it};

static cujit_status compile_source(const char *source)
{
    return compile((cj_unit){.name = "k", .source = source});
}

static cujit_status compile_by(const char *script)
{
    const cj_target strange = {"host", make_program("compiler", script)};

    return host->compile(&strange, &doubling, &object, &fault);
}

static void run_double(void)
{
    float x[1000], z[1000];

    for (int k = 0; k < 1000; k++)
        x[k] = (float)k;
    load_object();
    find("k");
    launch(3, 1, 0, VALUES(&(float){2}, &(float *){x}, &(float *){z}, &(long long){1000}));
    for (int k = 0; k < 1000; k++)
        ck_assert_float_eq(z[k], 2.0f * (float)k);
}

TEST(compile_and_run)
{
    cj_object again = {0};

    must(compile(doubling));
    ck_assert_int_eq(object.kind, CJ_OBJECT_SHARED);
    ck_assert_ptr_null(object.log);
    ck_assert(object.compile_ms > 0);
    run_double();
    /* the same source gives the same bytes */
    must(host->compile(&target, &doubling, &again, &fault));
    ck_assert_uint_eq(object.size, again.size);
    ck_assert_mem_eq(object.data, again.data, object.size);
    cj_object_clear(&again);
}

TEST(many_images_stay_apart)
{
    enum { COUNT = 6 };
    cj_module *modules[COUNT];
    char source[200];

    for (int k = 0; k < COUNT; k++) {
        snprintf(source, sizeof source, "extern \"C\" __global__ void k(int *y) { *y = %d; }\n", k % 3);
        must(compile_source(source));
        load_object();
        modules[k] = module;
    }
    for (int k = 0; k < COUNT; k++) {
        int y = -1;

        module = modules[k];
        find("k");
        launch(1, 1, 0, VALUES(&(int *){&y}));
        ck_assert_int_eq(y, k % 3);
    }
}

TEST(compile_errors_carry_log_and_source)
{
    static const char *const all[] = {"-Wall", "-Wextra", NULL};

    ck_assert_int_eq(compile_source("#line 3 \"operation\"\nextern \"C\" __global__ void k(int a) { b = 1; }\n"),
                     CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "operation:3:"));
    ck_assert_ptr_nonnull(strstr(fault.log, "error: "));
    ck_assert_ptr_null(strstr(fault.log, "prelude"));
    ck_assert_ptr_nonnull(strstr(fault.source, "b = 1"));
    ck_assert_ptr_null(object.data);
    /* an undefined function is found when it is linked */
    ck_assert_int_eq(compile_source("extern \"C\" void nowhere();\nextern \"C\" __global__ void k() { nowhere(); }\n"),
                     CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "nowhere"));
    /* warnings are kept and harmless; they are the user's, not the prelude's */
    must(compile(
        (cj_unit){.name = "k", .source = "extern \"C\" __global__ void k() { int unused_one; }\n", .options = all}));
    ck_assert_ptr_nonnull(strstr(object.log, "unused_one"));
    ck_assert_ptr_null(strstr(object.log, "prelude"));
}

static const struct {
    const char *options[4], *expected;
} translated[] = {{{NULL}, ""},
                  {{"-DX=1", "-UY", "-I/x y"}, "-DX=1|-UY|-I/x y|"},
                  {{"-D", "X"}, "-D|X|"},
                  {{"-O2", "-std=c++14", "-Wall"}, "-O2|-std=c++14|-Wall|"},
                  {{"--std=c++20", "-ffast-math", "-mavx2"}, "-std=c++20|-ffast-math|-mavx2|"},
                  {{"--use_fast_math"}, "-fno-signed-zeros|-fassociative-math|-freciprocal-math|"},
                  {{"-fmad=false", "--fmad=true"}, "-ffp-contract=off|-ffp-contract=fast|"},
                  {{"--fmad", "false", "-G"}, "-ffp-contract=off|-g|-O0|"},
                  {{"-lineinfo", "--maxrregcount=32", "-Xptxas=-v"}, "-g|"},
                  {{"-Xptxas", "-v", "--ftz=true"}, ""},
                  {{"--define-macro=Z=2", "--include-path=/inc", "-w"},
                   "-DZ=2|-I/inc|-w|-fsanitize=return|-fsanitize-undefined-trap-on-error|"},
                  {{"-mno-red-zone", "-mtune=native", "-mno-avx512f"}, "-mno-red-zone|-mtune=native|-mno-avx512f|"},
                  {{"-funsigned-char", "-fno-wrapv", "-fmax-errors=3"}, "-funsigned-char|-fno-wrapv|-fmax-errors=3|"}};

TEST_EACH(options_are_translated, COUNT(translated))
{
    cj_options out = {0};
    char joined[512] = "";

    must(cj_options_translate(translated[_i].options, &out, &fault));
    for (size_t k = 0; k < out.count; k++) {
        strcat(joined, out.texts[k]);
        strcat(joined, "|");
    }
    ck_assert_str_eq(joined, translated[_i].expected);
    cj_options_clear(&out);
}

/* Alone, or with the word behind a blank; and those that would change how functions are called. */
static const char harmful[] =
    "-o x | -ofile | -c | -E | -S | @file | -x c | -fplugin=evil.so | -fplugin-arg-evil-x | -wrapper sh | "
    "-B/tmp | -specs=x | --specs=x | -Wl,-T,script | -Wa,-alh=x | -Wp,-MD,x | -T script | -include /etc/passwd "
    "| -imacros x | -MD | -fdump-tree-all | -fprofile-generate | -fstack-usage | -ftime-trace | -fsyntax-only "
    "| -save-temps | -Xlinker x | -mllvm -x | -fsanitize=undefined | -fexec-charset=IBM1047 | -static | file.c "
    "| - | -- |  | -I | -lfoo | -L/tmp | -arch=sm_90";
static const char of_calls[] =
    "-m32 | -mx32 | -m16 | -mabi=ms | -mabi=sysv | -mregparm=3 | -msseregparm | -mrtd | -mms-bitfields | "
    "-mno-ms-bitfields | -malign-double | -mlong-double-64 | -mpreferred-stack-boundary=3 | "
    "-mincoming-stack-boundary=3 | -msoft-float | -mgeneral-regs-only | -maddress-mode=short | -mcmodel=large "
    "| -fpack-struct | -fpack-struct=1 | -fshort-enums | -fshort-wchar | -freg-struct-return | "
    "-fpcc-struct-return | -fcall-used-rbx | -fcall-saved-rax | -ffixed-rdi | -fabi-version=2 | "
    "-fleading-underscore | -fno-leading-underscore";

static void refuse_option(const char *text, bool of_call)
{
    char *first = strdup(text), *second = strchr(first, ' ');
    cj_options out = {0};

    if (second != NULL)
        *second++ = '\0';
    cj_options_translate((const char *const[]){first, second, NULL}, &out, &fault);
    ck_assert_msg((strstr(fault.message, "how functions are called") != NULL) == of_call, "%s: %s", text,
                  fault.message);
    refuse(fault.status, CUJIT_ERROR_INVALID_ARGUMENT, first);
    cj_options_clear(&out);
    free(first);
}

TEST(options_that_do_harm_are_refused)
{
    EACH_OF(option, harmful)
    refuse_option(option, false);
    EACH_OF(option, of_calls)
    refuse_option(option, true);
}

TEST(options_reach_the_compiler)
{
    static const char *const list[] = {"-DVALUE=2.0f", "-std=c++11", "--use_fast_math", "-lineinfo", "-O1", NULL};

    must(compile(
        (cj_unit){.name = "k",
                  .source = "extern \"C\" __global__ void k(float, const float *x, float *z, long long n)\n"
                            "{ for (long long i = cujit_begin(n); i < cujit_end(n); i++) z[i] = VALUE * x[i]; }\n",
                  .options = list}));
    run_double();
}

/* Programs in place of a compiler, and what compile() says of them. */
static const struct {
    const char *script;
    cujit_status status;
    const char *message, *log;
} compilers[] = {
    {"#!/bin/sh\necho 'operation:1:1: error: no'\nexit 3\n", CUJIT_ERROR_COMPILE, "failed", "error: no"},
    {"#!/bin/sh\necho before >&2\nkill -SEGV $$\n", CUJIT_ERROR_COMPILE, "signal 11", "before"},
    {"#!/bin/sh\nexit 0\n", CUJIT_ERROR_COMPILE, "no object", NULL},
    {"#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\necho garbage > \"$2\"\n", CUJIT_ERROR_COMPILE, "no object",
     NULL},
    {"#!/bin/sh\nhead -c 5000000 /dev/zero | tr '\\0' x\nexit 1\n", CUJIT_ERROR_COMPILE, "failed", "cut off"},
    {"garbage\n", CUJIT_ERROR_IO, "running", NULL}};

TEST_EACH(compilers_may_misbehave, COUNT(compilers))
{
    const cujit_status status = compile_by(compilers[_i].script);

    if (compilers[_i].log != NULL) {
        ck_assert_ptr_nonnull(strstr(fault.log, compilers[_i].log));
        ck_assert_uint_lt(strlen(fault.log), CJ_SPAWN_MAX_OUTPUT + 100);
    }
    refuse(status, compilers[_i].status, compilers[_i].message);
}

TEST(native_may_be_unknown)
{
    must(compile_by("#!/bin/sh\nfor a; do case $a in -march=native|-mcpu=native) "
                    "echo \"bad value native for -march\" >&2; exit 1;; esac; done\nexec c++ \"$@\"\n"));
    run_double();
}

static void *compile_too(void *asked)
{
    cj_object made = {0};
    cujit_error error = {0};
    const cujit_status status = host->compile(asked, &doubling, &made, &error);

    cujit_error_clear(&error);
    cj_object_clear(&made);
    return status == CUJIT_OK ? NULL : asked;
}

/* Each run of the compiler waits for the other thread's, so that both learn it. */
TEST(native_may_be_unknown_to_threads)
{
    const cj_target learner = {
        "host", make_program("learner", "#!/bin/sh\nfor a; do case $a in -march=native|-mcpu=native) "
                                        ": > \"$0.$$\"; k=0; while [ $k -lt 500 ] && [ ! -e \"$0.both\" ]; do "
                                        "[ $(ls \"$0\".* | wc -l) -lt 2 ] || : > \"$0.both\"; "
                                        "sleep 0.02; k=$((k + 1)); done; "
                                        "echo \"bad value native for -march\" >&2; exit 1;; "
                                        "esac; done\nexec c++ \"$@\"\n")};
    cj_target targets[] = {learner, learner};
    cj_text identity = {0};

    must(host->toolchain(&learner, 0, &identity, &fault)); /* both know it as one compiler */
    cj_text_clear(&identity);
    run_threads(2, compile_too, targets, sizeof *targets);
}

TEST(spawn_has_a_deadline_and_no_descriptors)
{
    char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
    char *const sleeper[] = {"sh", "-c", "sleep 60 & sleep 60", NULL};
    char *const lister[] = {"sh", "-c",
                            "fd=0; while [ $fd -lt 100 ]; do [ ! -e /proc/$$/fd/$fd ] || printf '%s ' $fd; "
                            "fd=$((fd + 1)); done; cat",
                            NULL};
    cj_spawn_result result = {0};
    const char *path = cj_test_file("input", "hello");
    int extra = open("/dev/null", O_RDONLY); /* inheritable */

    must(cj_spawn("/bin/sh", sleeper, environment, path, 100, NULL, &result, &fault));
    ck_assert(result.given_up);
    cj_free(result.output);
    signal(SIGCHLD, SIG_IGN); /* the application may do that */
    must(cj_spawn("/bin/sh", lister, environment, path, 60000, NULL, &result, &fault));
    ck_assert_int_eq(result.exit_code, -1);
    cj_free(result.output);
    signal(SIGCHLD, SIG_DFL);
    must(cj_spawn("/bin/sh", lister, environment, path, 60000, NULL, &result, &fault));
    ck_assert_int_eq(result.exit_code, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    ck_assert_str_eq(result.output, "0 1 2 hello");
#endif
    cj_free(result.output);
    ck_assert_int_eq(cj_spawn("/nonexistent", lister, environment, path, 100, NULL, &result, &fault), CUJIT_ERROR_IO);
    ck_assert_int_eq(fault.vendor_code, ENOENT);
    close(extra);
}

TEST(compiler_is_searched)
{
    cj_target named = {"host", "/nonexistent/g++"};
    cj_text first = {0}, second = {0};

    refuse(host->toolchain(&named, 0, &first, &fault), CUJIT_ERROR_NO_COMPILER, "/nonexistent/g++");
    setenv("CUJIT_HOST_CXX", "no-such-compiler", 1);
    refuse(host->toolchain(&target, 0, &first, &fault), CUJIT_ERROR_NO_COMPILER, "no-such-compiler");
    setenv("CUJIT_HOST_CXX", make_program("mine", "#!/bin/sh\nexit 1\n"), 1);
    must(host->toolchain(&target, 0, &first, &fault));
    ck_assert_ptr_nonnull(strstr(first.data, "mine "));
    unsetenv("CUJIT_HOST_CXX");
    must(host->toolchain(&target, 0, &second, &fault));
    ck_assert_str_ne(first.data, second.data);
    setenv("PATH", "/nonexistent", 1);
    refuse(host->toolchain(&target, 0, &first, &fault), CUJIT_ERROR_NO_COMPILER, "g++ and clang++");
    refuse(host->toolchain(&target, 0, &first, &fault), CUJIT_ERROR_NO_COMPILER, "install g++ or set CUJIT_HOST_CXX");
    cj_text_clear(&first);
    cj_text_clear(&second);
}

/* The processor that code is made for is seen in what the compiler defines. */
TEST(flags_of_the_environment_reach_the_compiler)
{
    static const char *const own[] = {"-mno-sse4.1", NULL};
    const cj_unit plain = {.name = "flags",
                           .source = "#ifdef __AVX2__\n#error vectors of 32 bytes\n#endif\n"
                                     "#ifdef __SSE4_1__\n#error more than SSE3\n#endif\n"
                                     "extern \"C\" __global__ void flags(int *x) { *x = 1; }\n"};
    cj_unit chosen = plain;
    cj_text before = {0}, after = {0};

#if !defined(__x86_64__)
    return;
#endif
    must(host->toolchain(&target, 0, &before, &fault));
    setenv("CUJIT_HOST_FLAGS", "  -march=x86-64-v3 \t -O1", 1);
    must(host->toolchain(&target, 0, &after, &fault));
    ck_assert_str_ne(before.data, after.data); /* other kernels in the cache */
    ck_assert_ptr_nonnull(strstr(after.data, " with -march=x86-64-v3"));
    ck_assert_int_eq(compile(plain), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "vectors of 32 bytes"));
    setenv("CUJIT_HOST_FLAGS", "-march=x86-64-v2", 1);
    ck_assert_int_eq(compile(plain), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_null(strstr(fault.log, "vectors of 32 bytes"));
    ck_assert_ptr_nonnull(strstr(fault.log, "more than SSE3"));
    chosen.options = own; /* a kernel's options win */
    must(compile(chosen));
    setenv("CUJIT_HOST_FLAGS", " \n", 1);
    cj_text_clear(&after);
    must(host->toolchain(&target, 0, &after, &fault));
    ck_assert_str_eq(before.data, after.data);
    unsetenv("CUJIT_HOST_FLAGS");
    cj_text_clear(&before);
    cj_text_clear(&after);
}

static const char *const bad_flags[] = {"-O2 -o/tmp/x",  "-fplugin=x.so", "; rm -rf", "-O1 -DN=4",       "-I /tmp",
                                        "-isystem /tmp", "-Wl,-z,now",    "file.cpp", "--define-macro=N"};

TEST_EACH(flags_that_do_harm_are_refused, COUNT(bad_flags))
{
    setenv("CUJIT_HOST_FLAGS", bad_flags[_i], 1);
    refuse(compile_source(""), CUJIT_ERROR_INVALID_ARGUMENT, "CUJIT_HOST_FLAGS: ");
    unsetenv("CUJIT_HOST_FLAGS");
}

TEST(unit_without_its_entry_is_refused)
{
    refuse(compile((cj_unit){.name = "other", .source = double_it}), CUJIT_ERROR_COMPILE, NULL);
}

TEST(temporary_folder_falls_back)
{
    setenv("TMPDIR", "/nonexistent", 1);
    must(compile(doubling));
}

TEST(bad_objects_are_refused)
{
    cj_object bad;

    must(compile(doubling));
    bad = object;
    for (size_t size = 1; size < object.size; size += object.size / 17) {
        bad.size = size;
        if (host->load(device, &bad, &module, &fault) == CUJIT_OK)
            host->unload(module); /* only the section table is missing, which nobody reads */
        else
            refuse(fault.status, CUJIT_ERROR_LOAD, NULL);
    }
    bad = object;
    bad.kind = CJ_OBJECT_PTX;
    refuse(host->load(device, &bad, &module, &fault), CUJIT_ERROR_LOAD, NULL);
    bad = object;
    strcpy(bad.architecture, "sparc");
    refuse(host->load(device, &bad, &module, &fault), CUJIT_ERROR_LOAD, "sparc");
    bad = object;
    bad.data = memset(memory_of(object.size), 'x', object.size);
    refuse(host->load(device, &bad, &module, &fault), CUJIT_ERROR_LOAD, NULL);
    load_object();
    refuse(host->function(module, "other", &kernel, &fault), CUJIT_ERROR_NOT_FOUND, "\"other\"");
}

TEST(grids_are_checked)
{
    static const cj_grid bad[] = {{{0, 1, 1}, {1, 1, 1}, 0, false},       {{1, 1, 0}, {1, 1, 1}, 0, false},
                                  {{1, 65536, 1}, {1, 1, 1}, 0, false},   {{1, 1, 1}, {0, 1, 1}, 0, false},
                                  {{1, 1, 1}, {1025, 1, 1}, 0, false},    {{1, 1, 1}, {32, 33, 1}, 0, false},
                                  {{1, 1, 1}, {1, 1, 65}, 0, false},      {{1, 1, 1}, {1, 1, 1}, 1 << 20, false},
                                  {{1, 1, 1}, {1024, 1024, 64}, 0, false}};

    load_unit(doubling);
    for (size_t k = 0; k < COUNT(bad); k++)
        refuse(host->launch(kernel, &bad[k], NULL, NULL, &fault), CUJIT_ERROR_LAUNCH, NULL);
}

TEST(device_is_described)
{
    cujit_device_info info;
    cj_text text = {0};
    int count = 0;

    must(host->count(&count, &fault));
    ck_assert_int_eq(count, 1);
    must(host->info(0, &info, &fault));
    ck_assert_str_eq(info.architecture, "host");
    ck_assert(info.name[0] != '\0' && info.memory_bytes > 0 && info.multiprocessors >= 1 && info.warp_size == 32);
    refuse(host->info(1, &info, &fault), CUJIT_ERROR_NO_DEVICE, NULL);
    refuse(host->open(5, &(cj_device *){NULL}, &fault), CUJIT_ERROR_NO_DEVICE, "host:5");
    host->describe(&target, &text);
    ck_assert_ptr_nonnull(strstr(text.data, "host compiler: /"));
    cj_text_clear(&text);
    ck_assert_uint_gt(strlen(host->schema(&target)), 32);
}

/* Every allocation fails once: an error or success, and no leak. */
TEST(memory_may_run_out)
{
    static const char *const list[] = {"-DX=1", "-I", "/x", "--fmad=false", NULL};
    const cj_target strange = {"host", make_program("false", "#!/bin/sh\necho no\nexit 1\n")};
    const cj_unit unit = {.name = "k", .source = double_it, .options = list};

    for (unsigned long nth = 1; nth < 500; nth += nth < 40 ? 1 : 7) {
        cujit_status status;

        cj_alloc_fail_at(nth);
        status = host->compile(&strange, &unit, &object, &fault);
        cj_alloc_fail_at(0);
        ck_assert(status == CUJIT_ERROR_OUT_OF_MEMORY || status == CUJIT_ERROR_COMPILE ||
                  status == CUJIT_ERROR_NO_COMPILER);
        cujit_error_clear(&fault);
    }
}
