/*
 * scans.h: short forms of the public calls for suites that scan.
 */
#ifndef TESTS_SCANS_H
#define TESTS_SCANS_H

#include "tests/kernels.h"

static inline cujit_scan *make_scan(cujit_context *context, const cujit_scan_spec *spec)
{
    cujit_scan *scan = NULL;
    cujit_error error = {0};

    must(cujit_scan_create(context, spec, &scan, &error), &error);
    return scan;
}

static inline cujit_array *run_scan(const cujit_scan *scan, const cujit_scan_options *options, cujit_args args)
{
    cujit_array *result = NULL;
    cujit_error error = {0};

    must(cujit_scan_run(scan, options, args, &result, &error), &error);
    return result;
}

#endif
