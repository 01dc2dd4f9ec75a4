/*
 * numbers.h: the struct of numbers that a launch over views hands to its kernel, `cujit_layout` in the sources: all of
 * its members are unsigned numbers of one size, 32 or 64 bits.
 */
#ifndef LIBJIT_NUMBERS_H
#define LIBJIT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct cj_numbers {
    void *of; /* the caller's room, for 64 bits each */
    size_t count;
    bool wide; /* 64 bits */
} cj_numbers;

static inline size_t cj_numbers_bytes(const cj_numbers *numbers)
{
    return numbers->count * (numbers->wide ? sizeof(uint64_t) : sizeof(uint32_t));
}

/* The k-th, one of those that are there. Negative numbers go round. */
static inline void cj_numbers_set(cj_numbers *numbers, size_t k, uint64_t number)
{
    uint32_t narrow = (uint32_t)number;

    if (numbers->wide)
        memcpy((char *)numbers->of + k * sizeof number, &number, sizeof number);
    else
        memcpy((char *)numbers->of + k * sizeof narrow, &narrow, sizeof narrow);
}

/* One more. */
static inline void cj_numbers_put(cj_numbers *numbers, uint64_t number)
{
    cj_numbers_set(numbers, numbers->count++, number);
}

/* What is numbered along each of `rank` axes, none of which is 0, and then what divides by each: all factors, all
 * shifts. */
void cj_numbers_put_counts(cj_numbers *numbers, const uint64_t *counts, int rank);

#endif
