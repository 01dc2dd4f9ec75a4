/*
 * fleet.c: a simulation of a fleet of machines that start the same kernels, with and without a Redis server between them
 * (cache/remote).
 *
 *     cujit-bench-fleet [--machines N] [--kernels K] [--compile MS] [--first MS] [--load MS] [--bytes B] [--spread S]
 *                       [--start MS] [--trip MS] [--serve US] [--gigabits G] [--timeout MS] [--wait MS] [--seed N]
 *                       [--plot 1]
 *
 * Each machine makes its kernels one after the other, and begins at some time within --start. The server takes questions in
 * the order in which they come, each for --serve us and the bytes of its answer at --gigabits; there and back takes
 * --trip. What a machine does is what flight.c, link.c and courier.c do: it looks, takes the lease or waits for who has
 * it, stores what it compiled; an answer that takes longer than --timeout is none, and the server is left alone for 250 ms,
 * 500 ms and so on. Compile times are drawn from a log-normal distribution.
 *
 *     alone      no server
 *     same       all machines make the kernels in the same order
 *     own        each in an order of its own
 *     same /10, own /10   the same with ten servers, each for a tenth of the machines
 *
 * --plot 1: one line for gnuplot, of the columns that the comment in it names.
 */
#include "simulation.h"

#define SETTINGS(X)                                                                                                    \
    X("--machines", machines, 1e4)                                                                                     \
    X("--kernels", kernels, 1e3)                                                                                       \
    X("--compile", compile_ms, 26)                                                                                     \
    X("--first", first_ms, 19)                                                                                         \
    X("--load", load_ms, 0.42)                                                                                         \
    X("--bytes", bytes, 3000)                                                                                          \
    X("--spread", spread, 0.3)                                                                                         \
    X("--start", start_ms, 1000)                                                                                       \
    X("--trip", trip_ms, 0.2)                                                                                          \
    X("--serve", serve_us, 5)                                                                                          \
    X("--gigabits", gigabits, 25)                                                                                      \
    X("--timeout", timeout_ms, 200)                                                                                    \
    X("--wait", wait_ms, 10000)                                                                                        \
    X("--seed", seed, 1)                                                                                               \
    X("--plot", plot, 0)
DEFINE_SETTINGS(SETTINGS);

typedef struct outcome {
    double compiles, compile_hours, trips, bytes, timeouts, ready_ms;
} outcome;

/* ---- What happens when ------------------------------------------------------------------------------------------- */

typedef enum question {
    BEGIN, /* the next kernel */
    LOOK,
    TAKE,
    STORE,
} question;

typedef struct event {
    double at; /* of a question: when it reaches the server */
    uint32_t machine, kernel;
    question what;
} event;

static event *events; /* a heap, the earliest first */
static size_t event_count, event_room;

static void push(event added)
{
    size_t k = event_count++;

    if (event_count > event_room) {
        event_room = 2 * event_room + 1024;
        if ((events = realloc(events, event_room * sizeof *events)) == NULL)
            exit(2);
    }
    for (; k > 0 && events[(k - 1) / 2].at > added.at; k = (k - 1) / 2)
        events[k] = events[(k - 1) / 2];
    events[k] = added;
}

static event pop(void)
{
    const event first = events[0], last = events[--event_count];
    size_t k = 0, next;

    while ((next = 2 * k + 1) < event_count) {
        if (next + 1 < event_count && events[next + 1].at < events[next].at)
            next++;
        if (events[next].at >= last.at)
            break;
        events[k] = events[next];
        k = next;
    }
    events[k] = last;
    return first;
}

/* ---- The fleet --------------------------------------------------------------------------------------------------- */

enum { SERVERS_MOST = 10 };
static const double first_pause_ms = 250, longest_pause_ms = 60000, first_look_ms = 15, longest_look_ms = 250;
static const double lease_ms = 5000; /* compilers are faster, so that nobody renews one here */

