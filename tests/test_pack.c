/*
 * test_pack.c: packs of compiled objects (cache/pack.h): what is found in them, whatever happens to the file; signatures;
 * who is trusted with code for this process.
 */
#include "cache/entry.h"
#include "cache/pack.h"
#include "tests/cache_support.h"

#include <fcntl.h>
#include <sys/stat.h>

enum { COUNT_PACKED = 20 };

static void encode(int n, const char *toolchain, cj_key_bytes *out)
{
    cj_cache_key key = make_key(n);

    key.toolchain = toolchain;
    ck_assert(cj_key_encode(&key, out));
}

static cj_object host_object(int n, size_t size)
{
    cj_object object = make_object(n, size);

    object.kind = CJ_OBJECT_SHARED;
    return object;
}

/* Objects 0 to COUNT_PACKED - 1; the last one is the host's. */
static void pack_into(cj_text *out, const cj_secret *secret)
{
    cj_pack_draft draft = {0};

    for (int n = 0; n < COUNT_PACKED; n++) {
        cj_object object = n == COUNT_PACKED - 1 ? host_object(n, 100) : make_object(n, 100 + 7 * (size_t)n);
        cj_key_bytes key;

        encode(n, "nvrtc 13.0", &key);
        ck_assert(cj_pack_draft_add(&draft, &key, &object));
        ck_assert(cj_pack_draft_add(&draft, &key, &object)); /* once more: nothing */
        cj_key_clear(&key);
        cj_object_clear(&object);
    }
    ck_assert_uint_eq(draft.count, COUNT_PACKED);
    ck_assert(cj_pack_draft_finish(&draft, secret, out));
    cj_pack_draft_clear(&draft);
}

static const char *write_pack(const void *data, size_t size)
{
    char *path = cj_test_path("%s/some.pack", cj_test_directory());
    FILE *file;

    unlink(path);
    file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    fclose(file);
    return path;
}

static const char *packed(const cj_secret *secret)
{
    cj_text bytes = {0};
    const char *path;

    pack_into(&bytes, secret);
    path = write_pack(bytes.data, bytes.length);
    cj_text_clear(&bytes);
    return path;
}

static void free_pack(void *pack)
{
    cj_pack_free(pack);
}

static cj_pack *open_pack(const char *path, const cj_trust *trust)
{
    char why[256] = "";
    cj_pack *pack = cj_pack_open(path, trust, why, sizeof why);

    ck_assert_msg(pack != NULL, "%s", why);
    return cj_test_keep(pack, free_pack);
}

/* The number of the object that the pack has for that key; -1: none. */
static int ask(cj_pack *pack, int n, const char *toolchain)
{
    cj_layer *layer = cj_pack_layer(pack);
    cj_key_bytes key;
    cj_object object;
    int found = -1;

    encode(n, toolchain, &key);
    if (layer->table->get(layer, &key, "", &object)) {
        cj_object right = n == COUNT_PACKED - 1 ? host_object(n, 100) : make_object(n, 100 + 7 * (size_t)n);

        found = object.resources.registers;
        ck_assert_uint_eq(object.size, right.size);
        ck_assert_int_eq(memcmp(object.data, right.data, right.size), 0);
        ck_assert_int_eq(object.kind, right.kind);
        cj_object_clear(&right);
        cj_object_clear(&object);
    }
    cj_key_clear(&key);
    return found;
}

static cujit_cache_layer_stats counts_of(cj_pack *pack)
{
    cujit_cache_layer_stats stats;

    memset(&stats, 0, sizeof stats);

    pack->layer.table->get_stats(&pack->layer, &stats);
    return stats;
}

