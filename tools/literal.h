/*
 * literal.h: arrays that are typed: [1, 2.5, nan], [[1, 2], [3, 4]].
 */
#ifndef TOOLS_LITERAL_H
#define TOOLS_LITERAL_H

#include "array.h"

/* Of the type that is wanted, which must hold each of the numbers; CUJIT_DTYPE_NONE: the smallest of bool, int64,
 * uint64, float64 and complex128 that holds all. */
bool cli_literal_parse(const char *text, cujit_dtype wanted, cli_array *out, cli_problem *problem);

#endif
