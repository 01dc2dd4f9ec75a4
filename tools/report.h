/*
 * report.h: what `cujit run` and `cujit compile` say of a kernel.
 */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include "print.h"

/* "memory", "disk", "compiler" */
const char *cli_origin_text(cujit_origin origin);

/* One line a property; what is not known is left out. */
void cli_report_print(FILE *file, const cujit_report *report);
/* The same as an object. */
void cli_report_json(cli_json *json, const char *key, const cujit_report *report, bool log);

#endif
