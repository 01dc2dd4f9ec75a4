/*
 * options.c: see options.h.
 *
 * A list of what is known to be harmless, not of what is not: an option ends up in the command line of a program that
 * can write files and load plug-ins.
 */
#include "libjit/device/host/options.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"

#include <stdlib.h>
#include <string.h>

/* What to do with some spellings. Names are compared after one or two dashes. */
typedef struct rule {
    const char
        *names; /* words; one ending in '=' is followed by its value; where '=' is missing that is the next option */
    const char *value; /* only for this value; NULL: any */
    const char *host;  /* what it becomes; '*' at a word's end stands for the value */
} rule;

/* Without warnings the compiler does not look for functions that return nothing where they should return something:
 * such a one then runs into whatever stands behind it. It ends the program instead. */
#define TRAP_RETURNS " -fsanitize=return -fsanitize-undefined-trap-on-error"

/* NVRTC's options. On the device "fast" means approximate division and no subnormals, but NaN and infinity stay. */
static const rule rules[] = {
    {"use_fast_math", NULL, "-fno-signed-zeros -fassociative-math -freciprocal-math"},
    {"fmad=", "false", "-ffp-contract=off"},
    {"fmad=", "true", "-ffp-contract=fast"},
    {"std=", NULL, "-std=*"},
    {"define-macro=", NULL, "-D*"},
    {"undefine-macro=", NULL, "-U*"},
    {"include-path=", NULL, "-I*"},
    {"lineinfo generate-line-info", NULL, "-g"},
    {"G device-debug", NULL, "-g -O0"},
    {"disable-warnings w", NULL, "-w" TRAP_RETURNS},
    /* what means nothing on a processor */
    {"ftz= prec-div= prec-sqrt= maxrregcount= ptxas-options= Xptxas= dopt= Ofast-compile= rdc= "
     "relocatable-device-code= device-as-default-execution-space default-device extra-device-vectorization restrict "
     "minimal diag-error= diag-suppress= diag-warn= display-error-number no-display-error-number",
     NULL, ""},
};

/* How -f options begin that write, read or load something, or whose output nobody could use; -fsanitize is what
 * check_addresses of a module's spec is for. */
static const char refused_f[] =
    "plugin dump save- profile auto-profile opt-info stack-usage callgraph test-coverage compare-debug module "
    "pch use-ld load pass-plugin time-trace syntax-only preprocessed directives lto offload diagnostics- "
    "working-dir crash- coverage instrument record-gcc embed-bitcode branch-prob xray sycl openmp openacc "
    "cs-profile memory-profile visibility exceptions ropi rwpi thinlto proc-stat-report debug-compilation-dir "
    "cuda ident macro-prefix file-prefix debug-prefix pie PIE split emit api-notes depfile sanitize "
    "input-charset exec-charset wide-exec-charset";

/* How options begin, behind -f or -m and maybe "no-", that change how functions are called, which registers are whose,
 * or how memory is laid out. A kernel is called by code that was compiled without them, and takes its arguments wrongly
 * then, without a word. */
static const char abi_f[] =
    "pack-struct short- reg-struct-return pcc-struct-return call-used call-saved fixed- abi-version "
    "abi-compat-version clang-abi-compat leading-underscore ms- default-calling-conv max-type-align "
    "stack-limit";
static const char abi_m[] =
    "abi 16 32 x32 iamcu address-mode cmodel regparm sseregparm rtd ms-bitfields align-double long-double "
    "96bit-long-double 128bit-long-double double soft-float float-abi hard-float 80387 fp-ret-in-387 "
    "general-regs-only preferred-stack-boundary incoming-stack-boundary stack-alignment tls- big-endian "
    "little-endian glibc uclibc bionic musl android threads fentry veclibabi";

/* Adds `more` behind the first `length` bytes of a text. */
static void add_joined(cj_options *options, const char *text, size_t length, const char *more)
{
    char **grown = cj_realloc(options->texts, (options->count + 2) * sizeof *grown);
    cj_text joined = {0};

    cj_text_append_n(&joined, text, length);
    cj_text_append(&joined, more);
    if (grown != NULL) {
        options->texts = grown;
        if ((grown[options->count] = cj_text_take(&joined)) != NULL)
            grown[++options->count] = NULL;
        else
            grown = NULL;
    }
    options->failed |= grown == NULL;
    cj_text_clear(&joined);
}

void cj_options_add(cj_options *options, const char *text)
{
    if (text != NULL)
        add_joined(options, text, strlen(text), "");
}

void cj_options_clear(cj_options *options)
{
    cj_list_free(options->texts);
    *options = (cj_options){0};
}

void cj_options_add_words(cj_options *out, const char *words, const char *value)
{
    for (size_t length = 0; cj_next_word(&words, &length);) {
        const bool open = value != NULL && words[length - 1] == '*';

        add_joined(out, words, open ? length - 1 : length, open ? value : "");
    }
}

