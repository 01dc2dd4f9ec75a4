/*
 * evaluator.c: from a call to a plan: what was planned before is found by one key, of the bytes that decide about it.
 */
#include "libjit/expression/evaluator.h"

#include "libjit/base/alloc.h"
#include "libjit/expression/seeds.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/array.h"
#include "libjit/syntax/dtype.h"

#include <ctype.h>
#include <string.h>
#include <xxhash.h>

/* ---- Operands ---------------------------------------------------------------------------------------------------- */

enum { IN_MEMORY = 2 }; /* of a generator: its seed is the device's */

/* The bytes of an operand in a key. */
typedef struct operand_key {
    uint64_t fits, leads;
    uint16_t dtype;
    uint8_t rank, array, weak, memory, shape;
    uint8_t few, across, random;
    uint8_t unused[6];
} operand_key;

/* A call on its way. */
typedef struct call {
    cj_evaluator *evaluator;
    const char *function, *text;
    cujit_named named;
    operand_key operands[CJ_FORMULA_MAX_NAMED];
    cujit_error *error;
} call;

static cujit_status refuse_operand(const call *c, size_t k, cujit_status status, const char *what)
{
    return cj_error_set(c->error, status, "%s: operand %zu of \"%.100s\" %s", c->function, k + 1,
                        c->named.names != NULL ? c->named.names : "", what);
}

/* cj_named_type has these. */
static unsigned find_few(const cujit_array *array)
{
    unsigned few = 0;
    size_t rows = 1;

    for (int k = 0; k < array->ndim && array->size >= CJ_LONG_ROWS; k++) {
        if (rows < CJ_FEW_ROWS && array->ndim - k <= CJ_FEW_AXES)
            few |= 1U << (array->ndim - k);
        rows *= array->shape[k];
    }
    return few;
}

static int find_across(const cujit_array *array)
{
    ptrdiff_t least = PTRDIFF_MAX;
    int across = 0;

    if (array->c_order || array->ndim == 0 || array->shape[array->ndim - 1] <= 1)
        return 0;
    for (int k = array->ndim - 1; k >= 0; k--) {
        const ptrdiff_t stride = array->strides[k] < 0 ? -array->strides[k] : array->strides[k];

        if (array->shape[k] > 1 && stride != 0 && stride < least) {
            least = stride;
            across = array->ndim - 1 - k;
        }
    }
    return across;
}

static cujit_status take_array(call *c, size_t k, const cujit_array *array)
{
    operand_key *key = &c->operands[k];

    if (array == NULL)
        return refuse_operand(c, k, CUJIT_ERROR_ARGUMENT_TYPE, "is an array that is NULL");
    if (!cj_argument_same_memory(c->evaluator->context, array))
        return refuse_operand(c, k, CUJIT_ERROR_ARGUMENT_TYPE, "lies on another device");
    if (!cj_dtype_is_number(array->dtype))
        return refuse_operand(c, k, CUJIT_ERROR_ARGUMENT_TYPE,
                              "has elements that are no numbers; expressions take bool, integers, half, bfloat16, "
                              "8-bit floats, float, double and complex ones");
    if (array->ndim > CJ_FORMULA_MAX_RANK)
        return refuse_operand(c, k, CUJIT_ERROR_ARGUMENT_SIZE, "has more than 16 axes");
    *key = (operand_key){
        .dtype = (uint16_t)array->dtype,
        .rank = (uint8_t)array->ndim,
        .array = 1,
        .memory = (uint8_t)k,
        .shape = (uint8_t)k,
        .few = (uint8_t)find_few(array),
        .across = (uint8_t)find_across(array),
    };
    return CUJIT_OK;
}

