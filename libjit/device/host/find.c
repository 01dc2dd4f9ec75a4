/*
 * find.c: which C++ compiler of the system is used, and by which words keys know it.
 */
#include "libjit/device/host/compiler.h"

#include "libjit/base/alloc.h"
#include "libjit/base/global_lock.h"
#include "libjit/base/os.h"
#include "libjit/device/host/options.h"
#include "libjit/device/host/unit.h"

#include <stdlib.h>
#include <string.h>

static cj_global_lock lock = CJ_GLOBAL_LOCK;
static cj_host_compiler *compilers;

const char *cj_host_environment(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' ? value : NULL;
}

static void compiler_free(cj_host_compiler *c)
{
    if (c == NULL)
        return;
    cj_free(c->request);
    cj_free(c->path);
    cj_free(c->invocation);
    cj_free(c->identity);
    cj_free(c);
}

static cujit_status not_found(const cj_target *target, cujit_error *error)
{
    if (target->compiler != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "looking for the host compiler: \"%.200s\" is no program that can be run",
                            target->compiler);
    if (cj_host_environment("CUJIT_HOST_CXX") != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "looking for the host compiler: CUJIT_HOST_CXX is \"%.200s\", which is no program that can "
                            "be run; set it to the name or path of a C++ compiler, without arguments",
                            cj_host_environment("CUJIT_HOST_CXX"));
    return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                        "looking for the host compiler: tried c++, g++ and clang++ on PATH (%.200s): none is there; "
                        "install g++ or set CUJIT_HOST_CXX",
                        cj_host_environment("PATH") != NULL ? cj_host_environment("PATH") : "not set");
}

/* Finds a program and says by which name. */
static cujit_status search(const cj_target *target, cj_text *path, const char **invocation, cujit_error *error)
{
    static const char *const usual[] = {"c++", "g++", "clang++", NULL};
    const char *const wished[] = {target->compiler != NULL ? target->compiler : cj_host_environment("CUJIT_HOST_CXX"),
                                  NULL};

    for (const char *const *name = wished[0] != NULL ? wished : usual; *name != NULL; name++)
        if ((*name)[0] != '\0' && cj_find_program(*name, path)) {
            *invocation = *name;
            return path->failed ? cj_error_no_memory(error, "a path") : CUJIT_OK;
        }
    return path->failed ? cj_error_no_memory(error, "a path") : not_found(target, error);
}

static cujit_status look_up(const cj_target *target, const char *request, cj_host_compiler **out, cujit_error *error)
{
    cj_host_compiler *c = cj_calloc(1, sizeof *c);
    cj_text path = {0}, identity = {0};
    const char *invocation = NULL, *name;
    cujit_status status = CUJIT_OK;

    if (c == NULL)
        return cj_error_no_memory(error, "the host compiler's name");
    if ((status = search(target, &path, &invocation, error)) != CUJIT_OK)
        goto out;
    name = strrchr(path.data, '/');
    cj_text_printf(&identity, "%s ", name == NULL ? path.data : name + 1);
    if (!cj_file_identity(path.data, &identity)) {
        status = cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "looking at the host compiler: %.300s cannot be read",
                              path.data);
        goto out;
    }
    c->request = cj_strdup(request);
    c->invocation = cj_strdup(invocation);
    c->path = cj_text_take(&path);
    c->identity = cj_text_take(&identity);
    if (c->request == NULL || c->invocation == NULL || c->path == NULL || c->identity == NULL) {
        status = cj_error_no_memory(error, "the host compiler's name");
        goto out;
    }
    *out = c;
    c = NULL;

out:
    compiler_free(c);
    cj_text_clear(&path);
    cj_text_clear(&identity);
    return status;
}

cujit_status cj_host_find_compiler(const cj_target *target, cj_host_compiler **out, cujit_error *error)
{
    const char *wished = target->compiler != NULL ? target->compiler : cj_host_environment("CUJIT_HOST_CXX");
    const char *path = cj_host_environment("PATH");
    cj_text text = {0};
    char *request;
    cj_host_compiler *c;
    cujit_status status = CUJIT_OK;

    cj_text_printf(&text, "%s\n%s", wished == NULL ? "" : wished, path == NULL ? "" : path);
    if ((request = cj_text_take(&text)) == NULL)
        return cj_error_no_memory(error, "the host compiler's name");
    cj_global_lock_take(&lock);
    for (c = compilers; c != NULL && strcmp(c->request, request) != 0; c = c->following)
        ;
    if (c == NULL && (status = look_up(target, request, &c, error)) == CUJIT_OK) {
        c->following = compilers;
        compilers = c;
    }
    cj_global_lock_release(&lock);
    cj_free(request);
    if (status == CUJIT_OK)
        *out = c;
    return status;
}

cujit_status cj_host_toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    cj_host_compiler *c = NULL;
    const cujit_status status = cj_host_find_compiler(target, &c, error);

    (void)features; /* the preludes are part of the schema, and there is nothing else */
    if (status != CUJIT_OK)
        return status;
    cj_text_append(identity, c->identity);
    if (cj_host_flags() != NULL)
        cj_text_printf(identity, " with %s", cj_host_flags());
    /* sources are kept when kernels are compiled, and their objects name them */
    if (cj_host_kept_sources() != NULL)
        cj_text_printf(identity, " keeping sources in %s", cj_host_kept_sources());
    return identity->failed ? cj_error_no_memory(error, "the host compiler's name") : CUJIT_OK;
}
