/*
 * processor.h: which processor this is, for the key of code that was compiled for it alone, and for people.
 */
#ifndef LIBJIT_HOST_PROCESSOR_H
#define LIBJIT_HOST_PROCESSOR_H

#include "libjit/base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* "x86_64"; and the class of processors that packs are made for, as compilers call it, "": there is none. */
#if defined(__x86_64__)
#define CJ_HOST_ARCHITECTURE "x86_64"
#define CJ_HOST_PORTABLE "x86-64-v3"
#elif defined(__aarch64__)
#define CJ_HOST_ARCHITECTURE "aarch64"
#else
#define CJ_HOST_ARCHITECTURE "unknown"
#endif
#ifndef CJ_HOST_PORTABLE
#define CJ_HOST_PORTABLE ""
#endif

/* Appends "x86_64 HEX": a digest of all that -march=native looks at (model and instruction sets). Same on every
 * processor of the machine; asks the processor, reads no file. */
void cj_processor_identity(cj_text *out);

/* Whether this processor belongs to that class. */
bool cj_processor_is_portable(void);

/* "AMD EPYC 9654 96-Core Processor"; "x86_64 processor" where it does not say. */
void cj_processor_name(char *name, size_t size);

#endif
