/*
 * text.c: a growing text with a sticky error.
 *
 * The buffer doubles, so that n appends cost O(n) in all. It always holds one byte more than `length`, for the NUL.
 */
#include "libjit/base/text.h"

#include "libjit/base/alloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Room for `more` bytes and a NUL. */
static bool reserve(cj_text *text, size_t more)
{
    size_t capacity = text->capacity != 0 ? text->capacity : 64;
    char *data;

    if (text->failed)
        return false;
    if (more > SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return false;
    }
    while (capacity < text->length + more + 1)
        capacity *= 2;
    if (capacity == text->capacity)
        return true;
    data = cj_realloc(text->borrowed ? NULL : text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    if (text->borrowed)
        memcpy(data, text->data, text->length + 1);
    else if (text->data == NULL)
        data[0] = '\0';
    text->data = data;
    text->borrowed = false;
    text->capacity = capacity;
    return true;
}

void cj_text_append_n(cj_text *text, const void *more, size_t length)
{
    if (length == 0 || !reserve(text, length))
        return;
    memcpy(text->data + text->length, more, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void cj_text_append(cj_text *text, const char *more)
{
    if (more != NULL)
        cj_text_append_n(text, more, strlen(more));
}

void cj_text_printf(cj_text *text, const char *format, ...)
{
    va_list values, again;
    int length;

    va_start(values, format);
    va_copy(again, values);
    length = vsnprintf(NULL, 0, format, values);
    if (length < 0) {
        text->failed = true;
    } else if (length > 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(values);
}

char *cj_text_take(cj_text *text)
{
    char *data = text->data;

    if (text->failed) {
        cj_free(data);
        data = NULL;
    } else if (data == NULL) {
        data = cj_strndup("", 0);
    }
    *text = (cj_text){0};
    return data;
}

void cj_text_clear(cj_text *text)
{
    if (!text->borrowed)
        cj_free(text->data);
    *text = (cj_text){0};
}

bool cj_next_word(const char **word, size_t *length)
{
    static const char blanks[] = " \t\r\n";

    *word += *length;
    *word += strspn(*word, blanks);
    *length = strcspn(*word, blanks);
    return *length > 0;
}

bool cj_has_word(const char *words, const char *word, size_t length)
{
    for (size_t other = 0; cj_next_word(&words, &other);)
        if (other == length && memcmp(words, word, length) == 0)
            return true;
    return false;
}
