/*
 * cujit-bench-random: how fast arrays are filled with random numbers, and whether a GPU and the host agree about them.
 *
 *     cujit-bench-random [--device D] [--log2 N,N] [--only WORD]
 *     cujit-bench-random --check COUNT [--only WORD]   so many numbers of each distribution on a GPU and on the host:
 *                                                      without a GPU it fails
 *
 * GB/s of the bytes that are written, by the times between two events around each fill, medians. A GPU gets all of them
 * while it spins, so that they wait for it and not for the host. WORD: of those kinds of numbers alone whose names have it.
 */
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 15, PIECE = 1 << 22, MOST_SIZES = 8, SPIN_NS = 1000000, LONGEST_NS = 100000000 };

typedef cujit_status fill_function(cujit_random *random, cujit_array *array, cujit_error *error);

#define FILL(name, call)                                                                                               \
    static cujit_status name(cujit_random *random, cujit_array *array, cujit_error *error)                             \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
FILL(bits, cujit_random_bits(random, array, error))
FILL(uniform, cujit_random_uniform(random, array, 0, 1, error))
FILL(range, cujit_random_uniform_upper(random, array, -2.5, 7, error))
FILL(normal, cujit_random_normal(random, array, 0, 1, error))
FILL(lognormal, cujit_random_lognormal(random, array, 0.25, 1.5, error))
FILL(exponential, cujit_random_exponential(random, array, 3, error))
FILL(integers, cujit_random_integers(random, array, -100, 3000000000, error))
FILL(dice, cujit_random_integers(random, array, 1, 7, error))
FILL(bernoulli, cujit_random_bernoulli(random, array, 0.3, error))
FILL(gamma_large, cujit_random_gamma(random, array, 7.5, 2, error))
FILL(gamma_small, cujit_random_gamma(random, array, 0.3, 1, error))
FILL(poisson_small, cujit_random_poisson(random, array, 4, error))
FILL(poisson_large, cujit_random_poisson(random, array, 300, error))
FILL(permutation, cujit_random_permutation(random, array, error))
/* Not of what the memory had. */
FILL(shuffle, cujit_random_permutation(random, array, error) || cujit_random_shuffle(random, array, error))

