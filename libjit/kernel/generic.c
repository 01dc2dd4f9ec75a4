/*
 * generic.c: the kernels that a generic one is bound to.
 *
 * The list of them only grows, and is read without a lock. What is added at once, under the list's lock, is an entry
 * without a kernel; who needs it makes it under the entry's own lock, so that nobody waits for the compiler but those
 * who want the same.
 */
#include "libjit/kernel/generic.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/argument.h"

#include <string.h>

/* A parameter whose array says what a letter is. */
typedef struct binder {
    size_t parameter, letter; /* numbers: in the signature, in cj_generic.letters */
} binder;

typedef struct binding {
    struct binding *older;
    pthread_mutex_t lock;
    _Atomic(cj_core *) kernel; /* NULL: not made yet, or that failed */
    cujit_dtype dtypes[CJ_LETTERS];
} binding;

struct cj_generic {
    const cj_core *core;               /* the kernel's own, with open letters */
    binder binders[CJ_MAX_PARAMETERS]; /* what may be written first, as CuPy has it, each from left to right */
    size_t binder_count;
    size_t letters[CJ_LETTERS]; /* the open ones */
    size_t letter_count;
    pthread_mutex_t lock;
    _Atomic(binding *) bindings;
};

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static void add_binders(cj_generic *generic, bool is_const)
{
    for (size_t k = 0; k < generic->core->text->signature.count; k++) {
        const cj_parameter *parameter = &generic->core->text->signature.parameters[k];

        for (size_t letter = 0; letter < generic->letter_count; letter++) {
            if (parameter->pointer && parameter->is_const == is_const &&
                parameter->letter == cj_letter_name(generic->letters[letter])[0])
                generic->binders[generic->binder_count++] = (binder){k, letter};
        }
    }
}

cujit_status cj_generic_create(cj_core *core, cujit_error *error)
{
    const cj_letters *letters = &core->text->letters;
    cj_generic *generic = core->generic = cj_calloc(1, sizeof *generic);

    if (generic == NULL)
        return cj_error_no_memory(error, "a kernel");
    generic->core = core;
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        if (letters->of[k].line != 0 && letters->of[k].spelling == NULL)
            generic->letters[generic->letter_count++] = k;
    }
    add_binders(generic, false);
    add_binders(generic, true);
    pthread_mutex_init(&generic->lock, NULL);
    return CUJIT_OK;
}

void cj_generic_free(cj_generic *generic)
{
    if (generic == NULL)
        return;
    for (binding *bound = atomic_load(&generic->bindings), *older; bound != NULL; bound = older) {
        older = bound->older;
        cj_core_destroy(atomic_load(&bound->kernel));
        pthread_mutex_destroy(&bound->lock);
        cj_free(bound);
    }
    pthread_mutex_destroy(&generic->lock);
    cj_free(generic);
}

/* ---- Types for letters ------------------------------------------------------------------------------------------- */

/* As a signature spells it; NULL: unknown here. Static storage, or the context's. */
static const char *spell(const cujit_context *context, cujit_dtype dtype)
{
    const cj_type *type = cj_context_type(context, dtype);

    return type != NULL ? type->name : cujit_dtype_spelling(dtype);
}

static cujit_status unknown_type(const cj_generic *generic, size_t index, cujit_dtype dtype, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "argument %zu (%s): %d is no element type of this context",
                        index + 1, generic->core->text->signature.parameters[index].name, (int)dtype);
}

/* What a call's arrays say: a type for each letter, and which argument said it first. */
typedef struct findings {
    cujit_dtype dtypes[CJ_LETTERS];
    size_t from[CJ_LETTERS];
} findings;

static cujit_status conflict(const cj_generic *generic, const findings *found, const binder *at, cujit_dtype dtype,
                             cujit_error *error)
{
    const cj_parameter *parameters = generic->core->text->signature.parameters;
    size_t from = found->from[at->letter], letter = generic->letters[at->letter];
    const char *bound = spell(generic->core->context, found->dtypes[at->letter]),
               *got = spell(generic->core->context, dtype);

    if (bound == NULL)
        return unknown_type(generic, from, found->dtypes[at->letter], error);
    if (got == NULL)
        return unknown_type(generic, at->parameter, dtype, error);
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                        "argument %zu (%s): %s is %s by argument %zu (%s), got an array of %s", at->parameter + 1,
                        parameters[at->parameter].name, cj_letter_name(letter), bound, from + 1, parameters[from].name,
                        got);
}

/* All arrays of that letter are buffers. */
static cujit_status unbound(const cj_generic *generic, size_t letter, cujit_error *error)
{
    const char *name = cj_letter_name(generic->letters[letter]);
    const binder *first = generic->binders;

    while (first->letter != letter)
        first++;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                        "argument %zu (%s): nothing says what %s is, since CUJIT_IN, CUJIT_OUT and CUJIT_INOUT have no "
                        "element type; expected an array or a CUJIT_POINTER, or \"%s = ...\" in the kernel's `types`",
                        first->parameter + 1, generic->core->text->signature.parameters[first->parameter].name, name,
                        name);
}

