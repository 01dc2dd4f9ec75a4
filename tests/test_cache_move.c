/*
 * test_cache_move.c: taking entries over from another cache, deleting what is of no more use, and compiling entries
 * once more.
 */
#include "cache/internal.h"
#include "tests/cache_support.h"
#include "tests/kernels.h"

static cj_cache *look_at(const char *directory)
{
    cj_cache *cache = NULL;

    must(cujit_cache_open(cj_test_path("%s", directory), &cache, &fault));
    return cj_test_keep(cache, free_cache);
}

/* ---- Merging ---------------------------------------------------------------------------------------------------- */

static int only_even(void *user, const cujit_cache_entry *entry)
{
    int *asked = user;

    return (*asked)++ % 2 == 0 && entry->object == NULL;
}

TEST(merged_entries_are_found)
{
    cujit_cache_merge_report report;
    cj_cache *cache;
    int asked = 0;

    fill("from");
    cache = open_cache("from");
    ck_assert_int_eq(get(cache, 3, 3000), 1);
    cj_cache_free(cache);
    must(cujit_cache_merge(look_at("into"), look_at("from"), NULL, NULL, 0, &report, &fault));
    ck_assert_uint_eq(report.copied, ENTRIES);
    ck_assert_uint_eq(report.present + report.damaged + report.untrusted + report.unwanted, 0);
    ck_assert_int_eq(sql("into", "SELECT sum(uses) FROM uses"), 1);
    cache = open_cache("into");
    for (int i = 0; i < ENTRIES; i++)
        ck_assert_int_eq(get(cache, i, 3000), 1);
    cj_cache_free(cache);
    must(cujit_cache_merge(look_at("into"), look_at("from"), NULL, NULL, 0, &report, &fault));
    ck_assert_uint_eq(report.present, ENTRIES);
    ck_assert_uint_eq(report.copied, 0);
    must(cujit_cache_merge(look_at("half"), look_at("from"), only_even, &asked, 0, &report, &fault));
    ck_assert_uint_eq(report.copied, ENTRIES / 2);
    ck_assert_uint_eq(report.unwanted, ENTRIES / 2);
    /* Nothing to take, and bad arguments. */
    must(cujit_cache_merge(look_at("into"), look_at("nowhere"), NULL, NULL, 0, &report, &fault));
    ck_assert_uint_eq(report.copied, 0);
    cache = look_at("into");
    refuse(cujit_cache_merge(cache, cache, NULL, NULL, 0, &report, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "into itself");
    refuse(cujit_cache_merge(cache, NULL, NULL, NULL, 0, &report, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
}

TEST(damaged_entries_are_not_merged)
{
    cujit_cache_merge_report report;

    fill("bad");
    sql("bad", "UPDATE kernels SET object = x'00' WHERE id = 3; UPDATE kernels SET created = 1 WHERE id = 4;"
               "UPDATE kernels SET key = x'00' WHERE id = 5");
    must(cujit_cache_merge(look_at("good"), look_at("bad"), NULL, NULL, 1, &report, &fault));
    ck_assert_uint_eq(report.copied, ENTRIES - 3);
    ck_assert_uint_eq(report.damaged, 3);
    ck_assert_int_eq(sql("bad", "SELECT count(*) FROM kernels"), ENTRIES);
    damage(cache_file("bad"), 0, 'x', 4096);
    refuse(cujit_cache_merge(look_at("good"), look_at("bad"), NULL, NULL, 0, &report, &fault), CUJIT_ERROR_CACHE,
           "is damaged");
}

TEST(a_cache_that_cannot_be_written_to_is_an_error)
{
    cujit_cache_merge_report report;

    if (geteuid() == 0) /* who may write anywhere */
        return;
    fill("source");
    fill("closed");
    sql("closed", "DELETE FROM kernels WHERE id < 5");
    ck_assert_int_eq(chmod(cj_test_path("closed"), 0500), 0);
    refuse(cujit_cache_merge(look_at("closed"), look_at("source"), NULL, NULL, 0, &report, &fault), CUJIT_ERROR_CACHE,
           "cannot write");
    ck_assert_int_eq(chmod(cj_test_path("closed"), 0700), 0);
}

/* ---- Collecting ------------------------------------------------------------------------------------------------- */

static int count_file(void *user, const char *path, uint64_t bytes)
{
    int *count = user;

    ck_assert(strstr(path, "kernels-2.sqlite") != NULL && bytes == 3);
    return ++*count;
}

static int count_failure(void *user, const cujit_cache_failure *failure)
{
    int *count = user;

    ck_assert_str_eq(failure->name, "k");
    ck_assert_str_eq(failure->log, "no such thing");
    return ++*count;
}

static int failures_in(cj_cache *cache)
{
    int count = 0;

    must(cujit_cache_failures(cache, count_failure, &count, &fault));
    return count;
}

TEST(what_is_of_no_more_use_is_collected)
{
    const cj_cache_key key = make_key(1);
    cj_object said = {.data = (char[]){"x"}, .size = 1, .log = (char[]){"no such thing"}};
    cj_key_bytes bytes = {0};
    cujit_cache_collection result;
    cj_cache *cache = open_filled("old");
    int files = 0;

    ck_assert(cj_key_encode(&key, &bytes));
    cj_cache_put_failure(cache, &bytes, &said);
    cj_key_clear(&bytes);
    ck_assert_int_eq(failures_in(cache), 1);
    must(cujit_cache_collect(cache, 0, NULL, NULL, &result, &fault));
    ck_assert_uint_eq(result.entries + result.failures + result.other_files, 0);
    ck_assert_int_eq(failures_in(cache), 1);
    /* Another toolchain was used since; one entry is pinned; ten minutes have passed. */
    sql("old", "INSERT INTO toolchains(text, used) SELECT 'new', used FROM toolchains;"
               "UPDATE toolchains SET used = used - 8 * 86400000000 WHERE text <> 'new';"
               "UPDATE uses SET pinned = 1 WHERE id = 7; UPDATE failures SET created = created - 601000000");
    cj_test_file("old/kernels-2.sqlite", "abc");
    cj_test_file("old/kernels-x.sqlite", "abc");
    ck_assert_int_eq(failures_in(cache), 0);
    must(cujit_cache_collect(cache, 1, count_file, &files, &result, &fault));
    ck_assert_uint_eq(result.entries, ENTRIES - 1);
    ck_assert_uint_eq(result.failures, 1);
    ck_assert_uint_eq(result.other_files, 1);
    ck_assert_uint_eq(result.other_bytes, 3);
    ck_assert_int_eq(files, 1);
    ck_assert_int_eq(sql("old", "SELECT count(*) FROM kernels"), ENTRIES);
    must(cujit_cache_collect(cache, 0, NULL, NULL, &result, &fault));
    ck_assert_uint_eq(result.entries, ENTRIES - 1);
    ck_assert_int_eq(sql("old", "SELECT count(*) FROM kernels"), 1);
    ck_assert_int_eq(sql("old", "SELECT count(*) FROM uses"), 1);
    ck_assert_int_eq(sql("old", "SELECT count(*) FROM failures"), 0);
    must(cujit_cache_collect(cache, 0, NULL, NULL, &result, &fault));
    ck_assert_uint_eq(result.entries + result.failures, 0);
    refuse(cujit_cache_failures(cache, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
}

/* ---- Compiling once more ---------------------------------------------------------------------------------------- */

/* What to put in the place of an entry. */
typedef struct forgery {
    cj_cache *cache;
    char id[33];
    char *texts[6];
    cj_object object;
} forgery;

static int copy_entry(void *user, const cujit_cache_entry *entry)
{
    forgery *out = user;
    const char *const texts[] = {entry->schema,  entry->toolchain, entry->architecture,
                                 entry->options, entry->source,    entry->name};

    memcpy(out->id, entry->id, sizeof out->id);
    for (int k = 0; k < 6; k++)
        out->texts[k] = cj_strdup(texts[k]);
    return 0;
}

/* Stores another object under the entry's key with that text in the place of number `part`. */
static void forge(forgery *what, int part, const char *text)
{
    char *const *texts = what->texts;
    const char *used[6];

    for (int k = 0; k < 6; k++)
        used[k] = k == part ? text : texts[k];
    cache_put(what->cache, &(cj_cache_key){used[0], used[1], used[2], used[3], used[4], used[5]}, &what->object);
}

static cujit_cache_rebuilt rebuilt(cj_cache *cache, const char *id)
{
    cujit_cache_rebuilt result = (cujit_cache_rebuilt)99;

    must(cujit_cache_rebuild(cache, id, &result, &fault));
    return result;
}

static int take_id(void *user, const cujit_cache_entry *entry)
{
    memcpy(user, entry->id, 33);
    return 0;
}

/* Of what was stored last. */
static cujit_cache_rebuilt last_rebuilt(cj_cache *cache)
{
    char id[33];

    must(cujit_cache_list(cache, take_id, id, &fault));
    return rebuilt(cache, id);
}

TEST(an_entry_that_is_compiled_again_is_the_same_or_not)
{
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_cache_rebuilt result;
    forgery what = {.object = make_object(1, 64)};

    must(cujit_context_create(&(cujit_context_options){.device = "host", .cache_directory = cj_test_path("again")},
                              &context, &fault));
    must(cujit_elementwise_create(context,
                                  &(cujit_elementwise_spec){.arguments = "float *x",
                                                            .operation = "x[i] = FILL",
                                                            .options = (const char *const[]){"-DFILL=3", NULL}},
                                  &kernel, &fault));
    cujit_elementwise_free(kernel);
    cujit_context_free(context);
    what.cache = open_cache("again");
    must(cujit_cache_list(what.cache, copy_entry, &what, &fault));
    ck_assert_int_eq(rebuilt(what.cache, what.id), CUJIT_CACHE_REBUILT_SAME);
    what.object.kind = CJ_OBJECT_SHARED;
    forge(&what, -1, NULL);
    ck_assert_int_eq(rebuilt(what.cache, what.id), CUJIT_CACHE_REBUILT_DIFFERENT);
    forge(&what, 4, "this does not compile");
    ck_assert_int_eq(last_rebuilt(what.cache), CUJIT_CACHE_REBUILT_DIFFERENT);
    forge(&what, 0, "cujit 1 host");
    ck_assert_int_eq(last_rebuilt(what.cache), CUJIT_CACHE_REBUILT_OTHER_VERSION);
    forge(&what, 1, "c++ of somebody else");
    ck_assert_int_eq(last_rebuilt(what.cache), CUJIT_CACHE_REBUILT_OTHER_TOOLCHAIN);
    forge(&what, 3, "-DFILL=3\nincludes 0123\nfeatures 0\n");
    ck_assert_int_eq(last_rebuilt(what.cache), CUJIT_CACHE_REBUILT_OTHER_HEADERS);
    refuse(cujit_cache_rebuild(what.cache, "ffff", &result, &fault), CUJIT_ERROR_CACHE_ENTRY, "no entry");
    refuse(cujit_cache_rebuild(what.cache, "?", &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    refuse(cujit_cache_rebuild(what.cache, what.id, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    sql("again", "UPDATE kernels SET object = x'00'");
    refuse(cujit_cache_rebuild(what.cache, what.id, &result, &fault), CUJIT_ERROR_CACHE_ENTRY, "damaged");
    cj_object_clear(&what.object);
    for (int k = 0; k < 6; k++)
        cj_free(what.texts[k]);
}
