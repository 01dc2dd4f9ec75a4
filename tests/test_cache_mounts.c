/*
 * test_cache_mounts.c: the kernel cache on file systems that are full, that must not be written to or read, that belong to
 * others or go away: every launch succeeds with the right result, the trouble is counted and told of, and once it is over
 * kernels are stored as before. All of it on real file systems; CUJIT_FAULTS=full tries every amount of space.
 */
#include "tests/cache_faults.h"
#include "tests/clock.h"
#include "tests/kernels.h"
#include "tests/mounts.h"

#include <linux/capability.h>

PREPARE(need_mounts())

/* ---- What befalls a disk ------------------------------------------------------------------------------------------ */

static char *disk(void)
{
    return cj_test_path("disk");
}

/* All but `left` bytes of the disk; with nothing left, also of its room for names. */
static void leave_space(long left)
{
    const int file = open(cj_test_path("disk/ballast"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    static const char page[4096] = "ballast";
    struct stat status;

    ck_assert_int_ge(file, 0);
    while (write(file, page, sizeof page) > 0)
        continue;
    ck_assert(fstat(file, &status) == 0 && ftruncate(file, status.st_size > left ? status.st_size - left : 0) == 0);
    close(file);
}

static void fill_disk(void)
{
    leave_space(0);
}

static void empty_disk(void)
{
    ck_assert_int_eq(unlink(cj_test_path("disk/ballast")), 0);
}

static void use_up_names(void)
{
    for (int k = 0, file = 0; file >= 0; k++)
        if ((file = open(cj_test_path("disk/name%d", k), O_WRONLY | O_CREAT, 0600)) >= 0)
            close(file);
}

static void give_names_back(void)
{
    for (int k = 0; unlink(cj_test_path("disk/name%d", k)) == 0; k++)
        continue;
}

static void mount_read_only(void)
{
    ck_assert_int_eq(mount(disk(), disk(), NULL, MS_BIND, NULL), 0);
    ck_assert_int_eq(mount(NULL, disk(), NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL), 0);
}

static void take_away(void)
{
    ck_assert_int_eq(umount2(disk(), MNT_DETACH), 0);
}

/* For root, too: without the capabilities for which permissions do not count. */
static void forbid(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};

    ck_assert_int_eq(syscall(SYS_capset, &head, none), 0);
    ck_assert_int_eq(chmod(disk(), 0), 0);
}

static void allow(void)
{
    ck_assert_int_eq(chmod(disk(), 0700), 0);
}

static void give_to_another(void)
{
    ck_assert_int_eq(chown(disk(), 12345, 12345), 0);
}

static void take_back(void)
{
    ck_assert_int_eq(chown(disk(), geteuid(), getegid()), 0);
}

static void do_nothing(void) {}

static const struct {
    const char *name, *options;
    void (*begin)(void), (*end)(void);
    bool seen, seen_later; /* from the start, and where the file is open already, which is left alone by some of it */
} troubles[] = {
    {"full", "size=1m,mode=0700", fill_disk, empty_disk, true, true},
    {"no more files", "size=1m,nr_inodes=30,mode=0700", use_up_names, give_names_back, true, false},
    {"read-only", "size=1m,mode=0700", mount_read_only, take_away, true, false},
    {"no permission", "size=1m,mode=0700", forbid, allow, true, true},
    {"another owner", "size=1m,mode=0700", give_to_another, take_back, true, false},
    {"gone", "size=1m,mode=0700", take_away, do_nothing, false, false},
};

/* ---- Launches ----------------------------------------------------------------------------------------------------- */

static void note_log(void *user, const cujit_log_record *record)
{
    if (record->level == CUJIT_LOG_WARNING && strcmp(record->topic, "cache") == 0)
        strncat(user, record->message, 400);
}

static cujit_context *open_context(char log[4000])
{
    setenv("CUJIT_HOST_FLAGS", "-O0", 1);
    log[0] = '\0';
    return context_with(.device = "host", .cache_directory = disk(), .log = note_log, .log_user = log);
}

/* Kernel number `k`, whose result must be right; where it was from. */
static cujit_origin launch(cujit_context *context, int k)
{
    char operation[40];
    cujit_elementwise *kernel;
    cujit_report report;
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 3);

    snprintf(operation, sizeof operation, "x[i] = 10 * i + %d", k);
    kernel = make_kernel(context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation});
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x), &fault));
    expect_elements(x, float, (float)k, (float)(10 + k), (float)(20 + k));
    cujit_elementwise_get_report(kernel, &report);
    return report.origin;
}

