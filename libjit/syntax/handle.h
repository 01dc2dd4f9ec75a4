/*
 * handle.h: the types of textures and surfaces in signatures: "texture2d<float>", "surface1d<uchar4>",
 * "cudaTextureObject_t".
 */
#ifndef LIBJIT_HANDLE_H
#define LIBJIT_HANDLE_H

#include <cujit/dtype.h>

#include <stdbool.h>
#include <stddef.h>

/* What a parameter takes: one of these, and of templates a cj_texture_kind (backend.h) in the low bits. 0: none. */
enum { CJ_HANDLE_TEXTURE = 16, CJ_HANDLE_SURFACE = 32, CJ_HANDLE_KIND = 15 };

/* The handle type of that name; 0: there is none. */
unsigned cj_handle_by_name(const char *name);
/* Is it a template, with a type behind it? */
static inline bool cj_handle_is_template(unsigned handle)
{
    return (handle & CJ_HANDLE_KIND) != 0;
}

/* What T may be: an integer of 8, 16 or 32 bits, a float, or CUDA's vector of 1, 2 or 4 of them. */
bool cj_dtype_is_texel(cujit_dtype dtype);

/* The number that a texel is made of, and how many of them: UINT8 and 4 for UCHAR4. False: it is no dtype of a texel;
 * FLOAT16 is one here, of one number. */
bool cj_texel_split(cujit_dtype dtype, cujit_dtype *number, unsigned *channels);
/* The dtype of a texel of `channels` (1, 2, 4) such numbers, as texts spell it: UCHAR4. */
cujit_dtype cj_texel_join(cujit_dtype number, unsigned channels);

#endif
