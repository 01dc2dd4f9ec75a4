/*
 * run_time.c: `cujit run --time`.
 *
 * The results are safe on the host by then, so that the same device arrays can be used again; each launch finds what
 * the first one found, because a kernel that changes its inputs could do something else the second time.
 */
#include "report.h"
#include "run.h"

#include <stdlib.h>
#include <time.h>

enum { LAUNCHES = 10 };

/* No new launch is begun after that. */
static const double patience_ms = 3000;

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static bool restore(run_command *self)
{
    for (size_t k = 0; k < self->count; k++) {
        run_binding *binding = &self->bindings[k];
        cujit_status status = CUJIT_OK;

        if (!binding->changed || binding->before.bytes == 0)
            continue;
        if (binding->before.data == NULL)
            status = cujit_memory_fill(self->context, cujit_array_data(binding->device), 0, binding->before.bytes, NULL,
                                       &self->error);
        else
            status = cujit_array_fill_from_host(binding->device, binding->before.data, binding->before.bytes,
                                                &self->error);
        if (status != CUJIT_OK)
            return false;
    }
    return cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
}

/* Inputs are read and outputs written, once; what was given and changed, both. */
static double bytes_moved(const run_command *self)
{
    double bytes = 0;

    for (size_t k = 0; k < self->count; k++) {
        const run_binding *binding = &self->bindings[k];

        if (binding->parameter->pointer)
            bytes += (double)binding->before.bytes * (binding->value != NULL && binding->changed ? 2 : 1);
    }
    return bytes;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

bool cli_run_measure(run_command *self, run_time *out)
{
    double times[LAUNCHES], began = now_ms(), start;
    size_t count = 0;

    while (count < LAUNCHES && (count == 0 || now_ms() - began < patience_ms)) {
        if (!restore(self))
            return false;
        start = now_ms();
        if (!cli_run_launch(self))
            return false;
        times[count++] = now_ms() - start;
    }
    qsort(times, count, sizeof *times, compare);
    *out = (run_time){count, times[0], (times[(count - 1) / 2] + times[count / 2]) / 2, bytes_moved(self)};
    return true;
}

/* Part of the elements: who knows how many bytes that is. */
static bool speed_is_known(const run_command *self, const run_time *time)
{
    return !self->has_range && !self->has_slice && time->bytes > 0 && time->best_ms > 0;
}

void cli_run_time_json(cli_json *json, const run_command *self, const run_time *time)
{
    cli_json_begin(json, "time", '{');
    cli_json_unsigned(json, "launches", time->launches);
    cli_json_real(json, "best_ms", time->best_ms);
    cli_json_real(json, "median_ms", time->median_ms);
    if (speed_is_known(self, time)) {
        cli_json_real(json, "bytes", time->bytes);
        cli_json_real(json, "best_gb_per_s", time->bytes / time->best_ms * 1e-6);
    }
    cli_json_end(json, '}');
}

void cli_run_time_print(FILE *file, const run_command *self, const run_time *time)
{
    cujit_report report;
    char size[32], best[32], median[32];

    cujit_elementwise_get_report(self->made, &report);
    fprintf(file, "device   %s\n", cujit_context_device_name(self->context));
    fprintf(file, "kernel   from %s, created in %.2f ms\n", cli_origin_text(report.origin), report.create_ms);
    fprintf(file, "compile  %.1f ms%s\n", report.compile_ms,
            report.origin == CUJIT_ORIGIN_COMPILER ? "" : " when it was made");
    fprintf(file, "run      best %s, median %s of %zu launches\n", cli_print_ms(time->best_ms, best, sizeof best),
            cli_print_ms(time->median_ms, median, sizeof median), time->launches);
    if (speed_is_known(self, time))
        fprintf(file, "speed    %.1f GB/s at best, %s read and written\n", time->bytes / time->best_ms * 1e-6,
                cli_print_bytes(time->bytes, size, sizeof size));
}
