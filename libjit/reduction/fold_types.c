/*
 * fold_types.c: the types of a reduction or a scan: those that its texts name, and those that follow from the arguments.
 */
#include "libjit/reduction/fold_making.h"

#include "libjit/base/alloc.h"

#include <stdio.h>
#include <string.h>

enum { MAX_ACCUMULATOR = 1024 }; /* a block has 48 KiB of shared memory for one per warp, and for eight folds */

static cujit_status no_memory(cujit_error *error)
{
    return cj_error_no_memory(error, "the texts of a fold");
}

/* One token ahead of the type that is read, as cj_signature_read_type() has it. */
typedef struct reading {
    cj_fold_making *m;
    cj_lexer lexer;
    cj_token token;
    const char *part, *text;
    cj_letter found;
} reading;

static cujit_status read_next(reading *r)
{
    return cj_lexer_next(&r->lexer, &r->token, r->m->error);
}

static cujit_status expect(reading *r, const char *spelling, const char *behind)
{
    char found[32];

    if (r->token.kind != CJ_TOKEN_END && cj_token_is(&r->token, spelling))
        return read_next(r);
    if (r->token.kind == CJ_TOKEN_END)
        return cj_lexer_fail(&r->lexer, r->token.line, r->token.column, r->m->error,
                             "%s: expected '%s' behind %s, found the end of the text", r->part, spelling, behind);
    cj_token_copy(&r->token, found, sizeof found);
    return cj_lexer_fail(&r->lexer, r->token.line, r->token.column, r->m->error,
                         "%s: expected '%s' behind %s, found '%s'", r->part, spelling, behind, found);
}

/* One that the arguments must have. */
static void note_open(const reading *r, cj_letter *letter)
{
    cj_fold_mention *first = &r->m->open[letter - r->m->use.letters.of];

    if (first->part == NULL)
        *first = (cj_fold_mention){r->part, r->text, r->token.line, r->token.column};
}

static cujit_status read_letter_or_type(reading *r)
{
    cj_fold_making *m = r->m;
    cj_letter *letter = NULL;
    char name[4];

    if (r->token.kind == CJ_TOKEN_NAME && cj_token_copy(&r->token, name, sizeof name) == 1 &&
        cj_type_table_by_name(m->types, name, 1) == NULL)
        letter = cj_letters_find(&m->use.letters, name);
    if (letter == NULL)
        return cj_signature_read_type(&r->lexer, &r->token, m->types, r->part, &r->found, m->error);
    r->found = *letter;
    if (letter->spelling == NULL) {
        note_open(r, letter);
        r->found.spelling = cj_letter_name((size_t)(letter - m->use.letters.of));
    } else {
        m->use.used |= 1u << (letter - m->use.letters.of);
    }
    return read_next(r);
}

/* Accumulators of the ready-made reductions, as prelude_fold.h defines them. */
static bool find_own_type(const reading *r, cj_letter *out)
{
    static const cj_letter own[] = {
        {.spelling = "cujit_moments", .size = 32, .alignment = 8},
        {.spelling = "cujit_complex_moments", .size = 64, .alignment = 8},
        {.spelling = "cujit_squares", .size = 24, .alignment = 8},
    };

    for (size_t k = 0; k < sizeof own / sizeof *own && r->token.kind == CJ_TOKEN_NAME; k++) {
        if (cj_token_is(&r->token, own[k].spelling)) {
            *out = own[k];
            return true;
        }
    }
    return false;
}

