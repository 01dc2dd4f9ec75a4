/*
 * program.c: see program.h.
 */
#include "libjit/kernel/program.h"

#include "cache/layer.h"
#include "libjit/base/alloc.h"
#include "libjit/base/text.h"
#include "libjit/kernel/explain.h"
#include "libjit/kernel/failure.h"
#include "libjit/kernel/manifest.h"
#include "libjit/kernel/tier.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/macro.h"

#include <string.h>

/* A unit on its way to a program. */
typedef struct building {
    cj_program *program;
    cj_unit unit;
    const cj_part *parts; /* the user's texts in it */
    size_t part_count;
    /* What the object is stored under. It has a toolchain unless there is no compiler: then whatever was built by any
     * is taken. */
    cj_key_bytes key;
    cj_key_bytes packed; /* what packs may hold for it, once they were asked: see fetch_packed() */
    cj_text options;     /* what decides about the object besides source, compiler and architecture, one a line */
    bool complete;       /* false: the key does not tell all that the object depends on, so nothing is cached */
    cj_inquiry question; /* to the cache, of both keys */
    /* Those places were asked for it in vain, and others may wait there for what comes of it. */
    bool tier_waits, remote_waits;
    bool refused;   /* by the compiler, for what the text says */
    cj_survey *own; /* of the headers, where the unit had none */
} building;

/* ---- Key --------------------------------------------------------------------------------------------------------- */

static cujit_status write_options(building *b, cujit_error *error)
{
    cj_text *options = &b->options;
    cj_unit *unit = &b->unit;
    cujit_status status;

    cj_text_append(options, "");
    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL; k++)
        cj_text_printf(options, "%s\n", unit->options[k]);
    for (size_t k = 0; unit->kernels != NULL && unit->kernels[k] != NULL; k++)
        cj_text_printf(options, "kernel %s\n", unit->kernels[k]);
    if (unit->check_addresses)
        cj_text_append(options, "check addresses\n");
    if (unit->survey == NULL) {
        if ((status = cj_survey_take(&b->own, unit, NULL, false, error)) != CUJIT_OK)
            return status;
        unit->survey = b->own;
    }
    cj_text_append(options, unit->survey->digest);
    memcpy(b->program->headers, unit->survey->digest, sizeof b->program->headers);
    /* The trigraph of '#' may begin a directive in any text. */
    b->complete = unit->survey->complete && strstr(unit->source, "?\?=") == NULL;
    /* An elementwise kernel has looked at its own texts and is laid out by what it saw there. */
    unit->features |= unit->survey->features & (unit->kernels != NULL ? ~0u : CJ_FEATURE_FUNCTIONS);
    cj_text_printf(options, CJ_PROGRAM_FEATURES "%x%s\n", unit->features, unit->kernels != NULL ? " of a module" : "");
    return CUJIT_OK;
}

/* `toolchain` NULL: any. */
static cujit_status encode_key(const building *b, const cj_target *target, const char *toolchain, cj_key_bytes *out,
                               cujit_error *error)
{
    const cj_backend *backend = b->program->context->backend;
    cj_text schema = {0};
    bool encoded;

    cj_text_printf(&schema, "cujit 2 %s %s", backend->name, backend->schema(target));
    encoded = !schema.failed && cj_key_encode(
                                    &(cj_cache_key){
                                        .schema = schema.data,
                                        .toolchain = toolchain,
                                        .architecture = target->architecture,
                                        .options = b->options.data != NULL ? b->options.data : "",
                                        .source = b->unit.source,
                                        .name = b->unit.name,
                                    },
                                    out);
    cj_text_clear(&schema);
    return encoded ? CUJIT_OK : cj_error_no_memory(error, "the cache key of a kernel");
}