static cujit_status take_operand(call *c, size_t k)
{
    const cujit_arg *item = &c->named.items[k];
    const char *wrong;
    cujit_dtype dtype;
    cujit_status status;

    switch (item->kind) {
    case CUJIT_ARG_ARRAY:
        return take_array(c, k, item->value.array);
    case CUJIT_ARG_INT:
    case CUJIT_ARG_UINT:
        dtype = item->dtype == CUJIT_BOOL                                   ? CUJIT_BOOL
                : item->kind == CUJIT_ARG_UINT && item->value.u > INT64_MAX ? CUJIT_UINT64
                                                                            : CUJIT_INT64;
        break;
    case CUJIT_ARG_REAL:
        dtype = CUJIT_FLOAT64;
        break;
    case CUJIT_ARG_COMPLEX:
        dtype = CUJIT_COMPLEX128;
        break;
    case CUJIT_ARG_RANDOM:
        if ((wrong = cj_seeds_check(c->evaluator->context, c->named.items, k, &status)) != NULL)
            return refuse_operand(c, k, status, wrong);
        c->operands[k] = (operand_key){.dtype = CUJIT_INT64, .memory = (uint8_t)k, .shape = (uint8_t)k};
        c->operands[k].random = cj_seeds_memory(item->value.random) != NULL ? IN_MEMORY : 1;
        return CUJIT_OK;
    case CUJIT_ARG_TEXTURE:
    case CUJIT_ARG_IMAGE:
        return refuse_operand(c, k, CUJIT_ERROR_ARGUMENT_TYPE,
                              "is a texture or an image; those are read by kernels, such as elementwise ones");
    default:
        return refuse_operand(c, k, CUJIT_ERROR_ARGUMENT_TYPE,
                              "is neither an array nor a number; cujit_array_view() makes an array of memory");
    }
    c->operands[k] = (operand_key){.dtype = (uint16_t)dtype, .weak = dtype != CUJIT_BOOL};
    return CUJIT_OK;
}

static bool overlap(const cujit_array *a, const cujit_array *b)
{
    const char *low, *high, *other_low, *other_high;

    cj_array_extent(a, &low, &high);
    cj_array_extent(b, &other_low, &other_high);
    return low < other_high && other_low < high;
}

/* Two operands share memory: all of what either of them shares memory with is one group. */
static void join_groups(call *c, size_t k, size_t m)
{
    const uint8_t one = c->operands[k].memory, other = c->operands[m].memory;

    for (size_t at = 0; at <= k; at++) {
        if (c->operands[at].memory == (one > other ? one : other))
            c->operands[at].memory = one > other ? other : one;
    }
}

/* Do both broadcast to the second one's shape? */
static bool fits(const cujit_array *small, const cujit_array *large)
{
    const int more = large->ndim - small->ndim;
    bool same = more >= 0;

    for (int k = small->ndim - 1; same && k >= 0; k--)
        same = small->shape[k] == large->shape[k + more] || small->shape[k] == 1;
    return same;
}

static bool leads(const cujit_array *small, const cujit_array *large)
{
    return small->ndim > 0 && small->ndim < large->ndim &&
           memcmp(small->shape, large->shape, (size_t)small->ndim * sizeof *small->shape) == 0;
}

static void compare_shapes(call *c, size_t small, size_t large)
{
    const cujit_array *array = c->named.items[small].value.array, *other = c->named.items[large].value.array;

    c->operands[small].fits |= (uint64_t)fits(array, other) << large;
    c->operands[small].leads |= (uint64_t)leads(array, other) << large;
}

/* Which operands share memory and shapes, as far as plans depend on it. Texts without '=' write to nothing. */
static void compare_operands(call *c)
{
    const bool writes = strchr(c->text, '=') != NULL;

    for (size_t k = 1; k < c->named.count; k++) {
        const cujit_array *array = c->named.items[k].value.array;

        for (size_t m = 0; m < k && c->operands[k].array; m++) {
            const cujit_array *other = c->named.items[m].value.array;

            if (!c->operands[m].array)
                continue;
            if (c->operands[k].shape == k && cj_array_same_shape(array, other))
                c->operands[k].shape = (uint8_t)m;
            if (c->operands[k].shape == k && c->operands[m].shape == m) {
                compare_shapes(c, k, m);
                compare_shapes(c, m, k);
            }
            if (writes && overlap(array, other))
                join_groups(c, k, m);
        }
    }
}

