/*
 * fold_text.c: taking over the texts of a reduction, a scan or a kernel of rows, and looking at them.
 *
 * First come the types (fold_types.c), since the defaults of everything else follow from them. Then each text is looked
 * at under its own name, so that an error has the right place. At last all maps together are the operation of a kernel,
 * which kernel_text.c and access.c look at: what holds of arrays there holds here. Of a kernel of rows its own
 * operation stands behind them (rows_text.c).
 */
#include "libjit/reduction/fold_look.h"

#include "libjit/base/alloc.h"

#include <string.h>

/* ---- The texts of a fold ----------------------------------------------------------------------------------------- */

const char **cj_fold_text_at(cujit_reduction_result *fold, cj_fold_part part)
{
    const char **const texts[CJ_FOLD_TEXTS] = {&fold->map,  &fold->reduce,   &fold->neutral,
                                               &fold->post, &fold->out_type, &fold->accumulator};

    return texts[part];
}

static const char *text_of(const cujit_reduction_result *fold, cj_fold_part part)
{
    return *cj_fold_text_at((cujit_reduction_result *)fold, part);
}

const char *cj_fold_part_name(const cj_fold_spec *spec, cj_fold_part part, size_t fold)
{
#define NAMES(prefix)                                                                                                  \
    {                                                                                                                  \
        prefix "map", prefix "reduce", prefix "neutral", prefix "post", prefix "out_type", prefix "accumulator"        \
    }
    static const char *const names[2][CUJIT_REDUCTION_MAX_RESULTS][CJ_FOLD_TEXTS] = {
        {NAMES(""), NAMES("more[0]."), NAMES("more[1]."), NAMES("more[2]."), NAMES("more[3]."), NAMES("more[4]."),
         NAMES("more[5]."), NAMES("more[6].")},
        {NAMES("stages[0]."), NAMES("stages[1]."), NAMES("stages[2]."), NAMES("stages[3]."), NAMES("stages[4]."),
         NAMES("stages[5]."), NAMES("stages[6]."), NAMES("stages[7].")},
    };
#undef NAMES

    return names[spec->rows][fold][part];
}

/* ---- Each text for itself ---------------------------------------------------------------------------------------- */

static cujit_status check_spec(const cj_fold_spec *spec, cujit_error *error)
{
    if (spec->count < 1 || spec->count > CUJIT_REDUCTION_MAX_RESULTS)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %zu %s; expected 1 to %d",
                            cj_fold_family_name(spec), spec->count, spec->rows ? "stages" : "results",
                            CUJIT_REDUCTION_MAX_RESULTS);
    for (size_t k = 0; k < spec->count; k++) {
        if (spec->folds[k]->reduce == NULL)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: %s is NULL; expected an expression of a and b, such as \"a + b\"",
                                cj_fold_family_name(spec), cj_fold_part_name(spec, CJ_FOLD_REDUCE, k));
    }
    return CUJIT_OK;
}

static bool take(const char *text, const char **out)
{
    *out = text != NULL ? cj_strdup(text) : NULL;
    return text == NULL || *out != NULL;
}

/* All numbers become one another. */
static bool is_real(const cj_fold_type *type)
{
    return type->dtype >= CUJIT_BOOL && type->dtype <= CUJIT_FLOAT64;
}

static bool take_fold(const cj_fold_look *m, size_t k)
{
    cj_fold *fold = &m->out->folds[k];
    cujit_reduction_result given = *m->spec->folds[k];
    cj_text map = {0}, cast = {0};
    bool taken = true;

    if (given.map == NULL) { /* an array is there then */
        cj_text_printf(&map, "%s[i]", m->use.signature.parameters[m->leader].name);
        given.map = map.data;
        taken = !map.failed;
    }
    if (given.post == NULL && given.accumulator != NULL && !(is_real(&fold->out) && is_real(&fold->accumulator))) {
        cj_text_printf(&cast, "static_cast<%s>(a)", fold->out.spelling);
        taken = (fold->cast = cj_text_take(&cast)) != NULL && taken;
    }
    fold->texts.nonempty = given.nonempty;
    for (cj_fold_part part = CJ_FOLD_MAP; part < CJ_FOLD_TEXTS; part++)
        taken = take(text_of(&given, part), cj_fold_text_at(&fold->texts, part)) && taken;
    cj_text_clear(&map);
    return taken;
}

