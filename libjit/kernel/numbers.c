/*
 * numbers.c: see numbers.h.
 */
#include "libjit/kernel/numbers.h"

#include "libjit/runtime/broadcast.h"

void cj_numbers_put_counts(cj_numbers *numbers, const uint64_t *counts, int rank)
{
    cj_divisor divisors[2 * CJ_MAX_AXES];

    for (int j = 0; j < rank; j++) {
        divisors[j] = numbers->wide ? cj_divisor64(counts[j]) : cj_divisor32((uint32_t)counts[j]);
        cj_numbers_put(numbers, counts[j]);
    }
    for (int j = 0; j < rank; j++)
        cj_numbers_put(numbers, divisors[j].magic);
    for (int j = 0; j < rank; j++)
        cj_numbers_put(numbers, divisors[j].shift);
}
