/*
 * options.c: see options.h.
 */
#include "cache/remote/options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHAT "the URL of the Redis layer: "

static const cj_redis_options defaults = {
    .prefix = "cujit",
    .port = 6379,
    .timeout_ms = 200,
    .wait_ms = 10000,
    .lease_ms = 5000,
    .max_bytes = 32L << 20,
};

static int hex_digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/* The `length` characters at `from`, with what %XX stands for. */
static cujit_status decode(const char *what, const char *from, size_t length, char *out, size_t room,
                           cujit_error *error)
{
    size_t made = 0;

    for (size_t k = 0; k < length; k++, made++) {
        if (made + 1 == room)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "%s is longer than %zu bytes", what,
                                room - 1);
        out[made] = from[k];
        if (from[k] != '%')
            continue;
        if (length - k < 3 || !isxdigit((unsigned char)from[k + 1]) || !isxdigit((unsigned char)from[k + 2]))
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                WHAT "%s has a %% without two hexadecimal digits (a %% itself is %%25)", what);
        out[made] = (char)(hex_digit(from[k + 1]) << 4 | hex_digit(from[k + 2]));
        if (out[made] == '\0')
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "%s has a NUL", what);
        k += 2;
    }
    out[made] = '\0';
    return CUJIT_OK;
}

/* A wrong value is not shown: in a URL that is wrong it may be a piece of a password. */
static cujit_status read_number(const char *what, const char *text, long least, long most, long *out,
                                cujit_error *error)
{
    char *end = NULL;

    errno = 0;
    *out = isdigit((unsigned char)text[0]) ? strtol(text, &end, 10) : 0;
    if (end == NULL || *end != '\0' || errno != 0 || *out < least || *out > most)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "%s is not a number from %ld to %ld", what, least,
                            most);
    return CUJIT_OK;
}

/* ---- Parameters -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t place; /* of a number, or of a text */
    size_t room;  /* of a text; 0: it is a number */
    long least, most;
} parameters[] = {
    {"key", offsetof(cj_redis_options, key_file), sizeof defaults.key_file, 0, 0},
    {"prefix", offsetof(cj_redis_options, prefix), sizeof defaults.prefix, 0, 0},
    {"readonly", offsetof(cj_redis_options, readonly), 0, 0, 1},
    {"database", offsetof(cj_redis_options, database), 0, 0, INT_MAX},
    {"timeout_ms", offsetof(cj_redis_options, timeout_ms), 0, 1, 60000},
    {"wait_ms", offsetof(cj_redis_options, wait_ms), 0, 0, 3600000},
    {"lease_ms", offsetof(cj_redis_options, lease_ms), 0, 100, 3600000},
    {"max_bytes", offsetof(cj_redis_options, max_bytes), 0, 4096, 1L << 30},
};
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

static cujit_status read_parameter(const char *name, size_t length, const char *value, size_t value_length,
                                   cj_redis_options *out, cujit_error *error)
{
    char number[32];
    cujit_status status;
    size_t k = 0;

    while (k < PARAMETERS && (strlen(parameters[k].name) != length || memcmp(parameters[k].name, name, length) != 0))
        k++;
    if (k == PARAMETERS)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            WHAT "it has no parameter \"%.*s\": expected key, prefix, readonly, database, timeout_ms, "
                                 "wait_ms, lease_ms or max_bytes",
                            (int)(length < 40 ? length : 40), name);
    if (parameters[k].room > 0)
        return decode(parameters[k].name, value, value_length, (char *)out + parameters[k].place, parameters[k].room,
                      error);
    if ((status = decode(parameters[k].name, value, value_length, number, sizeof number, error)) != CUJIT_OK)
        return status;
    return read_number(parameters[k].name, number, parameters[k].least, parameters[k].most,
                       (long *)(void *)((char *)out + parameters[k].place), error);
}

static cujit_status read_parameters(const char *at, cj_redis_options *out, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    while (status == CUJIT_OK && *at != '\0') {
        const size_t length = strcspn(at, "&"), name = strcspn(at, "=&");

        if (name == length)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "its parameter \"%.*s\" has no value",
                                (int)(name < 40 ? name : 40), at);
        status = read_parameter(at, name, at + name + 1, length - name - 1, out, error);
        at += length + (at[length] == '&');
    }
    return status;
}

/* ---- Server ------------------------------------------------------------------------------------------------------ */

/* Takes "USER:PASSWORD@" off what stands in front of the first slash. A password alone is ":PASSWORD@". */
static cujit_status read_user(const char **at, size_t *length, cj_redis_options *out, cujit_error *error)
{
    const char *end = memrchr(*at, '@', *length), *colon;
    cujit_status status;
    size_t user;

    if (end == NULL)
        return CUJIT_OK;
    colon = memchr(*at, ':', (size_t)(end - *at));
    user = (size_t)((colon != NULL ? colon : end) - *at);
    if (colon == NULL || colon + 1 == end)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            WHAT "there is no password in front of the @: expected USER:PASSWORD@ or :PASSWORD@");
    if ((status = decode("the user", *at, user, out->user, sizeof out->user, error)) != CUJIT_OK ||
        (status = decode("the password", colon + 1, (size_t)(end - colon - 1), out->password, sizeof out->password,
                         error)) != CUJIT_OK)
        return status;
    *length -= (size_t)(end + 1 - *at);
    *at = end + 1;
    return CUJIT_OK;
}

