/*
 * cujit-bench: what cujit costs beside the bare vendor calls, in one run on one device.
 *
 *     cujit-bench [--device D] [--json FILE]
 *
 * Prints a table; times are medians. Kernels are cached in a directory of its own, removed in the end.
 */
#include "bench.h"

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const cujit_elementwise_spec bench_axpby = {
    .arguments = "float a, const float *x, float b, const float *y, float *z",
    .operation = "z[i] = a*x[i] + b*y[i]",
    .name = "axpby",
};

static FILE *json;
static const char *separator = "";

void bench_row(const char *name, const char *unit, double ours, double bare)
{
    printf("%-52s %10.3f", name, ours);
    if (isnan(bare))
        printf(" %10s %8s  %s\n", "-", "-", unit);
    else
        printf(" %10.3f %8.3f  %s\n", bare, ours / bare, unit);
    fflush(stdout);
    if (json == NULL)
        return;
    fprintf(json, "%s\n    {\"name\": \"%s\", \"unit\": \"%s\", \"cujit\": %.4f", separator, name, unit, ours);
    if (!isnan(bare))
        fprintf(json, ", \"bare\": %.4f", bare);
    fprintf(json, "}");
    separator = ",";
}

void bench_note(const char *name, const char *text)
{
    printf("%-52s %s\n", name, text);
    if (json == NULL)
        return;
    fprintf(json, "%s\n    {\"name\": \"%s\", \"note\": \"%s\"}", separator, name, text);
    separator = ",";
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position)
{
    (void)status;
    (void)type;
    (void)position;
    return remove(path);
}

static void run(const char *program, const char *directory)
{
    cujit_error error = {0};
    cujit_context *context = NULL;

    if (cujit_context_create(NULL, &context, &error))
        bench_fail("no context", &error);
    printf("device: %s\n\n%-52s %10s %10s %8s\n", cujit_context_device_name(context), "", "cujit", "bare", "ratio");
    if (json != NULL)
        fprintf(json, "{\"device\": \"%s\", \"rows\": [", cujit_context_device_name(context));
    bench_launch(context);
    bench_create(context);
    bench_reduction(context);
    cujit_context_free(context);
    bench_lookup(directory);
    bench_first_kernel(program, directory);
    bench_first_fold(program);
    bench_processor();
    if (json != NULL)
        fprintf(json, "\n]}\n");
}

int main(int argc, char **argv)
{
    char directory[] = "/tmp/cujit-bench-XXXXXX";

    if (argc == 3 && strcmp(argv[1], "--child") == 0) {
        int status = bench_fold_child(argv[2]);

        return status >= 0 ? status : bench_child(argv[2]);
    }
    for (int k = 1; k < argc; k += 2) {
        if (k + 1 < argc && strcmp(argv[k], "--device") == 0)
            setenv("CUJIT_DEVICE", argv[k + 1], 1);
        else if (k + 1 < argc && strcmp(argv[k], "--json") == 0 && (json = fopen(argv[k + 1], "w")) != NULL)
            continue;
        else {
            fprintf(stderr, "usage: cujit-bench [--device D] [--json FILE]\n");
            return 2;
        }
    }
    if (mkdtemp(directory) == NULL)
        bench_fail("no temporary directory", NULL);
    setenv("CUJIT_CACHE_DIR", directory, 1);
    setenv("XDG_DATA_HOME", directory, 1);
    setenv("CUDA_CACHE_DISABLE", "1", 1); /* the driver's, which would have what nothing else has */
    run(argv[0], directory);
    nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return json != NULL && fclose(json) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
