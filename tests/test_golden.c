/*
 * test_golden.c: generated sources, byte for byte, against the files in golden/: each form of each family of kernels.
 * CUJIT_TEST_WRITE_GOLDEN=1 writes the files anew (and fails, so that it is not left on); then read the difference.
 * Neither a device nor a compiler is asked for anything.
 */
#include "cache/key.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/cuda/compiler.h"
#include "libjit/device/host/unit.h"
#include "libjit/elementwise/form.h"
#include "libjit/runtime/context.h"
#include "libjit/syntax/promotion.h"
#include "templates/templates.h"
#include "tests/golden_elementwise.h"
#include "tests/golden_folds.h"
#include "tests/golden_units.h"
#include "tests/kernels.h"

#include <dirent.h>
#include <stdio.h>

/* ---- The contexts ------------------------------------------------------------------------------------------------ */

static const cj_backend *original;
static cj_backend patched;
static cujit_context *gpu, *host;
static char *unit_text; /* what a compiler was given first */

static cujit_status toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    (void)target, (void)features, (void)error;
    cj_text_append(identity, "none");
    return CUJIT_OK;
}

/* Keeps what the device's own compiler would be given. */
static cujit_status compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error)
{
    cj_host_files files = {0};
    char folder[300];
    size_t size;

    (void)target, (void)out;
    if (unit_text == NULL && original == &cj_cuda_backend) {
        unit_text = cj_cuda_unit_source(unit);
    } else if (unit_text == NULL) {
        snprintf(folder, sizeof folder, "%s/unit-XXXXXX", cj_test_directory());
        ck_assert_ptr_nonnull(mkdtemp(folder));
        must(cj_host_write_unit(unit, folder, &files, error), error);
        unit_text = cj_read_file(files.source.data, &size, NULL);
        cj_host_files_clear(&files);
    }
    ck_assert_ptr_nonnull(unit_text);
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "nothing is compiled here");
}

static cujit_context *open_context(const char *device)
{
    static const cujit_type_spec types[] = {
        {"unused", "struct unused { int a; };", 4, 4},
        {"pair", "struct pair { int a, b; };", 8, 4},
        {"triple", "struct alignas(16) triple\n{\n    float a, b, c;\n};", 16, 16},
        {"point", "", 8, 4}, /* the preamble has it */
        {"meter", "struct meter {\n    float of;\n    __device__ operator float() const { return of; }\n};", 4, 4}};
    cujit_context *context = cj_test_target(device);
    cujit_dtype dtype;

    for (size_t k = 0; k < COUNT(types); k++)
        must(cujit_context_register_type(context, &types[k], &dtype, &fault));
    return context;
}

static void setup(void)
{
    gpu = open_context("sm_90");
    host = open_context("host");
}

/* ---- Rendering --------------------------------------------------------------------------------------------------- */

static char *render_elementwise(const elementwise_row *row)
{
    cj_elementwise kernel = {.core.lock = PTHREAD_MUTEX_INITIALIZER};
    cj_variant variant = row->variant;
    cj_source form;
    char *source = NULL;

    must(cj_kernel_text_init(gpu, &row->spec, NULL, &(cj_survey *){NULL}, &kernel.text, &fault));
    if (variant.form == CJ_FORM_STENCIL)
        variant.transposed = cj_stencil_keep(&kernel, &five_points)->number;
    cj_source_begin(&form, &kernel.text, &variant);
    cj_form_describe(&kernel.core, &form);
    must(cj_source_render(&form, &source, &fault));
    cj_source_end(&form);
    cj_stencil_forget(&kernel);
    cj_kernel_text_clear(&kernel.text);
    return source;
}

static char *render_fold(const fold_row *row)
{
    const bool on_host = strstr(row->file, "_host") != NULL || strstr(row->file, "_chunks") != NULL;
    char *source = NULL;
    cj_core *core;

    must(cj_core_make(on_host ? host : gpu, &cj_fold_family, &row->spec, true, NULL, &core, &fault));
    must(cj_core_write(core, row->variant.form == 0 ? &core->usual : &row->variant, &source, &fault));
    cj_core_destroy(core);
    return source;
}

static cujit_status reduce_floats(cujit_context *context, cujit_reducer reducer, cujit_error *error)
{
    cujit_array *result = NULL;

    return cujit_reduce(reducer, zeros(context, CUJIT_FLOAT32, 8), NULL, &result, error);
}

/* Of the unit that the row's kernel, reduction, ... is built from; to be freed with cj_free(). */
static char *render_unit(cujit_context *context, const unit_row *row)
{
    cujit_elementwise *kernel;
    cujit_reduction *reduction;
    cujit_scan *scan;
    cujit_module *module;
    cujit_status status;

    unit_text = NULL;
    original = context->backend;
    patched = *original;
    patched.toolchain = toolchain;
    patched.compile = compile;
    context->backend = &patched;
    if (row->elementwise != NULL)
        status = cujit_elementwise_create(context, row->elementwise, &kernel, &fault);
    else if (row->reduction != NULL)
        status = cujit_reduction_create(context, row->reduction, &reduction, &fault);
    else if (row->scan != NULL)
        status = cujit_scan_create(context, row->scan, &scan, &fault);
    else if (row->module != NULL)
        status = cujit_module_create(context, row->module, &module, &fault);
    else
        status = reduce_floats(context, row->reducer, &fault);
    context->backend = original;
    ck_assert_msg(status == CUJIT_ERROR_UNSUPPORTED && unit_text != NULL, "%s: %s", row->file, fault.message);
    cujit_error_clear(&fault);
    return unit_text;
}

