/*
 * compiler.c: the toolchain half of the host backend: finding, naming and running the system's C++ compiler.
 *
 * A unit (unit.h) is compiled and linked by one run of the compiler: it comes in through standard input, a shared
 * object lands in a private folder that is also the compiler's TMPDIR, so that nothing stays behind when it is killed.
 * The prelude is marked as a system header: what warns is the user's own text. No C++ library and no start files are
 * linked: a kernel needs neither, and start files built for -ffast-math would switch off subnormals in the whole
 * process.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/host/operations.h"
#include "libjit/device/host/options.h"
#include "libjit/device/host/processor.h"
#include "libjit/device/host/scheduler.h"
#include "libjit/device/host/scratch.h"
#include "libjit/device/host/spawn.h"
#include "libjit/device/host/unit.h"
#include "libjit/device/place.h"
#include "libjit/device/preludes.h"
#include "libjit/syntax/diagnostic.h"
#include "templates/templates.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { DEFAULT_TIMEOUT_MS = 5 * 60 * 1000 };

#if defined(__aarch64__)
#define NATIVE "-mcpu=native"
#else
#define NATIVE "-march=native"
#endif

/* Before the user's options. IEEE results stay what they are: no -ffast-math; traps and errno are what nobody looks at,
 * and multiply-add contracts, as it does on the device. Device code reads memory through pointers of other types, its
 * integers go round (signed ones too: g++ 12 makes wrong vectors of sums in 8 and 16 bits where they may not), and a
 * pointer that was used may still be compared with NULL behind it. */
static const char flags_before[] =
    "-x c++ -std=c++17 -O3 -fsigned-char -fno-math-errno -fno-trapping-math -ffp-contract=fast -fno-strict-aliasing "
    "-fwrapv -fno-delete-null-pointer-checks";

/* Behind the user's options, so that they cannot be undone. A function without a return runs into whatever stands
 * behind it; no GPU has arrays whose length is known at run time only. */
static const char flags_after[] =
    "-fPIC -shared -fvisibility=hidden -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-stack-protector "
    "-fdiagnostics-color=never -Werror=return-type -Werror=vla -nostartfiles -nodefaultlibs -Wl,-z,noexecstack - "
    "-Wl,--as-needed -lm -lgcc -lc";

/* The sanitizer's runtime is the program's: its symbols stay open. */
static const char flags_plain[] = "-Wl,-z,defs";
static const char flags_addresses[] = "-fsanitize=address -fno-omit-frame-pointer";

/* ---- Finding it ---- */

/* A compiler that was looked up. */
typedef struct host_compiler {
    cj_place place;
    atomic_bool no_native; /* does not know -march=native */
} host_compiler;

static cujit_status not_found(const char *compiler, cujit_error *error)
{
    const char *folders = cj_environment("PATH"), *chosen = cj_environment("CUJIT_HOST_CXX");

    if (compiler != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "looking for the host compiler: \"%.200s\" is no program that can be run", compiler);
    if (chosen != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "looking for the host compiler: CUJIT_HOST_CXX is \"%.200s\", which is no program that can "
                            "be run; set it to the name or path of a C++ compiler, without arguments",
                            chosen);
    return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                        "looking for the host compiler: tried c++, g++ and clang++ on PATH (%.200s): none is there; "
                        "install g++ or set CUJIT_HOST_CXX",
                        folders != NULL ? folders : "not set");
}

static cujit_status search(const char *compiler, cj_text *path, cujit_error *error)
{
    static const char *const usual[] = {"c++", "g++", "clang++", NULL};
    const char *const wished[] = {compiler != NULL ? compiler : cj_environment("CUJIT_HOST_CXX"), NULL};

    for (const char *const *one = wished[0] != NULL ? wished : usual; *one != NULL; one++)
        if (cj_find_program(*one, path))
            return CUJIT_OK;
    return path->failed ? cj_error_no_memory(error, "a path") : not_found(compiler, error);
}

/* The compiler for a target; looked up once for each state of the environment that it depends on. */
static cujit_status find_compiler(const cj_target *target, host_compiler **out, cujit_error *error)
{
    static const char *const environment[] = {"CUJIT_HOST_CXX", "PATH", NULL};
    static cj_places places = {
        .what = "the host compiler", .size = sizeof(host_compiler), .environment = environment, .search = search};
    cj_place *found = NULL;
    const cujit_status status = cj_place_find(&places, target->compiler, &found, error);

    if (status == CUJIT_OK)
        *out = (host_compiler *)found;
    return status;
}

