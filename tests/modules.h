/*
 * modules.h: short forms of the calls that make and launch modules, for suites that do. Each ends the test where its
 * call fails.
 */
#ifndef TESTS_MODULES_H
#define TESTS_MODULES_H

#include "tests/kernels.h"

static inline cujit_module *make(cujit_context *context, const cujit_module_spec *spec)
{
    cujit_module *module = NULL;
    cujit_error error = {0};

    must(cujit_module_create(context, spec, &module, &error), &error);
    return module;
}

static inline cujit_module *make_source(cujit_context *context, const char *source)
{
    return make(context, &(cujit_module_spec){.source = source});
}

static inline cujit_function *function_of(cujit_module *module, const char *name)
{
    cujit_function *function = NULL;
    cujit_error error = {0};

    must(cujit_module_function(module, name, &function, &error), &error);
    return function;
}

static inline void launch(cujit_function *function, cujit_launch shape, cujit_args args)
{
    cujit_error error = {0};

    must(cujit_function_launch(function, &shape, args, &error), &error);
}

#endif
