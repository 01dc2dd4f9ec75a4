/*
 * test_remote_fleet.c: machines, which are folders here, whose processes want the same kernels at once: over Redis each
 * is compiled exactly once in all; with processes and a server that are killed the answers are right all the same.
 *
 * What is "compiled" is an object made from a number after a while; each time leaves a byte in a file of the kernel's.
 */
#include "cache/layer.h"
#include "tests/redis_support.h"

PREPARE(need_redis())

enum { MACHINES = 2, PROCESSES = 8, KERNELS = 12, COMPILE_MS = 10 };

static const char *scene; /* the case's folder */

static char *count_file(int n)
{
    return cj_test_path("%s-compiled-%d", scene, n);
}

static void compile(int n, cj_object *out)
{
    int file = open(count_file(n), O_WRONLY | O_CREAT | O_APPEND, 0600);

    sleep_ms(COMPILE_MS);
    *out = make_object(n, LAYER_OBJECT);
    if (write(file, "x", 1) != 1)
        _exit(99);
    close(file);
}

/* The way of a kernel (kernel/program.c), without a compiler and a device. True: the object was right. */
static bool build(cj_cache *cache, int n)
{
    const cj_cache_key key = make_key(n);
    cj_object object = {0}, right = make_object(n, LAYER_OBJECT);
    cj_key_bytes bytes = {0};
    cj_inquiry question = {0};
    bool good = cj_key_encode(&key, &bytes);
    int lock = -1;

    if (cj_cache_get(cache, &bytes, &question, &object))
        goto out;
    if (cj_cache_lock(cache, &bytes, CJ_CACHE_AS_LONG_AS_BUILT, NULL, &lock) &&
        cj_cache_get(cache, &bytes, &question, &object))
        goto out;
    if (cj_cache_get_remote(cache, &bytes, "k", &object)) {
        cj_cache_put(cache, &bytes, &object);
        goto out;
    }
    compile(n, &object);
    cj_cache_put(cache, &bytes, &object);
    cj_cache_put_remote(cache, &bytes, "k", &object);

out:
    cj_cache_unlock(cache, lock);
    good = good && same_object(&object, &right);
    cj_object_clear(&object);
    cj_object_clear(&right);
    cj_key_clear(&bytes);
    return good;
}

/* One process of a machine: all kernels, each process beginning elsewhere. */
static void run_process(int machine, int number, const char *url)
{
    cj_cache *cache = open_cache(numbered(scene, machine, ""));
    bool good = true;

    cj_cache_add_layer(cache, cj_test_forget(layer_at(url)));
    for (int k = 0; k < KERNELS; k++)
        good = build(cache, (k + number) % KERNELS) && good;
    cj_cache_free(cache);
    _exit(good ? 0 : 1);
}

static void start_fleet(const char *name, pid_t processes[MACHINES * PROCESSES], const char *parameters)
{
    const char *url = url_with(parameters);

    scene = name;
    for (int k = 0; k < MACHINES * PROCESSES; k++)
        if ((processes[k] = fork()) == 0)
            run_process(k % MACHINES, k / MACHINES, url);
}

/* How many did not end well, but for those that were killed. */
static int end_fleet(const pid_t processes[MACHINES * PROCESSES])
{
    int bad = 0;

    for (int k = 0; k < MACHINES * PROCESSES; k++) {
        int status = 0;

        waitpid(processes[k], &status, 0);
        bad += !(WIFEXITED(status) && WEXITSTATUS(status) == 0) &&
               !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
    return bad;
}

TEST(each_kernel_is_compiled_once_in_a_fleet)
{
    pid_t processes[MACHINES * PROCESSES];

    start_server("");
    start_fleet("once", processes, "timeout_ms=5000&wait_ms=60000&lease_ms=30000");
    ck_assert_int_eq(end_fleet(processes), 0);
    for (int n = 0; n < KERNELS; n++)
        ck_assert_int_eq(size_of(count_file(n)), 1);
}

TEST(without_it_each_machine_compiles)
{
    pid_t processes[MACHINES * PROCESSES];

    start_fleet("without", processes, "");
    ck_assert_int_eq(end_fleet(processes), 0);
    for (int n = 0; n < KERNELS; n++)
        ck_assert_int_eq(size_of(count_file(n)), MACHINES);
}

TEST(processes_that_are_killed_leave_nothing_wrong)
{
    pid_t processes[MACHINES * PROCESSES];

    start_server("");
    start_fleet("killed", processes, "lease_ms=200&wait_ms=3000");
    for (int k = 0; k < MACHINES * PROCESSES; k += 2) {
        sleep_ms(3 + k);
        kill(processes[k], SIGKILL);
    }
    ck_assert_int_eq(end_fleet(processes), 0);
    for (int n = 0; n < KERNELS; n++)
        ck_assert_int_ge(size_of(count_file(n)), 1);
}

TEST(a_server_that_is_stopped_and_killed_under_a_fleet)
{
    pid_t processes[MACHINES * PROCESSES], server = start_server("");

    start_fleet("server", processes, "timeout_ms=50&lease_ms=200&wait_ms=3000");
    sleep_ms(30);
    kill(server, SIGSTOP);
    sleep_ms(200);
    kill(server, SIGCONT);
    sleep_ms(30);
    kill_server(server);
    sleep_ms(30);
    start_server("");
    ck_assert_int_eq(end_fleet(processes), 0);
}
