/*
 * kernel_text.c: taking over the texts of a kernel, and looking at them.
 */
#include "libjit/kernel/kernel_text.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/effect.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/macro.h"
#include "libjit/syntax/words.h"

#include <stdio.h>
#include <string.h>

/* Names that generated code declares or needs; a snippet sees `i` to `cta_start`. The first three are a fold's: its
 * reduce and post see values `a` and `b` in place of arguments of that name, which no macro may hide. */
static const char *const reserved_names[] = {
    "a",        "b",        "n",       "j",        "i",     "tid",        "total_threads", "cta_start",    "threadIdx",
    "blockIdx", "blockDim", "gridDim", "warpSize", "cujit", "__global__", "__restrict__",  "maybe_unused", NULL};

/* How many at the front are the reduce's own; those and `n`, which arguments may be named but no macro; and with `j`,
 * which maps see, the fold's. */
enum { OF_REDUCE = 2, BEFORE_J = 3, OF_FOLD = 4 };

const char *const *cj_kernel_text_reserved(bool fold)
{
    return reserved_names + (fold ? BEFORE_J : OF_FOLD);
}

/* ---- Taking the texts over --------------------------------------------------------------------------------------- */

static cujit_status no_memory(cujit_error *error)
{
    return cj_error_no_memory(error, "the texts of a kernel");
}

cujit_status cj_kernel_text_check_options(const char *const *options, cujit_error *error)
{
    for (size_t k = 0; options != NULL && options[k] != NULL; k++) {
        /* One option a line in the cache key. */
        if (strchr(options[k], '\n') != NULL)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler option %zu holds a newline", k + 1);
    }
    return CUJIT_OK;
}

enum { TEXTS = 5 };

static const char **text_at(cujit_elementwise_spec *spec, size_t k)
{
    const char **const texts[TEXTS] = {&spec->arguments, &spec->operation, &spec->preamble, &spec->loop_prep,
                                       &spec->after_loop};

    return texts[k];
}

static cujit_status copy_texts(const cujit_elementwise_spec *spec, cj_kernel_text *out, cujit_error *error)
{
    cujit_elementwise_spec given = *spec;
    cj_text entry = {0};

    if (spec->arguments == NULL || spec->operation == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "elementwise kernel: %s is NULL",
                            spec->arguments == NULL ? "arguments" : "operation");
    for (size_t k = 0; k < TEXTS; k++) {
        const char *text = *text_at(&given, k);

        if ((*text_at(&out->spec, k) = cj_strdup(text != NULL ? text : "")) == NULL)
            return no_memory(error);
    }
    /* No name can collide then: not with a library's function, not with an argument, not with a macro. */
    cj_text_printf(&entry, CJ_ENTRY_PREFIX "%s", spec->name != NULL ? spec->name : "elementwise");
    out->entry = cj_text_take(&entry);
    out->spec.options = (const char *const *)cj_list_copy(spec->options, 0);
    out->spec.max_blocks = spec->max_blocks;
    if (out->entry == NULL || out->spec.options == NULL)
        return no_memory(error);
    out->name = out->spec.name = out->entry + strlen(CJ_ENTRY_PREFIX);
    return cj_kernel_text_check_options(spec->options, error);
}

/* ---- Looking at them --------------------------------------------------------------------------------------------- */

cujit_status cj_kernel_text_check_name(const char *what, const char *name, const char *trouble, cujit_error *error)
{
    if (trouble == NULL && strlen(name) > 63)
        trouble = "it is longer than 63 characters";
    if (trouble != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "a %s cannot be named \"%.60s\": %s", what, name,
                            trouble);
    return CUJIT_OK;
}

static cujit_status check_name(const char *name, cujit_error *error)
{
    return cj_kernel_text_check_name("kernel", name, cj_word_is_identifier(name) ? NULL : "it is no C identifier",
                                     error);
}

static cujit_status check_has_array(const cj_kernel_text *text, cujit_error *error)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        if (text->signature.parameters[k].pointer)
            return CUJIT_OK;
    }
    cj_error_set(error, CUJIT_ERROR_SIGNATURE,
                 "arguments: an elementwise kernel needs at least one pointer, such as \"float *x\"");
    cj_error_place(error, "arguments", text->spec.arguments, 1, 1);
    return CUJIT_ERROR_SIGNATURE;
}

