/*
 * test_remote_texts.c: the parts of the Redis layer that need no server: its URL, its key, and how an entry is sealed.
 */
#include "cache/remote/options.h"
#include "cache/remote/resolve.h"
#include "cache/remote/seal.h"
#include "libjit/base/os.h"
#include "tests/redis_support.h"

/* ---- URLs -------------------------------------------------------------------------------------------------------- */

static cj_redis_options read_url(const char *url)
{
    cj_redis_options options;

    must(cj_redis_options_read(url, &options, &fault));
    return options;
}

TEST(a_url_says_where_the_server_is)
{
    cj_redis_options options = read_url("redis://cache.example:7000/3?key=/k");

    ck_assert_str_eq(options.host, "cache.example");
    ck_assert_int_eq(options.port, 7000);
    ck_assert_int_eq(options.database, 3);
    ck_assert_str_eq(options.key_file, "/k");
    ck_assert_str_eq(options.user, "");
    ck_assert_str_eq(options.password, "");
    ck_assert_str_eq(options.prefix, "cujit");
    ck_assert_int_eq(options.timeout_ms, 200);
    ck_assert_int_eq(options.readonly, 0);
    ck_assert_int_eq(read_url("redis://h?key=k").port, 6379);
    ck_assert_int_eq(read_url("redis://h/?key=k").database, 0);
    ck_assert_str_eq(read_url("redis://[::1]?key=k").host, "::1");
    options = read_url("redis://[fe80::1]:1?key=k");
    ck_assert_str_eq(options.host, "fe80::1");
    ck_assert_int_eq(options.port, 1);
    options = read_url("unix:///run/redis/redis.sock?key=k&database=2");
    ck_assert_str_eq(options.socket, "/run/redis/redis.sock");
    ck_assert_str_eq(options.host, "");
    ck_assert_int_eq(options.database, 2);
}

TEST(a_url_says_who_asks_and_how)
{
    cj_redis_options options = read_url("redis://me:s%40cr%2Fet@h?key=k&prefix=a:b&readonly=1&timeout_ms=150&wait_ms=0&"
                                        "lease_ms=1000&max_bytes=65536");

    ck_assert_str_eq(options.user, "me");
    ck_assert_str_eq(options.password, "s@cr/et");
    ck_assert_str_eq(options.prefix, "a:b");
    ck_assert_int_eq(options.readonly, 1);
    ck_assert_int_eq(options.timeout_ms, 150);
    ck_assert_int_eq(options.wait_ms, 0);
    ck_assert_int_eq(options.lease_ms, 1000);
    ck_assert_int_eq(options.max_bytes, 65536);
    options = read_url("unix://:pw@/s?key=k");
    ck_assert_str_eq(options.password, "pw");
    ck_assert_str_eq(options.user, "");
    ck_assert_str_eq(options.socket, "/s");
}

static const struct {
    const char *url, *words;
} wrong[] = {
    {"", "neither redis:// nor unix://"},
    {"h:6379", "neither redis:// nor unix://"},
    {"http://h?key=k", "neither redis:// nor unix://"},
    {"rediss://h?key=k", "TLS"},
    {"redis://", "no host"},
    {"redis://:6379?key=k", "no host"},
    {"redis:///3?key=k", "no host"},
    {"redis://[]?key=k", "no host"},
    {"redis://[::1]x?key=k", "behind the ]"},
    {"redis://h:?key=k", "the port"},
    {"redis://h:0?key=k", "the port"},
    {"redis://h:65536?key=k", "the port"},
    {"redis://h:12x?key=k", "the port"},
    {"redis://h:-1?key=k", "the port"},
    {"redis://h/x?key=k", "the database"},
    {"redis://h/1/2?key=k", "the database"},
    {"redis://h/99999999999?key=k", "the database"},
    {"redis://h", "no key=FILE"},
    {"redis://h?key=", "no key=FILE"},
    {"redis://h?key", "\"key\" has no value"},
    {"redis://h?key=k&&", "has no value"},
    {"redis://h?key=k&colour=red", "no parameter \"colour\""},
    {"redis://h?Key=k", "no parameter \"Key\""},
    {"redis://h?key=k&timeout_ms=0", "timeout_ms is not a number from 1 to 60000"},
    {"redis://h?key=k&timeout_ms=200ms", "timeout_ms"},
    {"redis://h?key=k&timeout_ms= 5", "timeout_ms"},
    {"redis://h?key=k&readonly=yes", "readonly"},
    {"redis://h?key=k&lease_ms=99", "lease_ms"},
    {"redis://h?key=k&max_bytes=9999999999999999999999", "max_bytes"},
    {"redis://h?key=k&prefix=", "the prefix is empty"},
    {"redis://h?key=k&prefix=a{b", "the prefix may hold"},
    {"redis://h?key=k&prefix=a%20b", "the prefix may hold"},
    {"redis://h?key=k&prefix=0123456789012345678901234567890123456789012345678901234567890123", "longer than 63"},
    {"redis://h%2?key=k", "two hexadecimal digits"},
    {"redis://h%zz?key=k", "two hexadecimal digits"},
    {"redis://h%00?key=k", "NUL"},
    {"redis://me@h?key=k", "no password"},
    {"redis://me:@h?key=k", "no password"},
    {"redis://me:se?cret@h?key=k", "@ behind the server"},
    {"redis://me:se/cret@h?key=k", "@ behind the server"},
    {"unix://", "absolute path"},
    {"unix://run/redis.sock?key=k", "absolute path"},
    {"unix:///?key=k", "absolute path"},
};

