/*
 * seeds.c: see seeds.h.
 */
#include "libjit/expression/seeds.h"

#include "libjit/random/random.h"
#include "libjit/runtime/argument.h"

#include <string.h>

const char *cj_seeds_check(const cujit_context *context, const cujit_arg *items, size_t k, cujit_status *status)
{
    const cujit_random *random = items[k].value.random;

    *status = CUJIT_ERROR_ARGUMENT_TYPE;
    if (random == NULL)
        return "is a random generator that is NULL";
    if (random->drawn != NULL && !cj_argument_same_memory(context, random->drawn))
        return "is a random generator whose position lies on another device";
    *status = CUJIT_ERROR_ARGUMENT_VALUE;
    for (size_t m = 0; m < k && random->drawn != NULL; m++) {
        if (items[m].kind == CUJIT_ARG_RANDOM && items[m].value.random == random)
            return "is the random generator of another operand; one whose position the device moves can be given once";
    }
    return NULL;
}

const cujit_array *cj_seeds_memory(const cujit_random *random)
{
    return random->drawn;
}

void cj_seeds_place(const cujit_named *named, cujit_arg *room, const cujit_arg **out)
{
    *out = named->items;
    for (size_t k = 0; k < named->count; k++) {
        const cujit_random *random = named->items[k].value.random;

        if (named->items[k].kind != CUJIT_ARG_RANDOM)
            continue;
        if (*out != room)
            memcpy(room, named->items, named->count * sizeof *room);
        *out = room;
        room[k] = random->drawn != NULL ? cujit_arg_array(random->drawn) : cujit_arg_int(0);
    }
}

cujit_status cj_seeds_draw(cujit_random *random, cujit_stream stream, cujit_arg *item, cujit_error *error)
{
    cujit_status status;
    uint64_t seed;

    if (random->drawn != NULL)
        return cj_random_draw_seed_there(random, stream, error);
    if ((status = cj_random_draw_seed(random, &seed, error)) == CUJIT_OK)
        *item = cujit_arg_int((long long)seed);
    return status;
}

cujit_status cj_seeds_draw_all(const cujit_named *named, cujit_stream stream, cujit_arg *room, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < named->count && status == CUJIT_OK; k++) {
        if (named->items[k].kind == CUJIT_ARG_RANDOM)
            status = cj_seeds_draw(named->items[k].value.random, stream, &room[k], error);
    }
    return status;
}
