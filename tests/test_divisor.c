/*
 * test_divisor.c: division as a multiplication, against the machine's own.
 */
#include "libjit/runtime/broadcast.h"
#include "tests/support.h"

__extension__ typedef unsigned __int128 wide;

/* As a kernel does it: no wider than the numbers themselves. */
static void check32(uint32_t d, uint32_t t)
{
    cj_divisor divisor = cj_divisor_of(d, 32);
    uint32_t high = (uint32_t)((uint64_t)t * (uint32_t)divisor.magic >> 32), sum = high + t;

    if (divisor.magic >> 32 != 0 || divisor.shift >= 32)
        ck_abort_msg("magic number for %u", d);
    if (sum >> divisor.shift != t / d)
        ck_abort_msg("%u / %u", t, d);
}

static void check64(uint64_t d, uint64_t t)
{
    cj_divisor divisor = cj_divisor_of(d, 64);
    uint64_t high = (uint64_t)((wide)t * divisor.magic >> 64), sum = high + t;

    if (divisor.shift >= 64)
        ck_abort_msg("shift for %llu", (unsigned long long)d);
    if (sum >> divisor.shift != t / d)
        ck_abort_msg("%llu / %llu", (unsigned long long)t, (unsigned long long)d);
}

/* Around t, where that is a numerator. */
static void check_around(uint64_t d, uint64_t t)
{
    for (uint64_t near = t - 2; near != t + 3; near++) {
        if (d <= UINT32_MAX && near <= INT32_MAX)
            check32((uint32_t)d, (uint32_t)near);
        if (near <= INT64_MAX)
            check64(d, near);
    }
}

TEST(small_divisors)
{
    for (uint32_t d = 1; d <= 300; d++) {
        cj_divisor small = cj_divisor_of(d, 32), large = cj_divisor_of(d, 64);

        for (uint32_t t = 0; t <= 3000; t++) {
            uint32_t high = (uint32_t)(t * small.magic >> 32);
            uint64_t high_large = (uint64_t)((wide)t * large.magic >> 64);

            if ((high + t) >> small.shift != t / d || (high_large + t) >> large.shift != t / d)
                ck_abort_msg("%u / %u", t, d);
        }
    }
}

TEST(divisors_at_the_borders)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        for (uint64_t d = (UINT64_C(1) << bit) - 2; d != (UINT64_C(1) << bit) + 3; d++) {
            if (d == 0 || d + 2 < 2)
                continue;
            for (unsigned other = 0; other < 64; other++)
                check_around(d, UINT64_C(1) << other);
            check_around(d, d);
            check_around(d, INT32_MAX / d * d);
            check_around(d, INT64_MAX / d * d);
            check_around(d, INT32_MAX);
            check_around(d, INT64_MAX);
        }
    }
    check_around(UINT32_MAX, INT32_MAX);
    check_around(UINT64_MAX, INT64_MAX);
}

static uint64_t random_state = 7;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * UINT64_C(0x2545F4914F6CDD1D);
}

TEST(random_divisors)
{
    for (int round = 0; round < 200000; round++) {
        uint64_t d = random_bits() >> (random_bits() >> 58), t = random_bits() >> (1 + (random_bits() >> 32) % 63);

        if (d == 0)
            continue;
        check64(d, t);
        check64(d, INT64_MAX / d * d);
        if ((uint32_t)d != 0)
            check32((uint32_t)d, (uint32_t)t & INT32_MAX);
    }
}

/* An empty array's length divides nothing, but may be asked for. */
TEST(divisor_zero_does_not_trap)
{
    ck_assert_uint_lt(cj_divisor_of(0, 32).shift, 32);
    ck_assert_uint_lt(cj_divisor_of(0, 64).shift, 64);
}
