/*
 * log.c: see log.h.
 */
#include "libjit/runtime/log.h"

#include <stdarg.h>
#include <stdio.h>

void cj_log_text(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
                 const char *message)
{
    const cujit_log_record record = {level, topic, kernel, message, ms};

    if (cj_logs(context, level))
        context->log(context->log_user, &record);
}

void cj_log(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
            const char *format, ...)
{
    char message[1024];
    va_list values;

    if (!cj_logs(context, level))
        return;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    cj_log_text(context, level, topic, kernel, ms, message);
}

void cj_log_cache(const cujit_context *context, const char *kernel)
{
    char trouble[sizeof((cujit_cache_stats *)0)->trouble];

    if (cj_logs(context, CUJIT_LOG_WARNING) && cj_cache_take_trouble(context->cache, trouble, sizeof trouble))
        cj_log_text(context, CUJIT_LOG_WARNING, "cache", kernel, 0, trouble);
}
