/*
 * sized.c: public functions whose structs may grow, as programs call them: told how long the caller's struct is
 * (cujit/sized.h). Of today's length it goes on as it is; of any other, a struct of today's length stands in for it.
 */
#include "libjit/base/status.h"

#include <cujit/cujit.h>

#include <string.h>

/* What programs hand over. A shorter struct is an older program's: what it does not know is 0, the default. In a longer
 * one every member that is not known here must be 0. */
static cujit_status widen(const char *name, void *todays, size_t todays_size, const void *given, size_t size,
                          cujit_error *error)
{
    const unsigned char *bytes = given;

    for (size_t k = todays_size; k < size; k++) {
        if (bytes[k] != 0)
            return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                                "%s: the program sets a member that this version of cujit, %s, does not know", name,
                                cujit_version());
    }
    memset(todays, 0, todays_size);
    memcpy(todays, given, size < todays_size ? size : todays_size);
    return CUJIT_OK;
}

/* What programs get: as much as they have room for, and 0 in what is not known here. */
static void narrow(void *given, size_t size, const void *todays, size_t todays_size)
{
    memset(given, 0, size);
    memcpy(given, todays, size < todays_size ? size : todays_size);
}

/* The function `sized`, whose parameter `given` is a struct that `name` reads. Of today's length it is a jump, so that
 * a launch costs no more; the room for another struct is the second function's. */
