/*
 * zip_none.c: zip archives where there is no minizip: none.
 */
#include "libjit/io/zip.h"

static cujit_status refuse(cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "this library was built without minizip, which .npz files need");
}

cujit_status cj_zip_names(const cj_zip_source *source, char ***names, cujit_error *error)
{
    (void)source, (void)names;
    return refuse(error);
}

cujit_status cj_zip_open(const cj_zip_source *source, const char *name, FILE **file, size_t *available,
                         cujit_error *error)
{
    (void)source, (void)name, (void)file;
    *available = 0;
    return refuse(error);
}

cujit_status cj_zip_create(FILE *file, cj_zip **zip, cujit_error *error)
{
    (void)file, (void)zip;
    return refuse(error);
}

cujit_status cj_zip_add(cj_zip *zip, const char *name, bool deflate, FILE **file, cujit_error *error)
{
    (void)zip, (void)name, (void)deflate, (void)file;
    return refuse(error);
}

bool cj_zip_finish(cj_zip *zip)
{
    return zip == NULL;
}
