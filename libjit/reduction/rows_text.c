/*
 * rows_text.c: what kernels of rows have beside the texts of folds: stages with names that later texts see, an
 * operation that writes, and statements for each row.
 */
#include "libjit/reduction/fold_look.h"

#include "libjit/syntax/effect.h"
#include "libjit/syntax/words.h"

/* ---- Names ------------------------------------------------------------------------------------------------------- */

/* What generated code, a reduce or a post calls something else. */
static const char *const taken[] = {"a", "b", "i", "j", "n", "row", NULL};

static cujit_status check_name(const cj_fold_look *m, size_t stage)
{
    const char *name = m->spec->stages[stage], *trouble = NULL;

    if (name == NULL)
        return cj_error_set(m->error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "kernel of rows: stages[%zu].name is NULL; later texts call its result by that name",
                            stage);
    if (!cj_word_is_identifier(name))
        trouble = "it is no C identifier";
    else if (strlen(name) > 63)
        trouble = "it is longer than 63 characters";
    else
        trouble = cj_word_trouble(name, taken);
    for (size_t k = 0; k < stage && trouble == NULL; k++) {
        if (strcmp(name, m->spec->stages[k]) == 0)
            trouble = "an earlier stage has that name";
    }
    if (trouble == NULL)
        return CUJIT_OK;
    return cj_error_set(m->error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "kernel of rows: stages[%zu] cannot be named \"%.60s\": %s", stage, name, trouble);
}

cujit_status cj_rows_check_names(cj_fold_look *m)
{
    cujit_status status = CUJIT_OK;

    if (m->spec->arguments == NULL)
        return cj_error_set(m->error, CUJIT_ERROR_INVALID_ARGUMENT, "kernel of rows: arguments is NULL");
    if (m->spec->operation == NULL && m->spec->finish == NULL)
        return cj_error_set(m->error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "kernel of rows: operation and finish are both NULL; one of them must write the results");
    for (size_t k = 0; k < m->spec->count && status == CUJIT_OK; k++) {
        status = check_name(m, k);
        m->own[k] = m->spec->stages[k];
    }
    m->own[m->spec->count] = "row";
    m->own[m->spec->count + 1] = "n";
    m->use.own = m->own;
    m->use.writes = true;
    return status;
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

static cujit_status read_statements(cj_fold_look *m, const char *part, const char *text, cj_tokens *tokens,
                                    cj_snippet *look)
{
    *tokens = (cj_tokens){.names = &m->use.texts.names, .place = CJ_IN_OPERATION};
    return cj_snippet_read(CJ_SNIPPET_STATEMENTS, part, text, NULL, look, tokens, m->error);
}

cujit_status cj_rows_read_texts(cj_fold_look *m)
{
    cj_snippet *all = &m->use.operation, operation, finish;
    cujit_status status = read_statements(m, "operation", m->spec->operation, &m->operation, &operation);

    if (status != CUJIT_OK || (status = read_statements(m, "finish", m->spec->finish, &m->finish, &finish)) != CUJIT_OK)
        return status;
    all->features |= operation.features | finish.features;
    all->has_return = all->has_return || operation.has_return;
    all->has_break = all->has_break || operation.has_break;
    return CUJIT_OK;
}

/* No array says how long a row is, nor may a macro make one say it. */
static bool lacks_elements(const cj_fold_look *m)
{
    for (size_t k = 0; k < m->out->text.signature.count; k++) {
        if (cj_rows_may_lead(m->out, k))
            return false;
    }
    return true;
}

cujit_status cj_rows_check(const cj_fold_look *m)
{
    cj_texts texts = m->use.texts;

    if (lacks_elements(m))
        return cj_error_set(m->error, CUJIT_ERROR_SNIPPET,
                            "kernel of rows: no array is used as name[i], so that nothing says how long rows are");
    if (m->spec->operation == NULL)
        return CUJIT_OK;
    texts.operation = m->operation;
    return cj_effect_check(&texts, m->spec->operation, &m->out->text.signature, m->error);
}

/* ---- What the texts say ------------------------------------------------------------------------------------------ */

static bool mentions(const cj_tokens *tokens, const char *name)
{
    for (size_t k = 1; k <= tokens->count; k++) {
        if (cj_tokens_is_own(tokens, k) && cj_item_is(&tokens->items[k], name))
            return true;
    }
    return false;
}

static bool stage_mentions(const cj_fold_look *m, size_t stage, const char *name)
{
    bool found = m->use.texts.around.own_header ||
                 cj_name_is_in(cj_names_find(&m->use.texts.names, name), CJ_IN_MACROS);

    for (cj_fold_part part = CJ_FOLD_MAP; part <= CJ_FOLD_POST; part++)
        found = found || mentions(&m->tokens[stage][part], name);
    return found;
}

/* A stage that has no use for the results of those of the last group joins it. */
static void find_groups(const cj_fold_look *m)
{
    size_t first = 0;

    for (size_t k = 0; k < m->out->count; k++) {
        for (size_t earlier = first; earlier < k; earlier++) {
            if (stage_mentions(m, k, m->spec->stages[earlier])) {
                m->out->groups++;
                first = k;
            }
        }
        m->out->folds[k].group = m->out->groups;
    }
    m->out->groups++;
}

/* Is every mention of the array one of an element at that index, or at the other one? Macros may have it otherwise. */
static bool is_only_at(const cj_fold_look *m, size_t array, const char *index, const char *other)
{
    const cj_tokens *tokens = &m->use.texts.operation;
    const char *name = m->out->text.signature.parameters[array].name;
    bool any = false;

    if (m->use.texts.around.any_header ||
        cj_name_is_in(cj_names_find(&m->use.texts.names, name), CJ_IN_MACROS | CJ_IN_PREAMBLE))
        return false;
    for (size_t k = 1; k <= tokens->count; k++) {
        const cj_item *item = &tokens->items[k];

        if (item->array != (int)array)
            continue;
        if (item[1].sort != CJ_SORT_SQUARE || (!cj_item_is(&item[2], index) && !cj_item_is(&item[2], other)) ||
            item[3].sort != CJ_SORT_SQUARE_END)
            return false;
        any = true;
    }
    return any;
}

static void find_roles(const cj_fold_look *m, size_t k)
{
    cj_kernel_text *text = &m->out->text;
    const cj_parameter *parameter = &text->signature.parameters[k];

    if (!parameter->pointer)
        return;
    m->out->leading |= (uint64_t)!is_only_at(m, k, "j", "row") << k;
    if (parameter->is_volatile)
        return;
    if (is_only_at(m, k, "j", "j") && !text->accesses.of[k].written)
        text->roles[k] |= CJ_ROLE_PLACE;
    if (is_only_at(m, k, "row", "row"))
        text->roles[k] |= CJ_ROLE_ROW;
    for (size_t stage = 0; stage < m->out->count; stage++)
        m->out->mapped |= (uint64_t)mentions(&m->tokens[stage][CJ_FOLD_MAP], parameter->name) << k;
    m->out->used |= (uint64_t)mentions(&m->operation, parameter->name) << k;
}

void cj_rows_look(cj_fold_look *m)
{
    find_groups(m);
    for (size_t k = 0; k < m->out->text.signature.count; k++)
        find_roles(m, k);
    m->out->uses_row = cj_fold_may_mention(m, "row");
}
