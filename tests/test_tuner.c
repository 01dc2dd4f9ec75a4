/*
 * test_tuner.c: the tuner from the inside, on a host device that is told to have tiles: what is adopted and kept, and
 * what is believed of what was kept.
 */
#include "tests/kernels.h"

#include "cache/key.h"
#include "libjit/elementwise/tune.h"
#include "libjit/runtime/array.h"

#include <sqlite3.h>
#include <stdio.h>

enum { N = 4099, ARRAYS = 32 };

static cj_backend tiling_backend;
static const char *directory; /* of the cache: each test has its own */

static cujit_context *tiling_context(void)
{
    cujit_context *context = context_with(.device = "host", .cache_directory = cj_test_path("%s", directory));

    tiling_backend = *context->backend;
    tiling_backend.tiles = true;
    context->backend = &tiling_backend;
    return context;
}

static cujit_context *tiling_context_in(const char *name)
{
    directory = name;
    return tiling_context();
}

/* So many bytes an element, 512, that there are few candidates: a compiler takes its time for each. */
static cujit_elementwise_spec wide_spec(void)
{
    static char arguments[ARRAYS * 24], operation[ARRAYS * 16];
    cujit_elementwise_spec spec = {.arguments = arguments, .operation = operation, .name = "wide"};
    size_t at = 0, in = 0;

    for (int k = 0; k < ARRAYS - 1; k++) {
        at += (size_t)snprintf(arguments + at, sizeof arguments - at, "const double2 *x%d, ", k);
        in += (size_t)snprintf(operation + in, sizeof operation - in, "%sx%d[i].x", k == 0 ? "z[i].x = z[i].x + " : "+",
                               k);
    }
    snprintf(arguments + at, sizeof arguments - at, "double2 *z");
    return spec;
}

static cujit_elementwise *wide_kernel(cujit_context *context)
{
    cujit_elementwise_spec spec = wide_spec();

    return make_kernel(context, &spec);
}

static cujit_array *double2s(cujit_context *context, double value)
{
    double data[2 * N];

    for (size_t k = 0; k < 2 * N; k++)
        data[k] = value;
    return upload(context, CUJIT_DOUBLE2, N, data);
}

static const char *name_of(const cj_built *built)
{
    static char name[64];
    cj_text text = {0};

    cj_variant_describe(&built->variant, &text);
    snprintf(name, sizeof name, "%s", text.data);
    cj_text_clear(&text);
    return name;
}

static const char *chosen(const cujit_elementwise *kernel)
{
    const cj_built *tile = atomic_load(&kernel->kernel->tile);

    return name_of(tile != NULL ? tile : atomic_load(&kernel->kernel->plain));
}

/* Puts a value in the place of the only one that is kept, with a checksum that is right. */
static void replace_value(const char *value)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL, *change = NULL;
    cj_object object = {.data = (void *)(uintptr_t)value, .size = strlen(value) + 1};
    unsigned char framed[CJ_TUNING_SIZE + sizeof(cj_digest)];
    cj_digest hash, key, checksum;

    ck_assert_int_eq(sqlite3_open(cj_test_path("%s/kernels-6.sqlite", directory), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT hash, key, created FROM kernels WHERE kind = 0", -1, &row, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
    memcpy(hash.bytes, sqlite3_column_blob(row, 0), sizeof hash.bytes);
    key = cj_digest_of(sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1));
    checksum = cj_entry_checksum(&hash, &key, sqlite3_column_int64(row, 2), &object);
    memcpy(framed, value, object.size);
    memcpy(framed + object.size, &key, sizeof key);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_DONE);
    sqlite3_finalize(row);
    ck_assert_int_eq(
        sqlite3_prepare_v2(db, "UPDATE kernels SET object = ?1, checksum = ?2 WHERE kind = 0", -1, &change, NULL),
        SQLITE_OK);
    sqlite3_bind_blob(change, 1, framed, (int)(object.size + sizeof key), SQLITE_STATIC);
    sqlite3_bind_blob(change, 2, checksum.bytes, sizeof checksum.bytes, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(change), SQLITE_DONE);
    sqlite3_finalize(change);
    sqlite3_close(db);
}

/* What is believed, and what is not: then it is tile 1x1/256. */
static const char believed[] = "tile 1x1/512 | tile 1x1/128 | plain | tile 1x1/256";
static const char refused[] = " | tile 1x1/1024 | tile 2x1/256 | tile 1x2/256 | tile 3x1/256 | tile shifted 1x1/256 | "
                              "tile 1x1/512  | range | PLAIN";

static void run_wide(cujit_context *context, const cujit_elementwise *kernel, cujit_tuning *tuning)
{
    cujit_arg args[ARRAYS];
    cujit_array *arrays[ARRAYS];
    double *result = memory_of(2 * N * sizeof *result);

    for (int k = 0; k < ARRAYS; k++) {
        arrays[k] = double2s(context, k < ARRAYS - 1 ? 1 : 1000);
        args[k] = cujit_arg_array(arrays[k]);
    }
    if (tuning != NULL)
        must(cujit_elementwise_tune(kernel, NULL, (cujit_args){args, ARRAYS}, tuning, &fault));
    else
        run_kernel(kernel, (cujit_args){args, ARRAYS});
    download(arrays[ARRAYS - 1], result);
    for (size_t k = 0; k < 2 * N; k++) {
        double expected = k % 2 == 0 ? 1000 + ARRAYS - 1 : 1000;

        expect(result[k] == expected, "%zu: %g", k, result[k]);
    }
}

