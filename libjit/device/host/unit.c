/*
 * unit.c: see unit.h.
 */
#include "libjit/device/host/unit.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/host/rewrite.h"
#include "libjit/device/host/scheduler.h"
#include "libjit/device/host/scratch.h"
#include "libjit/device/preludes.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/standard_headers.h"
#include "templates/templates.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* CUDA's own headers, which this machine may not have: most are empty, because the prelude has what a kernel can use of
 * them. Of the rest in front of the user's text a compiler may find the real ones, which are not for it. */
static const struct {
    const char *names, *text; /* NULL: an error */
    const char *lacks;
} cuda_headers[] = {
    {"cuda.h cuda_bf16.h cuda_device_runtime_api.h cuda_fp16.h device_atomic_functions.h device_functions.h "
     "device_launch_parameters.h device_types.h host_defines.h math_functions.h sm_20_intrinsics.h sm_30_intrinsics.h "
     "sm_32_intrinsics.h sm_35_intrinsics.h vector_functions.h vector_types.h cuda_texture_types.h texture_types.h "
     "texture_fetch_functions.h texture_indirect_functions.h surface_types.h surface_functions.h "
     "surface_indirect_functions.h",
     "", NULL},
    {"builtin_types.h cuda_runtime.h cuda_runtime_api.h driver_types.h", cj_template_host_driver_types, NULL},
    {"cuComplex.h", cj_template_host_complex, NULL},
    {"math_constants.h", cj_template_host_constants, NULL},
    {"cooperative_groups.h", cj_template_host_groups, NULL},
    {"cooperative_groups/memcpy_async.h", cj_template_host_groups_copy, NULL},
    {"cooperative_groups/reduce.h", cj_template_host_groups_reduce, NULL},
    {"cooperative_groups/scan.h", cj_template_host_groups_scan, NULL},
    {"curand.h", NULL, "random numbers"},
    {"curand_kernel.h", NULL, "random numbers in kernels:"},
    {"cuda_fp8.h", NULL, "8-bit floating-point types:"},
    {"cuda_fp6.h", NULL, "6-bit floating-point types:"},
    {"cuda_fp4.h", NULL, "4-bit floating-point types:"},
    {"cuda_pipeline.h cuda_pipeline_primitives.h", NULL, "pipelines:"},
    {"cuda_awbarrier.h cuda_awbarrier_primitives.h", NULL, "asynchronous barriers:"},
    {"mma.h", NULL, "tensor cores:"},
    {"cub/cub.cuh", NULL, "CUDA's C++ libraries:"},
    {"cublas.h cublasLt.h cublasXt.h cublas_v2.h cufft.h cufftXt.h cusolverDn.h cusparse.h", NULL,
     "libraries of the toolkit:"},
};

cujit_status cj_host_own_headers(cj_host_header_taker take, void *user, cujit_error *error)
{
    cujit_status status = CUJIT_OK;
    char text[256], name[80];

    for (size_t k = 0; k < sizeof cuda_headers / sizeof *cuda_headers; k++) {
        const char *word = cuda_headers[k].names;

        for (size_t length = 0; status == CUJIT_OK && cj_next_word(&word, &length);) {
            snprintf(name, sizeof name, "%.*s", (int)length, word);
            if (cuda_headers[k].text == NULL)
                snprintf(text, sizeof text, "#error the host device has no %s <%s>\n", cuda_headers[k].lacks, name);
            status = take(user, name, cuda_headers[k].text != NULL ? cuda_headers[k].text : text, error);
        }
    }
    for (const cj_standard_header *header = cj_standard_headers; status == CUJIT_OK && header->name != NULL; header++) {
        text[0] = '\0';
        if (header->kind == CJ_HEADER_REFUSED)
            snprintf(text, sizeof text, "#error no <%s>; " CJ_STANDARD_LIBRARY "\n", header->name);
        if (header->kind != CJ_HEADER_TYPES)
            status = take(user, header->name, text, error);
        else
            snprintf(text, sizeof text, "#include <%s>\nnamespace cuda { namespace std { using namespace ::std; } }\n",
                     header->name);
        snprintf(name, sizeof name, "cuda/std/%s", header->name);
        if (status == CUJIT_OK && header->kind != CJ_HEADER_REFUSED && strstr(name, ".h") == NULL)
            status = take(user, name, text, error);
    }
    return status;
}

void cj_host_files_clear(cj_host_files *files)
{
    cj_text_clear(&files->source);
    cj_text_clear(&files->object);
    cj_text_clear(&files->headers);
    cj_text_clear(&files->own);
    cj_text_clear(&files->names);
    cj_text_clear(&files->warnings);
    cj_text_clear(&files->map);
}

static cujit_status write_failed(const char *path, int code, cujit_error *error)
{
    return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "writing %.200s for the host compiler: %s", path,
                           strerror(code));
}

static cujit_status write_text(const char *path, const char *text, cujit_error *error)
{
    const int code = cj_scratch_write(path, text, strlen(text));

    return code == 0 ? CUJIT_OK : write_failed(path, code, error);
}

