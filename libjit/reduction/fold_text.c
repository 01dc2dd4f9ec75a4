/*
 * fold_text.c: taking over the texts of a reduction or a scan, and looking at them.
 *
 * First come the types, since the defaults of everything else follow from them. Then each text is looked at under its
 * own name, so that an error has the right place. At last all maps together are the operation of a kernel, which
 * kernel_text.c and access.c look at: what holds of arrays there holds here.
 */
#include "libjit/reduction/fold_text.h"

#include "libjit/base/alloc.h"
#include "libjit/reduction/fold_pattern.h"

#include <stdio.h>
#include <string.h>

enum { NO_ARRAY = CJ_MAX_PARAMETERS };
enum { MAX_ACCUMULATOR = 1024 }; /* a block has 48 KiB of shared memory for one per warp, and for eight folds */

/* Where a type names a letter that `types` does not bind. */
typedef struct mention {
    const char *part, *text; /* NULL: nowhere */
    int line, column;
} mention;

/* What is found out before the texts are taken over. */
typedef struct making {
    const cj_fold_spec *spec;
    cj_fold_text *out;
    cujit_error *error;
    const cj_type_table *types; /* as long as they are locked */
    cj_letters letters;
    mention open[CJ_LETTERS];
    cj_signature signature;
    size_t leader;   /* the first array; NO_ARRAY: there is none, and a call says how many elements there are */
    char *arguments; /* those that stand for NULL */
    cujit_dtype dtypes[2 * CUJIT_REDUCTION_MAX_RESULTS];
    cj_fold_use use;
} making;