/* The unit with a line in place of each prelude. */
static char *without_preludes(const char *unit)
{
    cj_text out = {0};

    while (*unit != '\0') {
        const cj_template_file *file = cj_template_files;
        size_t length = 0;

        for (; file->name != NULL; file++) {
            length = strlen(file->text);
            if (length > 0 && strncmp(file->name, "prelude_", 8) == 0 && strncmp(unit, file->text, length) == 0)
                break;
        }
        if (file->name != NULL)
            cj_text_printf(&out, "<%s>\n", file->name);
        else
            cj_text_append_n(&out, unit, length = 1);
        unit += length;
    }
    ck_assert(!out.failed);
    return cj_text_take(&out);
}

/* ---- The tests --------------------------------------------------------------------------------------------------- */

/* Whatever the user's texts hold, no placeholder is left. */
static void compare(const char *file, char *source)
{
    ck_assert(strchr(source, '@') == NULL || strcmp(file, "placeholders") == 0);
    cj_test_golden(file, source);
    cj_free(source);
}

FIXTURE(setup, NULL)

TEST_EACH(elementwise_source_is_the_golden_one, COUNT(elementwise_rows))
{
    compare(elementwise_rows[_i].file, render_elementwise(&elementwise_rows[_i]));
}

TEST_EACH(fold_source_is_the_golden_one, COUNT(fold_rows))
{
    compare(fold_rows[_i].file, render_fold(&fold_rows[_i]));
}

TEST_EACH(unit_is_the_golden_one, 2 * COUNT(unit_rows))
{
    const unit_row *row = &unit_rows[_i / 2];
    bool on_host = _i % 2 != 0;
    char file[64], *unit;

    if (row->reducer != 0 && !on_host)
        return;
    snprintf(file, sizeof file, "%s_%s", row->file, on_host ? "host" : "cuda");
    unit = render_unit(on_host ? host : gpu, row);
    compare(file, without_preludes(unit));
    cj_free(unit);
}

/* "#line N" of the generated file stands on line N - 1, and every part begins with its line 1. */
static void check_lines(const char *name, char *source)
{
    char expected[300];
    int line = 1;

    for (char *at = source, *end; *at != '\0'; at = end + 1, line++) {
        end = at + strcspn(at, "\n");
        ck_assert_int_eq(*end, '\n'); /* the last line too */
        *end = '\0';
        if (strncmp(at, "#line ", 6) != 0)
            continue;
        snprintf(expected, sizeof expected, "#line %d \"%s.cu\"", line + 1, name);
        if (strstr(at, ".cu\"") != NULL)
            ck_assert_str_eq(at, expected);
        else
            ck_assert_int_eq(strncmp(at, "#line 1 \"", 9), 0);
    }
    cj_free(source);
}

TEST_EACH(lines_of_elementwise_are_counted_right, COUNT(elementwise_rows))
{
    const cujit_elementwise_spec *spec = &elementwise_rows[_i].spec;

    check_lines(spec->name != NULL ? spec->name : "elementwise", render_elementwise(&elementwise_rows[_i]));
}

TEST_EACH(lines_of_folds_are_counted_right, COUNT(fold_rows))
{
    const cj_fold_spec *spec = &fold_rows[_i].spec;

    check_lines(spec->name != NULL ? spec->name
                : spec->rows       ? "rows"
                : spec->scan       ? "scan"
                                   : "reduction",
                render_fold(&fold_rows[_i]));
}

static bool is_named(const char *file)
{
    char name[64];

    for (size_t k = 0; k < COUNT(elementwise_rows); k++) {
        if (strcmp(elementwise_rows[k].file, file) == 0)
            return true;
    }
    for (size_t k = 0; k < COUNT(fold_rows); k++) {
        if (strcmp(fold_rows[k].file, file) == 0)
            return true;
    }
    for (size_t k = 0; k < 2 * COUNT(unit_rows); k++) {
        snprintf(name, sizeof name, "%s_%s", unit_rows[k / 2].file, k % 2 != 0 ? "host" : "cuda");
        if (strcmp(name, file) == 0)
            return true;
    }
    return false;
}

TEST(no_file_is_left_over)
{
    DIR *folder = opendir(cj_test_golden_folder());
    char name[256];

    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(entry->d_name, "."), entry->d_name);
        ck_assert_msg(is_named(name), "golden/%s is compared with nothing", entry->d_name);
    }
    closedir(folder);
}

/* The public functions give what a kernel is made of first, here a tile, and need no compiler: from here on there is
 * none. */
TEST(public_render_is_the_first_variant)
{
    const cujit_elementwise_spec linear = elementwise_rows[0].spec;
    const cujit_reduction_spec sum = {SUM_FROM_0, .arguments = "const float *x", .out_type = "float", .map = "x[i]"};
    const cujit_scan_spec sums = {SUM_FROM_0, .arguments = "const float *x", .out_type = "float", .map = "x[i]"};
    char *source = NULL;

    setenv("CUJIT_NVRTC", "/nonexistent", 1);
    must(cujit_elementwise_render(gpu, &linear, &source, &fault));
    compare("tile", source);
    must(cujit_reduction_render(gpu, &sum, &source, &fault));
    compare("reduction_sum", source);
    must(cujit_scan_render(gpu, &sums, &source, &fault));
    compare("scan_sum", source);
    must(cujit_scan_render(host, &sums, &source, &fault));
    compare("scan_chunks", source);
}
