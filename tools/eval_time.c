/*
 * eval_time.c: `cujit eval --repeat`, --explain and --source: what the text became, and how long that takes.
 */
#include "eval_time.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 10, COPIES = 6, COLUMNS = 8, LARGEST_COPY = 256 << 20 };

/* No new run is begun after that, unless a number of runs was asked for. */
static const double patience_ms = 3000;

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static size_t count_kernels(const eval_command *self)
{
    cujit_expression_report report;

    cujit_expression_get_report(self->explained, &report);
    return report.kernel_count;
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

/* One run, waited for. */
static bool run_timed(eval_command *self, const cujit_expression_options *options, double *ms)
{
    cujit_array *result = NULL;
    double start;
    bool good = eval_restore(self) && cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;

    start = now_ms();
    good = good && eval_launch(self, self->explained, options, self->explains_value ? &result : NULL) &&
           cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
    *ms = now_ms() - start;
    cujit_array_free(result);
    return good;
}

static bool measure_runs(eval_command *self, eval_time *out)
{
    const size_t most = self->repeat;
    double *times = cli_alloc(most * sizeof *times), began = now_ms();
    bool good = true;

    while (good && out->runs < most && (self->repeat_given || out->runs == 0 || now_ms() - began < patience_ms))
        good = run_timed(self, NULL, &times[out->runs++]);
    if (good && out->runs > 0) {
        qsort(times, out->runs, sizeof *times, compare);
        out->best_ms = times[0];
        out->median_ms = (times[(out->runs - 1) / 2] + times[out->runs / 2]) / 2;
    }
    free(times);
    return good;
}

static bool measure_kernels(eval_command *self, eval_time *out)
{
    const cujit_expression_options options = {.measure = 1};
    double began = now_ms(), ms;
    bool good = true;

    out->kernel_count = count_kernels(self);
    out->kernel_ms = cli_alloc(out->kernel_count * sizeof *out->kernel_ms);
    for (size_t run = 0; good && run < RUNS && (run == 0 || now_ms() - began < patience_ms); run++) {
        good = run_timed(self, &options, &ms);
        for (size_t k = 0; good && k < out->kernel_count; k++) {
            ms = cujit_expression_get_kernel(self->explained, k)->ms;
            out->kernel_ms[k] = run == 0 || ms < out->kernel_ms[k] ? ms : out->kernel_ms[k];
        }
    }
    return good;
}

/* The best of some copies, of as much as is large for any cache and leaves room. */
static bool measure_copy(eval_command *self, eval_time *out)
{
    cujit_memory_info info = {0};
    size_t size = LARGEST_COPY;
    void *from = NULL, *to = NULL;
    bool good = cujit_memory_get_info(self->context, &info, &self->error) == CUJIT_OK;

    size = info.free_bytes / 8 < size ? info.free_bytes / 8 : size;
    good = good && size > 0 && cujit_memory_alloc(self->context, size, &from, &self->error) == CUJIT_OK &&
           cujit_memory_alloc(self->context, size, &to, &self->error) == CUJIT_OK &&
           cujit_memory_fill(self->context, from, 1, size, NULL, &self->error) == CUJIT_OK &&
           cujit_memory_fill(self->context, to, 1, size, NULL, &self->error) == CUJIT_OK;
    for (int k = 0; good && k < COPIES; k++) {
        double start, speed;

        good = cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
        start = now_ms();
        good = good && cujit_memory_copy(self->context, to, from, size, &self->error) == CUJIT_OK &&
               cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
        speed = 2 * (double)size / (now_ms() - start);
        out->copy_speed = speed > out->copy_speed ? speed : out->copy_speed;
    }
    cujit_memory_free(self->context, from);
    cujit_memory_free(self->context, to);
    if (!good) /* what it was for goes without it */
        out->copy_speed = 0;
    cujit_error_clear(&self->error);
    return true;
}

bool eval_measure(eval_command *self, eval_time *out)
{
    return (self->repeat == 0 || measure_runs(self, out)) &&
           (!self->explain || (measure_kernels(self, out) && measure_copy(self, out)));
}

void eval_time_clear(eval_time *time)
{
    free(time->kernel_ms);
    *time = (eval_time){0};
}

/* ---- For people -------------------------------------------------------------------------------------------------- */

static char *speed_text(const eval_time *time, double bytes, double ms, bool share)
{
    if (ms <= 0 || bytes <= 0 || (share && time->copy_speed <= 0))
        return cli_copy("");
    return share ? cli_format("%.0f %%", 100 * bytes / ms / time->copy_speed) : cli_format("%.1f", bytes / ms * 1e-6);
}

static void fill_row(char **cells, const eval_time *time, const cujit_expression_kernel *kernel, size_t k)
{
    char size[32], ms[32];
    const double bytes = (double)kernel->bytes;

    cells[0] = cli_format("%zu", k + 1);
    cells[1] = cli_copy(kernel->family);
    cells[2] = cli_format("%zu:%zu", kernel->line, kernel->column);
    cells[3] = cli_copy(cli_print_bytes(bytes, size, sizeof size));
    cells[4] = cli_copy(cli_print_ms(time->kernel_ms[k], ms, sizeof ms));
    cells[5] = speed_text(time, bytes, time->kernel_ms[k], false);
    cells[6] = speed_text(time, bytes, time->kernel_ms[k], true);
    cells[7] = cli_format("%s (%zu -> %zu)", kernel->reason, kernel->inputs, kernel->outputs);
}

static void print_kernels(FILE *file, const eval_command *self, const eval_time *time)
{
    static const char *const heads[COLUMNS] = {"kernel", "family", "place",     "bytes",
                                               "time",   "GB/s",   "of a copy", "why"};
    const size_t rows = time->kernel_count + 1;
    char **cells = cli_alloc(rows * COLUMNS * sizeof *cells);

    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = cli_copy(heads[k]);
    for (size_t k = 0; k < time->kernel_count; k++)
        fill_row(cells + (k + 1) * COLUMNS, time, cujit_expression_get_kernel(self->explained, k), k);
    cli_print_table(file, COLUMNS, "rllrrrrl", rows, cells);
    for (size_t k = 0; k < rows * COLUMNS; k++)
        free(cells[k]);
    free(cells);
}

void eval_time_print(FILE *file, const eval_command *self, const eval_time *time)
{
    char best[32], median[32];

    fprintf(file, "device   %s\n", cujit_context_device_name(self->context));
    if (time->kernel_ms != NULL && time->kernel_count == 0)
        fputs("the expression needs no kernel\n", file);
    else if (time->kernel_ms != NULL)
        print_kernels(file, self, time);
    if (time->copy_speed > 0)
        fprintf(file, "copy     %.1f GB/s, read and written\n", time->copy_speed * 1e-6);
    if (time->runs > 0)
        fprintf(file, "run      best %s, median %s of %zu\n", cli_print_ms(time->best_ms, best, sizeof best),
                cli_print_ms(time->median_ms, median, sizeof median), time->runs);
}

/* ---- For programs ------------------------------------------------------------------------------------------------ */

static void kernel_json(cli_json *json, const eval_command *self, const eval_time *time, size_t k)
{
    const cujit_expression_kernel *kernel = cujit_expression_get_kernel(self->explained, k);

    cli_json_begin(json, NULL, '{');
    cli_json_text(json, "family", kernel->family);
    cli_json_text(json, "reason", kernel->reason);
    cli_json_unsigned(json, "line", kernel->line);
    cli_json_unsigned(json, "column", kernel->column);
    cli_json_unsigned(json, "inputs", kernel->inputs);
    cli_json_unsigned(json, "outputs", kernel->outputs);
    if (time->kernel_ms != NULL) {
        cli_json_unsigned(json, "bytes", kernel->bytes);
        cli_json_real(json, "best_ms", time->kernel_ms[k]);
    }
    if (self->source)
        cli_json_text(json, "source", kernel->source);
    cli_json_end(json, '}');
}

void eval_time_json(cli_json *json, const eval_command *self, const eval_time *time)
{
    const size_t count = self->explain || self->source ? count_kernels(self) : 0;

    if (self->explain || self->source) {
        cli_json_begin(json, "kernels", '[');
        for (size_t k = 0; k < count; k++)
            kernel_json(json, self, time, k);
        cli_json_end(json, ']');
    }
    if (time->copy_speed > 0)
        cli_json_real(json, "copy_gb_per_s", time->copy_speed * 1e-6);
    if (time->runs > 0) {
        cli_json_begin(json, "time", '{');
        cli_json_unsigned(json, "runs", time->runs);
        cli_json_real(json, "best_ms", time->best_ms);
        cli_json_real(json, "median_ms", time->median_ms);
        cli_json_end(json, '}');
    }
}