#define READING(linkage, sized, name, type, given, parameters, names, arguments)                                       \
    static __attribute__((noinline)) cujit_status sized##_widened parameters                                           \
    {                                                                                                                  \
        type todays;                                                                                                   \
        cujit_status status = widen(#name, &todays, sizeof todays, given, size, error);                                \
                                                                                                                       \
        given = &todays;                                                                                               \
        return status != CUJIT_OK ? status : name arguments;                                                           \
    }                                                                                                                  \
    linkage cujit_status sized parameters                                                                              \
    {                                                                                                                  \
        return given == NULL || size == sizeof(type) ? name arguments : sized##_widened names;                         \
    }
#define READS(name, ...) READING(, name##_sized, name, __VA_ARGS__)

/* The body of one that fills `given` in where `call`, a status, succeeds. */
#define FILLING(type, given, call)                                                                                     \
    type todays, *room = given;                                                                                        \
    cujit_status status;                                                                                               \
                                                                                                                       \
    if (given != NULL && size != sizeof todays)                                                                        \
        given = memset(&todays, 0, sizeof todays);                                                                     \
    status = call;                                                                                                     \
    if (given != room && status == CUJIT_OK) {                                                                         \
        narrow(room, size, &todays, sizeof todays);                                                                    \
    }

/* One that can fail, and one that cannot. */
#define TRIES(name, type, given, parameters, arguments)                                                                \
    cujit_status name##_sized parameters                                                                               \
    {                                                                                                                  \
        FILLING(type, given, name arguments);                                                                          \
        return status;                                                                                                 \
    }
#define FILLS(name, type, given, parameters, arguments)                                                                \
    void name##_sized parameters                                                                                       \
    {                                                                                                                  \
        FILLING(type, given, (name arguments, CUJIT_OK));                                                              \
    }

READS(cujit_context_create, cujit_context_options, options,
      (const cujit_context_options *options, size_t size, cujit_context **context, cujit_error *error),
      (options, size, context, error), (options, context, error))
READS(cujit_context_register_type, cujit_type_spec, spec,
      (cujit_context * context, const cujit_type_spec *spec, size_t size, cujit_dtype *dtype, cujit_error *error),
      (context, spec, size, dtype, error), (context, spec, dtype, error))
READS(cujit_elementwise_create, cujit_elementwise_spec, spec,
      (cujit_context * context, const cujit_elementwise_spec *spec, size_t size, cujit_elementwise **kernel,
       cujit_error *error),
      (context, spec, size, kernel, error), (context, spec, kernel, error))
READS(cujit_elementwise_run, cujit_elementwise_options, options,
      (const cujit_elementwise *kernel, const cujit_elementwise_options *options, size_t size, const cujit_arg *items,
       size_t count, cujit_error *error),
      (kernel, options, size, items, count, error), (kernel, options, (cujit_args){items, count}, error))
READS(cujit_elementwise_launch_prepared, cujit_elementwise_options, options,
      (const cujit_elementwise *kernel, const cujit_elementwise_options *options, size_t size, size_t n,
       void *const *values, cujit_error *error),
      (kernel, options, size, n, values, error), (kernel, options, n, values, error))
READS(cujit_elementwise_render, cujit_elementwise_spec, spec,
      (cujit_context * context, const cujit_elementwise_spec *spec, size_t size, char **source, cujit_error *error),
      (context, spec, size, source, error), (context, spec, source, error))
READS(cujit_module_create, cujit_module_spec, spec,
      (cujit_context * context, const cujit_module_spec *spec, size_t size, cujit_module **module, cujit_error *error),
      (context, spec, size, module, error), (context, spec, module, error))
READS(cujit_function_launch, cujit_launch, launch,
      (cujit_function * function, const cujit_launch *launch, size_t size, const cujit_arg *items, size_t count,
       cujit_error *error),
      (function, launch, size, items, count, error), (function, launch, (cujit_args){items, count}, error))
READS(cujit_function_launch_prepared, cujit_launch, launch,
      (cujit_function * function, const cujit_launch *launch, size_t size, void *const *values, cujit_error *error),
      (function, launch, size, values, error), (function, launch, values, error))
READS(cujit_pool_create, cujit_pool_options, options,
      (cujit_context * context, const cujit_pool_options *options, size_t size, cujit_pool **pool, cujit_error *error),
      (context, options, size, pool, error), (context, options, pool, error))
READS(cujit_reduction_create, cujit_reduction_spec, spec,
      (cujit_context * context, const cujit_reduction_spec *spec, size_t size, cujit_reduction **reduction,
       cujit_error *error),
      (context, spec, size, reduction, error), (context, spec, reduction, error))
READS(cujit_reduction_run, cujit_reduction_options, options,
      (const cujit_reduction *reduction, const cujit_reduction_options *options, size_t size, const cujit_arg *items,
       size_t count, cujit_array **results, cujit_error *error),
      (reduction, options, size, items, count, results, error),
      (reduction, options, (cujit_args){items, count}, results, error))
READS(cujit_reduction_launch_prepared, cujit_reduction_options, options,
      (const cujit_reduction *reduction, const cujit_reduction_options *options, size_t size, size_t n,
       void *const *values, void *const *results, cujit_error *error),
      (reduction, options, size, n, values, results, error), (reduction, options, n, values, results, error))
READS(cujit_reduction_render, cujit_reduction_spec, spec,
      (cujit_context * context, const cujit_reduction_spec *spec, size_t size, char **source, cujit_error *error),
      (context, spec, size, source, error), (context, spec, source, error))
READS(cujit_reduce, cujit_reduction_options, options,
      (cujit_reducer reducer, const cujit_array *x, const cujit_reduction_options *options, size_t size,
       cujit_array **result, cujit_error *error),
      (reducer, x, options, size, result, error), (reducer, x, options, result, error))
READS(cujit_dot, cujit_reduction_options, options,
      (const cujit_array *x, const cujit_array *y, const cujit_reduction_options *options, size_t size,
       cujit_array **result, cujit_error *error),
      (x, y, options, size, result, error), (x, y, options, result, error))
READS(cujit_scan_create, cujit_scan_spec, spec,
      (cujit_context * context, const cujit_scan_spec *spec, size_t size, cujit_scan **scan, cujit_error *error),
      (context, spec, size, scan, error), (context, spec, scan, error))
READS(cujit_scan_run, cujit_scan_options, options,
      (const cujit_scan *scan, const cujit_scan_options *options, size_t size, const cujit_arg *items, size_t count,
       cujit_array **result, cujit_error *error),
      (scan, options, size, items, count, result, error), (scan, options, (cujit_args){items, count}, result, error))
READS(cujit_scan_launch_prepared, cujit_scan_options, options,
      (const cujit_scan *scan, const cujit_scan_options *options, size_t size, size_t n, void *const *values, void *out,
       cujit_error *error),
      (scan, options, size, n, values, out, error), (scan, options, n, values, out, error))
READS(cujit_scan_render, cujit_scan_spec, spec,
      (cujit_context * context, const cujit_scan_spec *spec, size_t size, char **source, cujit_error *error),
      (context, spec, size, source, error), (context, spec, source, error))

/* It reads one struct, and fills in another. */
READING(static, tune_reading, cujit_elementwise_tune, cujit_elementwise_options, options,
        (const cujit_elementwise *kernel, const cujit_elementwise_options *options, size_t size, const cujit_arg *items,
         size_t count, cujit_tuning *result, cujit_error *error),
        (kernel, options, size, items, count, result, error),
        (kernel, options, (cujit_args){items, count}, result, error))
cujit_status cujit_elementwise_tune_sized(const cujit_elementwise *kernel, const cujit_elementwise_options *options,
                                          size_t options_size, const cujit_arg *items, size_t count,
                                          cujit_tuning *result, size_t size, cujit_error *error)
{
    FILLING(cujit_tuning, result, tune_reading(kernel, options, options_size, items, count, result, error));
    return status;
}

TRIES(cujit_device_get_info, cujit_device_info, info,
      (const char *device, cujit_device_info *info, size_t size, cujit_error *error), (device, info, error))
TRIES(cujit_function_get_info, cujit_function_info, info,
      (cujit_function * function, cujit_function_info *info, size_t size, cujit_error *error), (function, info, error))
TRIES(cujit_memory_get_info, cujit_memory_info, info,
      (cujit_context * context, cujit_memory_info *info, size_t size, cujit_error *error), (context, info, error))
TRIES(cujit_cache_verify, cujit_cache_verification, result,
      (cujit_cache * cache, int repair, cujit_cache_visit visit, void *user, cujit_cache_verification *result,
       size_t size, cujit_error *error),
      (cache, repair, visit, user, result, error))

FILLS(cujit_elementwise_get_report, cujit_report, report,
      (const cujit_elementwise *kernel, cujit_report *report, size_t size), (kernel, report))
FILLS(cujit_module_get_report, cujit_report, report, (const cujit_module *module, cujit_report *report, size_t size),
      (module, report))
FILLS(cujit_context_get_cache_stats, cujit_cache_stats, stats,
      (cujit_context * context, cujit_cache_stats *stats, size_t size), (context, stats))
FILLS(cujit_cache_get_stats, cujit_cache_stats, stats, (cujit_cache * cache, cujit_cache_stats *stats, size_t size),
      (cache, stats))
FILLS(cujit_pool_get_stats, cujit_pool_stats, stats, (cujit_pool * pool, cujit_pool_stats *stats, size_t size),
      (pool, stats))
FILLS(cujit_reduction_get_report, cujit_report, report,
      (const cujit_reduction *reduction, cujit_report *report, size_t size), (reduction, report))
FILLS(cujit_scan_get_report, cujit_report, report, (const cujit_scan *scan, cujit_report *report, size_t size),
      (scan, report))
