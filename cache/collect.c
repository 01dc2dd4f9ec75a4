/*
 * collect.c: deleting what is of no more use; for people, so it reports errors. See cache.h.
 */
#include "cache/inspect.h"

#include "libjit/base/sized.h"

#include <dirent.h>
#include <sys/stat.h>

typedef struct collecting {
    cujit_cache_collection *result;
    bool look;
} collecting;

/* What toolchains that are gone have left, but for pinned entries. */
#define LEFT_BEHIND "FROM toolchains t CROSS JOIN uses u ON u.toolchain = t.id WHERE u.pinned = 0 AND " CJ_STORE_GONE

/* Within a transaction, unless it only looks. */
static int collect_entries(cj_store *store, void *user)
{
    collecting *self = user;
    int64_t entries = 0, failures = 0;
    int code = cj_store_ask(store, "SELECT count(*) " LEFT_BEHIND, NULL, 0, &entries);

    if (code == SQLITE_OK && !self->look)
        code = cj_store_run(store, "DELETE FROM kernels WHERE id IN (SELECT u.id " LEFT_BEHIND ")", NULL, 0);
    if (code == SQLITE_OK)
        code = cj_store_expire_failures(store, self->look, &failures);
    self->result->entries = (uint64_t)entries;
    self->result->failures = (uint64_t)failures;
    return code;
}

static int collect(cj_store *store, void *user)
{
    const collecting *self = user;

    return self->look ? collect_entries(store, user) : cj_store_transact(store, collect_entries, user);
}

/* "kernels-NUMBER." and anything, of another number than ours. */
static bool is_other(const char *name)
{
    static const char head[] = "kernels-", ours[] = CJ_STORE_FILE;
    const size_t digits = strncmp(name, head, sizeof head - 1) == 0 ? strspn(name + sizeof head - 1, "0123456789") : 0;
    const size_t stem = sizeof head - 1 + digits + 1;

    return digits > 0 && name[stem - 1] == '.' && strncmp(name, ours, stem) != 0;
}

static void look_at_files(const char *directory, cujit_cache_file_visit other, void *user,
                          cujit_cache_collection *result)
{
    DIR *folder = opendir(directory);
    const struct dirent *item;
    bool more = true;
    struct stat status;

    while (folder != NULL && more && (item = readdir(folder)) != NULL) {
        cj_text path = {0};

        if (!is_other(item->d_name))
            continue;
        cj_text_printf(&path, "%s/%s", directory, item->d_name);
        if (!path.failed && lstat(path.data, &status) == 0 && S_ISREG(status.st_mode)) {
            result->other_files++;
            result->other_bytes += (uint64_t)status.st_size;
            more = other == NULL || other(user, path.data, (uint64_t)status.st_size) != 0;
        }
        cj_text_clear(&path);
    }
    if (folder != NULL)
        closedir(folder);
}

cujit_status cujit_cache_collect_sized(cujit_cache *cache, int look, cujit_cache_file_visit other, void *user,
                                       cujit_cache_collection *out, size_t size, cujit_error *error)
{
    cujit_cache_collection result = {0};
    cujit_status status = cj_cache_check("cujit_cache_collect", cache, true, error);

    if (status == CUJIT_OK)
        status = cj_cache_work_on_file(cache, look == 0, collect, &(collecting){&result, look != 0},
                                       "delete what is of no more use", error);
    if (status != CUJIT_OK)
        return status;
    look_at_files(cache->store.directory, other, user, &result);
    cj_narrow(out, size, &result, sizeof result);
    return CUJIT_OK;
}