typedef struct machine {
    uint32_t done, step, offset; /* kernels that it has; the order in which it makes them */
    unsigned failed;
    double paused_until;
    double waits_since, look_ms; /* for the lease of another one; 0: it does not */
} machine;

static outcome o;
static machine *machines;
static unsigned char *stored; /* of each server and kernel: is it there? */
static double *leased;        /* likewise: until when */
static double server_free[SERVERS_MOST];
static uint32_t servers;

/* The machine has its kernel, and goes on. */
static void next_kernel(event now, double at)
{
    machines[now.machine].done++;
    machines[now.machine].waits_since = 0;
    at += s.load_ms;
    o.ready_ms = at > o.ready_ms ? at : o.ready_ms;
    if (machines[now.machine].done < (uint32_t)s.kernels)
        push((event){at, now.machine, 0, BEGIN});
}

/* It compiles, and stores what it has made where it may. */
static void compile(event now, double at)
{
    const machine *self = &machines[now.machine];
    const double ms = (self->done == 0 ? s.first_ms : 0) + s.compile_ms * vary(s.spread);

    o.compiles++;
    o.compile_hours += ms / 3.6e6;
    if (servers > 0 && at + ms >= self->paused_until)
        push((event){at + ms + s.trip_ms / 2, now.machine, now.kernel, STORE});
    next_kernel(now, at + ms);
}

static void begin(event now)
{
    const machine *self = &machines[now.machine];

    now.kernel = (uint32_t)(((uint64_t)self->done * self->step + self->offset) % (uint64_t)s.kernels);
    if (servers == 0 || now.at < self->paused_until)
        compile(now, now.at);
    else
        push((event){now.at + s.trip_ms / 2, now.machine, now.kernel, LOOK});
}

/* When the answer to a question of now is there; -1: too late, and the machine knows that at *given_up. */
static double serve(event now, double bytes, double *given_up)
{
    double *free_at = &server_free[now.machine % servers];
    machine *self = &machines[now.machine];
    const double asked = now.at - s.trip_ms / 2;
    double pause = first_pause_ms, answered;

    *free_at = (*free_at > now.at ? *free_at : now.at) + s.serve_us / 1000 + bytes * 8 / (s.gigabits * 1e6);
    answered = *free_at + s.trip_ms / 2;
    o.trips++;
    o.bytes += bytes;
    if (now.what == STORE || answered <= asked + s.timeout_ms) {
        self->failed = 0;
        return answered;
    }
    o.timeouts++;
    for (unsigned k = 0; k < self->failed && pause < longest_pause_ms; k++)
        pause *= 2;
    self->failed++;
    *given_up = asked + s.timeout_ms;
    self->paused_until = *given_up + (pause < longest_pause_ms ? pause : longest_pause_ms);
    return -1;
}

/* Looks again after a while, or has waited for long enough. */
static void wait_for_other(event now, double at)
{
    machine *self = &machines[now.machine];

    if (self->waits_since <= 0) {
        self->waits_since = at;
        self->look_ms = first_look_ms;
    }
    if (at - self->waits_since >= s.wait_ms) {
        compile(now, at);
        return;
    }
    at += self->look_ms * (0.75 + draw() / 2);
    self->look_ms = self->look_ms * 1.7 < longest_look_ms ? self->look_ms * 1.7 : longest_look_ms;
    push((event){at + s.trip_ms / 2, now.machine, now.kernel, LOOK});
}

static void ask(event now)
{
    const size_t place = (size_t)(now.machine % servers) * (size_t)s.kernels + now.kernel;
    const int found = stored[place], taken = now.at < leased[place];
    double given_up = 0, at = serve(now, now.what == STORE || found ? s.bytes : 0, &given_up);

    if (now.what == STORE) {
        stored[place] = 1;
        leased[place] = 0;
        return;
    }
    if (now.what == TAKE && !found && !taken)
        leased[place] = now.at + lease_ms; /* for nobody, where the answer comes too late */
    if (at < 0)
        compile(now, given_up);
    else if (found)
        next_kernel(now, at);
    else if (taken)
        wait_for_other(now, at);
    else if (now.what == TAKE)
        compile(now, at);
    else
        push((event){at + s.trip_ms / 2, now.machine, now.kernel, TAKE});
}

