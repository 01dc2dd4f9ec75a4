/*
 * test_cache_stamps.c: objects for the host are run as this process's own code: only what this user stored is, whatever
 * somebody has written into the cache's file.
 */
#include "tests/cache_support.h"

#include "cache/directory.h"
#include <fcntl.h>
#include <sys/wait.h>

enum { OBJECT = 5000 };

static cj_object make_shared(int n)
{
    cj_object object = make_object(n, OBJECT);

    object.kind = CJ_OBJECT_SHARED;
    return object;
}

static void put_shared(cj_cache *cache, int n)
{
    cj_object object = make_shared(n);
    cj_cache_key key = make_key(n);

    cache_put(cache, &key, &object);
    cj_object_clear(&object);
}

/* As get_object() says. */
static int get_shared(cj_cache *cache, int n)
{
    return get_object(cache, n, make_shared(n));
}

/* The user whose data lie in that folder of the test's. */
static void become(const char *folder)
{
    setenv("XDG_DATA_HOME", cj_test_path("%s", folder), 1);
}

static char *secret_of(const char *folder)
{
    return cj_test_path("%s/cujit/secret", folder);
}

static void store_shared(const char *directory, int n)
{
    cj_cache *cache = open_cache(directory);

    put_shared(cache, n);
    cj_cache_free(cache);
}

static int find_shared(const char *directory, int n)
{
    cj_cache *cache = open_cache(directory);
    const int result = get_shared(cache, n);

    cj_cache_free(cache);
    return result;
}

TEST(secret_is_made_once_and_for_this_user)
{
    char first[33] = "", again[33] = "";
    struct stat status;
    FILE *file;

    become("own");
    store("own cache", 1, OBJECT); /* a cubin needs none */
    ck_assert_int_ne(access(secret_of("own"), F_OK), 0);
    ck_assert_int_eq(find_shared("own cache", 2), 0);
    ck_assert_int_ne(access(secret_of("own"), F_OK), 0);
    for (int round = 0; round < 2; round++) {
        store_shared("own cache", 2);
        ck_assert_int_eq(find_shared("own cache", 2), 1);
        ck_assert_int_eq(stat(secret_of("own"), &status), 0);
        ck_assert_int_eq(status.st_mode & 0777, 0600);
        file = fopen(secret_of("own"), "rb");
        ck_assert_uint_eq(fread(round == 0 ? first : again, 1, 33, file), 32);
        fclose(file);
    }
    ck_assert_int_eq(memcmp(first, again, 32), 0);
    ck_assert_int_eq(sql("own cache", "SELECT count(*) FROM kernels WHERE stamp IS NULL AND kind = 1"), 1);
}

/* What is at an address, also where nobody may look any more: 0 bytes where nothing is. */
static ssize_t memory_at(const void *address, void *to, size_t size)
{
    const int memory = open("/proc/self/mem", O_RDONLY);
    ssize_t got;

    ck_assert_int_ge(memory, 0);
    got = pread(memory, to, size, (off_t)(uintptr_t)address);
    close(memory);
    return got;
}

TEST(secret_is_wiped_with_the_cache)
{
    unsigned char secret[CJ_STAMP_KEY_SIZE], left[sizeof(cj_cache)];
    cj_cache *cache = open_cache("wiped");
    const void *address = cache;
    ssize_t size;

    become("wiped data");
    put_shared(cache, 1);
    memcpy(secret, cache->store.stamp_key, sizeof secret);
    ck_assert_int_eq(memory_at(address, left, sizeof left), sizeof left);
    ck_assert_ptr_nonnull(memmem(left, sizeof left, secret, sizeof secret));
    cj_cache_free(cache);
    size = memory_at(address, left, sizeof left);
    ck_assert(size <= 0 || memmem(left, (size_t)size, secret, sizeof secret) == NULL);
}