/* CUDA's limit, from 12.1 on (before: 4096, which is left to the compiler); NVRTC gives no reason where it is exceeded.
 * The generated code adds up to four numbers behind the user's parameters. */
static cujit_status check_bytes(const cj_kernel_text *text, cujit_error *error)
{
    enum { MAX_BYTES = 32764, OWN_BYTES = 4 * sizeof(long long) };
    size_t bytes = 0;

    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        bytes = cj_parameter_end(parameter, bytes); /* an open type is checked again when it is bound */
        if ((bytes + 7) / 8 * 8 + OWN_BYTES <= MAX_BYTES)
            continue;
        cj_error_set(error, CUJIT_ERROR_SIGNATURE,
                     "arguments: up to \"%.60s\" they take %zu bytes; expected at most %d: a kernel's parameters may "
                     "take %d, and %d are the engine's own; pass a pointer instead",
                     parameter->name, bytes, (MAX_BYTES - OWN_BYTES) / 8 * 8, MAX_BYTES, (int)OWN_BYTES);
        cj_error_place(error, "arguments", text->spec.arguments, parameter->line, parameter->column);
        return CUJIT_ERROR_SIGNATURE;
    }
    return CUJIT_OK;
}

static unsigned dtype_features(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT16:
        return CJ_FEATURE_HALF;
    case CUJIT_BFLOAT16:
        return CJ_FEATURE_BFLOAT16;
    case CUJIT_FLOAT8_E4M3:
    case CUJIT_FLOAT8_E5M2:
        return CJ_FEATURE_FLOAT8;
    case CUJIT_COMPLEX64:
    case CUJIT_COMPLEX128:
        return CJ_FEATURE_COMPLEX;
    default:
        return 0;
    }
}

/* The names that a preamble must not define: the generator's, and the letters of the signature. */
enum { RESERVED = sizeof reserved_names / sizeof *reserved_names };

static void find_reserved(const cj_kernel_text *text, const char *const *own,
                          const char *names[RESERVED + CJ_LETTERS + CUJIT_ROWS_MAX_STAGES + 2])
{
    size_t skipped = text->folds ? 0 : OF_FOLD, count = RESERVED - 1 - skipped;

    memcpy(names, reserved_names + skipped, count * sizeof *names);
    if (!text->folds)
        names[count++] = reserved_names[OF_REDUCE];
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        if (text->letters.of[k].line != 0)
            names[count++] = cj_letter_name(k);
    }
    while (own != NULL && *own != NULL)
        names[count++] = *own++;
    names[count] = NULL;
}

/* What a text brings along besides what it says itself: features, and macros that hide a `return` or `break`. */
static void note(cj_kernel_text *text, const cj_snippet *look)
{
    text->features |= look->features;
    text->includes = text->includes || look->includes;
    text->may_return = text->may_return || look->defines_return || look->includes;
    text->may_break = text->may_break || look->defines_break || look->includes;
}

/* A macro would be there before the letter is a type. */
static cujit_status check_letter_macros(const cj_kernel_text *text, const cj_texts *texts, cujit_error *error)
{
    for (size_t k = 0; k < texts->definitions.directive_count; k++) {
        const cj_directive *directive = &texts->definitions.directives[k];
        const cj_item *items = texts->definitions.inside + directive->first;

        for (size_t letter = 0; letter < CJ_LETTERS && cj_item_is(&items[0], "define"); letter++) {
            const char *name = cj_letter_name(letter);

            if (text->letters.of[letter].line != 0 && cj_item_is(&items[1], name))
                return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                    "compiler option -D%s: %s is a type in the argument signature and cannot be a "
                                    "macro; `types` says what it stands for",
                                    name, name);
        }
    }
    return CUJIT_OK;
}

static cujit_status check_options(cj_kernel_text *text, cj_texts *texts, cujit_error *error)
{
    const char *const *options = text->spec.options;
    const char **rest = NULL;
    cj_snippet look;
    cujit_status status = cj_macro_split(options, &rest, &texts->definition_text, error);

    cj_free(rest);
    if (status == CUJIT_OK && texts->definition_text.failed)
        status = no_memory(error);
    if (status != CUJIT_OK || (status = cj_snippet_read(CJ_SNIPPET_MODULE, "options", texts->definition_text.data, NULL,
                                                        &look, &texts->definitions, error)) != CUJIT_OK)
        return status;
    look.includes = cj_include_forced(options);
    note(text, &look);
    return check_letter_macros(text, texts, error);
}