static cujit_status find_types(const cj_generic *generic, const cujit_args *args, findings *found, cujit_error *error)
{
    memset(found->dtypes, 0, generic->letter_count * sizeof *found->dtypes);
    for (size_t k = 0; k < generic->binder_count; k++) {
        const binder *at = &generic->binders[k];
        cujit_dtype dtype;
        cujit_status status = cj_argument_dtype(generic->core->context,
                                                &generic->core->text->signature.parameters[at->parameter],
                                                at->parameter, &args->items[at->parameter], &dtype, error);

        if (status != CUJIT_OK)
            return status;
        if (dtype == CUJIT_DTYPE_NONE || dtype == found->dtypes[at->letter])
            continue;
        if (found->dtypes[at->letter] != CUJIT_DTYPE_NONE)
            return conflict(generic, found, at, dtype, error);
        found->dtypes[at->letter] = dtype;
        found->from[at->letter] = at->parameter;
    }
    for (size_t letter = 0; letter < generic->letter_count; letter++) {
        if (found->dtypes[letter] == CUJIT_DTYPE_NONE)
            return unbound(generic, letter, error);
    }
    return CUJIT_OK;
}

/* ---- Bindings ---------------------------------------------------------------------------------------------------- */

static binding *find_binding(const cj_generic *generic, const findings *found)
{
    binding *bound = atomic_load_explicit(&((cj_generic *)generic)->bindings, memory_order_acquire);

    while (bound != NULL && memcmp(bound->dtypes, found->dtypes, generic->letter_count * sizeof *found->dtypes) != 0)
        bound = bound->older;
    return bound;
}

/* The entry for these types, with or without a kernel; NULL where memory ran out. */
static binding *add_binding(cj_generic *generic, const findings *found)
{
    binding *bound;

    pthread_mutex_lock(&generic->lock);
    if ((bound = find_binding(generic, found)) == NULL && (bound = cj_calloc(1, sizeof *bound)) != NULL) {
        memcpy(bound->dtypes, found->dtypes, generic->letter_count * sizeof *found->dtypes);
        pthread_mutex_init(&bound->lock, NULL);
        bound->older = atomic_load(&generic->bindings);
        atomic_store_explicit(&generic->bindings, bound, memory_order_release);
    }
    pthread_mutex_unlock(&generic->lock);
    return bound;
}

static cujit_status make_kernel(const cj_core *core, const findings *found, cj_core **out, cujit_error *error)
{
    const cj_generic *generic = core->generic;
    cj_letters letters = core->text->letters;
    cj_text types = {0};
    cujit_status status;

    for (size_t k = 0; k < generic->letter_count; k++) {
        const char *spelling = spell(core->context, found->dtypes[k]);

        if (spelling == NULL)
            return unknown_type(generic, found->from[k], found->dtypes[k], error);
        letters.of[generic->letters[k]].spelling = spelling;
    }
    cj_letters_write(&letters, &types);
    status = types.failed ? cj_error_no_memory(error, "a kernel") : core->family->bind(core, types.data, out, error);
    cj_text_clear(&types);
    if (status == CUJIT_ERROR_SIGNATURE || status == CUJIT_ERROR_SNIPPET)
        cj_letters_add_to_error(&letters, error);
    return status;
}

cujit_status cj_generic_bind(const cj_core *core, const cujit_args *args, const cj_core **out, cujit_error *error)
{
    cj_generic *generic = core->generic; /* what calls add to the kernel is no part of what it is to its users */
    cj_core *made = NULL;
    cujit_status status;
    findings found;
    binding *bound;

    if ((status = find_types(generic, args, &found, error)) != CUJIT_OK)
        return status;
    bound = find_binding(generic, &found);
    if (bound != NULL && (*out = atomic_load_explicit(&bound->kernel, memory_order_acquire)) != NULL)
        return CUJIT_OK;
    if (bound == NULL && (bound = add_binding(generic, &found)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    pthread_mutex_lock(&bound->lock);
    if ((made = atomic_load(&bound->kernel)) == NULL && (status = make_kernel(core, &found, &made, error)) == CUJIT_OK)
        atomic_store_explicit(&bound->kernel, made, memory_order_release);
    pthread_mutex_unlock(&bound->lock);
    if (status == CUJIT_OK)
        *out = made;
    return status;
}

cujit_status cj_core_refuse_generic(const cj_core *core, const char *what, cujit_error *error)
{
    const cj_letters *letters = &core->text->letters;
    size_t letter = core->generic->letters[0];

    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "%s: %s needs a kernel whose types are known, and %s (line %d, column %d of the arguments) is "
                        "open; give \"%s = ...\" in the kernel's `types`",
                        core->text->name, what, cj_letter_name(letter), letters->of[letter].line,
                        letters->of[letter].column, cj_letter_name(letter));
}