/* The preludes are part of the schema, whatever the features, and there is nothing else. */
cujit_status cj_host_toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    host_compiler *c = NULL;
    const cujit_status status = find_compiler(target, &c, error);
    const char *name;

    if (status != CUJIT_OK)
        return status;
    name = strrchr(c->place.path, '/');
    cj_text_printf(identity, "%s %s", name == NULL ? c->place.path : name + 1, c->place.identity);
    if (cj_host_flags() != NULL)
        cj_text_printf(identity, " with %s", cj_host_flags());
    /* sources are kept when kernels are compiled, and their objects name them */
    if (cj_host_kept_sources() != NULL)
        cj_text_printf(identity, " keeping sources in %s", cj_host_kept_sources());
    return identity->failed ? cj_error_no_memory(error, "the host compiler's name") : CUJIT_OK;
}

void cj_host_describe(const cj_target *target, cj_text *out)
{
    host_compiler *compiler = NULL;
    cj_text identity = {0};
    char name[128];

    cj_processor_name(name, sizeof name);
    cj_text_printf(out, "processor: %s, %u threads\n", name, cj_host_processors());
    if (find_compiler(target, &compiler, NULL) == CUJIT_OK)
        cj_text_printf(out, "host compiler: %s\n", compiler->place.path);
    if (cj_host_toolchain(target, 0, &identity, NULL) == CUJIT_OK && identity.data != NULL)
        cj_text_printf(out, "host compiler's identity: %s\n", identity.data);
    cj_text_clear(&identity);
}

/* ---- What we add to a unit ---- */

/* For this processor, and for the class that packs are made for. */
static char native_schema[128], portable_schema[128];
static pthread_once_t schema_once = PTHREAD_ONCE_INIT;

static cujit_status add_header(void *texts, const char *name, const char *text, cujit_error *error)
{
    (void)error;
    cj_text_printf(texts, "%s\n%s\n", name, text);
    return CUJIT_OK;
}

static void make_schema(void)
{
    XXH128_hash_t hash;
    cj_text processor = {0}, texts = {0};

    cj_text_printf(&texts, "%s %s\n%s\n", cj_templates_digest, flags_before, flags_after);
    cj_host_own_headers(add_header, &texts, NULL);
    hash = XXH3_128bits(texts.data, texts.length);
    cj_text_clear(&texts);
    /* Code for the processor at hand runs on no other, whichever compiler made it. */
    cj_processor_identity(&processor);
    snprintf(native_schema, sizeof native_schema, "host %016llx%016llx for %s", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64, processor.failed ? "a processor" : processor.data);
    snprintf(portable_schema, sizeof portable_schema, "host %016llx%016llx for " CJ_HOST_PORTABLE,
             (unsigned long long)hash.high64, (unsigned long long)hash.low64);
    cj_text_clear(&processor);
}

static bool is_portable(const cj_target *target)
{
    return cj_host_is_architecture(target->architecture);
}

const char *cj_host_schema(const cj_target *target)
{
    pthread_once(&schema_once, make_schema);
    return is_portable(target) ? portable_schema : native_schema;
}

/* Whoever sets flags, or wants sources kept, wants objects of his own. */
bool cj_host_packed(const cj_target *target, cj_target *out)
{
    *out = *target;
    snprintf(out->architecture, sizeof out->architecture, "%s", CJ_HOST_PORTABLE);
    return cj_processor_is_portable() && cj_host_flags() == NULL && cj_host_kept_sources() == NULL;
}

/* ---- Running it ---- */

static unsigned timeout_ms(const cj_unit *unit)
{
    return unit->limit.timeout_ms != 0 ? unit->limit.timeout_ms : DEFAULT_TIMEOUT_MS;
}

static void make_arguments(const host_compiler *c, const char *processor, const cj_unit *unit, const cj_options *user,
                           const cj_host_files *files, cj_options *arguments)
{
    const bool addresses = unit->check_addresses;
    bool debug = false;

    cj_options_add(arguments, c->place.path);
    cj_options_add_words(arguments, flags_before, NULL);
    cj_options_add(arguments, processor);
    cj_options_add(arguments, files->headers.data);
    for (size_t k = 0; k < user->count; k++) {
        cj_options_add(arguments, user->texts[k]);
        debug = debug || (strncmp(user->texts[k], "-g", 2) == 0 && strcmp(user->texts[k], "-g0") != 0);
    }
    cj_options_add(arguments, files->own.data);
    cj_options_add(arguments, files->map.data);
    if (!debug) /* reports name lines, debuggers need symbols */
        cj_options_add(arguments, addresses ? "-g1" : "-Wl,-s");
    cj_options_add(arguments, "-o");
    cj_options_add(arguments, files->object.data);
    cj_options_add_words(arguments, addresses ? flags_addresses : flags_plain, NULL);
    cj_options_add_words(arguments, flags_after, NULL);
}