/* `missing` keeps the reason why there is no compiler. */
static cujit_status make_key(building *b, cujit_error *missing, cujit_error *error)
{
    cujit_context *context = b->program->context;
    cj_text toolchain = {0};
    cujit_status status;

    if ((status = write_options(b, error)) != CUJIT_OK)
        goto out;
    status = context->backend->toolchain(&context->target, b->unit.features, &toolchain, missing);
    if (status != CUJIT_OK && status != CUJIT_ERROR_NO_COMPILER) {
        status = cj_error_move(error, missing);
        goto out;
    }
    if (toolchain.failed || b->options.failed)
        status = cj_error_no_memory(error, "the cache key of a kernel");
    else
        status = encode_key(b, &context->target, missing->status == CUJIT_OK ? toolchain.data : NULL, &b->key, error);

out:
    cj_text_clear(&toolchain);
    return status;
}

/* ---- Texts that did not compile ---------------------------------------------------------------------------------- */

/* What the compiler said of this text before, as it is said now; CUJIT_OK: nothing. */
static cujit_status recall_failure(building *b, cujit_error *error)
{
    cujit_error local = {0}, *place = error != NULL ? error : &local;
    cujit_status status = CUJIT_OK;

    if (b->complete && cj_failure_recall(b->program->context->cache, &b->key, place)) {
        cj_cache_note_failed(b->program->context->cache, &b->question);
        if (place->source == NULL)
            place->source = cj_strdup(b->unit.source);
        cj_explain(&b->unit, b->parts, b->part_count, place);
        status = place->status;
    }
    cujit_error_clear(&local);
    return status;
}

/* ---- Compile ----------------------------------------------------------------------------------------------------- */

/* From the cache, too: a warning that results will be wrong is as true in the next process. */
static void log_warnings(const cujit_context *context, const cj_unit *unit, const cj_object *object)
{
    if (object->log != NULL && strstr(object->log, "warning") != NULL)
        cj_log_text(context, CUJIT_LOG_WARNING, "compile", unit->name, 0, object->log);
}

static void log_compile(const cujit_context *context, const cj_unit *unit, const cj_object *object)
{
    cj_log(context, CUJIT_LOG_INFO, "compile", unit->name, object->compile_ms,
           "compiled for %s in %.1f ms: a %s of %zu bytes", object->architecture, object->compile_ms,
           cj_object_kind_name(object->kind), object->size);
    log_warnings(context, unit, object);
}

/* A compiler that was left alone: where what comes of it goes. */
typedef struct left_alone {
    cj_cache *cache; /* a reference: the context may be gone by then */
    cj_key_bytes key;
} left_alone;

/* cj_compile_limit. What depends on headers is not kept, since nobody looks whether they hold then. */
static void *leave_alone(void *user)
{
    const building *b = user;
    const cj_survey *survey = b->unit.survey;
    left_alone *left;

    if (!b->complete || survey->first != NULL || survey->absent.length > 0 ||
        (left = cj_calloc(1, sizeof *left)) == NULL)
        return NULL;
    if (!cj_key_copy(&b->key, &left->key)) {
        cj_free(left);
        return NULL;
    }
    left->cache = b->program->context->cache;
    cj_cache_retain(left->cache);
    return left;
}

static void take_late(void *opaque, const cj_object *object)
{
    left_alone *left = opaque;

    if (object != NULL) {
        cj_cache_note_compile(left->cache, object->compile_ms);
        cj_cache_put(left->cache, &left->key, object);
    }
    cujit_cache_free(left->cache);
    cj_key_clear(&left->key);
    cj_free(left);
}