/* What is written into the file by who does not know the secret; each with a plain checksum that is right. */
static const char *const forgeries[] = {
    NULL, /* a whole row of somebody else's */
    "UPDATE kernels SET stamp = NULL",
    "UPDATE kernels SET stamp = zeroblob(32)",
    "UPDATE kernels SET stamp = zeroblob(31)",
    "UPDATE kernels SET stamp = 'text of thirty-two characters ok'",
    "CREATE TEMP TABLE t AS SELECT id, stamp FROM kernels;"
    "UPDATE kernels SET stamp = (SELECT stamp FROM t WHERE t.id = 3 - kernels.id)",
};

/* What is told of entries. */
typedef struct tally {
    int count, damaged, untrusted[3];
    char ids[3][33];
    cujit_pack_draft *draft; /* NULL: nothing is packed */
} tally;

static int count_entry(void *user, const cujit_cache_entry *entry)
{
    tally *out = user;

    ck_assert_int_lt(out->count, 3);
    memcpy(out->ids[out->count++], entry->id, 33);
    out->damaged += !entry->intact;
    out->untrusted[entry->untrusted]++;
    if (out->draft != NULL && entry->untrusted)
        refuse(cujit_pack_draft_add(out->draft, entry, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
               "not stamped by this user's secret");
    else if (out->draft != NULL)
        must(cujit_pack_draft_add(out->draft, entry, &fault));
    return 1;
}

/* Three entries, of which so many are told to be forged, or of nobody knows whom, and are not packed. */
static void expect_untrusted(cj_cache *cache, int forged, int unknown)
{
    cujit_cache_verification report;
    tally listed = {0}, found = {0};

    must(cujit_cache_verify(cache, false, count_entry, &listed, &report, &fault));
    ck_assert_uint_eq(report.damaged, 0);
    ck_assert_uint_eq(report.forged, forged);
    must(cujit_pack_draft_create(&found.draft, &fault));
    for (int k = 0; k < 3; k++)
        must(cujit_cache_find(cache, listed.ids[k], count_entry, &found, &fault));
    ck_assert_int_eq(listed.count, 3);
    ck_assert_int_eq(listed.damaged + found.damaged, 0);
    for (int k = 0; k < 3; k++)
        ck_assert_int_eq(listed.untrusted[k], found.untrusted[k]);
    ck_assert_int_eq(found.untrusted[1], forged);
    ck_assert_int_eq(found.untrusted[2], unknown);
    ck_assert_uint_eq(cujit_pack_draft_count(found.draft), 3 - forged - unknown);
    cujit_pack_draft_free(found.draft);
}

TEST_EACH(forged_entry_is_refused_and_built_again, COUNT(forgeries))
{
    const char *name = numbered("forged", _i, "");
    cujit_cache_verification report;
    cj_cache *cache;

    become("victim");
    store_shared(name, 1);
    store_shared(name, 2);
    store(name, 3, OBJECT);
    if (forgeries[_i] == NULL) {
        become("attacker");
        store_shared(name, 1);
        store_shared(name, 2);
        become("victim");
    } else {
        sql(name, forgeries[_i]);
    }
    cache = open_cache(name);
    expect_untrusted(cache, 2, 0);
    ck_assert_int_eq(get_shared(cache, 1), 0);
    ck_assert_uint_eq(stats_of(cache).forged, 1);
    ck_assert_uint_eq(stats_of(cache).untrusted, 1);
    ck_assert_uint_eq(stats_of(cache).entries, 2);
    ck_assert_ptr_nonnull(strstr(stats_of(cache).trouble, "not stored by this user"));
    ck_assert_int_eq(get_shared(cache, 1), 0);
    ck_assert_uint_eq(stats_of(cache).forged, 1);
    put_shared(cache, 1);
    ck_assert_int_eq(get_shared(cache, 1), 1);
    ck_assert_uint_eq(stats_of(cache).disk_hits, 1);
    ck_assert_int_eq(get(cache, 3, OBJECT), 1);
    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert_uint_eq(report.forged, 1);
    ck_assert_uint_eq(report.removed, 1);
    ck_assert_uint_eq(stats_of(cache).entries, 2);
}

/* A cubin that becomes an object for the host, with a checksum that is made for it. */
TEST(kind_that_is_changed_needs_a_stamp)
{
    cj_object object = make_shared(1);
    char text[120], hex[33];
    cj_key_bytes bytes = {0};
    cj_cache_key key;
    cj_digest sum;

    become("kinds");
    store("kinds", 1, OBJECT);
    key = make_key(1);
    ck_assert(cj_key_encode(&key, &bytes));
    sum = cj_entry_checksum(&bytes.hash, &bytes.hash, sql("kinds", "SELECT created FROM kernels"), &object);
    cj_digest_hex(&sum, hex);
    snprintf(text, sizeof text, "UPDATE kernels SET kind = 3, checksum = x'%s'", hex);
    sql("kinds", text);
    store_shared("kinds", 2); /* so that there is a secret */
    ck_assert_int_eq(find_shared("kinds", 1), 0);
    ck_assert_int_eq(sql("kinds", "SELECT count(*) FROM kernels"), 1);
    cj_key_clear(&bytes);
    cj_object_clear(&object);
}

/* Who has no secret takes nothing, and leaves it to those who have one. */
TEST(without_a_secret_nothing_is_judged)
{
    cj_cache *cache;

    become("has one");
    store_shared("unjudged", 1);
    store("unjudged", 2, OBJECT);
    store("unjudged", 3, OBJECT);
    become("has none");
    cache = open_cache("unjudged");
    expect_untrusted(cache, 0, 1);
    ck_assert_int_eq(get_shared(cache, 1), 0);
    ck_assert_uint_eq(stats_of(cache).forged, 0);
    ck_assert_uint_eq(stats_of(cache).untrusted, 1);
    ck_assert_uint_eq(stats_of(cache).entries, 3);
    cj_cache_free(cache);
    become("has one");
    ck_assert_int_eq(find_shared("unjudged", 1), 1);
}

static void damage_nothing(const char *secret)
{
    (void)secret;
}
static void cut_it(const char *secret)
{
    ck_assert_int_eq(truncate(secret, 31), 0);
}
static void lengthen_it(const char *secret)
{
    ck_assert_int_eq(truncate(secret, 33), 0);
}
static void empty_it(const char *secret)
{
    ck_assert_int_eq(truncate(secret, 0), 0);
}
static void show_it(const char *secret)
{
    ck_assert_int_eq(chmod(secret, 0640), 0);
}
static void link_it(const char *secret)
{
    char *other = cj_test_path("%s-elsewhere", secret);

    ck_assert_int_eq(rename(secret, other), 0);
    ck_assert_int_eq(symlink(other, secret), 0);
}
static void make_it_a_folder(const char *secret)
{
    ck_assert_int_eq(unlink(secret), 0);
    ck_assert_int_eq(mkdir(secret, 0700), 0);
}
static void make_it_a_pipe(const char *secret)
{
    ck_assert_int_eq(unlink(secret), 0);
    ck_assert_int_eq(mkfifo(secret, 0600), 0);
}
static void open_the_folder(const char *secret)
{
    char *folder = cj_test_path("%s", secret);

    *strrchr(folder, '/') = '\0';
    ck_assert_int_eq(chmod(folder, 0777), 0);
}
static void give_it_away(const char *secret)
{
    if (chown(secret, 12345, -1) != 0)
        make_it_a_folder(secret); /* not root: no more can be tried */
}

static const struct {
    void (*harm)(const char *secret);
    const char *words; /* NULL: it works */
} unusable[] = {
    {damage_nothing, NULL},
    {cut_it, "no secret of 32 bytes"},
    {lengthen_it, "no secret of 32 bytes"},
    {empty_it, "no secret of 32 bytes"},
    {show_it, "open to others (mode 640)"},
    {link_it, "cannot read"},
    {make_it_a_folder, "not a regular file"},
    {make_it_a_pipe, "not a regular file"},
    {open_the_folder, "can be written to by others"},
    {give_it_away, ""},
};

/* Objects for the host stay in memory then, and why is said. Others are stored as ever. */
TEST_EACH(secret_that_cannot_be_used, COUNT(unusable))
{
    const char *name = numbered("unusable", _i, " cache"), *words = unusable[_i].words;
    char *user = numbered("unusable", _i, "");
    cj_cache *cache;

    become(user);
    store_shared(name, 1);
    unusable[_i].harm(secret_of(user));
    cache = open_cache(name);
    ck_assert_int_eq(get_shared(cache, 1), words == NULL);
    ck_assert_uint_eq(stats_of(cache).untrusted, words != NULL);
    ck_assert_uint_eq(stats_of(cache).absent, 0);
    ck_assert_int_eq(get_shared(cache, 4), 0);
    ck_assert_uint_eq(stats_of(cache).absent, 1);
    put_shared(cache, 2);
    put(cache, 3, OBJECT);
    ck_assert_int_eq(get_shared(cache, 2), 1);
    ck_assert_int_eq(get(cache, 3, OBJECT), 1);
    ck_assert_uint_eq(stats_of(cache).memory_hits, words != NULL);
    ck_assert_uint_eq(stats_of(cache).forged, 0);
    ck_assert_uint_eq(stats_of(cache).entries, words != NULL ? 2 : 3);
    if (words != NULL)
        ck_assert_msg(strstr(stats_of(cache).trouble, words) != NULL &&
                          strstr(stats_of(cache).trouble, "in memory only") != NULL,
                      "%s", stats_of(cache).trouble);
}

/* Who only looks is told so, before a program meets it; where there is no secret yet there is nothing to tell. */
TEST_EACH(looking_at_a_cache_tells_of_the_secret, COUNT(unusable))
{
    const char *name = numbered("looked at", _i, " cache"), *words = unusable[_i].words;
    char *user = numbered("looked at", _i, "");
    cujit_cache_stats stats;
    cujit_cache *cache;

    become(user);
    store(name, 1, OBJECT);
    must(cujit_cache_open(cj_test_path("%s", name), &cache, &fault));
    cujit_cache_get_stats(cache, &stats);
    ck_assert_str_eq(stats.trouble, "");
    cujit_cache_free(cache);
    store_shared(name, 2);
    unusable[_i].harm(secret_of(user));
    must(cujit_cache_open(cj_test_path("%s", name), &cache, &fault));
    cujit_cache_get_stats(cache, &stats);
    if (words == NULL)
        ck_assert_str_eq(stats.trouble, "");
    else
        ck_assert_msg(strstr(stats.trouble, words) != NULL, "%s", stats.trouble);
    cujit_cache_free(cache);
}

TEST(secret_lies_apart_from_the_cache)
{
    cj_cache *cache;

    become("together");
    cache = open_cache("together/cujit");
    put_shared(cache, 1);
    ck_assert_int_eq(get_shared(cache, 1), 1);
    ck_assert_uint_eq(stats_of(cache).memory_hits, 1);
    ck_assert_ptr_nonnull(strstr(stats_of(cache).trouble, "apart"));
    ck_assert_int_ne(access(secret_of("together"), F_OK), 0);
}

/* However many make it at once, there is one. */
TEST(secret_is_the_same_for_all_processes)
{
    enum { PROCESSES = 20 };
    pid_t children[PROCESSES];
    cj_cache *cache;

    become("racing");
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        ck_assert_int_ge(children[i], 0);
        if (children[i] == 0) {
            cache = open_cache("racing cache");
            cache->store.write_busy_ms = 60000;
            put_shared(cache, i);
            cj_cache_free(cache);
            _exit(0);
        }
    }
    for (int i = 0; i < PROCESSES; i++)
        ck_assert_int_eq(end_of(children[i]), 0);
    cache = open_cache("racing cache");
    for (int i = 0; i < PROCESSES; i++)
        ck_assert_int_eq(get_shared(cache, i), 1);
    ck_assert_uint_eq(stats_of(cache).forged, 0);
}