TEST(every_key_is_found_and_no_other)
{
    cj_pack *pack = open_pack(packed(NULL), NULL);
    cujit_cache_layer_stats stats;

    for (int n = 0; n < COUNT_PACKED; n++) {
        ck_assert_int_eq(ask(pack, n, "nvrtc 13.0"), n);
        ck_assert_int_eq(ask(pack, n, NULL), n);
        ck_assert_int_eq(ask(pack, n, "nvrtc 12.0"), -1);
        ck_assert_int_eq(ask(pack, COUNT_PACKED + n, NULL), -1);
    }
    stats = counts_of(pack);
    ck_assert_uint_eq(stats.entries, COUNT_PACKED);
    ck_assert_uint_eq(stats.hits, 2 * COUNT_PACKED);
    ck_assert_uint_eq(stats.misses, 2 * COUNT_PACKED);
    ck_assert_uint_eq(stats.damaged + stats.refused + stats.rejected, 0);
}

TEST(memory_serves_at_any_address)
{
    cj_text bytes = {0};
    char why[256] = "", *odd;
    cj_pack *pack;

    pack_into(&bytes, NULL);
    odd = cj_test_keep(malloc(bytes.length + 1), free);
    memcpy(odd + 1, bytes.data, bytes.length);
    pack = cj_pack_open_memory(odd + 1, bytes.length, why, sizeof why);
    ck_assert_msg(pack != NULL, "%s", why);
    cj_text_clear(&bytes);
    for (int n = 0; n < COUNT_PACKED; n++)
        ck_assert_int_eq(ask(pack, n, "nvrtc 13.0"), n); /* the host's, too */
    cj_pack_free(pack);
}

TEST(empty_pack_has_nothing)
{
    cj_pack_draft draft = {0};
    cj_text bytes = {0};

    ck_assert(cj_pack_draft_finish(&draft, NULL, &bytes));
    ck_assert_int_eq(ask(open_pack(write_pack(bytes.data, bytes.length), NULL), 1, NULL), -1);
    cj_text_clear(&bytes);
}

TEST(what_a_device_refuses_is_not_given_again)
{
    cj_pack *pack = open_pack(packed(NULL), NULL);
    cj_key_bytes key;

    ck_assert_int_eq(ask(pack, 3, "nvrtc 13.0"), 3);
    encode(3, "nvrtc 13.0", &key);
    pack->layer.table->reject(&pack->layer, &key);
    cj_key_clear(&key);
    ck_assert_int_eq(ask(pack, 3, "nvrtc 13.0"), -1);
    ck_assert_int_eq(ask(pack, 4, "nvrtc 13.0"), 4);
    ck_assert_uint_eq(counts_of(pack).rejected, 1);
}

/* ---- What is no pack, or damaged ---- */

static void refuse_bytes(const void *data, size_t size, const char *part)
{
    char why[256] = "", memory_why[256] = "";
    cj_pack *pack = cj_pack_open(write_pack(data, size), NULL, why, sizeof why);

    ck_assert_msg(pack == NULL, "expected: %s", part);
    ck_assert_msg(strstr(why, part) != NULL, "%s", why);
    ck_assert_ptr_null(cj_pack_open_memory(data, size, memory_why, sizeof memory_why));
    ck_assert_str_eq(why, memory_why);
}

TEST(what_is_no_pack_is_refused_with_a_reason)
{
    cj_text bytes = {0};
    cj_pack_head *head;
    char why[256] = "";

    pack_into(&bytes, NULL);
    head = (cj_pack_head *)bytes.data;
    refuse_bytes("", 0, "no pack");
    refuse_bytes("\177ELF and something more", 20, "no pack");
    refuse_bytes(bytes.data, 100, "no pack");
    refuse_bytes(bytes.data, bytes.length - 1, "damaged");
    refuse_bytes(bytes.data, sizeof *head, "damaged");
    head->version = 2;
    refuse_bytes(bytes.data, bytes.length, "version 2");
    head->version = 1;
    head->count = UINT64_MAX / 2;
    refuse_bytes(bytes.data, bytes.length, "index");
    head->count = COUNT_PACKED - 1;
    refuse_bytes(bytes.data, bytes.length, "index");
    head->count = COUNT_PACKED;
    head->flags = CJ_PACK_SIGNED;
    refuse_bytes(bytes.data, bytes.length, "signature");
    cj_text_clear(&bytes);
    ck_assert_ptr_null(cj_pack_open(cj_test_directory(), NULL, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "regular file"));
    ck_assert_ptr_null(cj_pack_open("/nowhere/at all", NULL, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "No such file"));
    ck_assert_ptr_null(cj_pack_open("/dev/zero", NULL, why, sizeof why));
    ck_assert_int_eq(mkfifo(cj_test_path("%s/pipe", cj_test_directory()), 0600), 0); /* which nobody writes to */
    ck_assert_ptr_null(cj_pack_open(cj_test_path("%s/pipe", cj_test_directory()), NULL, why, sizeof why));
}

