/*
 * options.c: see options.h.
 *
 * A list of what is known to be harmless, not of what is not: an option ends up in the command line of a program that
 * can write files and load plug-ins.
 */
#include "libjit/device/host/options.h"

#include "libjit/base/alloc.h"

#include <stdbool.h>
#include <string.h>

/* One spelling and what to do with it. Names are compared after one or two dashes. */
typedef struct rule {
    const char *name;  /* a name ending in '=' is followed by its value */
    const char *value; /* only for this value; NULL: any */
    const char *host;  /* what it becomes; '*' at its end stands for the value; "" nothing */
    bool takes_next;   /* where '=' is missing the value is the next option */
} rule;

/* Without warnings the compiler does not look for functions that return nothing where they should return something:
 * such a one then runs into whatever stands behind it. It ends the program instead. */
#define TRAP_RETURNS " -fsanitize=return -fsanitize-undefined-trap-on-error"

/* NVRTC's options. On the device "fast" means approximate division and no subnormals, but NaN and infinity stay. */
static const rule rules[] = {
    {"use_fast_math", NULL, "-fno-signed-zeros -fassociative-math -freciprocal-math", false},
    {"fmad=", "false", "-ffp-contract=off", true},
    {"fmad=", "true", "-ffp-contract=fast", true},
    {"std=", NULL, "-std=*", true},
    {"define-macro=", NULL, "-D*", true},
    {"undefine-macro=", NULL, "-U*", true},
    {"include-path=", NULL, "-I*", true},
    {"lineinfo", NULL, "-g", false},
    {"generate-line-info", NULL, "-g", false},
    {"G", NULL, "-g -O0", false},
    {"device-debug", NULL, "-g -O0", false},
    {"disable-warnings", NULL, "-w" TRAP_RETURNS, false},
    {"w", NULL, "-w" TRAP_RETURNS, false},
    {"ftz=", NULL, "", true},
    {"prec-div=", NULL, "", true},
    {"prec-sqrt=", NULL, "", true},
    {"maxrregcount=", NULL, "", true},
    {"ptxas-options=", NULL, "", true},
    {"Xptxas=", NULL, "", true},
    {"dopt=", NULL, "", true},
    {"Ofast-compile=", NULL, "", true},
    {"rdc=", NULL, "", true},
    {"relocatable-device-code=", NULL, "", true},
    {"device-as-default-execution-space", NULL, "", false},
    {"default-device", NULL, "", false},
    {"extra-device-vectorization", NULL, "", false},
    {"restrict", NULL, "", false},
    {"minimal", NULL, "", false},
    {"diag-error=", NULL, "", true},
    {"diag-suppress=", NULL, "", true},
    {"diag-warn=", NULL, "", true},
    {"display-error-number", NULL, "", false},
    {"no-display-error-number", NULL, "", false},
};

/* -f options that write, read or load something, or whose output nobody could use. */
static const char *const refused_f[] = {
    "plugin",
    "dump",
    "save-",
    "profile",
    "auto-profile",
    "opt-info",
    "stack-usage",
    "callgraph",
    "test-coverage",
    "compare-debug",
    "module",
    "pch",
    "use-ld",
    "load",
    "pass-plugin",
    "time-trace",
    "syntax-only",
    "preprocessed",
    "directives",
    "lto",
    "offload",
    "diagnostics-",
    "working-dir",
    "crash-",
    "coverage",
    "instrument",
    "record-gcc",
    "embed-bitcode",
    "branch-prob",
    "sanitize-",
    "xray",
    "sycl",
    "openmp",
    "openacc",
    "cs-profile",
    "memory-profile",
    "visibility",
    "exceptions",
    "no-pic",
    "no-PIC",
    "ropi",
    "rwpi",
    "thinlto",
    "proc-stat-report",
    "debug-compilation-dir",
    "cuda",
    "ident",
    "macro-prefix",
    "file-prefix",
    "debug-prefix",
    "pie",
    "PIE",
    "split",
    "emit",
    "api-notes",
    "depfile",
    "sanitize", /* check_addresses of a module's spec does that */
    "input-charset",
    "exec-charset",
    "wide-exec-charset",
};

