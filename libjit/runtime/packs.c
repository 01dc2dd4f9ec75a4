/*
 * packs.c: see packs.h.
 */
#include "libjit/runtime/packs.h"

#include "cache/pack.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct opening {
    cj_cache *cache;
    cj_trust trust;
    bool trust_known; /* the administrator's file was read */
} opening;

/* ---- One pack ---------------------------------------------------------------------------------------------------- */

static void note(const opening *self, const char *place, const char *why)
{
    char trouble[256];

    snprintf(trouble, sizeof trouble, "the pack %.120s is not used: %.100s", place, why);
    cj_cache_note_trouble(self->cache, trouble);
}

/* The file of trusted keys is read where there is a pack at all. */
static const cj_trust *get_trust(opening *self)
{
    char why[256];

    if (!self->trust_known && !cj_trust_add_file(&self->trust, CJ_TRUST_FILE, why, sizeof why))
        cj_cache_note_trouble(self->cache, why);
    self->trust_known = true;
    return &self->trust;
}

static void add(opening *self, const char *path)
{
    char why[200] = "";
    cj_pack *pack = cj_pack_open(path, get_trust(self), why, sizeof why);

    if (pack != NULL)
        cj_cache_add_layer(self->cache, cj_pack_layer(pack));
    else
        note(self, path, why);
}

static void add_memory(opening *self, const void *data, size_t size)
{
    char why[200] = "";
    cj_pack *pack = cj_pack_open_memory(data, size, why, sizeof why);

    if (pack != NULL)
        cj_cache_add_layer(self->cache, cj_pack_layer(pack));
    else
        note(self, "in memory", why);
}

/* ---- Which there are --------------------------------------------------------------------------------------------- */

/* The library's own, of the ready-made kernels, lies where it was installed with the library; it need not be there. */
static void add_own(opening *self)
{
    static const char tail[] = "/" CUJIT_DATA_FROM_LIBRARY "/" CUJIT_OWN_PACK;
    cj_text path = {0};
    const char *slash;
    Dl_info found;

    if (dladdr(tail, &found) == 0 || found.dli_fname == NULL || (slash = strrchr(found.dli_fname, '/')) == NULL)
        return;
    cj_text_append_n(&path, found.dli_fname, (size_t)(slash - found.dli_fname));
    cj_text_append(&path, tail);
    if (!path.failed && access(path.data, F_OK) == 0)
        add(self, path.data);
    cj_text_clear(&path);
}

/* Paths with colons between them; an empty one stands for the library's own. */
static void add_list(opening *self, const char *list)
{
    for (const char *at = list, *end;; at = end + 1) {
        cj_text path = {0};

        end = at + strcspn(at, ":");
        cj_text_append_n(&path, at, (size_t)(end - at));
        if (end == at)
            add_own(self);
        else if (!path.failed)
            add(self, path.data);
        cj_text_clear(&path);
        if (*end == '\0')
            return;
    }
}

cujit_status cj_packs_open(cj_cache *cache, const cujit_context_options *options, cujit_error *error)
{
    const char *const *keys = options->trusted_keys, *const *paths = options->packs;
    const char *list = secure_getenv("CUJIT_CACHE_PACKS");
    opening self = {.cache = cache};
    cujit_status status = CUJIT_OK;

    for (; keys != NULL && *keys != NULL && status == CUJIT_OK; keys++)
        if (!cj_trust_add(&self.trust, *keys))
            status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                  "cujit_context_create: the trusted key \"%.70s\" is none: expected 64 hexadecimal "
                                  "digits",
                                  *keys);
    if (status != CUJIT_OK)
        goto out;
    if (options->pack_data != NULL)
        add_memory(&self, options->pack_data, options->pack_size);
    for (; paths != NULL && *paths != NULL; paths++)
        add(&self, *paths);
    if (list == NULL)
        add_own(&self);
    else if (list[0] != '\0')
        add_list(&self, list);

out:
    cj_trust_clear(&self.trust);
    return status;
}
