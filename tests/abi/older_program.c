/*
 * older_program.c: a program that was compiled with an older header (older_cujit.h, and no other) runs with today's
 * library. Its structs are shorter than today's: behind each lies what the library must neither read nor write. Exits
 * 77 where $CUJIT_DEVICE cannot be used.
 */
#include "older_cujit.h"

#include <stdio.h>
#include <string.h>

enum { COUNT = 1000, GUARD = 0xa5 };

/* A struct at the end of what the program has. What is read behind it makes no sense as a pointer, size or flag. */
#define GUARDED(type)                                                                                                  \
    struct {                                                                                                           \
        type it;                                                                                                       \
        unsigned char guard[512];                                                                                      \
    }
#define GUARD_IT(guarded) memset((guarded).guard, GUARD, sizeof(guarded).guard)

static int failures;
static cujit_error error;

static void check(int right, const char *what, int line)
{
    if (right)
        return;
    printf("line %d: %s: %s\n", line, what, error.message);
    failures++;
}
#define CHECK(condition) check((condition), #condition, __LINE__)

static int is_whole(const unsigned char *guard)
{
    for (size_t k = 0; k < 512; k++) {
        if (guard[k] != GUARD)
            return 0;
    }
    return 1;
}

static cujit_arg array_arg(cujit_array *array)
{
    return (cujit_arg){.kind = CUJIT_ARG_ARRAY, .value.pointer = array};
}

static void elementwise(cujit_context *context, cujit_array *x)
{
    GUARDED(cujit_elementwise_spec) spec = {.it = {.arguments = "float a, float *x", .operation = "x[i] = a * x[i]"}};
    GUARDED(cujit_elementwise_options) options = {.it = {0}};
    GUARDED(cujit_report) report = {.it = {0}};
    const cujit_arg args[] = {{.kind = CUJIT_ARG_INT, .value.i = 3}, array_arg(x)};
    float a = 2, data[COUNT];
    void *pointer = cujit_array_data(x), *values[] = {&a, &pointer};
    cujit_elementwise *kernel = NULL;

    GUARD_IT(spec), GUARD_IT(options), GUARD_IT(report);
    CHECK(cujit_elementwise_create_sized(context, &spec.it, sizeof spec.it, &kernel, &error) == CUJIT_OK);
    CHECK(cujit_elementwise_run_sized(kernel, &options.it, sizeof options.it, args, 2, &error) == CUJIT_OK);
    CHECK(cujit_elementwise_run_sized(kernel, NULL, 0, args, 1, NULL) != CUJIT_OK);
    CHECK(cujit_elementwise_launch_prepared_sized(kernel, &options.it, sizeof options.it, COUNT, values, &error) ==
          CUJIT_OK);
    CHECK(cujit_array_to_host(x, data, sizeof data, &error) == CUJIT_OK);
    CHECK(data[1] == 6 && data[COUNT - 1] == 6.0f * (COUNT - 1));
    cujit_elementwise_get_report_sized(kernel, &report.it, sizeof report.it);
    CHECK(strcmp(report.it.name, "elementwise") == 0 && strstr(report.it.source, "a * x[i]") != NULL);
    CHECK(is_whole(report.guard));
    spec.it.operation = "x[i] = ";
    CHECK(cujit_elementwise_create_sized(context, &spec.it, sizeof spec.it, &kernel, NULL) != CUJIT_OK);
    cujit_elementwise_free(kernel);
}

