/*
 * literal.h: arrays that are typed: [1, 2.5, nan], [[1, 2], [3, 4]].
 */
#ifndef TOOLS_LITERAL_H
#define TOOLS_LITERAL_H

#include "array.h"

/* Of the smallest of bool, int64, uint64, float64 and complex128 that holds all elements. */
bool cli_literal_parse(const char *text, cli_array *out, cli_problem *problem);

#endif
