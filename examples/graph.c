/*
 * graph: an iteration that is recorded once and then launched as a whole, again and again.
 *
 * A ring of points is smoothed: each step takes two launches, which a graph makes one. Prints the device and what a
 * step costs either way, and exits 0 only where both ways give the same numbers. (On the host device the graph does its
 * steps in turn; the program is the same.)
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 4096, STEPS = 500 };

/* Two launches: from x to y, and back. */
static cujit_status step(const cujit_elementwise *smooth, cujit_array *x, cujit_array *y, cujit_stream stream,
                         cujit_error *error)
{
    const cujit_elementwise_options options = {.stream = stream};
    cujit_status status = cujit_elementwise_run(smooth, &options, CUJIT_ARGS(0.25, x, y), error);

    return status != CUJIT_OK ? status : cujit_elementwise_run(smooth, &options, CUJIT_ARGS(0.25, y, x), error);
}

/* All steps from the start, one by one where `graph` is NULL; *ms is what they took. */
static cujit_status iterate(cujit_context *context, const cujit_elementwise *smooth, cujit_array *x, cujit_array *y,
                            const float *start, cujit_graph *graph, cujit_stream stream, double *ms, cujit_error *error)
{
    cujit_event *from = NULL, *to = NULL;
    cujit_status status;

    if ((status = cujit_array_fill_from_host_async(x, start, COUNT * sizeof *start, stream, error)) != CUJIT_OK ||
        (status = cujit_event_create(context, &from, error)) != CUJIT_OK ||
        (status = cujit_event_create(context, &to, error)) != CUJIT_OK ||
        (status = cujit_event_record(from, stream, error)) != CUJIT_OK)
        goto out;
    for (int k = 0; k < STEPS && status == CUJIT_OK; k++)
        status = graph != NULL ? cujit_graph_launch(graph, stream, error) : step(smooth, x, y, stream, error);
    if (status == CUJIT_OK && (status = cujit_event_record(to, stream, error)) == CUJIT_OK &&
        (status = cujit_event_synchronize(to, error)) == CUJIT_OK)
        status = cujit_event_elapsed(from, to, ms, error);

out:
    cujit_event_free(from);
    cujit_event_free(to);
    return status;
}

int main(void)
{
    static float start[COUNT], singly[COUNT], whole[COUNT];
    const size_t shape[] = {COUNT};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *smooth = NULL;
    cujit_array *x = NULL, *y = NULL;
    cujit_graph *graph = NULL;
    cujit_stream stream = NULL;
    double singly_ms = 0, whole_ms = 0;
    int failed, same;

    for (int k = 0; k < COUNT; k++)
        start[k] = k % 16 == 0 ? 16.0f : 0.0f;
    failed = cujit_context_create(NULL, &context, &error) || cujit_stream_create(context, &stream, &error) ||
             cujit_array_create(context, CUJIT_FLOAT32, 1, shape, &x, &error) ||
             cujit_array_create(context, CUJIT_FLOAT32, 1, shape, &y, &error) ||
             cujit_elementwise_create(
                 context,
                 &(cujit_elementwise_spec){
                     .arguments = "float a, const float *x, float *y",
                     .operation = "y[i] = (1 - 2 * a) * x[i] + a * (x[(i + 1) % n] + x[(i + n - 1) % n])",
                     .name = "smooth",
                 },
                 &smooth, &error);

    /* Recorded, which runs nothing; and launched, as often as one likes. */
    failed = failed || cujit_graph_begin(context, stream, &error) || step(smooth, x, y, stream, &error) ||
             cujit_graph_end(context, stream, &graph, &error);

    failed = failed || iterate(context, smooth, x, y, start, NULL, stream, &singly_ms, &error) ||
             cujit_array_to_host(x, singly, sizeof singly, &error) ||
             iterate(context, smooth, x, y, start, graph, stream, &whole_ms, &error) ||
             cujit_array_to_host(x, whole, sizeof whole, &error);
    if (failed) {
        fprintf(stderr, "graph: %s\n", error.message);
        goto out;
    }
    same = whole[0] > 0.99f && whole[0] < 1.01f;
    for (int k = 0; k < COUNT; k++)
        same &= singly[k] == whole[k];
    printf("%s: a step takes %.2f us as two launches, %.2f us as a graph; the numbers are %s\n",
           cujit_context_device_name(context), 1000 * singly_ms / STEPS, 1000 * whole_ms / STEPS,
           same ? "the same" : "WRONG");
    failed = !same;

out:
    cujit_graph_free(graph);
    cujit_elementwise_free(smooth);
    cujit_array_free(x);
    cujit_array_free(y);
    cujit_stream_free(context, stream);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
