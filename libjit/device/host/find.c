/*
 * find.c: which C++ compiler of the system is used, and by which words keys know it.
 */
#include "libjit/device/host/compiler.h"

#include "libjit/base/os.h"
#include "libjit/device/host/options.h"
#include "libjit/device/host/unit.h"

#include <stdlib.h>
#include <string.h>

const char *cj_host_environment(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' ? value : NULL;
}

static const char *wish(const char *compiler)
{
    return compiler != NULL ? compiler : cj_host_environment("CUJIT_HOST_CXX");
}

static cujit_status not_found(const char *compiler, cujit_error *error)
{
    const char *folders = cj_host_environment("PATH");

    if (compiler != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "looking for the host compiler: \"%.200s\" is no program that can be run", compiler);
    if (wish(NULL) != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "looking for the host compiler: CUJIT_HOST_CXX is \"%.200s\", which is no program that can "
                            "be run; set it to the name or path of a C++ compiler, without arguments",
                            wish(NULL));
    return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                        "looking for the host compiler: tried c++, g++ and clang++ on PATH (%.200s): none is there; "
                        "install g++ or set CUJIT_HOST_CXX",
                        folders != NULL ? folders : "not set");
}

static cujit_status search(const char *compiler, cj_text *path, const char **name, cujit_error *error)
{
    static const char *const usual[] = {"c++", "g++", "clang++", NULL};
    const char *const wished[] = {wish(compiler), NULL};

    for (const char *const *one = wished[0] != NULL ? wished : usual; *one != NULL; one++) {
        *name = *one;
        if ((*one)[0] != '\0' && cj_find_program(*one, path))
            return CUJIT_OK;
    }
    return path->failed ? cj_error_no_memory(error, "a path") : not_found(compiler, error);
}

static cj_places places = {.what = "the host compiler", .size = sizeof(cj_host_compiler), .search = search};

cujit_status cj_host_find_compiler(const cj_target *target, cj_host_compiler **out, cujit_error *error)
{
    const char *wished = wish(target->compiler), *folders = cj_host_environment("PATH");
    cj_text question = {0};
    cj_place *found = NULL;
    cujit_status status;

    cj_text_printf(&question, "%s\n%s", wished == NULL ? "" : wished, folders == NULL ? "" : folders);
    status = cj_place_find(&places, target->compiler, &question, &found, error);
    if (status == CUJIT_OK)
        *out = (cj_host_compiler *)found;
    return status;
}

/* The preludes are part of the schema, whatever the features, and there is nothing else. */
cujit_status cj_host_toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    cj_host_compiler *c = NULL;
    const cujit_status status = cj_host_find_compiler(target, &c, error);
    const char *name;

    if (status != CUJIT_OK)
        return status;
    name = strrchr(c->place.path, '/');
    cj_text_printf(identity, "%s %s", name == NULL ? c->place.path : name + 1, c->place.identity);
    if (cj_host_flags() != NULL)
        cj_text_printf(identity, " with %s", cj_host_flags());
    /* sources are kept when kernels are compiled, and their objects name them */
    if (cj_host_kept_sources() != NULL)
        cj_text_printf(identity, " keeping sources in %s", cj_host_kept_sources());
    return identity->failed ? cj_error_no_memory(error, "the host compiler's name") : CUJIT_OK;
}
