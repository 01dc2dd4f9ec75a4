/*
 * ours_fold.c: cujit's reductions and scans in the comparison, behind plain functions that Python's ctypes can call.
 *
 * As in ours.c: what is timed is a checked call with a given output, on device memory that the peers use too.
 */
#include "ours.h"

#include <stdlib.h>

enum { MAX_ARGUMENTS = 4 };

/* The texts of a reduction or a scan, as in its spec. */
typedef struct peers_fold_text {
    const char *out_type, *neutral, *reduce, *map, *arguments, *name, *accumulator, *post;
    int scan; /* 1: an inclusive scan */
    int axis; /* negative: all elements */
} peers_fold_text;

typedef struct peers_fold {
    cujit_context *context;
    cujit_reduction *reduction; /* one of these two */
    cujit_scan *scan;
    cujit_arg items[MAX_ARGUMENTS];
    cujit_array *arrays[MAX_ARGUMENTS], *out;
    size_t count;
    int axis;
    cujit_reduction_options options;
    cujit_scan_options scan_options;
} peers_fold;

EXPORT int peers_fold_create(cujit_context *context, const peers_fold_text *text, const peers_argument *values,
                             size_t count, const peers_argument *output, peers_fold **out, char *message, size_t room);
EXPORT void peers_fold_free(peers_fold *fold);
EXPORT int peers_fold_run(const peers_fold *fold, char *message, size_t room);
EXPORT int peers_fold_host_us(const peers_fold *fold, int launches, double *us, char *message, size_t room);

static cujit_status make(peers_fold *fold, const peers_fold_text *text, cujit_error *error)
{
    const cujit_reduction_spec reduction = {.out_type = text->out_type,
                                            .neutral = text->neutral,
                                            .reduce = text->reduce,
                                            .map = text->map,
                                            .arguments = text->arguments,
                                            .name = text->name,
                                            .accumulator = text->accumulator,
                                            .post = text->post};
    const cujit_scan_spec scan = {.out_type = text->out_type,
                                  .neutral = text->neutral,
                                  .reduce = text->reduce,
                                  .map = text->map,
                                  .arguments = text->arguments,
                                  .name = text->name,
                                  .accumulator = text->accumulator,
                                  .post = text->post};

    return text->scan ? cujit_scan_create(fold->context, &scan, &fold->scan, error)
                      : cujit_reduction_create(fold->context, &reduction, &fold->reduction, error);
}

static cujit_status bind(peers_fold *fold, const peers_argument *values, size_t count, const peers_argument *output,
                         int axis, cujit_error *error)
{
    cujit_arg unused;
    cujit_status status = peers_bind(fold->context, output, &unused, &fold->out, error);

    for (; fold->count < count && status == CUJIT_OK; fold->count++)
        status = peers_bind(fold->context, &values[fold->count], &fold->items[fold->count], &fold->arrays[fold->count],
                            error);
    fold->axis = axis;
    fold->options.out = &fold->out;
    fold->scan_options.out = fold->out;
    if (axis >= 0) {
        fold->options.axes = &fold->axis;
        fold->options.axis_count = 1;
        fold->scan_options.axes = &fold->axis;
        fold->scan_options.axis_count = 1;
    }
    return status;
}

int peers_fold_create(cujit_context *context, const peers_fold_text *text, const peers_argument *values, size_t count,
                      const peers_argument *output, peers_fold **out, char *message, size_t room)
{
    peers_fold *fold = count <= MAX_ARGUMENTS ? calloc(1, sizeof *fold) : NULL;
    cujit_error error = {0};
    cujit_status status;

    if (fold == NULL)
        return peers_finish(CUJIT_ERROR_OUT_OF_MEMORY, &error, message, room);
    fold->context = context;
    status = make(fold, text, &error);
    if (status == CUJIT_OK)
        status = bind(fold, values, count, output, text->axis, &error);
    if (status == CUJIT_OK)
        *out = fold;
    else
        peers_fold_free(fold);
    return peers_finish(status, &error, message, room);
}

void peers_fold_free(peers_fold *fold)
{
    if (fold == NULL)
        return;
    for (size_t k = 0; k < MAX_ARGUMENTS; k++)
        cujit_array_free(fold->arrays[k]);
    cujit_array_free(fold->out);
    cujit_reduction_free(fold->reduction);
    cujit_scan_free(fold->scan);
    free(fold);
}

static cujit_status launch(const peers_fold *fold, cujit_error *error)
{
    const cujit_args args = {fold->items, fold->count};

    return fold->scan != NULL ? cujit_scan_run(fold->scan, &fold->scan_options, args, NULL, error)
                              : cujit_reduction_run(fold->reduction, &fold->options, args, NULL, error);
}

int peers_fold_run(const peers_fold *fold, char *message, size_t room)
{
    cujit_error error = {0};

    return peers_finish(launch(fold, &error), &error, message, room);
}

/* What one call costs the host, in us: the mean over `launches`, without Python in between. */
int peers_fold_host_us(const peers_fold *fold, int launches, double *us, char *message, size_t room)
{
    cujit_error error = {0};
    cujit_status status = CUJIT_OK;
    double start = peers_now_us();

    for (int k = 0; k < launches && status == CUJIT_OK; k++)
        status = launch(fold, &error);
    *us = (peers_now_us() - start) / launches;
    return peers_finish(status, &error, message, room);
}