/* Ours but for what would change the language of messages, colour them, write files, or change what is compiled. */
static void make_environment(const char *folder, cj_options *out)
{
    static const char dropped[] =
        "LC_ALL= LANGUAGE= TMPDIR= GCC_COLORS= DEPENDENCIES_OUTPUT= SUNPRO_DEPENDENCIES= CLICOLOR_FORCE= "
        /* the cache key does not know them */
        "CPATH= C_INCLUDE_PATH= CPLUS_INCLUDE_PATH= LIBRARY_PATH= COMPILER_PATH= GCC_EXEC_PREFIX= "
        "CCC_OVERRIDE_OPTIONS= CCC_ADD_ARGS=";

    for (char **from = environ; from != NULL && *from != NULL; from++) {
        /* a sanitizer is for the program: it would find leaks in the compiler and make it fail */
        const bool sanitizer = cj_starts_like(*from, "LD_PRELOAD=") && strstr(*from, "san.so") != NULL;

        if (!sanitizer && !cj_starts_like(*from, dropped))
            cj_options_add(out, *from);
    }
    cj_options_add_words(out, "TMPDIR=*", folder);
    cj_options_add(out, "LC_ALL=C");
}

static cujit_status run(host_compiler *c, const cj_target *target, const cj_unit *unit, const cj_options *user,
                        const char *folder, const cj_host_files *files, cj_spawn_result *result, cujit_error *error)
{
    const bool portable = is_portable(target), native = !portable && !atomic_load(&c->no_native);
    cj_options arguments = {0}, variables = {0};
    cujit_status status;
    bool refused; /* the name of this processor */

    make_arguments(c, portable ? "-march=" CJ_HOST_PORTABLE : native ? NATIVE : NULL, unit, user, files, &arguments);
    make_environment(folder, &variables);
    if (arguments.failed || variables.failed)
        status = cj_error_no_memory(error, "the host compiler's arguments");
    else
        status = cj_spawn(c->place.path, arguments.texts, variables.texts, files->source.data, timeout_ms(unit),
                          unit->limit.stop, result, error);
    cj_options_clear(&arguments);
    cj_options_clear(&variables);
    refused = status == CUJIT_OK && native && result->exit_code > 0 && strstr(result->output, "native") != NULL &&
              (strstr(result->output, "march") != NULL || strstr(result->output, "mcpu") != NULL);
    if (!refused)
        return status;
    atomic_store(&c->no_native, true);
    cj_free(result->output);
    *result = (cj_spawn_result){0};
    return run(c, target, unit, user, folder, files, result, error);
}

/* ---- Compiling ---- */

/* The expression that the first error of a log is about; NULL: it is about something else. */
static const char *missing_kernel(const cj_unit *unit, const char *log)
{
    static const char place[] = "cujit/trampoline:";
    const char *line = strstr(log, "error: ");
    size_t number;

    if (line == NULL)
        return NULL;
    while (line > log && line[-1] != '\n')
        line--;
    if (strncmp(line, place, sizeof place - 1) != 0)
        return NULL;
    number = strtoul(line + sizeof place - 1, NULL, 10);
    return number >= 1 && number <= cj_list_length(unit->kernels) ? unit->kernels[number - 1] : NULL;
}

/* What a module's log shows but does not say; CUJIT_OK: nothing. */
static cujit_status interpret(const cj_unit *unit, const char *log, cujit_error *error)
{
    const char *kernel = missing_kernel(unit, log);
    const char *lacking = strstr(log, "the host device has no ");
    const cj_part part = {"source", unit->source};
    cj_diagnostic found = {0};
    cujit_status status = CUJIT_OK;

    if (lacking != NULL) {
        status = cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "compiling module \"%s\": %.*s; run it on a GPU",
                              unit->name, (int)strcspn(lacking, "\"\n"), lacking);
        if (cj_diagnostic_first(log, &part, 1, &found) && found.part != NULL)
            cj_error_place(error, "source", unit->source, found.line, found.column);
    } else if (kernel != NULL) {
        status = cj_error_set(error, CUJIT_ERROR_NOT_FOUND,
                              "compiling module \"%s\": \"%.150s\" does not name a kernel of its source: a __global__ "
                              "function that returns void",
                              unit->name, kernel);
    }
    return status;
}

static cujit_status explain(const host_compiler *c, const cj_unit *unit, const cj_spawn_result *result,
                            cujit_error *error)
{
    const bool of_module = unit->kernels != NULL && result->exit_code > 0;
    cujit_status status = of_module ? interpret(unit, result->output, error) : CUJIT_OK;
    char what[128] = "failed";
    int code = result->exit_code;

    if (result->given_up) {
        status = cj_backend_give_up(unit, c->place.path, timeout_ms(unit), "was stopped", error);
    } else if (result->signal != 0) {
        code = -result->signal;
        snprintf(what, sizeof what, "was killed by signal %d (%s)", result->signal, strsignal(result->signal));
    } else if (code == 0) {
        snprintf(what, sizeof what, "reported success but wrote no object");
    }
    if (status == CUJIT_OK)
        status = cj_error_vendor(error, CUJIT_ERROR_COMPILE, "host compiler", code,
                                 "compiling kernel \"%.64s\": %.200s %s", unit->name, c->place.path, what);
    cj_error_attach(error, result->output, unit->source);
    return status;
}

