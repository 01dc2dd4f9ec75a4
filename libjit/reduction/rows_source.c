/*
 * rows_source.c: the sources of kernels of rows. What their forms do is told in templates/rows.cu.in and
 * rows_host.cu.in.
 */
#include "libjit/reduction/rows.h"

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

typedef struct array {
    size_t parameter;
    bool mapped, used, written, loaded;
    bool placed, rowed; /* name[j], name[row] */
    bool chunked;
} array;

bool cj_rows_is_chunked(const cj_fold_kernel *kernel, const cj_variant *variant, size_t k)
{
    return (variant->flags & CJ_VARIANT_CHUNKED) != 0 && (variant->transposed >> k & 1) == 0 &&
           cj_rows_has(kernel, k, CJ_ROLE_INDEXED);
}

static array look_at(const cj_fold_kernel *kernel, const cj_variant *variant, size_t k)
{
    const cj_access *access = &kernel->fold.text.accesses.of[k];
    const bool rowed = cj_rows_has(kernel, k, CJ_ROLE_ROW);
    array out = {
        .parameter = k,
        .mapped = (kernel->fold.mapped >> k & 1) != 0 && !rowed,
        .used = (kernel->fold.used >> k & 1) != 0,
        .written = access->written,
        .placed = cj_rows_has(kernel, k, CJ_ROLE_PLACE),
        .rowed = rowed,
        .chunked = cj_rows_is_chunked(kernel, variant, k),
    };

    /* What is not written always is stored where it has changed, and must be known before. */
    out.loaded = out.used && (!out.written || access->loaded || !access->always);
    return out;
}

typedef enum which {
    OPERANDS, /* all */
    MAPPED,   /* those that maps see */
    LATE,     /* that are loaded for the operation */
    OUTPUTS,  /* that it writes */
} which;

static bool belongs(const cj_source *source, which list, const array *of)
{
    switch (list) {
    case MAPPED:
        return of->mapped;
    case LATE:
        return !of->rowed && of->loaded && !(of->mapped && source->variant->form == CJ_FOLD_HELD);
    case OUTPUTS:
        return !of->rowed && of->used && of->written;
    default:
        return true;
    }
}

enum { MEMBERS = 15 };

static void add_array(const cj_source *source, const array *of, bool operates, cj_value *items)
{
    const cj_parameter *parameter = &source->text->signature.parameters[of->parameter];
    const cj_variant *variant = source->variant;

    *items++ = cj_value_text("name", parameter->name);
    *items++ = cj_value_text("type", parameter->spelling);
    *items++ = cj_value_text("accessor", of->placed ? "cujit_place_element" : "cujit_element");
    *items++ = cj_value_number("single", (variant->transposed >> of->parameter & 1) != 0 && !of->rowed);
    *items++ = cj_value_number("chunked", of->chunked);
    *items++ = cj_value_number("needed", of->mapped || of->loaded);
    *items++ = cj_value_number("placed", of->placed);
    *items++ = cj_value_number("rowed", of->rowed);
    *items++ = cj_value_number("late", belongs(source, LATE, of));
    *items++ = cj_value_number("used", of->used);
    *items++ = cj_value_number("written", of->written);
    *items++ = cj_value_number("loaded", of->loaded);
    *items++ = cj_value_number("conditional", of->written && !source->text->accesses.of[of->parameter].always);
    /* Only read, and not for the first time, when all that a thread asks for shall be on its way: then compilers may
     * leave it out where a group of stages has no use for it. */
    *items++ = cj_value_number("calm", !of->written && (variant->form != CJ_FOLD_HELD || !of->mapped));
    *items++ = cj_value_number("lasting", variant->form == CJ_FOLD_HELD && of->mapped && operates);
}

static void add_arrays(cj_source *source, const cj_fold_kernel *kernel, const char *name, which list)
{
    array found[CJ_MAX_PARAMETERS];
    size_t count = 0;
    cj_value *items;

    for (size_t k = 0; k < source->text->signature.count; k++) {
        if (!cj_rows_has(kernel, k, CJ_ROWS_OPERAND))
            continue;
        found[count] = look_at(kernel, source->variant, k);
        count += belongs(source, list, &found[count]);
    }
    items = cj_source_list(source, name, count, MEMBERS);
    for (size_t k = 0; items != NULL && k < count; k++)
        add_array(source, &found[k], kernel->fold.spec.operation != NULL, &items[k * MEMBERS]);
}

