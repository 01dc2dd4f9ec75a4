/*
 * redis_none.c: in place of all that is in this folder, where hiredis or zstd was not there when the library
 * was built.
 */
#include "cache/remote/redis.h"

cujit_status cj_redis_create(const char *url, cj_layer **out, cujit_error *error)
{
    (void)url;
    (void)out;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "this libcujit was built without hiredis, and has no layer on Redis");
}

cujit_status cj_redis_try(cj_layer *layer, double *ms, cujit_error *error)
{
    (void)layer;
    (void)ms;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "there is no layer on Redis");
}
