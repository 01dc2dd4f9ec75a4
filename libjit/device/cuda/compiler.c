/*
 * compiler.c: from a unit of source to a cubin or PTX, with NVRTC.
 *
 * NVRTC is a guest with habits: it recurses deeply, touches the process's stack limit and, from 12.9 on, the driver. So
 * it works on a thread of its own with a large stack, with signals blocked (its first compilation installs handlers for
 * a moment), and with the options that keep it off the rest of the process. The program's name is fixed, so that the
 * same unit gives the same bytes everywhere.
 */
#include "libjit/device/cuda/compiler.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/preludes.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/standard_headers.h"
#include "templates/templates.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

/* ---- options ---- */

/* What we always pass, and the first version of NVRTC that knows it. */
typedef struct fixed_option {
    const char *text;
    int version;
} fixed_option;

static const char report_option[] = "-Xptxas=-v"; /* registers, shared memory and spills into the log */
static const char small_option[] = "-minimal";    /* leaves out textures and the runtime's types: saves 2 to 4 ms */

/* -minimal hides what these words stand for, and what may come with a header. A false alarm costs 2 ms, no more. */
static const char *const hidden[] = {"cuda", "tex", "surf", "<<<", NULL}, *const including[] = {"include", NULL};

enum { SMALL_VERSION = 1204 };

static const fixed_option fixed_options[] = {
    {"--modify-stack-limit=false", 1200},        /* else it lifts the whole process's limit */
    {"--no-cache", 1209},                        /* its own cache calls cuInit; we have a better one */
    {"-default-device", 1200},                   /* there is no host here whose functions unmarked ones could be */
    {"-D__NV_NO_VECTOR_DEPRECATION_DIAG", 1200}, /* 13.0 deprecates double4 and the like: not the user's business */
};

/* ---- the thread ---- */

typedef struct job {
    const cj_nvrtc *nvrtc;
    const char *source;
    const char **options; /* owned; the texts are not */
    int options_count;
    bool cubin, includes;      /* includes: the unit may include something */
    const cj_unit *unit;       /* its headers and kernels */
    const char **header_names; /* owned, with room for the texts behind them; what they point to is not */
    const char **header_texts;
    int headers_count;

    cj_nvrtc_result result;
    bool no_memory;
    char *log;   /* owned */
    char *data;  /* owned */
    char *names; /* owned; NULL where the unit lists no kernels */
    size_t size;
    double ms;
} job;

static void fetch_log(job *work, cj_nvrtc_program program)
{
    size_t size = 0;

    if (work->nvrtc->log_size(program, &size) != CJ_NVRTC_OK || size <= 1)
        return;
    work->log = cj_calloc(1, size + 1);
    if (work->log == NULL)
        work->no_memory = true;
    else if (work->nvrtc->log(program, work->log) != CJ_NVRTC_OK)
        work->log[0] = '\0';
}

static void fetch_data(job *work, cj_nvrtc_program program)
{
    const cj_nvrtc *nvrtc = work->nvrtc;

    work->result = (work->cubin ? nvrtc->cubin_size : nvrtc->ptx_size)(program, &work->size);
    if (work->result != CJ_NVRTC_OK)
        return;
    work->data = cj_malloc(work->size + 1);
    if (work->data == NULL)
        work->no_memory = true;
    else
        work->result = (work->cubin ? nvrtc->cubin : nvrtc->ptx)(program, work->data);
}

static void add_names(job *work, cj_nvrtc_program program)
{
    const char *const *kernels = work->unit->kernels;

    for (size_t k = 0; kernels != NULL && kernels[k] != NULL && work->result == CJ_NVRTC_OK; k++)
        work->result = work->nvrtc->add_name(program, kernels[k]);
}

/* After compiling: a line "EXPRESSION\tSYMBOL" for each kernel. */
static void fetch_names(job *work, cj_nvrtc_program program)
{
    const char *const *kernels = work->unit->kernels;
    cj_text names = {0};

    for (size_t k = 0; kernels != NULL && kernels[k] != NULL && work->result == CJ_NVRTC_OK; k++) {
        const char *symbol = NULL;

        work->result = work->nvrtc->lowered_name(program, kernels[k], &symbol);
        if (work->result == CJ_NVRTC_OK)
            cj_text_printf(&names, "%s\t%s\n", kernels[k], symbol);
    }
    if (kernels != NULL && (work->names = cj_text_take(&names)) == NULL)
        work->no_memory = true;
    cj_text_clear(&names);
}

