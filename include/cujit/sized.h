/*
 * cujit/sized.h: how structs grow.
 *
 * A part of <cujit/cujit.h>; nobody needs to read it but who binds another language. Each function here is one of the
 * manual's, under its name and _sized, and is told how many bytes the caller's struct has; the manual's is an inline
 * function over it. So a program says of every struct how long it was when the program was compiled: a library that
 * knows more members takes those for 0, or leaves them out of what it fills in; one that knows fewer takes a struct
 * whose further members are 0, and else refuses it with CUJIT_ERROR_UNSUPPORTED. docs/abi.md has the rules.
 *
 * Arguments of checked calls are `count` items (cujit_arg_set_int() and its like). A struct may be NULL where the
 * manual says so; its size does not matter then.
 */
#include <cujit/cujit.h>

#ifndef CUJIT_SIZED_H
#define CUJIT_SIZED_H

#ifdef __cplusplus
extern "C" {
#endif

CUJIT_API cujit_status cujit_context_create_sized(const cujit_context_options *options, size_t size,
                                                  cujit_context **context, cujit_error *error);
CUJIT_API cujit_status cujit_context_get_info_sized(cujit_context *context, cujit_context_info *info, size_t size,
                                                    cujit_error *error);
CUJIT_API cujit_status cujit_context_register_type_sized(cujit_context *context, const cujit_type_spec *spec,
                                                         size_t size, cujit_dtype *dtype, cujit_error *error);
CUJIT_API cujit_status cujit_device_get_info_sized(const char *device, cujit_device_info *info, size_t size,
                                                   cujit_error *error);
CUJIT_API cujit_status cujit_elementwise_create_sized(cujit_context *context, const cujit_elementwise_spec *spec,
                                                      size_t size, cujit_elementwise **kernel, cujit_error *error);
CUJIT_API cujit_status cujit_elementwise_run_sized(const cujit_elementwise *kernel,
                                                   const cujit_elementwise_options *options, size_t size,
                                                   const cujit_arg *items, size_t count, cujit_error *error);
CUJIT_API cujit_status cujit_elementwise_launch_prepared_sized(const cujit_elementwise *kernel,
                                                               const cujit_elementwise_options *options, size_t size,
                                                               size_t n, void *const *values, cujit_error *error);
CUJIT_API void cujit_elementwise_get_report_sized(const cujit_elementwise *kernel, cujit_report *report, size_t size);
CUJIT_API cujit_status cujit_elementwise_render_sized(cujit_context *context, const cujit_elementwise_spec *spec,
                                                      size_t size, char **source, cujit_error *error);
CUJIT_API cujit_status cujit_module_create_sized(cujit_context *context, const cujit_module_spec *spec, size_t size,
                                                 cujit_module **module, cujit_error *error);
CUJIT_API void cujit_module_get_report_sized(const cujit_module *module, cujit_report *report, size_t size);
CUJIT_API cujit_status cujit_function_get_info_sized(cujit_function *function, cujit_function_info *info, size_t size,
                                                     cujit_error *error);
CUJIT_API cujit_status cujit_function_launch_sized(cujit_function *function, const cujit_launch *launch, size_t size,
                                                   const cujit_arg *items, size_t count, cujit_error *error);
CUJIT_API cujit_status cujit_function_launch_prepared_sized(cujit_function *function, const cujit_launch *launch,
                                                            size_t size, void *const *values, cujit_error *error);
CUJIT_API void cujit_context_get_cache_stats_sized(cujit_context *context, cujit_cache_stats *stats, size_t size);
CUJIT_API void cujit_cache_get_stats_sized(cujit_cache *cache, cujit_cache_stats *stats, size_t size);
CUJIT_API cujit_status cujit_cache_collect_sized(cujit_cache *cache, int look, cujit_cache_file_visit other, void *user,
                                                 cujit_cache_collection *result, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_cache_merge_sized(cujit_cache *into, cujit_cache *from, cujit_cache_visit wanted,
                                               void *user, int trust, cujit_cache_merge_report *result, size_t size,
                                               cujit_error *error);
CUJIT_API cujit_status cujit_cache_verify_sized(cujit_cache *cache, int repair, cujit_cache_visit visit, void *user,
                                                cujit_cache_verification *result, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_pack_get_info_sized(cujit_pack *pack, cujit_pack_info *info, size_t size,
                                                 cujit_error *error);
CUJIT_API cujit_status cujit_warm_sized(cujit_context *context, const char *path, const cujit_warm_options *options,
                                        size_t options_size, cujit_warm_result *result, size_t result_size,
                                        cujit_error *error);
CUJIT_API cujit_status cujit_memory_get_info_sized(cujit_context *context, cujit_memory_info *info, size_t size,
                                                   cujit_error *error);
CUJIT_API cujit_status cujit_pool_create_sized(cujit_context *context, const cujit_pool_options *options, size_t size,
                                               cujit_pool **pool, cujit_error *error);
CUJIT_API void cujit_pool_get_stats_sized(cujit_pool *pool, cujit_pool_stats *stats, size_t size);
CUJIT_API void cujit_context_get_pool_stats_sized(cujit_context *context, cujit_pool_stats *stats, size_t size);
CUJIT_API cujit_status cujit_elementwise_tune_sized(const cujit_elementwise *kernel,
                                                    const cujit_elementwise_options *options, size_t options_size,
                                                    const cujit_arg *items, size_t count, cujit_tuning *result,
                                                    size_t result_size, cujit_error *error);
CUJIT_API cujit_status cujit_reduction_create_sized(cujit_context *context, const cujit_reduction_spec *spec,
                                                    size_t size, cujit_reduction **reduction, cujit_error *error);
CUJIT_API cujit_status cujit_reduction_run_sized(const cujit_reduction *reduction,
                                                 const cujit_reduction_options *options, size_t size,
                                                 const cujit_arg *items, size_t count, cujit_array **results,
                                                 cujit_error *error);
CUJIT_API cujit_status cujit_reduction_launch_prepared_sized(const cujit_reduction *reduction,
                                                             const cujit_reduction_options *options, size_t size,
                                                             size_t n, void *const *values, void *const *results,
                                                             cujit_error *error);
CUJIT_API void cujit_reduction_get_report_sized(const cujit_reduction *reduction, cujit_report *report, size_t size);
CUJIT_API cujit_status cujit_reduction_render_sized(cujit_context *context, const cujit_reduction_spec *spec,
                                                    size_t size, char **source, cujit_error *error);
CUJIT_API cujit_status cujit_reduce_sized(cujit_reducer reducer, const cujit_array *x,
                                          const cujit_reduction_options *options, size_t size, cujit_array **result,
                                          cujit_error *error);
CUJIT_API cujit_status cujit_dot_sized(const cujit_array *x, const cujit_array *y,
                                       const cujit_reduction_options *options, size_t size, cujit_array **result,
                                       cujit_error *error);
CUJIT_API cujit_status cujit_scan_create_sized(cujit_context *context, const cujit_scan_spec *spec, size_t size,
                                               cujit_scan **scan, cujit_error *error);
CUJIT_API cujit_status cujit_scan_run_sized(const cujit_scan *scan, const cujit_scan_options *options, size_t size,
                                            const cujit_arg *items, size_t count, cujit_array **result,
                                            cujit_error *error);
CUJIT_API cujit_status cujit_scan_launch_prepared_sized(const cujit_scan *scan, const cujit_scan_options *options,
                                                        size_t size, size_t n, void *const *values, void *out,
                                                        cujit_error *error);
CUJIT_API void cujit_scan_get_report_sized(const cujit_scan *scan, cujit_report *report, size_t size);
CUJIT_API cujit_status cujit_scan_render_sized(cujit_context *context, const cujit_scan_spec *spec, size_t size,
                                               char **source, cujit_error *error);
CUJIT_API cujit_status cujit_array_print_sized(const cujit_array *array, FILE *file, const cujit_print_options *options,
                                               size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_array_format_sized(const cujit_array *array, const cujit_print_options *options,
                                                size_t size, char **text, cujit_error *error);
CUJIT_API void cujit_npy_reader_get_info_sized(const cujit_npy_reader *reader, cujit_npy_info *info, size_t size);
CUJIT_API cujit_status cujit_array_to_dlpack_sized(cujit_array *array, const cujit_dlpack_options *options, size_t size,
                                                   struct DLManagedTensorVersioned **tensor, cujit_error *error);
CUJIT_API cujit_status cujit_array_to_dlpack_unversioned_sized(cujit_array *array, const cujit_dlpack_options *options,
                                                               size_t size, struct DLManagedTensor **tensor,
                                                               cujit_error *error);
CUJIT_API cujit_status cujit_array_get_interface_sized(const cujit_array *array, cujit_stream stream,
                                                       cujit_array_interface *interface, size_t size,
                                                       cujit_error *error);
CUJIT_API cujit_status cujit_rows_create_sized(cujit_context *context, const cujit_rows_spec *spec, size_t size,
                                               cujit_rows **rows, cujit_error *error);
CUJIT_API cujit_status cujit_rows_run_sized(const cujit_rows *rows, const cujit_rows_options *options, size_t size,
                                            const cujit_arg *items, size_t count, cujit_error *error);
CUJIT_API cujit_status cujit_rows_launch_prepared_sized(const cujit_rows *rows, const cujit_rows_options *options,
                                                        size_t size, size_t row_count, size_t row_length,
                                                        void *const *values, cujit_error *error);
CUJIT_API void cujit_rows_get_report_sized(const cujit_rows *rows, cujit_report *report, size_t size);
CUJIT_API cujit_status cujit_rows_render_sized(cujit_context *context, const cujit_rows_spec *spec, size_t size,
                                               char **source, cujit_error *error);
CUJIT_API cujit_status cujit_expression_create_sized(cujit_context *context, const cujit_expression_spec *spec,
                                                     size_t size, cujit_expression **expression, cujit_error *error);
CUJIT_API cujit_status cujit_expression_run_sized(cujit_expression *expression, const cujit_expression_options *options,
                                                  size_t size, const char *names, const cujit_arg *items, size_t count,
                                                  cujit_array **result, cujit_error *error);
CUJIT_API cujit_status cujit_expression_prepare_sized(cujit_expression *expression,
                                                      const cujit_expression_options *options, size_t size,
                                                      const char *names, const cujit_arg *items, size_t count,
                                                      cujit_expression_prepared **prepared, cujit_error *error);
CUJIT_API cujit_status cujit_eval_sized(cujit_context *context, const char *text, const char *names,
                                        const cujit_arg *items, size_t count, cujit_array **result, cujit_error *error);
CUJIT_API cujit_status cujit_eval_double_sized(cujit_context *context, const char *text, const char *names,
                                               const cujit_arg *items, size_t count, double *value, cujit_error *error);
CUJIT_API void cujit_expression_get_report_sized(const cujit_expression *expression, cujit_expression_report *report,
                                                 size_t size);
CUJIT_API cujit_status cujit_image_create_sized(cujit_context *context, const cujit_image_spec *spec, size_t size,
                                                cujit_image **image, cujit_error *error);
CUJIT_API cujit_status cujit_texture_create_sized(cujit_context *context, const cujit_texture_spec *spec, size_t size,
                                                  cujit_texture **texture, cujit_error *error);
CUJIT_API cujit_status cujit_random_create_with_sized(cujit_context *context, const cujit_random_spec *spec,
                                                      size_t size, cujit_random **random, cujit_error *error);
CUJIT_API void cujit_random_get_spec_sized(const cujit_random *random, cujit_random_spec *spec, size_t size);
CUJIT_API cujit_status cujit_elementwise_create_async_sized(cujit_context *context, const cujit_elementwise_spec *spec,
                                                            size_t size, cujit_creation **creation, cujit_error *error);
CUJIT_API cujit_status cujit_reduction_create_async_sized(cujit_context *context, const cujit_reduction_spec *spec,
                                                          size_t size, cujit_creation **creation, cujit_error *error);
CUJIT_API cujit_status cujit_scan_create_async_sized(cujit_context *context, const cujit_scan_spec *spec, size_t size,
                                                     cujit_creation **creation, cujit_error *error);
CUJIT_API cujit_status cujit_rows_create_async_sized(cujit_context *context, const cujit_rows_spec *spec, size_t size,
                                                     cujit_creation **creation, cujit_error *error);
CUJIT_API cujit_status cujit_module_create_async_sized(cujit_context *context, const cujit_module_spec *spec,
                                                       size_t size, cujit_creation **creation, cujit_error *error);

static inline cujit_status cujit_context_create(const cujit_context_options *options, cujit_context **context,
                                                cujit_error *error)
{
    return cujit_context_create_sized(options, sizeof *options, context, error);
}

static inline cujit_status cujit_context_get_info(cujit_context *context, cujit_context_info *info, cujit_error *error)
{
    return cujit_context_get_info_sized(context, info, sizeof *info, error);
}

static inline cujit_status cujit_context_register_type(cujit_context *context, const cujit_type_spec *spec,
                                                       cujit_dtype *dtype, cujit_error *error)
{
    return cujit_context_register_type_sized(context, spec, sizeof *spec, dtype, error);
}

static inline cujit_status cujit_device_get_info(const char *device, cujit_device_info *info, cujit_error *error)
{
    return cujit_device_get_info_sized(device, info, sizeof *info, error);
}

static inline cujit_status cujit_elementwise_create(cujit_context *context, const cujit_elementwise_spec *spec,
                                                    cujit_elementwise **kernel, cujit_error *error)
{
    return cujit_elementwise_create_sized(context, spec, sizeof *spec, kernel, error);
}

static inline cujit_status cujit_elementwise_run(const cujit_elementwise *kernel,
                                                 const cujit_elementwise_options *options, cujit_args args,
                                                 cujit_error *error)
{
    return cujit_elementwise_run_sized(kernel, options, sizeof *options, args.items, args.count, error);
}

static inline cujit_status cujit_elementwise_launch_prepared(const cujit_elementwise *kernel,
                                                             const cujit_elementwise_options *options, size_t n,
                                                             void *const *values, cujit_error *error)
{
    return cujit_elementwise_launch_prepared_sized(kernel, options, sizeof *options, n, values, error);
}

static inline void cujit_elementwise_get_report(const cujit_elementwise *kernel, cujit_report *report)
{
    cujit_elementwise_get_report_sized(kernel, report, sizeof *report);
}

static inline cujit_status cujit_elementwise_render(cujit_context *context, const cujit_elementwise_spec *spec,
                                                    char **source, cujit_error *error)
{
    return cujit_elementwise_render_sized(context, spec, sizeof *spec, source, error);
}

static inline cujit_status cujit_module_create(cujit_context *context, const cujit_module_spec *spec,
                                               cujit_module **module, cujit_error *error)
{
    return cujit_module_create_sized(context, spec, sizeof *spec, module, error);
}

static inline void cujit_module_get_report(const cujit_module *module, cujit_report *report)
{
    cujit_module_get_report_sized(module, report, sizeof *report);
}

static inline cujit_status cujit_function_get_info(cujit_function *function, cujit_function_info *info,
                                                   cujit_error *error)
{
    return cujit_function_get_info_sized(function, info, sizeof *info, error);
}

static inline cujit_status cujit_function_launch(cujit_function *function, const cujit_launch *launch, cujit_args args,
                                                 cujit_error *error)
{
    return cujit_function_launch_sized(function, launch, sizeof *launch, args.items, args.count, error);
}

static inline cujit_status cujit_function_launch_prepared(cujit_function *function, const cujit_launch *launch,
                                                          void *const *values, cujit_error *error)
{
    return cujit_function_launch_prepared_sized(function, launch, sizeof *launch, values, error);
}

static inline void cujit_context_get_cache_stats(cujit_context *context, cujit_cache_stats *stats)
{
    cujit_context_get_cache_stats_sized(context, stats, sizeof *stats);
}

static inline void cujit_cache_get_stats(cujit_cache *cache, cujit_cache_stats *stats)
{
    cujit_cache_get_stats_sized(cache, stats, sizeof *stats);
}

static inline cujit_status cujit_cache_collect(cujit_cache *cache, int look, cujit_cache_file_visit other, void *user,
                                               cujit_cache_collection *result, cujit_error *error)
{
    return cujit_cache_collect_sized(cache, look, other, user, result, sizeof *result, error);
}

static inline cujit_status cujit_cache_merge(cujit_cache *into, cujit_cache *from, cujit_cache_visit wanted, void *user,
                                             int trust, cujit_cache_merge_report *result, cujit_error *error)
{
    return cujit_cache_merge_sized(into, from, wanted, user, trust, result, sizeof *result, error);
}

static inline cujit_status cujit_cache_verify(cujit_cache *cache, int repair, cujit_cache_visit visit, void *user,
                                              cujit_cache_verification *result, cujit_error *error)
{
    return cujit_cache_verify_sized(cache, repair, visit, user, result, sizeof *result, error);
}

static inline cujit_status cujit_pack_get_info(cujit_pack *pack, cujit_pack_info *info, cujit_error *error)
{
    return cujit_pack_get_info_sized(pack, info, sizeof *info, error);
}

static inline cujit_status cujit_warm(cujit_context *context, const char *path, const cujit_warm_options *options,
                                      cujit_warm_result *result, cujit_error *error)
{
    return cujit_warm_sized(context, path, options, sizeof *options, result, sizeof *result, error);
}

static inline cujit_status cujit_memory_get_info(cujit_context *context, cujit_memory_info *info, cujit_error *error)
{
    return cujit_memory_get_info_sized(context, info, sizeof *info, error);
}

static inline cujit_status cujit_pool_create(cujit_context *context, const cujit_pool_options *options,
                                             cujit_pool **pool, cujit_error *error)
{
    return cujit_pool_create_sized(context, options, sizeof *options, pool, error);
}

static inline void cujit_pool_get_stats(cujit_pool *pool, cujit_pool_stats *stats)
{
    cujit_pool_get_stats_sized(pool, stats, sizeof *stats);
}

static inline void cujit_context_get_pool_stats(cujit_context *context, cujit_pool_stats *stats)
{
    cujit_context_get_pool_stats_sized(context, stats, sizeof *stats);
}

static inline cujit_status cujit_elementwise_tune(const cujit_elementwise *kernel,
                                                  const cujit_elementwise_options *options, cujit_args args,
                                                  cujit_tuning *result, cujit_error *error)
{
    return cujit_elementwise_tune_sized(kernel, options, sizeof *options, args.items, args.count, result,
                                        sizeof *result, error);
}

static inline cujit_status cujit_reduction_create(cujit_context *context, const cujit_reduction_spec *spec,
                                                  cujit_reduction **reduction, cujit_error *error)
{
    return cujit_reduction_create_sized(context, spec, sizeof *spec, reduction, error);
}

static inline cujit_status cujit_reduction_run(const cujit_reduction *reduction, const cujit_reduction_options *options,
                                               cujit_args args, cujit_array **results, cujit_error *error)
{
    return cujit_reduction_run_sized(reduction, options, sizeof *options, args.items, args.count, results, error);
}

static inline cujit_status cujit_reduction_launch_prepared(const cujit_reduction *reduction,
                                                           const cujit_reduction_options *options, size_t n,
                                                           void *const *values, void *const *results,
                                                           cujit_error *error)
{
    return cujit_reduction_launch_prepared_sized(reduction, options, sizeof *options, n, values, results, error);
}

static inline void cujit_reduction_get_report(const cujit_reduction *reduction, cujit_report *report)
{
    cujit_reduction_get_report_sized(reduction, report, sizeof *report);
}

static inline cujit_status cujit_reduction_render(cujit_context *context, const cujit_reduction_spec *spec,
                                                  char **source, cujit_error *error)
{
    return cujit_reduction_render_sized(context, spec, sizeof *spec, source, error);
}

static inline cujit_status cujit_reduce(cujit_reducer reducer, const cujit_array *x,
                                        const cujit_reduction_options *options, cujit_array **result,
                                        cujit_error *error)
{
    return cujit_reduce_sized(reducer, x, options, sizeof *options, result, error);
}

static inline cujit_status cujit_dot(const cujit_array *x, const cujit_array *y, const cujit_reduction_options *options,
                                     cujit_array **result, cujit_error *error)
{
    return cujit_dot_sized(x, y, options, sizeof *options, result, error);
}

static inline cujit_status cujit_scan_create(cujit_context *context, const cujit_scan_spec *spec, cujit_scan **scan,
                                             cujit_error *error)
{
    return cujit_scan_create_sized(context, spec, sizeof *spec, scan, error);
}

static inline cujit_status cujit_scan_run(const cujit_scan *scan, const cujit_scan_options *options, cujit_args args,
                                          cujit_array **result, cujit_error *error)
{
    return cujit_scan_run_sized(scan, options, sizeof *options, args.items, args.count, result, error);
}

static inline cujit_status cujit_scan_launch_prepared(const cujit_scan *scan, const cujit_scan_options *options,
                                                      size_t n, void *const *values, void *out, cujit_error *error)
{
    return cujit_scan_launch_prepared_sized(scan, options, sizeof *options, n, values, out, error);
}

static inline void cujit_scan_get_report(const cujit_scan *scan, cujit_report *report)
{
    cujit_scan_get_report_sized(scan, report, sizeof *report);
}

static inline cujit_status cujit_scan_render(cujit_context *context, const cujit_scan_spec *spec, char **source,
                                             cujit_error *error)
{
    return cujit_scan_render_sized(context, spec, sizeof *spec, source, error);
}

static inline cujit_status cujit_array_print(const cujit_array *array, FILE *file, const cujit_print_options *options,
                                             cujit_error *error)
{
    return cujit_array_print_sized(array, file, options, sizeof *options, error);
}

static inline cujit_status cujit_array_format(const cujit_array *array, const cujit_print_options *options, char **text,
                                              cujit_error *error)
{
    return cujit_array_format_sized(array, options, sizeof *options, text, error);
}

static inline void cujit_npy_reader_get_info(const cujit_npy_reader *reader, cujit_npy_info *info)
{
    cujit_npy_reader_get_info_sized(reader, info, sizeof *info);
}

static inline cujit_status cujit_array_to_dlpack(cujit_array *array, const cujit_dlpack_options *options,
                                                 struct DLManagedTensorVersioned **tensor, cujit_error *error)
{
    return cujit_array_to_dlpack_sized(array, options, sizeof *options, tensor, error);
}

static inline cujit_status cujit_array_to_dlpack_unversioned(cujit_array *array, const cujit_dlpack_options *options,
                                                             struct DLManagedTensor **tensor, cujit_error *error)
{
    return cujit_array_to_dlpack_unversioned_sized(array, options, sizeof *options, tensor, error);
}

static inline cujit_status cujit_array_get_interface(const cujit_array *array, cujit_stream stream,
                                                     cujit_array_interface *interface, cujit_error *error)
{
    return cujit_array_get_interface_sized(array, stream, interface, sizeof *interface, error);
}

static inline cujit_status cujit_rows_create(cujit_context *context, const cujit_rows_spec *spec, cujit_rows **rows,
                                             cujit_error *error)
{
    return cujit_rows_create_sized(context, spec, sizeof *spec, rows, error);
}

static inline cujit_status cujit_rows_run(const cujit_rows *rows, const cujit_rows_options *options, cujit_args args,
                                          cujit_error *error)
{
    return cujit_rows_run_sized(rows, options, sizeof *options, args.items, args.count, error);
}

static inline cujit_status cujit_rows_launch_prepared(const cujit_rows *rows, const cujit_rows_options *options,
                                                      size_t row_count, size_t row_length, void *const *values,
                                                      cujit_error *error)
{
    return cujit_rows_launch_prepared_sized(rows, options, sizeof *options, row_count, row_length, values, error);
}

static inline void cujit_rows_get_report(const cujit_rows *rows, cujit_report *report)
{
    cujit_rows_get_report_sized(rows, report, sizeof *report);
}

static inline cujit_status cujit_rows_render(cujit_context *context, const cujit_rows_spec *spec, char **source,
                                             cujit_error *error)
{
    return cujit_rows_render_sized(context, spec, sizeof *spec, source, error);
}

static inline cujit_status cujit_expression_create(cujit_context *context, const cujit_expression_spec *spec,
                                                   cujit_expression **expression, cujit_error *error)
{
    return cujit_expression_create_sized(context, spec, sizeof *spec, expression, error);
}

static inline cujit_status cujit_expression_run(cujit_expression *expression, const cujit_expression_options *options,
                                                cujit_named named, cujit_array **result, cujit_error *error)
{
    return cujit_expression_run_sized(expression, options, sizeof *options, named.names, named.items, named.count,
                                      result, error);
}

static inline cujit_status cujit_expression_prepare(cujit_expression *expression,
                                                    const cujit_expression_options *options, cujit_named named,
                                                    cujit_expression_prepared **prepared, cujit_error *error)
{
    return cujit_expression_prepare_sized(expression, options, sizeof *options, named.names, named.items, named.count,
                                          prepared, error);
}

static inline void cujit_expression_get_report(const cujit_expression *expression, cujit_expression_report *report)
{
    cujit_expression_get_report_sized(expression, report, sizeof *report);
}

static inline cujit_status cujit_image_create(cujit_context *context, const cujit_image_spec *spec, cujit_image **image,
                                              cujit_error *error)
{
    return cujit_image_create_sized(context, spec, sizeof *spec, image, error);
}

static inline cujit_status cujit_texture_create(cujit_context *context, const cujit_texture_spec *spec,
                                                cujit_texture **texture, cujit_error *error)
{
    return cujit_texture_create_sized(context, spec, sizeof *spec, texture, error);
}

static inline cujit_status cujit_random_create_with(cujit_context *context, const cujit_random_spec *spec,
                                                    cujit_random **random, cujit_error *error)
{
    return cujit_random_create_with_sized(context, spec, sizeof *spec, random, error);
}

static inline void cujit_random_get_spec(const cujit_random *random, cujit_random_spec *spec)
{
    cujit_random_get_spec_sized(random, spec, sizeof *spec);
}

static inline cujit_status cujit_eval(cujit_context *context, const char *text, cujit_named named, cujit_array **result,
                                      cujit_error *error)
{
    return cujit_eval_sized(context, text, named.names, named.items, named.count, result, error);
}

static inline cujit_status cujit_eval_double(cujit_context *context, const char *text, cujit_named named, double *value,
                                             cujit_error *error)
{
    return cujit_eval_double_sized(context, text, named.names, named.items, named.count, value, error);
}

static inline cujit_status cujit_elementwise_create_async(cujit_context *context, const cujit_elementwise_spec *spec,
                                                          cujit_creation **creation, cujit_error *error)
{
    return cujit_elementwise_create_async_sized(context, spec, sizeof *spec, creation, error);
}

static inline cujit_status cujit_reduction_create_async(cujit_context *context, const cujit_reduction_spec *spec,
                                                        cujit_creation **creation, cujit_error *error)
{
    return cujit_reduction_create_async_sized(context, spec, sizeof *spec, creation, error);
}

static inline cujit_status cujit_scan_create_async(cujit_context *context, const cujit_scan_spec *spec,
                                                   cujit_creation **creation, cujit_error *error)
{
    return cujit_scan_create_async_sized(context, spec, sizeof *spec, creation, error);
}

static inline cujit_status cujit_rows_create_async(cujit_context *context, const cujit_rows_spec *spec,
                                                   cujit_creation **creation, cujit_error *error)
{
    return cujit_rows_create_async_sized(context, spec, sizeof *spec, creation, error);
}

static inline cujit_status cujit_module_create_async(cujit_context *context, const cujit_module_spec *spec,
                                                     cujit_creation **creation, cujit_error *error)
{
    return cujit_module_create_async_sized(context, spec, sizeof *spec, creation, error);
}

#ifdef __cplusplus
}
#endif

#endif
