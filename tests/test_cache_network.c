/*
 * test_cache_network.c: the kernel cache on file systems of a network, with locks and without. statfs() and fcntl() are
 * this program's own, also for SQLite: they say what such file systems say.
 */
#include "tests/cache_faults.h"
#include "tests/kernels.h"
#include "tests/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

static bool on_network, without_locks;
static long refused_locks;

int statfs(const char *path, struct statfs *out)
{
    const long code = syscall(SYS_statfs, path, out);

    if (code == 0 && on_network)
        out->f_type = 0x6969; /* NFS */
    return (int)code;
}

int fcntl(int file, int command, ...)
{
    va_list values;
    void *value;

    va_start(values, command);
    value = va_arg(values, void *);
    va_end(values);
    if (without_locks && (command == F_SETLK || command == F_SETLKW || command == F_GETLK || command == F_OFD_SETLK)) {
        refused_locks++;
        errno = ENOLCK;
        return -1;
    }
    return (int)syscall(SYS_fcntl, file, command, value);
}

static const struct {
    const char *name;
    bool network, without_locks;
} kinds[] = {{"nfs", true, false}, {"nfs without locks", true, true}, {"local without locks", false, true}};

static void be_on(int kind)
{
    on_network = kinds[kind].network;
    without_locks = kinds[kind].without_locks;
}

/* With locks all is as elsewhere, but for the journal; without them everything is in memory. */
TEST_EACH(what_is_stored_is_found, COUNT(kinds))
{
    const char *name = kinds[_i].name;
    cj_cache *cache;
    cj_cache_key key = make_key(1);
    int lock;

    be_on(_i);
    cache = open_cache(name);
    for (int i = 0; i < 5; i++)
        put(cache, i, OBJECT);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(get(cache, i, OBJECT), 1);
    ck_assert_int_eq(access(cj_test_path("%s/kernels-6.sqlite-wal", name), F_OK) == 0, !on_network && !without_locks);
    ck_assert_int_eq(cache_lock(cache, &key, 0, &lock), !without_locks);
    ck_assert_uint_eq(stats_of(cache).unlocked, without_locks);
    ck_assert_uint_eq(stats_of(cache).lock_timeouts, 0);
    cj_cache_unlock(cache, lock);
    ck_assert_uint_eq(without_locks ? stats_of(cache).memory_hits : stats_of(cache).disk_hits, 5);
    ck_assert((stats_of(cache).trouble[0] != '\0') == without_locks);
    ck_assert((refused_locks > 0) == without_locks);
    ck_assert_uint_eq(stats_of(cache).corrupt + stats_of(cache).file_resets, 0);
    /* Another day it has locks. */
    cj_cache_free(cache);
    without_locks = false;
    cache = open_cache(name);
    put(cache, 9, OBJECT);
    ck_assert_int_eq(get(cache, 9, OBJECT), 1);
    ck_assert_uint_eq(stats_of(cache).disk_hits, 1);
    ck_assert_uint_eq(stats_of(cache).corrupt + stats_of(cache).file_resets, 0);
}

enum { MACHINES = 4, KERNELS = 2 };

static int kind_of_all;

/* How many launches were wrong. */
static int launch_all(int number, int gate)
{
    cujit_context *context;
    int wrong = 0;

    be_on(kind_of_all);
    context = context_with(.device = "host", .cache_directory = cj_test_path("shared %s", kinds[kind_of_all].name));
    wait_for(gate);
    for (int k = 0; k < KERNELS; k++) {
        char operation[40];
        float values[3] = {0};
        cujit_array *x = zeros(context, CUJIT_FLOAT32, 3);

        snprintf(operation, sizeof operation, "x[i] = 10 * i + %d", (k + number) % KERNELS);
        must(cujit_elementwise_run(
            make_kernel(context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation}), NULL,
            CUJIT_ARGS(x), &fault));
        download(x, values);
        for (int i = 0; i < 3; i++)
            wrong += (int)values[i] != 10 * i + (k + number) % KERNELS;
    }
    return wrong;
}

/* On several machines at once, each for itself where nothing keeps them apart. */
TEST_EACH(launches_succeed_on_all_machines, COUNT(kinds))
{
    cj_cache *cache;

    setenv("CUJIT_HOST_FLAGS", "-O0", 1);
    kind_of_all = _i;
    ck_assert_int_eq(run_processes(MACHINES, launch_all), 0);
    cache = open_cache(cj_test_path("shared %s", kinds[_i].name));
    ck_assert_uint_eq(stats_of(cache).entries, kinds[_i].without_locks ? 0 : KERNELS);
    ck_assert_uint_eq(stats_of(cache).corrupt, 0);
}