static void *work_on(void *argument)
{
    job *work = argument;
    cj_nvrtc_program program = NULL;
    double start = cj_now_ms();

    work->result = work->nvrtc->create(&program, work->source, "cujit.cu", work->headers_count, work->header_texts,
                                       work->header_names);
    if (work->result == CJ_NVRTC_OK)
        add_names(work, program);
    if (work->result == CJ_NVRTC_OK) {
        work->result = work->nvrtc->compile(program, work->options_count, work->options);
        fetch_log(work, program);
        if (work->result == CJ_NVRTC_OK)
            fetch_names(work, program);
        if (work->result == CJ_NVRTC_OK)
            fetch_data(work, program);
    }
    if (program != NULL)
        work->nvrtc->destroy(&program);
    work->ms = cj_now_ms() - start;
    return NULL;
}

/* All signals but those that a fault of the thread's own raises: they must find the application's handlers. */
static void block_signals(sigset_t *before)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t blocked;

    sigfillset(&blocked);
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++)
        sigdelset(&blocked, faults[k]);
    pthread_sigmask(SIG_SETMASK, &blocked, before);
}

/* With a large stack if there is one to be had: only what is used of it takes memory. */
static cujit_status run_on_thread(job *work, cujit_error *error)
{
    static const size_t sizes[] = {(size_t)256 << 20, (size_t)64 << 20, (size_t)16 << 20};
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t before;
    int code = pthread_attr_init(&attributes);

    if (code == 0) {
        block_signals(&before);
        code = EAGAIN;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && code != 0; k++) {
            if ((code = pthread_attr_setstacksize(&attributes, sizes[k])) == 0)
                code = pthread_create(&thread, &attributes, work_on, work);
        }
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        pthread_attr_destroy(&attributes);
    }
    if (code != 0)
        return cj_error_vendor(error, CUJIT_ERROR_OUT_OF_MEMORY, "errno", code,
                               "starting the compiler: no thread for it: %s", strerror(code));
    pthread_join(thread, NULL);
    return CUJIT_OK;
}

static void job_clear_result(job *work)
{
    cj_free(work->log);
    cj_free(work->data);
    cj_free(work->names);
    work->log = work->data = work->names = NULL;
    work->size = 0;
    work->no_memory = false;
}

/* ---- source ---- */

char *cj_cuda_unit_source(const cj_unit *unit)
{
    cj_unit_values values;
    cj_text text = {0};

    text.failed = !cj_unit_values_find(unit, &values);
    cj_unit_values_add(&values, cj_value_text("SOURCE", unit->source));
    if (cj_template_render(cj_template_files, "cuda_unit", values.values, values.count, "", &text, NULL) != CUJIT_OK)
        text.failed = true;
    cj_unit_values_clear(&values);
    return cj_text_take(&text);
}

static void add_header(job *work, const char *name, const char *text)
{
    for (int k = 0; k < work->headers_count; k++) {
        if (strcmp(work->header_names[k], name) == 0)
            return;
    }
    work->header_names[work->headers_count] = name;
    work->header_texts[work->headers_count++] = text;
}

/* The in-memory headers: the user's, and those of the standard ones that the user has not. */
static bool make_headers(job *work, const cj_unit *unit)
{
    size_t standard = 0, room;

    while (work->includes && cj_standard_headers[standard].name != NULL)
        standard++;
    room = unit->header_count + standard;
    if (room == 0)
        return true;
    work->header_names = cj_calloc(room, 2 * sizeof *work->header_names);
    if (work->header_names == NULL)
        return false;
    work->header_texts = work->header_names + room;
    for (size_t k = 0; k < unit->header_count; k++)
        add_header(work, unit->headers[k].name, unit->headers[k].text);
    for (size_t k = 0; k < standard; k++) {
        const cj_standard_header *header = &cj_standard_headers[k];

        if (header->device_text != NULL && !cj_include_finds(unit->options, header->name))
            add_header(work, header->name, header->device_text);
    }
    return true;
}

/* NVIDIA's headers, as whole options; "" where they are not wanted or not there. */
typedef struct folders {
    cj_text include;
    cj_text library; /* since 13.0 the C++ library lies in a folder of its own, in the first */
} folders;

static void add_option(job *work, const char *option)
{
    if (option != NULL)
        work->options[work->options_count++] = option;
}

/* Fills job->options; `architecture` is a whole option. Where the prelude needs NVIDIA's headers, their folder comes
 * before the user's own; else behind them, as it may be /usr/include. */