/* Whether an option, its dashes taken off, is the one of that name (`length` bytes); and its value, which may be the
 * next one. */
static bool is_option(const char *option, const char *next, const char *name, size_t length, const char **value)
{
    *value = "";
    if (name[length - 1] != '=')
        return strlen(option) == length && memcmp(option, name, length) == 0;
    if (strncmp(option, name, length) == 0)
        *value = option + length;
    else if (next != NULL && strlen(option) == length - 1 && memcmp(option, name, length - 1) == 0)
        *value = next;
    else
        return false;
    return true;
}

/* Returns how many options are taken. */
static int apply_rules(const char *option, const char *next, cj_options *out)
{
    const char *name = option + (option[1] == '-' ? 2 : 1), *value;

    for (const rule *r = rules; r < rules + sizeof rules / sizeof *rules; r++) {
        const char *word = r->names;

        for (size_t length = 0; cj_next_word(&word, &length);) {
            if (!is_option(name, next, word, length, &value) || (r->value != NULL && strcmp(value, r->value) != 0))
                continue;
            cj_options_add_words(out, r->host, value);
            return value == next ? 2 : 1;
        }
    }
    return 0;
}

static bool changes_abi(const char *option)
{
    const bool is_f = cj_starts_like(option, "-f"), is_m = cj_starts_like(option, "-m");
    const char *rest = option + 2;

    return (is_f || is_m) && cj_starts_like(rest + (cj_starts_like(rest, "no-") ? 3 : 0), is_f ? abi_f : abi_m);
}

static bool accepted_f(const char *name)
{
    if (cj_starts_like(name, "no-"))
        return strcmp(name, "no-pic") != 0 && strcmp(name, "no-PIC") != 0 && strchr(name, '/') == NULL;
    return name[0] != '\0' && strpbrk(name, "/,") == NULL && !cj_starts_like(name, refused_f);
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
        return rest[0] != '\0' && strchr(rest, ',') == NULL && !cj_starts_like(rest, "rapper");
    case 'm':
        return rest[0] != '\0' && strchr(rest, '/') == NULL && !cj_starts_like(rest, "llvm");
    case 'g':
        return rest[0] == '\0' || (rest[1] == '\0' && rest[0] >= '0' && rest[0] <= '3') || strcmp(rest, "gdb") == 0;
    case 'p':
        return strcmp(option, "-pedantic") == 0 || strcmp(option, "-pedantic-errors") == 0;
    default:
        return false;
    }
}

/* Takes an option, maybe with the next one. Returns how many, 0: it is not accepted. */
static int take(const char *option, const char *next, cj_options *out)
{
    const int taken = option[0] == '-' && option[1] != '\0' ? apply_rules(option, next, out) : 0;
    const bool two = cj_has_word("-D -U -I -isystem -iquote -idirafter", option, strlen(option)) && next != NULL;

    if (taken > 0 || (!two && !accepted(option)))
        return taken;
    cj_options_add(out, option);
    if (two)
        cj_options_add(out, next);
    return two ? 2 : 1;
}

cujit_status cj_options_translate(const char *const *options, cj_options *out, cujit_error *error)
{
    for (int taken; options != NULL && *options != NULL; options += taken) {
        if ((taken = take(options[0], options[1], out)) == 0) {
            return cj_error_set(
                error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler option \"%.200s\": not accepted on the host%s", *options,
                changes_abi(*options) ? ": it changes how functions are called or memory is laid out, and kernels are "
                                        "called by code without it"
                                      : "; -D, -U, -I, -O, -std=, -f, -m, -W, -g and NVRTC's own options that name no "
                                        "file are");
        }
    }
    return out->failed ? cj_error_no_memory(error, "compiler options") : CUJIT_OK;
}

/* ---- Options from the environment ---- */

const char *cj_host_flags(void)
{
    const char *text = getenv("CUJIT_HOST_FLAGS");
    size_t length = 0;

    return text != NULL && cj_next_word(&text, &length) ? text : NULL;
}

cujit_status cj_host_take_flags(cj_options *out, cujit_error *error)
{
    const char *text = cj_host_flags();
    cj_options words = {0};
    cujit_error reason = {0};
    cujit_status status;

    if (text == NULL)
        return CUJIT_OK;
    cj_options_add_words(&words, text, NULL);
    if (words.failed)
        status = cj_error_no_memory(error, "CUJIT_HOST_FLAGS");
    else if ((status = cj_options_translate((const char *const *)words.texts, out, &reason)) != CUJIT_OK)
        status = cj_error_set(error, status, "CUJIT_HOST_FLAGS: %s", reason.message);
    for (size_t k = 0; k < out->count && status == CUJIT_OK; k++)
        if (cj_starts_like(out->texts[k], "-D -U -I -i"))
            status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                  "CUJIT_HOST_FLAGS: \"%.200s\": macros and folders of headers are options of the "
                                  "kernel that needs them",
                                  out->texts[k]);
    cujit_error_clear(&reason);
    cj_options_clear(&words);
    return status;
}
