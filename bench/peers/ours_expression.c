/*
 * ours_expression.c: cujit's expressions and kernels of rows in the comparison, behind plain functions that Python's
 * ctypes can call.
 *
 * As in ours.c: what is timed is a checked call on device memory that the peers use too; of an expression that has a value
 * also its new array, which goes back to the context's pool.
 */
#include "ours.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 16 };

/* An expression (`text`), or a kernel of rows (`rows`). */
typedef struct peers_text {
    cujit_context *context;
    char *text, *names;
    int valued; /* it is worth something that no array takes */
    cujit_rows *rows;
    cujit_arg items[MAX_ARGUMENTS];
    cujit_array *arrays[MAX_ARGUMENTS];
    size_t count;
} peers_text;

EXPORT int peers_eval_create(cujit_context *context, const char *text, const char *names, int valued,
                             const peers_argument *values, size_t count, peers_text **out, char *message, size_t room);
EXPORT int peers_rows_create(cujit_context *context, const cujit_rows_spec *spec, const peers_argument *values,
                             size_t count, peers_text **out, char *message, size_t room);
EXPORT void peers_text_free(peers_text *text);
EXPORT int peers_text_run(const peers_text *text, char *message, size_t room);
EXPORT int peers_text_host_us(const peers_text *text, int launches, double *us, char *message, size_t room);
EXPORT double peers_bare_host_us(void *function, unsigned blocks, unsigned threads, void **values, int launches);

void peers_text_free(peers_text *text)
{
    if (text == NULL)
        return;
    for (size_t k = 0; k < MAX_ARGUMENTS; k++)
        cujit_array_free(text->arrays[k]);
    cujit_rows_free(text->rows);
    free(text->text);
    free(text->names);
    free(text);
}

static cujit_status create(cujit_context *context, const peers_argument *values, size_t count, peers_text **out,
                           cujit_error *error)
{
    peers_text *text = count <= MAX_ARGUMENTS ? calloc(1, sizeof *text) : NULL;
    cujit_status status = text == NULL ? CUJIT_ERROR_OUT_OF_MEMORY : CUJIT_OK;

    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        status = peers_bind(context, &values[k], &text->items[text->count++], &text->arrays[k], error);
    if (status != CUJIT_OK) {
        peers_text_free(text);
        return status;
    }
    text->context = context;
    *out = text;
    return CUJIT_OK;
}

int peers_eval_create(cujit_context *context, const char *text, const char *names, int valued,
                      const peers_argument *values, size_t count, peers_text **out, char *message, size_t room)
{
    cujit_error error = {0};
    peers_text *made = NULL;
    cujit_status status = create(context, values, count, &made, &error);

    if (status == CUJIT_OK) {
        made->valued = valued;
        made->text = strdup(text);
        made->names = strdup(names);
        status = made->text != NULL && made->names != NULL ? CUJIT_OK : CUJIT_ERROR_OUT_OF_MEMORY;
    }
    if (status == CUJIT_OK)
        *out = made;
    else
        peers_text_free(made);
    return peers_finish(status, &error, message, room);
}

int peers_rows_create(cujit_context *context, const cujit_rows_spec *spec, const peers_argument *values, size_t count,
                      peers_text **out, char *message, size_t room)
{
    cujit_error error = {0};
    peers_text *made = NULL;
    cujit_status status = create(context, values, count, &made, &error);

    if (status == CUJIT_OK)
        status = cujit_rows_create(context, spec, &made->rows, &error);
    if (status == CUJIT_OK)
        *out = made;
    else
        peers_text_free(made);
    return peers_finish(status, &error, message, room);
}

static cujit_status launch(const peers_text *text, cujit_error *error)
{
    const cujit_named named = {text->names, text->items, text->count};
    cujit_array *value = NULL;
    cujit_status status;

    if (text->rows != NULL)
        return cujit_rows_run(text->rows, NULL, (cujit_args){text->items, text->count}, error);
    status = cujit_eval(text->context, text->text, named, text->valued ? &value : NULL, error);
    cujit_array_free(value);
    return status;
}

int peers_text_run(const peers_text *text, char *message, size_t room)
{
    cujit_error error = {0};

    return peers_finish(launch(text, &error), &error, message, room);
}

/* What one call costs the host, in us: the mean over `launches`, without Python in between. */
int peers_text_host_us(const peers_text *text, int launches, double *us, char *message, size_t room)
{
    cujit_error error = {0};
    cujit_status status = CUJIT_OK;
    double start = peers_now_us();

    for (int k = 0; k < launches && status == CUJIT_OK; k++)
        status = launch(text, &error);
    *us = (peers_now_us() - start) / launches;
    return peers_finish(status, &error, message, room);
}

/* The same of a bare cuLaunchKernel of a CUfunction; negative: it failed. */
double peers_bare_host_us(void *function, unsigned blocks, unsigned threads, void **values, int launches)
{
    int (*launch_kernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                         void **);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL),
         *symbol = driver != NULL ? dlsym(driver, "cuLaunchKernel") : NULL;
    double start;
    int failed = symbol == NULL;

    memcpy(&launch_kernel, &symbol, sizeof symbol);
    start = peers_now_us();
    for (int k = 0; k < launches && !failed; k++)
        failed = launch_kernel(function, blocks, 1, 1, threads, 1, 1, 0, NULL, values, NULL);
    return failed ? -1 : (peers_now_us() - start) / launches;
}