static bool make_options(job *work, const cj_unit *unit, const char *architecture, const folders *nvidia)
{
    const bool first = cj_cuda_needs_headers(unit->features);
    const bool small = work->nvrtc->version >= SMALL_VERSION && !work->includes && !cj_unit_mentions(unit, hidden);

    if ((work->options = cj_malloc((cj_list_length(unit->options) + 10) * sizeof *work->options)) == NULL)
        return false;
    add_option(work, architecture);
    for (size_t k = 0; k < sizeof fixed_options / sizeof fixed_options[0]; k++)
        add_option(work, work->nvrtc->version >= fixed_options[k].version ? fixed_options[k].text : NULL);
    add_option(work, small ? small_option : NULL);
    add_option(work, first ? nvidia->include.data : NULL);
    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL; k++)
        add_option(work, unit->options[k]);
    add_option(work, first ? NULL : nvidia->include.data);
    add_option(work, nvidia->library.data);
    add_option(work, work->cubin ? report_option : NULL); /* last, so that run() can leave it out */
    return true;
}

/* ---- results ---- */

static int shown(size_t length)
{
    return length < 200 ? (int)length : 200;
}

static cujit_status compile_error(const job *work, const cj_unit *unit, const cj_cuda_choice *choice,
                                  cujit_error *error)
{
    static const char prefix[] = "nvrtc: error: ";
    size_t length = 0;
    const char *line = cj_cuda_report_error(work->log, &length);
    cj_cuda_bad_name bad;
    int major = work->nvrtc->version / 100, minor = work->nvrtc->version % 100;
    cujit_status status = CUJIT_ERROR_COMPILE;
    char what[2 * sizeof error->message];

    if (work->result == CJ_NVRTC_INVALID_OPTION) {
        if (strstr(line, "--gpu-architecture") != NULL)
            status = CUJIT_ERROR_ARCHITECTURE;
        if (length > sizeof prefix - 1 && strncmp(line, prefix, sizeof prefix - 1) == 0) {
            line += sizeof prefix - 1;
            length -= sizeof prefix - 1;
        }
        snprintf(what, sizeof what, ": NVRTC %d.%d refuses the compiler options: %.*s", major, minor, (int)length,
                 line);
    } else if (work->result == CJ_NVRTC_BUILTINS_FAILED) {
        status = CUJIT_ERROR_NO_COMPILER;
        snprintf(what, sizeof what, ": %.200s needs libnvrtc-builtins.so.%d.%d beside it", work->nvrtc->path, major,
                 minor);
    } else if (cj_cuda_report_bad_name(work->log, unit->kernels, &bad)) {
        status = CUJIT_ERROR_NOT_FOUND;
        snprintf(what, sizeof what, ": the name expression \"%.*s\" does not name one kernel: %.*s",
                 shown(bad.expression_length), bad.expression, shown(bad.reason_length), bad.reason);
    } else if (length > 0) {
        snprintf(what, sizeof what, " for %s: %.*s", choice->architecture, (int)length, line);
    } else {
        snprintf(what, sizeof what, " for %s: NVRTC %d.%d reports %s", choice->architecture, major, minor,
                 work->nvrtc->result_text(work->result));
    }
    cj_error_vendor(error, status, "nvrtc", (long)work->result, "compiling \"%.60s\"%s", unit->name, what);
    cj_error_attach(error, work->log, unit->source);
    return status;
}

/*
 * Compiles. With -Xptxas=-v NVRTC loses the message of some errors of ptxas ("uses too much shared data"); so where the
 * log names no error, the same is compiled again without it.
 */
static cujit_status run(job *work, cujit_error *error)
{
    size_t length = 0;
    double ms;
    cujit_status status = run_on_thread(work, error);

    if (status != CUJIT_OK || work->no_memory || work->result != CJ_NVRTC_COMPILATION || !work->cubin)
        return status;
    cj_cuda_report_error(work->log, &length);
    if (length > 0)
        return CUJIT_OK;
    ms = work->ms;
    job_clear_result(work);
    work->options_count--;
    status = run_on_thread(work, error);
    work->ms += ms;
    return status;
}

/* Takes the job's log, data and names. */
static void fill_object(job *work, const cj_unit *unit, const cj_cuda_choice *choice, cj_object *out)
{
    const char *symbol = work->names != NULL ? strchr(work->names, '\t') : NULL;
    const char *own = unit->entry != NULL ? unit->entry : unit->name;

    *out = (cj_object){.kind = choice->kind, .data = work->data, .size = work->size, .compile_ms = work->ms};
    memcpy(out->architecture, choice->architecture, sizeof out->architecture);
    out->resources = cj_cuda_report_parse(work->log, symbol != NULL ? symbol + 1 : own); /* of the first kernel */
    out->names = work->names;
    work->data = work->names = NULL;
    if (work->log == NULL)
        return;
    if (!cj_cuda_wants_report(unit))
        cj_cuda_report_strip(work->log);
    cj_cuda_report_drop_repeats(work->log);
    if (work->log[0] != '\0') {
        out->log = work->log;
        work->log = NULL;
    }
}