/* What failed is told of by who knows what it was. */
static cujit_status compile(building *b, cujit_error *error)
{
    const cujit_context *context = b->program->context;
    cujit_error local = {0}, *place = error != NULL ? error : &local;
    const char **options = NULL;
    cj_text definitions = {0};
    cj_unit split = b->unit;
    cujit_status status = cj_macro_split(b->unit.options, &options, &definitions, place);

    if (status == CUJIT_OK && cj_stop_asked(b->unit.limit.stop))
        status = cj_backend_cancel(&b->unit, place);
    if (status != CUJIT_OK)
        goto out;
    if (definitions.failed) {
        status = cj_error_no_memory(place, "the compiler options of a kernel");
        goto out;
    }
    split.options = options;
    split.definitions = definitions.data != NULL ? definitions.data : "";
    split.limit = (cj_compile_limit){context->compile_timeout_ms, b->unit.limit.stop, leave_alone, b, take_late};
    status = context->backend->compile(&context->target, &split, &b->program->object, place);
    /* One that was changed behind the look at it for the key: nobody knows which text the compiler saw. */
    if (!cj_survey_holds(b->unit.survey)) {
        b->complete = false;
        strcpy(b->program->headers, "?");
    }
    if (status == CUJIT_OK)
        cj_cache_note_compile(context->cache, b->program->object.compile_ms);
    if (status == CUJIT_OK)
        log_compile(context, &b->unit, &b->program->object);
    else if (b->complete)
        b->refused = cj_failure_remember(context->cache, &b->key, place);
    if (status == CUJIT_ERROR_COMPILE)
        cj_explain(&b->unit, b->parts, b->part_count, place);

out:
    cj_free(options);
    cj_text_clear(&definitions);
    cujit_error_clear(&local);
    return status;
}

/* ---- Load -------------------------------------------------------------------------------------------------------- */

/* NULL means any kernel: what begins with & is a variable. */
static bool is_wanted(const char *expression, const char *name, size_t length)
{
    if (expression == NULL)
        return name[0] != '&';
    return strlen(expression) == length && memcmp(name, expression, length) == 0;
}

bool cj_program_symbol(const cj_object *object, const char *expression, cj_text *symbol)
{
    const char *line = object->names, *end, *tab;

    for (; line != NULL && *line != '\0'; line = *end != '\0' ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        tab = memchr(line, '\t', (size_t)(end - line));
        if (tab == NULL || !is_wanted(expression, line, (size_t)(tab - line)))
            continue;
        cj_text_append_n(symbol, tab + 1, (size_t)(end - tab - 1));
        return true;
    }
    return false;
}

/* The unit's kernel, of a module the first; a module may have none. */
static cujit_status find_entry(cj_program *program, const cj_unit *unit, cujit_error *error)
{
    const cj_backend *backend = program->context->backend;
    cj_text symbol = {0};
    cujit_status status = CUJIT_OK;

    if (unit->kernels == NULL)
        return backend->function(program->module, unit->entry != NULL ? unit->entry : unit->name, &program->function,
                                 error);
    if (cj_program_symbol(&program->object, NULL, &symbol))
        status = symbol.failed ? cj_error_no_memory(error, "the name of a kernel")
                               : backend->function(program->module, symbol.data, &program->function, error);
    cj_text_clear(&symbol);
    return status;
}

/* When memory runs out, what the context holds for arrays goes first. */
static cujit_status load_module(cj_program *program, cujit_error *error)
{
    cujit_context *context = program->context;
    const cj_backend *backend = context->backend;
    cujit_error first = {0};
    cujit_status status = backend->load(context->device, &program->object, &program->module, &first);

    if (cj_blocks_make_room(&context->staging.device, status, &first))
        return backend->load(context->device, &program->object, &program->module, error);
    return status == CUJIT_OK ? CUJIT_OK : cj_error_move(error, &first);
}

static cujit_status load(cj_program *program, const cj_unit *unit, cujit_error *error)
{
    cujit_context *context = program->context;
    cujit_function_info known;
    cujit_status status;

    if (context->device == NULL)
        return CUJIT_OK;
    if ((status = cj_context_check(context, error)) != CUJIT_OK || (status = load_module(program, error)) != CUJIT_OK ||
        (status = find_entry(program, unit, error)) != CUJIT_OK)
        return status;
    /* What the compiler did not say (it made PTX), the driver knows. */
    if (program->object.resources.registers < 0 && program->function != NULL &&
        context->backend->function_info(program->function, &known, NULL) == CUJIT_OK) {
        program->object.resources.registers = known.registers;
        program->object.resources.shared_bytes = known.shared_bytes;
        program->object.resources.stack_bytes = known.local_bytes;
    }
    return CUJIT_OK;
}

static void unload(cj_program *program)
{
    if (program->module != NULL)
        program->context->backend->unload(program->module);
    program->module = NULL;
    program->function = NULL;
    cj_object_clear(&program->object);
}

