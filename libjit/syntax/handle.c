/*
 * handle.c: see handle.h.
 */
#include "libjit/syntax/handle.h"

#include <string.h>

unsigned cj_handle_by_name(const char *name)
{
    /* The numbers are those of cj_texture_kind. */
    static const struct {
        const char *name;
        unsigned handle;
    } all[] = {
        {"cudaTextureObject_t", CJ_HANDLE_TEXTURE},   {"cudaSurfaceObject_t", CJ_HANDLE_SURFACE},
        {"texture_buffer", CJ_HANDLE_TEXTURE | 1},    {"texture1d", CJ_HANDLE_TEXTURE | 2},
        {"texture2d", CJ_HANDLE_TEXTURE | 3},         {"texture3d", CJ_HANDLE_TEXTURE | 4},
        {"texture1d_layered", CJ_HANDLE_TEXTURE | 5}, {"texture2d_layered", CJ_HANDLE_TEXTURE | 6},
        {"surface1d", CJ_HANDLE_SURFACE | 2},         {"surface2d", CJ_HANDLE_SURFACE | 3},
        {"surface3d", CJ_HANDLE_SURFACE | 4},         {"surface1d_layered", CJ_HANDLE_SURFACE | 5},
        {"surface2d_layered", CJ_HANDLE_SURFACE | 6},
    };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (*all[k].name == *name && strcmp(all[k].name, name) == 0)
            return all[k].handle;
    }
    return 0;
}

/* The vector of one component of each number. */
static const struct {
    cujit_dtype number, first;
} texels[] = {
    {CUJIT_INT8, CUJIT_CHAR1},     {CUJIT_UINT8, CUJIT_UCHAR1}, {CUJIT_INT16, CUJIT_SHORT1},
    {CUJIT_UINT16, CUJIT_USHORT1}, {CUJIT_INT32, CUJIT_INT1},   {CUJIT_UINT32, CUJIT_UINT1},
    {CUJIT_FLOAT32, CUJIT_FLOAT1},
};

bool cj_texel_split(cujit_dtype dtype, cujit_dtype *number, unsigned *channels)
{
    *number = dtype;
    *channels = 1;
    if (dtype == CUJIT_FLOAT16)
        return true;
    for (size_t k = 0; k < sizeof texels / sizeof *texels; k++) {
        const int more = (int)dtype - (int)texels[k].first;

        if (dtype == texels[k].number)
            return true;
        if (more < 0 || more > 3 || more == 2)
            continue;
        *number = texels[k].number;
        *channels = (unsigned)more + 1;
        return true;
    }
    return false;
}

cujit_dtype cj_texel_join(cujit_dtype number, unsigned channels)
{
    for (size_t k = 0; k < sizeof texels / sizeof *texels; k++) {
        if (texels[k].number == number && channels > 1)
            return (cujit_dtype)((unsigned)texels[k].first + channels - 1);
    }
    return number;
}

bool cj_dtype_is_texel(cujit_dtype dtype)
{
    cujit_dtype number;
    unsigned channels;

    return dtype != CUJIT_FLOAT16 && cj_texel_split(dtype, &number, &channels);
}