static cujit_cache_stats stats_in(cujit_context *context)
{
    cujit_cache_stats stats;

    cujit_context_get_cache_stats(context, &stats);
    return stats;
}

/* From the start, and in mid-run. */
TEST_EACH(launches_succeed_whatever_befalls_the_disk, 2 * COUNT(troubles))
{
    const size_t which = (size_t)_i / 2;
    const bool later = _i % 2 == 1, seen = later ? troubles[which].seen_later : troubles[which].seen;
    char *log = memory_of(4000);
    cujit_context *context;
    cujit_cache_stats stats;

    if (strcmp(troubles[which].name, "another owner") == 0 && !may_give_away)
        return;
    mount_on("disk", troubles[which].options);
    context = open_context(log);
    if (later)
        ck_assert_int_eq(launch(context, 0), CUJIT_ORIGIN_COMPILER);
    troubles[which].begin();
    for (int k = 0; k < 2; k++)
        (void)launch(context, k);
    stats = stats_in(context);
    ck_assert_msg((stats.store_failures > 0) == seen && (!seen || (stats.trouble[0] != '\0' && log[0] != '\0')),
                  "%s: %d failures, \"%s\", \"%s\"", troubles[which].name, (int)stats.store_failures, stats.trouble,
                  log);
    ck_assert_uint_eq(stats.corrupt + stats.file_resets, 0);
    (void)launch(open_context(log), 0); /* as another process would */
    troubles[which].end();
    time_has_passed += 6;
    (void)launch(context, 5);
    cujit_context_free(context);
    context = open_context(log);
    ck_assert_int_eq(launch(context, 5), CUJIT_ORIGIN_DISK);
    ck_assert_str_eq(log, "");
    stats = stats_in(context);
    ck_assert_uint_eq(stats.corrupt + stats.file_resets + stats.store_failures, 0);
}

/* ---- Every amount of space ---------------------------------------------------------------------------------------- */

/* With so many bytes left; what has no room is in memory, and the next process finds a file that it can use. */
static void work_in_space(size_t which, long left)
{
    works[which].before("disk");
    leave_space(left);
    if (in_child()) {
        cj_cache *cache = open_cache("disk");
        const int wrong = works[which].work(cache);

        cj_cache_free(cache);
        _exit(wrong);
    }
    ck_assert_msg(end_of_child() == 0, "%s, %ld bytes left", works[which].name, left);
    empty_disk();
    check_after("disk", works[which].resets, works[which].name, left);
}

TEST_EACH(any_amount_of_space_will_do, COUNT(works))
{
    long count = 0;

    mount_on("disk", "size=1m,mode=0700");
    fill("disk");
    for (long pages = 0; pages < 64; pages += is_full() ? 1 : 7) {
        work_in_space((size_t)_i, pages * 4096);
        count++;
    }
    say_how_many(numbered(works[_i].name, _i, ", so much space left"), count);
}

/* Object after object, until the disk is full. */
TEST(what_has_no_room_stays_in_memory)
{
    cj_cache *cache;
    int hits = 0;

    mount_on("disk", "size=1m,mode=0700");
    cache = open_cache("disk");
    for (int i = 0; i < 300; i++)
        put(cache, i, 10000);
    for (int i = 0; i < 300; i++)
        hits += get(cache, i, 10000);
    ck_assert_int_eq(hits, 300);
    ck_assert_uint_gt(stats_of(cache).disk_hits, 0);
    ck_assert_uint_gt(stats_of(cache).store_failures, 0);
    ck_assert_str_ne(stats_of(cache).trouble, "");
    cache = open_again(cache, "disk");
    ck_assert_int_eq(get(cache, 0, 10000), 1);
    ck_assert_uint_eq(stats_of(cache).corrupt + stats_of(cache).file_resets, 0);
}
