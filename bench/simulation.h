/*
 * simulation.h: what simulations share: random numbers, and options that are numbers.
 */
#ifndef BENCH_SIMULATION_H
#define BENCH_SIMULATION_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state; /* not 0 */

/* xorshift64*, in (0, 1). */
static inline double draw(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return ((double)(random_state * UINT64_C(2685821657736338717) >> 11) + 0.5) / 9007199254740992.0;
}

/* Of median 1: half of them are between exp(-0.67 spread) and exp(0.67 spread). */
static inline double vary(double spread)
{
    const double normal = sqrt(-2 * log(draw())) * cos(6.283185307179586 * draw());

    return exp(spread * normal);
}

/*
 * The settings of a simulation are numbers, listed once: SETTINGS(X) is X("--option", member, default) of each. They become
 * `s`, which options change.
 */
#define SETTING_MEMBER(option, member, value) double member;
#define SETTING_DEFAULT(option, member, value) .member = (value),
#define SETTING_OPTION(option, member, value) {option, &s.member},
#define DEFINE_SETTINGS(SETTINGS)                                                                                      \
    static struct {                                                                                                    \
        SETTINGS(SETTING_MEMBER)                                                                                       \
    } s = {SETTINGS(SETTING_DEFAULT)};                                                                                 \
    static const simulation_option options[] = {SETTINGS(SETTING_OPTION){NULL, NULL}}

typedef struct simulation_option {
    const char *name; /* NULL behind the last one */
    double *value;
} simulation_option;

static inline void print_usage(FILE *file, const char *program, const simulation_option *options)
{
    fprintf(file, "usage: %s [OPTION NUMBER]...\n\nOptions, and what they are without being given:\n", program);
    for (; options->name != NULL; options++)
        fprintf(file, "  %-12s %g\n", options->name, *options->value);
}

/* 0: they are wrong, which was said. --help ends the program. */
static inline int read_options(const char *program, int argc, char **argv, const simulation_option *options)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_usage(stdout, program, options);
        exit(0);
    }
    for (int k = 1; k < argc; k += 2) {
        const simulation_option *found = options;
        char *end = NULL;

        while (found->name != NULL && strcmp(found->name, argv[k]) != 0)
            found++;
        if (found->name == NULL || k + 1 == argc || (*found->value = strtod(argv[k + 1], &end)) < 0 || *end != '\0' ||
            end == argv[k + 1]) {
            fprintf(stderr, "%s: %s: expected one of", program, argv[k]);
            for (found = options; found->name != NULL; found++)
                fprintf(stderr, " %s", found->name);
            fprintf(stderr, ", and a number behind it\n");
            return 0;
        }
    }
    return 1;
}

#endif