/* ---- Names ---- */

static bool is_word(int c)
{
    return isalnum(c) || c == '_';
}

void cj_host_symbol(const char *expression, cj_text *out)
{
    int before = 0;

    expression += strspn(expression, " &:");
    for (const char *at = expression; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;

        if (isspace(c)) {
            at += strspn(at, " \t\r\n\f\v") - 1;
            if (!is_word(before) || !is_word((unsigned char)at[1]))
                continue;
            c = ' ';
        }
        if (is_word(c))
            cj_text_append_n(out, &c, 1);
        else
            cj_text_printf(out, "$%02x", c);
        before = c;
    }
}

/* The kernels that a unit exports, for its template: `symbol` and `expression` of each. */
typedef struct exports {
    cj_value *items;
    size_t count;
    cj_text symbols; /* one behind the other, each ended by a NUL */
} exports;

static cujit_status find_exports(const cj_unit *unit, exports *out, cj_text *names, cujit_error *error)
{
    const char *const entry[] = {unit->entry != NULL ? unit->entry : unit->name, NULL};
    const char *const *kernels = unit->kernels != NULL ? unit->kernels : entry;
    const char *symbol;

    for (; kernels[out->count] != NULL; out->count++) {
        const char *expression = kernels[out->count];

        cj_host_symbol(expression, &out->symbols);
        cj_text_append_n(&out->symbols, "", 1);
        if (unit->kernels != NULL)
            cj_text_printf(names, "%s\t%s\n", expression, expression);
    }
    out->items = cj_calloc(2 * out->count, sizeof *out->items);
    if (out->items == NULL || out->symbols.failed || names->failed)
        return cj_error_no_memory(error, "a module's kernels");
    symbol = out->symbols.data;
    for (size_t k = 0; k < out->count; k++) {
        out->items[2 * k] = cj_value_text("symbol", symbol);
        out->items[2 * k + 1] = cj_value_text("expression", kernels[k] + strspn(kernels[k], " &"));
        symbol += strlen(symbol) + 1;
    }
    return CUJIT_OK;
}

/* ---- Headers ---- */

/* A relative path that stays below its folder. */
static bool is_header_name(const char *name)
{
    if (name == NULL || name[0] == '\0' || strlen(name) > 200)
        return false;
    for (const char *at = name; at != NULL; at = strchr(at, '/') == NULL ? NULL : strchr(at, '/') + 1) {
        const size_t length = strcspn(at, "/");

        if (length == 0 || (length == 1 && at[0] == '.') || (length == 2 && at[0] == '.' && at[1] == '.'))
            return false;
    }
    for (; *name != '\0'; name++)
        if (iscntrl((unsigned char)*name) || strchr("\"\\<>", *name) != NULL)
            return false;
    return true;
}

/* The folders on the way to a file; `path` is as it was in the end. */
static void make_folders(char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0700); /* where it fails writing the file does too */
        *slash = '/';
    }
}

static cujit_status write_header(const cj_header *header, const char *folder, cj_rewritten *all, cujit_error *error)
{
    cj_text path = {0}, whole = {0};
    cujit_status status;

    if (!is_header_name(header->name))
        return cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "in-memory header \"%.100s\": expected a name as #include spells it, relative, without \"..\"",
            header->name == NULL ? "" : header->name);
    cj_text_printf(&path, "%s/%s", folder, header->name);
    cj_text_printf(&whole, "#line 1 \"%s\"\n", header->name);
    status = cj_host_rewrite(header->text == NULL ? "" : header->text, header->name, &whole, all, error);
    if (status == CUJIT_OK && path.failed)
        status = cj_error_no_memory(error, "a header");
    if (status == CUJIT_OK) {
        make_folders(path.data, strlen(folder) + 1);
        status = write_text(path.data, whole.data, error);
        if (status == CUJIT_ERROR_IO && access(path.data, F_OK) == 0)
            status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "in-memory header \"%.100s\" was given twice",
                                  header->name);
    }
    cj_text_clear(&path);
    cj_text_clear(&whole);
    return status;
}

static cujit_status make_folder(const char *folder, const char *name, cj_text *option, cujit_error *error)
{
    cj_text_printf(option, "-I%s/%s", folder, name);
    if (option->failed)
        return cj_error_no_memory(error, "a path");
    return mkdir(option->data + 2, 0700) == 0 ? CUJIT_OK : write_failed(option->data + 2, errno, error);
}

/* One of ours; in folders of its own where its name has some. */
static cujit_status write_own(void *user, const char *name, const char *text, cujit_error *error)
{
    const char *folder = user;
    char path[512];

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return CUJIT_OK; /* a folder that long never served */
    make_folders(path, strlen(folder) + 1);
    return write_text(path, text, error);
}

/* ---- Sources that are kept ---- */

const char *cj_host_kept_sources(void)
{
    return cj_environment("CUJIT_KEEP_SOURCE");
}

