/*
 * test_tier.c: a context's further place for compiled kernels (cujit_tier): when it is asked and told, and what it may
 * hand out.
 *
 * The place is a table in memory that counts its calls. Kernels come in contexts without a file, or with one that only
 * the case knows.
 */
#include "tests/kernels.h"

enum { ROOM = 16 };
static struct {
    char id[40], unit[40];
    void *entry;
    size_t size;
} stored[ROOM];
static int count, fetches, publishes, compiled, failures, taken;
static size_t flipped; /* the byte of an entry that is handed out wrong, from 1 on; 0: none */
static size_t cut;     /* how many bytes at its end are kept back */
static bool any;       /* hands out whatever there is */

static void fetch(void *user, const cujit_tier_key *key, cujit_tier_take take, void *sink)
{
    (void)user;
    fetches++;
    for (int k = 0; k < count; k++) {
        unsigned char *copy;

        if (!any && strcmp(key->id != NULL ? key->id : key->unit, key->id != NULL ? stored[k].id : stored[k].unit) != 0)
            continue;
        copy = malloc(stored[k].size);
        memcpy(copy, stored[k].entry, stored[k].size);
        if (flipped != 0)
            copy[(flipped - 1) % stored[k].size] ^= 0x10;
        taken += take(sink, copy, stored[k].size - cut);
        free(copy);
    }
}

static void publish(void *user, const cujit_tier_key *key, const void *entry, size_t size)
{
    (void)user;
    publishes++;
    compiled += entry != NULL && key->compiled;
    failures += entry == NULL;
    if (entry == NULL || count == ROOM)
        return;
    strcpy(stored[count].id, key->id);
    strcpy(stored[count].unit, key->unit);
    stored[count].entry = cj_test_keep(malloc(size), free);
    stored[count].size = size;
    memcpy(stored[count++].entry, entry, size);
}

static const cujit_tier tier = {.fetch = fetch, .publish = publish};
static const cujit_tier first = {.fetch = fetch, .publish = publish, .first = 1};

static void begin(void)
{
    count = fetches = publishes = compiled = failures = taken = 0;
    flipped = cut = 0;
    any = false;
}

FIXTURE(begin, NULL)

/* Makes the kernel that adds `number`, and shows that it works; where it came from. */
static cujit_origin make(cujit_context *context, int number)
{
    char operation[40];
    cujit_elementwise *kernel;
    cujit_report report;
    cujit_array *x = counting(context, 3);

    snprintf(operation, sizeof operation, "x[i] += %d", number);
    kernel = kernel_of(context, "float *x", operation);
    run_kernel(kernel, CUJIT_ARGS(x));
    expect_each(x, float, got == (float)(k + number));
    cujit_elementwise_get_report(kernel, &report);
    return report.origin;
}

TEST(a_kernel_is_compiled_once_and_taken_by_another_context)
{
    ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 1), CUJIT_ORIGIN_COMPILER);
    ck_assert_int_eq(fetches, 1);
    ck_assert_int_eq(compiled, 1);
    ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 1), CUJIT_ORIGIN_TIER);
    ck_assert_int_eq(taken, 1);
    ck_assert_int_eq(publishes, 1);
    ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &first), 1), CUJIT_ORIGIN_TIER);
    ck_assert_int_eq(publishes, 1);
}

TEST(damaged_entries_are_not_taken)
{
    size_t bytes[] = {1, 9, 17, 25, 33, 41, 49, 57, 73, 81, 113, 129, 140, 300, 0};

    make(context_with(.cache_directory = "", .tier = &tier), 2);
    bytes[COUNT(bytes) - 1] = stored[0].size; /* the last one */
    for (int k = 0; k < COUNT(bytes); k++) {
        flipped = bytes[k];
        ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 2), CUJIT_ORIGIN_COMPILER);
        count = 1;
    }
    flipped = 0;
    for (cut = 1; cut < stored[0].size; cut = 3 * cut + 1) {
        ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 2), CUJIT_ORIGIN_COMPILER);
        count = 1;
    }
    ck_assert_int_eq(taken, 0);
    cut = 0;
    ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 2), CUJIT_ORIGIN_TIER);
}

TEST(an_entry_of_another_kernel_is_not_taken)
{
    make(context_with(.cache_directory = "", .tier = &tier), 3);
    any = true;
    ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 4), CUJIT_ORIGIN_COMPILER);
    ck_assert_int_eq(taken, 0);
    /* Of several the right one is. */
    ck_assert_int_eq(make(context_with(.cache_directory = "", .tier = &tier), 4), CUJIT_ORIGIN_TIER);
}

TEST(behind_the_file_it_is_asked_for_what_is_not_there)
{
    const char *folder = cj_test_path("behind"), *other = cj_test_path("other");

    make(context_with(.cache_directory = folder, .tier = &tier), 5);
    ck_assert_int_eq(fetches, 1);
    ck_assert_int_eq(make(context_with(.cache_directory = folder, .tier = &tier), 5), CUJIT_ORIGIN_DISK);
    ck_assert_int_eq(fetches, 1);
    ck_assert_int_eq(publishes, 1);
    /* What it has is kept in the file. */
    ck_assert_int_eq(make(context_with(.cache_directory = other, .tier = &tier), 5), CUJIT_ORIGIN_TIER);
    ck_assert_int_eq(make(context_with(.cache_directory = other), 5), CUJIT_ORIGIN_DISK);
}

