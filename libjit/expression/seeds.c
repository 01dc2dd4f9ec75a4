/*
 * seeds.c: see seeds.h.
 */
#include "libjit/expression/seeds.h"

#include "libjit/random/random.h"

#include <string.h>

const char *cj_seeds_check(const cujit_random *random, cujit_status *status)
{
    *status = random == NULL ? CUJIT_ERROR_ARGUMENT_TYPE : CUJIT_ERROR_UNSUPPORTED;
    if (random == NULL)
        return "is a random generator that is NULL";
    return random->moving != NULL
               ? "is a random generator whose position the device moves; in expressions it has to be known"
               : NULL;
}

cujit_status cj_seeds_draw(const cujit_named *named, cujit_arg *room, const cujit_arg **out, cujit_error *error)
{
    cujit_status status = CUJIT_OK;
    uint64_t seed;

    *out = named->items;
    for (size_t k = 0; k < named->count && status == CUJIT_OK; k++) {
        if (named->items[k].kind != CUJIT_ARG_RANDOM)
            continue;
        if (*out != room)
            memcpy(room, named->items, named->count * sizeof *room);
        *out = room;
        if ((status = cj_random_draw_seed(named->items[k].value.random, &seed, error)) == CUJIT_OK)
            room[k] = cujit_arg_int((long long)seed);
    }
    return status;
}
