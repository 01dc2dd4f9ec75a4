/*
 * streams: two streams that copy and compute beside each other, and events that time them.
 *
 * The data is cut into pieces, which the streams take in turn: while one copies, the other computes. The host's side is
 * pinned memory, without which copies would not run beside anything. Prints the device and the time, and exits 0 only
 * where every element is right. (On the host device everything happens at once; the program is the same.)
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { PIECES = 8, PIECE = 1 << 18, COUNT = PIECES * PIECE, STREAMS = 2 };

/* Upload, compute, download: in the order of one stream. */
static cujit_status process(const cujit_elementwise *kernel, cujit_array *piece, float *host, cujit_stream stream,
                            cujit_error *error)
{
    const cujit_elementwise_options options = {.stream = stream};
    cujit_status status;

    if ((status = cujit_array_fill_from_host_async(piece, host, PIECE * sizeof *host, stream, error)) == CUJIT_OK &&
        (status = cujit_elementwise_run(kernel, &options, CUJIT_ARGS(0.5, piece), error)) == CUJIT_OK)
        status = cujit_array_to_host_async(piece, host, PIECE * sizeof *host, stream, error);
    return status;
}

int main(void)
{
    const size_t shape[] = {PIECE};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_array *pieces[STREAMS] = {NULL};
    cujit_stream streams[STREAMS] = {NULL};
    void *pinned = NULL;
    cujit_event *start = NULL, *joined = NULL, *end = NULL;
    double ms = 0;
    int failed, wrong = 0;
    float *data;

    failed = cujit_context_create(NULL, &context, &error) ||
             cujit_pinned_alloc(context, COUNT * sizeof *data, &pinned, &error) ||
             cujit_elementwise_create(
                 context,
                 &(cujit_elementwise_spec){.arguments = "float a, float *x", .operation = "x[i] = a * x[i] + 1"},
                 &kernel, &error) ||
             cujit_event_create(context, &start, &error) || cujit_event_create(context, &joined, &error) ||
             cujit_event_create(context, &end, &error);
    for (int k = 0; k < STREAMS && !failed; k++)
        failed = cujit_stream_create(context, &streams[k], &error) ||
                 cujit_array_create(context, CUJIT_FLOAT32, 1, shape, &pieces[k], &error);
    if (failed)
        goto out;
    data = pinned;
    for (int k = 0; k < COUNT; k++)
        data[k] = (float)k;

    /* The second stream begins after the first one's start, and the first one ends after the second. */
    failed = cujit_event_record(start, streams[0], &error) || cujit_event_wait(start, streams[1], &error);
    for (int k = 0; k < PIECES && !failed; k++)
        failed = process(kernel, pieces[k % STREAMS], data + (size_t)k * PIECE, streams[k % STREAMS], &error);
    failed = failed || cujit_event_record(joined, streams[1], &error) || cujit_event_wait(joined, streams[0], &error) ||
             cujit_event_record(end, streams[0], &error) || cujit_event_synchronize(end, &error) ||
             cujit_event_elapsed(start, end, &ms, &error);
    if (failed)
        goto out;

    for (int k = 0; k < COUNT; k++)
        wrong += data[k] != 0.5f * (float)k + 1;
    printf("%s: %d elements in %.3f ms, %d wrong\n", cujit_context_device_name(context), COUNT, ms, wrong);

out:
    if (failed)
        fprintf(stderr, "streams: %s\n", error.message);
    for (int k = 0; k < STREAMS; k++) {
        cujit_array_free(pieces[k]);
        cujit_stream_free(context, streams[k]);
    }
    cujit_event_free(start);
    cujit_event_free(joined);
    cujit_event_free(end);
    cujit_elementwise_free(kernel);
    cujit_pinned_free(context, pinned);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return failed || wrong != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