/* ---- The way ----------------------------------------------------------------------------------------------------- */

/* Loads the object that `place` had; *found tells. One that the device refuses is set aside, and `refused` (clear)
 * keeps why. Any other trouble is none of the object's: it ends the build, and the entry stays. */
static cujit_status adopt(building *b, cujit_origin origin, const char *place, bool *found, cujit_error *refused,
                          cujit_error *error)
{
    cj_program *program = b->program;
    cujit_status status;

    program->origin = origin;
    if ((status = load(program, &b->unit, refused)) == CUJIT_OK) {
        *found = true;
        cj_log(program->context, CUJIT_LOG_DEBUG, "cache", b->unit.name, 0, "found in the %s: a %s of %zu bytes", place,
               cj_object_kind_name(program->object.kind), program->object.size);
        log_warnings(program->context, &b->unit, &program->object);
        return CUJIT_OK;
    }
    unload(program);
    /* Not found: the object lacks its own kernel. */
    if (status != CUJIT_ERROR_LOAD && status != CUJIT_ERROR_NOT_FOUND)
        return cj_error_move(error, refused);
    cj_log(program->context, CUJIT_LOG_WARNING, "cache", b->unit.name, 0, "an object of the %s is set aside: %s", place,
           refused->message);
    return CUJIT_OK;
}

/* What a pack has for the device whichever compiler made it: who ships a pack has chosen the compiler, too. */
static cujit_status fetch_packed(building *b, bool *found, cujit_error *refused, cujit_error *error)
{
    cujit_context *context = b->program->context;
    cujit_status status;
    cj_target target;

    if (!cj_cache_has_layers(context->cache) || !context->backend->packed(&context->target, &target))
        return CUJIT_OK;
    if (b->packed.data == NULL && (status = encode_key(b, &target, NULL, &b->packed, error)) != CUJIT_OK)
        return status;
    if (!cj_cache_get_packed(context->cache, &b->packed, &b->question, &b->program->object))
        return CUJIT_OK;
    status = adopt(b, CUJIT_ORIGIN_DISK, "kernel cache's packs", found, refused, error);
    if (status == CUJIT_OK && !*found)
        cj_cache_reject_packed(context->cache, &b->packed);
    return status;
}

/* From the cache's file, or its memory, or its packs. What is set aside is deleted there, and counts as a miss. */
static cujit_status fetch(building *b, bool *found, cujit_error *refused, cujit_error *error)
{
    cujit_context *context = b->program->context;
    cujit_status status;

    if (!b->complete)
        return CUJIT_OK;
    if (!cj_cache_get(context->cache, &b->key, &b->question, &b->program->object))
        return fetch_packed(b, found, refused, error);
    status = adopt(b, CUJIT_ORIGIN_DISK, "kernel cache", found, refused, error);
    if (status == CUJIT_OK && !*found)
        cj_cache_reject(context->cache, &b->key);
    return status;
}

/* From the context's further place, where that is asked now: first of all, or behind the file. */
static cujit_status fetch_tier(building *b, bool first, bool *found, cujit_error *refused, cujit_error *error)
{
    const cujit_context *context = b->program->context;
    cujit_status status = CUJIT_OK;

    if (!b->complete || context->tier.fetch == NULL || (context->tier.first != 0) != first)
        return CUJIT_OK;
    if (cj_tier_get(context, &b->key, b->unit.name, &b->program->object))
        status = adopt(b, CUJIT_ORIGIN_TIER, "kernel cache's tier", found, refused, error);
    b->tier_waits = !*found;
    return status;
}

/* From the cache's remote layers. */
static cujit_status fetch_remote(building *b, bool *found, cujit_error *refused, cujit_error *error)
{
    cj_cache *cache = b->program->context->cache;
    cujit_status status = CUJIT_OK;

    if (!b->complete)
        return CUJIT_OK;
    if (cj_cache_get_remote(cache, &b->key, b->unit.name, &b->program->object)) {
        status = adopt(b, CUJIT_ORIGIN_TIER, "kernel cache's remote layer", found, refused, error);
        if (status == CUJIT_OK && !*found)
            cj_cache_reject_remote(cache, &b->key);
    }
    b->remote_waits = !*found;
    return status;
}

