/*
 * compiler.c: from a unit of source to a cubin or PTX, with NVRTC.
 *
 * A unit becomes a job (job.h), which owns all that NVRTC is given. The program's name is fixed, so that the same unit
 * gives the same bytes everywhere.
 */
#include "libjit/device/cuda/job.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/preludes.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/standard_headers.h"
#include "templates/templates.h"

#include <math.h>
#include <pthread.h>
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

/* A copy behind what a list has, which has room for it. */
static void add(cj_cuda_job *job, char **list, const char *text)
{
    if (text == NULL)
        return;
    list += cj_list_length((const char *const *)list);
    if ((*list = cj_strdup(text)) == NULL)
        job->no_memory = true;
}

static void add_header(cj_cuda_job *job, const char *name, const char *text)
{
    for (char **known = job->header_names; *known != NULL; known++) {
        if (strcmp(*known, name) == 0)
            return;
    }
    add(job, job->header_names, name);
    add(job, job->header_texts, text);
}

/* The in-memory headers: the user's, and those of the standard ones that the user has not. */
static void make_headers(cj_cuda_job *job, const cj_unit *unit, bool includes)
{
    size_t standard = 0, room;

    while (includes && cj_standard_headers[standard].name != NULL)
        standard++;
    if ((room = unit->header_count + standard) == 0)
        return;
    job->header_names = cj_calloc(room + 1, sizeof *job->header_names);
    job->header_texts = cj_calloc(room + 1, sizeof *job->header_texts);
    if (job->header_names == NULL || job->header_texts == NULL) {
        job->no_memory = true;
        return;
    }
    for (size_t k = 0; k < unit->header_count; k++)
        add_header(job, unit->headers[k].name, unit->headers[k].text);
    for (size_t k = 0; k < standard; k++) {
        const cj_standard_header *header = &cj_standard_headers[k];

        if (header->device_text != NULL && !cj_include_finds(unit->options, header->name))
            add_header(job, header->name, header->device_text);
    }
}

/* NVIDIA's headers, as whole options; "" where they are not wanted or not there. */
typedef struct folders {
    cj_text include;
    cj_text library; /* since 13.0 the C++ library lies in a folder of its own, in the first */
} folders;

/* Where the prelude needs NVIDIA's headers, their folder comes before the user's own; else behind them, as it may be
 * /usr/include. */
static void make_options(cj_cuda_job *job, const cj_unit *unit, bool includes, const folders *nvidia)
{
    const bool first = cj_cuda_needs_headers(unit->features);
    const bool small = job->nvrtc->version >= SMALL_VERSION && !includes && !cj_unit_mentions(unit, hidden);
    char architecture[48];

    snprintf(architecture, sizeof architecture, "-arch=%s", job->choice.architecture);
    if ((job->options = cj_calloc(cj_list_length(unit->options) + 11, sizeof *job->options)) == NULL) {
        job->no_memory = true;
        return;
    }
    add(job, job->options, architecture);
    for (size_t k = 0; k < sizeof fixed_options / sizeof fixed_options[0]; k++)
        add(job, job->options, job->nvrtc->version >= fixed_options[k].version ? fixed_options[k].text : NULL);
    add(job, job->options, small ? small_option : NULL);
    add(job, job->options, first ? nvidia->include.data : NULL);
    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL; k++)
        add(job, job->options, unit->options[k]);
    add(job, job->options, first ? NULL : nvidia->include.data);
    add(job, job->options, nvidia->library.data);
    /* last, so that run() can leave it out */
    add(job, job->options, job->choice.kind == CJ_OBJECT_CUBIN ? report_option : NULL);
}

/* ---- results ---- */

static int shown(size_t length)
{
    return length < 200 ? (int)length : 200;
}

static cujit_status compile_error(const cj_cuda_job *work, const cj_unit *unit, cujit_error *error)
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
        snprintf(what, sizeof what, " for %s: %.*s", work->choice.architecture, (int)length, line);
    } else {
        snprintf(what, sizeof what, " for %s: NVRTC %d.%d reports %s", work->choice.architecture, major, minor,
                 work->nvrtc->result_text(work->result));
    }
    cj_error_vendor(error, status, "nvrtc", (long)work->result, "compiling \"%.60s\"%s", unit->name, what);
    cj_error_attach(error, work->log, unit->source);
    return status;
}

