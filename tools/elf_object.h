/*
 * elf_object.h: data as an object file that a linker takes, written without a compiler.
 */
#ifndef TOOLS_ELF_OBJECT_H
#define TOOLS_ELF_OBJECT_H

#include "command.h"

/* An ELF object for this machine's kind with two symbols: `symbol`, the data, and `symbol`_size, a size_t. The caller
 * frees *out. */
void cli_elf_object(const void *data, size_t size, const char *symbol, char **out, size_t *out_size);

#endif