/* Coordinates are each index's own, and its place in no thread's loop. */
static cujit_status check_coordinates(const cj_kernel_text *text, const cj_texts *texts, cujit_error *error)
{
    const char *beside = !text->loop_prep_look.empty    ? "a loop_prep"
                         : !text->after_loop_look.empty ? "an after_loop"
                         : text->names_threads          ? "names of threads"
                                                        : NULL;
    const cj_item *found = cj_accesses_coordinate(&text->accesses, &texts->operation);

    if (text->accesses.axes == 0 || beside == NULL || text->folds) /* a fold knows none at all */
        return CUJIT_OK;
    cj_error_set(error, CUJIT_ERROR_SNIPPET, "operation: coordinates%s%.*s cannot stand together with %s",
                 found != NULL ? " such as " : "", found != NULL ? (int)found->token.length : 0,
                 found != NULL ? found->token.start : "", beside);
    if (found != NULL)
        cj_error_place(error, "operation", text->spec.operation, found->token.line, found->token.column);
    return CUJIT_ERROR_SNIPPET;
}

static bool name_threads(const cj_texts *texts)
{
    static const char *const threads[] = {"tid",      "total_threads", "cta_start", "threadIdx",
                                          "blockIdx", "blockDim",      "gridDim"};
    const unsigned all = CJ_IN_TYPES | CJ_IN_OPTIONS | CJ_IN_HEADERS | CJ_IN_PREAMBLE | CJ_IN_STATEMENTS;
    /* What headers of the user's that cannot be read speak of is unknown. */
    bool found = texts->around.own_header || (cj_tokens_features(&texts->headers) & CJ_FEATURE_BARRIERS) != 0;

    for (size_t k = 0; k < sizeof threads / sizeof *threads && !found; k++)
        found = cj_name_is_in(cj_names_find(&texts->names, threads[k]), all);
    return found;
}

/* Reads and checks the texts, but for those of the registered types. */
static cujit_status check_snippets(cj_kernel_text *text, cj_fold_use *fold, cj_texts *texts, cujit_error *error)
{
    const char *reserved[RESERVED + CJ_LETTERS + CUJIT_ROWS_MAX_STAGES + 2];
    const struct {
        cj_snippet_kind kind;
        const char *part, *text;
        cj_snippet *look;
        cj_tokens *tokens;
    } all[] = {
        {CJ_SNIPPET_PREAMBLE, "preamble", text->spec.preamble, &text->preamble_look, &texts->preamble},
        {CJ_SNIPPET_STATEMENTS, "loop_prep", text->spec.loop_prep, &text->loop_prep_look, &texts->loop_prep},
        {CJ_SNIPPET_STATEMENTS, "operation", text->spec.operation, &text->operation_look, &texts->operation},
        {CJ_SNIPPET_STATEMENTS, "after_loop", text->spec.after_loop, &text->after_loop_look, &texts->after_loop},
    };
    cujit_status status = CUJIT_OK;

    find_reserved(text, fold != NULL ? fold->own : NULL, reserved);
    for (size_t k = 0; k < sizeof all / sizeof *all && status == CUJIT_OK; k++) {
        if (fold != NULL && all[k].look == &text->operation_look)
            text->operation_look = fold->operation;
        else
            status = cj_snippet_read(all[k].kind, all[k].part, all[k].text,
                                     all[k].kind == CJ_SNIPPET_PREAMBLE ? reserved : NULL, all[k].look, all[k].tokens,
                                     error);
        if (status == CUJIT_OK)
            note(text, all[k].look);
    }
    if (status == CUJIT_OK)
        status = check_options(text, texts, error);
    if (status != CUJIT_OK)
        return status;
    text->may_return = text->may_return || text->operation_look.has_return;
    text->may_break = text->may_break || text->operation_look.has_break;
    for (size_t k = 0; k < text->signature.count; k++) {
        text->features |= dtype_features(text->signature.parameters[k].dtype);
        text->features |= text->signature.parameters[k].handle != 0 ? CJ_FEATURE_TEXTURES : 0u;
    }
    for (size_t k = 0; fold != NULL && k < fold->dtype_count; k++)
        text->features |= dtype_features(fold->dtypes[k]);
    return CUJIT_OK;
}

