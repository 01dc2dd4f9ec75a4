/*
 * cold_kernels.c: one of many processes that need the same kernels at once; bench/peers/caches.py starts them.
 *
 * usage: cujit-bench-cold-kernels KERNELS
 *
 * It says "ready" when it has a device and its arrays, waits for the end of its standard input, makes and runs KERNELS
 * kernels, and prints three numbers: how many it compiled, how many it could not make or run, and how many were wrong.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1024 };

/* Which of the three numbers a kernel adds to; FINE: none. */
typedef enum outcome { FINE, FAILED, WRONG } outcome;

static int complain(const char *what, cujit_error *error)
{
    fprintf(stderr, "cold-kernels: %s: %s\n", what, error->message);
    cujit_error_clear(error);
    return EXIT_FAILURE;
}

/* Numbers that floats hold exactly: what is not equal is wrong. */
static outcome use(cujit_context *context, int k, cujit_array *x, cujit_array *z)
{
    char operation[40], name[20];
    float values[COUNT] = {0};
    cujit_elementwise *kernel = NULL;
    cujit_error error = {0};
    outcome found = FINE;

    snprintf(operation, sizeof operation, "z[i] = a*x[i] + %d", k);
    snprintf(name, sizeof name, "cold_%d", k);
    if (cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){.name = name,
                                                           .arguments = "float a, const float *x, float *z",
                                                           .operation = operation},
                                 &kernel, &error) ||
        cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(2, x, z), &error) ||
        cujit_array_to_host(z, values, sizeof values, &error)) {
        complain(name, &error);
        found = FAILED;
    }
    for (int i = 0; i < COUNT && found == FINE; i++)
        if (values[i] < (float)(2 * i + k) || values[i] > (float)(2 * i + k))
            found = WRONG;
    cujit_elementwise_free(kernel);
    return found;
}

static void wait_for_start(void)
{
    printf("ready\n");
    fflush(stdout);
    while (getchar() != EOF)
        ;
}

int main(int argc, char **argv)
{
    const int kernels = argc == 2 ? atoi(argv[1]) : 0;
    const size_t shape[] = {COUNT};
    float values[COUNT];
    cujit_context *context = NULL;
    cujit_array *x = NULL, *z = NULL;
    cujit_cache_stats stats;
    cujit_error error = {0};
    int counts[WRONG + 1] = {0};

    if (kernels < 1) {
        fprintf(stderr, "usage: cujit-bench-cold-kernels KERNELS\n");
        return 2;
    }
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)i;
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, values, &x, &error) ||
        cujit_array_create(context, CUJIT_FLOAT32, 1, shape, &z, &error) || cujit_context_synchronize(context, &error))
        return complain("starting", &error);
    wait_for_start();
    for (int k = 0; k < kernels; k++)
        counts[use(context, k, x, z)]++;
    cujit_context_get_cache_stats(context, &stats);
    printf("%llu %d %d\n", (unsigned long long)(stats.stores + stats.store_failures), counts[FAILED], counts[WRONG]);
    fflush(stdout); /* what follows is not in the time */
    cujit_array_free(z);
    cujit_array_free(x);
    cujit_context_free(context);
    return EXIT_SUCCESS;
}
