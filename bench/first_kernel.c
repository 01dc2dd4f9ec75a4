/*
 * first_kernel.c: the first kernel of a fresh process, context excluded: compiled (cold), from the cache (warm), and
 * beside it bare NVRTC on the same source. And a lookup in the cache.
 */
#include "bench.h"
#include "cache/cache.h"
#include "libjit/base/alloc.h"

#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { RUNS = 11, LOOKUPS = 1000 };

static int is_mapped(const char *library)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[1024];
    int found = 0;

    while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
        found = found || strstr(line, library) != NULL;
    if (maps != NULL)
        fclose(maps);
    return found;
}

/* The same without tiles: what runs once a thread keeps an operation to plain pointers. */
static cujit_elementwise_spec without_tiles(void)
{
    cujit_elementwise_spec spec = bench_axpby;

    spec.loop_prep = ";";
    return spec;
}

/* cold, warm: cujit with an empty or a filled cache; plain: cold, without tiles; bare: NVRTC and the driver. */
int bench_child(const char *mode)
{
    const cujit_context_options uncached = {.cache_directory = NULL};
    const cujit_elementwise_spec spec = strcmp(mode, "plain") == 0 ? without_tiles() : bench_axpby;
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_report report;
    char *source = NULL;
    double start, ms;

    if (cujit_context_create(&uncached, &context, &error))
        bench_fail("no context", &error);
    if (strcmp(mode, "bare") == 0) {
        /* The generated source, which depends on the device, without compiling it here. */
        if (cujit_elementwise_render(context, &bench_axpby, &source, &error))
            bench_fail("render", &error);
        printf("%.4f 1\n", bench_bare_compile_ms(source, getenv("CUJIT_BENCH_ARCH"), "axpby"));
        return EXIT_SUCCESS;
    }
    start = bench_now_us();
    if (cujit_elementwise_create(context, &spec, &kernel, &error))
        bench_fail("creation", &error);
    ms = (bench_now_us() - start) / 1e3;
    cujit_elementwise_get_report(kernel, &report);
    if (report.origin != (strcmp(mode, "warm") == 0 ? CUJIT_ORIGIN_DISK : CUJIT_ORIGIN_COMPILER))
        bench_fail("the kernel did not come from where it should", NULL);
    printf("%.4f %d\n", ms, is_mapped("libnvrtc"));
    cujit_elementwise_free(kernel);
    cujit_context_free(context);
    return EXIT_SUCCESS;
}

double bench_run_child(const char *program, const char *mode, double *second)
{
    char *const argv[] = {(char *)program, "--child", (char *)mode, NULL};
    posix_spawn_file_actions_t actions;
    double ms = NAN;
    int pipe_ends[2], state;
    FILE *output;
    pid_t child;

    if (pipe(pipe_ends) != 0)
        bench_fail("pipe", NULL);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, pipe_ends[0]);
    if (posix_spawn(&child, "/proc/self/exe", &actions, NULL, argv, environ) != 0)
        bench_fail("posix_spawn", NULL);
    close(pipe_ends[1]);
    output = fdopen(pipe_ends[0], "r");
    if (fscanf(output, "%lf %lf", &ms, second) != 2)
        bench_fail("a child failed", NULL);
    fclose(output);
    waitpid(child, &state, 0);
    posix_spawn_file_actions_destroy(&actions);
    return ms;
}

void bench_clear_cache(void)
{
    cujit_cache *cache = NULL;

    if (cujit_cache_open(NULL, &cache, NULL) == CUJIT_OK)
        cujit_cache_clear(cache, NULL, NULL);
    cujit_cache_free(cache);
}

void bench_first_kernel(const char *program, const char *directory)
{
    double cold[RUNS], warm[RUNS], plain[RUNS], bare[RUNS], reference = NAN, mapped, warm_mapped = 0;
    cujit_device_info info;
    int gpu;

    (void)directory;
    if (cujit_device_get_info(NULL, &info, NULL) != CUJIT_OK)
        return;
    gpu = strncmp(info.device, "cuda", 4) == 0;
    setenv("CUJIT_BENCH_ARCH", info.architecture, 1);
    for (int k = -1; k < RUNS; k++) {
        int slot = k < 0 ? 0 : k;

        bench_clear_cache();
        cold[slot] = bench_run_child(program, "cold", &mapped);
        warm[slot] = bench_run_child(program, "warm", &warm_mapped);
        plain[slot] = bench_run_child(program, "plain", &mapped);
        if (gpu)
            bare[slot] = bench_run_child(program, "bare", &mapped);
    }
    if (gpu)
        reference = bench_median(bare, RUNS);
    bench_row("first kernel of a process, cold, context excluded", "ms", bench_median(cold, RUNS), reference);
    bench_row("the same, beside one of plain pointers", "ms", bench_median(cold, RUNS), bench_median(plain, RUNS));
    bench_row("first kernel of a process, warm, context excluded", "ms", bench_median(warm, RUNS), NAN);
    if (gpu)
        bench_note("NVRTC mapped into the warm process", warm_mapped != 0 ? "yes" : "no");
}

/* ---- Lookup ---- */

void bench_lookup(const char *directory)
{
    char data[8192] = {1};
    const cj_object object = {.kind = CJ_OBJECT_CUBIN, .data = data, .size = sizeof data};
    cj_cache_key key = {"bench", "bench", "sm_90", "", "", "bench"};
    cj_cache *cache = NULL;
    cj_key_bytes bytes;
    double hit = NAN, miss = NAN;

    if (cj_cache_create(directory, &cache, NULL) != CUJIT_OK || !cj_key_encode(&key, &bytes))
        bench_fail("no cache", NULL);
    cj_cache_put(cache, &bytes, &object);
    cj_key_clear(&bytes);
    for (int is_hit = 0; is_hit < 2; is_hit++) {
        double start;

        key.source = is_hit ? "" : "not there";
        start = bench_now_us();
        for (int k = 0; k < LOOKUPS; k++) {
            cj_object found = {0};

            if (!cj_key_encode(&key, &bytes) || cj_cache_get(cache, &bytes, false, &found) != is_hit)
                bench_fail("the cache answered wrongly", NULL);
            cj_key_clear(&bytes);
            cj_object_clear(&found);
        }
        *(is_hit ? &hit : &miss) = (bench_now_us() - start) / LOOKUPS;
    }
    cujit_cache_free(cache);
    bench_row("cache lookup, hit of 8 KiB", "us", hit, NAN);
    bench_row("cache lookup, miss", "us", miss, NAN);
}