/* In a new context, where that value was kept. */
static void expect_choice(const char *kept, const char *expected)
{
    cujit_context *context;
    cujit_elementwise *kernel;

    replace_value(kept);
    context = tiling_context();
    kernel = wide_kernel(context);
    ck_assert_msg(strcmp(chosen(kernel), expected) == 0, "\"%s\": %s", kept, chosen(kernel));
    ck_assert_str_eq(name_of(kernel->kernel->core.first), expected);
    ck_assert_int_eq(kernel->handle.origin, CUJIT_ORIGIN_DISK);
    run_wide(context, kernel, NULL);
}

TEST(adopted_and_kept)
{
    static const char *const names[] = {"tile 1x1/256", "tile 1x1/128", "tile 1x1/512", "plain"};
    cujit_context *context = tiling_context_in("adopted_and_kept");
    cujit_elementwise *kernel = wide_kernel(context);
    cujit_tuning tuning;
    cujit_cache_stats stats;

    ck_assert_str_eq(chosen(kernel), "tile 1x1/256");
    run_wide(context, kernel, &tuning);
    ck_assert_uint_eq(tuning.candidate_count, 4);
    for (size_t k = 0; k < 4; k++)
        ck_assert_str_eq(tuning.candidates[k].variant, names[k]);
    ck_assert_str_eq(chosen(kernel), tuning.variant);
    ck_assert(tuning.ms * 1.02 < tuning.default_ms || strcmp(tuning.variant, "tile 1x1/256") == 0);
    run_wide(context, kernel, NULL);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_uint_eq(stats.tunings, 1);

    EACH_OF(value, believed)
    expect_choice(value, value);
    EACH_OF(value, refused)
    expect_choice(value, "tile 1x1/256");
}

/* Another kernel, other options, and another device know nothing of it. */
TEST(kept_apart)
{
    const char *const options[] = {"-DNOTHING", NULL};
    cujit_elementwise_spec spec = wide_spec();
    cujit_context *context = tiling_context_in("kept_apart");
    cj_variant found;
    cujit_elementwise *kernel = make_kernel(context, &spec), *other;
    cujit_tuning tuning;

    run_wide(context, kernel, &tuning);
    for (int row = 0; row < 5; row++) {
        char *name = context->device->name;
        char before = name[0];

        spec.options = row == 1 ? options : NULL;
        spec.name = row == 2 ? "other" : "wide";
        spec.preamble = row == 3 ? "/* */" : NULL;
        name[0] = row == 4 ? (char)(before + 1) : before;
        other = make_kernel(context, &spec);
        ck_assert_msg(cj_tune_recall(other->kernel, &found) == (row == 0), "row %d", row);
        cujit_elementwise_free(other);
        name[0] = before;
    }
}

/* The first `count` elements of z, from x in the place of all others. */
static void run_first(const cujit_elementwise *kernel, cujit_array *x, cujit_array *z, size_t count)
{
    cujit_arg args[ARRAYS];

    for (int k = 0; k < ARRAYS; k++)
        args[k] = CUJIT_POINTER(cujit_array_data(k < ARRAYS - 1 ? x : z), CUJIT_DOUBLE2, count);
    run_kernel(kernel, (cujit_args){args, ARRAYS});
}

/* A spec's wish: granted by the first call that is large enough and aligned, once, and not where the cache knows. */
TEST(on_demand)
{
    enum { LARGE = CJ_TUNE_ELEMENTS };

    cujit_elementwise_spec spec = wide_spec();
    cujit_context *context = tiling_context_in("on_demand");
    cujit_elementwise *kernel, *same;
    cujit_array *x = zeros(context, CUJIT_DOUBLE2, LARGE), *z = zeros(context, CUJIT_DOUBLE2, LARGE);
    double one = 1;

    spec.tune = 1;
    kernel = make_kernel(context, &spec);
    same = make_kernel(context, &spec);
    ck_assert_ptr_eq(kernel->kernel, same->kernel);
    must(cujit_memory_to_device(context, cujit_array_data(x), &one, sizeof one, &fault));
    ck_assert(atomic_load(&kernel->kernel->tune));
    run_first(kernel, x, z, LARGE - 1);
    ck_assert(atomic_load(&kernel->kernel->tune));
    run_first(kernel, x, z, LARGE);
    ck_assert(!atomic_load(&kernel->kernel->tune));
    run_first(kernel, x, z, LARGE);
    cujit_elementwise_free(make_kernel(context, &spec));
    ck_assert(!atomic_load(&kernel->kernel->tune));
    must(cujit_memory_to_host(context, &one, cujit_array_data(z), sizeof one, &fault));
    ck_assert_double_eq(one, 3 * (ARRAYS - 1));

    context = tiling_context();
    kernel = make_kernel(context, &spec);
    ck_assert(!atomic_load(&kernel->kernel->tune));
}