static const struct work {
    const char *name;
    fill_function *fill;
    cujit_dtype dtype;
    enum { TIMED, CHECKED, OF_7_ROUNDS, MOVING } how; /* all are checked */
} works[] = {
    {"bits uint32", bits, CUJIT_UINT32, TIMED},
    {"uniform float32", uniform, CUJIT_FLOAT32, TIMED},
    {"uniform float64", uniform, CUJIT_FLOAT64, TIMED},
    {"normal float32", normal, CUJIT_FLOAT32, TIMED},
    {"normal float64", normal, CUJIT_FLOAT64, TIMED},
    {"exponential float32", exponential, CUJIT_FLOAT32, TIMED},
    {"lognormal float32", lognormal, CUJIT_FLOAT32, TIMED},
    {"dice int32", dice, CUJIT_INT32, TIMED},
    {"bernoulli bool", bernoulli, CUJIT_BOOL, TIMED},
    {"normal float16", normal, CUJIT_FLOAT16, TIMED},
    {"bits uint8", bits, CUJIT_UINT8, CHECKED},
    {"bits int16", bits, CUJIT_INT16, CHECKED},
    {"bits uint64", bits, CUJIT_UINT64, CHECKED},
    {"uniform float16", uniform, CUJIT_FLOAT16, CHECKED},
    {"uniform bfloat16", uniform, CUJIT_BFLOAT16, CHECKED},
    {"uniform float8_e4m3", uniform, CUJIT_FLOAT8_E4M3, CHECKED},
    {"uniform float8_e5m2", uniform, CUJIT_FLOAT8_E5M2, CHECKED},
    {"range float32", range, CUJIT_FLOAT32, CHECKED},
    {"range float64", range, CUJIT_FLOAT64, CHECKED},
    {"range float16", range, CUJIT_FLOAT16, CHECKED},
    {"range bfloat16", range, CUJIT_BFLOAT16, CHECKED},
    {"range float8_e4m3", range, CUJIT_FLOAT8_E4M3, CHECKED},
    {"range float8_e5m2", range, CUJIT_FLOAT8_E5M2, CHECKED},
    {"normal bfloat16", normal, CUJIT_BFLOAT16, CHECKED},
    {"normal float8_e4m3", normal, CUJIT_FLOAT8_E4M3, CHECKED},
    {"normal float8_e5m2", normal, CUJIT_FLOAT8_E5M2, CHECKED},
    {"lognormal float64", lognormal, CUJIT_FLOAT64, CHECKED},
    {"lognormal float16", lognormal, CUJIT_FLOAT16, CHECKED},
    {"lognormal bfloat16", lognormal, CUJIT_BFLOAT16, CHECKED},
    {"lognormal float8_e4m3", lognormal, CUJIT_FLOAT8_E4M3, CHECKED},
    {"lognormal float8_e5m2", lognormal, CUJIT_FLOAT8_E5M2, CHECKED},
    {"exponential float64", exponential, CUJIT_FLOAT64, CHECKED},
    {"exponential float16", exponential, CUJIT_FLOAT16, CHECKED},
    {"exponential bfloat16", exponential, CUJIT_BFLOAT16, CHECKED},
    {"exponential float8_e4m3", exponential, CUJIT_FLOAT8_E4M3, CHECKED},
    {"exponential float8_e5m2", exponential, CUJIT_FLOAT8_E5M2, CHECKED},
    {"dice int8", dice, CUJIT_INT8, CHECKED},
    {"dice uint16", dice, CUJIT_UINT16, CHECKED},
    {"integers int64", integers, CUJIT_INT64, CHECKED},
    {"bernoulli int64", bernoulli, CUJIT_INT64, CHECKED},
    {"bernoulli float32", bernoulli, CUJIT_FLOAT32, CHECKED},
    {"bernoulli float64", bernoulli, CUJIT_FLOAT64, CHECKED},
    {"bernoulli float16", bernoulli, CUJIT_FLOAT16, CHECKED},
    {"bernoulli bfloat16", bernoulli, CUJIT_BFLOAT16, CHECKED},
    {"bernoulli float8_e4m3", bernoulli, CUJIT_FLOAT8_E4M3, CHECKED},
    {"bernoulli float8_e5m2", bernoulli, CUJIT_FLOAT8_E5M2, CHECKED},
    {"gamma 7.5 float32", gamma_large, CUJIT_FLOAT32, CHECKED},
    {"gamma 0.3 float64", gamma_small, CUJIT_FLOAT64, CHECKED},
    {"gamma 7.5 float16", gamma_large, CUJIT_FLOAT16, CHECKED},
    {"gamma 7.5 bfloat16", gamma_large, CUJIT_BFLOAT16, CHECKED},
    {"gamma 0.3 float8_e4m3", gamma_small, CUJIT_FLOAT8_E4M3, CHECKED},
    {"gamma 0.3 float8_e5m2", gamma_small, CUJIT_FLOAT8_E5M2, CHECKED},
    {"poisson 4 int32", poisson_small, CUJIT_INT32, CHECKED},
    {"poisson 300 int64", poisson_large, CUJIT_INT64, CHECKED},
    {"poisson 300 uint8", poisson_large, CUJIT_UINT8, CHECKED},
    {"poisson 300 float32", poisson_large, CUJIT_FLOAT32, CHECKED},
    {"poisson 4 float64", poisson_small, CUJIT_FLOAT64, CHECKED},
    {"poisson 300 float16", poisson_large, CUJIT_FLOAT16, CHECKED},
    {"poisson 300 bfloat16", poisson_large, CUJIT_BFLOAT16, CHECKED},
    {"poisson 4 float8_e4m3", poisson_small, CUJIT_FLOAT8_E4M3, CHECKED},
    {"poisson 4 float8_e5m2", poisson_small, CUJIT_FLOAT8_E5M2, CHECKED},
    {"permutation int32", permutation, CUJIT_INT32, CHECKED},
    {"shuffle int64", shuffle, CUJIT_INT64, CHECKED},
    {"bits uint32 of 7 rounds", bits, CUJIT_UINT32, OF_7_ROUNDS},
    {"normal float64 of 7 rounds", normal, CUJIT_FLOAT64, OF_7_ROUNDS},
    {"integers int64 of 7 rounds", integers, CUJIT_INT64, OF_7_ROUNDS},
    {"gamma 7.5 float32 of 7 rounds", gamma_large, CUJIT_FLOAT32, OF_7_ROUNDS},
    {"uniform float32 moving", uniform, CUJIT_FLOAT32, MOVING},
    {"normal float64 moving", normal, CUJIT_FLOAT64, MOVING},
    {"dice int32 moving", dice, CUJIT_INT32, MOVING},
    {"poisson 4 int32 moving", poisson_small, CUJIT_INT32, MOVING},
    {"permutation int32 moving", permutation, CUJIT_INT32, MOVING},
};

static const char *only = "";

static bool is_wanted(const struct work *work)
{
    return strstr(work->name, only) != NULL;
}

static cujit_context *open_context(const char *device)
{
    cujit_context *context = NULL;
    cujit_error error = {0};

    if (cujit_context_create(&(cujit_context_options){.device = device}, &context, &error))
        bench_fail("no context", &error);
    return context;
}

