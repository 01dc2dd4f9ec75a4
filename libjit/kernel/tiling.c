/*
 * tiling.c: which arrays of a kernel are tiled, and what their pointers must satisfy. See tiling.h.
 */
#include "libjit/kernel/tiling.h"

#include "libjit/base/alloc.h"

enum { SINGLE_BLOCK = 256 };

size_t cj_tile_alignment(const cj_parameter *parameter, size_t width)
{
    size_t power = cj_tile_power(parameter->size, width);

    return power > parameter->alignment ? power : parameter->alignment;
}

/* Of tiles twice as wide: a tuned kernel may have them. */
static void find_arrays(const cj_kernel_text *text, cj_tiling *tiling)
{
    bool found = false;

    for (size_t k = 0; k < text->signature.count; k++) {
        if (!cj_kernel_text_has(text, k, CJ_ROLE_TILE))
            continue;
        if (text->accesses.of[k].written && !found) {
            tiling->leader = tiling->count;
            found = true;
        }
        tiling->arrays[tiling->count++] = (cj_tiled_array){
            .parameter = k,
            .mask = cj_tile_alignment(&text->signature.parameters[k], 2 * tiling->width) - 1,
        };
    }
}

static void add_pair(const cj_kernel_text *text, size_t written, size_t other, cj_tiling *tiling)
{
    const cj_accesses *accesses = &text->accesses;
    const cj_access *b = &accesses->of[other];
    bool near = b->lowest != 0 || b->highest != 0;
    bool tiled = cj_kernel_text_has(text, written, CJ_ROLE_TILE) && cj_kernel_text_has(text, other, CJ_ROLE_TILE);

    tiling->pairs[tiling->pair_count++] = (cj_tiled_pair){
        .written = written,
        .other = other,
        /* How far a plain pointer reaches nobody knows. */
        .written_size = cj_kernel_text_has(text, written, CJ_ROLE_TILE) ? text->signature.parameters[written].size : 0,
        .other_size = cj_kernel_text_has(text, other, CJ_ROLE_TILE) ? text->signature.parameters[other].size : 0,
        .may_share = tiled && !near &&
                     text->signature.parameters[written].size == text->signature.parameters[other].size &&
                     cj_accesses_may_share(accesses, written, other),
    };
}

static bool may_be_written(const cj_kernel_text *text, size_t k)
{
    const cj_parameter *parameter = &text->signature.parameters[k];

    return parameter->pointer && !parameter->is_const && (text->accesses.of[k].written || text->accesses.of[k].other);
}

/* Every two arrays of which one may be written and one is tiled. */
static void find_pairs(const cj_kernel_text *text, cj_tiling *tiling)
{
    for (size_t a = 0; a < text->signature.count; a++) {
        for (size_t b = 0; b < text->signature.count && may_be_written(text, a); b++) {
            if (a == b || !text->signature.parameters[b].pointer || (b < a && may_be_written(text, b)))
                continue;
            if (cj_kernel_text_has(text, a, CJ_ROLE_TILE) || cj_kernel_text_has(text, b, CJ_ROLE_TILE))
                add_pair(text, a, b, tiling);
        }
    }
}

/*
 * Measured on an H200 (CUDA 13.0, 2026-11-21) over fill, copy, sums of 2 and 10 arrays, a stencil and Black-Scholes, in
 * 8 to 64 bits and mixed, 2^10 to 2^28 elements, all widths, unrolls of 1, 2 and 4, blocks of 64 to 512 threads: one
 * tile a thread and 256 threads are within 3 % of the best nearly everywhere. But where a tile loads less than 16
 * bytes, two of them must be on their way; long operations overlap better with the loads of a second tile, unless the
 * device has room for all tiles at once; and as long as there are threads for all elements, neither long operations nor
 * tiles that must be put together pay.
 */
