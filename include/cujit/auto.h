/*
 * cujit/auto.h: objects that free themselves, section 26 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_AUTO_H
#define CUJIT_AUTO_H

/* ---- 26 Objects that free themselves ------------------------------------------------------------------------------
 *
 * With gcc and clang a variable can free what it holds when its scope is left, in whatever way:
 *
 *     CUJIT_AUTO(cujit_error) error = {0};
 *     CUJIT_AUTO(cujit_context) *context = NULL;
 *     CUJIT_AUTO(cujit_array) *x = NULL, *y = NULL;
 *
 * The type is one of those below, and the variable, which must be initialised, is a pointer to it; or, of an error, the
 * struct itself, which is cleared. What is to outlive the scope is handed on by setting the variable to NULL. C++ has
 * owners of its own (examples/cplusplus.cpp); for other compilers there is no such thing, and CUJIT_AUTO is not
 * defined.
 */
#if defined(__GNUC__) && !defined(__cplusplus)
#define CUJIT_AUTO(type) __attribute__((cleanup(type##_auto_))) type

static inline void cujit_error_auto_(cujit_error *error)
{
    cujit_error_clear(error);
}

#define CUJIT_AUTO_FREE_(type)                                                                                         \
    static inline void type##_auto_(type **variable)                                                                   \
    {                                                                                                                  \
        type##_free(*variable);                                                                                        \
    }
CUJIT_AUTO_FREE_(cujit_context)
CUJIT_AUTO_FREE_(cujit_array)
CUJIT_AUTO_FREE_(cujit_elementwise)
CUJIT_AUTO_FREE_(cujit_reduction)
CUJIT_AUTO_FREE_(cujit_scan)
CUJIT_AUTO_FREE_(cujit_rows)
CUJIT_AUTO_FREE_(cujit_expression)
CUJIT_AUTO_FREE_(cujit_random)
CUJIT_AUTO_FREE_(cujit_module)
CUJIT_AUTO_FREE_(cujit_event)
CUJIT_AUTO_FREE_(cujit_graph)
CUJIT_AUTO_FREE_(cujit_pool)
CUJIT_AUTO_FREE_(cujit_cache)
CUJIT_AUTO_FREE_(cujit_npy_reader)
CUJIT_AUTO_FREE_(cujit_npz_reader)
CUJIT_AUTO_FREE_(cujit_image)
CUJIT_AUTO_FREE_(cujit_texture)
CUJIT_AUTO_FREE_(cujit_pack)
CUJIT_AUTO_FREE_(cujit_pack_draft)
CUJIT_AUTO_FREE_(cujit_creation)
#endif

#endif
