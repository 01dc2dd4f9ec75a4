/*
 * test_sized.c: programs with longer structs than the library knows (cujit/sized.h): what is behind is 0 or refused, and
 * is 0 in what is filled in. tests/abi has the shorter ones.
 */
#include "tests/kernels.h"

#include <string.h>

/* A struct of tomorrow. */
#define LONGER(type)                                                                                                   \
    struct {                                                                                                           \
        type it;                                                                                                       \
        const void *member;                                                                                            \
    }

TEST(members_of_tomorrow_must_be_zero)
{
    LONGER(cujit_context_options) options = {.it = {.cache_directory = ""}};
    LONGER(cujit_elementwise_spec) spec = {.it = {.arguments = "float *x", .operation = "x[i] = 1"}};
    LONGER(cujit_elementwise_options) launch = {.it = {0}};
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    void *values[1] = {0};

    ck_assert_int_eq(cujit_context_create_sized(&options.it, sizeof options, &context, NULL), CUJIT_OK);
    ck_assert_int_eq(cujit_elementwise_create_sized(context, &spec.it, sizeof spec, &kernel, NULL), CUJIT_OK);
    must(cujit_elementwise_launch_prepared_sized(kernel, &launch.it, sizeof launch, 0, values, &fault));
    cujit_elementwise_free(kernel);
    cujit_context_free(context);

    options.member = spec.member = launch.member = "set";
    refuse(cujit_context_create_sized(&options.it, sizeof options, &context, &fault), CUJIT_ERROR_UNSUPPORTED,
           "cujit_context_create", cujit_version());
    refuse(cujit_elementwise_create_sized(NULL, &spec.it, sizeof spec, &kernel, &fault), CUJIT_ERROR_UNSUPPORTED,
           "cujit_elementwise_create", cujit_version());
    refuse(cujit_elementwise_launch_prepared_sized(NULL, &launch.it, sizeof launch, 0, values, &fault),
           CUJIT_ERROR_UNSUPPORTED, "cujit_elementwise_launch_prepared", cujit_version());
    refuse(cujit_elementwise_tune_sized(NULL, &launch.it, sizeof launch, NULL, 0, NULL, 0, &fault),
           CUJIT_ERROR_UNSUPPORTED, "cujit_elementwise_tune", cujit_version());
}

TEST(members_of_tomorrow_come_back_as_zero)
{
    cujit_context *context = cj_test_context();
    LONGER(cujit_cache_stats) stats;
    LONGER(cujit_device_info) info;

    memset(&stats, 0xff, sizeof stats);
    memset(&info, 0xff, sizeof info);
    cujit_context_get_cache_stats_sized(context, &stats.it, sizeof stats);
    ck_assert_ptr_null(stats.member);
    ck_assert_uint_eq(stats.it.misses, 0);
    ck_assert_int_eq(cujit_device_get_info_sized("no such device", &info.it, sizeof info, NULL), CUJIT_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(info.member); /* written on success only */
    ck_assert_int_eq(cujit_device_get_info_sized(NULL, &info.it, sizeof info, NULL), CUJIT_OK);
    ck_assert_ptr_null(info.member);
    ck_assert_int_gt(info.it.multiprocessors, 0);
    cujit_context_get_cache_stats_sized(context, NULL, 5);
}