static void find_shape(const cj_kernel_text *text, cj_tiling *tiling)
{
    enum { LONG = 16, LONG_TILE = 256 };
    size_t loaded = 0, bytes = 0, arrays = 0, tokens = text->accesses.tokens;
    bool room;

    for (size_t k = 0; k < text->signature.count; k++) {
        if (!cj_kernel_text_has(text, k, CJ_ROLE_TILE))
            continue;
        arrays++;
        bytes += tiling->width * text->signature.parameters[k].size;
        if (text->accesses.of[k].loaded)
            loaded += tiling->width * text->signature.parameters[k].size;
    }
    room = 2 * bytes <= CJ_THREAD_BYTES &&
           2 * tiling->width * tokens <= CJ_TILE_TOKENS; /* in registers; for the compiler */
    tiling->divisible = (loaded == 0 || loaded >= CJ_TILE_BYTES) && tokens > LONG * arrays && room;
    tiling->unroll = (loaded > 0 && loaded < CJ_TILE_BYTES) || tiling->divisible ? 2 : 1;
    tiling->block = tiling->unroll == 2 ? 128 : SINGLE_BLOCK;
    tiling->few_shifted = (size_t)1 << 17;
    tiling->few = tokens * tiling->width > LONG_TILE || tiling->reach.before > 0 || tiling->reach.behind > 0
                      ? tiling->few_shifted
                      : (size_t)1 << 13;
}

cj_variant cj_tiling_single(const cj_tiling *tiling)
{
    cj_variant variant = cj_tiling_default(tiling);

    variant.unroll = 1;
    variant.block = SINGLE_BLOCK;
    return variant;
}

cj_variant cj_tiling_default(const cj_tiling *tiling)
{
    return (cj_variant){
        .form = CJ_FORM_TILE,
        .width = (uint8_t)tiling->width,
        .unroll = (uint8_t)tiling->unroll,
        .block = (uint16_t)tiling->block,
    };
}

cujit_status cj_tiling_find(const cj_kernel_text *text, cj_tiling *out, cujit_error *error)
{
    size_t count = text->signature.count;

    *out = (cj_tiling){.width = cj_variant_tile_width(text, CJ_ROLE_TILE), .reach = cj_kernel_text_reach(text)};
    if (out->width == 0)
        return CUJIT_OK;
    if ((out->arrays = cj_calloc(count, sizeof *out->arrays)) == NULL ||
        (out->pairs = cj_calloc(count * count, sizeof *out->pairs)) == NULL) {
        cj_tiling_clear(out);
        return cj_error_no_memory(error, "a kernel");
    }
    find_shape(text, out);
    find_arrays(text, out);
    find_pairs(text, out);
    return CUJIT_OK;
}

void cj_tiling_clear(cj_tiling *tiling)
{
    cj_free(tiling->arrays);
    cj_free(tiling->pairs);
    *tiling = (cj_tiling){0};
}

/* So that the leader's tiles are aligned. */
static size_t elements_before_alignment(const cj_tiling *tiling, const cj_kernel_text *text, const cj_variant *variant,
                                        void *const *values)
{
    size_t leader = tiling->arrays[tiling->leader].parameter;
    const cj_parameter *parameter = &text->signature.parameters[leader];
    uintptr_t alignment = cj_tile_alignment(parameter, variant->width);
    uintptr_t over = cj_pointer_value(values, leader) % alignment;

    return over != 0 && (alignment - over) % parameter->size == 0 ? (alignment - over) / parameter->size : 0;
}

cj_tile_share cj_tiling_share(const cj_tiling *tiling, const cj_kernel_text *text, const cj_variant *variant, size_t n,
                              void *const *values)
{
    size_t width = variant->width, before = (size_t)tiling->reach.before, behind = (size_t)tiling->reach.behind;
    bool shifted = (variant->flags & CJ_VARIANT_SHIFTED) != 0;
    size_t head = shifted ? elements_before_alignment(tiling, text, variant, values) : 0, tiles = 0;

    if (head < before)
        head += (before - head + width - 1) / width * width;
    if (head < n && n - head > behind)
        tiles = (n - head - behind) / width;
    if (shifted && tiles > 0)
        tiles--; /* a shifted load reads all of the aligned unit in which its last byte lies */
    tiles -= tiles % ((size_t)variant->unroll * (variant->unroll > 1 ? variant->block : 1u));
    return (cj_tile_share){.head = (long long)(head < n ? head : n), .tiles = (long long)tiles};
}