static cujit_status take_texts(cj_fold_look *m)
{
    cj_fold_spec *spec = &m->out->spec;
    bool taken;

    *spec = (cj_fold_spec){
        .count = m->spec->count,
        .scan = m->spec->scan,
        .exclusive = m->spec->exclusive,
        .reverse = m->spec->reverse,
        .rows = m->spec->rows,
    };
    taken = take(m->spec->segment, &spec->segment) && take(m->spec->operation, &spec->operation) &&
            take(m->spec->finish, &spec->finish);
    for (size_t k = 0; k < spec->count; k++) {
        taken = take_fold(m, k) && take(m->spec->stages[k], &spec->stages[k]) && taken;
        spec->folds[k] = &m->out->folds[k].texts;
    }
    m->out->count = spec->count;
    return taken ? CUJIT_OK : cj_fold_no_memory(m);
}

/* Whether something is assigned to the array, or the element, whose name is at `at`. */
static bool is_assigned(const cj_item *items, size_t at)
{
    size_t behind = at + 1;

    if (items[at - 1].name != 0)
        return false; /* declares another one */
    while (items[behind].sort == CJ_SORT_SQUARE)
        behind = items[behind].match + 1;
    return items[at - 1].sort == CJ_SORT_STEP || cj_sort_in(items[behind].sort, CJ_SORTS_CHANGING);
}

/* Whether the text declares a name of its own that is spelled like the one at `at`. */
static bool is_own(const cj_tokens *tokens, size_t at)
{
    for (size_t k = 1; k <= tokens->count; k++) {
        if (tokens->items[k].name == tokens->items[at].name && cj_tokens_is_own(tokens, k) &&
            cj_tokens_changes(tokens, k))
            return true;
    }
    return false;
}

/* What a text sees besides arguments that are no arrays: for messages, and names of one letter that stand before an
 * argument's. */
typedef struct sight {
    const char *sees, *values;
} sight;

/* A map reads its arrays; the other texts see none. `sees` NULL: it is a map. */
static cujit_status check_arrays(const cj_fold_look *m, const char *part, const char *text, const sight *sees,
                                 const cj_tokens *tokens)
{
    for (size_t k = 1; k <= tokens->count; k++) {
        const cj_item *item = &tokens->items[k];
        const char *name = item->array >= 0 ? m->use.signature.parameters[item->array].name : NULL;

        if (name == NULL)
            continue;
        if (sees == NULL && is_assigned(tokens->items, k))
            return cj_fold_fail(m, CUJIT_ERROR_SNIPPET, part, text, &item->token,
                                "this writes to %.60s, but a %s may only read its arrays", name,
                                strcmp(part, "segment") == 0 ? part : "map");
        if (sees != NULL && (name[1] != '\0' || strchr(sees->values, name[0]) == NULL) && !is_own(tokens, k))
            return cj_fold_fail(m, CUJIT_ERROR_SNIPPET, part, text, &item->token,
                                "%.60s is an array; expected %s and arguments that are no arrays", name, sees->sees);
    }
    return CUJIT_OK;
}

/* Reads and checks one text; NULL: there is none. */
static cujit_status check_text(cj_fold_look *m, const char *part, const char *text, const sight *sees,
                               cj_tokens *tokens)
{
    cj_snippet look, *operation = &m->use.operation;
    cujit_status status;

    *tokens = (cj_tokens){.names = &m->use.texts.names, .place = sees != NULL ? CJ_IN_FOLD : CJ_IN_OPERATION};
    if (text == NULL)
        return cj_tokens_read(tokens, NULL, m->error);
    status = cj_snippet_read(CJ_SNIPPET_EXPRESSION, part, text, NULL, &look, tokens, m->error);
    if (status != CUJIT_OK)
        return status;
    operation->features |= look.features;
    operation->has_return = operation->has_return || (sees == NULL && look.has_return);
    operation->has_break = operation->has_break || (sees == NULL && look.has_break);
    return check_arrays(m, part, text, sees, tokens);
}

static cujit_status check_texts(cj_fold_look *m)
{
    static const sight sees[] = {
        [CJ_FOLD_REDUCE] = {"the values a and b", "ab"},
        [CJ_FOLD_NEUTRAL] = {"a constant", ""},
        [CJ_FOLD_POST] = {"the value a, n", "a"},
    };
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < m->spec->count; k++) {
        for (cj_fold_part part = CJ_FOLD_MAP; part <= CJ_FOLD_POST && status == CUJIT_OK; part++) {
            const char *text = text_of(&m->out->folds[k].texts, part);

            status = check_text(m, cj_fold_part_name(m->spec, part, k), text, part != CJ_FOLD_MAP ? &sees[part] : NULL,
                                &m->tokens[k][part]);
            if (status == CUJIT_OK && part == CJ_FOLD_NEUTRAL && text != NULL)
                status = cj_fold_check_neutral(m, k);
        }
        if (status != CUJIT_OK)
            return status;
    }
    if ((status = check_text(m, "segment", m->spec->segment, NULL, &m->segment)) == CUJIT_OK && m->spec->rows)
        status = cj_rows_read_texts(m);
    return status;
}