static void folds(cujit_context *context, cujit_array *x)
{
    GUARDED(cujit_reduction_spec)
    sum = {
        .it = {.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i] * 0 + 1", .arguments = "float *x"}};
    GUARDED(cujit_scan_spec)
    running = {
        .it = {.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i] * 0 + 1", .arguments = "float *x"}};
    GUARDED(cujit_reduction_options) options = {.it = {0}};
    GUARDED(cujit_scan_options) scan_options = {.it = {0}};
    const cujit_arg arg = array_arg(x);
    cujit_reduction *reduction = NULL;
    cujit_scan *scan = NULL;
    cujit_array *result = NULL;
    float value = 0, data[COUNT];

    GUARD_IT(sum), GUARD_IT(running), GUARD_IT(options), GUARD_IT(scan_options);
    CHECK(cujit_reduction_create_sized(context, &sum.it, sizeof sum.it, &reduction, &error) == CUJIT_OK);
    CHECK(cujit_reduction_run_sized(reduction, &options.it, sizeof options.it, &arg, 1, &result, &error) == CUJIT_OK);
    CHECK(cujit_array_to_host(result, &value, sizeof value, &error) == CUJIT_OK && value == COUNT);
    cujit_array_free(result);
    result = NULL;
    CHECK(cujit_scan_create_sized(context, &running.it, sizeof running.it, &scan, &error) == CUJIT_OK);
    CHECK(cujit_scan_run_sized(scan, &scan_options.it, sizeof scan_options.it, &arg, 1, &result, &error) == CUJIT_OK);
    CHECK(cujit_array_to_host(result, data, sizeof data, &error) == CUJIT_OK && data[COUNT - 1] == COUNT);
    cujit_array_free(result);
    cujit_reduction_free(reduction);
    cujit_scan_free(scan);
}

static void module(cujit_context *context, cujit_array *x)
{
    GUARDED(cujit_module_spec) spec = {.it = {"extern \"C\" __global__ void seven(float *x) { x[threadIdx.x] = 7; }"}};
    GUARDED(cujit_launch) launch = {.it = {.grid = {1}, .block = {32}}};
    GUARDED(cujit_function_info) info = {.it = {0}};
    const cujit_arg arg = array_arg(x);
    cujit_module *made = NULL;
    cujit_function *function = NULL;
    float data[COUNT];

    GUARD_IT(spec), GUARD_IT(launch), GUARD_IT(info);
    CHECK(cujit_module_create_sized(context, &spec.it, sizeof spec.it, &made, &error) == CUJIT_OK);
    CHECK(cujit_module_function(made, "seven", &function, &error) == CUJIT_OK);
    CHECK(cujit_function_launch_sized(function, &launch.it, sizeof launch.it, &arg, 1, &error) == CUJIT_OK);
    CHECK(cujit_array_to_host(x, data, sizeof data, &error) == CUJIT_OK && data[0] == 7 && data[31] == 7);
    CHECK(cujit_function_get_info_sized(function, &info.it, sizeof info.it, &error) == CUJIT_OK);
    CHECK(info.it.max_threads_per_block >= 32 && is_whole(info.guard));
    cujit_module_free(made);
}

static void others(cujit_context *context, const char *device)
{
    GUARDED(cujit_cache_stats) stats = {.it = {0}};
    GUARDED(cujit_device_info) info = {.it = {{0}}};
    GUARDED(cujit_pool_options) options = {.it = {0}};
    GUARDED(cujit_pool_stats) held = {.it = {1}};
    GUARDED(cujit_type_spec) type = {.it = {"pair", "struct pair { float a, b; };", 8, 4}};
    cujit_pool *pool = NULL;
    cujit_dtype dtype = 0;

    GUARD_IT(stats), GUARD_IT(info), GUARD_IT(options), GUARD_IT(held), GUARD_IT(type);
    cujit_context_get_cache_stats_sized(context, &stats.it, sizeof stats.it);
    CHECK(stats.it.misses > 0 && is_whole(stats.guard));
    CHECK(cujit_device_get_info_sized(device, &info.it, sizeof info.it, &error) == CUJIT_OK);
    CHECK(info.it.device[0] != '\0' && is_whole(info.guard));
    CHECK(cujit_pool_create_sized(context, &options.it, sizeof options.it, &pool, &error) == CUJIT_OK);
    cujit_pool_get_stats_sized(pool, &held.it, sizeof held.it);
    CHECK(held.it.active_blocks == 0 && is_whole(held.guard));
    CHECK(cujit_context_register_type_sized(context, &type.it, sizeof type.it, &dtype, &error) == CUJIT_OK);
    cujit_pool_free(pool);
}

int main(void)
{
    GUARDED(cujit_context_options) options = {.it = {.cache_directory = ""}};
    const size_t shape[] = {COUNT};
    cujit_context *context = NULL;
    cujit_array *x = NULL;
    float data[COUNT];

    for (int k = 0; k < COUNT; k++)
        data[k] = (float)k;
    GUARD_IT(options);
    if (cujit_context_create_sized(&options.it, sizeof options.it, &context, &error) != CUJIT_OK) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    CHECK(cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, data, &x, &error) == CUJIT_OK);
    elementwise(context, x);
    folds(context, x);
    module(context, x);
    others(context, NULL);
    cujit_array_free(x);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return failures != 0;
}
