/*
 * eval_source.h: files that operands of `cujit eval` come from.
 */
#ifndef TOOLS_EVAL_SOURCE_H
#define TOOLS_EVAL_SOURCE_H

#include "eval.h"

/* FILE, FILE:MEMBER or -, -:MEMBER: an array. The problem does not name the file. */
bool eval_load(eval_command *self, const char *text, cujit_array **out);

/* What a file has names for: members of an archive, columns of a table, and of a .npy file its own. */
bool eval_source_open(eval_command *self, const char *path, size_t *source);
size_t eval_source_count(const eval_source *source);
/* The caller frees it. */
char *eval_source_name(const eval_source *source, size_t k);
bool eval_source_load(eval_command *self, size_t source, const char *name, cujit_array **out);

void eval_source_clear(eval_source *source);

#endif
