/*
 * find.c: which NVRTC would be used, where its headers are, and what identifies both, all without loading it.
 */
#include "libjit/device/cuda/compiler.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <xxhash.h>

enum { NEWEST = 15, OLDEST = 12 }; /* libnvrtc.so.N */

static const char *environment(const char *name)
{
    const char *value = getenv(name);

    return value != NULL ? value : "";
}

/* ---- searching ---- */

/* Appends FOLDER/libnvrtc.so.N of the highest N that is there. */
static bool find_in_folder(const char *folder, cj_text *path)
{
    bool found = false;

    for (int version = NEWEST; version >= OLDEST && !found; version--) {
        cj_text candidate = {0};

        cj_text_printf(&candidate, "%s/libnvrtc.so.%d", folder, version);
        found = !candidate.failed && cj_is_file(candidate.data);
        if (found)
            cj_text_append(path, candidate.data);
        cj_text_clear(&candidate);
    }
    return found;
}

static int newest_first(const void *left, const void *right)
{
    return -strverscmp(*(char *const *)left, *(char *const *)right);
}

/* In the newest of the toolkits that a glob pattern means. */
static bool find_in_toolkits(const char *pattern, cj_text *path)
{
    cj_text folders = {0};
    glob_t found = {0};
    bool success = false;

    cj_text_printf(&folders, "%s/lib64", pattern);
    if (pattern[0] != '\0' && !folders.failed && glob(folders.data, GLOB_NOSORT | GLOB_NOCHECK, NULL, &found) == 0) {
        qsort(found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, newest_first);
        for (size_t k = 0; k < found.gl_pathc && !success; k++)
            success = find_in_folder(found.gl_pathv[k], path);
    }
    globfree(&found);
    cj_text_clear(&folders);
    return success;
}

/* The newest that the loader knows of. */
static bool search_loader(cj_text *path)
{
    char *folders = cj_library_folders("libnvrtc.so.");
    bool found = false;

    for (int version = NEWEST; version >= OLDEST && folders != NULL && !found; version--) {
        char name[32];

        snprintf(name, sizeof name, "libnvrtc.so.%d", version);
        found = cj_find_library_in(folders, name, path);
    }
    cj_free(folders);
    return found;
}

static bool search_everywhere(cj_text *path)
{
    const char *const toolkits[] = {environment("CUDA_HOME"), environment("CUDA_PATH"), "/usr/local/cuda",
                                    "/usr/local/cuda-*", "/opt/cuda"};
    bool found = search_loader(path);

    for (size_t k = 0; k < sizeof toolkits / sizeof *toolkits && !found; k++)
        found = find_in_toolkits(toolkits[k], path);
    return found;
}

/* A file, a folder that holds one, or a bare name that the loader would find. */
static bool search_named(const char *named, cj_text *path)
{
    struct stat file;

    if (strchr(named, '/') == NULL)
        return cj_find_library(named, path);
    if (stat(named, &file) == 0 && S_ISDIR(file.st_mode))
        return find_in_folder(named, path);
    if (!cj_is_file(named))
        return false;
    cj_text_append(path, named);
    return true;
}

static cujit_status search_library(const char *compiler, cj_text *path, cujit_error *error)
{
    const char *variable = environment("CUJIT_NVRTC"), *named = compiler != NULL ? compiler : variable;

    if (compiler == NULL && variable[0] == '\0') {
        if (!search_everywhere(path)) {
            return cj_error_set(
                error, CUJIT_ERROR_NO_COMPILER,
                "finding the CUDA compiler: no libnvrtc.so.%d to libnvrtc.so.%d where the loader looks, nor "
                "under CUDA_HOME, CUDA_PATH, /usr/local/cuda, /usr/local/cuda-* or /opt/cuda; install "
                "NVIDIA's CUDA toolkit, or its Python wheel nvidia-cuda-nvrtc, and set CUJIT_NVRTC to the "
                "path of libnvrtc.so",
                OLDEST, NEWEST);
        }
    } else if (!search_named(named, path)) {
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "finding the CUDA compiler: %s\"%.200s\"%s is no libnvrtc.so; expected its path, or a "
                            "folder that holds libnvrtc.so.12 or newer",
                            compiler != NULL ? "" : "CUJIT_NVRTC is ", named, compiler != NULL ? "" : ", which");
    }
    return path->failed ? cj_error_no_memory(error, "the path of the CUDA compiler") : CUJIT_OK;
}