/* What changes how functions are called, which registers are whose, or how memory is laid out. A kernel is called by
 * code that was compiled without it, and takes its arguments wrongly then, without a word. Spelled with no "no-". */
static const char *const abi_options[] = {
    "-fpack-struct",
    "-fshort-",
    "-freg-struct-return",
    "-fpcc-struct-return",
    "-fcall-used",
    "-fcall-saved",
    "-ffixed-",
    "-fabi-version",
    "-fabi-compat-version",
    "-fclang-abi-compat",
    "-fleading-underscore",
    "-fms-",
    "-fdefault-calling-conv",
    "-fmax-type-align",
    "-fstack-limit",
    "-mabi",
    "-m16",
    "-m32",
    "-mx32",
    "-miamcu",
    "-maddress-mode",
    "-mcmodel",
    "-mregparm",
    "-msseregparm",
    "-mrtd",
    "-mms-bitfields",
    "-malign-double",
    "-mlong-double",
    "-m96bit-long-double",
    "-m128bit-long-double",
    "-mdouble",
    "-msoft-float",
    "-mfloat-abi",
    "-mhard-float",
    "-m80387",
    "-mfp-ret-in-387",
    "-mgeneral-regs-only",
    "-mpreferred-stack-boundary",
    "-mincoming-stack-boundary",
    "-mstack-alignment",
    "-mtls-",
    "-mbig-endian",
    "-mlittle-endian",
    "-mglibc",
    "-muclibc",
    "-mbionic",
    "-mmusl",
    "-mandroid",
    "-mthreads",
    "-mfentry",
    "-mveclibabi",
};

int cj_options_add(cj_options *options, const char *text)
{
    char *copy;

    if (options->count + 2 > options->capacity) {
        const size_t capacity = options->capacity == 0 ? 48 : 2 * options->capacity;
        char **grown = cj_realloc(options->texts, capacity * sizeof *grown);

        if (grown == NULL)
            return 0;
        options->texts = grown;
        options->capacity = capacity;
    }
    if ((copy = cj_strdup(text)) == NULL)
        return 0;
    options->texts[options->count++] = copy;
    options->texts[options->count] = NULL;
    return 1;
}

void cj_options_clear(cj_options *options)
{
    for (size_t k = 0; k < options->count; k++)
        cj_free(options->texts[k]);
    cj_free(options->texts);
    *options = (cj_options){0};
}

/* Adds `words`, split at spaces, its '*' replaced by `value`. */
static bool add_words(cj_options *out, const char *words, const char *value)
{
    while (*words != '\0') {
        const size_t length = strcspn(words, " ");
        const bool open = words[length - 1] == '*';
        const size_t kept = open ? length - 1 : length, more = open ? strlen(value) : 0;
        char *text = cj_malloc(kept + more + 1);
        int added;

        if (text == NULL)
            return false;
        memcpy(text, words, kept);
        memcpy(text + kept, value, more);
        text[kept + more] = '\0';
        added = cj_options_add(out, text);
        cj_free(text);
        if (!added)
            return false;
        words += length;
        words += strspn(words, " ");
    }
    return true;
}

typedef enum verdict { VERDICT_UNKNOWN, VERDICT_TAKEN, VERDICT_TAKEN_TWO, VERDICT_NO_MEMORY } verdict;

static verdict apply_rules(const char *option, const char *next, cj_options *out)
{
    const char *name = option + (option[1] == '-' ? 2 : 1);

    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        const rule *r = &rules[k];
        size_t length = strlen(r->name);
        const char *value = "";
        bool two = false;

        if (r->name[length - 1] == '=') {
            if (strncmp(name, r->name, length) == 0) {
                value = name + length;
            } else if (r->takes_next && next != NULL && strlen(name) == length - 1 &&
                       strncmp(name, r->name, length - 1) == 0) {
                value = next;
                two = true;
            } else {
                continue;
            }
        } else if (strcmp(name, r->name) != 0) {
            continue;
        }
        if (r->value != NULL && strcmp(value, r->value) != 0)
            continue;
        if (!add_words(out, r->host, value))
            return VERDICT_NO_MEMORY;
        return two ? VERDICT_TAKEN_TWO : VERDICT_TAKEN;
    }
    return VERDICT_UNKNOWN;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool changes_abi(const char *option)
{
    const bool negated = strlen(option) > 2 && starts(option + 2, "no-");
    const char *rest = option + (negated ? 5 : 2);

    for (size_t k = 0; option[0] == '-' && option[1] != '\0' && k < sizeof abi_options / sizeof *abi_options; k++)
        if (abi_options[k][1] == option[1] && starts(rest, abi_options[k] + 2))
            return true;
    return false;
}