static cujit_status look_at_accesses(cj_kernel_text *text, cj_texts *texts, cj_survey **survey, cujit_error *error)
{
    cj_unit unit = {.source = text->spec.preamble, .options = text->spec.options};
    cujit_status status = cj_tokens_read(&texts->types, text->types, error);

    if (status == CUJIT_OK && *survey == NULL)
        status = cj_survey_take(survey, &unit, &texts->preamble, true, error);
    unit.source = text->types;
    if (status == CUJIT_OK && (status = cj_survey_take(survey, &unit, &texts->types, true, error)) == CUJIT_OK)
        status = cj_texts_look_around(texts, *survey, text->spec.options, error);
    text->names_threads = (text->features & CJ_FEATURE_BARRIERS) != 0 || name_threads(texts);
    if (status == CUJIT_OK)
        status = cj_accesses_find(texts, &text->signature, &text->accesses, error);
    if (status == CUJIT_OK && !text->folds)
        status = cj_effect_check(texts, text->spec.operation, &text->signature, error);
    if (status != CUJIT_OK)
        return status;
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_name *name = cj_names_find(&texts->names, parameter->name);

        if (parameter->pointer)
            text->roles[k] = (name->indexed & CJ_IN_OPERATION) != 0  ? CJ_ROLE_ELEMENT | CJ_ROLE_SIZED
                             : cj_name_is_in(name, CJ_IN_STATEMENTS) ? 0
                                                                     : CJ_ROLE_SIZED;
    }
    return check_coordinates(text, texts, error);
}

/* Whether a text defines a type of that name itself: "struct name {", "using name =", "typedef int name;", "}
 * name;". */
static bool defines(const cj_tokens *tokens, const char *name)
{
    static const char *const heads[] = {"struct", "class", "union", "enum", "using", NULL};
    bool renames = false;

    for (size_t k = 1; k <= tokens->count; k++) {
        const cj_item *item = &tokens->items[k];
        cj_sort behind = item[1].sort;

        renames = cj_item_is(item, "typedef") || (renames && item->sort != CJ_SORT_SEMICOLON);
        if (item->name == 0 || !cj_item_is(item, name))
            continue;
        if (((renames || item[-1].sort == CJ_SORT_BRACE_END) && behind == CJ_SORT_SEMICOLON) ||
            (cj_sort_in(behind, CJ_BIT(BRACE) | CJ_BIT(COLON) | CJ_BIT(ASSIGN)) &&
             cj_token_is_one_of(&item[-1].token, heads)))
            return true;
    }
    return false;
}

/* Which registered types a kernel needs: those that its signature, the fold or a text names; and those that their
 * definitions mention, which read_definition() adds. */
static void find_types(const cujit_context *context, const cj_kernel_text *text, const cj_fold_use *fold,
                       const cj_texts *texts, bool *needed)
{
    const unsigned all = CJ_IN_OPTIONS | CJ_IN_PREAMBLE | CJ_IN_STATEMENTS | CJ_IN_FOLD;
    const cj_type_table *table = &context->types;
    const cj_signature *signature = &text->signature;

    for (size_t k = 0; k < table->count; k++) {
        const char *name = table->types[k]->name;

        needed[k] = cj_name_is_in(cj_names_find(&texts->names, name), all) && !defines(&texts->preamble, name);
        for (size_t p = 0; p < signature->count; p++)
            needed[k] = needed[k] || signature->parameters[p].dtype == table->types[k]->dtype;
        for (size_t p = 0; fold != NULL && p < fold->dtype_count; p++)
            needed[k] = needed[k] || fold->dtypes[p] == table->types[k]->dtype;
    }
}

/* Checks the definition of type `k`, which is needed. It may need earlier ones; what it brings along itself must not
 * come twice. */
static cujit_status read_definition(const cj_type_table *table, size_t k, cj_kernel_text *text,
                                    const char *const *reserved, bool *needed, cujit_error *error)
{
    cj_names names = {0};
    cj_tokens definition = {.names = &names, .place = CJ_IN_TYPES};
    cj_snippet look;
    cujit_status status = cj_snippet_read(CJ_SNIPPET_PREAMBLE, "type definition", table->types[k]->definition, reserved,
                                          &look, &definition, error);

    if (status == CUJIT_OK)
        note(text, &look);
    for (size_t other = 0; status == CUJIT_OK && other < table->count; other++) {
        const char *name = table->types[other]->name;

        if (other != k && (other < k || needed[other]) && cj_name_is_in(cj_names_find(&names, name), CJ_IN_TYPES))
            needed[other] = !defines(&definition, name);
    }
    cj_tokens_clear(&definition);
    cj_names_clear(&names);
    return status;
}