static cujit_status take_operands(call *c)
{
    cujit_status status = CUJIT_OK;

    if (c->named.count > CJ_FORMULA_MAX_NAMED)
        return cj_error_set(c->error, CUJIT_ERROR_ARGUMENT_COUNT, "%s: %zu operands; expected at most %d", c->function,
                            c->named.count, CJ_FORMULA_MAX_NAMED);
    if (c->named.count > 0 && (c->named.items == NULL || c->named.names == NULL))
        return cj_error_set(c->error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %zu operands, but %s is NULL", c->function,
                            c->named.count, c->named.names == NULL ? "names" : "items");
    for (size_t k = 0; k < c->named.count && status == CUJIT_OK; k++)
        status = take_operand(c, k);
    if (status == CUJIT_OK)
        compare_operands(c);
    return status;
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static bool is_name(const char *text)
{
    bool name = text[0] != '\0' && !isdigit((unsigned char)text[0]) && !cj_tree_is_reserved(text);

    for (; *text != '\0'; text++)
        name = name && (isalnum((unsigned char)*text) || *text == '_');
    return name;
}

/* Where the name ends that begins here: at a comma that is in no bracket, or at the end. */
static char *find_end(char *name)
{
    int depth = 0;

    for (; *name != '\0' && (*name != ',' || depth > 0); name++)
        depth += (*name == '(' || *name == '[') - (*name == ')' || *name == ']');
    return name;
}

static cujit_status check_name(const call *c, const cj_entry *entry, size_t k)
{
    const char *name = entry->names[k];

    if (!is_name(name))
        return cj_error_set(c->error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: operand %zu is '%.60s', which is no name that a text could use; put it into a "
                            "variable, or hand over names of your own: (cujit_named){\"a, x\", ...}",
                            c->function, k + 1, name);
    for (size_t m = 0; m < k; m++) {
        if (strcmp(entry->names[m], name) == 0)
            return cj_error_set(c->error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: operands %zu and %zu are both named '%s'",
                                c->function, m + 1, k + 1, name);
    }
    return CUJIT_OK;
}

/* Takes the names apart. */
static cujit_status take_names(const call *c, cj_entry *entry)
{
    char *name;
    size_t count = 0;

    if ((entry->names_text = cj_strdup(c->named.count > 0 ? c->named.names : "")) == NULL)
        return cj_error_no_memory(c->error, "the names of operands");
    name = entry->names_text;
    for (bool more = name[0] != '\0'; more; count++) {
        char *end = find_end(name), *last = end;
        cujit_status status;

        more = *end == ',';
        while (isspace((unsigned char)*name))
            name++;
        while (last > name && isspace((unsigned char)last[-1]))
            last--;
        *last = '\0';
        if (count < c->named.count) {
            entry->names[count] = name;
            if ((status = check_name(c, entry, count)) != CUJIT_OK)
                return status;
        }
        name = end + 1;
    }
    return count == c->named.count
               ? CUJIT_OK
               : cj_error_set(c->error, CUJIT_ERROR_ARGUMENT_COUNT, "%s: %zu operands, but %zu names in \"%.200s\"",
                              c->function, c->named.count, count, c->named.names != NULL ? c->named.names : "");
}

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

/* The kernels are the registry's of the context, and go with that. */
static void free_entry(cj_entry *entry, cujit_context *context, bool context_goes)
{
    for (size_t k = 0; k < entry->plan.step_count; k++) {
        cj_step *step = &entry->plan.steps[k];

        if (context_goes) {
            cj_free(step->kernel);
        } else if (step->kernel != NULL) {
            cj_context_retain(context);
            cj_step_free_kernel(step);
        }
    }
    cj_plan_clear(&entry->plan);
    cj_tree_clear(&entry->tree);
    cj_free(entry->names_text);
    cj_free(entry->kernels);
    cj_free(entry->measures);
    cj_free(entry->key);
    cj_free(entry);
}

static cujit_status make_plan(const call *c, cj_entry *entry)
{
    cj_named_type types[CJ_FORMULA_MAX_NAMED];
    cj_formula formula;
    cujit_status status;

    for (size_t k = 0; k < c->named.count; k++) {
        const operand_key *key = &c->operands[k];

        types[k] = (cj_named_type){
            .name = entry->names[k],
            .length = strlen(entry->names[k]),
            .array = key->array || key->random == IN_MEMORY,
            .random = key->random,
            .type = {(cujit_dtype)key->dtype, key->weak},
            .rank = key->rank,
            .memory = key->memory,
            .shape = key->shape,
            .fits = key->fits,
            .leads = key->leads,
            .few = key->few,
            .across = key->across,
        };
    }
    status = cj_formula_build(&entry->tree, types, c->named.count, c->evaluator->given, &formula, c->error);
    if (status == CUJIT_OK)
        return cj_plan_make(&entry->tree, types, &formula, c->evaluator->max_kernels, &entry->plan, c->error);
    cj_formula_clear(&formula);
    return status;
}

static cujit_status make_entry(const call *c, const cj_text *key, uint64_t hash, cj_entry **out)
{
    cujit_context *context = c->evaluator->context;
    cj_entry *entry = cj_calloc(1, sizeof *entry);
    cujit_status status;

    if (entry == NULL)
        return cj_error_no_memory(c->error, "an expression");
    entry->hash = hash;
    entry->key_length = key->length;
    if ((entry->key = cj_malloc(key->length)) == NULL)
        status = cj_error_no_memory(c->error, "an expression");
    else
        status = cj_tree_parse(c->text, &entry->tree, c->error);
    if (status == CUJIT_OK)
        status = take_names(c, entry);
    if (status == CUJIT_OK)
        status = make_plan(c, entry);
    for (size_t k = 0; k < entry->plan.step_count && status == CUJIT_OK; k++) {
        status = cj_step_make_kernel(context, &entry->plan, &entry->plan.steps[k], &c->evaluator->setting, c->error);
        if (status == CUJIT_OK)
            cj_context_release(context); /* never the last one: the caller has one too */
        else if (status == CUJIT_ERROR_COMPILE)
            cj_given_explain(c->evaluator->given, c->error);
    }
    if (status != CUJIT_OK) {
        free_entry(entry, context, false);
        return status;
    }
    memcpy(entry->key, key->data, key->length);
    *out = entry;
    return CUJIT_OK;
}

/* ---- Finding ----------------------------------------------------------------------------------------------------- */

static cj_entry *find(cj_evaluator *evaluator, const cj_text *key, uint64_t hash)
{
    cj_entry *entry = evaluator->buckets[hash % CJ_EVALUATOR_BUCKETS];

    while (entry != NULL &&
           (entry->hash != hash || entry->key_length != key->length || memcmp(entry->key, key->data, key->length) != 0))
        entry = entry->next;
    return entry;
}

/* Takes out what was used longest ago, of what nobody runs; NULL: there is no such entry. */
static cj_entry *evict(cj_evaluator *evaluator)
{
    cj_entry **oldest = NULL, *entry;

    for (size_t k = 0; k < CJ_EVALUATOR_BUCKETS; k++) {
        for (cj_entry **at = &evaluator->buckets[k]; *at != NULL; at = &(*at)->next) {
            if ((*at)->users == 0 && (oldest == NULL || (*at)->used < (*oldest)->used))
                oldest = at;
        }
    }
    if (oldest == NULL)
        return NULL;
    entry = *oldest;
    *oldest = entry->next;
    evaluator->count--;
    if (evaluator->last == entry)
        evaluator->last = NULL;
    return entry;
}

/* Puts an entry into the table, unless another thread was faster; *out is the one that counts, in use. What is not
 * needed is returned. */
static cj_entry *insert(cj_evaluator *evaluator, const cj_text *key, cj_entry *made, cj_entry **out)
{
    cj_entry **bucket = &evaluator->buckets[made->hash % CJ_EVALUATOR_BUCKETS], *other, *spare = made;

    pthread_mutex_lock(&evaluator->lock);
    if ((other = find(evaluator, key, made->hash)) == NULL) {
        spare = evaluator->max_kept != 0 && evaluator->count >= evaluator->max_kept ? evict(evaluator) : NULL;
        made->next = *bucket;
        *bucket = other = made;
        evaluator->count++;
    }
    other->users++;
    pthread_mutex_unlock(&evaluator->lock);
    *out = other;
    return spare;
}

static cujit_status find_or_make(const call *c, cj_entry **out)
{
    cj_evaluator *evaluator = c->evaluator;
    char near[1024];
    cj_text key = {.data = near, .capacity = sizeof near, .borrowed = true};
    cj_entry *made = NULL, *spare;
    cujit_status status = CUJIT_OK;
    uint64_t hash;

    cj_text_append_n(&key, c->operands, c->named.count * sizeof *c->operands);
    if (c->named.count > 0)
        cj_text_append_n(&key, c->named.names, strlen(c->named.names) + 1);
    cj_text_append(&key, c->text);
    if (key.failed)
        return cj_error_no_memory(c->error, "an expression");
    hash = XXH3_64bits(key.data, key.length);
    pthread_mutex_lock(&evaluator->lock);
    if ((*out = find(evaluator, &key, hash)) != NULL)
        (*out)->users++;
    pthread_mutex_unlock(&evaluator->lock);
    if (*out == NULL && (status = make_entry(c, &key, hash, &made)) == CUJIT_OK) {
        spare = insert(evaluator, &key, made, out);
        if (spare != NULL)
            free_entry(spare, evaluator->context, false);
    }
    cj_text_clear(&key);
    return status;
}

void cj_evaluator_leave(cj_evaluator *evaluator, cj_entry *entry)
{
    pthread_mutex_lock(&evaluator->lock);
    entry->users--;
    entry->used = ++evaluator->clock;
    evaluator->last = entry;
    pthread_mutex_unlock(&evaluator->lock);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

/* A value must go somewhere, and where there is none nothing can. */
static cujit_status check_result(const call *c, const cj_entry *entry, bool wanted)
{
    if ((entry->plan.formula.value != CJ_NO_TERM) == wanted)
        return CUJIT_OK;
    if (wanted)
        return cj_error_set(c->error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the text only assigns, and has no value",
                            c->function);
    return cj_error_set(c->error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "%s: the text has a value, but there is no result to put it into", c->function);
}

static cujit_status check_out(const call *c, const cujit_expression_options *options)
{
    if (options->out == NULL || cj_argument_same_memory(c->evaluator->context, options->out))
        return CUJIT_OK;
    return cj_error_set(c->error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: out lies on another device", c->function);
}

/* Runs the plan, step by step, and keeps what each took. */
static cujit_status run_measured(cj_evaluator *evaluator, cj_entry *entry, const cujit_arg *items, cj_run_options *run,
                                 cujit_array **made, cujit_error *error)
{
    const size_t count = entry->plan.step_count;
    cj_measure *old;
    cujit_status status;

    if ((run->measures = cj_calloc(count + 1, sizeof *run->measures)) == NULL)
        return cj_error_no_memory(error, "the times of an expression");
    status = cj_run(&entry->plan, &entry->tree, items, run, made, error);
    pthread_mutex_lock(&evaluator->lock);
    old = entry->measures;
    if (status == CUJIT_OK)
        entry->measures = run->measures;
    for (size_t k = 0; k < count && status == CUJIT_OK && entry->kernels != NULL; k++) {
        entry->kernels[k].ms = run->measures[k].ms;
        entry->kernels[k].bytes = run->measures[k].bytes;
    }
    pthread_mutex_unlock(&evaluator->lock);
    cj_free(status == CUJIT_OK ? old : run->measures);
    return status;
}

cujit_status cj_evaluator_enter(cj_evaluator *evaluator, const char *function, const char *text, cujit_named named,
                                const cujit_expression_options *options, bool wanted, cj_entry **out,
                                cujit_error *error)
{
    call c = {.evaluator = evaluator, .function = function, .text = text, .named = named, .error = error};
    cujit_status status;

    if ((status = cj_context_check(evaluator->context, error)) != CUJIT_OK ||
        (status = take_operands(&c)) != CUJIT_OK || (status = check_out(&c, options)) != CUJIT_OK ||
        (status = find_or_make(&c, out)) != CUJIT_OK)
        return status;
    if ((status = check_result(&c, *out, wanted || options->out != NULL)) != CUJIT_OK)
        cj_evaluator_leave(evaluator, *out);
    return status;
}

void cj_evaluator_use(const cj_evaluator *evaluator, const cujit_arg *items, size_t count,
                      const cujit_expression_options *options)
{
    for (size_t k = 0; k < count; k++) {
        if (items[k].kind == CUJIT_ARG_ARRAY)
            cj_array_use(evaluator->context, items[k].value.array, options->stream);
    }
    if (options->out != NULL)
        cj_array_use(evaluator->context, options->out, options->stream);
}

cj_run_options cj_evaluator_run_options(const cj_evaluator *evaluator, const cj_entry *entry,
                                        const cujit_expression_options *options)
{
    return (cj_run_options){
        .context = evaluator->context,
        .names = entry->names,
        .stream = options->stream,
        .out = options->out,
        .max_bytes = evaluator->max_bytes,
        .max_elements = evaluator->max_elements,
    };
}

cujit_status cj_evaluator_run(cj_evaluator *evaluator, const char *function, const char *text, cujit_named named,
                              const cujit_expression_options *options, cujit_array **result, cujit_error *error)
{
    cujit_arg room[CJ_FORMULA_MAX_NAMED];
    const cujit_arg *items;
    cj_run_options run;
    cujit_array *made = NULL;
    cj_entry *entry;
    cujit_status status = cj_evaluator_enter(evaluator, function, text, named, options, result != NULL, &entry, error);

    if (status != CUJIT_OK)
        return status;
    run = cj_evaluator_run_options(evaluator, entry, options);
    cj_evaluator_use(evaluator, named.items, named.count, options);
    cj_seeds_place(&named, room, &items);
    status = cj_seeds_draw_all(&named, options->stream, room, error);
    if (status == CUJIT_OK && options->measure)
        status = run_measured(evaluator, entry, items, &run, &made, error);
    else if (status == CUJIT_OK)
        status = cj_run(&entry->plan, &entry->tree, items, &run, &made, error);
    cj_evaluator_leave(evaluator, entry);
    if (made != NULL)
        *result = made;
    return status;
}

void cj_evaluator_init(cj_evaluator *evaluator, cujit_context *context)
{
    *evaluator = (cj_evaluator){.context = context, .max_kernels = CJ_EVALUATOR_MAX_KERNELS};
    pthread_mutex_init(&evaluator->lock, NULL);
}

void cj_evaluator_clear(cj_evaluator *evaluator, bool context_goes)
{
    for (size_t k = 0; k < CJ_EVALUATOR_BUCKETS; k++) {
        for (cj_entry *entry = evaluator->buckets[k], *next; entry != NULL; entry = next) {
            next = entry->next;
            free_entry(entry, evaluator->context, context_goes);
        }
    }
    pthread_mutex_destroy(&evaluator->lock);
}
