/*
 * test_cache_inspect.c: looking at the kernel cache: listing, finding, verifying, which change nothing; and removing.
 */
#include "libjit/base/os.h"
#include "tests/cache_support.h"

#include <signal.h>
#include <sys/wait.h>

typedef struct seen {
    int count, stop_after;
    char ids[8][33];
    uint64_t uses[8];
    bool intact, data;
} seen;

static int look(void *user, const cujit_cache_entry *entry)
{
    seen *out = user;
    int n = out->count++;

    if (n < 8) {
        memcpy(out->ids[n], entry->id, sizeof out->ids[n]);
        out->uses[n] = entry->uses;
    }
    out->intact = entry->intact;
    out->data = entry->object != NULL;
    ck_assert_uint_eq(entry->object_size, 3000);
    ck_assert_str_eq(entry->schema, "1");
    ck_assert_str_eq(entry->toolchain, "nvrtc 13.0");
    ck_assert_str_eq(entry->architecture, "sm_90");
    ck_assert_str_eq(entry->options, "-O3\n-lineinfo");
    ck_assert_str_eq(entry->name, "k");
    ck_assert_ptr_nonnull(strstr(entry->source, "__global__"));
    ck_assert_str_eq(entry->object_kind, "cubin");
    ck_assert_str_eq(entry->object_architecture, "sm_90");
    ck_assert(entry->created > 1600000000 && entry->used >= entry->created);
    ck_assert_int_eq(entry->shared_bytes, 2);
    return out->count != out->stop_after;
}

TEST(list_newest_first)
{
    cj_cache *cache = open_cache("list");
    seen all = {0}, some = {.stop_after = 2};

    must(cujit_cache_list(cache, look, &all, &fault));
    ck_assert_int_eq(all.count, 0);
    for (int i = 0; i < 5; i++)
        put(cache, i, 3000);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(get(cache, 2, 3000), 1);
    must(cujit_cache_list(cache, look, &all, &fault));
    ck_assert_int_eq(all.count, 5);
    ck_assert_uint_eq(all.uses[0], 3); /* the one just used */
    ck_assert_uint_eq(all.uses[1], 0);
    ck_assert(!all.data);
    must(cujit_cache_list(cache, look, &some, &fault));
    ck_assert_int_eq(some.count, 2);
}