static cujit_status give_up(const cj_nvrtc *nvrtc, const cj_unit *unit, cujit_error *error)
{
    char compiler[32];

    snprintf(compiler, sizeof compiler, "NVRTC %d.%d", nvrtc->version / 100, nvrtc->version % 100);
    return cj_backend_give_up(unit, compiler, unit->limit.timeout_ms, "goes on for the cache alone", error);
}

/*
 * Compiles. With -Xptxas=-v NVRTC loses the message of some errors of ptxas ("uses too much shared data"); so where the
 * log names no error, the same is compiled again without it. `*place` is NULL where the job is its thread's now.
 */
static cujit_status run(cj_cuda_job **place, const cj_unit *unit, cujit_error *error)
{
    const unsigned timeout_ms = unit->limit.timeout_ms;
    const double until = timeout_ms != 0 ? cj_now_ms() + timeout_ms : HUGE_VAL;
    const cj_nvrtc *nvrtc = (*place)->nvrtc;
    double ms = 0;

    for (bool again = false, left = false;; again = true) {
        cj_cuda_job *job = *place;
        cujit_status status = cj_cuda_job_run(job, &unit->limit, until, &left, error);
        size_t length = 0, last;

        if (status == CUJIT_OK && left) {
            *place = NULL;
            return give_up(nvrtc, unit, error);
        }
        job->ms += ms;
        if (status != CUJIT_OK || job->no_memory || job->result != CJ_NVRTC_COMPILATION ||
            job->choice.kind != CJ_OBJECT_CUBIN || again)
            return status;
        cj_cuda_report_error(job->log, &length);
        if (length > 0)
            return CUJIT_OK;
        ms = job->ms;
        cj_cuda_job_clear_result(job);
        last = cj_list_length((const char *const *)job->options) - 1;
        cj_free(job->options[last]);
        job->options[last] = NULL;
    }
}

/* A unit that includes something may mean one of NVIDIA's own headers (cooperative_groups.h, curand_kernel.h); that
 * there are none is no error yet. */
static cujit_status find_folders(cj_cuda_compiler *compiler, const cj_unit *unit, bool includes, folders *out,
                                 cujit_error *error)
{
    bool needed = cj_cuda_needs_headers(unit->features);
    const cj_cuda_headers *headers;
    cujit_status status;

    if (!needed && !includes)
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

static cujit_status prepare(cj_cuda_job *job, const cj_target *target, const cj_unit *unit, cujit_error *error)
{
    const bool includes = cj_unit_mentions(unit, including);
    cj_cuda_compiler *compiler;
    folders nvidia = {0};
    cujit_status status;

    if ((status = cj_cuda_check_options(unit->options, error)) != CUJIT_OK ||
        (status = cj_cuda_find_compiler(target->compiler, &compiler, error)) != CUJIT_OK ||
        (status = cj_cuda_load_compiler(compiler, &job->nvrtc, error)) != CUJIT_OK ||
        (status = cj_cuda_choose(target->architecture, job->nvrtc->architectures, job->nvrtc->architectures_count,
                                 &job->choice, error)) != CUJIT_OK ||
        (status = find_folders(compiler, unit, includes, &nvidia, error)) != CUJIT_OK)
        goto out;
    job->source = cj_cuda_unit_source(unit);
    job->entry = cj_strdup(unit->entry != NULL ? unit->entry : unit->name);
    job->kernels = unit->kernels != NULL ? cj_list_copy(unit->kernels, 0) : NULL;
    job->wants_report = cj_cuda_wants_report(unit);
    make_headers(job, unit, includes);
    make_options(job, unit, includes, &nvidia);
    if (job->source == NULL || job->entry == NULL || job->no_memory || (job->kernels == NULL && unit->kernels != NULL))
        status = cj_error_no_memory(error, "the source to compile");

out:
    cj_text_clear(&nvidia.include);
    cj_text_clear(&nvidia.library);
    return status;
}

cujit_status cj_cuda_compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error)
{
    cj_cuda_job *job = cj_cuda_job_create();
    cujit_status status;

    if (job == NULL)
        return cj_error_no_memory(error, "the compiler");
    if ((status = prepare(job, target, unit, error)) != CUJIT_OK || (status = run(&job, unit, error)) != CUJIT_OK)
        goto out;
    if (job->no_memory || job->result == CJ_NVRTC_OUT_OF_MEMORY)
        status = cj_error_no_memory(error, "the compiler");
    else if (job->result != CJ_NVRTC_OK || job->size == 0)
        status = compile_error(job, unit, error);
    else
        cj_cuda_job_take(job, out);

out:
    cj_cuda_job_free(job);
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
