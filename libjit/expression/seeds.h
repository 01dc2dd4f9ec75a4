/*
 * seeds.h: generators of random numbers among the operands of a call: each becomes a seed, which counts for that call.
 */
#ifndef LIBJIT_SEEDS_H
#define LIBJIT_SEEDS_H

#include "libjit/base/status.h"

#include <cujit/cujit.h>

/* What is wrong with a generator, for an error of that status; NULL: nothing. */
const char *cj_seeds_check(const cujit_random *random, cujit_status *status);

/* *out: the items, with seeds in the places of generators, which go on. `room` is for as many items, and used where there
 * is a generator. */
cujit_status cj_seeds_draw(const cujit_named *named, cujit_arg *room, const cujit_arg **out, cujit_error *error);

#endif