static cujit_status set_type(cj_fold_making *m, const cj_letter *found, bool indexed, cj_fold_type *out)
{
    size_t alignment = found->alignment > sizeof(long long) ? found->alignment : sizeof(long long);
    cj_text spelling = {0};

    m->dtypes[m->use.dtype_count++] = found->dtype;
    *out = (cj_fold_type){.dtype = found->dtype, .size = found->size, .alignment = found->alignment};
    cj_text_printf(&spelling, indexed ? "cujit_indexed<%s>" : "%s", found->spelling);
    if (indexed) { /* struct { T value; long long index; } */
        out->dtype = CUJIT_DTYPE_NONE;
        out->indexed = found->dtype;
        out->size = (found->size + sizeof(long long) - 1) / sizeof(long long) * sizeof(long long) + sizeof(long long);
        out->size = (out->size + alignment - 1) / alignment * alignment;
        out->alignment = alignment;
    }
    out->spelling = cj_text_take(&spelling);
    return out->spelling != NULL ? CUJIT_OK : no_memory(m->error);
}

static cujit_status read_type(cj_fold_making *m, cj_fold_part which, size_t fold, const char *text, cj_fold_type *out)
{
    reading r = {.m = m, .part = cj_fold_part_name(which, fold), .text = text};
    bool indexed;
    char found[32];
    cujit_status status;

    cj_lexer_init(&r.lexer, r.part, text);
    r.lexer.status = CUJIT_ERROR_SIGNATURE;
    if ((status = read_next(&r)) != CUJIT_OK)
        return status;
    indexed = r.token.kind == CJ_TOKEN_NAME && cj_token_is(&r.token, "cujit_indexed");
    if (indexed && which == CJ_FOLD_OUT_TYPE)
        return cj_lexer_fail(&r.lexer, r.token.line, r.token.column, m->error,
                             "%s: cujit_indexed<> is for accumulators; expected the type of what `post` gives", r.part);
    if (which == CJ_FOLD_ACCUMULATOR && find_own_type(&r, &r.found)) {
        if ((status = read_next(&r)) != CUJIT_OK)
            return status;
    } else if ((indexed &&
                ((status = read_next(&r)) != CUJIT_OK || (status = expect(&r, "<", "cujit_indexed")) != CUJIT_OK)) ||
               (status = read_letter_or_type(&r)) != CUJIT_OK ||
               (indexed && (status = expect(&r, ">", "the type in cujit_indexed<>")) != CUJIT_OK)) {
        return status;
    }
    if (r.token.kind == CJ_TOKEN_END)
        return set_type(m, &r.found, indexed, out);
    cj_token_copy(&r.token, found, sizeof found);
    return cj_lexer_fail(&r.lexer, r.token.line, r.token.column, m->error,
                         "%s: expected nothing behind the type, found '%s'", r.part, found);
}

static cujit_status read_types(cj_fold_making *m)
{
    for (size_t k = 0; k < m->spec->count; k++) {
        const cujit_reduction_result *texts = m->spec->folds[k];
        cj_fold *fold = &m->out->folds[k];
        cujit_status status;

        if (texts->out_type != NULL &&
            (status = read_type(m, CJ_FOLD_OUT_TYPE, k, texts->out_type, &fold->out)) != CUJIT_OK)
            return status;
        if (texts->accumulator != NULL &&
            (status = read_type(m, CJ_FOLD_ACCUMULATOR, k, texts->accumulator, &fold->accumulator)) != CUJIT_OK)
            return status;
    }
    return CUJIT_OK;
}

static cujit_status fail_in_arguments(const cj_fold_making *m, int line, int column, const char *message)
{
    cj_error_set(m->error, CUJIT_ERROR_SIGNATURE, "arguments: %s", message);
    cj_error_place(m->error, "arguments", m->arguments, line, column);
    return CUJIT_ERROR_SIGNATURE;
}

/* Only arrays say what an open letter is. */
static cujit_status check_open(const cj_fold_making *m)
{
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        const cj_fold_mention *first = &m->open[k];
        const char *name = cj_letter_name(k);

        if (first->part == NULL || m->use.letters.of[k].line != 0)
            continue;
        cj_error_set(m->error, CUJIT_ERROR_SIGNATURE,
                     "%s: nothing says what %s is: it is the type of no argument; bind it in `types`, as in \"%s = "
                     "float\"",
                     first->part, name, name);
        cj_error_place(m->error, first->part, first->text, first->line, first->column);
        return CUJIT_ERROR_SIGNATURE;
    }
    return CUJIT_OK;
}

