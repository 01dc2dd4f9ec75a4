/*
 * scale.c: a simulation of very many processes that start the same kernels.
 *
 *     cujit-bench-scale [--ranks N] [--kernels K] [--compile MS] [--first MS] [--load MS] [--bytes B] [--spread S]
 *                       [--latency US] [--gigabytes GB/S] [--seed N]
 *
 * Each rank has a clock. A rank that compiles draws its times from a log-normal distribution; messages go along the
 * binomial trees that MPI's broadcasts and agreements take, message by message: a rank that sends is busy for as long as
 * the message takes, and one that receives waits for it. Four ways are compared:
 *
 *     alone     each compiles all kernels for itself
 *     rank 0    rank 0 compiles them one after the other, each is broadcast, the others wait
 *     shared    cujit_mpi_share(): K / N kernels a rank, then each rank with some broadcasts its own
 *     files     as rank 0, but by a file system, that serves so many reads a second (--reads)
 *
 * What is printed: compiles, messages, bytes on the network, and when the last rank has loaded the last kernel.
 */
#include "simulation.h"

#define SETTINGS(X)                                                                                                    \
    X("--ranks", ranks, 1e5)                                                                                           \
    X("--kernels", kernels, 1e3)                                                                                       \
    X("--compile", compile_ms, 26)                                                                                     \
    X("--first", first_ms, 19)                                                                                         \
    X("--load", load_ms, 0.42)                                                                                         \
    X("--bytes", bytes, 8740)                                                                                          \
    X("--spread", spread, 0.3)                                                                                         \
    X("--latency", latency_us, 2)                                                                                      \
    X("--gigabytes", gigabytes, 10)                                                                                    \
    X("--reads", reads, 1e5)                                                                                           \
    X("--seed", seed, 1)
DEFINE_SETTINGS(SETTINGS);

typedef struct outcome {
    double compiles, messages, bytes, make_ms, ready_ms;
} outcome;

static double *clocks; /* of each rank, ms */

static double compile(int is_first)
{
    return (is_first ? s.first_ms : 0) + s.compile_ms * vary(s.spread);
}

static double message_ms(double bytes)
{
    return s.latency_us / 1000 + bytes / (s.gigabytes * 1e6);
}

/* A binomial tree from `root`: rank k (counted from the root) gets it from k without its lowest bit, and sends it to those
 * that differ in a lower one, the farthest first. */
static void broadcast(size_t root, double bytes, outcome *o)
{
    const size_t n = (size_t)s.ranks;
    const double one = message_ms(bytes);
    size_t top = 1;

    while (top < n)
        top *= 2;
    for (size_t step = top / 2; step > 0; step /= 2) {
        for (size_t k = 0; k + step < n; k += 2 * step) {
            double *from = &clocks[(k + root) % n], *to = &clocks[(k + step + root) % n];

            *from += one;
            *to = *to > *from ? *to : *from;
            o->messages++;
            o->bytes += bytes;
        }
    }
}

/* The same tree upwards, then downwards: what all ranks have to agree on. */
static void agree(double bytes, outcome *o)
{
    const size_t n = (size_t)s.ranks;
    const double one = message_ms(bytes);

    for (size_t step = 1; step < n; step *= 2) {
        for (size_t k = 0; k + step < n; k += 2 * step) {
            const double there = clocks[k + step] + one;

            clocks[k] = clocks[k] > there ? clocks[k] : there;
            o->messages++;
            o->bytes += bytes;
        }
    }
    broadcast(0, bytes, o);
}

/* Everybody's `bytes` to everybody: by doubling, as MPI does it where they are few. */
static void gather_all(double bytes, outcome *o)
{
    const size_t n = (size_t)s.ranks;
    double latest = 0, steps = 0;

    for (size_t k = 0; k < n; k++)
        latest = clocks[k] > latest ? clocks[k] : latest;
    for (size_t held = 1; held < n; held *= 2) {
        latest += message_ms(bytes * (double)held);
        o->bytes += bytes * (double)held * (double)n;
        steps++;
    }
    o->messages += steps * (double)n;
    for (size_t k = 0; k < n; k++)
        clocks[k] = latest;
}