/* Letters are types in the preamble too; but where the preamble must define what a letter stands for, only behind
 * it. */
static void write_letters(const cujit_context *context, cj_letters *letters, cj_text *types)
{
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        cj_letter *letter = &letters->of[k];
        const cj_type *type = cj_type_table_by_dtype(&context->types, letter->dtype);

        if (letter->line == 0)
            continue;
        letter->late = type != NULL && type->definition[0] == '\0';
        if (letter->spelling == NULL)
            cj_text_printf(types, "/* %s: the type of the elements that a call binds it to */\n", cj_letter_name(k));
        else if (!letter->late)
            cj_text_printf(types, "typedef %s %s;\n", letter->spelling, cj_letter_name(k));
    }
}

/* The definitions of the registered types that the kernel needs, each once, in the order of registration. */
static cujit_status gather_types(cujit_context *context, const cj_fold_use *fold, const cj_texts *texts,
                                 cj_kernel_text *text, cujit_error *error)
{
    const cj_type_table *table = &context->types;
    bool *needed = cj_calloc(table->count + 1, sizeof *needed);
    const char *reserved[RESERVED + CJ_LETTERS + CUJIT_ROWS_MAX_STAGES + 2];
    cujit_status status = CUJIT_OK;
    cj_text types = {0};

    if (needed == NULL)
        return no_memory(error);
    find_reserved(text, fold != NULL ? fold->own : NULL, reserved);
    find_types(context, text, fold, texts, needed);
    for (size_t k = table->count; k-- > 0 && status == CUJIT_OK;) {
        if (needed[k])
            status = read_definition(table, k, text, reserved, needed, error);
    }
    for (size_t k = 0; k < table->count; k++) {
        if (needed[k])
            cj_text_printf(&types, "%s\n", table->types[k]->definition);
    }
    cj_free(needed);
    write_letters(context, &text->letters, &types);
    text->types = cj_text_take(&types);
    return status == CUJIT_OK && text->types == NULL ? no_memory(error) : status;
}

/* Letters that only the fold names are types like the others. */
static void use_letters(cj_letters *letters, uint32_t used)
{
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        cj_letter *letter = &letters->of[k];

        if ((used >> k & 1) != 0 && letter->line == 0) {
            letter->line = letter->bound_line;
            letter->column = letter->bound_column;
        }
    }
}

static void take_signature(cj_fold_use *fold, cj_kernel_text *out)
{
    out->letters = fold->letters;
    out->signature = fold->signature;
    fold->signature = (cj_signature){0};
    use_letters(&out->letters, fold->used);
    for (size_t k = 0; k < out->signature.count; k++) {
        if (out->signature.parameters[k].pointer && !fold->writes)
            out->signature.parameters[k].is_const = true;
    }
}

static cujit_status read_signature(cujit_context *context, const cujit_elementwise_spec *spec, cj_fold_use *fold,
                                   cj_kernel_text *out, cujit_error *error)
{
    const char *types = spec->types != NULL ? spec->types : "";
    cujit_status status = CUJIT_OK;

    if (fold != NULL) {
        take_signature(fold, out);
    } else {
        pthread_mutex_lock(&context->type_lock);
        if ((status = cj_letters_parse(types, &context->types, &out->letters, error)) == CUJIT_OK)
            status = cj_signature_parse(out->spec.arguments, &context->types, cj_kernel_text_reserved(false),
                                        &out->letters, &out->signature, error);
        pthread_mutex_unlock(&context->type_lock);
    }
    return status == CUJIT_OK ? cj_letters_check_used(&out->letters, types, error) : status;
}

/* ---- What arrays can be ------------------------------------------------------------------------------------------ */

/* Elements that are larger do not fit into registers: then pointers, which move only what is asked for, are better. */
enum { MOST_BYTES = 128 };