TEST_EACH(a_wrong_url_is_refused_with_its_reason, COUNT(wrong))
{
    cj_redis_options options;

    refuse(cj_redis_options_read(wrong[_i].url, &options, &fault), CUJIT_ERROR_INVALID_ARGUMENT, wrong[_i].words);
}

TEST(a_socket_whose_path_is_too_long_is_refused)
{
    char url[300];
    cj_redis_options options;

    snprintf(url, sizeof url, "unix:///%0150d?key=k", 0);
    refuse(cj_redis_options_read(url, &options, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "longer than 107");
}

TEST(nothing_secret_is_shown)
{
    EACH_OF(url, "redis://me:secret@h:x?key=k | redis://me:secret@h?key=k&colour=1 | redis://me:sec%ret@h?key=k | "
                 "redis://me:secret/x@h?key=k | redis://me:secret?x@h?key=k | redis://secret@h?key=k")
    {
        cj_redis_options options;

        ck_assert_int_eq(cj_redis_options_read(url, &options, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
        ck_assert_msg(strstr(fault.message, "sec") == NULL && strstr(fault.message, "me") != fault.message, "%s",
                      fault.message);
        cujit_error_clear(&fault);
    }
}

TEST(what_is_shown_of_a_server)
{
    const cj_redis_options secret = read_url("redis://me:secret@h:1/2?key=k"), v6 = read_url("redis://[::1]?key=k"),
                           file = read_url("unix:///a/b?key=k");
    char text[300];

    cj_redis_options_show(&secret, text, sizeof text);
    ck_assert_str_eq(text, "redis://h:1/2");
    cj_redis_options_show(&v6, text, sizeof text);
    ck_assert_str_eq(text, "redis://[::1]:6379/0");
    cj_redis_options_show(&file, text, sizeof text);
    ck_assert_str_eq(text, "unix:///a/b");
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

static cujit_status read_key(const char *path)
{
    unsigned char key[CJ_SEAL_KEY_SIZE];

    return cj_seal_read_key(path, key, &fault);
}

TEST(a_key_is_a_file_that_nobody_else_reads)
{
    unsigned char key[CJ_SEAL_KEY_SIZE], same[CJ_SEAL_KEY_SIZE], other[CJ_SEAL_KEY_SIZE];
    char *path = key_file(1);

    must(cj_seal_read_key(path, key, &fault));
    must(cj_seal_read_key(path, same, &fault));
    must(cj_seal_read_key(key_file(2), other, &fault));
    ck_assert_int_eq(memcmp(key, same, sizeof key), 0);
    ck_assert_int_ne(memcmp(key, other, sizeof key), 0);
    for (mode_t mode = 1; mode < 0100; mode *= 2) {
        chmod(path, 0600 | mode);
        refuse(read_key(path), CUJIT_ERROR_CACHE, "chmod 600");
    }
    chmod(path, 0400);
    must(read_key(path));
}

TEST(what_is_no_key_is_refused)
{
    char *path = cj_test_file("short", "0123456789012345678901234567890"), *large = must_malloc(2000);

    chmod(path, 0600);
    refuse(read_key(path), CUJIT_ERROR_CACHE, "32 to 1024 bytes");
    memset(large, 'x', 1999);
    large[1025] = '\0';
    path = cj_test_file("large", large);
    chmod(path, 0600);
    refuse(read_key(path), CUJIT_ERROR_CACHE, "32 to 1024 bytes");
    large[1024] = '\0';
    path = cj_test_file("largest", large);
    chmod(path, 0600);
    must(read_key(path));
    free(large);
    refuse(read_key(cj_test_path("absent")), CUJIT_ERROR_CACHE, "No such file");
    refuse(read_key(cj_test_directory()), CUJIT_ERROR_CACHE, "not a file");
    mkfifo(cj_test_path("pipe"), 0600);
    refuse(read_key(cj_test_path("pipe")), CUJIT_ERROR_CACHE, "not a file");
    if (geteuid() == 0) {
        path = key_file(3);
        ck_assert_int_eq(chown(path, 12345, 0), 0);
        refuse(read_key(path), CUJIT_ERROR_CACHE, "another user");
    }
}

TEST(a_layer_needs_a_key)
{
    cj_layer *layer = NULL;

    refuse(cj_redis_create("redis://h", &layer, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "no key=FILE");
    refuse(cj_redis_create("redis://h?key=/nowhere/at/all", &layer, &fault), CUJIT_ERROR_CACHE, "/nowhere/at/all");
    ck_assert_ptr_null(layer);
}

/* ---- Seals ------------------------------------------------------------------------------------------------------- */

static const unsigned char key[CJ_SEAL_KEY_SIZE] = {1, 2, 3}, other_key[CJ_SEAL_KEY_SIZE] = {1, 2, 4};

static bool opens(const unsigned char *with, const char *name, const void *sealed, size_t size, size_t most)
{
    void *data = NULL;
    size_t length = 0;
    const bool good = cj_seal_open(with, name, sealed, size, most, &data, &length);

    ck_assert((data != NULL) == good);
    cj_free(data);
    return good;
}

TEST(what_is_sealed_is_opened_by_its_key_and_name_only)
{
    enum { SIZE = 20000 };
    char *text = memory_of(SIZE);
    cj_text sealed = {0};
    void *data = NULL;
    size_t size = 0;

    for (int k = 0; k < SIZE; k++)
        text[k] = (char)(k / 7 % 50);
    ck_assert(cj_seal_close(key, "name", text, SIZE, &sealed));
    ck_assert_uint_lt(sealed.length, SIZE / 4);
    ck_assert(cj_seal_open(key, "name", sealed.data, sealed.length, SIZE, &data, &size));
    ck_assert_uint_eq(size, SIZE);
    ck_assert_int_eq(memcmp(data, text, SIZE), 0);
    cj_free(data);
    ck_assert(!opens(other_key, "name", sealed.data, sealed.length, SIZE));
    ck_assert(!opens(key, "nam", sealed.data, sealed.length, SIZE));
    ck_assert(!opens(key, "name ", sealed.data, sealed.length, SIZE));
    ck_assert(!opens(key, "name", sealed.data, sealed.length, SIZE - 1)); /* too large */
    for (size_t k = 0; k < sealed.length; k++) {
        sealed.data[k] ^= 0x20;
        ck_assert(!opens(key, "name", sealed.data, sealed.length, SIZE));
        sealed.data[k] ^= 0x20;
        ck_assert(!opens(key, "name", sealed.data, k, SIZE));
    }
    ck_assert(opens(key, "name", sealed.data, sealed.length, SIZE));
    cj_text_clear(&sealed);
}

TEST(what_cannot_be_compressed_is_sealed_too)
{
    unsigned char noise[5000];
    cj_text sealed = {0};
    uint32_t state = 1;

    for (size_t k = 0; k < sizeof noise; k++)
        noise[k] = (unsigned char)((state = state * 1664525 + 1013904223) >> 24);
    ck_assert(cj_seal_close(key, "n", noise, sizeof noise, &sealed));
    ck_assert(opens(key, "n", sealed.data, sealed.length, sizeof noise));
    cj_text_clear(&sealed);
}

/* ---- Addresses --------------------------------------------------------------------------------------------------- */

TEST(addresses_are_found_in_time_or_not_at_all)
{
    cj_addresses found;

    ck_assert(cj_resolve("127.0.0.1", 0, &found)); /* it is one, and takes no time */
    ck_assert_uint_eq(found.count, 1);
    ck_assert_str_eq(found.text[0], "127.0.0.1");
    ck_assert(cj_resolve("::1", 0, &found));
    ck_assert(cj_resolve("localhost", cj_now_ms() + 10000, &found));
    ck_assert(strcmp(found.text[0], "127.0.0.1") == 0 || strcmp(found.text[0], "::1") == 0);
    for (int k = 0; k < 20; k++)
        cj_resolve("localhost", cj_now_ms(), &found); /* whoever comes last cleans up */
}