/* ---- All of them together ---------------------------------------------------------------------------------------- */

/* In brackets `a * x[i]` is no declaration of a pointer. */
static void add_map(cj_text *operation, cj_tokens *whole, const char *map, const cj_tokens *tokens)
{
    static const cj_token open = {.kind = CJ_TOKEN_PUNCTUATOR, .start = "(", .length = 1},
                          close = {.kind = CJ_TOKEN_PUNCTUATOR, .start = ")", .length = 1},
                          end = {.kind = CJ_TOKEN_PUNCTUATOR, .start = ";", .length = 1};

    cj_text_printf(operation, "(%s\n);\n", map);
    cj_tokens_add(whole, &open);
    cj_tokens_add_all(whole, tokens);
    cj_tokens_add(whole, &close);
    cj_tokens_add(whole, &end);
}

/* Statements, of a kernel of rows. */
static void add_statements(cj_text *operation, cj_tokens *whole, const char *text, const cj_tokens *tokens)
{
    cj_text_printf(operation, "%s\n;\n", text != NULL ? text : "");
    cj_tokens_add_all(whole, tokens);
    cj_tokens_add(whole, &(cj_token){.kind = CJ_TOKEN_PUNCTUATOR, .start = ";", .length = 1});
}

/* The caller's options, of a scan behind one of ours. A block that misses what another tile comes to works it out for
 * itself, in another place of the kernel: were multiplications and additions fused in one of the two and not in the
 * other, it would get other bits, and words of both could mix in one value. NULL: memory ran out. */
static const char **list_options(const cj_fold_spec *spec)
{
    size_t count = 0;
    bool fused = spec->scan;
    const char **all;

    for (; spec->options != NULL && spec->options[count] != NULL; count++)
        fused = fused && strncmp(spec->options[count], "-fmad", 5) != 0 &&
                strncmp(spec->options[count], "--fmad", 6) != 0;
    if ((all = cj_malloc((count + 2) * sizeof *all)) == NULL)
        return NULL;
    all[0] = "-fmad=false";
    if (count > 0)
        memcpy(all + fused, spec->options, count * sizeof *all);
    all[count + fused] = NULL;
    return all;
}

static cujit_status look_at_maps(cj_fold_look *m, cujit_context *context, cj_survey **survey)
{
    const cj_fold_spec *spec = m->spec;
    cj_tokens *whole = &m->use.texts.operation;
    cujit_elementwise_spec kernel = {
        .arguments = m->arguments,
        .name = spec->name != NULL ? spec->name
                : spec->rows       ? "rows"
                                   : cj_fold_family_name(spec),
        .preamble = spec->preamble,
        .types = spec->types,
    };
    const char **options = list_options(spec);
    cj_text operation = {0};
    cujit_status status;
    char *joined;

    for (size_t k = 0; k < m->out->count; k++)
        add_map(&operation, whole, m->out->folds[k].texts.map, &m->tokens[k][CJ_FOLD_MAP]);
    if (spec->segment != NULL)
        add_map(&operation, whole, spec->segment, &m->segment);
    if (spec->rows) {
        add_statements(&operation, whole, spec->operation, &m->operation);
        add_statements(&operation, whole, spec->finish, &m->finish);
    }
    cj_tokens_end(whole);
    joined = cj_text_take(&operation);
    kernel.operation = joined;
    kernel.options = options;
    status = joined == NULL || options == NULL || whole->failed
                 ? cj_fold_no_memory(m)
                 : cj_kernel_text_init(context, &kernel, &m->use, survey, &m->out->text, m->error);
    cj_free(joined);
    cj_free(options);
    return status;
}