static bool accepted_f(const char *name)
{
    if (starts(name, "no-"))
        return strcmp(name, "no-pic") != 0 && strcmp(name, "no-PIC") != 0 && strchr(name, '/') == NULL;
    for (size_t k = 0; k < sizeof refused_f / sizeof *refused_f; k++)
        if (starts(name, refused_f[k]))
            return false;
    return name[0] != '\0' && strchr(name, '/') == NULL && strchr(name, ',') == NULL;
}

/* An option of gcc's and clang's own that can do no harm; complete in itself. */
static bool accepted(const char *option)
{
    const char *rest = option + 2;

    if (option[0] != '-' || option[1] == '\0' || changes_abi(option))
        return false;
    switch (option[1]) {
    case 'D':
    case 'U':
    case 'I':
        return rest[0] != '\0';
    case 'O':
        return rest[0] == '\0' || (rest[1] == '\0' && strchr("0123sgz", rest[0]) != NULL) || strcmp(rest, "fast") == 0;
    case 'f':
        return accepted_f(rest);
    case 'W':
        /* -Wl, -Wa, -Wp, hand text to other programs */
        return rest[0] != '\0' && strchr(rest, ',') == NULL && !starts(rest, "rapper");
    case 'm':
        return rest[0] != '\0' && strchr(rest, '/') == NULL && !starts(rest, "llvm");
    case 'g':
        return rest[0] == '\0' || (rest[1] == '\0' && rest[0] >= '0' && rest[0] <= '3') || strcmp(rest, "gdb") == 0;
    case 'p':
        return strcmp(option, "-pedantic") == 0 || strcmp(option, "-pedantic-errors") == 0;
    default:
        return false;
    }
}

static bool is_separate(const char *option)
{
    return strcmp(option, "-D") == 0 || strcmp(option, "-U") == 0 || strcmp(option, "-I") == 0 ||
           strcmp(option, "-isystem") == 0 || strcmp(option, "-iquote") == 0 || strcmp(option, "-idirafter") == 0;
}

cujit_status cj_options_translate(const char *const *options, cj_options *out, cujit_error *error)
{
    cj_options result = {0};

    for (; options != NULL && *options != NULL; options++) {
        const char *option = *options, *next = options[1];
        verdict how = VERDICT_UNKNOWN;

        if (option[0] == '-' && option[1] != '\0')
            how = apply_rules(option, next, &result);
        if (how == VERDICT_UNKNOWN && is_separate(option) && next != NULL) {
            how = cj_options_add(&result, option) && cj_options_add(&result, next) ? VERDICT_TAKEN_TWO
                                                                                   : VERDICT_NO_MEMORY;
        } else if (how == VERDICT_UNKNOWN && accepted(option)) {
            how = cj_options_add(&result, option) ? VERDICT_TAKEN : VERDICT_NO_MEMORY;
        }
        if (how == VERDICT_NO_MEMORY) {
            cj_options_clear(&result);
            return cj_error_no_memory(error, "compiler options");
        }
        if (how == VERDICT_UNKNOWN) {
            cj_options_clear(&result);
            if (changes_abi(option))
                return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                    "compiler option \"%.200s\": not accepted on the host: it changes how functions "
                                    "are called or memory is laid out, and kernels are called by code without it",
                                    option);
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "compiler option \"%.200s\": not accepted on the host; -D, -U, -I, -O, -std=, -f, -m, "
                                "-W, -g and NVRTC's own options that name no file are",
                                option);
        }
        if (how == VERDICT_TAKEN_TWO)
            options++;
    }
    *out = result;
    return CUJIT_OK;
}
