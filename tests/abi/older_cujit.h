/*
 * older_cujit.h: a part of cujit.h as it might have been: every struct that may grow is shorter here than today. Frozen:
 * programs that were compiled with such a header must run for as long as the library is called libcujit.so.0. What it
 * declares is only added to.
 */
#ifndef OLDER_CUJIT_H
#define OLDER_CUJIT_H

#include <stddef.h>
#include <stdint.h>

typedef struct cujit_context cujit_context;
typedef struct cujit_array cujit_array;
typedef struct cujit_elementwise cujit_elementwise;
typedef struct cujit_reduction cujit_reduction;
typedef struct cujit_scan cujit_scan;
typedef struct cujit_module cujit_module;
typedef struct cujit_function cujit_function;
typedef struct cujit_pool cujit_pool;
typedef struct CUstream_st *cujit_stream;

/* ---- Pinned: these can never change ---- */

typedef int cujit_status; /* an enum */
enum { CUJIT_OK = 0, CUJIT_ERROR_INVALID_ARGUMENT = 1, CUJIT_ERROR_ARGUMENT_TYPE = 5, CUJIT_ERROR_SIGNATURE = 10 };

typedef int cujit_dtype;
enum { CUJIT_INT32 = 6, CUJIT_FLOAT32 = 12 };

typedef struct cujit_error {
    cujit_status status;
    int line, column;
    const char *part;
    long vendor_code;
    const char *vendor;
    char message[512];
    char *excerpt, *log, *source;
    void *more;
} cujit_error;

typedef struct cujit_arg {
    int kind;
    cujit_dtype dtype;
    size_t size;
    union {
        long long i;
        double real[2];
        const void *pointer;
    } value;
} cujit_arg;
enum { CUJIT_ARG_INT = 1, CUJIT_ARG_REAL = 3, CUJIT_ARG_ARRAY = 6 };

/* ---- Structs that grew since ---- */

typedef struct cujit_context_options {
    const char *device;
    const char *cache_directory;
} cujit_context_options;

typedef struct cujit_type_spec {
    const char *name;
    const char *definition;
    size_t size;
    size_t alignment;
} cujit_type_spec;

typedef struct cujit_device_info {
    char device[16];
} cujit_device_info;

typedef struct cujit_elementwise_spec {
    const char *arguments;
    const char *operation;
    const char *name;
} cujit_elementwise_spec;

typedef struct cujit_elementwise_options {
    cujit_stream stream;
} cujit_elementwise_options;

typedef struct cujit_reduction_spec {
    const char *out_type, *neutral, *reduce, *map, *arguments;
} cujit_reduction_spec;

typedef struct cujit_reduction_options {
    cujit_stream stream;
} cujit_reduction_options;

typedef struct cujit_scan_spec {
    const char *out_type, *neutral, *reduce, *map, *arguments;
} cujit_scan_spec;

typedef struct cujit_scan_options {
    cujit_stream stream;
} cujit_scan_options;

typedef struct cujit_module_spec {
    const char *source;
} cujit_module_spec;

typedef struct cujit_launch {
    unsigned grid[3], block[3];
} cujit_launch;

typedef struct cujit_function_info {
    int max_threads_per_block;
} cujit_function_info;

typedef struct cujit_report {
    const char *name;
    const char *source;
} cujit_report;

typedef struct cujit_cache_stats {
    uint64_t memory_hits, disk_hits, misses;
} cujit_cache_stats;

typedef struct cujit_pool_options {
    unsigned flags;
} cujit_pool_options;

typedef struct cujit_pool_stats {
    size_t active_blocks;
} cujit_pool_stats;

/* ---- Functions ---- */

void cujit_error_clear(cujit_error *error);
void cujit_context_free(cujit_context *context);
void cujit_array_free(cujit_array *array);
void cujit_elementwise_free(cujit_elementwise *kernel);
void cujit_reduction_free(cujit_reduction *reduction);
void cujit_scan_free(cujit_scan *scan);
void cujit_module_free(cujit_module *module);
void cujit_pool_free(cujit_pool *pool);

cujit_status cujit_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                cujit_array **array, cujit_error *error);
cujit_status cujit_array_from_host(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                   const void *data, cujit_array **array, cujit_error *error);
cujit_status cujit_array_to_host(const cujit_array *array, void *data, size_t size, cujit_error *error);
void *cujit_array_data(const cujit_array *array);
cujit_status cujit_module_function(cujit_module *module, const char *name, cujit_function **function,
                                   cujit_error *error);

cujit_status cujit_context_create_sized(const cujit_context_options *options, size_t size, cujit_context **context,
                                        cujit_error *error);
cujit_status cujit_context_register_type_sized(cujit_context *context, const cujit_type_spec *spec, size_t size,
                                               cujit_dtype *dtype, cujit_error *error);
void cujit_context_get_cache_stats_sized(cujit_context *context, cujit_cache_stats *stats, size_t size);
cujit_status cujit_device_get_info_sized(const char *device, cujit_device_info *info, size_t size, cujit_error *error);

cujit_status cujit_elementwise_create_sized(cujit_context *context, const cujit_elementwise_spec *spec, size_t size,
                                            cujit_elementwise **kernel, cujit_error *error);
cujit_status cujit_elementwise_run_sized(const cujit_elementwise *kernel, const cujit_elementwise_options *options,
                                         size_t size, const cujit_arg *items, size_t count, cujit_error *error);
cujit_status cujit_elementwise_launch_prepared_sized(const cujit_elementwise *kernel,
                                                     const cujit_elementwise_options *options, size_t size, size_t n,
                                                     void *const *values, cujit_error *error);
void cujit_elementwise_get_report_sized(const cujit_elementwise *kernel, cujit_report *report, size_t size);

cujit_status cujit_reduction_create_sized(cujit_context *context, const cujit_reduction_spec *spec, size_t size,
                                          cujit_reduction **reduction, cujit_error *error);
cujit_status cujit_reduction_run_sized(const cujit_reduction *reduction, const cujit_reduction_options *options,
                                       size_t size, const cujit_arg *items, size_t count, cujit_array **results,
                                       cujit_error *error);
cujit_status cujit_scan_create_sized(cujit_context *context, const cujit_scan_spec *spec, size_t size,
                                     cujit_scan **scan, cujit_error *error);
cujit_status cujit_scan_run_sized(const cujit_scan *scan, const cujit_scan_options *options, size_t size,
                                  const cujit_arg *items, size_t count, cujit_array **result, cujit_error *error);

cujit_status cujit_module_create_sized(cujit_context *context, const cujit_module_spec *spec, size_t size,
                                       cujit_module **module, cujit_error *error);
cujit_status cujit_function_get_info_sized(cujit_function *function, cujit_function_info *info, size_t size,
                                           cujit_error *error);
cujit_status cujit_function_launch_sized(cujit_function *function, const cujit_launch *launch, size_t size,
                                         const cujit_arg *items, size_t count, cujit_error *error);

cujit_status cujit_pool_create_sized(cujit_context *context, const cujit_pool_options *options, size_t size,
                                     cujit_pool **pool, cujit_error *error);
void cujit_pool_get_stats_sized(cujit_pool *pool, cujit_pool_stats *stats, size_t size);

#endif
