/*
 * bench.h: what the parts of the benchmark share.
 *
 * Every figure is a row: what was measured, its unit, ours, and beside it the bare vendor calls in the same run.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <cujit/cujit.h>

#include <stddef.h>

/* One row of the table. NAN: not measured here. */
void bench_row(const char *name, const char *unit, double ours, double bare);
void bench_note(const char *name, const char *text);

double bench_now_us(void);
double bench_median(double *values, size_t count);           /* sorts */
void bench_fail(const char *what, const cujit_error *error); /* prints and exits 1 */

/* Fills an array with numbers that differ: how much power a device takes, and so its clock, depends on them. */
void bench_fill_wave(cujit_context *context, cujit_array *array);

/* A kernel over "char *one, unsigned long long ns" that spins for so long. What is queued behind it meanwhile is timed by
 * events without what the host does for it. NULL: on the host device, where nothing is queued. */
cujit_elementwise *bench_new_spin(cujit_context *context);

/* The kernel that all of it is about. */
extern const cujit_elementwise_spec bench_axpby;

void bench_launch(cujit_context *context);
void bench_create(cujit_context *context);
void bench_lookup(const char *directory);
void bench_first_kernel(const char *program, const char *directory);
void bench_processor(void);
void bench_reduction(cujit_context *context);
void bench_first_fold(const char *program);

/* The children of bench_first_kernel and bench_first_fold: one first kernel in this fresh process, two numbers on
 * stdout, the first of them its time in ms. */
int bench_child(const char *mode);
int bench_fold_child(const char *mode); /* "cold-sum" and so on; -1: not one of its modes */

/* Runs this program as such a child. */
double bench_run_child(const char *program, const char *mode, double *second);
void bench_clear_cache(void);

/* The vendor's calls without cujit, for the comparison: all exit where something fails. */
typedef struct bench_bare bench_bare;
bench_bare *bench_bare_load(const void *object, const char *name); /* into the primary context; NULL: no GPU */
void bench_bare_launch(bench_bare *bare, unsigned grid, unsigned block, void **values);
void bench_bare_synchronize(bench_bare *bare);
double bench_bare_compile_ms(const char *source, const char *architecture, const char *name); /* compile and load */

#endif