/* From what lies behind the file, the nearer place first; what is there is kept in the file. */
static cujit_status fetch_behind(building *b, bool *found, cujit_error *refused, cujit_error *error)
{
    cujit_status status = fetch_tier(b, false, found, refused, error);

    if (status == CUJIT_OK && !*found)
        status = fetch_remote(b, found, refused, error);
    if (*found && !b->key.any_toolchain)
        cj_cache_put(b->program->context->cache, &b->key, &b->program->object);
    return status;
}

/* Tells all who were asked in vain, once; NULL: could not be compiled, or must not be stored. */
static void publish(building *b, const cj_object *object)
{
    const cujit_context *context = b->program->context;
    const bool compiled = object == NULL || b->program->origin == CUJIT_ORIGIN_COMPILER;

    if (b->tier_waits)
        cj_tier_put(context, &b->key, b->unit.name, object, compiled);
    if (b->remote_waits && object != NULL)
        cj_cache_put_remote(context->cache, &b->key, b->unit.name, object);
    else if (b->remote_waits)
        cj_cache_give_up_remote(context->cache, &b->key, b->refused);
    b->tier_waits = b->remote_waits = false;
}

/* Names all that the key says, so that what is missing can be packed. */
static cujit_status refuse_to_compile(const building *b, cujit_error *error)
{
    cj_cache_key key = {0};
    char id[33], unit[33];
    cujit_status status;

    cj_digest_hex(&b->key.hash, id);
    cj_digest_hex(&b->key.unit, unit);
    if (!cj_key_decode(b->key.data, b->key.size, &key))
        key = (cj_cache_key){.options = b->options.data != NULL ? b->options.data : "", .toolchain = "any"};
    status = cj_error_set(error, CUJIT_ERROR_NOT_COMPILED,
                          "kernel \"%.64s\" is in no cache or pack, and must not be compiled: %s, unit %s%s%s, "
                          "options \"%.100s\", toolchain \"%.100s\"",
                          b->unit.name, b->program->context->target.architecture, unit,
                          b->key.any_toolchain ? "" : ", id ", b->key.any_toolchain ? "" : id, key.options,
                          key.toolchain);
    cj_error_attach(error, NULL, b->unit.source);
    return status;
}

/* For who builds what programs use ahead. What is missing is used, too. */
static void record(const building *b, cujit_status status)
{
    const cujit_context *context = b->program->context;
    char why[256];

    if (b->complete && !context->unrecorded && (status == CUJIT_OK || status == CUJIT_ERROR_NOT_COMPILED) &&
        !cj_manifest_record(context->backend->name, &b->unit, why, sizeof why))
        cj_cache_note_trouble(context->cache, why);
}

static cujit_status build(building *b, cujit_error *error)
{
    cj_cache *cache = b->program->context->cache;
    cujit_error refused = {0};
    cujit_status status;
    bool found = false;
    int lock = -1;

    if ((status = recall_failure(b, error)) != CUJIT_OK)
        goto out;
    if (b->complete && cj_cache_lock(cache, &b->key, CJ_CACHE_AS_LONG_AS_BUILT, b->unit.limit.stop, &lock) &&
        ((status = fetch(b, &found, &refused, error)) != CUJIT_OK || found ||
         (status = recall_failure(b, error)) != CUJIT_OK))
        goto out;
    if ((status = fetch_behind(b, &found, &refused, error)) != CUJIT_OK || found ||
        (status = compile(b, error)) != CUJIT_OK)
        goto out;
    b->program->origin = CUJIT_ORIGIN_COMPILER;
    if (b->complete)
        cj_cache_put(cache, &b->key, &b->program->object);
    publish(b, b->complete ? &b->program->object : NULL);
    if (!b->complete)
        cj_log(b->program->context, CUJIT_LOG_INFO, "cache", b->unit.name, 0,
               "not stored: not all headers that the text includes could be found out, or one was changed meanwhile");
    cj_cache_unlock(cache, lock);
    lock = -1;
    status = load(b->program, &b->unit, error);

out:
    cj_cache_unlock(cache, lock);
    cujit_error_clear(&refused);
    return status;
}

