/*
 * generator.c: generators of random numbers: their making, splitting, folding in, position.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/random/random.h"

/* Keys of what is made of a generator differ from those of numbers by these. */
static const uint64_t fold_key = 0x5a1fc84ed19b3c37u, split_key = 0xb2c6a09d4e75f183u, seed_key = 0xe8130d67b52fa94bu;

static const uint64_t end = (uint64_t)1 << 63; /* of a stream, in words */

static cujit_status check(const char *function, const cujit_random *random, cujit_error *error)
{
    if (random == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: random is NULL", function);
    return cj_context_check(random->context, error);
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static cujit_status make_moving(cujit_random *random, cujit_error *error)
{
    cujit_context *context = random->context;
    cujit_status status = cj_array_create(context, CUJIT_UINT64, 0, NULL, NULL, random->on, &random->moving, error);

    if (status == CUJIT_OK)
        status = cj_array_create(context, CUJIT_INT64, 0, NULL, NULL, random->on, &random->drawn, error);
    if (status != CUJIT_OK)
        return status;
    return context->backend->fill(context->device, random->moving->data, 0, 1, sizeof(uint64_t), random->on, error);
}

static cujit_status make(const char *function, cujit_context *context, const cujit_random_spec *spec, cujit_stream on,
                         cujit_random **out, cujit_error *error)
{
    cujit_random *random;
    cujit_status status = CUJIT_OK;

    if (spec->rounds != 0 && spec->rounds != 7 && spec->rounds != 10)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: rounds is %d; expected 7, 10, or 0 for 10",
                            function, spec->rounds);
    if ((random = cj_calloc(1, sizeof *random)) == NULL)
        return cj_error_no_memory(error, "a random generator");
    *random = (cujit_random){.context = context,
                             .seed = spec->seed,
                             .stream = spec->stream,
                             .rounds = spec->rounds != 0 ? spec->rounds : 10,
                             .on = on};
    cj_context_retain(context);
    if (spec->moving != 0 && (status = make_moving(random, error)) != CUJIT_OK) {
        cujit_random_free(random);
        return status;
    }
    *out = random;
    return CUJIT_OK;
}

cujit_status cujit_random_create_with_sized(cujit_context *context, const cujit_random_spec *given, size_t size,
                                            cujit_random **random, cujit_error *error)
{
    static const char function[] = "cujit_random_create_with";
    cujit_random_spec spec;
    cujit_status status = cj_widen(function, &spec, sizeof spec, given, size, error);

    if (status != CUJIT_OK || (status = cj_context_check_call(function, context, "random", random, error)) != CUJIT_OK)
        return status;
    return make(function, context, &spec, NULL, random, error);
}

cujit_status cujit_random_create(cujit_context *context, uint64_t seed, cujit_random **random, cujit_error *error)
{
    static const char function[] = "cujit_random_create";
    const cujit_random_spec spec = {.seed = seed};
    cujit_status status = cj_context_check_call(function, context, "random", random, error);

    return status == CUJIT_OK ? make(function, context, &spec, NULL, random, error) : status;
}

void cujit_random_free(cujit_random *random)
{
    cujit_context *context;

    if (random == NULL)
        return;
    context = random->context;
    cj_random_kernels_free(random);
    cujit_array_free(random->moving);
    cujit_array_free(random->drawn);
    cj_free(random);
    cj_context_release(context);
}

/* ---- Others, made of one ----------------------------------------------------------------------------------------- */

/* Philox 4x32-10, as the prelude has it for devices. */
static void philox(uint32_t counter[4], uint64_t key)
{
    uint32_t low = (uint32_t)key, high = (uint32_t)(key >> 32);

    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)0xD2511F53 * counter[0], b = (uint64_t)0xCD9E8D57 * counter[2];

        counter[0] = (uint32_t)(b >> 32) ^ counter[1] ^ low;
        counter[1] = (uint32_t)b;
        counter[2] = (uint32_t)(a >> 32) ^ counter[3] ^ high;
        counter[3] = (uint32_t)a;
        low += 0x9E3779B9;
        high += 0xBB67AE85;
    }
}

