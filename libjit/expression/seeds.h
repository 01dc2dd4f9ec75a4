/*
 * seeds.h: generators of random numbers among the operands of a call: each becomes a seed, which counts for that call.
 * It is a number; of generators whose position the device moves, an array without axes, so that a graph draws new ones.
 */
#ifndef LIBJIT_SEEDS_H
#define LIBJIT_SEEDS_H

#include "libjit/base/status.h"

#include <cujit/cujit.h>

/* What is wrong with the generator that is item k, for an error of that status; NULL: nothing. */
const char *cj_seeds_check(const cujit_context *context, const cujit_arg *items, size_t k, cujit_status *status);

/* Where the device has the seed; NULL: it is a number. */
const cujit_array *cj_seeds_memory(const cujit_random *random);

/* *out: the items, with seeds in the places of generators, none of which is drawn yet: numbers are 0. `room` is for as
 * many items, and used where there is a generator. */
void cj_seeds_place(const cujit_named *named, cujit_arg *room, const cujit_arg **out);

/* Draws a seed, and the generator goes on: into *item, or on the device, in the order of the stream. */
cujit_status cj_seeds_draw(cujit_random *random, cujit_stream stream, cujit_arg *item, cujit_error *error);
/* Those of all, into the room that was used. */
cujit_status cj_seeds_draw_all(const cujit_named *named, cujit_stream stream, cujit_arg *room, cujit_error *error);

#endif