cujit_status cj_program_build(cujit_context *context, const cj_unit *unit, const cj_part *parts, size_t part_count,
                              cj_program **out, cujit_error *error)
{
    building b = {.program = cj_calloc(1, sizeof *b.program), .unit = *unit, .parts = parts, .part_count = part_count};
    cujit_error missing = {0}, refused = {0};
    cujit_status status;
    bool found = false;

    if (b.program == NULL)
        return cj_error_no_memory(error, "a kernel");
    b.program->context = context;
    if ((status = make_key(&b, &missing, error)) != CUJIT_OK ||
        (status = fetch_tier(&b, true, &found, &refused, error)) != CUJIT_OK ||
        (!found && (status = fetch(&b, &found, &refused, error)) != CUJIT_OK))
        goto out;
    if (!found && (b.key.any_toolchain || context->no_compile) &&
        (status = fetch_behind(&b, &found, &refused, error)) != CUJIT_OK)
        goto out;
    /* Without a compiler, why what was there cannot be used says more than that it cannot be made again. */
    if (!found && context->no_compile)
        status = refuse_to_compile(&b, error);
    else if (!found && b.key.any_toolchain)
        status = cj_error_move(error, refused.status != CUJIT_OK ? &refused : &missing);
    else if (!found)
        status = build(&b, error);
    record(&b, status);
    if (status != CUJIT_OK)
        goto out;
    publish(&b, &b.program->object);
    if (!b.key.any_toolchain)
        cj_digest_hex(&b.key.hash, b.program->id);
    *out = b.program;
    b.program = NULL;

out:
    if (status != CUJIT_OK)
        publish(&b, NULL);
    cj_log_cache(context, unit->name);
    cj_program_free(b.program);
    cj_key_clear(&b.key);
    cj_key_clear(&b.packed);
    cj_text_clear(&b.options);
    cj_survey_free(b.own);
    cujit_error_clear(&missing);
    cujit_error_clear(&refused);
    return status;
}

cujit_status cj_program_remake(cujit_context *context, const cj_unit *unit, const cj_cache_key *key,
                               unsigned *differences, cj_object *out, cujit_error *error)
{
    building b = {.program = cj_calloc(1, sizeof *b.program), .unit = *unit};
    cujit_error missing = {0};
    cujit_status status;

    if (b.program == NULL)
        return cj_error_no_memory(error, "a kernel");
    b.program->context = context;
    if ((status = make_key(&b, &missing, error)) == CUJIT_OK) {
        *differences = cj_key_differences(&b.key, key) | (b.key.any_toolchain ? CJ_KEY_TOOLCHAIN : 0u);
        if (*differences == 0) {
            status = compile(&b, error);
            *differences = b.complete ? 0 : CJ_KEY_OPTIONS; /* which are where the headers are */
            *out = b.program->object;
            b.program->object = (cj_object){0};
        }
    }
    cj_program_free(b.program);
    cj_key_clear(&b.key);
    cj_text_clear(&b.options);
    cj_survey_free(b.own);
    cujit_error_clear(&missing);
    return status;
}

cujit_status cj_program_load(cujit_context *context, cj_object *object, cj_program **out, cujit_error *error)
{
    const char *const none[] = {NULL};
    const cj_unit unit = {.name = "module", .source = "", .kernels = none};
    cj_program *program = cj_calloc(1, sizeof *program);
    cujit_status status;

    if (program == NULL)
        return cj_error_no_memory(error, "a module");
    program->context = context;
    program->object = *object;
    program->origin = CUJIT_ORIGIN_MEMORY;
    *object = (cj_object){0};
    if ((status = load(program, &unit, error)) == CUJIT_OK)
        *out = program;
    else
        cj_program_free(program);
    return status;
}

void cj_program_free(cj_program *program)
{
    if (program == NULL)
        return;
    unload(program);
    cj_free(program);
}
