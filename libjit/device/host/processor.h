/*
 * processor.h: which processor this is, for the key of code that was compiled for it alone, and for people.
 */
#ifndef LIBJIT_HOST_PROCESSOR_H
#define LIBJIT_HOST_PROCESSOR_H

#include "libjit/base/text.h"

#include <stddef.h>

/* "x86_64" */
#if defined(__x86_64__)
#define CJ_HOST_ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define CJ_HOST_ARCHITECTURE "aarch64"
#else
#define CJ_HOST_ARCHITECTURE "unknown"
#endif

/* Appends "x86_64 HEX": a digest of all that -march=native looks at (model and instruction sets). Same on every
 * processor of the machine; asks the processor, reads no file. */
void cj_processor_identity(cj_text *out);

/* "AMD EPYC 9654 96-Core Processor"; "x86_64 processor" where it does not say. */
void cj_processor_name(char *name, size_t size);

#endif
