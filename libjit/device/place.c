/*
 * place.c: see place.h.
 */
#include "libjit/device/place.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <stdlib.h>
#include <string.h>

static bool is_current(const cj_place *known)
{
    struct stat now;

    if (atomic_load(&known->loaded))
        return true;
    return stat(known->path, &now) == 0 && now.st_dev == known->file.st_dev && now.st_ino == known->file.st_ino &&
           now.st_size == known->file.st_size && now.st_mtim.tv_sec == known->file.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == known->file.st_mtim.tv_nsec;
}

/* NULL: none that still holds. */
static cj_place *find_known(cj_places *places, const char *question)
{
    cj_place *known;

    cj_global_lock_take();
    known = places->first;
    while (known != NULL && strcmp(known->question, question) != 0)
        known = known->next;
    cj_global_lock_release();
    return known != NULL && is_current(known) ? known : NULL;
}

static void place_free(cj_place *place)
{
    if (place == NULL)
        return;
    cj_free(place->question);
    cj_free(place->path);
    cj_free(place->identity);
    cj_free(place);
}

static cujit_status fill(const cj_places *places, cj_place *place, const char *wanted, cujit_error *error)
{
    cj_text path = {0}, identity = {0};
    cujit_status status = places->search(wanted, &path, error);

    if (status != CUJIT_OK)
        goto out;
    place->path = cj_text_take(&path);
    if (place->path != NULL && (stat(place->path, &place->file) != 0 || !cj_file_identity(place->path, &identity))) {
        status = cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "finding %s: %.300s cannot be read", places->what,
                              place->path);
        goto out;
    }
    place->identity = cj_text_take(&identity);
    if (place->path == NULL || place->identity == NULL)
        status = cj_error_no_memory(error, places->what);

out:
    cj_text_clear(&path);
    cj_text_clear(&identity);
    return status;
}

cujit_status cj_place_find(cj_places *places, const char *wanted, cj_place **out, cujit_error *error)
{
    cj_text question = {0};
    cj_place *made = NULL;
    cujit_status status;
    char *asked;

    cj_text_append(&question, wanted);
    for (const char *const *name = places->environment; *name != NULL; name++) {
        cj_text_append(&question, "\n");
        cj_text_append(&question, getenv(*name));
    }
    asked = cj_text_take(&question);
    *out = asked != NULL ? find_known(places, asked) : NULL;
    if (asked == NULL || *out != NULL || (made = cj_calloc(1, places->size)) == NULL) {
        cj_free(asked);
        return *out != NULL ? CUJIT_OK : cj_error_no_memory(error, places->what);
    }
    made->question = asked;
    if ((status = fill(places, made, wanted, error)) != CUJIT_OK) {
        place_free(made);
        return status;
    }
    cj_global_lock_take();
    made->next = places->first;
    places->first = made;
    cj_global_lock_release();
    *out = made;
    return CUJIT_OK;
}