TEST(find_by_prefix)
{
    static const char *const wrong[] = {"", "123", "xyzt", "12345678901234567890123456789012a", "12 4", NULL};
    cj_cache *cache = open_cache("find");
    seen all = {0}, one;
    char id[34];

    ck_assert_int_eq(cujit_cache_find(cache, "abcd", look, &all, &fault), CUJIT_ERROR_CACHE_ENTRY);
    for (int i = 0; i < 5; i++)
        put(cache, i, 3000);
    must(cujit_cache_list(cache, look, &all, &fault));
    for (int i = 0; i < 5; i++) {
        for (int digits = 32; digits >= 7; digits -= 25) {
            snprintf(id, sizeof id, "%.*s", digits, all.ids[i]);
            for (char *c = id; *c != '\0'; c++)
                *c = *c >= 'a' ? (char)(*c - 'a' + 'A') : *c;
            memset(&one, 0, sizeof one);
            must(cujit_cache_find(cache, id, look, &one, &fault));
            ck_assert_int_eq(one.count, 1);
            ck_assert_str_eq(one.ids[0], all.ids[i]);
            ck_assert(one.data && one.intact);
        }
    }
    snprintf(id, sizeof id, "%.31s%c", all.ids[0], all.ids[0][31] == '0' ? '1' : '0');
    ck_assert_int_eq(cujit_cache_find(cache, id, look, &one, &fault), CUJIT_ERROR_CACHE_ENTRY);
    for (size_t i = 0; i < COUNT(wrong); i++)
        ck_assert_int_eq(cujit_cache_find(cache, wrong[i], look, &one, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    /* Two that begin alike. */
    snprintf(id, sizeof id, "%.4s", all.ids[0]);
    cj_cache_free(cache);
    sql("find", "UPDATE kernels SET hash = x'12340000000000000000000000000000' WHERE id = 2;"
                "UPDATE kernels SET hash = x'1234ffffffffffffffffffffffffffff' WHERE id = 3");
    cache = open_cache("find");
    refuse(cujit_cache_find(cache, "1234", look, &one, &fault), CUJIT_ERROR_CACHE_ENTRY, "more than one");
    memset(&one, 0, sizeof one);
    must(cujit_cache_find(cache, "1234f", look, &one, &fault));
    ck_assert_int_eq(one.count, 1);
    ck_assert(!one.intact);
}

TEST(verify_and_repair)
{
    cj_cache *cache = open_cache("verify");
    cujit_cache_verification report;
    seen all = {0};

    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert(report.file_sound && report.entries == 0);
    cj_cache_free(cache);
    fill("verify");
    sql("verify", "UPDATE kernels SET checksum = zeroblob(16) WHERE id <= 3");
    cache = open_cache("verify");
    must(cujit_cache_verify(cache, false, look, &all, &report, &fault));
    ck_assert_int_eq(all.count, ENTRIES);
    ck_assert(report.file_sound && report.entries == ENTRIES && report.damaged == 3 && report.removed == 0);
    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert(report.damaged == 3 && report.removed == 3);
    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert(report.entries == ENTRIES - 3 && report.damaged == 0 && report.removed == 0);
    cj_cache_free(cache);
    /* The tree itself. */
    damage(cache_file("verify"), 2 * 4096, -1, 40000);
    cache = open_cache("verify");
    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert(!report.file_sound);
    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert(report.file_sound && report.entries == 0);
}

/* Whether a file, and what lies beside it, is what it was. */
static unsigned long state_of_files(const char *directory)
{
    static const char *const suffixes[] = {"", "-wal", "-journal"};
    unsigned long sum = 5381;

    for (size_t i = 0; i < 3; i++) {
        size_t size = 0;
        char *text = cj_read_file(cj_test_path("%s%s", cache_file(directory), suffixes[i]), &size, NULL);

        for (size_t k = 0; k < size; k++)
            sum = sum * 33 + (unsigned char)text[k];
        cj_free(text);
    }
    return sum;
}

static int count_entries(void *user, const cujit_cache_entry *entry)
{
    *(int *)user += entry->intact;
    return true;
}

/* Looks with everything that looks. True: it was told of damage. */
static bool observe(const char *directory, int *entries)
{
    const unsigned long before = state_of_files(directory);
    cujit_cache_verification report = {0};
    cj_cache *cache = NULL;
    bool told;

    must(cj_cache_create_observer(cj_test_path("%s", directory), &cache, &fault));
    *entries = 0;
    told = cujit_cache_list(cache, count_entries, entries, NULL) != CUJIT_OK;
    told = stats_of(cache).damaged || told;
    (void)cujit_cache_find(cache, "12345678", count_entries, entries, NULL);
    must(cujit_cache_verify(cache, false, NULL, NULL, &report, &fault));
    told = told || !report.file_sound || report.damaged > 0;
    ck_assert_uint_eq(stats_of(cache).file_resets + stats_of(cache).corrupt, 0);
    cj_cache_free(cache);
    ck_assert_uint_eq(state_of_files(directory), before);
    return told;
}

/* Sound, damaged, in use, and left by who was killed: looking changes nothing. */
TEST(observers_change_nothing)
{
    static const struct {
        long at, count;
    } harms[] = {{-1, 6000}, {0, 4096}, {0, 100}, {8192, 40000}, {0, 60000}};
    cj_cache *cache;
    int entries;
    pid_t child;

    ck_assert(!observe("observed", &entries)); /* none there, and none made */
    ck_assert_int_eq(size_of(cj_test_path("observed")), -1);
    fill("observed");
    ck_assert(!observe("observed", &entries));
    ck_assert_int_eq(entries, ENTRIES);
    ck_assert_int_eq(access(cj_test_path("observed/kernels-6.sqlite-wal"), F_OK), -1);
    sql("observed", "UPDATE kernels SET object = x'00' WHERE id = 3");
    ck_assert(observe("observed", &entries));
    child = fork();
    if (child == 0) {
        put(open_cache("observed"), 100, 3000);
        kill(getpid(), SIGKILL);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_gt(size_of(cj_test_path("observed/kernels-6.sqlite-wal")), 0);
    ck_assert(observe("observed", &entries));
    ck_assert_int_eq(entries, ENTRIES + 1 - 1);
    cache = open_cache("observed");
    put(cache, 101, 3000);
    ck_assert(observe("observed", &entries));
    ck_assert_int_eq(entries, ENTRIES + 2 - 1);
    cj_cache_free(cache);
    for (size_t i = 0; i < COUNT(harms); i++) {
        const char *name = numbered("harmed", (int)i, "");

        fill(name);
        damage(cache_file(name), harms[i].at, -1, harms[i].count);
        for (int again = 0; again < 2; again++)
            ck_assert_msg(observe(name, &entries), "harm %zu", i);
    }
}

TEST(remove_by_prefix)
{
    cj_cache *cache = NULL;
    seen found = {0};
    char prefix[7];

    must(cj_cache_create_observer(cj_test_path("remove"), &cache, &fault));
    ck_assert_int_eq(cujit_cache_remove(cache, "1234", &fault), CUJIT_ERROR_CACHE_ENTRY);
    fill("remove");
    must(cujit_cache_list(cache, look, &found, &fault));
    ck_assert_int_eq(cujit_cache_remove(cache, "xyz", &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_cache_remove(cache, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    snprintf(prefix, sizeof prefix, "%.6s", found.ids[1]);
    must(cujit_cache_remove(cache, prefix, &fault));
    ck_assert_uint_eq(stats_of(cache).entries, ENTRIES - 1);
    ck_assert_int_eq(cujit_cache_remove(cache, prefix, &fault), CUJIT_ERROR_CACHE_ENTRY);
    /* Two that begin alike. */
    sql("remove", "UPDATE kernels SET hash = x'abcdef00000000000000000000000001' WHERE id = 1;"
                  "UPDATE kernels SET hash = x'abcdef00000000000000000000000002' WHERE id = 2");
    refuse(cujit_cache_remove(cache, "abcdef", &fault), CUJIT_ERROR_CACHE_ENTRY, "more than one");
    ck_assert_uint_eq(stats_of(cache).entries, ENTRIES - 1);
    must(cujit_cache_remove(cache, "ABCDEF00000000000000000000000002", &fault));
    ck_assert_uint_eq(stats_of(cache).entries, ENTRIES - 2);
}

TEST(clear_gives_space_back)
{
    cj_cache *cache = open_cache("clear");
    uint64_t removed = 7;

    must(cujit_cache_clear(cache, &removed, &fault));
    ck_assert_uint_eq(removed, 0);
    for (int i = 0; i < 50; i++)
        put(cache, i, 20000);
    ck_assert_int_eq(get(cache, 7, 20000), 1);
    must(cujit_cache_clear(cache, &removed, &fault));
    ck_assert_uint_eq(removed, 50);
    ck_assert_int_eq(get(cache, 7, 20000), 0);
    ck_assert_int_lt(size_of(cache_file("clear")), 100000);
    put(cache, 1, 100);
    ck_assert_int_eq(get(cache, 1, 100), 1);
    must(cujit_cache_clear(cache, NULL, &fault));
    cache = open_again(cache, "");
    put(cache, 1, 100);
    must(cujit_cache_clear(cache, &removed, &fault));
    ck_assert_uint_eq(removed, 1);
    ck_assert_int_eq(get(cache, 1, 100), 0);
}

TEST(uses_are_written_when_stale)
{
    cj_cache *cache;

    fill("uses");
    sql("uses", "UPDATE uses SET used = used - 90000 * 1000000 WHERE id = 2");
    cache = open_cache("uses");
    ck_assert_int_eq(get(cache, 1, 3000), 1); /* row 2 */
    ck_assert_int_eq(get(cache, 1, 3000), 1);
    cj_cache_free(cache);
    ck_assert_int_eq(sql("uses", "SELECT uses FROM uses WHERE id = 2"), 2);
    cache = open_cache("uses"); /* used a moment ago: not worth a write, but for the first time */
    ck_assert_int_eq(get(cache, 1, 3000), 1);
    cj_cache_free(cache);
    ck_assert_int_eq(sql("uses", "SELECT uses FROM uses WHERE id = 2"), 2);
    cache = open_cache("uses");
    ck_assert_int_eq(get(cache, 5, 3000), 1);
    cj_cache_free(cache);
    ck_assert_int_eq(sql("uses", "SELECT uses FROM uses WHERE id = 6"), 1);
    cache = open_cache("uses");
    for (int i = 0; i < 200; i++)
        ck_assert_int_eq(get(cache, i % ENTRIES, 3000), 1);
}