static cujit_status take_object(const cj_spawn_result *result, cj_host_files *files, void *data, size_t size, double ms,
                                cj_object *out, cujit_error *error)
{
    char *names = files->names.length > 0 ? cj_text_take(&files->names) : NULL;

    if (files->names.failed)
        return cj_error_no_memory(error, "a module's kernels");
    *out = (cj_object){.kind = CJ_OBJECT_SHARED,
                       .data = data,
                       .size = size,
                       .names = names,
                       .resources = CJ_RESOURCES_UNKNOWN,
                       .compile_ms = ms};
    snprintf(out->architecture, sizeof out->architecture, "%s", CJ_HOST_ARCHITECTURE);
    cj_text_append(&files->warnings, result->output);
    if (files->warnings.length > 0)
        out->log = cj_text_take(&files->warnings);
    return CUJIT_OK;
}

static cujit_status compile_in(host_compiler *c, const cj_target *target, const cj_unit *unit, const cj_options *user,
                               const char *folder, cj_object *out, cujit_error *error)
{
    const double began = cj_now_ms();
    cj_host_files files = {0};
    cj_spawn_result result = {0};
    cujit_status status;
    char *data = NULL;
    size_t size = 0;

    if ((status = cj_host_write_unit(unit, folder, &files, error)) != CUJIT_OK ||
        (status = run(c, target, unit, user, folder, &files, &result, error)) != CUJIT_OK)
        goto out;
    /* Where somebody else reaped the compiler its exit code is lost; then the object itself must tell. */
    if (!result.given_up && result.signal == 0 && (result.exit_code == 0 || result.exit_code == -1))
        data = cj_read_file(files.object.data, &size, NULL);
    if (data == NULL || size <= 4 || memcmp(data, "\177ELF", 4) != 0)
        status = explain(c, unit, &result, error);
    else if ((status = take_object(&result, &files, data, size, cj_now_ms() - began, out, error)) == CUJIT_OK)
        data = NULL;

out:
    cj_free(data);
    cj_free(result.output);
    cj_host_files_clear(&files);
    return status;
}

/* The disk is full, or the user's share of it. */
static bool lacks_space(const cj_scratch *scratch, const cujit_error *error)
{
    const bool ours = error->vendor != NULL && strcmp(error->vendor, "errno") == 0;

    /* The compiler speaks English here: see make_environment(). */
    return (ours && (error->vendor_code == ENOSPC || error->vendor_code == EDQUOT)) || cj_scratch_is_full(scratch) ||
           (error->log != NULL && (strstr(error->log, "No space left on device") != NULL ||
                                   strstr(error->log, "Disk quota exceeded") != NULL));
}

/* In the first place for temporary files that has room for all that the compiler writes. Where none has, the first
 * one's error says most. */
static cujit_status compile_somewhere(host_compiler *c, const cj_target *target, const cj_unit *unit,
                                      const cj_options *user, cj_object *out, cujit_error *error)
{
    cujit_error full = {0}, failure = {0};
    cj_scratch scratch = {0};
    cujit_status status;

    for (unsigned from = 0;; from = scratch.at + 1) {
        if ((status = cj_scratch_create(from, &scratch, full.status == CUJIT_OK ? &failure : NULL)) != CUJIT_OK)
            break;
        status = compile_in(c, target, unit, user, scratch.path.data, out, &failure);
        if (status != CUJIT_OK && lacks_space(&scratch, &failure))
            cj_error_move(full.status == CUJIT_OK ? &full : NULL, &failure);
        cj_scratch_remove(&scratch);
        if (status == CUJIT_OK || failure.status != CUJIT_OK)
            break;
    }
    if (status != CUJIT_OK)
        status = cj_error_move(error, failure.status != CUJIT_OK ? &failure : &full);
    cujit_error_clear(&full);
    return status;
}

cujit_status cj_host_compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error)
{
    cj_options options = {0};
    cj_signal_hold hold;
    host_compiler *c = NULL;
    cujit_status status;

    if ((status = find_compiler(target, &c, error)) != CUJIT_OK ||
        /* those of the environment, then the user's, so that these win */
        (status = cj_host_take_flags(&options, error)) != CUJIT_OK ||
        (status = cj_options_translate(unit->options, &options, error)) != CUJIT_OK)
        goto out;
    cj_hold_signal(&hold);
    status = compile_somewhere(c, target, unit, &options, out, error);
    cj_release_signal(&hold);

out:
    cj_options_clear(&options);
    return status;
}