/* An index that is wrong in itself, under a right sum: offsets outside, order, kinds. */
TEST(index_is_believed_in_nothing)
{
    for (int wrong = 0; wrong < 5; wrong++) {
        cj_text bytes = {0};
        cj_pack_head *head;
        cj_pack_item *items, kept;

        pack_into(&bytes, NULL);
        head = (cj_pack_head *)bytes.data;
        items = (cj_pack_item *)(head + 1);
        kept = items[0];
        if (wrong == 0)
            items[3].offset = UINT64_MAX - 8;
        else if (wrong == 1)
            items[3].size = UINT64_MAX - items[3].offset + 1;
        else if (wrong == 2)
            items[3].kind = 99;
        else if (wrong == 3)
            items[3].offset = 0;
        else {
            items[0] = items[1];
            items[1] = kept;
        }
        head->index_sum = cj_digest_of(items, COUNT_PACKED * sizeof *items);
        refuse_bytes(bytes.data, bytes.length, "index");
        cj_text_clear(&bytes);
    }
}

/* Nothing is left of an entry that is not of the kind that the index says. */
TEST(kind_that_the_index_has_wrong_is_a_miss)
{
    cj_text bytes = {0};
    cj_pack_head *head;
    cj_pack_item *items;
    cj_object object = {0};
    cj_key_bytes key;
    cj_pack *pack;

    pack_into(&bytes, NULL);
    head = (cj_pack_head *)bytes.data;
    items = (cj_pack_item *)(head + 1);
    for (int k = 0; k < COUNT_PACKED; k++)
        items[k].kind = CJ_OBJECT_PTX;
    head->index_sum = cj_digest_of(items, COUNT_PACKED * sizeof *items);
    pack = open_pack(write_pack(bytes.data, bytes.length), NULL);
    cj_text_clear(&bytes);
    encode(COUNT_PACKED - 1, "nvrtc 13.0", &key); /* the host's */
    ck_assert(!cj_pack_layer(pack)->table->get(&pack->layer, &key, "", &object));
    ck_assert_ptr_null(object.data);
    cj_key_clear(&key);
    ck_assert_uint_eq(counts_of(pack).damaged, 1);
}

