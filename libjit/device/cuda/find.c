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

/* ---- searching ---- */

/* Appends FOLDER/libnvrtc.so.N of the highest N that is there. */
static bool find_in_folder(const char *folder, cj_text *path)
{
    for (int version = NEWEST; version >= OLDEST; version--) {
        char name[32];

        snprintf(name, sizeof name, "libnvrtc.so.%d", version);
        if (!cj_is_file_in(folder, name))
            continue;
        cj_text_printf(path, "%s/%s", folder, name);
        return true;
    }
    return false;
}

static int newest_first(const void *left, const void *right)
{
    return -strverscmp(*(char *const *)left, *(char *const *)right);
}

/* In the newest of the folders that a glob pattern means, in a folder (NULL: none) whose own name is no pattern:
 * appends the path of a library, or of the folder that holds a header. */
static bool find_below(const char *folder, const char *pattern, const char *header, cj_text *path)
{
    cj_text whole = {0};
    glob_t all = {0};
    bool found = false;

    for (const char *at = folder; at != NULL && *at != '\0'; at++)
        cj_text_printf(&whole, strchr("*?[\\", *at) != NULL ? "\\%c" : "%c", *at);
    cj_text_append(&whole, pattern);
    if (folder != NULL && !whole.failed && glob(whole.data, GLOB_NOSORT, NULL, &all) == 0)
        qsort(all.gl_pathv, all.gl_pathc, sizeof *all.gl_pathv, newest_first);
    for (size_t k = 0; k < all.gl_pathc && !found; k++) {
        found = header != NULL ? cj_is_file_in(all.gl_pathv[k], header) : find_in_folder(all.gl_pathv[k], path);
        cj_text_append(path, found && header != NULL ? all.gl_pathv[k] : NULL);
    }
    globfree(&all);
    cj_text_clear(&whole);
    return found;
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
    return search_loader(path) || find_below(cj_environment("CUDA_HOME"), "/lib64", NULL, path) ||
           find_below(cj_environment("CUDA_PATH"), "/lib64", NULL, path) ||
           find_below("/usr/local", "/cuda/lib64", NULL, path) ||
           find_below("/usr/local", "/cuda-*/lib64", NULL, path) || find_below("/opt", "/cuda/lib64", NULL, path);
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
    const char *named = compiler != NULL ? compiler : cj_environment("CUJIT_NVRTC");

    if (named == NULL) {
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
static cujit_status search(const char *compiler, cj_text *path, cujit_error *error)
{
    cj_text found = {0};
    cujit_status status = search_library(compiler, &found, error);
    char *resolved = status == CUJIT_OK ? realpath(found.data, NULL) : NULL;

    cj_text_append(path, resolved != NULL ? resolved : found.data);
    free(resolved);
    cj_text_clear(&found);
    return status;
}

cujit_status cj_cuda_find_compiler(const char *compiler, cj_cuda_compiler **out, cujit_error *error)
{
    static const char *const environment[] = {"CUJIT_NVRTC", "CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH", NULL};
    static cj_places places = {
        .what = "the CUDA compiler", .size = sizeof(cj_cuda_compiler), .environment = environment, .search = search};
    cj_place *found = NULL;
    const cujit_status status = cj_place_find(&places, compiler, &found, error);

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
    if (status == CUJIT_OK)
        atomic_store(&compiler->place.loaded, true);
    return status;
}

/* ---- headers ---- */

/* A toolkit has them in ../include or ../targets/ARCH/include; NVIDIA's wheels in cu13/include or, beside cuda_nvrtc,
 * in cuda_runtime/include; a distribution in /usr/include, seen from /usr/lib/ARCH. */
static bool search_headers(const char *library, const char *header, cj_text *folder)
{
    static const char *const below[] = {"/../include", "/../../include", "/../targets/*/include",
                                        "/../../cuda_runtime/include"};
    const char *slash = strrchr(library, '/');
    char *root = slash != NULL ? cj_strndup(library, (size_t)(slash - library)) : NULL;
    bool found = false;

    for (size_t k = 0; k < sizeof below / sizeof below[0] && !found; k++)
        found = find_below(root, below[k], header, folder);
    cj_free(root);
    return found || find_below(cj_environment("CUDA_HOME"), "/include", header, folder) ||
           find_below(cj_environment("CUDA_PATH"), "/include", header, folder);
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
        char *content = NULL;

        cj_text_printf(&path, "%s/%s", folder, names[k]);
        if (!path.failed)
            content = cj_read_file(path.data, &size, NULL);
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

static cujit_status read_headers(const char *library, bool bfloat16, cj_cuda_headers *out, cujit_error *error)
{
    const char *header = bfloat16 ? "cuda_bf16.h" : "cuda_fp16.h";

    if (!search_headers(library, header, &out->folder))
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "finding the CUDA headers: no %s in ../include, ../../include, ../targets/*/include or "
                            "../../cuda_runtime/include as seen from %.200s, nor under CUDA_HOME or CUDA_PATH; install "
                            "the CUDA toolkit's headers, or the Python wheel nvidia-cuda-runtime",
                            header, library);
    if (out->folder.failed)
        return cj_error_no_memory(error, "the place of the CUDA headers");
    if (!hash_headers(out->folder.data, bfloat16, &out->identity))
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "reading the CUDA headers: %s in %.300s cannot be read",
                            header, out->folder.data);
    return CUJIT_OK;
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
    if (status == CUJIT_OK && atomic_compare_exchange_strong(&compiler->headers[bfloat16], out, made)) {
        *out = made;
        return CUJIT_OK;
    }
    cj_text_clear(&made->folder);
    cj_text_clear(&made->identity);
    cj_free(made);
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
        cj_text_printf(identity, ", headers %s", headers->identity.data);
    return identity->failed ? cj_error_no_memory(error, "the identity of the CUDA compiler") : CUJIT_OK;
}
