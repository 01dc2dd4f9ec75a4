/*
 * generic: one kernel for arrays of any type.
 *
 * A capital in the signature is a type that the arrays of each call say. One kernel object scales arrays of float and
 * of int; a call whose arrays disagree is an error that names the argument; and with `types` the same texts make a
 * kernel for one type, with code to look at. Prints the device, and exits 0 only where all of that is so.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000 };

static const char arguments[] = "T a, const T *x, T *z", operation[] = "z[i] = a * x[i]";

/* The kernel on arrays of two types. */
static cujit_status scale_both(const cujit_elementwise *scale, cujit_array *reals, cujit_array *integers, int *wrong,
                               cujit_error *error)
{
    float real[COUNT];
    int integer[COUNT];
    cujit_status status;

    *wrong = 0;
    if ((status = cujit_elementwise_run(scale, NULL, CUJIT_ARGS(0.5, reals, reals), error)) != CUJIT_OK ||
        (status = cujit_elementwise_run(scale, NULL, CUJIT_ARGS(3, integers, integers), error)) != CUJIT_OK ||
        (status = cujit_array_to_host(reals, real, sizeof real, error)) != CUJIT_OK ||
        (status = cujit_array_to_host(integers, integer, sizeof integer, error)) != CUJIT_OK)
        return status;
    for (int k = 0; k < COUNT; k++)
        *wrong += real[k] != 0.5f * (float)k || integer[k] != 3 * k;
    return CUJIT_OK;
}

int main(void)
{
    const size_t shape[] = {COUNT};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *scale = NULL, *scale_reals = NULL;
    cujit_array *reals = NULL, *integers = NULL;
    float real[COUNT];
    int integer[COUNT], wrong = 0, exit_code = EXIT_FAILURE;
    cujit_report report;

    for (int k = 0; k < COUNT; k++) {
        real[k] = (float)k;
        integer[k] = k;
    }
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, real, &reals, &error) ||
        cujit_array_from_host(context, CUJIT_INT32, 1, shape, integer, &integers, &error) ||
        cujit_elementwise_create(context, &(cujit_elementwise_spec){.arguments = arguments, .operation = operation},
                                 &scale, &error) ||
        scale_both(scale, reals, integers, &wrong, &error) ||
        cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){
                                     .arguments = arguments,
                                     .operation = operation,
                                     .types = "T = float",
                                 },
                                 &scale_reals, &error)) {
        fprintf(stderr, "generic: %s\n", error.message);
        goto out;
    }
    printf("%s: %d elements wrong\n", cujit_context_device_name(context), wrong);
    cujit_elementwise_get_report(scale_reals, &report);
    printf("for float: %s of %zu bytes\n", report.object_kind, report.object_size);

    if (cujit_elementwise_run(scale, NULL, CUJIT_ARGS(1, reals, integers), &error) == CUJIT_ERROR_ARGUMENT_TYPE &&
        wrong == 0)
        exit_code = EXIT_SUCCESS;
    printf("two types for one letter: %s\n", error.message);

out:
    cujit_elementwise_free(scale_reals);
    cujit_elementwise_free(scale);
    cujit_array_free(integers);
    cujit_array_free(reals);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