/* Without a divisor that the number of kernels has. */
static uint32_t draw_step(uint32_t kernels)
{
    for (;;) {
        uint32_t step = 1 + (uint32_t)(draw() * (kernels - 1)), a = kernels, b = step;

        while (b != 0) {
            const uint32_t rest = a % b;

            a = b;
            b = rest;
        }
        if (a == 1)
            return step;
    }
}

static outcome run(uint32_t server_count, int same)
{
    const size_t count = (size_t)s.machines, kernels = (size_t)s.kernels;

    o = (outcome){0};
    servers = server_count;
    random_state = (uint64_t)s.seed;
    memset(machines, 0, count * sizeof *machines);
    memset(stored, 0, SERVERS_MOST * kernels);
    memset(leased, 0, SERVERS_MOST * kernels * sizeof *leased);
    memset(server_free, 0, sizeof server_free);
    for (size_t k = 0; k < count; k++) {
        machines[k].step = same ? 1 : draw_step((uint32_t)kernels);
        machines[k].offset = same ? 0 : (uint32_t)(draw() * (double)kernels);
        push((event){draw() * s.start_ms, (uint32_t)k, 0, BEGIN});
    }
    while (event_count > 0) {
        const event now = pop();

        if (now.what == BEGIN)
            begin(now);
        else
            ask(now);
    }
    return o;
}

/* ---- What is printed --------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t servers;
    int same;
} ways[] = {{"alone", 0, 1}, {"same", 1, 1}, {"own", 1, 0}, {"same /10", 10, 1}, {"own /10", 10, 0}};
enum { WAYS = sizeof ways / sizeof *ways };

static void print_all(void)
{
    printf(
        "%.0f machines, %.0f kernels: compile %g ms (the first %g more), load %g ms, objects of %g bytes; a server that "
        "takes %g us for a question, %g Gbit/s, %g ms there and back\n\n",
        s.machines, s.kernels, s.compile_ms, s.first_ms, s.load_ms, s.bytes, s.serve_us, s.gigabits, s.trip_ms);
    printf("| way      |   compiles | CPU hours |    questions |        GB |   time-outs | last ready s |\n");
    printf("| -------- | ---------: | --------: | -----------: | --------: | ----------: | -----------: |\n");
    for (int k = 0; k < WAYS; k++) {
        run(ways[k].servers, ways[k].same);
        printf("| %-8s | %10.0f | %9.3g | %12.4g | %9.3g | %11.4g | %12.2f |\n", ways[k].name, o.compiles,
               o.compile_hours, o.trips, o.bytes / 1e9, o.timeouts, o.ready_ms / 1000);
        fflush(stdout);
    }
}

static void print_line(void)
{
    printf("%.0f", s.machines);
    for (int k = 0; k < WAYS; k++) {
        run(ways[k].servers, ways[k].same);
        printf(" %.6g %.6g %.6g", o.ready_ms / 1000, o.compiles, o.compile_hours);
    }
    printf("\n");
}

static int is_possible(void)
{
    return s.machines >= 1 && s.machines <= 1e6 && s.kernels >= 2 && s.kernels <= 1e5 && s.seed >= 1 && s.gigabits > 0;
}

int main(int argc, char **argv)
{
    if (!read_options("cujit-bench-fleet", argc, argv, options) || !is_possible())
        return 2;
    machines = calloc((size_t)s.machines, sizeof *machines);
    stored = calloc(SERVERS_MOST, (size_t)s.kernels);
    leased = calloc(SERVERS_MOST * (size_t)s.kernels, sizeof *leased);
    if (machines == NULL || stored == NULL || leased == NULL)
        return 2;
    if (s.plot > 0)
        print_line();
    else
        print_all();
    free(events);
    free(machines);
    free(stored);
    free(leased);
    return 0;
}