/* A debugger then finds the text under its own name, whatever #line says for the compiler's messages. */
static cujit_status keep_source(const cj_unit *unit, const char *text, cj_text *map, cujit_error *error)
{
    char *folder = realpath(cj_host_kept_sources(), NULL);
    cj_text path = {0};
    cujit_status status = CUJIT_OK;
    FILE *file = NULL;

    if (folder == NULL)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno,
                               "keeping the source of \"%s\": CUJIT_KEEP_SOURCE is \"%.200s\": %s", unit->name,
                               cj_host_kept_sources(), strerror(errno));
    cj_text_printf(&path, "%s/%s.cu", folder, unit->name);
    if (unit->kernels != NULL)
        cj_text_printf(map, "-fdebug-prefix-map=source=%s", path.data);
    else /* the parts in it keep their own names */
        cj_text_printf(map, "-fdebug-prefix-map=%s.cu=%s", unit->name, path.data);
    if (path.failed || map->failed)
        status = cj_error_no_memory(error, "a path");
    else if ((file = fopen(path.data, "we")) == NULL || fputs(text, file) < 0)
        status = cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "keeping the source of \"%s\" as %.200s: %s",
                                 unit->name, path.data, strerror(errno));
    if (file != NULL)
        fclose(file);
    cj_text_clear(&path);
    free(folder);
    return status;
}

/* ---- The unit ---- */

/* What NVRTC has without a header. */
static const char *const standard_names[] = {"std::move", "std::forward", "std::initializer_list", NULL};

static cujit_status write_source(const cj_unit *unit, const char *user, bool file_shared, const exports *kernels,
                                 const char *path, cujit_error *error)
{
    cj_text whole = {0};
    cj_unit_values values;
    bool found = cj_unit_values_find(unit, &values);
    cujit_status status;

    cj_unit_values_add(&values, cj_value_number("MORE", (unit->features & CJ_FEATURE_MORE) != 0));
    cj_unit_values_add(&values, cj_value_number("TEXTURES", (unit->features & CJ_FEATURE_TEXTURES) != 0));
    cj_unit_values_add(&values, cj_value_number("BARRIERS", (unit->features & CJ_FEATURE_BARRIERS) != 0));
    cj_unit_values_add(&values, cj_value_number("FILE_SHARED", file_shared));
    cj_unit_values_add(&values, cj_value_number("SHARED_MOST", CJ_HOST_MAX_SHARED));
    cj_unit_values_add(&values, cj_value_number("STANDARD_NAMES", cj_unit_mentions(unit, standard_names)));
    cj_unit_values_add(&values, cj_value_text("USER", user));
    cj_unit_values_add(&values, cj_value_list("kernels", kernels->items, kernels->count, 2));
    if (!found)
        status = cj_error_no_memory(error, "a module's source");
    else
        status = cj_template_render(cj_template_files, "host_unit", values.values, values.count, "", &whole, error);
    if (status == CUJIT_OK)
        status = write_text(path, whole.data, error);
    cj_text_clear(&whole);
    cj_unit_values_clear(&values);
    return status;
}

cujit_status cj_host_write_unit(const cj_unit *unit, const char *folder, cj_host_files *out, cujit_error *error)
{
    static const char *const including[] = {"include", "import", NULL};
    cj_rewritten all = {.includes = cj_unit_mentions(unit, including)};
    cj_text own = {0};
    exports kernels = {0};
    cujit_status status = CUJIT_OK;

    if (unit->kernels != NULL && (status = cj_host_rewrite(unit->source, NULL, &own, &all, error)) != CUJIT_OK)
        goto out;
    if (unit->header_count > 0 && (status = make_folder(folder, "headers", &out->headers, error)) != CUJIT_OK)
        goto out;
    for (size_t k = 0; k < unit->header_count; k++)
        if ((status = write_header(&unit->headers[k], out->headers.data + 2, &all, error)) != CUJIT_OK)
            goto out;
    if ((all.includes && ((status = make_folder(folder, "own", &out->own, error)) != CUJIT_OK ||
                          (status = cj_host_own_headers(write_own, out->own.data + 2, error)) != CUJIT_OK)) ||
        (status = find_exports(unit, &kernels, &out->names, error)) != CUJIT_OK ||
        (cj_host_kept_sources() != NULL && (status = keep_source(unit, unit->source, &out->map, error)) != CUJIT_OK))
        goto out;
    cj_text_printf(&out->source, "%s/unit.cpp", folder);
    cj_text_printf(&out->object, "%s/unit.so", folder);
    if (out->source.failed || out->object.failed)
        status = cj_error_no_memory(error, "a path");
    else
        status = write_source(unit, own.data == NULL ? unit->source : own.data, all.file_shared, &kernels,
                              out->source.data, error);

out:
    out->warnings = all.warnings;
    cj_text_clear(&own);
    cj_free(kernels.items);
    cj_text_clear(&kernels.symbols);
    return status;
}
