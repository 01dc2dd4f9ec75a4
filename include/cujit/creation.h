/*
 * cujit/creation.h: kernels that are made in the background, section 30 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_CREATION_H
#define CUJIT_CREATION_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 30 Kernels made in the background ----------------------------------------------------------------------------
 *
 * A compiler takes a tenth of a second and more. Where a program has something else to do meanwhile, or wants many
 * kernels, threads of the library's make them:
 *
 *     cujit_creation *creation = NULL;
 *     cujit_elementwise_create_async(context, &spec, &creation, &error);
 *     ... other work; cujit_creation_is_done(creation) looks whether it is done ...
 *     cujit_creation_take_elementwise(creation, &kernel, &error);
 *     cujit_creation_free(creation);
 *
 * The calls that begin it copy the spec, and look at its texts: what needs no compiler to be found wrong is their own
 * error. What is in the context's memory, and a generic kernel, of which nothing is compiled, is done when they return.
 * The rest waits for one of the context's threads, of which there are at most `background_threads` (section 3); they
 * start when they are needed and end with the context. What a cache has comes from there, and of several that want the
 * same kernel, in the background or not, one compiles it.
 *
 * A creation that is not done can be cancelled; free() does it, too. What has not begun is dropped. A C++ compiler is
 * killed, unless another thread waits for the same kernel. NVRTC cannot be stopped: it goes on, and what it makes goes
 * to the cache; a program that cancels again and again has that many at work beside its threads. Neither call waits.
 *
 * A creation keeps its context alive. When the last object of a context goes, its threads end: that waits until a
 * compiler is killed, not until it is done. (What looks into a cache, or waits for another machine that compiles, goes
 * on to its end.) A context's log and tier are called by these threads. In a child of fork() a creation is
 * CUJIT_ERROR_FORKED, and can be freed. A program should free its creations before it ends: NVRTC that is at work is
 * waited for then, for 10 seconds at most, and a C++ compiler goes on by itself.
 *
 * Compilers in the background see the environment and the working directory as they are then: a program must not change
 * them meanwhile (setenv() is no call for a program with threads; relative paths of includes lead elsewhere).
 *
 * Expressions (section 25) compile nothing before they are run, and are not made in the background.
 *
 * From any thread, and by several at once; but cujit_creation_free() must be the last.
 */
typedef struct cujit_creation cujit_creation;

/* Begin to make what cujit_elementwise_create() and its like make of the same spec, whose memory may go when they
 * return. Their errors, but for those of compilers, caches and devices. */
CUJIT_SIZED cujit_status cujit_elementwise_create_async(cujit_context *context, const cujit_elementwise_spec *spec,
                                                        cujit_creation **creation, cujit_error *error);
CUJIT_SIZED cujit_status cujit_reduction_create_async(cujit_context *context, const cujit_reduction_spec *spec,
                                                      cujit_creation **creation, cujit_error *error);
CUJIT_SIZED cujit_status cujit_scan_create_async(cujit_context *context, const cujit_scan_spec *spec,
                                                 cujit_creation **creation, cujit_error *error);
CUJIT_SIZED cujit_status cujit_rows_create_async(cujit_context *context, const cujit_rows_spec *spec,
                                                 cujit_creation **creation, cujit_error *error);
CUJIT_SIZED cujit_status cujit_module_create_async(cujit_context *context, const cujit_module_spec *spec,
                                                   cujit_creation **creation, cujit_error *error);

/* 1: it is done, be it with an error or cancelled; 0: not yet. Does not wait. NULL, and in a child of fork(): 1. */
CUJIT_API int cujit_creation_is_done(const cujit_creation *creation);

/* Waits until it is done, for `ms` milliseconds at most (less than 0: for as long as it takes); *done says whether it
 * is. An error of the creation is none of this call. */
CUJIT_API cujit_status cujit_creation_wait(cujit_creation *creation, double ms, int *done, cujit_error *error);

/* Wait until it is done, and hand the kernel over, once: it is the caller's, like one of cujit_elementwise_create(),
 * and lives on when the creation is freed. Where it could not be made they return its error, with place, excerpt and
 * log, as that call would have. CUJIT_ERROR_CANCELLED: it was cancelled. CUJIT_ERROR_INVALID_ARGUMENT: it makes another
 * kind of kernel, which the message names; or kernel or error were taken before. */
CUJIT_API cujit_status cujit_creation_take_elementwise(cujit_creation *creation, cujit_elementwise **kernel,
                                                       cujit_error *error);
CUJIT_API cujit_status cujit_creation_take_reduction(cujit_creation *creation, cujit_reduction **reduction,
                                                     cujit_error *error);
CUJIT_API cujit_status cujit_creation_take_scan(cujit_creation *creation, cujit_scan **scan, cujit_error *error);
CUJIT_API cujit_status cujit_creation_take_rows(cujit_creation *creation, cujit_rows **rows, cujit_error *error);
CUJIT_API cujit_status cujit_creation_take_module(cujit_creation *creation, cujit_module **module, cujit_error *error);

/* It is not wanted any more, and done at once. One that is done stays as it is, and can be taken. */
CUJIT_API void cujit_creation_cancel(cujit_creation *creation);

/* Cancels it, and frees a kernel that nobody took. */
CUJIT_API void cujit_creation_free(cujit_creation *creation);

#ifdef __cplusplus
}
#endif

#endif