/* Whichever bit is flipped: the pack is refused, or its entry is a miss, or all is right as before. */
TEST(flipped_bits_are_never_an_answer)
{
    uint64_t state = 88172645463325252u;
    size_t damaged = 0, refused = 0;
    cj_text bytes = {0};

    pack_into(&bytes, NULL);
    for (int k = 0; k < 2000; k++) {
        char why[256];
        size_t bit;
        cj_pack *pack;

        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bit = state % (8 * bytes.length);
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        if ((pack = cj_pack_open_memory(bytes.data, bytes.length, why, sizeof why)) == NULL) {
            refused++;
        } else {
            for (int n = 0; n < COUNT_PACKED; n++) {
                const int found = ask(pack, n, "nvrtc 13.0"); /* compares every byte */

                ck_assert(found == n || found == -1);
            }
            damaged += counts_of(pack).damaged;
            cj_pack_free(pack);
        }
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    ck_assert_uint_gt(damaged, 1000);
    ck_assert_uint_gt(refused, 100);
    cj_text_clear(&bytes);
}

/* No signal, but misses that are counted. */
TEST(file_that_is_cut_short_meanwhile_gives_misses)
{
    const char *path = packed(NULL);
    cj_pack *pack = open_pack(path, NULL);

    ck_assert_int_eq(truncate(path, 3000), 0);
    for (int n = 0; n < COUNT_PACKED; n++) {
        const int found = ask(pack, n, "nvrtc 13.0");

        ck_assert(found == n || found == -1);
    }
    ck_assert_uint_gt(counts_of(pack).damaged, 10);
    ck_assert_int_eq(truncate(path, 0), 0);
    ck_assert_int_eq(ask(pack, 0, "nvrtc 13.0"), -1);
}

TEST(pack_that_is_replaced_serves_its_users_as_before)
{
    const char *path = packed(NULL);
    cj_pack *pack = open_pack(path, NULL);

    write_pack("something else", 14); /* a new file of that name */
    ck_assert_int_eq(ask(pack, 5, "nvrtc 13.0"), 5);
}

/* ---- Signatures and trust ---- */

static const char *make_secret(const char *name, cj_secret *secret, char key[CJ_KEY_DIGITS])
{
    const char *path = cj_test_path("%s/%s", cj_test_directory(), name);

    unlink(path);
    must(cj_secret_make(path, key, &fault));
    must(cj_secret_read(path, secret, &fault));
    return path;
}

/* Where others can write to, code for this process is taken from nobody but those that are trusted. */
TEST(host_objects_need_trust)
{
    const int host = COUNT_PACKED - 1;
    char key[CJ_KEY_DIGITS], other[CJ_KEY_DIGITS];
    cj_secret secret, others;
    cj_trust trust = {0};
    const char *path;
    cj_pack *pack;

    make_secret("key", &secret, key);
    make_secret("other", &others, other);
    pack = open_pack(packed(NULL), NULL); /* the folder is this user's alone */
    ck_assert(pack->trusted);
    ck_assert_int_eq(ask(pack, host, NULL), host);

    ck_assert_int_eq(chmod(cj_test_directory(), 0777), 0);
    pack = open_pack(packed(NULL), NULL);
    ck_assert(!pack->trusted);
    ck_assert_int_eq(ask(pack, host, NULL), -1);
    ck_assert_int_eq(ask(pack, 1, NULL), 1);
    ck_assert_uint_eq(counts_of(pack).refused, 1);
    ck_assert_ptr_nonnull(strstr(counts_of(pack).trouble, "trusted"));

    ck_assert(cj_trust_add(&trust, other));
    path = packed(&secret);
    ck_assert(!open_pack(path, &trust)->trusted);
    ck_assert(cj_trust_add(&trust, key));
    pack = open_pack(path, &trust);
    ck_assert(pack->is_signed && pack->key_trusted && pack->trusted);
    ck_assert_int_eq(ask(pack, host, NULL), host);
    cj_trust_clear(&trust);

    ck_assert_int_eq(chmod(cj_test_directory(), 0700), 0);
    ck_assert_int_eq(chmod(path, 0666), 0);
    ck_assert(!open_pack(path, NULL)->trusted);
    ck_assert_int_eq(chmod(path, 0644), 0);
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(path, 12345, 12345), 0);
        ck_assert(!open_pack(path, NULL)->trusted);
    }
}

/* Who exchanges the file between opening and the look at its path gains nothing: here the path of what was opened leads
 * to another file. */
TEST(trust_is_in_what_was_opened)
{
    const char *path = packed(NULL);
    int file = open(path, O_RDONLY);

    ck_assert_int_ge(file, 0);
    ck_assert(open_pack(cj_test_path("/proc/self/fd/%d", file), NULL)->trusted);
    ck_assert_int_eq(unlink(path), 0);
    cj_test_file("some.pack (deleted)", "another");
    ck_assert(!open_pack(cj_test_path("/proc/self/fd/%d", file), NULL)->trusted);
    close(file);
}

TEST(opening_a_pack_writes_its_handle_on_success_only)
{
    cujit_pack *const before = (cujit_pack *)&before, *pack = before;

    refuse(cujit_pack_open("/nowhere/some.pack", &pack, &fault), CUJIT_ERROR_CACHE, "No such file");
    ck_assert_ptr_eq(pack, before);
}

