/*
 * report.c: a kernel's report, for people and as JSON.
 */
#include "report.h"

const char *cli_origin_text(cujit_origin origin)
{
    switch (origin) {
    case CUJIT_ORIGIN_MEMORY:
        return "memory";
    case CUJIT_ORIGIN_DISK:
        return "disk";
    case CUJIT_ORIGIN_COMPILER:
        return "compiler";
    case CUJIT_ORIGIN_TIER:
        return "tier";
    }
    return "unknown";
}

static void line(FILE *file, const char *label, int value, const char *unit)
{
    if (value >= 0)
        fprintf(file, "  %-14s %d%s\n", label, value, unit);
}

void cli_report_print(FILE *file, const cujit_report *report)
{
    char size[32];

    fprintf(file, "%s\n", report->name);
    fprintf(file, "  %-14s %s\n", "architecture", report->architecture);
    fprintf(file, "  %-14s %s, %s\n", "object", report->object_kind,
            cli_print_bytes((double)report->object_size, size, sizeof size));
    line(file, "registers", report->registers, " per thread");
    line(file, "shared memory", report->shared_bytes, " B per block");
    line(file, "stack", report->stack_bytes, " B per thread");
    if (report->spill_store_bytes >= 0 && report->spill_load_bytes >= 0)
        fprintf(file, "  %-14s %d B stored, %d B loaded\n", "spills", report->spill_store_bytes,
                report->spill_load_bytes);
    fprintf(file, "  %-14s %.1f ms\n", "compiled in", report->compile_ms);
    fprintf(file, "  %-14s %s, %.2f ms\n", "created from", cli_origin_text(report->origin), report->create_ms);
}

static void known(cli_json *json, const char *key, int value)
{
    if (value < 0)
        cli_json_text(json, key, NULL);
    else
        cli_json_integer(json, key, value);
}

void cli_report_json(cli_json *json, const char *key, const cujit_report *report, bool log)
{
    cli_json_begin(json, key, '{');
    cli_json_text(json, "name", report->name);
    cli_json_text(json, "architecture", report->architecture);
    cli_json_text(json, "object_kind", report->object_kind);
    cli_json_unsigned(json, "object_bytes", report->object_size);
    known(json, "registers", report->registers);
    known(json, "shared_bytes", report->shared_bytes);
    known(json, "stack_bytes", report->stack_bytes);
    known(json, "spill_store_bytes", report->spill_store_bytes);
    known(json, "spill_load_bytes", report->spill_load_bytes);
    cli_json_text(json, "origin", cli_origin_text(report->origin));
    cli_json_real(json, "create_ms", report->create_ms);
    cli_json_real(json, "compile_ms", report->compile_ms);
    if (log)
        cli_json_text(json, "log", report->log);
    cli_json_end(json, '}');
}