/* Links are resolved: the headers are seen from where it really is. */
static cujit_status search(const char *compiler, cj_text *path, const char **name, cujit_error *error)
{
    cj_text found = {0};
    cujit_status status = search_library(compiler, &found, error);
    char *resolved = status == CUJIT_OK ? realpath(found.data, NULL) : NULL;

    (void)name; /* nobody asks as what it was found */
    cj_text_append(path, resolved != NULL ? resolved : found.data);
    free(resolved);
    cj_text_clear(&found);
    return status;
}

static bool is_loaded(const cj_place *place)
{
    return ((const cj_cuda_compiler *)place)->nvrtc != NULL;
}

cujit_status cj_cuda_find_compiler(const char *compiler, cj_cuda_compiler **out, cujit_error *error)
{
    static cj_places places = {
        .what = "the CUDA compiler", .size = sizeof(cj_cuda_compiler), .search = search, .is_loaded = is_loaded};
    cj_text question = {0};
    cj_place *found = NULL;
    cujit_status status;

    cj_text_printf(&question, "%s\n%s\n%s\n%s\n%s", compiler != NULL ? compiler : "", environment("CUJIT_NVRTC"),
                   environment("CUDA_HOME"), environment("CUDA_PATH"), environment("LD_LIBRARY_PATH"));
    status = cj_place_find(&places, compiler, &question, &found, error);
    *out = (cj_cuda_compiler *)found;
    return status;
}

/* No lock is held while the loader works, or headers are read, which may lie on a slow disk: two threads that do it at
 * the same time do it twice (the loader counts references), and one drops its result. */
cujit_status cj_cuda_load_compiler(cj_cuda_compiler *compiler, const cj_nvrtc **out, cujit_error *error)
{
    cj_nvrtc *made;
    cujit_status status;

    if ((*out = atomic_load(&compiler->nvrtc)) != NULL)
        return CUJIT_OK;
    if ((made = cj_calloc(1, sizeof *made)) == NULL)
        return cj_error_no_memory(error, "the CUDA compiler");
    status = cj_nvrtc_open(compiler->place.path, made, error);
    if (status == CUJIT_OK && atomic_compare_exchange_strong(&compiler->nvrtc, out, made))
        *out = made;
    else
        cj_free(made);
    return status;
}

/* ---- headers ---- */

/* Appends the first folder that holds the header, of those that a glob pattern, root followed by `below`, means. */
static bool try_folder(const char *root, const char *below, const char *header, cj_text *folder)
{
    cj_text pattern = {0};
    glob_t found = {0};
    bool success = false;

    cj_text_printf(&pattern, "%s%s/%s", root, below, header);
    if (root[0] != '\0' && !pattern.failed && glob(pattern.data, 0, NULL, &found) == 0) {
        for (size_t k = 0; k < found.gl_pathc && !success; k++) {
            success = cj_is_file(found.gl_pathv[k]);
            if (success)
                cj_text_append_n(folder, found.gl_pathv[k], strlen(found.gl_pathv[k]) - strlen(header) - 1);
        }
    }
    globfree(&found);
    cj_text_clear(&pattern);
    return success;
}

/* A toolkit has them in ../include or ../targets/ARCH/include; NVIDIA's wheels in cu13/include or, beside cuda_nvrtc,
 * in cuda_runtime/include; a distribution in /usr/include, seen from /usr/lib/ARCH. */
static bool search_headers(const char *library, const char *header, cj_text *folder)
{
    static const char *const below[] = {"/../include", "/../../include", "/../targets/*/include",
                                        "/../../cuda_runtime/include"};
    const char *slash = strrchr(library, '/');
    char *root = cj_strndup(library, slash != NULL ? (size_t)(slash - library) : 0);
    bool found = false;

    for (size_t k = 0; root != NULL && k < sizeof below / sizeof below[0] && !found; k++)
        found = try_folder(root, below[k], header, folder);
    cj_free(root);
    return found || try_folder(environment("CUDA_HOME"), "/include", header, folder) ||
           try_folder(environment("CUDA_PATH"), "/include", header, folder);
}