/* A unit that includes something may mean one of NVIDIA's own headers (cooperative_groups.h, curand_kernel.h); that
 * there are none is no error yet. */
static cujit_status find_folders(cj_cuda_compiler *compiler, const job *work, folders *out, cujit_error *error)
{
    const cj_unit *unit = work->unit;
    bool needed = cj_cuda_needs_headers(unit->features);
    const cj_cuda_headers *headers;
    cujit_status status;

    if (!needed && !work->includes)
        return CUJIT_OK;
    if ((status = cj_cuda_find_headers(compiler, needed ? unit->features : CJ_FEATURE_HALF, &headers,
                                       needed ? error : NULL)) != CUJIT_OK)
        return needed ? status : CUJIT_OK;
    cj_text_printf(&out->include, "-I%s", headers->folder.data);
    cj_text_printf(&out->library, "-I%s/cccl", headers->folder.data);
    if (out->include.failed || out->library.failed)
        return cj_error_no_memory(error, "the path of the CUDA headers");
    if (access(out->library.data + 2, F_OK) != 0)
        cj_text_clear(&out->library);
    return CUJIT_OK;
}

static cujit_status prepare(job *work, const cj_target *target, const cj_unit *unit, cj_cuda_choice *choice,
                            folders *nvidia, cujit_error *error)
{
    cj_cuda_compiler *compiler;
    cujit_status status;

    if ((status = cj_cuda_check_options(unit->options, error)) != CUJIT_OK ||
        (status = cj_cuda_find_compiler(target->compiler, &compiler, error)) != CUJIT_OK ||
        (status = cj_cuda_load_compiler(compiler, &work->nvrtc, error)) != CUJIT_OK ||
        (status = cj_cuda_choose(target->architecture, work->nvrtc->architectures, work->nvrtc->architectures_count,
                                 choice, error)) != CUJIT_OK)
        return status;
    work->cubin = choice->kind == CJ_OBJECT_CUBIN;
    work->unit = unit;
    work->includes = cj_unit_mentions(unit, including);
    return find_folders(compiler, work, nvidia, error);
}

cujit_status cj_cuda_compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error)
{
    cj_cuda_choice choice = {.kind = CJ_OBJECT_NONE};
    folders nvidia = {0};
    char architecture[48], *source = NULL;
    job work = {0};
    cujit_status status;

    if ((status = prepare(&work, target, unit, &choice, &nvidia, error)) != CUJIT_OK)
        goto out;
    snprintf(architecture, sizeof architecture, "-arch=%s", choice.architecture);
    work.source = source = cj_cuda_unit_source(unit);
    if (source == NULL || !make_headers(&work, unit) || !make_options(&work, unit, architecture, &nvidia)) {
        status = cj_error_no_memory(error, "the source to compile");
        goto out;
    }
    if ((status = run(&work, error)) != CUJIT_OK)
        goto out;
    if (work.no_memory || work.result == CJ_NVRTC_OUT_OF_MEMORY)
        status = cj_error_no_memory(error, "the compiler");
    else if (work.result != CJ_NVRTC_OK || work.size == 0)
        status = compile_error(&work, unit, &choice, error);
    else
        fill_object(&work, unit, &choice, out);

out:
    job_clear_result(&work);
    cj_free((void *)work.options);
    cj_free((void *)work.header_names);
    cj_free(source);
    cj_text_clear(&nvidia.include);
    cj_text_clear(&nvidia.library);
    return status;
}

/* ---- schema ---- */

static char schema_text[96];
static pthread_once_t schema_once = PTHREAD_ONCE_INIT;

static void make_schema(void)
{
    XXH64_hash_t hash = 0;

    for (size_t k = 0; k < sizeof fixed_options / sizeof fixed_options[0]; k++)
        hash = XXH3_64bits_withSeed(fixed_options[k].text, strlen(fixed_options[k].text), hash);
    for (const cj_standard_header *header = cj_standard_headers; header->name != NULL; header++)
        if (header->device_text != NULL)
            hash = XXH3_64bits_withSeed(header->name, strlen(header->name), hash);
    /* The number stands for what the texts do not show: how a unit is put together. */
    snprintf(schema_text, sizeof schema_text, "cuda 2 %016llx %s", (unsigned long long)hash, cj_templates_digest);
}

bool cj_cuda_packed(const cj_target *target, cj_target *out)
{
    *out = *target;
    return true;
}

const char *cj_cuda_schema(const cj_target *target)
{
    (void)target; /* the architecture is in the key */
    pthread_once(&schema_once, make_schema);
    return schema_text;
}
