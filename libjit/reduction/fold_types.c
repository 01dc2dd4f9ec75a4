/*
 * fold_types.c: the types of a reduction or a scan: those that its texts name, and those that follow from the
 * arguments.
 */
#include "libjit/reduction/fold_look.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/signature_parser.h"

#include <stdarg.h>
#include <string.h>

enum { CJ_FOLD_RESERVED = 64 };  /* words, at most */
enum { MAX_ACCUMULATOR = 1024 }; /* a block has 48 KiB of shared memory for one per warp, and for eight folds */

cujit_status cj_fold_fail(const cj_fold_look *m, cujit_status status, const char *part, const char *text,
                          const cj_token *at, const char *format, ...)
{
    cj_token first = {.line = 1, .column = 1};
    cj_lexer lexer;
    va_list values;

    if (at == NULL) {
        cj_lexer_init(&lexer, part, text);
        cj_lexer_next(&lexer, &first, NULL);
        at = &first;
    }
    va_start(values, format);
    cj_error_setv(m->error, status, format, values);
    va_end(values);
    cj_error_place(m->error, part, text, at->line, at->column);
    return status;
}

/* ---- Types that are given ---------------------------------------------------------------------------------------- */

static void read_letter_or_type(cj_fold_look *m, cj_parser *p, cj_letter *found)
{
    cj_letter *letter = NULL;
    cj_fold_mention *first;
    char name[4];

    if (p->token.kind == CJ_TOKEN_NAME && cj_token_copy(&p->token, name, sizeof name) == 1 &&
        cj_type_table_by_name(m->types, name, 1) == NULL)
        letter = cj_letters_find(&m->use.letters, name);
    if (letter == NULL) {
        if (p->status == CUJIT_OK)
            p->status = cj_signature_read_type(&p->lexer, &p->token, m->types, p->subject, found, m->error);
        return;
    }
    *found = *letter;
    if (letter->spelling == NULL) { /* the arguments must have it */
        first = &m->open[letter - m->use.letters.of];
        if (first->part == NULL)
            *first = (cj_fold_mention){p->subject, p->lexer.text, p->token};
        found->spelling = cj_letter_name((size_t)(letter - m->use.letters.of));
    } else {
        m->use.used |= 1u << (letter - m->use.letters.of);
    }
    cj_parser_take(p);
}

/* Accumulators of the ready-made reductions, as prelude_fold.h defines them. */
static bool take_own_type(cj_parser *p, cj_letter *found)
{
    static const cj_letter own[] = {
        {.spelling = "cujit_moments", .size = 32, .alignment = 8},
        {.spelling = "cujit_complex_moments", .size = 64, .alignment = 8},
        {.spelling = "cujit_squares", .size = 24, .alignment = 8},
    };
    size_t k = 0;

    while (k < sizeof own / sizeof *own && !cj_parser_take_if(p, own[k].spelling))
        k++;
    if (k == sizeof own / sizeof *own)
        return false;
    *found = own[k];
    return true;
}

static cujit_status set_type(cj_fold_look *m, const cj_letter *found, bool indexed, cj_fold_type *out)
{
    const size_t place = sizeof(long long);
    cj_text spelling = {0};

    m->use.dtypes[m->use.dtype_count++] = found->dtype;
    *out = (cj_fold_type){.dtype = found->dtype, .size = found->size, .alignment = found->alignment};
    cj_text_printf(&spelling, indexed ? "cujit_indexed<%s>" : "%s", found->spelling);
    if (indexed) { /* struct { T value; long long index; } */
        out->dtype = CUJIT_DTYPE_NONE;
        out->indexed = found->dtype;
        out->alignment = found->alignment > place ? found->alignment : place;
        out->size = cj_fold_round_up(cj_fold_round_up(found->size, place) + place, out->alignment);
    }
    out->spelling = cj_text_take(&spelling);
    return out->spelling != NULL ? CUJIT_OK : cj_fold_no_memory(m);
}

