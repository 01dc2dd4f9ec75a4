/*
 * cujit/cujit.h: the manual of libcujit.
 *
 * cujit makes kernels while a program runs. The program hands over an argument signature and an expression; cujit
 * writes CUDA source, compiles it, keeps the object in an on-disk cache, loads it and launches it: on an NVIDIA GPU
 * ("cuda:0", through NVRTC and the driver) or on the processor ("host", through the system's C++ compiler), from the
 * same source.
 *
 *     #include <cujit/cujit.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         float data[] = {1, 2, 3, 4};
 *         const size_t shape[] = {4};
 *         cujit_error error = {0};
 *         cujit_context *context = NULL;
 *         cujit_array *x = NULL;
 *         cujit_elementwise *scale = NULL;
 *         int failed = cujit_context_create(NULL, &context, &error) ||
 *                      cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, data, &x, &error) ||
 *                      cujit_elementwise_create(context,
 *                                               &(cujit_elementwise_spec){
 *                                                   .arguments = "float a, float *x",
 *                                                   .operation = "x[i] = a * x[i]",
 *                                               },
 *                                               &scale, &error) ||
 *                      cujit_elementwise_run(scale, NULL, CUJIT_ARGS(10, x), &error) ||
 *                      cujit_array_to_host(x, data, sizeof data, &error);
 *
 *         if (failed)
 *             fprintf(stderr, "%s\n", error.message);
 *         else
 *             printf("%g %g %g %g\n", data[0], data[1], data[2], data[3]);
 *         cujit_elementwise_free(scale);
 *         cujit_array_free(x);
 *         cujit_context_free(context);
 *         cujit_error_clear(&error);
 *         return failed;
 *     }
 *
 * This is its opening; the sections, from simple to expert, are the headers that it includes:
 *     1 Errors                      status.h         9 Buffers on the fly           args.h
 *     2 Element types               dtype.h         10 Memory                       memory.h
 *     3 Contexts and devices        context.h          streams, events and graphs   stream.h
 *     4 Arrays                      array.h         11 The kernel cache             cache.h
 *     5 Arguments                   args.h          12 Memory pools                 pool.h
 *     6 Elementwise kernels         elementwise.h   13 Tuning                       elementwise.h
 *     7 Looking into a kernel       report.h        14 Reductions, 15 ready-made
 *     8 Modules                     module.h           ones, 16 Scans               reduction.h
 *    17 Views of arrays, 18 making and copying, 19 rearranging, 20 selecting      manipulate.h
 *    21 Printing                    print.h        22 .npy and .npz files           npy.h
 *    23 Exchange with other
 *       libraries                  dlpack.h       24 Kernels of rows              rows.h
 *    25 Expressions                expression.h    26 Objects that free themselves  auto.h
 *    27 Random numbers             random.h
 *    28 Textures and surfaces      texture.h        29 Packs and warm-up           pack.h
 *    30 Kernels made in the
 *       background                 creation.h
 * Many processes with a device each, over MPI, are a library of its own: <cujit/mpi.h>.
 *
 * Rules that hold everywhere:
 *   - A function that can fail returns a cujit_status (CUJIT_OK is 0) and takes a trailing cujit_error *, which may be
 *     NULL.
 *   - What is passed in is borrowed for the call, texts are copied where they are kept. A pointer-to-pointer result
 *     belongs to the caller and is written only on success. A pointer that is returned plainly is borrowed from the
 *     object that it came from, and lives as long as that.
 *   - NULL for an object, a text or the place of a result is CUJIT_ERROR_INVALID_ARGUMENT, and the message names it,
 *     unless the description gives it a meaning. What is asked of NULL by a function that cannot fail is 0, NULL or "".
 *     Every _free function accepts NULL.
 *   - Objects keep their context alive: the order of freeing does not matter.
 *   - A context may be used from any thread. Kernels are immutable and may be used from any thread. An array may be
 *     used from one thread at a time.
 *   - A name begins with what it belongs to, constants too, and that is the first parameter. Of two addresses the one
 *     that is written comes first, as of memcpy().
 *   - A struct that describes something is what cujit_..._get_...() fills in or hands out: info (what something is),
 *     stats (what was counted), a report (how a kernel was made). One value is asked for by its name alone:
 *     cujit_array_shape(). Where there are many, ..._count() says how many, and the others take the number k of one.
 *   - What a program does not set of a struct that it hands over is 0, as {0} and designated initialisers have it; 0 is
 *     the default. Structs get new members at their end, and programs that were compiled before run on (docs/abi.md).
 *   - Sizes and indices are 64-bit. Sizes of memory are in bytes, times in milliseconds.
 *   - The library prints nothing (a context's log is told what it does), aborts nothing, and starts no thread and loads
 *     no driver before a context is made.
 */
#ifndef CUJIT_H
#define CUJIT_H

#include <stddef.h>
#include <stdint.h>

/* Each builds on those before it; whichever of them a program includes, it gets all. */
/* clang-format off */
#include <cujit/status.h>
#include <cujit/dtype.h>
#include <cujit/args.h>
#include <cujit/context.h>
#include <cujit/array.h>
#include <cujit/report.h>
#include <cujit/elementwise.h>
#include <cujit/module.h>
#include <cujit/memory.h>
#include <cujit/stream.h>
#include <cujit/cache.h>
#include <cujit/pack.h>
#include <cujit/pool.h>
#include <cujit/reduction.h>
#include <cujit/manipulate.h>
#include <cujit/print.h>
#include <cujit/npy.h>
#include <cujit/dlpack.h>
#include <cujit/rows.h>
#include <cujit/expression.h>
#include <cujit/texture.h>
#include <cujit/random.h>
#include <cujit/creation.h>
#include <cujit/auto.h>
#include <cujit/sized.h>
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. */
#define CUJIT_VERSION_MAJOR 0
#define CUJIT_VERSION_MINOR 1
#define CUJIT_VERSION_PATCH 0

/* The version of the library that runs, "0.1.0". Static storage. */
CUJIT_API const char *cujit_version(void);

#ifdef __cplusplus
}
#endif

#endif