const char *cj_fold_part_name(cj_fold_part part, size_t fold)
{
    enum { PARTS = CJ_FOLD_ACCUMULATOR + 1 };
#define NAMES(prefix)                                                                                                  \
    {                                                                                                                  \
        prefix "map", prefix "reduce", prefix "neutral", prefix "post", prefix "out_type", prefix "accumulator"        \
    }
    static const char *const names[CUJIT_REDUCTION_MAX_RESULTS][PARTS] = {
        NAMES(""),         NAMES("more[0]."), NAMES("more[1]."), NAMES("more[2]."),
        NAMES("more[3]."), NAMES("more[4]."), NAMES("more[5]."), NAMES("more[6]."),
    };
#undef NAMES

    return names[fold][part];
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static cujit_status no_memory(cujit_error *error)
{
    return cj_error_no_memory(error, "the texts of a fold");
}

/* One token ahead of the type that is read, as cj_signature_read_type() has it. */
typedef struct reading {
    making *m;
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
    mention *first = &r->m->open[letter - r->m->letters.of];

    if (first->part == NULL)
        *first = (mention){r->part, r->text, r->token.line, r->token.column};
}

static cujit_status read_letter_or_type(reading *r)
{
    making *m = r->m;
    cj_letter *letter = NULL;
    char name[4];

    if (r->token.kind == CJ_TOKEN_NAME && cj_token_copy(&r->token, name, sizeof name) == 1 &&
        cj_type_table_by_name(m->types, name, 1) == NULL)
        letter = cj_letters_find(&m->letters, name);
    if (letter == NULL)
        return cj_signature_read_type(&r->lexer, &r->token, m->types, r->part, &r->found, m->error);
    r->found = *letter;
    if (letter->spelling == NULL) {
        note_open(r, letter);
        r->found.spelling = cj_letter_name((size_t)(letter - m->letters.of));
    } else {
        m->use.letters |= 1u << (letter - m->letters.of);
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

static cujit_status set_type(making *m, const cj_letter *found, bool indexed, cj_fold_type *out)
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

static cujit_status read_type(making *m, cj_fold_part which, size_t fold, const char *text, cj_fold_type *out)
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

static cujit_status read_types(making *m)
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

static cujit_status fail_in_arguments(const making *m, int line, int column, const char *message)
{
    cj_error_set(m->error, CUJIT_ERROR_SIGNATURE, "arguments: %s", message);
    cj_error_place(m->error, "arguments", m->arguments, line, column);
    return CUJIT_ERROR_SIGNATURE;
}

/* Only arrays say what an open letter is. */
static cujit_status check_open(const making *m)
{
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        const mention *first = &m->open[k];
        const char *name = cj_letter_name(k);

        if (first->part == NULL || m->letters.of[k].line != 0)
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
static cujit_status check_n(const making *m)
{
    for (size_t k = 0; k < m->signature.count; k++) {
        const cj_parameter *parameter = &m->signature.parameters[k];
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
static cujit_status find_leader(making *m)
{
    char message[128];

    while (m->leader < m->signature.count && !m->signature.parameters[m->leader].pointer)
        m->leader++;
    if (m->leader < m->signature.count)
        return CUJIT_OK;
    m->leader = NO_ARRAY;
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

static cujit_status read_arguments(making *m)
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
    if ((status = cj_signature_parse_generic(m->arguments, m->types, cj_kernel_text_reserved(true), &m->letters,
                                             &m->signature, m->error)) != CUJIT_OK ||
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

static cujit_status complete_types(making *m, cj_fold *fold)
{
    cj_letter type = {0};
    cujit_status status = CUJIT_OK;

    if (fold->out.spelling == NULL) {
        const cj_parameter *leader = &m->signature.parameters[m->leader];

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
static cujit_status check_size(const making *m, size_t k)
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
        first.line = m->signature.parameters[m->leader].line;
        first.column = m->signature.parameters[m->leader].column;
    }
    cj_error_set(m->error, CUJIT_ERROR_SIGNATURE,
                 "%s: an accumulator of type %.60s takes %zu bytes; at most %d fit a block's shared memory", part,
                 type->spelling, type->size, MAX_ACCUMULATOR);
    cj_error_place(m->error, part, text != NULL ? text : m->arguments, first.line, first.column);
    return CUJIT_ERROR_SIGNATURE;
}

/* Otherwise a compiler would stumble over what is no text of the user's. An out_type that is open may be a struct whose
 * constructor takes it, as a registered one may. */
static cujit_status check_post(const making *m, size_t k)
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

static cujit_status find_types(making *m, cujit_context *context)
{
    cujit_status status;

    pthread_mutex_lock(&context->type_lock);
    m->types = &context->types;
    status = cj_letters_parse(m->spec->types != NULL ? m->spec->types : "", m->types, &m->letters, m->error);
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

/* ---- Each text for itself ---------------------------------------------------------------------------------------- */

static cujit_status check_spec(const cj_fold_spec *spec, cujit_error *error)
{
    if (spec->count < 1 || spec->count > CUJIT_REDUCTION_MAX_RESULTS)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %zu results; expected 1 to %d", spec->family,
                            spec->count, CUJIT_REDUCTION_MAX_RESULTS);
    for (size_t k = 0; k < spec->count; k++) {
        if (spec->folds[k]->reduce == NULL)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: %s is NULL; expected an expression of a and b, such as \"a + b\"", spec->family,
                                cj_fold_part_name(CJ_FOLD_REDUCE, k));
    }
    return CUJIT_OK;
}

static bool take(const char *text, char **out)
{
    *out = cj_strdup(text != NULL ? text : "");
    return *out != NULL;
}

static bool take_if_given(const char *text, char **out)
{
    return text == NULL || take(text, out);
}

/* All numbers become one another. */
static bool is_real(const cj_fold_type *type)
{
    return type->dtype >= CUJIT_BOOL && type->dtype <= CUJIT_FLOAT64;
}

static bool take_cast(const cujit_reduction_result *texts, size_t k, cj_fold *fold)
{
    cj_fold_part part = texts->out_type != NULL ? CJ_FOLD_OUT_TYPE : CJ_FOLD_ACCUMULATOR;
    cj_text cast = {0};

    if (texts->post != NULL || texts->accumulator == NULL || (is_real(&fold->out) && is_real(&fold->accumulator)))
        return true;
    cj_text_printf(&cast, "static_cast<%s>(a)", fold->out.spelling);
    fold->cast_part = cj_fold_part_name(part, k);
    return (fold->cast = cj_text_take(&cast)) != NULL &&
           take(part == CJ_FOLD_OUT_TYPE ? texts->out_type : texts->accumulator, &fold->cast_text);
}

static cujit_status take_texts(making *m)
{
    const char *name = m->leader != NO_ARRAY ? m->signature.parameters[m->leader].name : ""; /* there are maps then */
    bool taken = take(m->spec->segment, &m->out->segment);

    for (size_t k = 0; k < m->spec->count && taken; k++) {
        const cujit_reduction_result *texts = m->spec->folds[k];
        cj_fold *fold = &m->out->folds[k];
        cj_text map = {0};

        cj_text_append(&map, texts->map);
        if (texts->map == NULL)
            cj_text_printf(&map, "%s[i]", name);
        fold->has_neutral = texts->neutral != NULL;
        fold->nonempty = texts->nonempty != 0;
        taken = (fold->map = cj_text_take(&map)) != NULL && take(texts->reduce, &fold->reduce) &&
                take(texts->neutral, &fold->neutral) && take(texts->post, &fold->post) && take_cast(texts, k, fold) &&
                take_if_given(texts->out_type, &fold->out_text) &&
                take_if_given(texts->accumulator, &fold->accumulator_text);
        m->out->count++;
    }
    return taken ? CUJIT_OK : no_memory(m->error);
}

static bool is_member(const cj_token *before)
{
    return cj_token_is(before, ".") || cj_token_is(before, "->") || cj_token_is(before, "::");
}

static const cj_parameter *find_array(const making *m, const cj_token *token)
{
    for (size_t k = 0; k < m->signature.count; k++) {
        const cj_parameter *parameter = &m->signature.parameters[k];

        if (parameter->pointer && token->kind == CJ_TOKEN_NAME && cj_token_is(token, parameter->name))
            return parameter;
    }
    return NULL;
}

/* Whether something is assigned to the array, or the element, whose name the lexer is behind. */
static bool is_assigned(cj_lexer ahead, const cj_token *before)
{
    static const char *const assigning[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", NULL};
    unsigned depth = 0;
    cj_token token;

    if (before->kind == CJ_TOKEN_NAME)
        return false; /* declares another one */
    if (cj_token_is(before, "++") || cj_token_is(before, "--"))
        return true;
    while (cj_lexer_next(&ahead, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        depth += cj_token_is(&token, "[");
        if (depth == 0)
            return token.kind == CJ_TOKEN_PUNCTUATOR && cj_token_is_one_of(&token, assigning);
        depth -= cj_token_is(&token, "]");
    }
    return false;
}

/* What a text sees besides arguments that are no arrays: for messages, and names of one letter that stand before an
 * argument's. */
typedef struct sight {
    const char *sees, *values;
} sight;

/* A map reads its arrays; the other texts see none. `sees` NULL: it is a map. */
static cujit_status check_arrays(const making *m, const char *part, const char *text, const sight *sees)
{
    cj_token token, before = {.start = ""};
    cj_lexer lexer;

    cj_lexer_init(&lexer, part, text);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        const cj_parameter *array = is_member(&before) ? NULL : find_array(m, &token);

        if (array != NULL && sees == NULL && is_assigned(lexer, &before))
            return cj_lexer_fail(&lexer, token.line, token.column, m->error,
                                 "this writes to %.60s, but a %s may only read its arrays", array->name,
                                 strcmp(part, "segment") == 0 ? part : "map");
        if (array != NULL && sees != NULL && (array->name[1] != '\0' || strchr(sees->values, array->name[0]) == NULL) &&
            !cj_snippet_changes(text, array->name))
            return cj_lexer_fail(&lexer, token.line, token.column, m->error,
                                 "%.60s is an array; expected %s and arguments that are no arrays", array->name,
                                 sees->sees);
        before = token;
    }
    return CUJIT_OK;
}

static cujit_status check_text(const making *m, const char *part, const char *text, const sight *sees)
{
    cj_snippet look;
    cujit_status status = cj_snippet_check(CJ_SNIPPET_EXPRESSION, part, text, NULL, &look, m->error);

    if (status != CUJIT_OK)
        return status;
    m->out->text.features |= look.features;
    return check_arrays(m, part, text, sees);
}

static cujit_status check_texts(const making *m)
{
    static const sight reduce = {"the values a and b", "ab"}, neutral = {"a constant", ""},
                       post = {"the value a, n", "a"};
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < m->spec->count; k++) {
        const cujit_reduction_result *texts = m->spec->folds[k];
        const cj_fold *fold = &m->out->folds[k];

        if ((status = check_text(m, cj_fold_part_name(CJ_FOLD_MAP, k), fold->map, NULL)) != CUJIT_OK ||
            (status = check_text(m, cj_fold_part_name(CJ_FOLD_REDUCE, k), fold->reduce, &reduce)) != CUJIT_OK)
            return status;
        if (texts->neutral != NULL) {
            const char *part = cj_fold_part_name(CJ_FOLD_NEUTRAL, k);

            if ((status = check_text(m, part, fold->neutral, &neutral)) != CUJIT_OK ||
                (status = cj_fold_check_neutral(fold, m->spec->preamble, part, m->error)) != CUJIT_OK)
                return status;
        }
        if (texts->post != NULL &&
            (status = check_text(m, cj_fold_part_name(CJ_FOLD_POST, k), fold->post, &post)) != CUJIT_OK)
            return status;
    }
    return m->spec->segment != NULL ? check_text(m, "segment", m->out->segment, NULL) : CUJIT_OK;
}

/* ---- All of them together ---------------------------------------------------------------------------------------- */

/* In brackets `a * x[i]` is no declaration of a pointer. */
static void add_map(cj_text *operation, const char *map)
{
    cj_text_printf(operation, "(%s\n);\n", map);
}

static cujit_status look_at_maps(making *m, cujit_context *context)
{
    const cj_fold_spec *spec = m->spec;
    const unsigned features = m->out->text.features;
    const char *others[3 * CUJIT_REDUCTION_MAX_RESULTS + 1];
    size_t count = 0;
    cujit_elementwise_spec whole = {
        .arguments = m->arguments,
        .name = spec->name != NULL ? spec->name : spec->family,
        .preamble = spec->preamble,
        .options = spec->options,
        .types = spec->types,
    };
    cj_text operation = {0};
    cujit_status status;
    char *joined;

    for (size_t k = 0; k < m->out->count; k++)
        add_map(&operation, m->out->folds[k].map);
    if (spec->segment != NULL)
        add_map(&operation, m->out->segment);
    if ((joined = cj_text_take(&operation)) == NULL)
        return no_memory(m->error);
    whole.operation = joined;
    for (size_t k = 0; k < m->out->count; k++) {
        others[count++] = m->out->folds[k].reduce;
        others[count++] = m->out->folds[k].neutral;
        others[count++] = m->out->folds[k].post;
    }
    others[count] = NULL;
    m->use.dtypes = m->dtypes;
    m->use.texts = others;
    status = cj_kernel_text_init_fold(context, &whole, &m->use, &m->out->text, m->error);
    m->out->text.features |= features;
    cj_free(joined);
    return status;
}

/* An index of its own for each axis would have to be taken apart for every element. */
static cujit_status check_coordinates(const making *m, const char *part, const char *text)
{
    cj_token token, before = {.start = ""};
    cj_lexer lexer;
    char word[8], expected[16];

    cj_lexer_init(&lexer, part, text);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        for (int axis = 0; axis < 16 && token.kind == CJ_TOKEN_NAME && !is_member(&before) &&
                           cj_token_copy(&token, word, sizeof word) < sizeof word;
             axis++) {
            snprintf(expected, sizeof expected, "%c%d", word[0] == 'n' ? 'n' : 'i', axis);
            if ((m->out->text.accesses.axes & 1u << axis) != 0 && strcmp(word, expected) == 0)
                return cj_lexer_fail(
                    &lexer, token.line, token.column, m->error,
                    "a %s knows no coordinates such as %s; expected i, the place among all elements, or "
                    "j, the place among those that are combined",
                    m->spec->family, word);
        }
        before = token;
    }
    return CUJIT_OK;
}

static cujit_status check_all_coordinates(const making *m)
{
    cujit_status status = CUJIT_OK;

    if (m->out->text.accesses.axes == 0)
        return CUJIT_OK;
    for (size_t k = 0; k < m->out->count && status == CUJIT_OK; k++)
        status = check_coordinates(m, cj_fold_part_name(CJ_FOLD_MAP, k), m->out->folds[k].map);
    if (status == CUJIT_OK)
        status = check_coordinates(m, "segment", m->out->segment);
    if (status != CUJIT_OK)
        return status;
    return cj_error_set(m->error, CUJIT_ERROR_SNIPPET,
                        "a macro has coordinates such as i0, which a %s does not know; expected i or j",
                        m->spec->family);
}

static bool mentions(const char *text, const char *name)
{
    cj_use use = cj_snippet_use(text, name, "i");

    return use.indexed + use.other > 0;
}

static cujit_status look_at_folds(making *m)
{
    cj_fold_text *out = m->out;
    bool generic = cj_letters_open(&out->text.letters) > 0;
    cj_surroundings around = {0};
    cj_text warnings = {0};
    cujit_status status = cj_surroundings_find(out->text.types, out->text.preamble, out->text.operation,
                                               (const char *const *)out->text.options, &around, m->error);

    if (status != CUJIT_OK)
        goto out;
    /* A header's macro may have what it wants. */
    out->uses_place = around.own_header || mentions(out->text.operation, "j") || mentions(around.bodies.data, "j");
    for (size_t k = 0; k < out->count; k++) {
        if (!generic)
            cj_fold_recognise(out, &around, &out->folds[k]);
        cj_fold_warn(&out->folds[k], cj_fold_part_name(CJ_FOLD_REDUCE, k), &around, &warnings);
    }
    if ((out->warnings = cj_text_take(&warnings)) == NULL)
        status = no_memory(m->error);

out:
    cj_surroundings_clear(&around);
    cj_text_clear(&warnings);
    return status;
}

cujit_status cj_fold_text_init(cujit_context *context, const cj_fold_spec *spec, cj_fold_text *out, cujit_error *error)
{
    making m = {.spec = spec, .out = out, .error = error};
    cujit_status status;

    *out = (cj_fold_text){0};
    if ((status = check_spec(spec, error)) != CUJIT_OK || (status = find_types(&m, context)) != CUJIT_OK ||
        (status = take_texts(&m)) != CUJIT_OK || (status = check_texts(&m)) != CUJIT_OK ||
        (status = look_at_maps(&m, context)) != CUJIT_OK || (status = check_all_coordinates(&m)) != CUJIT_OK)
        goto out;
    status = look_at_folds(&m);

out:
    cj_signature_clear(&m.signature);
    cj_free(m.arguments);
    if (status != CUJIT_OK)
        cj_fold_text_clear(out);
    return status;
}

void cj_fold_text_clear(cj_fold_text *text)
{
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++) {
        cj_fold *fold = &text->folds[k];

        cj_free(fold->neutral);
        cj_free(fold->reduce);
        cj_free(fold->map);
        cj_free(fold->post);
        cj_free(fold->out_text);
        cj_free(fold->accumulator_text);
        cj_free(fold->cast);
        cj_free(fold->cast_text);
        cj_free(fold->out.spelling);
        cj_free(fold->accumulator.spelling);
    }
    cj_free(text->segment);
    cj_free(text->warnings);
    cj_kernel_text_clear(&text->text);
    *text = (cj_fold_text){0};
}