/* A fold's own loops go over n; an argument that is no array only stands in texts. */
static cujit_status check_n(const cj_fold_making *m)
{
    for (size_t k = 0; k < m->use.signature.count; k++) {
        const cj_parameter *parameter = &m->use.signature.parameters[k];
        char message[128];

        if (!parameter->pointer || strcmp(parameter->name, "n") != 0)
            continue;
        snprintf(message, sizeof message,
                 "parameter %zu: an array of a %s cannot be named 'n': the generated code uses "
                 "that name itself",
                 k + 1, m->spec->family);
        return fail_in_arguments(m, parameter->line, parameter->column, message);
    }
    return CUJIT_OK;
}

/* Without an array nothing stands in for a map or an out_type. */
static cujit_status find_leader(cj_fold_making *m)
{
    char message[128];

    while (m->leader < m->use.signature.count && !m->use.signature.parameters[m->leader].pointer)
        m->leader++;
    if (m->leader < m->use.signature.count)
        return CUJIT_OK;
    m->leader = CJ_FOLD_NO_ARRAY;
    for (size_t k = 0; k < m->spec->count; k++) {
        bool mapped = m->spec->folds[k]->map != NULL;

        if (mapped && m->spec->folds[k]->out_type != NULL)
            continue;
        snprintf(message, sizeof message, "a %s needs at least one pointer, such as \"const float *x\", or %s",
                 m->spec->family, mapped ? "an out_type" : "a map and an out_type");
        return fail_in_arguments(m, 1, 1, message);
    }
    return CUJIT_OK;
}

static cujit_status read_arguments(cj_fold_making *m)
{
    const cj_fold_type *out = &m->out->folds[0].out;
    cj_text text = {0};
    cujit_status status;

    if (m->spec->arguments == NULL && out->spelling == NULL)
        return cj_error_set(m->error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: arguments and out_type are both NULL; one of them must say what the elements are",
                            m->spec->family);
    if (m->spec->arguments != NULL)
        cj_text_append(&text, m->spec->arguments);
    else
        cj_text_printf(&text, "const %s *x", out->spelling);
    if ((m->arguments = cj_text_take(&text)) == NULL)
        return no_memory(m->error);
    if ((status = cj_signature_parse_generic(m->arguments, m->types, cj_kernel_text_reserved(true), &m->use.letters,
                                             &m->use.signature, m->error)) != CUJIT_OK ||
        (status = check_open(m)) != CUJIT_OK || (status = check_n(m)) != CUJIT_OK)
        return status;
    return find_leader(m);
}

/* ---- Types that are not given ------------------------------------------------------------------------------------ */

/* What values of a type are combined in, unless told otherwise. */
static cujit_dtype default_accumulator(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
        return CUJIT_FLOAT32;
    case CUJIT_BOOL:
    case CUJIT_INT8:
    case CUJIT_INT16:
        return CUJIT_INT32;
    case CUJIT_UINT8:
    case CUJIT_UINT16:
        return CUJIT_UINT32;
    default:
        return dtype;
    }
}

static cujit_status complete_types(cj_fold_making *m, cj_fold *fold)
{
    cj_letter type = {0};
    cujit_status status = CUJIT_OK;

    if (fold->out.spelling == NULL) {
        const cj_parameter *leader = &m->use.signature.parameters[m->leader];

        type = (cj_letter){leader->spelling, leader->dtype, leader->size, leader->alignment, false, 0, 0, 0, 0};
    }
    if (fold->out.spelling == NULL && (status = set_type(m, &type, false, &fold->out)) != CUJIT_OK)
        return status;
    if (fold->accumulator.spelling == NULL) {
        const cj_dtype_info *info = cj_dtype_find(default_accumulator(fold->out.dtype));
        bool same = info == NULL || info->dtype == fold->out.dtype;

        type.spelling = same ? fold->out.spelling : info->spelling;
        type.dtype = same ? fold->out.dtype : info->dtype;
        type.size = same ? fold->out.size : info->size;
        type.alignment = same ? fold->out.alignment : info->alignment;
        status = set_type(m, &type, false, &fold->accumulator);
    }
    return status;
}