/* The content of the headers, not their place: a hash over those that define the types. */
static bool hash_headers(const char *folder, bool bfloat16, cj_text *identity)
{
    static const char *const names[] = {"cuda_fp16.h", "cuda_fp16.hpp", "cuda_bf16.h", "cuda_bf16.hpp"};
    XXH64_hash_t hash = 0;
    size_t total = 0;

    for (size_t k = 0; k < (bfloat16 ? 4u : 2u); k++) {
        cj_text path = {0};
        size_t size = 0;
        int code = 0;
        char *content = NULL;

        cj_text_printf(&path, "%s/%s", folder, names[k]);
        if (!path.failed)
            content = cj_read_file(path.data, &size, &code);
        cj_text_clear(&path);
        if (content == NULL && k % 2 == 0) /* the .hpp are parts that a version may lack */
            return false;
        if (content != NULL)
            hash = XXH3_64bits_withSeed(content, size, hash);
        total += size;
        cj_free(content);
    }
    cj_text_printf(identity, "size %zu xxh3 %016llx", total, (unsigned long long)hash);
    return !identity->failed;
}

static void free_headers(cj_cuda_headers *headers)
{
    cj_free(headers->folder);
    cj_free(headers->identity);
    cj_free(headers);
}

static cujit_status read_headers(const char *library, bool bfloat16, cj_cuda_headers *out, cujit_error *error)
{
    const char *header = bfloat16 ? "cuda_bf16.h" : "cuda_fp16.h";
    cj_text folder = {0}, identity = {0};
    cujit_status status = CUJIT_OK;

    if (!search_headers(library, header, &folder)) {
        status = cj_error_set(
            error, CUJIT_ERROR_NO_COMPILER,
            "finding the CUDA headers: no %s in ../include, ../../include, ../targets/*/include or "
            "../../cuda_runtime/include as seen from %.200s, nor under CUDA_HOME or CUDA_PATH; install "
            "the CUDA toolkit's headers, or the Python wheel nvidia-cuda-runtime",
            header, library);
    } else if (!hash_headers(folder.data, bfloat16, &identity)) {
        status = cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "reading the CUDA headers: %s in %.300s cannot be read",
                              header, folder.data);
    }
    out->folder = cj_text_take(&folder);
    out->identity = cj_text_take(&identity);
    if (status == CUJIT_OK && (out->folder == NULL || out->identity == NULL))
        status = cj_error_no_memory(error, "the place of the CUDA headers");
    return status;
}

cujit_status cj_cuda_find_headers(cj_cuda_compiler *compiler, unsigned features, const cj_cuda_headers **out,
                                  cujit_error *error)
{
    const bool bfloat16 = (features & CJ_FEATURE_BFLOAT16) != 0;
    cj_cuda_headers *made;
    cujit_status status;

    if ((*out = atomic_load(&compiler->headers[bfloat16])) != NULL)
        return CUJIT_OK;
    if ((made = cj_calloc(1, sizeof *made)) == NULL)
        return cj_error_no_memory(error, "the place of the CUDA headers");
    status = read_headers(compiler->place.path, bfloat16, made, error);
    if (status == CUJIT_OK && atomic_compare_exchange_strong(&compiler->headers[bfloat16], out, made))
        *out = made;
    else
        free_headers(made);
    return status;
}

cujit_status cj_cuda_toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    cj_cuda_compiler *compiler = NULL;
    const cj_cuda_headers *headers = NULL;
    cujit_status status;

    if ((status = cj_cuda_find_compiler(target->compiler, &compiler, error)) != CUJIT_OK ||
        (cj_cuda_needs_headers(features) &&
         (status = cj_cuda_find_headers(compiler, features, &headers, error)) != CUJIT_OK))
        return status;
    cj_text_printf(identity, "nvrtc %s", compiler->place.identity);
    if (headers != NULL)
        cj_text_printf(identity, ", headers %s", headers->identity);
    return identity->failed ? cj_error_no_memory(error, "the identity of the CUDA compiler") : CUJIT_OK;
}