static void finish(double loads, outcome *o)
{
    for (size_t k = 0; k < (size_t)s.ranks; k++) {
        const double end = clocks[k] + loads * s.load_ms;

        o->ready_ms = end > o->ready_ms ? end : o->ready_ms;
    }
}

static void note_made(outcome *o)
{
    for (size_t k = 0; k < (size_t)s.ranks; k++)
        o->make_ms = clocks[k] > o->make_ms ? clocks[k] : o->make_ms;
}

static outcome alone(void)
{
    outcome o = {.compiles = s.ranks * s.kernels};

    for (size_t k = 0; k < (size_t)s.ranks; k++)
        for (size_t j = 0; j < (size_t)s.kernels; j++)
            clocks[k] += compile(j == 0);
    note_made(&o);
    finish(s.kernels, &o);
    return o;
}

static outcome by_rank_0(void)
{
    outcome o = {.compiles = s.kernels};

    for (size_t j = 0; j < (size_t)s.kernels; j++) {
        clocks[0] += compile(j == 0);
        o.make_ms = clocks[0];
        broadcast(0, s.bytes, &o);
    }
    finish(s.kernels, &o);
    return o;
}

/* Rank 0 compiles and writes; then all ranks read all kernels, which the file system serves in turn. */
static outcome by_files(void)
{
    outcome o = {.compiles = s.kernels};

    for (size_t j = 0; j < (size_t)s.kernels; j++)
        o.make_ms += compile(j == 0);
    o.messages = (s.ranks - 1) * s.kernels;
    o.bytes = o.messages * s.bytes;
    o.ready_ms = o.make_ms + o.messages / s.reads * 1000 + s.kernels * s.load_ms;
    return o;
}

/* The calls of libjit/mpi/share.c, one by one. */
static outcome shared(void)
{
    const size_t n = (size_t)s.ranks, kernels = (size_t)s.kernels, builders = kernels < n ? kernels : n;
    outcome o = {.compiles = s.kernels};

    agree(16, &o); /* as many items everywhere? */
    agree(4, &o);
    agree(4, &o); /* can all be asked? */
    broadcast(0, 80, &o);
    agree(4, &o); /* have all the first one's device and compiler? */
    agree(4, &o); /* is there memory? */
    for (size_t j = 0; j < kernels; j++)
        clocks[j % n] += compile(j < n);
    note_made(&o);
    agree(4, &o); /* has all been made? */
    agree(4, &o);
    gather_all(8, &o); /* how much each has */
    agree(4, &o);
    for (size_t j = 0; j < builders; j++) {
        const size_t objects = kernels / builders + (j < kernels % builders);

        broadcast(j, s.bytes * (double)objects, &o);
    }
    finish(s.kernels, &o);
    return o;
}

static void print(const char *way, outcome (*run)(void))
{
    outcome o;

    random_state = (uint64_t)s.seed;
    memset(clocks, 0, (size_t)s.ranks * sizeof *clocks);
    o = run();
    printf("| %-7s | %12.0f | %12.4g | %10.4g | %10.2f | %10.2f |\n", way, o.compiles, o.messages, o.bytes / 1e9,
           o.make_ms / 1000, o.ready_ms / 1000);
}

static int is_possible(void)
{
    return s.ranks >= 1 && s.ranks <= 1e7 && s.kernels >= 1 && s.kernels <= 1e6 && s.seed >= 1;
}

int main(int argc, char **argv)
{
    if (!read_options("cujit-bench-scale", argc, argv, options) || !is_possible() ||
        (clocks = calloc((size_t)s.ranks, sizeof *clocks)) == NULL)
        return 2;
    printf(
        "%.0f ranks, %.0f kernels: compile %g ms (the first %g more), load %g ms, objects of %g bytes; messages %g us and "
        "%g GB/s; a file system with %g reads/s\n\n",
        s.ranks, s.kernels, s.compile_ms, s.first_ms, s.load_ms, s.bytes, s.latency_us, s.gigabytes, s.reads);
    printf("| way     |     compiles |     messages |         GB | all made s | last rank s |\n");
    printf("| ------- | -----------: | -----------: | ---------: | ---------: | ---------: |\n");
    print("alone", alone);
    print("files", by_files);
    print("rank 0", by_rank_0);
    print("shared", shared);
    free(clocks);
    return 0;
}
