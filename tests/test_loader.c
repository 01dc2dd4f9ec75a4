/*
 * test_loader.c: two copies of the library in one process (one linked, one that a plug-in brought along), which share
 * the dynamic loader: it takes two images for one where they have the same name.
 */
#include "tests/kernels.h"

/* The second copy, under names of its own. */
#define cj_load_image second_load_image
#define cj_is_image second_is_image
#include "libjit/host/loader.c" /* NOLINT(bugprone-suspicious-include) */
#undef cj_load_image
#undef cj_is_image
cujit_status cj_load_image(const void *data, size_t size, void **library, int *descriptor, cujit_error *error);

#include <link.h>

static int count_one(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)info, (void)size;
    ++*(int *)count;
    return 0;
}

static int loaded_images(void)
{
    int count = 0;

    dl_iterate_phdr(count_one, &count);
    return count;
}

/* The object of a kernel that sets its array's elements to one number. */
static cujit_elementwise *kernel_that_sets(cujit_context *context, const char *operation, cujit_report *report)
{
    cujit_elementwise *kernel = make_kernel(context,
                                            &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation});

    cujit_elementwise_report(kernel, report);
    return kernel;
}

START_TEST(copies_of_the_library_load_images_of_their_own)
{
    const cujit_context_options options = {.device = "host", .cache_directory = ""};
    cujit_context *context = NULL;
    cujit_error error = {0};
    cujit_elementwise *kernels[2];
    cujit_report reports[2];
    void *libraries[6] = {NULL};
    int descriptor = -1, before;

    must(cujit_context_create(&options, &context, &error), &error);
    kernels[0] = kernel_that_sets(context, "x[i] = 1", &reports[0]);
    kernels[1] = kernel_that_sets(context, "x[i] = 2", &reports[1]);
    before = loaded_images();
    for (int k = 0; k < 6; k++) {
        const cujit_report *report = &reports[(k + 1) % 2];

        must((k % 2 == 0 ? second_load_image : cj_load_image)(report->object, report->object_size, &libraries[k],
                                                              &descriptor, &error),
             &error);
        ck_assert_int_eq(descriptor, -1);
        ck_assert_msg(loaded_images() == before + k + 1, "load %d gave an image that was there already", k);
    }
    for (int k = 0; k < 6; k++)
        dlclose(libraries[k]);
    cujit_elementwise_free(kernels[0]);
    cujit_elementwise_free(kernels[1]);
    cujit_context_free(context);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("loader");
    TCase *tests = tcase_create("loader");

    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, copies_of_the_library_load_images_of_their_own);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return cj_test_main(make_suite());
}
