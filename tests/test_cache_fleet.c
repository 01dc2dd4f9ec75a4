/*
 * test_cache_fleet.c: many processes that want the same kernels of the cache at once, some of which are killed while they
 * compile: each kernel is compiled once, and who lives gets the right ones.
 *
 * CUJIT_FAULTS=full is 64 processes and 50 kernels, and 200 that open the cache at once; else there are fewer.
 */
#include "tests/cache_faults.h"
#include "tests/kernels.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

enum { MOST = 200 };

/* What all processes of a case see. */
typedef struct board {
    atomic_int ready, go;
    atomic_int compiled[64]; /* of each kernel: how often it was begun, */
    atomic_int stored[64];   /* and ended */
} board;

static void sleep_us(long us)
{
    const struct timespec time = {us / 1000000, us % 1000000 * 1000};

    nanosleep(&time, NULL);
}

static board *make_board(void)
{
    board *made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    ck_assert_ptr_ne(made, MAP_FAILED);
    return made;
}

static void wait_for_start(board *all)
{
    atomic_fetch_add(&all->ready, 1);
    while (!atomic_load(&all->go))
        sleep_us(200);
}

/* As the library does it: look, lock, look again, compile, store. What it gives is right, or counts as a failure. */
static int want(cj_cache *cache, board *all, int n)
{
    cj_cache_key key;
    int lock = -1, found = get(cache, n, OBJECT);

    if (found == 0) {
        key = make_key(n);
        cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock);
        found = get(cache, n, OBJECT);
        if (found == 0) {
            atomic_fetch_add(&all->compiled[n], 1);
            sleep_us(3000);
            put(cache, n, OBJECT);
            atomic_fetch_add(&all->stored[n], 1);
            found = 1;
        }
        cj_cache_unlock(cache, lock);
    }
    return found != 1;
}

static _Noreturn void be_process(board *all, const char *directory, int kernels)
{
    cj_cache *cache = open_patient_cache(directory);
    int failures = 0;

    wait_for_start(all);
    for (int n = 0; n < kernels; n++)
        failures += want(cache, all, n);
    failures += stats_of(cache).corrupt != 0 || stats_of(cache).file_resets != 0 || stats_of(cache).store_failures != 0;
    cj_cache_free(cache);
    _exit(failures);
}

static void start(board *all, int processes, pid_t children[MOST], const char *directory, int kernels)
{
    for (int i = 0; i < processes; i++) {
        children[i] = fork();
        ck_assert_int_ge(children[i], 0);
        if (children[i] == 0)
            be_process(all, directory, kernels);
    }
    while (atomic_load(&all->ready) < processes)
        sleep_us(200);
    atomic_store(&all->go, 1);
}

static void say(const char *what, int processes, int kernels, int compiled, int killed)
{
    if (is_full())
        printf("%s: %d processes, %d kernels: %d compiled, %d killed, 0 wrong\n", what, processes, kernels, compiled,
               killed);
}

/* Without kills each kernel is compiled once; each process that is killed may have begun one more. */
TEST_EACH(each_kernel_is_compiled_once, 2)
{
    const int processes = is_full() ? 64 : 12, kernels = is_full() ? 50 : 15;
    const bool kills = _i == 1;
    char *directory = numbered("fleet", _i, "");
    int failures = 0, begun = 0, killed = 0, status;
    pid_t children[MOST];
    board *all = make_board();

    store(directory, 1000, OBJECT); /* the file is there */
    start(all, processes, children, directory, kernels);
    srand48(3);
    for (int i = 0; kills && i < processes / 3; i++) {
        sleep_us((long)(drand48() * 3000 * kernels / (processes / 3)));
        kill(children[i], SIGKILL);
    }
    for (int i = 0; i < processes; i++) {
        ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
        killed += WIFSIGNALED(status);
        failures += WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    }
    ck_assert_int_eq(failures, 0);
    ck_assert(kills || killed == 0);
    for (int n = 0; n < kernels; n++) {
        begun += atomic_load(&all->compiled[n]);
        ck_assert_int_ge(atomic_load(&all->compiled[n]), 1);
        ck_assert_int_eq(get(open_cache(directory), n, OBJECT), 1);
    }
    ck_assert_int_le(begun, kernels + killed);
    say(kills ? "some killed" : "cold", processes, kernels, begun, killed);
    munmap(all, sizeof *all);
}

/* There is no file yet, and all of them make it. */
TEST(many_open_at_once)
{
    const int processes = is_full() ? 200 : 24;
    int failures = 0, status;
    pid_t children[MOST];
    board *all = make_board();

    start(all, processes, children, "opened", 1);
    for (int i = 0; i < processes; i++) {
        ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
        failures += WIFEXITED(status) ? WEXITSTATUS(status) : 100;
    }
    ck_assert_int_eq(failures, 0);
    ck_assert_int_eq(atomic_load(&all->compiled[0]), 1);
    say("opening at once", processes, 1, atomic_load(&all->compiled[0]), 0);
    munmap(all, sizeof *all);
}

/* ---- With a compiler that is real --------------------------------------------------------------------------------- */

enum { WRONG = 100 }; /* more than there are kernels */

/* How many it had to compile; from WRONG on: a result was wrong. */
static int run_kernels(int kernels)
{
    cujit_context *context = cj_test_context();
    float values[4] = {0};
    int compiled = 0;

    for (int k = 0; k < kernels; k++) {
        char operation[40];
        const cujit_elementwise_spec spec = {.arguments = "float *x", .operation = operation};
        cujit_elementwise *kernel;
        cujit_report report;
        cujit_array *x = zeros(context, CUJIT_FLOAT32, 4);

        snprintf(operation, sizeof operation, "x[i] = 10 * i + %d", k);
        kernel = make_kernel(context, &spec);
        cujit_elementwise_get_report(kernel, &report);
        compiled += report.origin == CUJIT_ORIGIN_COMPILER;
        must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x), &fault));
        download(x, values);
        for (int i = 0; i < 4; i++) {
            if (values[i] < (float)(10 * i + k) || values[i] > (float)(10 * i + k))
                return WRONG;
        }
    }
    return compiled;
}

/* As above: without kills each kernel is compiled once; what somebody compiled who was killed another one has to. */
TEST_EACH(each_kernel_is_compiled_once_by_a_real_compiler, 2)
{
    const int processes = is_full() ? 64 : 8, kernels = is_full() ? 50 : 3;
    const bool kills = _i == 1;
    int compiled = 0, killed = 0, status;
    pid_t children[MOST];

    setenv("CUJIT_CACHE_DIR", cj_test_path("compiled-%d", _i), 1);
    setenv("CUJIT_DEVICE", "host", 1);
    setenv("CUJIT_HOST_FLAGS", "-O0", 1);
    for (int i = 0; i < processes; i++) {
        children[i] = fork();
        ck_assert_int_ge(children[i], 0);
        if (children[i] == 0)
            _exit(run_kernels(kernels));
    }
    srand48(4);
    for (int i = 0; kills && i < processes / 3; i++) {
        sleep_us((long)(drand48() * 2 * 100000 * kernels / (processes / 3))); /* a compiler takes 0.1 s and more */
        kill(children[i], SIGKILL);
    }
    for (int i = 0; i < processes; i++) {
        ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
        killed += WIFSIGNALED(status);
        compiled += WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        ck_assert(!WIFEXITED(status) || WEXITSTATUS(status) < WRONG);
    }
    ck_assert(kills || (killed == 0 && compiled == kernels));
    ck_assert_int_le(compiled, kernels);
    say(kills ? "g++, some killed" : "g++", processes, kernels, compiled, killed);
}