static unsigned find_roles(const cj_kernel_text *text, size_t k)
{
    const cj_parameter *parameter = &text->signature.parameters[k];
    const cj_accesses *accesses = &text->accesses;
    const cj_access *access = &accesses->of[k];
    bool element = parameter->pointer && !parameter->is_volatile && access->indexed && !access->other;
    bool indexed = element && access->lowest == 0 && access->highest == 0;
    bool unused = parameter->pointer && !accesses->hidden && !access->indexed && !access->other &&
                  access->lowest == access->highest;
    /* Whether one thread may take several indices in a row, in no loop of the user's: nothing runs per thread. */
    bool per_index = !text->names_threads && text->loop_prep_look.empty && text->after_loop_look.empty &&
                     !accesses->changes_index;
    bool tile = element && per_index && accesses->axes == 0 && !accesses->keeps_state && parameter->size <= MOST_BYTES;

    return (tile ? CJ_ROLE_TILE : 0u) | (indexed && per_index ? CJ_ROLE_VIEW : 0u) | (indexed ? CJ_ROLE_INDEXED : 0u) |
           (unused ? CJ_ROLE_UNUSED : 0u);
}

/* Fills in what follows from the accesses. */
static void assign_roles(cj_kernel_text *text)
{
    text->needs_index = text->accesses.uses_index || text->accesses.changes_index;
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_access *access = &text->accesses.of[k];
        bool used = access->indexed || access->lowest < 0 || access->highest > 0;

        text->roles[k] &= CJ_ROLE_ELEMENT | CJ_ROLE_SIZED | CJ_ROLE_PLACE | CJ_ROLE_ROW;
        text->roles[k] |= (unsigned char)find_roles(text, k);
        if (text->signature.parameters[k].pointer && used &&
            (text->roles[k] & (text->folds ? CJ_ROLE_INDEXED : CJ_ROLE_VIEW)) == 0)
            text->needs_index = true;
    }
}

bool cj_kernel_text_distrust(cj_kernel_text *text)
{
    bool more = cj_accesses_distrust(&text->accesses, &text->signature);

    assign_roles(text);
    return more;
}

cj_reach cj_kernel_text_reach(const cj_kernel_text *text)
{
    cj_reach reach = {0};

    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_access *access = &text->accesses.of[k];

        if (!cj_kernel_text_has(text, k, CJ_ROLE_TILE))
            continue;
        reach.before = -access->lowest > reach.before ? -access->lowest : reach.before;
        reach.behind = access->highest > reach.behind ? access->highest : reach.behind;
    }
    return reach;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

cujit_status cj_kernel_text_init(cujit_context *context, const cujit_elementwise_spec *spec, cj_fold_use *fold,
                                 cj_survey **survey, cj_kernel_text *out, cujit_error *error)
{
    cj_texts own = {0}, *texts = fold != NULL ? &fold->texts : &own;
    cujit_status status;

    *out = (cj_kernel_text){.folds = fold != NULL};
    if ((status = copy_texts(spec, out, error)) != CUJIT_OK ||
        (status = read_signature(context, spec, fold, out, error)) != CUJIT_OK ||
        (fold == NULL && ((status = check_has_array(out, error)) != CUJIT_OK ||
                          (status = cj_texts_init(texts, &out->signature, error)) != CUJIT_OK)) ||
        (status = check_bytes(out, error)) != CUJIT_OK || (status = check_name(out->name, error)) != CUJIT_OK)
        goto out;
    if (*survey != NULL && (*survey)->source.items != NULL) {
        cj_tokens_add_all(&texts->preamble, &(*survey)->source);
        cj_tokens_end(&texts->preamble);
    }
    if ((status = texts->preamble.failed ? no_memory(error) : check_snippets(out, fold, texts, error)) != CUJIT_OK)
        goto out;
    pthread_mutex_lock(&context->type_lock);
    status = gather_types(context, fold, texts, out, error);
    pthread_mutex_unlock(&context->type_lock);
    if (status == CUJIT_OK && (status = look_at_accesses(out, texts, survey, error)) == CUJIT_OK)
        assign_roles(out);

out:
    cj_texts_clear(&own);
    if (status != CUJIT_OK)
        cj_kernel_text_clear(out);
    return status;
}

void cj_kernel_text_clear(cj_kernel_text *text)
{
    cj_free(text->entry);
    for (size_t k = 0; k < TEXTS; k++)
        cj_free((void *)*text_at(&text->spec, k));
    cj_free(text->types);
    cj_list_free((char **)text->spec.options);
    cj_accesses_clear(&text->accesses);
    cj_signature_clear(&text->signature);
    *text = (cj_kernel_text){0};
}
