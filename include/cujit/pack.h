/*
 * cujit/pack.h: packs and warm-up, section 29 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_PACK_H
#define CUJIT_PACK_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 29 Packs and warm-up -----------------------------------------------------------------------------------------
 *
 * A pack is a file of compiled kernels that is only read: what a program ships, so that it needs no compiler where it
 * runs. A context asks the packs that its options or CUJIT_CACHE_PACKS name behind the cache's file, and takes from
 * them what fits its kernel, options and device, whichever compiler made it; what is damaged, or cut short meanwhile,
 * is compiled as if there were no pack. `cujit pack` makes packs of what is in a cache; so do the functions here.
 *
 * Kernels for the host are code that this process runs. They are taken from a pack only where nobody but root and this
 * user can write to its file and folder, where it is signed by somebody who is trusted (cujit_context_options and
 * /etc/cujit/trusted, a file of root's with a public key a line), or where it lies in the program's own memory.
 *
 * Where CUJIT_RECORD names a file, every process appends what it takes to build each kernel that it uses, a manifest
 * (docs/cache.md has its form). cujit_warm() builds the kernels of a manifest on all processors, for any architecture.
 * Who wrote a manifest is trusted with as much as who wrote the program: kernels for the context's device are loaded.
 */

/* A pack that is being made. */
typedef struct cujit_pack_draft cujit_pack_draft;

/* An empty one, which the caller frees; what was added is copied. */
CUJIT_API cujit_status cujit_pack_draft_create(cujit_pack_draft **draft, cujit_error *error);
CUJIT_API void cujit_pack_draft_free(cujit_pack_draft *draft);

/* Adds what cujit_cache_find() or cujit_pack_list() shows. One that is in there already is not added again.
 * CUJIT_ERROR_INVALID_ARGUMENT: there is no object with it, it is damaged, or it is `untrusted`. */
CUJIT_API cujit_status cujit_pack_draft_add(cujit_pack_draft *draft, const cujit_cache_entry *entry,
                                            cujit_error *error);

CUJIT_API size_t cujit_pack_draft_count(const cujit_pack_draft *draft); /* of kernels in it */

/* The pack as bytes, which the caller frees with cujit_free(). `key`: path of a secret key to sign with (below);
 * NULL: not signed. */
CUJIT_API cujit_status cujit_pack_draft_finish(cujit_pack_draft *draft, const char *key, char **data, size_t *size,
                                               cujit_error *error);

/* Makes a secret key to sign packs with, in a new file that only this user may read, and tells the public key that goes
 * with it: 64 hexadecimal digits, for those who shall trust it. CUJIT_ERROR_IO: there is a file of that name. */
CUJIT_API cujit_status cujit_pack_make_key(const char *path, char public_key[65], cujit_error *error);

/* A pack that is looked at. CUJIT_ERROR_CACHE: it is no pack, of a newer version, damaged, or its signature is
 * wrong. */
typedef struct cujit_pack cujit_pack;

typedef struct cujit_pack_info {
    uint64_t entries, bytes; /* kernels; the whole file */
    uint64_t damaged;        /* kernels that are not what they should be */
    int is_signed;
    char signed_by[65]; /* the public key; "" where it is not signed */
    int trusted;        /* 1: its kernels for the host are used: see above */
    int64_t signer; /* 1: that key is in /etc/cujit/trusted; 2: it is not, whyever the pack is trusted; 0: not signed */
} cujit_pack_info;

/* Opens a file, which is read whenever something of it is asked for: what is changed meanwhile is damaged. */
CUJIT_API cujit_status cujit_pack_open(const char *path, cujit_pack **pack, cujit_error *error);
CUJIT_API void cujit_pack_free(cujit_pack *pack);

/* Every kernel in it, as in cujit_cache_list(), but with its object; `created`, `used` and `uses` are 0. Damaged ones
 * are not `intact`, and show what can be read. */
CUJIT_API cujit_status cujit_pack_list(cujit_pack *pack, cujit_cache_visit visit, void *user, cujit_error *error);

/* Reads and checks all of it. */
CUJIT_SIZED cujit_status cujit_pack_get_info(cujit_pack *pack, cujit_pack_info *info, cujit_error *error);

/* One kernel of a manifest that is done. */
typedef struct cujit_warm_kernel {
    const char *name;
    const char *id;           /* in the cache, 32 hexadecimal digits; "" where there is none */
    cujit_origin origin;      /* where it came from */
    double ms;                /* what it took, in all */
    const cujit_error *error; /* why it was not built; NULL: it was */
    size_t done, total;       /* kernels: this one counts among the first */
} cujit_warm_kernel;

/* Called by the thread that called cujit_warm(), for one kernel at a time. Return 0 to stop: what others have begun is
 * still finished. */
typedef int (*cujit_warm_visit)(void *user, const cujit_warm_kernel *kernel);

typedef struct cujit_warm_options {
    unsigned threads;       /* 0: one for each processor that the process may run on */
    cujit_warm_visit visit; /* NULL: nobody */
    void *user;
} cujit_warm_options;

typedef struct cujit_warm_result {
    size_t total;   /* kernels of the manifest for the context's kind of device, */
    size_t built;   /* that were compiled now, */
    size_t found;   /* that were there, */
    size_t failed;  /* that could not be built, */
    size_t skipped; /* and those for another kind of device, which are not in `total` */
} cujit_warm_result;

/* Builds the kernels of a manifest for the context's device or architecture ("sm_90", "x86-64-v3") and has its cache
 * keep them; what is there already is left. A kernel that cannot be built is no error here: see `failed`, and the
 * callback. CUJIT_ERROR_IO: the file cannot be read, or is no regular one; CUJIT_ERROR_INVALID_ARGUMENT: it is no
 * manifest, is damaged or of another version, with the line. `options` and `result` may be NULL. The context's log is
 * called by threads of the library's. */
CUJIT_SIZED cujit_status cujit_warm(cujit_context *context, const char *path, const cujit_warm_options *options,
                                    cujit_warm_result *result, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