size_t cj_rows_leader(const cj_fold_kernel *kernel)
{
    size_t first = SIZE_MAX;

    for (size_t k = kernel->fold.text.signature.count; k-- > 0;) {
        if (cj_rows_has(kernel, k, CJ_ROLE_INDEXED) && (first == SIZE_MAX || kernel->fold.text.accesses.of[k].written ||
                                                        !kernel->fold.text.accesses.of[first].written))
            first = k;
    }
    return first;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static void add_shape(cj_source *source)
{
    const cj_variant *variant = source->variant;
    const long long span = (long long)variant->lanes * variant->rank;
    const bool held = variant->form == CJ_FOLD_HELD;

    cj_source_number(source, "HELD", held);
    cj_source_number(source, "TILES", variant->unroll);
    cj_source_number(source, "ROWS", variant->index);
    cj_source_number(source, "CLUSTER", variant->rank);
    cj_source_number(source, "SPAN", span);
    cj_source_number(source, "CHUNKED", (variant->flags & CJ_VARIANT_CHUNKED) != 0);
    cj_source_number(source, "EXACT", (variant->flags & CJ_VARIANT_EXACT) != 0);
    cj_source_number(source, "GROUP", variant->lanes < 32 ? variant->lanes : 32);
    cj_source_number(source, "BY_WARPS", variant->lanes > 32);
    cj_source_number(source, "WARPS", variant->block / 32);
}

/* Do all rows of a thread share what it loads for the operation? */
static bool loads_once(const cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    bool shared = false;

    for (size_t k = 0; k < source->text->signature.count; k++) {
        const array found = look_at(kernel, variant, k);

        shared = shared || (cj_rows_has(kernel, k, CJ_ROLE_PLACE) && belongs(source, LATE, &found));
    }
    return shared && variant->form == CJ_FOLD_HELD && variant->index > 1 && (variant->flags & CJ_VARIANT_SHIFTED) == 0;
}

void cj_rows_describe(const cj_fold_kernel *kernel, cj_source *source)
{
    const cj_fold_text *fold = &kernel->fold;
    const char *operation = fold->spec.operation, *finish = fold->spec.finish;
    const cj_variant *variant = source->variant;
    const size_t leader = cj_rows_leader(kernel);
    const cj_parameter *parameter = leader != SIZE_MAX ? &fold->text.signature.parameters[leader] : NULL;
    bool rowed = false;

    for (size_t k = 0; k < fold->text.signature.count; k++)
        rowed = rowed || cj_rows_has(kernel, k, CJ_ROLE_ROW);
    source->features |= CJ_FEATURE_ROWS;
    source->numbers = 1;
    source->template = variant->form == CJ_FOLD_LINES ? "rows_host" : "rows";
    add_arrays(source, kernel, "operands", OPERANDS);
    add_arrays(source, kernel, "arrays", MAPPED);
    add_arrays(source, kernel, "late", LATE);
    add_arrays(source, kernel, "outputs", OUTPUTS);
    add_shape(source);
    cj_rows_layout(kernel, source);
    /* Lanes with ranges of their own go through these, others a turn of all lanes further. */
    cj_source_number(source, "STEP",
                     variant->unroll * (kernel->ordered ? 1LL : (long long)variant->lanes * variant->rank));
    cj_source_number(source, "GROUPS", fold->groups);
    cj_source_number(source, "NUMBERED", fold->uses_row || fold->text.needs_index);
    cj_source_text(source, "ROW", rowed ? "cujit_counted_row" : "long long");
    cj_source_text(source, "LEADER", parameter != NULL ? parameter->name : "");
    cj_source_text(source, "LEADER_TYPE", parameter != NULL ? parameter->spelling : "");
    cj_source_number(source, "OPERATES", operation != NULL);
    cj_source_number(source, "FINISHES", finish != NULL);
    cj_source_number(source, "ONCE", loads_once(source, kernel));
    operation = operation != NULL ? operation : "";
    finish = finish != NULL ? finish : "";
    cj_source_add(source, cj_source_part(source, "OPERATION", "operation", operation, operation));
    cj_source_add(source, cj_source_part(source, "FINISH", "finish", finish, finish));
}
