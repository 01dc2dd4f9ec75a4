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

bool cj_text_reserve(cj_text *text, size_t more)
{
    size_t capacity = text->capacity != 0 ? text->capacity : 64;
    char *data;

    if (text->failed)
        return false;
    if (more < text->capacity - text->length)
        return true;
    if (more > SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return false;
    }
    while (capacity < text->length + more + 1)
        capacity *= 2;
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
    char *end = length > 0 ? cj_text_extend(text, length) : NULL;

    if (end != NULL)
        memcpy(end, more, length);
}

void cj_text_append(cj_text *text, const char *more)
{
    if (more != NULL)
        cj_text_append_n(text, more, strlen(more));
}

void cj_text_printf(cj_text *text, const char *format, ...)
{
    size_t room = text->failed ? 0 : text->capacity - text->length; /* often enough, so that it is written once */
    va_list values, again;
    int length;

    va_start(values, format);
    va_copy(again, values);
    length = vsnprintf(room > 0 ? text->data + text->length : NULL, room, format, values);
    if (length < 0) {
        text->failed = true;
    } else if ((size_t)length < room) {
        text->length += (size_t)length;
    } else if (length > 0) {
        if (room > 0)
            text->data[text->length] = '\0'; /* as before, should there be no more memory */
        if (cj_text_reserve(text, (size_t)length))
            text->length += (size_t)vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
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

size_t cj_character_length(const char *at)
{
    const unsigned char lead = (unsigned char)*at;
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;

    for (size_t k = 1; k < length; k++)
        if (((unsigned char)at[k] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool cj_is_utf8(const char *text)
{
    size_t length = 1;

    for (; *text != '\0' && length > 0; text += length)
        length = cj_character_length(text);
    return length > 0;
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

bool cj_starts_like(const char *text, const char *words)
{
    for (size_t length = 0; cj_next_word(&words, &length);)
        if (strncmp(text, words, length) == 0)
            return true;
    return false;
}

bool cj_same_but_space(const char *text, const char *other, size_t length)
{
    const char *end = other + length;

    for (;; text++, other++) {
        text += strspn(text, " \t\n\v\f\r");
        while (other < end && *other != '\0' && strchr(" \t\n\v\f\r", *other) != NULL)
            other++;
        if (*text == '\0' || other >= end || *text != *other)
            return *text == '\0' && other >= end;
    }
}
