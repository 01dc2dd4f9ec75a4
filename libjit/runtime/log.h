/*
 * log.h: what a context tells its program beside results and errors.
 */
#ifndef LIBJIT_LOG_H
#define LIBJIT_LOG_H

#include "libjit/runtime/context.h"

static inline bool cj_logs(const cujit_context *context, cujit_log_level level)
{
    return (int)level <= context->log_level;
}

/* Calls the program back, if it wants to know. `topic` and `kernel` as in cujit_log_record. Not for what a launch does
 * each time. */
void cj_log_text(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
                 const char *message);
void cj_log(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
            const char *format, ...) CJ_PRINTF(6, 7);

/* The trouble that the cache had since it was asked last. */
void cj_log_cache(const cujit_context *context, const char *kernel);

#endif