static cujit_status read_type(cj_fold_look *m, cj_fold_part which, size_t fold, const char *text, cj_fold_type *out)
{
    cj_parser p = {.types = m->types, .subject = cj_fold_part_name(m->spec, which, fold), .error = m->error};
    cj_letter found = {0};
    cj_token first;
    bool indexed;

    cj_lexer_init(&p.lexer, p.subject, text);
    p.lexer.status = CUJIT_ERROR_SIGNATURE;
    cj_parser_take(&p);
    indexed = cj_parser_at(&p, "cujit_indexed");
    if (indexed && which == CJ_FOLD_OUT_TYPE)
        cj_parser_fail(&p, &p.token, "cujit_indexed<> is for accumulators; expected the type of what `post` gives");
    if (which != CJ_FOLD_ACCUMULATOR || !take_own_type(&p, &found)) {
        if (cj_parser_take_if(&p, "cujit_indexed") && !cj_parser_take_if(&p, "<"))
            cj_parser_fail_expected(&p, "'<' behind cujit_indexed");
        first = p.token;
        read_letter_or_type(m, &p, &found);
        if (p.status == CUJIT_OK && cj_dtype_is_float8(found.dtype))
            cj_parser_fail(&p, &first, "%s only stores numbers; expected a type to calculate with, as float",
                           found.spelling);
        if (indexed && p.status == CUJIT_OK && !cj_parser_take_if(&p, ">"))
            cj_parser_fail_expected(&p, "'>' behind the type in cujit_indexed<>");
    }
    if (p.status == CUJIT_OK && p.token.kind != CJ_TOKEN_END)
        cj_parser_fail_expected(&p, "nothing behind the type");
    return p.status == CUJIT_OK ? set_type(m, &found, indexed, out) : p.status;
}

static cujit_status read_types(cj_fold_look *m)
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

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

/* Only arrays say what an open letter is. */
static cujit_status check_open(const cj_fold_look *m)
{
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        const cj_fold_mention *first = &m->open[k];
        const char *name = cj_letter_name(k);

        if (first->part != NULL && m->use.letters.of[k].line == 0)
            return cj_fold_fail(m, CUJIT_ERROR_SIGNATURE, first->part, first->text, &first->at,
                                "%s: nothing says what %s is: it is the type of no argument; bind it in `types`, as "
                                "in \"%s = float\"",
                                first->part, name, name);
    }
    return CUJIT_OK;
}

/* A fold's own loops go over n; an argument that is no array only stands in texts. */
static cujit_status check_n(const cj_fold_look *m)
{
    for (size_t k = 0; k < m->use.signature.count; k++) {
        const cj_parameter *parameter = &m->use.signature.parameters[k];

        if (parameter->pointer && strcmp(parameter->name, "n") == 0 && !m->spec->rows)
            return cj_fold_fail(m, CUJIT_ERROR_SIGNATURE, "arguments", m->arguments,
                                &(cj_token){.line = parameter->line, .column = parameter->column},
                                "arguments: parameter %zu: an array of a %s cannot be named 'n': the generated code "
                                "uses that name itself",
                                k + 1, cj_fold_family_name(m->spec));
    }
    return CUJIT_OK;
}

/* Without an array nothing stands in for a map or an out_type. */
static cujit_status find_leader(cj_fold_look *m)
{
    while (m->leader < m->use.signature.count && !m->use.signature.parameters[m->leader].pointer)
        m->leader++;
    if (m->leader < m->use.signature.count)
        return CUJIT_OK;
    m->leader = CJ_FOLD_NO_ARRAY;
    for (size_t k = 0; k < m->spec->count; k++) {
        bool mapped = m->spec->folds[k]->map != NULL;

        if (!mapped || m->spec->folds[k]->out_type == NULL)
            return cj_fold_fail(m, CUJIT_ERROR_SIGNATURE, "arguments", m->arguments,
                                &(cj_token){.line = 1, .column = 1},
                                "arguments: a %s needs at least one pointer, such as \"const float *x\", or %s",
                                cj_fold_family_name(m->spec), mapped ? "an out_type" : "a map and an out_type");
    }
    return CUJIT_OK;
}

/* Names that no argument may have. */
static void find_reserved(const cj_fold_look *m, const char *out[CJ_FOLD_RESERVED])
{
    const char *const *all = cj_kernel_text_reserved(true);

    while (*all != NULL)
        *out++ = *all++;
    for (size_t k = 0; m->own[k] != NULL; k++)
        *out++ = m->own[k];
    *out = NULL;
}

static cujit_status read_arguments(cj_fold_look *m)
{
    const cj_fold_type *out = &m->out->folds[0].out;
    const char *reserved[CJ_FOLD_RESERVED];
    cj_text text = {0};
    cujit_status status;

    if (m->spec->arguments == NULL && out->spelling == NULL)
        return cj_error_set(m->error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: arguments and out_type are both NULL; one of them must say what the elements are",
                            cj_fold_family_name(m->spec));
    if (m->spec->arguments != NULL)
        cj_text_append(&text, m->spec->arguments);
    else
        cj_text_printf(&text, "const %s *x", out->spelling);
    if ((m->arguments = cj_text_take(&text)) == NULL)
        return cj_fold_no_memory(m);
    find_reserved(m, reserved);
    if ((status = cj_signature_parse(m->arguments, m->types, reserved, &m->use.letters, &m->use.signature, m->error)) !=
            CUJIT_OK ||
        (status = check_open(m)) != CUJIT_OK || (status = check_n(m)) != CUJIT_OK)
        return status;
    return find_leader(m);
}

