/*
 * find.c: which NVRTC would be used, where its headers are, and what identifies both, all without loading it.
 */
#include "libjit/device/cuda/compiler.h"

#include "libjit/base/alloc.h"
#include "libjit/base/global_lock.h"
#include "libjit/base/os.h"
#include "libjit/device/cuda/nvrtc.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <xxhash.h>

enum { NEWEST = 15, OLDEST = 12 }; /* libnvrtc.so.N */

typedef struct headers {
    char *folder;
    char *identity;
} headers;

typedef struct cuda_place {
    cj_place place;
    headers found[2]; /* for cuda_fp16.h; for cuda_bf16.h, which includes the former */
} cuda_place;

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

static bool find_in_toolkit(const char *root, cj_text *path)
{
    cj_text folder = {0};
    bool found;

    cj_text_printf(&folder, "%s/lib64", root);
    found = root[0] != '\0' && !folder.failed && find_in_folder(folder.data, path);
    cj_text_clear(&folder);
    return found;
}

static int newest_first(const void *left, const void *right)
{
    return -strverscmp(*(char *const *)left, *(char *const *)right);
}

static bool find_in_versioned_toolkits(cj_text *path)
{
    glob_t found = {0};
    bool success = false;

    if (glob("/usr/local/cuda-*", GLOB_NOSORT, NULL, &found) == 0) {
        qsort(found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, newest_first);
        for (size_t k = 0; k < found.gl_pathc && !success; k++)
            success = find_in_toolkit(found.gl_pathv[k], path);
    }
    globfree(&found);
    return success;
}

/* The newest that the loader knows of. */
static bool search_loader(cj_text *path)
{
    char *folders = cj_library_folders();
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
    return search_loader(path) || find_in_toolkit(environment("CUDA_HOME"), path) ||
           find_in_toolkit(environment("CUDA_PATH"), path) || find_in_toolkit("/usr/local/cuda", path) ||
           find_in_versioned_toolkits(path) || find_in_toolkit("/opt/cuda", path);
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

static cj_places places = {
    .what = "the CUDA compiler", .size = sizeof(cuda_place), .search = search, .is_loaded = cj_nvrtc_is_loaded};

static cujit_status get_place(const char *compiler, cuda_place **out, cujit_error *error)
{
    cj_text question = {0};
    cj_place *found = NULL;
    cujit_status status;

    cj_text_printf(&question, "%s\n%s\n%s\n%s\n%s", compiler != NULL ? compiler : "", environment("CUJIT_NVRTC"),
                   environment("CUDA_HOME"), environment("CUDA_PATH"), environment("LD_LIBRARY_PATH"));
    status = cj_place_find(&places, compiler, &question, &found, error);
    if (status == CUJIT_OK)
        *out = (cuda_place *)found;
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

static cujit_status make_headers(const cuda_place *from, bool bfloat16, headers *out, cujit_error *error)
{
    const char *header = bfloat16 ? "cuda_bf16.h" : "cuda_fp16.h";
    cj_text folder = {0}, identity = {0};
    headers made = {0};
    cujit_status status = CUJIT_OK;

    if (!search_headers(from->place.path, header, &folder)) {
        status = cj_error_set(
            error, CUJIT_ERROR_NO_COMPILER,
            "finding the CUDA headers: no %s in ../include, ../../include, ../targets/*/include or "
            "../../cuda_runtime/include as seen from %.200s, nor under CUDA_HOME or CUDA_PATH; install "
            "the CUDA toolkit's headers, or the Python wheel nvidia-cuda-runtime",
            header, from->place.path);
    } else if (!hash_headers(folder.data, bfloat16, &identity)) {
        status = cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "reading the CUDA headers: %s in %.300s cannot be read",
                              header, folder.data);
    } else {
        made = (headers){cj_text_take(&folder), cj_text_take(&identity)};
        if (made.folder == NULL || made.identity == NULL) {
            cj_free(made.folder);
            cj_free(made.identity);
            status = cj_error_no_memory(error, "the place of the CUDA headers");
        } else {
            *out = made;
        }
    }
    cj_text_clear(&folder);
    cj_text_clear(&identity);
    return status;
}

/* *out is borrowed from the place. */
static cujit_status get_headers(cuda_place *from, unsigned features, const headers **out, cujit_error *error)
{
    const bool bfloat16 = (features & CJ_FEATURE_BFLOAT16) != 0;
    headers *known = &from->found[bfloat16], made = {0};
    cujit_status status = CUJIT_OK;
    bool wanted;

    cj_global_lock_take();
    wanted = known->folder == NULL;
    cj_global_lock_release();
    /* Not under the lock, for which every fork waits: the headers may lie on a slow disk. */
    if (wanted && (status = make_headers(from, bfloat16, &made, error)) == CUJIT_OK) {
        cj_global_lock_take();
        if (known->folder == NULL) {
            *known = made;
            made = (headers){0};
        }
        cj_global_lock_release();
        cj_free(made.folder);
        cj_free(made.identity);
    }
    *out = known;
    return status;
}

/* ---- the entries ---- */

cujit_status cj_cuda_find_compiler(const char *compiler, cj_text *path, cujit_error *error)
{
    cuda_place *found = NULL;
    cujit_status status = get_place(compiler, &found, error);

    if (status != CUJIT_OK)
        return status;
    cj_text_append(path, found->place.path);
    return path->failed ? cj_error_no_memory(error, "the path of the CUDA compiler") : CUJIT_OK;
}

cujit_status cj_cuda_find_headers(const char *compiler, unsigned features, cj_text *folder, cujit_error *error)
{
    cuda_place *found = NULL;
    const headers *parts = NULL;
    cujit_status status;

    if ((status = get_place(compiler, &found, error)) != CUJIT_OK)
        return status;
    if ((status = get_headers(found, features, &parts, error)) != CUJIT_OK)
        return status;
    cj_text_append(folder, parts->folder);
    return folder->failed ? cj_error_no_memory(error, "the path of the CUDA headers") : CUJIT_OK;
}

cujit_status cj_cuda_toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    cuda_place *found = NULL;
    const headers *parts = NULL;
    cujit_status status;

    if ((status = get_place(target->compiler, &found, error)) != CUJIT_OK)
        return status;
    if (cj_cuda_needs_headers(features) && (status = get_headers(found, features, &parts, error)) != CUJIT_OK)
        return status;
    cj_text_printf(identity, "nvrtc %s", found->place.identity);
    if (parts != NULL)
        cj_text_printf(identity, ", headers %s", parts->identity);
    return identity->failed ? cj_error_no_memory(error, "the identity of the CUDA compiler") : CUJIT_OK;
}
