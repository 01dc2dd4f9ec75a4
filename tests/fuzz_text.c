/*
 * fuzz_text.c: the text stages under arbitrary input.
 *
 * A libFuzzer target (build with -DCJ_LIBFUZZER -fsanitize=fuzzer,address,undefined); without that macro a program that
 * replays the files named on its command line, so that the corpus runs as an ordinary test. Besides not crashing:
 *
 *  - the signature that a parsed signature renders to gives the same parameters;
 *  - tokens lie inside the text, in order, and none is empty;
 *  - statements that are accepted are so between braces, too, and are refused with one more closing bracket;
 *  - what an operation does with its arrays is consistent in itself;
 *  - a diagnostic's place lies inside the part.
 */
#include "libjit/base/alloc.h"
#include "libjit/syntax/diagnostic.h"
#include "libjit/syntax/signature.h"
#include "libjit/syntax/snippet.h"
#include "tests/accesses.h"
#include "tests/declare.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const reserved[] = {"i", "n", NULL};

static void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz_text: violated: %s\n", what);
    abort();
}

static void try_signature(const char *text, const cj_type_table *types)
{
    cj_signature first = {0}, second = {0};
    cujit_error error = {0};
    cj_text rendered = {0};
    size_t i;

    if (cj_signature_parse(text, types, reserved, NULL, &first, &error) != CUJIT_OK) {
        require(error.message[0] != '\0', "an error has a message");
        cujit_error_clear(&error);
        return;
    }
    for (i = 0; i < first.count; i++) {
        cj_text_append(&rendered, i > 0 ? ", " : "");
        declare_parameter(&first.parameters[i], &rendered);
    }
    require(cj_signature_parse(rendered.data != NULL ? rendered.data : "", types, reserved, NULL, &second, NULL) ==
                CUJIT_OK,
            "a rendered signature can be parsed");
    require(first.count == second.count, "a rendered signature has as many parameters");
    for (i = 0; i < first.count; i++) {
        const cj_parameter *a = &first.parameters[i], *b = &second.parameters[i];

        require(strcmp(a->name, b->name) == 0 && strcmp(a->spelling, b->spelling) == 0 && a->dtype == b->dtype &&
                    a->size == b->size && a->alignment == b->alignment && a->pointer == b->pointer &&
                    a->is_const == b->is_const && a->is_volatile == b->is_volatile && a->is_restrict == b->is_restrict,
                "a rendered signature has the same parameters");
    }
    cj_text_clear(&rendered);
    cj_signature_clear(&first);
    cj_signature_clear(&second);
}

static void try_lexer(const char *text)
{
    const char *end = text;
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "operation", text);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        require(token.start >= end && token.length > 0, "tokens come in order and are not empty");
        end = token.start + token.length;
        require(end <= text + strlen(text), "tokens lie inside the text");
        require(token.line >= 1 && token.column >= 1, "tokens have a place");
    }
}

static cujit_status check_between(const char *before, const char *text, const char *after, cujit_error *error)
{
    cj_text all = {0};
    cj_snippet look;
    cujit_status status;

    cj_text_printf(&all, "%s%s%s", before, text, after);
    status = cj_snippet_check(CJ_SNIPPET_STATEMENTS, "operation", all.data, reserved, &look, error);
    cj_text_clear(&all);
    return status;
}

/* `text` is accepted as an operation, and as a preamble where `preamble` says so. */
static void try_accesses(const char *text, bool preamble)
{
    cj_access_texts texts = {.operation = text};
    cj_signature signature = {0};
    cj_accesses found;

    require(cj_signature_parse("const float *x, float *y, float4 *z", NULL, NULL, NULL, &signature, NULL) == CUJIT_OK,
            "a signature can be parsed");
    for (int pass = 0; pass < 1 + preamble; pass++) {
        texts.preamble = pass > 0 ? text : "";
        require(cj_find_accesses(&texts, &signature, &found, NULL) == CUJIT_OK, "any checked text can be looked at");
        require(!found.of[0].written, "what is const is not written");
        for (size_t k = 0; k < found.count; k++) {
            require(found.of[k].lowest <= 0 && found.of[k].highest >= 0, "the index is among its neighbours");
            require(found.of[k].written || !found.of[k].always, "what is written always is written");
            require(found.of[k].always || found.of[k].loaded, "what is not written always is loaded");
            require(!found.of[k].written || found.of[k].lowest == found.of[k].highest || found.of[k].other,
                    "what has neighbours is only read");
        }
        require(found.tokens <= strlen(text), "a token has a character");
        cj_accesses_clear(&found);
    }
    cj_signature_clear(&signature);
}

static void try_snippets(const char *text)
{
    cujit_error error = {0};
    cj_snippet look;
    bool preamble = cj_snippet_check(CJ_SNIPPET_PREAMBLE, "preamble", text, reserved, &look, &error) == CUJIT_OK;

    if (!preamble)
        require(error.status == CUJIT_ERROR_SNIPPET, "an error has its status");
    if (cj_snippet_check(CJ_SNIPPET_STATEMENTS, "operation", text, reserved, &look, &error) == CUJIT_OK) {
        require(check_between("", text, "\n}", NULL) != CUJIT_OK, "one more bracket is refused");
        if (check_between("{\n", text, "\n}", &error) != CUJIT_OK)
            require(strstr(error.message, "more than") != NULL || strstr(error.message, "too long") != NULL,
                    "what is accepted is accepted between braces");
        try_accesses(text, preamble);
    }
    cujit_error_clear(&error);
}

static void try_diagnostic(const char *text)
{
    const cj_part parts[] = {{"operation", "z[i] = a*x[i];\nb"}, {"preamble", text}};
    cj_diagnostic found;

    if (!cj_diagnostic_first(text, parts, 2, &found))
        return;
    require(strlen(found.message) < sizeof found.message, "a message has an end");
    if (found.part == &parts[0])
        require(found.line >= 1 && found.line <= 2 && found.column >= 1 && found.column <= 15,
                "a place lies inside the part");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    cj_type_table types = {0};
    cujit_dtype dtype;

    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    require(cj_type_table_add(&types, "pair", "struct pair { float a; int b; };", 8, 4, &dtype, NULL) == CUJIT_OK,
            "a type can be registered");
    try_signature(text, &types);
    try_lexer(text);
    try_snippets(text);
    try_diagnostic(text);
    cj_type_table_clear(&types);
    free(text);
    return 0;
}

#ifndef CJ_LIBFUZZER
static int replay(const char *path)
{
    static uint8_t data[2 << 20];
    FILE *file = fopen(path, "rb");
    size_t size;

    if (file == NULL) {
        perror(path);
        return 1;
    }
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    return 0;
}

int main(int count, char **paths)
{
    int failed = 0, k;

    for (k = 1; k < count; k++)
        failed |= replay(paths[k]);
    printf("%d files replayed\n", count - 1);
    return failed;
}
#endif
