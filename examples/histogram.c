/*
 * histogram: how often each byte value occurs.
 *
 * Each block counts in shared memory first, and adds its counts to those in device memory once at the end: atomics on
 * shared memory are many times faster. The counts go both ways (CUJIT_INOUT): they start at zero.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000003, BINS = 256, BLOCK = 128, BLOCKS = 60 };

static const char source[] =
    "enum { BINS = 256 };\n"
    "\n"
    "__global__ void histogram(const unsigned char *data, unsigned int n, unsigned int *counts)\n"
    "{\n"
    "    __shared__ unsigned int mine[BINS];\n"
    "    const unsigned int threads = gridDim.x * blockDim.x;\n"
    "\n"
    "    for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x)\n"
    "        mine[bin] = 0;\n"
    "    __syncthreads();\n"
    "    for (unsigned int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += threads)\n"
    "        atomicAdd(&mine[data[k]], 1u);\n"
    "    __syncthreads();\n"
    "    for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x)\n"
    "        atomicAdd(&counts[bin], mine[bin]);\n"
    "}\n";

static unsigned char data[COUNT];

int main(void)
{
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *histogram = NULL; /* borrowed: lives as long as the module */
    unsigned counts[BINS] = {0}, expected[BINS] = {0}, state = 1;
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++) {
        state = state * 1664525u + 1013904223u;
        data[k] = (unsigned char)(state >> 24 & state >> 16); /* some values more often than others */
        expected[data[k]]++;
    }

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "histogram", &histogram, &error) ||
        cujit_function_launch(
            histogram, &(cujit_launch){.grid = {BLOCKS}, .block = {BLOCK}},
            CUJIT_ARGS(CUJIT_IN(data, sizeof data), (unsigned)COUNT, CUJIT_INOUT(counts, sizeof counts)), &error)) {
        fprintf(stderr, "histogram: %s\n", error.message);
        goto out;
    }

    for (int k = 0; k < BINS; k++)
        wrong += counts[k] != expected[k];
    printf("%s: %d of %d bins wrong\n", cujit_context_device_name(context), wrong, BINS);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