/* Another object under the same key, with a right sum. */
static void exchange_object(char *at, size_t size)
{
    cj_key_bytes key = {0};
    cj_object found, other;
    cj_text entry = {0};
    const void *data;

    ck_assert(cj_entry_view(at, size, &data, &key.size, &found));
    key.data = (unsigned char *)data;
    other = make_object(found.resources.registers + 6, found.size);
    ck_assert(cj_entry_pack(&key, &other, &entry));
    ck_assert_uint_eq(entry.length, size);
    memcpy(at, entry.data, size);
    cj_text_clear(&entry);
    cj_object_clear(&other);
}

/* Whoever changes an entry, and makes every sum right again but the signature. */
TEST(signed_pack_that_was_changed_is_refused)
{
    char key[CJ_KEY_DIGITS], why[256] = "";
    cj_secret secret;
    cj_text bytes = {0};
    cj_pack_head *head;
    cj_pack_item *items;
    cj_pack *pack;

    make_secret("key", &secret, key);
    pack_into(&bytes, &secret);
    head = (cj_pack_head *)bytes.data;
    items = (cj_pack_item *)(head + 1);
    ck_assert_int_eq(ask(open_pack(write_pack(bytes.data, bytes.length), NULL), 2, NULL), 2);

    exchange_object(bytes.data + items[0].offset, items[0].size);
    pack = cj_pack_open_memory(bytes.data, bytes.length, why, sizeof why);
    ck_assert_ptr_nonnull(pack);
    ck_assert(!cj_pack_is_sealed(pack, &pack->items[0], bytes.data + items[0].offset));
    ck_assert(cj_pack_is_sealed(pack, &pack->items[1], bytes.data + items[1].offset));
    cj_pack_free(pack);
    /* the index with it */
    items[0].seal[0] ^= 1;
    head->index_sum = cj_digest_of(items, COUNT_PACKED * sizeof *items);
    refuse_bytes(bytes.data, bytes.length, "signature is wrong");
    cj_text_clear(&bytes);
}

TEST(secret_keys_are_secret)
{
    char key[CJ_KEY_DIGITS];
    cj_secret secret;
    const char *path = make_secret("key", &secret, key);
    struct stat status;

    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    ck_assert_uint_eq(strlen(key), 64);
    refuse(cj_secret_make(path, key, &fault), CUJIT_ERROR_IO, "exists");
    ck_assert_int_eq(chmod(path, 0644), 0);
    refuse(cj_secret_read(path, &secret, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "open to others");
    refuse(cj_secret_read(write_pack("12ab", 4), &secret, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "64 hexadecimal");
    refuse(cj_secret_read("/nowhere", &secret, &fault), CUJIT_ERROR_IO, "No such file");
}

TEST(trusted_keys_come_from_a_file_that_only_root_or_this_user_writes)
{
    static const char text[] = "# the build machine's\n"
                               "  00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff # until spring\n"
                               "\n"
                               "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";
    const char *path = write_pack(text, sizeof text - 1);
    char why[256] = "";
    cj_trust trust = {0};

    ck_assert(cj_trust_add_file(&trust, path, why, sizeof why));
    ck_assert_uint_eq(trust.count, 2);
    ck_assert(cj_trust_add_file(&trust, "/nowhere/trusted", why, sizeof why));
    ck_assert_int_eq(chmod(path, 0666), 0);
    ck_assert(!cj_trust_add_file(&trust, path, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "nobody else can write to"));
    ck_assert_int_eq(chmod(path, 0644), 0);
    path = write_pack("0011\n", 5);
    ck_assert(!cj_trust_add_file(&trust, path, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "\"0011\" is no key"));
    ck_assert(!cj_trust_add(&trust, "xyz") && !cj_trust_add(&trust, NULL));
    ck_assert_uint_eq(trust.count, 2);
    cj_trust_clear(&trust);
}
