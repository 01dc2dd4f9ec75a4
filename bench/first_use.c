/*
 * first_use.c: what the first use of a kernel takes in a fresh process, its context and arrays excluded: a ready-made
 * reduction out of a pack, with an empty cache and no compiler; an elementwise kernel out of the cache.
 *
 * usage: cujit-bench-first-use [--pack FILE] [RUNS]     the pack of ready-made kernels; without: the library's own
 */
#include <cujit/cujit.h>

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { COUNT = 1 << 20, MOST_RUNS = 1000 };

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int fail(const char *what, const cujit_error *error)
{
    fprintf(stderr, "first-use: %s: %s\n", what, error->message);
    return 1;
}

/* ---- In a fresh process ------------------------------------------------------------------------------------------- */

/* *created: when the kernel was there, before it was launched. */
static cujit_status use_elementwise(cujit_context *context, cujit_array *x, double *created, cujit_error *error)
{
    const cujit_elementwise_spec spec = {
        .name = "first_use", .arguments = "float a, const float *x, float *z", .operation = "z[i] = a*x[i] + 1"};
    cujit_elementwise *kernel = NULL;
    cujit_status status = cujit_elementwise_create(context, &spec, &kernel, error);

    *created = now_ms();
    if (status == CUJIT_OK)
        status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(2.0f, x, x), error);
    cujit_elementwise_free(kernel);
    return status;
}

/* Prints the milliseconds until the kernel was there (0: nobody knows) and until its launch was done, and how many
 * kernels came from packs and were in no place. */
static int use(const char *what)
{
    const size_t shape = COUNT;
    cujit_context *context = NULL;
    cujit_array *x = NULL, *sum = NULL;
    cujit_cache_stats stats;
    cujit_error error = {0};
    double began, created, ended;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_create(context, CUJIT_FLOAT32, 1, &shape, &x, &error) || cujit_context_synchronize(context, &error))
        return fail("a context", &error);
    began = created = now_ms();
    if ((strcmp(what, "reduce") == 0 ? cujit_reduce(CUJIT_REDUCER_SUM, x, NULL, &sum, &error)
                                     : use_elementwise(context, x, &created, &error)) ||
        cujit_context_synchronize(context, &error))
        return fail(what, &error);
    ended = now_ms();
    printf("%f %f ", created - began, ended - began);
    cujit_context_get_cache_stats(context, &stats);
    printf("%llu %llu\n", (unsigned long long)stats.layer_hits, (unsigned long long)stats.misses);
    cujit_array_free(sum);
    cujit_array_free(x);
    cujit_context_free(context);
    return 0;
}

/* ---- The parent --------------------------------------------------------------------------------------------------- */

typedef struct result {
    double created_ms, ms;
    unsigned long long packed, missed;
} result;

static int run(const char *program, const char *what, result *out)
{
    char *const arguments[] = {(char *)program, "--child", (char *)what, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2], status = 0;
    pid_t child;
    FILE *from;
    int read;

    if (pipe(ends) != 0)
        return 1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    status = posix_spawn(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    from = fdopen(ends[0], "r");
    read = from != NULL ? fscanf(from, "%lf %lf %llu %llu", &out->created_ms, &out->ms, &out->packed, &out->missed) : 0;
    if (from != NULL)
        fclose(from);
    return status != 0 || waitpid(child, &status, 0) < 0 || status != 0 || read != 4;
}

static int compare(const void *a, const void *b)
{
    const double x = ((const result *)a)->ms, y = ((const result *)b)->ms;

    return (x > y) - (x < y);
}

static int measure(const char *program, const char *what, const char *label, int runs)
{
    static result results[MOST_RUNS];

    for (int k = 0; k < runs; k++)
        if (run(program, what, &results[k]))
            return fprintf(stderr, "first-use: %s failed\n", label), 1;
    qsort(results, (size_t)runs, sizeof *results, compare);
    printf("%-48s %8.3f %8.3f %8.3f   %llu from packs, %llu missed", label, results[0].ms, results[runs / 2].ms,
           results[runs - 1].ms, results[0].packed, results[0].missed);
    if (results[0].created_ms > 0)
        printf("; of the median, creation %.3f", results[runs / 2].created_ms);
    printf("\n");
    return 0;
}

/* Where no compiler is: that of the device. */
static void hide_compilers(void)
{
    setenv("CUJIT_NVRTC", "/nowhere/libnvrtc.so", 1);
    setenv("CUJIT_HOST_CXX", "/nowhere/c++", 1);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/cujit-first-use-XXXXXX", empty[64], warm[64], command[100];
    result ignored;
    int runs = 11, bad;

    if (argc == 3 && strcmp(argv[1], "--child") == 0)
        return use(argv[2]);
    if (argc >= 3 && strcmp(argv[1], "--pack") == 0) {
        setenv("CUJIT_CACHE_PACKS", argv[2], 1);
        argc -= 2;
        argv[1] = argv[3];
    }
    if (argc > 1)
        runs = atoi(argv[1]);
    if (runs < 1 || runs > MOST_RUNS || mkdtemp(folder) == NULL)
        return 2;
    snprintf(empty, sizeof empty, "%s/empty", folder);
    snprintf(warm, sizeof warm, "%s/warm", folder);
    printf("%-48s %8s %8s %8s\n", "first use in a process, ms", "least", "median", "most");
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("CUDA_CACHE_DISABLE", "1", 1); /* the driver's */
    setenv("CUJIT_CACHE_DIR", warm, 1);
    bad = run(argv[0], "elementwise", &ignored) ||
          measure(argv[0], "elementwise", "elementwise kernel, in the cache", runs);
    hide_compilers();
    bad = bad || measure(argv[0], "elementwise", "the same without a compiler", runs);
    setenv("CUJIT_CACHE_DIR", empty, 1);
    bad = bad || measure(argv[0], "reduce", "cujit_reduce, in a pack, no cache, no compiler", runs);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        bad = 1;
    return bad;
}
