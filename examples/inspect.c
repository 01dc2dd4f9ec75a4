/*
 * inspect: what is known of a kernel: its source, its costs, where it came from, and what an error looks like.
 *
 * Makes the same kernel twice, and a third one with a typo in it. Exits 0 only where the second creation found the
 * first in memory, and the typo's error points at the typo.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *origin_name(cujit_origin origin)
{
    switch (origin) {
    case CUJIT_ORIGIN_MEMORY:
        return "memory";
    case CUJIT_ORIGIN_DISK:
        return "the cache on disk";
    case CUJIT_ORIGIN_COMPILER:
        return "the compiler";
    case CUJIT_ORIGIN_TIER:
        return "another machine";
    }
    return "nowhere";
}

static void print_report(const cujit_report *report)
{
    printf("%s: %zu bytes of %s for %s, from %s in %.3f ms (the compiler took %.1f ms)\n", report->name,
           report->object_size, report->object_kind, report->architecture, origin_name(report->origin),
           report->create_ms, report->compile_ms);
    if (report->registers >= 0)
        printf("registers %d, shared memory %d, stack %d, spilled %d bytes\n", report->registers, report->shared_bytes,
               report->stack_bytes, report->spill_store_bytes);
    if (report->log[0] != '\0')
        printf("the compiler said: %s\n", report->log);
}

/* What a person sees who forgot the b: status, line and column, and the line itself with a caret. */
static int show_an_error(cujit_context *context)
{
    cujit_elementwise *kernel = NULL;
    cujit_error error = {0};
    char *text;
    int right;

    cujit_elementwise_create(
        context, &(cujit_elementwise_spec){.arguments = "float *x, float *z", .operation = "z[i] = a_typo * x[i]"},
        &kernel, &error);
    text = cujit_error_format(&error);
    printf("\n%s\n%s", cujit_status_name(error.status), text != NULL ? text : "");
    right = error.status == CUJIT_ERROR_COMPILE && error.line == 1 && error.column == 8;
    cujit_free(text);
    cujit_error_clear(&error);
    cujit_elementwise_free(kernel);
    return right;
}

int main(void)
{
    const cujit_elementwise_spec spec = {
        .arguments = "float a, const float *x, float *z",
        .operation = "z[i] = rsqrtf(a + x[i] * x[i])",
        .name = "inverse_length",
    };
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *first = NULL, *second = NULL;
    cujit_report report;
    int exit_code = EXIT_FAILURE;

    if (cujit_context_create(NULL, &context, &error) || cujit_elementwise_create(context, &spec, &first, &error) ||
        cujit_elementwise_create(context, &spec, &second, &error)) {
        fprintf(stderr, "inspect: %s\n", error.message);
        goto out;
    }
    printf("%s\n\n", cujit_context_device_name(context));
    cujit_elementwise_get_report(first, &report);
    printf("%s\n", report.source);
    print_report(&report);
    cujit_elementwise_get_report(second, &report);
    print_report(&report);
    if (report.origin == CUJIT_ORIGIN_MEMORY && strstr(report.source, spec.operation) != NULL && show_an_error(context))
        exit_code = EXIT_SUCCESS;

out:
    cujit_elementwise_free(first);
    cujit_elementwise_free(second);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