static cujit_array *new_array(cujit_context *context, cujit_dtype dtype, size_t count)
{
    cujit_array *array = NULL;
    cujit_error error = {0};

    if (cujit_array_create(context, dtype, 1, &count, &array, &error))
        bench_fail("an array", &error);
    return array;
}

static cujit_random *new_random(cujit_context *context, const struct work *work)
{
    const cujit_random_spec spec = {
        .seed = 12345, .rounds = work->how == OF_7_ROUNDS ? 7 : 10, .moving = work->how == MOVING};
    cujit_random *random = NULL;
    cujit_error error = {0};

    if (cujit_random_create_with(context, &spec, &random, &error))
        bench_fail("a generator", &error);
    return random;
}

/* ---- Speed ------------------------------------------------------------------------------------------------------- */

/* Fills that are timed, each by a pair of events. */
typedef struct timing {
    const struct work *work;
    cujit_array *array, *one;
    cujit_random *random;
    cujit_elementwise *spin; /* NULL: on the host */
    cujit_event *spun, *starts[ROUNDS], *ends[ROUNDS];
} timing;

static cujit_event *new_event(cujit_context *context)
{
    cujit_event *event = NULL;
    cujit_error error = {0};

    if (cujit_event_create(context, &event, &error))
        bench_fail("an event", &error);
    return event;
}

/* All of them behind a kernel that spins for so long. Whether they were queued by then, so that no figure has what the
 * host does for a call. */
static bool queue_fills(const timing *self, unsigned long long spin_ns)
{
    int late = 0;
    cujit_error error = {0};

    if (self->spin != NULL && (cujit_elementwise_run(self->spin, NULL, CUJIT_ARGS(self->one, spin_ns), &error) ||
                               cujit_event_record(self->spun, NULL, &error)))
        bench_fail("spinning", &error);
    for (int k = 0; k < ROUNDS; k++) {
        if (cujit_event_record(self->starts[k], NULL, &error) || self->work->fill(self->random, self->array, &error) ||
            cujit_event_record(self->ends[k], NULL, &error))
            bench_fail(self->work->name, &error);
    }
    if ((self->spin != NULL && cujit_event_query(self->spun, &late, &error)) ||
        cujit_event_synchronize(self->ends[ROUNDS - 1], &error))
        bench_fail(self->work->name, &error);
    return late == 0;
}

static double time_fill(cujit_context *context, const struct work *work, size_t count)
{
    timing self = {.work = work,
                   .array = new_array(context, work->dtype, count),
                   .one = new_array(context, CUJIT_INT8, 1),
                   .random = new_random(context, work),
                   .spin = bench_new_spin(context),
                   .spun = new_event(context)};
    unsigned long long spin_ns = SPIN_NS;
    cujit_error error = {0};
    double times[ROUNDS];

    for (int k = 0; k < ROUNDS; k++) {
        self.starts[k] = new_event(context);
        self.ends[k] = new_event(context);
    }
    queue_fills(&self, SPIN_NS); /* compiles, and warms up */
    while (!queue_fills(&self, spin_ns)) {
        if ((spin_ns *= 2) > LONGEST_NS)
            bench_fail("the host is too slow to queue the fills", NULL);
    }
    for (int k = 0; k < ROUNDS; k++) {
        if (cujit_event_elapsed(self.starts[k], self.ends[k], &times[k], &error))
            bench_fail(work->name, &error);
        cujit_event_free(self.starts[k]);
        cujit_event_free(self.ends[k]);
    }
    cujit_event_free(self.spun);
    cujit_elementwise_free(self.spin);
    cujit_random_free(self.random);
    cujit_array_free(self.one);
    cujit_array_free(self.array);
    return bench_median(times, ROUNDS);
}

static void measure(const char *device, const int *sizes, size_t size_count)
{
    cujit_context *context = open_context(device);

    printf("%s\n%-24s", cujit_context_device_name(context), "");
    for (size_t k = 0; k < size_count; k++)
        printf("  %8s 2^%-2d %8s", "us", sizes[k], "GB/s");
    printf("\n");
    for (size_t w = 0; w < sizeof works / sizeof *works; w++) {
        if (works[w].how != TIMED || !is_wanted(&works[w]))
            continue;
        printf("%-24s", works[w].name);
        for (size_t k = 0; k < size_count; k++) {
            const size_t count = (size_t)1 << sizes[k];
            const double ms = time_fill(context, &works[w], count);
            const double bytes = (double)count * (double)cujit_dtype_size(works[w].dtype);

            printf("  %13.1f %8.0f", ms * 1e3, bytes / ms * 1e-6);
            fflush(stdout);
        }
        printf("\n");
    }
    cujit_context_free(context);
}