/* ---- Types that are not given ------------------------------------------------------------------------------------ */

/* What values of a type are combined in, unless told otherwise. */
static cujit_dtype default_accumulator(cujit_dtype dtype)
{
    static const cujit_dtype wider[CUJIT_COMPLEX128] = {
        [CUJIT_FLOAT16] = CUJIT_FLOAT32, [CUJIT_BFLOAT16] = CUJIT_FLOAT32, [CUJIT_BOOL] = CUJIT_INT32,
        [CUJIT_INT8] = CUJIT_INT32,      [CUJIT_INT16] = CUJIT_INT32,      [CUJIT_UINT8] = CUJIT_UINT32,
        [CUJIT_UINT16] = CUJIT_UINT32,
    };

    return dtype < CUJIT_COMPLEX128 && wider[dtype] != CUJIT_DTYPE_NONE ? wider[dtype] : dtype;
}

static void widen(cj_letter *type)
{
    const cj_dtype_info *wider = cj_dtype_find(default_accumulator(type->dtype));

    if (wider != NULL && wider->dtype != type->dtype)
        *type = (cj_letter){
            .spelling = wider->spelling, .dtype = wider->dtype, .size = wider->size, .alignment = wider->alignment};
}

static cujit_status complete_types(cj_fold_look *m, cj_fold *fold)
{
    const cj_fold_type *out = &fold->out;
    cj_letter type;
    cujit_status status = CUJIT_OK;

    if (out->spelling == NULL) {
        const cj_parameter *leader = &m->use.signature.parameters[m->leader];

        type = (cj_letter){
            .spelling = leader->spelling, .dtype = leader->dtype, .size = leader->size, .alignment = leader->alignment};
        if (m->spec->rows) /* a stage's result stays in a register: there is no reason to round it */
            widen(&type);
        status = set_type(m, &type, false, &fold->out);
    }
    if (status != CUJIT_OK || fold->accumulator.spelling != NULL)
        return status;
    type = (cj_letter){.spelling = out->spelling, .dtype = out->dtype, .size = out->size, .alignment = out->alignment};
    widen(&type);
    return set_type(m, &type, false, &fold->accumulator);
}

/* At the text that the accumulator's type comes from. */
static cujit_status check_size(const cj_fold_look *m, size_t k)
{
    const cujit_reduction_result *texts = m->spec->folds[k];
    const cj_fold_type *type = &m->out->folds[k].accumulator;
    cj_fold_part part = texts->accumulator != NULL ? CJ_FOLD_ACCUMULATOR : CJ_FOLD_OUT_TYPE;
    const char *text = texts->accumulator != NULL ? texts->accumulator : texts->out_type;
    const char *name = text != NULL ? cj_fold_part_name(m->spec, part, k) : "arguments";
    const cj_parameter *leader = text == NULL ? &m->use.signature.parameters[m->leader] : NULL;
    cj_token at = {0};

    if (type->size <= MAX_ACCUMULATOR)
        return CUJIT_OK;
    if (leader != NULL)
        at = (cj_token){.line = leader->line, .column = leader->column};
    return cj_fold_fail(m, CUJIT_ERROR_SIGNATURE, name, text != NULL ? text : m->arguments, leader != NULL ? &at : NULL,
                        "%s: an accumulator of type %.60s takes %zu bytes; at most %d fit a block's shared memory",
                        name, type->spelling, type->size, MAX_ACCUMULATOR);
}

/* Otherwise a compiler would stumble over what is no text of the user's. An out_type that is open may be a struct whose
 * constructor takes it, as a registered one may. */
static cujit_status check_post(const cj_fold_look *m, size_t k)
{
    const cujit_reduction_result *texts = m->spec->folds[k];
    const cj_fold *fold = &m->out->folds[k];
    const char *part = cj_fold_part_name(m->spec, CJ_FOLD_ACCUMULATOR, k);

    if (!cj_fold_is_indexed(&fold->accumulator) || texts->post != NULL || fold->out.dtype == CUJIT_DTYPE_NONE ||
        fold->out.dtype >= CUJIT_DTYPE_REGISTERED)
        return CUJIT_OK;
    return cj_fold_fail(m, CUJIT_ERROR_SIGNATURE, part, texts->accumulator, NULL,
                        "%s: a %.60s is not what comes out, which is %.60s: expected a post that makes it of `a`, "
                        "such as \"a.index\" or \"a.value\"",
                        part, fold->accumulator.spelling, fold->out.spelling);
}

cujit_status cj_fold_find_types(cj_fold_look *m, cujit_context *context)
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
