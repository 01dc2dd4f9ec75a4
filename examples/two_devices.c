/*
 * two_devices: one process with two devices: each iterates one half of a row of numbers, and they exchange their ends.
 *
 *     two_devices                  the first two GPUs, else whatever there is, twice
 *     two_devices cuda:0 host
 *
 * Work on different devices runs side by side where it is queued on both before anybody waits.
 */
#include <cujit/cujit.h>

#include <stdlib.h>
#include <string.h>

enum { HALF = 1 << 16, ROUNDS = 50 };

/* One device's half, with an element of the other's, or of the rim, at both ends. */
typedef struct half {
    cujit_context *context;
    cujit_array *x, *y, *ends[4]; /* ends: first of the rim, first own, last own, last of the rim */
} half;

static const char smooth[] = "y[1:-1] = 0.25 * x[:-2] + 0.5 * x[1:-1] + 0.25 * x[2:]; x[1:-1] = y[1:-1]";

static float value(size_t k)
{
    return (float)(k * 2654435761u % 1000) / 8;
}

static cujit_status open_half(const char *device, size_t first, half *h, cujit_error *error)
{
    static const int64_t places[] = {0, 1, -2, -1};
    static float data[HALF + 2];
    const size_t count = HALF + 2;
    cujit_status status;

    for (size_t k = 0; k < count; k++)
        data[k] = value(first + k);
    if ((status = cujit_context_create(&(cujit_context_options){.device = device}, &h->context, error)) != CUJIT_OK ||
        (status = cujit_array_from_host(h->context, CUJIT_FLOAT32, 1, &count, data, &h->x, error)) != CUJIT_OK ||
        (status = cujit_array_zeros(h->context, CUJIT_FLOAT32, 1, &count, &h->y, error)) != CUJIT_OK)
        return status;
    for (int k = 0; k < 4 && status == CUJIT_OK; k++)
        status = cujit_array_slice(h->x, 1, (const cujit_index[]){cujit_index_at(places[k])}, &h->ends[k], error);
    return status;
}

static void close_half(half *h)
{
    for (int k = 0; k < 4; k++)
        cujit_array_free(h->ends[k]);
    cujit_array_free(h->x);
    cujit_array_free(h->y);
    cujit_context_free(h->context);
}

/* Queued on both, then their inner ends from one device to the other. */
static cujit_status iterate(half *left, half *right, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < ROUNDS && status == CUJIT_OK; k++) {
        cujit_array *x = left->x, *y = left->y;

        status = cujit_eval(left->context, smooth, CUJIT_NAMED(x, y), NULL, error);
        x = right->x;
        y = right->y;
        if (status != CUJIT_OK ||
            (status = cujit_eval(right->context, smooth, CUJIT_NAMED(x, y), NULL, error)) != CUJIT_OK ||
            (status = cujit_array_transfer(right->ends[0], left->ends[2], error)) != CUJIT_OK)
            continue;
        status = cujit_array_transfer(left->ends[3], right->ends[1], error);
    }
    return status;
}

/* The same without devices; how many elements are another number. */
static int count_wrong(const float *left, const float *right)
{
    enum { ALL = 2 * HALF + 2 };
    static float x[ALL], y[ALL];
    int wrong = 0;

    for (size_t k = 0; k < ALL; k++)
        x[k] = value(k);
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t k = 1; k + 1 < ALL; k++)
            y[k] = 0.25f * x[k - 1] + 0.5f * x[k] + 0.25f * x[k + 1];
        memcpy(x + 1, y + 1, (ALL - 2) * sizeof *x);
    }
    for (size_t k = 0; k < HALF + 2; k++)
        wrong += left[k] - x[k] > 1e-4f || x[k] - left[k] > 1e-4f || right[k] - x[HALF + k] > 1e-4f ||
                 x[HALF + k] - right[k] > 1e-4f;
    return wrong;
}

int main(int argc, char **argv)
{
    static float results[2][HALF + 2];
    CUJIT_AUTO(cujit_error) error = {0};
    half left = {0}, right = {0};
    const char *devices[2] = {NULL, NULL};
    int gpus = 0, wrong = 0, failed;

    if (argc != 1 && argc != 3) {
        fprintf(stderr, "usage: two_devices [DEVICE DEVICE]\n");
        return 2;
    }
    if (argc == 3) {
        memcpy(devices, argv + 1, sizeof devices);
    } else if (!getenv("CUJIT_DEVICE") && cujit_device_count("cuda", &gpus, NULL) == CUJIT_OK && gpus > 1) {
        devices[0] = "cuda:0";
        devices[1] = "cuda:1";
    }
    failed = open_half(devices[0], 0, &left, &error) || open_half(devices[1], HALF, &right, &error) ||
             iterate(&left, &right, &error) || cujit_array_to_host(left.x, results[0], sizeof results[0], &error) ||
             cujit_array_to_host(right.x, results[1], sizeof results[1], &error);
    if (failed) {
        fprintf(stderr, "two_devices: %s\n", error.message);
    } else {
        wrong = count_wrong(results[0], results[1]);
        printf("%s and %s: %d rounds, %d wrong\n", cujit_context_device_name(left.context),
               cujit_context_device_name(right.context), ROUNDS, wrong);
    }
    close_half(&left);
    close_half(&right);
    return failed || wrong != 0;
}