/* At the text that the accumulator's type comes from. */
static cujit_status check_size(const cj_fold_making *m, size_t k)
{
    const cujit_reduction_result *texts = m->spec->folds[k];
    const cj_fold_type *type = &m->out->folds[k].accumulator;
    const char *text = texts->accumulator != NULL ? texts->accumulator : texts->out_type;
    const char *part = text == NULL
                           ? "arguments"
                           : cj_fold_part_name(text == texts->out_type ? CJ_FOLD_OUT_TYPE : CJ_FOLD_ACCUMULATOR, k);
    cj_lexer lexer;
    cj_token first;

    if (type->size <= MAX_ACCUMULATOR)
        return CUJIT_OK;
    if (text != NULL) {
        cj_lexer_init(&lexer, part, text);
        cj_lexer_next(&lexer, &first, NULL);
    } else {
        first.line = m->use.signature.parameters[m->leader].line;
        first.column = m->use.signature.parameters[m->leader].column;
    }
    cj_error_set(m->error, CUJIT_ERROR_SIGNATURE,
                 "%s: an accumulator of type %.60s takes %zu bytes; at most %d fit a block's shared memory", part,
                 type->spelling, type->size, MAX_ACCUMULATOR);
    cj_error_place(m->error, part, text != NULL ? text : m->arguments, first.line, first.column);
    return CUJIT_ERROR_SIGNATURE;
}

/* Otherwise a compiler would stumble over what is no text of the user's. An out_type that is open may be a struct whose
 * constructor takes it, as a registered one may. */
static cujit_status check_post(const cj_fold_making *m, size_t k)
{
    const cujit_reduction_result *texts = m->spec->folds[k];
    const cj_fold *fold = &m->out->folds[k];
    const char *part = cj_fold_part_name(CJ_FOLD_ACCUMULATOR, k);
    cj_lexer lexer;
    cj_token first = {.line = 1, .column = 1};

    if (strncmp(fold->accumulator.spelling, "cujit_indexed<", 14) != 0 || texts->post != NULL ||
        fold->out.dtype == CUJIT_DTYPE_NONE || fold->out.dtype >= CUJIT_DTYPE_REGISTERED)
        return CUJIT_OK;
    cj_lexer_init(&lexer, part, texts->accumulator);
    cj_lexer_next(&lexer, &first, NULL);
    cj_error_set(m->error, CUJIT_ERROR_SIGNATURE,
                 "%s: a %.60s is not what comes out, which is %.60s: expected a post that makes it of `a`, such as "
                 "\"a.index\" or \"a.value\"",
                 part, fold->accumulator.spelling, fold->out.spelling);
    cj_error_place(m->error, part, texts->accumulator, first.line, first.column);
    return CUJIT_ERROR_SIGNATURE;
}

cujit_status cj_fold_find_types(cj_fold_making *m, cujit_context *context)
{
    cujit_status status;

    pthread_mutex_lock(&context->type_lock);
    m->types = &context->types;
    status = cj_letters_parse(m->spec->types != NULL ? m->spec->types : "", m->types, &m->use.letters, m->error);
    if (status == CUJIT_OK && (status = read_types(m)) == CUJIT_OK)
        status = read_arguments(m);
    m->types = NULL;
    pthread_mutex_unlock(&context->type_lock);
    for (size_t k = 0; k < m->spec->count && status == CUJIT_OK; k++) {
        if ((status = complete_types(m, &m->out->folds[k])) == CUJIT_OK && (status = check_size(m, k)) == CUJIT_OK)
            status = check_post(m, k);
    }
    return status;
}