/* ---- Both devices ------------------------------------------------------------------------------------------------ */

/* A distribution on both devices: the GPU fills a piece and copies it into pinned memory while the host fills its own. */
typedef struct pair {
    const struct work *work;
    cujit_array *arrays[2]; /* on the GPU; on the host */
    cujit_random *randoms[2];
    char *of_gpu;
    size_t size;     /* of an element */
    double host_cpu; /* s of the host's processors for its fills */
} pair;

/* Elements that differ. */
static size_t compare_piece(pair *self)
{
    const char *of_host = cujit_array_data(self->arrays[1]);
    cujit_error error = {0};
    size_t different = 0;
    clock_t start;

    if (self->work->fill(self->randoms[0], self->arrays[0], &error) ||
        cujit_array_to_host_async(self->arrays[0], self->of_gpu, PIECE * self->size, NULL, &error))
        bench_fail(self->work->name, &error);
    start = clock();
    if (self->work->fill(self->randoms[1], self->arrays[1], &error))
        bench_fail(self->work->name, &error);
    self->host_cpu += (double)(clock() - start) / CLOCKS_PER_SEC;
    if (cujit_context_synchronize(cujit_array_context(self->arrays[0]), &error))
        bench_fail(self->work->name, &error);
    for (size_t k = 0; memcmp(self->of_gpu, of_host, PIECE * self->size) != 0 && k < PIECE; k++)
        different += memcmp(self->of_gpu + k * self->size, of_host + k * self->size, self->size) != 0;
    return different;
}

static size_t compare(const struct work *work, cujit_context *const contexts[2], size_t count)
{
    pair self = {.work = work, .size = cujit_dtype_size(work->dtype)};
    const double start = bench_now_us();
    cujit_error error = {0};
    size_t different = 0, done = 0;

    for (int k = 0; k < 2; k++) {
        self.arrays[k] = new_array(contexts[k], work->dtype, PIECE);
        self.randoms[k] = new_random(contexts[k], work);
    }
    if (cujit_pinned_alloc(contexts[0], PIECE * self.size, (void **)&self.of_gpu, &error))
        bench_fail("memory", &error);
    for (; done < count; done += PIECE)
        different += compare_piece(&self);
    printf("%-29s %zu of %zu differ (%.1f s; %.2f ns of a processor for one on the host)\n", work->name, different,
           done, (bench_now_us() - start) * 1e-6, self.host_cpu * 1e9 / (double)done);
    fflush(stdout);
    cujit_pinned_free(contexts[0], self.of_gpu);
    for (int k = 0; k < 2; k++) {
        cujit_random_free(self.randoms[k]);
        cujit_array_free(self.arrays[k]);
    }
    return different;
}

static int check(const char *device, size_t count)
{
    cujit_context *contexts[] = {open_context(device), open_context("host")};
    const char *const names[] = {cujit_context_device_name(contexts[0]), cujit_context_device_name(contexts[1])};
    size_t wrong = 0;

    printf("%s beside %s\n", names[0], names[1]);
    if (strcmp(cujit_context_device(contexts[0]), "host") == 0)
        bench_fail("--check compares a GPU with the host: both of these are the host", NULL);
    for (size_t w = 0; w < sizeof works / sizeof *works; w++)
        wrong += is_wanted(&works[w]) ? compare(&works[w], contexts, count) : 0;
    cujit_context_free(contexts[0]);
    cujit_context_free(contexts[1]);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **arguments)
{
    const char *device = NULL;
    int sizes[MOST_SIZES] = {20, 24, 28};
    size_t size_count = 3, checked = 0;

    for (int k = 1; k < count; k += 2) {
        const char *value = k + 1 < count ? arguments[k + 1] : "";

        if (strcmp(arguments[k], "--device") == 0)
            device = value;
        else if (strcmp(arguments[k], "--check") == 0)
            checked = strtoull(value, NULL, 10);
        else if (strcmp(arguments[k], "--only") == 0)
            only = value;
        else if (strcmp(arguments[k], "--log2") == 0) {
            size_count = 0;
            for (char *end; size_count < MOST_SIZES && *value != '\0'; value = *end == ',' ? end + 1 : end) {
                const long size = strtol(value, &end, 10);

                if (end == value || size < 4 || size > 33)
                    bench_fail("--log2 takes a list of numbers from 4 to 33", NULL);
                sizes[size_count++] = (int)size;
            }
        } else
            bench_fail("usage: cujit-bench-random [--device D] [--log2 N,N] [--check COUNT] [--only WORD]", NULL);
    }
    if (checked > 0)
        return check(device, checked);
    measure(device, sizes, size_count);
    return EXIT_SUCCESS;
}
