/*
 * declare.h: a parameter as C++ declares it, which sources leave to templates/parameters.cu.in.
 */
#ifndef TESTS_DECLARE_H
#define TESTS_DECLARE_H

#include "libjit/syntax/signature.h"

/* Appends "const float *__restrict__ x". */
static inline void declare_parameter(const cj_parameter *parameter, cj_text *out)
{
    cj_text_printf(out, "%s%s%s %s%s%s", parameter->is_const ? "const " : "", parameter->is_volatile ? "volatile " : "",
                   parameter->spelling, parameter->pointer ? "*" : "", parameter->is_restrict ? "__restrict__ " : "",
                   parameter->name);
}

#endif
