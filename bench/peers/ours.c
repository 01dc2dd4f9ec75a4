/*
 * ours.c: cujit's side of the comparison, behind plain functions that Python's ctypes can call.
 *
 * A call is a kernel and its arguments, made once; what is timed is cujit_elementwise_run() with all its checks, on
 * device memory that the peers use too. Every function that can fail returns 0 or a cujit_status, and writes the
 * error's message to `message` (`room` bytes, always ended).
 */
#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ARGUMENTS = 16 };

typedef struct peers_call {
    cujit_context *context;
    cujit_elementwise *kernel;
    cujit_arg items[MAX_ARGUMENTS];
    cujit_array *arrays[MAX_ARGUMENTS];
    size_t count;
} peers_call;

EXPORT const char *peers_version(void);
EXPORT int peers_open(const char *device, const char *cache_directory, cujit_context **context, char *message,
                      size_t room);
EXPORT void peers_close(cujit_context *context);
EXPORT const char *peers_device(const cujit_context *context);
EXPORT int peers_call_create(cujit_context *context, const char *arguments, const char *operation, const char *name,
                             const peers_argument *values, size_t count, peers_call **out, char *message, size_t room);
EXPORT void peers_call_free(peers_call *call);
EXPORT int peers_call_run(const peers_call *call, char *message, size_t room);
EXPORT int peers_call_host_us(const peers_call *call, int launches, double *us, char *message, size_t room);
EXPORT int peers_synchronize(cujit_context *context, char *message, size_t room);

int peers_finish(cujit_status status, cujit_error *error, char *message, size_t room)
{
    if (status != CUJIT_OK)
        snprintf(message, room, "%s", error->message[0] != '\0' ? error->message : "out of memory");
    cujit_error_clear(error);
    return (int)status;
}

double peers_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

const char *peers_version(void)
{
    return cujit_version();
}

int peers_open(const char *device, const char *cache_directory, cujit_context **context, char *message, size_t room)
{
    const cujit_context_options options = {.device = device, .cache_directory = cache_directory};
    cujit_error error = {0};

    return peers_finish(cujit_context_create(&options, context, &error), &error, message, room);
}

void peers_close(cujit_context *context)
{
    cujit_context_free(context);
}

const char *peers_device(const cujit_context *context)
{
    return cujit_context_device_name(context);
}

cujit_status peers_bind(cujit_context *context, const peers_argument *value, cujit_arg *item, cujit_array **array,
                        cujit_error *error)
{
    cujit_status status;

    if (value->data == NULL) {
        *item = cujit_arg_real(value->number);
        return CUJIT_OK;
    }
    status = cujit_array_view(context, (cujit_dtype)value->dtype, value->ndim, value->shape, value->strides,
                              value->data, array, error);
    if (status == CUJIT_OK)
        *item = cujit_arg_array(*array);
    return status;
}

int peers_call_create(cujit_context *context, const char *arguments, const char *operation, const char *name,
                      const peers_argument *values, size_t count, peers_call **out, char *message, size_t room)
{
    peers_call *call = count <= MAX_ARGUMENTS ? calloc(1, sizeof *call) : NULL;
    const cujit_elementwise_spec spec = {.arguments = arguments, .operation = operation, .name = name};
    cujit_error error = {0};
    cujit_status status;

    if (call == NULL)
        return peers_finish(CUJIT_ERROR_OUT_OF_MEMORY, &error, message, room);
    call->context = context;
    status = cujit_elementwise_create(context, &spec, &call->kernel, &error);
    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        status = peers_bind(context, &values[k], &call->items[call->count++], &call->arrays[k], &error);
    if (status == CUJIT_OK)
        *out = call;
    else
        peers_call_free(call);
    return peers_finish(status, &error, message, room);
}

void peers_call_free(peers_call *call)
{
    if (call == NULL)
        return;
    for (size_t k = 0; k < MAX_ARGUMENTS; k++)
        cujit_array_free(call->arrays[k]);
    cujit_elementwise_free(call->kernel);
    free(call);
}

int peers_call_run(const peers_call *call, char *message, size_t room)
{
    const cujit_args args = {call->items, call->count};
    cujit_error error = {0};

    return peers_finish(cujit_elementwise_run(call->kernel, NULL, args, &error), &error, message, room);
}

/* What one launch costs the host, in us: the mean over `launches`, without Python in between. */
int peers_call_host_us(const peers_call *call, int launches, double *us, char *message, size_t room)
{
    const cujit_args args = {call->items, call->count};
    cujit_error error = {0};
    cujit_status status = CUJIT_OK;
    double start = peers_now_us();

    for (int k = 0; k < launches && status == CUJIT_OK; k++)
        status = cujit_elementwise_run(call->kernel, NULL, args, &error);
    *us = (peers_now_us() - start) / launches;
    return peers_finish(status, &error, message, room);
}

int peers_synchronize(cujit_context *context, char *message, size_t room)
{
    cujit_error error = {0};

    return peers_finish(cujit_context_synchronize(context, &error), &error, message, room);
}