/* An index of its own for each axis would have to be taken apart for every element. */
static cujit_status check_coordinates(const cj_fold_look *m)
{
    const struct {
        const char *part, *text;
        const cj_tokens *tokens;
    } beside[] = {{"segment", m->spec->segment, &m->segment},
                  {"operation", m->spec->operation, &m->operation},
                  {"finish", m->spec->finish, &m->finish}};

    for (size_t k = 0; k < m->out->count + sizeof beside / sizeof *beside; k++) {
        const bool map = k < m->out->count;
        const size_t at = map ? 0 : k - m->out->count;
        const cj_item *item = cj_accesses_coordinate(&m->out->text.accesses,
                                                     map ? &m->tokens[k][CJ_FOLD_MAP] : beside[at].tokens);
        char word[8];

        if (item == NULL)
            continue;
        cj_token_copy(&item->token, word, sizeof word);
        return cj_fold_fail(m, CUJIT_ERROR_SNIPPET, map ? cj_fold_part_name(m->spec, CJ_FOLD_MAP, k) : beside[at].part,
                            map ? m->out->folds[k].texts.map : beside[at].text, &item->token,
                            "a %s knows no coordinates such as %s; expected i, the place among all elements, or j, "
                            "the place among those that are combined",
                            cj_fold_family_name(m->spec), word);
    }
    if (m->out->text.accesses.axes == 0)
        return CUJIT_OK;
    return cj_error_set(m->error, CUJIT_ERROR_SNIPPET,
                        "a macro has coordinates such as i0, which a %s does not know; expected i or j",
                        cj_fold_family_name(m->spec));
}

bool cj_fold_may_mention(const cj_fold_look *m, const char *name)
{
    /* A header's macro may have what it wants. */
    return m->use.texts.around.own_header ||
           cj_name_is_in(cj_names_find(&m->use.texts.names, name), CJ_IN_OPERATION | CJ_IN_MACROS);
}

static cujit_status look_at_folds(cj_fold_look *m)
{
    cj_fold_text *out = m->out;
    bool generic = cj_letters_open(&out->text.letters) > 0;
    cj_text warnings = {0};

    out->uses_place = cj_fold_may_mention(m, "j");
    for (size_t k = 0; k < out->count; k++) {
        if (!generic)
            cj_fold_recognise(m, k);
        cj_fold_warn(m, k, &warnings);
    }
    if (out->spec.rows)
        cj_rows_look(m);
    out->warnings = cj_text_take(&warnings);
    out->spec.arguments = out->text.spec.arguments;
    out->spec.name = out->text.name;
    out->spec.preamble = out->text.spec.preamble;
    out->spec.options = out->text.spec.options;
    return out->warnings != NULL ? CUJIT_OK : cj_fold_no_memory(m);
}

static void clear_look(cj_fold_look *m)
{
    for (size_t k = 0; k < m->out->count; k++) {
        for (cj_fold_part part = CJ_FOLD_MAP; part <= CJ_FOLD_POST; part++)
            cj_tokens_clear(&m->tokens[k][part]);
    }
    cj_tokens_clear(&m->segment);
    cj_tokens_clear(&m->operation);
    cj_tokens_clear(&m->finish);
    cj_texts_clear(&m->use.texts);
    cj_signature_clear(&m->use.signature);
    cj_free(m->arguments);
}

cujit_status cj_fold_text_init(cujit_context *context, const cj_fold_spec *spec, cj_survey **survey, cj_fold_text *out,
                               cujit_error *error)
{
    cj_fold_look m = {.spec = spec, .out = out, .error = error};
    cujit_status status;

    *out = (cj_fold_text){0};
    if ((status = check_spec(spec, error)) != CUJIT_OK ||
        (spec->rows && (status = cj_rows_check_names(&m)) != CUJIT_OK) ||
        (status = cj_fold_find_types(&m, context)) != CUJIT_OK || (status = take_texts(&m)) != CUJIT_OK ||
        (status = cj_texts_init(&m.use.texts, &m.use.signature, error)) != CUJIT_OK ||
        (status = check_texts(&m)) != CUJIT_OK || (status = look_at_maps(&m, context, survey)) != CUJIT_OK ||
        (status = check_coordinates(&m)) != CUJIT_OK)
        goto out;
    if ((status = look_at_folds(&m)) == CUJIT_OK && spec->rows)
        status = cj_rows_check(&m);

out:
    clear_look(&m);
    if (status != CUJIT_OK)
        cj_fold_text_clear(out);
    return status;
}

void cj_fold_text_clear(cj_fold_text *text)
{
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++) {
        cj_fold *fold = &text->folds[k];

        for (cj_fold_part part = CJ_FOLD_MAP; part < CJ_FOLD_TEXTS; part++)
            cj_free((void *)text_of(&fold->texts, part));
        cj_free(fold->cast);
        cj_free(fold->out.spelling);
        cj_free(fold->accumulator.spelling);
    }
    for (size_t k = 0; k < CUJIT_ROWS_MAX_STAGES; k++)
        cj_free((void *)text->spec.stages[k]);
    cj_free((void *)text->spec.segment);
    cj_free((void *)text->spec.operation);
    cj_free((void *)text->spec.finish);
    cj_free(text->warnings);
    cj_kernel_text_clear(&text->text);
    *text = (cj_fold_text){0};
}
