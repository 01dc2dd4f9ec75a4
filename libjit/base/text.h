/*
 * text.h: a growing text with a sticky error.
 *
 * Append as often as needed and look at `failed` once in the end. Zero-initialise it ({0}).
 */
#ifndef LIBJIT_TEXT_H
#define LIBJIT_TEXT_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_text {
    char *data; /* ended by a NUL; NULL as long as nothing was appended */
    size_t length, capacity;
    bool failed;   /* memory ran out: data stays valid up to length, later appends do nothing */
    bool borrowed; /* data is the caller's memory as long as it is enough; for what is never taken out */
} cj_text;

void cj_text_append(cj_text *text, const char *more); /* NULL appends nothing */
void cj_text_append_n(cj_text *text, const void *more, size_t length);
void cj_text_printf(cj_text *text, const char *format, ...) CJ_PRINTF(2, 3);

/* Makes room for `more` bytes and a NUL. False: memory ran out. */
bool cj_text_reserve(cj_text *text, size_t more);

/* Where so many bytes are to be written, behind what there is; NULL: memory ran out. */
static inline char *cj_text_extend(cj_text *text, size_t more)
{
    char *end;

    if ((text->failed || more >= text->capacity - text->length) && !cj_text_reserve(text, more))
        return NULL;
    end = text->data + text->length;
    text->length += more;
    end[more] = '\0';
    return end;
}

/* Takes the text out, ended by a NUL ("" where nothing was appended); the caller frees it with cj_free(). NULL where
 * memory ran out. `text` is empty afterwards either way. */
char *cj_text_take(cj_text *text);

void cj_text_clear(cj_text *text);

/* How many bytes the character has that begins there; 0: they are no UTF-8. */
size_t cj_character_length(const char *at);
/* Whether all of a text is UTF-8. */
bool cj_is_utf8(const char *text);

/* Of a text of words between blanks: from a word of *length bytes (0: from the beginning) to the next one. False: there
 * is none. */
bool cj_next_word(const char **word, size_t *length);

/* Whether the first `length` bytes of `word` are one of the words. */
bool cj_has_word(const char *words, const char *word, size_t length);

/* Whether a text and the first `length` bytes of another one differ in nothing but space. */
bool cj_same_but_space(const char *text, const char *other, size_t length);

/* Whether a text begins with one of the words. */
bool cj_starts_like(const char *text, const char *words);

#endif