static cujit_status derive(const char *function, const cujit_random *random, uint64_t key, uint64_t number,
                           cujit_random **out, cujit_error *error)
{
    uint32_t words[4] = {(uint32_t)number, (uint32_t)(number >> 32), (uint32_t)random->stream,
                         (uint32_t)(random->stream >> 32)};

    philox(words, random->seed ^ key);
    const cujit_random_spec spec = {.seed = (uint64_t)words[1] << 32 | words[0],
                                    .stream = (uint64_t)words[3] << 32 | words[2],
                                    .rounds = random->rounds,
                                    .moving = random->moving != NULL};
    return make(function, random->context, &spec, random->on, out, error);
}

cujit_status cujit_random_fold_in(const cujit_random *random, uint64_t number, cujit_random **folded,
                                  cujit_error *error)
{
    static const char function[] = "cujit_random_fold_in";
    cujit_status status = check(function, random, error);

    if (status == CUJIT_OK && folded == NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: folded is NULL", function);
    return status == CUJIT_OK ? derive(function, random, fold_key, number, folded, error) : status;
}

cujit_status cujit_random_split(const cujit_random *random, size_t count, cujit_random **parts, cujit_error *error)
{
    static const char function[] = "cujit_random_split";
    cujit_status status = check(function, random, error);
    size_t made = 0;

    if (status == CUJIT_OK && parts == NULL && count > 0)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: parts is NULL", function);
    if (status != CUJIT_OK)
        return status;
    while (made < count && status == CUJIT_OK) {
        if ((status = derive(function, random, split_key, made, &parts[made], error)) == CUJIT_OK)
            made++;
    }
    while (status != CUJIT_OK && made > 0) {
        cujit_random_free(parts[--made]);
        parts[made] = NULL;
    }
    return status;
}

/* ---- Where it is ------------------------------------------------------------------------------------------------- */

cujit_status cujit_random_position(const cujit_random *random, uint64_t *position, cujit_error *error)
{
    static const char function[] = "cujit_random_position";
    cujit_status status = check(function, random, error);

    if (status == CUJIT_OK && position == NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: position is NULL", function);
    if (status != CUJIT_OK)
        return status;
    if (random->moving != NULL)
        return random->context->backend->copy(random->context->device, position, random->moving->data, sizeof *position,
                                              CJ_COPY_TO_HOST, random->on, true, error);
    *position = random->position;
    return CUJIT_OK;
}

cujit_status cujit_random_skip(cujit_random *random, uint64_t words, cujit_error *error)
{
    static const char function[] = "cujit_random_skip";
    cujit_status status = check(function, random, error);

    if (status != CUJIT_OK)
        return status;
    if (random->moving != NULL && words % 4 != 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: %llu words are no multiple of 4, as those of a moving generator must be", function,
                            (unsigned long long)words);
    if (words > end - random->position)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: %llu words lie behind the end of the stream",
                            function, (unsigned long long)words);
    if (random->moving != NULL)
        return cj_random_advance(random, words, error);
    random->position += words;
    return CUJIT_OK;
}

uint64_t cj_random_seed_key(const cujit_random *random)
{
    return random->seed ^ seed_key;
}

cujit_status cj_random_draw_seed(cujit_random *random, uint64_t *seed, cujit_error *error)
{
    uint32_t words[4] = {(uint32_t)random->position, (uint32_t)(random->position >> 32), (uint32_t)random->stream,
                         (uint32_t)(random->stream >> 32)};
    cujit_status status = cujit_random_skip(random, 4, error);

    if (status != CUJIT_OK)
        return status;
    philox(words, cj_random_seed_key(random));
    *seed = (uint64_t)words[1] << 32 | words[0];
    return CUJIT_OK;
}

void cujit_random_get_spec_sized(const cujit_random *random, cujit_random_spec *spec, size_t size)
{
    cujit_random_spec found = {0};

    if (random != NULL)
        found = (cujit_random_spec){
            .seed = random->seed, .stream = random->stream, .rounds = random->rounds, .moving = random->moving != NULL};
    cj_narrow(spec, size, &found, sizeof found);
}

void cujit_random_set_device_stream(cujit_random *random, cujit_stream stream)
{
    if (random != NULL)
        random->on = stream;
}