TEST(before_the_file_it_is_told_of_what_the_file_has)
{
    const char *folder = cj_test_path("before"), *other = cj_test_path("untouched");
    cujit_cache_stats stats;
    cujit_context *context;

    make(context_with(.cache_directory = folder), 6);
    ck_assert_int_eq(make(context_with(.cache_directory = folder, .tier = &first), 6), CUJIT_ORIGIN_DISK);
    ck_assert_int_eq(publishes, 1);
    ck_assert_int_eq(compiled, 0);
    context = context_with(.cache_directory = other, .tier = &first);
    ck_assert_int_eq(make(context, 6), CUJIT_ORIGIN_TIER);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_uint_eq(stats.disk_hits + stats.misses + stats.entries, 0);
}

TEST(what_does_not_compile_is_told)
{
    cujit_context *context = context_with(.cache_directory = "", .tier = &tier);
    cujit_elementwise *kernel = NULL;

    refuse(cujit_elementwise_create(
               context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = nothing_like_it"},
               &kernel, &fault),
           CUJIT_ERROR_COMPILE, "nothing_like_it");
    ck_assert_int_ge(failures, 1);
    ck_assert_int_eq(compiled, 0);
}

static void refuse_to_make(cujit_context *context, const char *operation, cujit_status status)
{
    cujit_elementwise *kernel = NULL;

    refuse(cujit_elementwise_create(context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation},
                                    &kernel, &fault),
           status, "");
}

/* Others may wait there for what comes of it. */
TEST(who_was_asked_first_is_told_of_what_is_known_not_to_compile)
{
    for (int k = 0; k < 2; k++) { /* compiled, then remembered */
        begin();
        refuse_to_make(context_with(.cache_directory = "", .tier = &first), "x[i] = nothing_else_like_it",
                       CUJIT_ERROR_COMPILE);
        ck_assert_int_ge(fetches, 1);
        ck_assert_int_eq(failures, fetches);
    }
}

TEST(who_is_asked_is_told_of_what_must_not_be_compiled)
{
    EACH_OF(which, "first | behind")
    {
        begin();
        refuse_to_make(
            context_with(.cache_directory = "", .no_compile = 1, .tier = strcmp(which, "first") == 0 ? &first : &tier),
            "x[i] = 8", CUJIT_ERROR_NOT_COMPILED);
        ck_assert_int_ge(fetches, 1);
        ck_assert_int_eq(failures, fetches);
    }
}

TEST(what_it_has_is_kept_in_the_file_where_nothing_is_compiled)
{
    const char *folder = cj_test_path("kept");

    make(context_with(.cache_directory = "", .tier = &tier), 7);
    ck_assert_int_eq(make(context_with(.cache_directory = folder, .tier = &tier, .no_compile = 1), 7),
                     CUJIT_ORIGIN_TIER);
    ck_assert_int_eq(make(context_with(.cache_directory = folder, .no_compile = 1), 7), CUJIT_ORIGIN_DISK);
}

static int released;

static void release(void *user)
{
    ck_assert_ptr_eq(user, &released);
    released++;
}

TEST(it_is_released_with_the_context)
{
    const cujit_tier mortal = {.fetch = fetch, .publish = publish, .user = &released, .release = release};
    cujit_context *context = context_with(.cache_directory = "", .tier = &mortal), *none = NULL;
    cujit_array *x = counting(context, 3);

    cujit_context_free(context);
    ck_assert_int_eq(released, 0);
    cujit_array_free(x);
    ck_assert_int_eq(released, 1);
    refuse(cujit_context_create(&(cujit_context_options){.device = "nonsense", .tier = &mortal}, &none, &fault),
           CUJIT_ERROR_NO_DEVICE, "nonsense");
    ck_assert_int_eq(released, 1);
}

TEST(both_functions_are_needed)
{
    const cujit_tier deaf = {.fetch = fetch}, mute = {.publish = publish};
    cujit_context *context = NULL;

    refuse(cujit_context_create(&(cujit_context_options){.tier = &deaf}, &context, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "publish");
    refuse(cujit_context_create(&(cujit_context_options){.tier = &mute}, &context, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "fetch");
}

TEST(contexts_of_one_device_have_the_same_objects)
{
    cujit_context_info a, b;

    must(cujit_context_get_info(cj_test_context(), &a, &fault));
    must(cujit_context_get_info(context_with(.cache_directory = ""), &b, &fault));
    ck_assert_str_eq(a.device, b.device);
    ck_assert_str_eq(a.objects, b.objects);
    ck_assert_str_eq(a.compiler, b.compiler);
    ck_assert_uint_eq(strlen(a.objects), 32);
    ck_assert_uint_eq(strlen(a.compiler), 32);
    must(cujit_context_get_info(context_with(.device = "sm_80"), &b, &fault));
    ck_assert_str_eq(b.architecture, "sm_80");
    ck_assert_str_ne(a.objects, b.objects);
    refuse(cujit_context_get_info(NULL, &b, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
}