/* "HOST", "HOST:PORT", "[::1]:PORT". */
static cujit_status read_host(const char *at, size_t length, cj_redis_options *out, cujit_error *error)
{
    const char *bracket = length > 0 && *at == '[' ? memchr(at, ']', length) : NULL;
    const char *rest = bracket != NULL ? bracket + 1 : memchr(at, ':', length), *end = at + length;
    char number[16];
    cujit_status status;
    size_t host;

    if (rest == NULL)
        rest = end;
    host = (size_t)(rest - at);
    if (bracket != NULL)
        at++, host -= 2;
    if (host == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "it names no host");
    if (rest < end && *rest != ':')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "behind the ] is something else than a port");
    if ((status = decode("the host", at, host, out->host, sizeof out->host, error)) != CUJIT_OK || rest == end)
        return status;
    if ((status = decode("the port", rest + 1, (size_t)(end - rest - 1), number, sizeof number, error)) != CUJIT_OK)
        return status;
    return read_number("the port", number, 1, 65535, &out->port, error);
}

static cujit_status read_server(const char *url, size_t length, cj_redis_options *out, cujit_error *error)
{
    const bool is_socket = length >= 7 && memcmp(url, "unix://", 7) == 0;
    const char *at = url + (is_socket ? 7 : 8), *end = url + length, *slash;
    cujit_status status;
    size_t authority;
    char number[16];

    if (length >= 9 && memcmp(url, "rediss://", 9) == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            WHAT "rediss:// (TLS) is not supported: let stunnel or a proxy of that kind do it");
    if (!is_socket && (length < 8 || memcmp(url, "redis://", 8) != 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "it begins with neither redis:// nor unix://");
    if ((slash = memchr(at, '/', (size_t)(end - at))) == NULL)
        slash = end;
    authority = (size_t)(slash - at);
    if ((status = read_user(&at, &authority, out, error)) != CUJIT_OK)
        return status;
    if (is_socket) {
        if (authority > 0 || end - slash < 2)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                WHAT "expected the absolute path of a socket behind unix://");
        return decode("the path of the socket", slash, (size_t)(end - slash), out->socket, sizeof out->socket, error);
    }
    if ((status = read_host(at, authority, out, error)) != CUJIT_OK || end - slash < 2)
        return status;
    if ((status = decode("the database", slash + 1, (size_t)(end - slash - 1), number, sizeof number, error)) !=
        CUJIT_OK)
        return status;
    return read_number("the database", number, 0, INT_MAX, &out->database, error);
}

/* Names hold the prefix, and braces say which part of a name is whose in a cluster. */
static cujit_status check(const cj_redis_options *options, cujit_error *error)
{
    for (const char *c = options->prefix; *c != '\0'; c++)
        if (!isgraph((unsigned char)*c) || *c == '{' || *c == '}')
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                WHAT "the prefix may hold letters, digits and signs but { and }");
    if (options->prefix[0] == '\0')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, WHAT "the prefix is empty");
    if (options->key_file[0] == '\0')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            WHAT "there is no key=FILE: nothing that is not authenticated is used (docs/cache.md)");
    return CUJIT_OK;
}

/* A password with a slash or a question mark in it would end there, and its rest be shown in messages. */
static bool has_stray_at(const char *url)
{
    const char *server = strstr(url, "://");

    if (server == NULL)
        return false;
    server += strlen("://");
    return strchr(server + strcspn(server, "/?"), '@') != NULL;
}

cujit_status cj_redis_options_read(const char *url, cj_redis_options *out, cujit_error *error)
{
    const size_t server = strcspn(url, "?");
    cujit_status status;

    *out = defaults;
    if (has_stray_at(url))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            WHAT "there is an @ behind the server: in user, password and parameters / ? & @ are "
                                 "written %%2F %%3F %%26 %%40");
    if ((status = read_server(url, server, out, error)) != CUJIT_OK ||
        (url[server] == '?' && (status = read_parameters(url + server + 1, out, error)) != CUJIT_OK))
        return status;
    return check(out, error);
}

void cj_redis_options_show(const cj_redis_options *options, char *text, size_t room)
{
    const bool is_v6 = strchr(options->host, ':') != NULL;

    if (options->host[0] == '\0')
        snprintf(text, room, "unix://%s", options->socket);
    else
        snprintf(text, room, "redis://%s%s%s:%ld/%ld", is_v6 ? "[" : "", options->host, is_v6 ? "]" : "", options->port,
                 options->database);
}
