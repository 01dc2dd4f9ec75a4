/*
 * stamp.c: see stamp.h.
 */
#include "cache/stamp.h"

#include "cache/directory.h"
#include "libjit/base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(CJ_STAMP_SIZE == crypto_generichash_BYTES && CJ_STAMP_KEY_SIZE == crypto_generichash_KEYBYTES,
               "libsodium's sizes");

/* ---- Stamps ----------------------------------------------------------------------------------------------------- */

/* A part with its length before it, so that no two run into each other. */
static void add(crypto_generichash_state *state, const void *data, size_t size)
{
    const uint64_t length = size;

    crypto_generichash_update(state, (const unsigned char *)&length, sizeof length);
    if (size > 0)
        crypto_generichash_update(state, data, size);
}

void cj_stamp_make(const unsigned char key[CJ_STAMP_KEY_SIZE], const void *cache_key, size_t cache_key_size,
                   const cj_object *object, unsigned char stamp[CJ_STAMP_SIZE])
{
    static const char purpose[] = "cujit object 1";
    const int64_t kind = object->kind;
    crypto_generichash_state state;

    crypto_generichash_init(&state, key, CJ_STAMP_KEY_SIZE, CJ_STAMP_SIZE);
    add(&state, purpose, sizeof purpose);
    add(&state, cache_key, cache_key_size);
    add(&state, &kind, sizeof kind);
    add(&state, object->data, object->size);
    add(&state, object->names, object->names != NULL ? strlen(object->names) : 0);
    crypto_generichash_final(&state, stamp, CJ_STAMP_SIZE);
}

bool cj_stamp_is(const unsigned char a[CJ_STAMP_SIZE], const unsigned char b[CJ_STAMP_SIZE])
{
    return sodium_memcmp(a, b, CJ_STAMP_SIZE) == 0;
}

void cj_stamp_forget_key(unsigned char key[CJ_STAMP_KEY_SIZE])
{
    sodium_memzero(key, CJ_STAMP_KEY_SIZE);
}

/* ---- The secret's file ------------------------------------------------------------------------------------------- */

static ssize_t read_all(int file, unsigned char *to, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = read(file, to + done, size - done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* False with "" in `why`: there is no such file. */
static bool read_file(const char *path, unsigned char key[CJ_STAMP_KEY_SIZE], char *why, size_t size)
{
    unsigned char content[CJ_STAMP_KEY_SIZE + 1];
    struct stat status;
    ssize_t length = -1;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    why[0] = '\0';
    if (file < 0) {
        if (errno != ENOENT)
            snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        snprintf(why, size, "%s is no file", path);
    else if (status.st_uid != geteuid())
        snprintf(why, size, "%s belongs to user %lu, not to this one", path, (unsigned long)status.st_uid);
    else if (status.st_mode & 077)
        snprintf(why, size, "%s is open to others (mode %03o): it was to be a secret; delete it", path,
                 (unsigned)(status.st_mode & 0777));
    else if ((length = read_all(file, content, sizeof content)) < 0)
        snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
    else if (length != CJ_STAMP_KEY_SIZE)
        snprintf(why, size, "%s is no secret of %d bytes: delete it", path, CJ_STAMP_KEY_SIZE);
    close(file);
    if (why[0] == '\0')
        memcpy(key, content, CJ_STAMP_KEY_SIZE);
    sodium_memzero(content, sizeof content);
    return why[0] == '\0';
}

/* Random bytes, which are on the disk then. */
static bool write_secret(int file)
{
    unsigned char key[CJ_STAMP_KEY_SIZE];
    bool written;

    if (getrandom(key, sizeof key, 0) != (ssize_t)sizeof key)
        return false;
    written = write(file, key, sizeof key) == (ssize_t)sizeof key && fsync(file) == 0;
    sodium_memzero(key, sizeof key);
    return written;
}

/* Gives the whole file its name at once, where nobody was quicker: then theirs counts. */
static bool publish(const char *from, const char *to)
{
    return link(from, to) == 0 || errno == EEXIST || renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ||
           errno == EEXIST;
}

static bool make_file(const char *path, char *why, size_t size)
{
    cj_text name = {0};
    bool made = false;
    int file = -1;

    cj_text_printf(&name, "%s-XXXXXX", path);
    if (name.failed) {
        snprintf(why, size, "memory ran out");
        goto out;
    }
    file = mkostemp(name.data, O_CLOEXEC); /* 0600 */
    if (file >= 0) {
        made = write_secret(file) && publish(name.data, path);
        if (!made)
            snprintf(why, size, "cannot make %s: %s", path, strerror(errno));
        unlink(name.data);
        close(file);
    } else {
        snprintf(why, size, "cannot make %s: %s", path, strerror(errno));
    }
out:
    cj_text_clear(&name);
    return made;
}

static bool is_same_folder(const char *a, const char *b)
{
    struct stat first, second;

    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Sees to the folder: where others could exchange the secret, or read it with the cache, it is none. */
static bool look_at_folder(const char *folder, const char *path, const char *apart_from, bool make, char *why,
                           size_t size)
{
    cj_directory_state state = cj_directory_check(folder, path, why, size);

    if (state == CJ_DIRECTORY_ABSENT && !make) {
        why[0] = '\0';
        return false;
    }
    if (state == CJ_DIRECTORY_ABSENT && (state = cj_directory_make(folder, why, size)) == CJ_DIRECTORY_FINE)
        state = cj_directory_check(folder, path, why, size);
    if (state == CJ_DIRECTORY_ABSENT)
        snprintf(why, size, "%s vanished while it was made", folder);
    if (state != CJ_DIRECTORY_FINE)
        return false;
    if (is_same_folder(folder, apart_from)) {
        snprintf(why, size, "%s is the cache's own folder: the secret must lie apart from it", folder);
        return false;
    }
    return true;
}

bool cj_stamp_read_key(const char *apart_from, bool make, unsigned char key[CJ_STAMP_KEY_SIZE], char *why, size_t size)
{
    char *folder = cj_directory_of_data();
    cj_text path = {0};
    bool found = false;

    why[0] = '\0';
    if (folder == NULL || folder[0] == '\0') {
        snprintf(why, size, folder == NULL ? "memory ran out" : "there is no home directory, and no XDG_DATA_HOME");
        goto out;
    }
    cj_text_printf(&path, "%s/secret", folder);
    if (path.failed) {
        snprintf(why, size, "memory ran out");
        goto out;
    }
    if (!look_at_folder(folder, path.data, apart_from, make, why, size))
        goto out;
    found = read_file(path.data, key, why, size);
    if (!found && make && why[0] == '\0')
        found = make_file(path.data, why, size) && read_file(path.data, key, why, size);
out:
    cj_text_clear(&path);
    cj_free(folder);
    return found;
}
