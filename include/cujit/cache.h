/*
 * cujit/cache.h: the kernel cache, section 11 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_CACHE_H
#define CUJIT_CACHE_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 11 The kernel cache ------------------------------------------------------------------------------------------
 *
 * Compiled kernels live in one SQLite file in the cache directory. An entry's key holds everything that decides what
 * the compiler makes: source, options, architecture, compiler. An entry that is damaged or that a device refuses is
 * rebuilt; no trouble of the cache ever fails a build or a launch, it only shows in the statistics. Programs need none
 * of this section: it is for tools that look at a cache or ship one.
 *
 * The file holds 1 GiB at most, then what was not used for longest is deleted. CUJIT_CACHE_LIMIT in the environment
 * says another size when a context or a cache is made: bytes, or a number and K, M, G or T ("200M"; 0: in memory only).
 * Anything else counts as 1 GiB, and shows as trouble in the statistics. What needs more than half of the limit is not
 * stored. Programs that share a file may have different limits: the largest counts, until cujit_cache_prune() sets
 * another; one with a smaller limit than the file is large only makes room for what it adds. docs/cache.md has more.
 *
 * Behind the file there may be a Redis server that the machines of a fleet share: what one has compiled the others
 * take, and of those that want the same kernel at once one compiles it. CUJIT_CACHE_REDIS in the environment, or
 * `redis` in a context's options, is its URL:
 *
 *     redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]?key=FILE[&PARAMETER=VALUE...]
 *     unix://[[USER]:PASSWORD@]/PATH/OF/SOCKET?key=FILE[&PARAMETER=VALUE...]
 *
 * key=FILE holds the secret of the fleet, 32 to 1024 bytes that its owner alone may read: what lies on the server is
 * authenticated with it, and nothing else is used. The other parameters: prefix (of all names there; "cujit"),
 * timeout_ms (for a connection, and for each answer; 200), wait_ms (for another machine that compiles; 10000),
 * lease_ms (after which a machine that says nothing is taken for dead; 5000), max_bytes (of an entry; 32 MiB),
 * readonly (1: nothing is written), database. docs/cache.md says who is trusted with what, and how it is set up.
 */
typedef struct cujit_cache cujit_cache;

/* Counters of one context, or of one open cache, since it was made. */
typedef struct cujit_cache_stats {
    uint64_t memory_hits, disk_hits, misses; /* of kernels that were asked for; a context's loaded ones are in memory */
    uint64_t stores, store_failures;
    uint64_t corrupt;        /* damaged entries set aside */
    uint64_t rejected;       /* entries that a device refused to load */
    uint64_t file_resets;    /* times that the whole file was damaged and made anew */
    uint64_t refused;        /* times that the directory was not used because somebody else can write to it */
    uint64_t busy;           /* operations given up because the file stayed locked */
    uint64_t entries, bytes; /* on disk */
    int on_disk;             /* 0: in memory only */
    char trouble[256];       /* the last trouble in words, "" where there was none */
    uint64_t tunings;        /* on disk: what tuning found (section 13) */
    int damaged;             /* 1: the file is damaged, and was not made anew: of a cujit_cache, which only looks */
    uint64_t file_bytes;     /* the file's size on disk, */
    uint64_t limit;          /* and the one that it is kept below; 0 where there is no file */
    uint64_t layer_hits;     /* in a place behind the file (cujit_context_list_cache_layers) */
    /* The misses by what was there instead; what is missing in their sum was damaged. */
    uint64_t absent; /* nothing of that source */
    uint64_t other_toolchain, other_architecture, other_options;
    uint64_t other_version; /* of this library, of its texts, or for another kind of processor */
    uint64_t unavailable;   /* nobody knows: the file was locked, or in other trouble */
    uint64_t failed;        /* texts that were not compiled because the compiler had refused them before */
    uint64_t evictions;     /* entries that this one deleted to make room */
    uint64_t pinned;        /* entries on disk that are not deleted to make room */
    double compile_ms;      /* that compilers took */
    double saved_ms;        /* that they took once for what was found here */
    uint64_t forged;        /* kernels for the host set aside because this user did not store them */
    uint64_t untrusted;     /* misses, too: these, and those that nobody could tell of without the secret */
    uint64_t lock_timeouts; /* times that somebody who had a kernel's lock was not waited for any longer, */
    uint64_t unlocked; /* and that there was none to be had: the file system has none, or the directory is in trouble */
} cujit_cache_stats;

/* Those of a context, and of a cache that was opened. NULL has none: *stats is all 0. */
CUJIT_SIZED void cujit_context_get_cache_stats(cujit_context *context, cujit_cache_stats *stats);

/* Counters of a place behind the file since its context was made. What a kind of place does not know is 0 or "". */
typedef struct cujit_cache_layer_stats {
    char kind[16];           /* "pack", "redis" */
    char place[256];         /* its file, or its address (without secrets) */
    uint64_t hits, misses;   /* of kernels that were asked for here */
    uint64_t entries;        /* kernels in it */
    uint64_t bytes;          /* that it has, or that were moved from and to it */
    uint64_t damaged;        /* entries that were not what they should be, */
    uint64_t refused;        /* that were not trusted, */
    uint64_t rejected;       /* and that a device refused to load */
    uint64_t puts;           /* kernels that were handed to it */
    uint64_t failures;       /* operations that failed, */
    uint64_t timeouts;       /* of them because time was over */
    uint64_t leases_taken;   /* keys that this process compiles for all machines, */
    uint64_t leases_waited;  /* that another one compiled meanwhile, */
    uint64_t leases_expired; /* and that it did not in time */
    double ms;               /* that look-ups took in all */
    char trouble[256];       /* the last trouble in words */
    uint64_t pauses;         /* times that it was left alone for a while, since it had failed, */
    uint64_t skipped;        /* and operations that were left out meanwhile */
    uint64_t dropped;        /* kernels that were not handed to it: too many or too large, or it could not be reached */
    double wait_ms;          /* of `ms`, how long others that compile were waited for */
    double put_ms;           /* that handing over took, beside the program */
    int paused;              /* 1: it is left alone now */
} cujit_cache_layer_stats;

/* Return 0 to stop. The struct is borrowed for the call. */
typedef int (*cujit_cache_layer_visit)(void *user, const cujit_cache_layer_stats *layer);

/* The places behind the file that a context asks, in their order. */
CUJIT_API void cujit_context_list_cache_layers(cujit_context *context, cujit_cache_layer_visit visit, void *user);

typedef struct cujit_cache_entry {
    const char *id; /* 32 hexadecimal digits */
    const char *name, *architecture, *toolchain, *options, *schema, *source;
    const char *object_kind, *object_architecture;
    const void *object; /* NULL in listings */
    size_t object_size; /* bytes */
    const char *log;
    int registers, shared_bytes, stack_bytes, spill_store_bytes, spill_load_bytes; /* -1: not known */
    double compile_ms;
    int64_t created, used; /* seconds since 1970 */
    uint64_t uses;
    int intact;        /* 0: the checksum is wrong (cujit_cache_verify, cujit_cache_find) */
    const char *names; /* of a module: its kernels' symbols, for cujit_pack_draft_add(); NULL: none */
    double saved_ms;   /* what its uses would have cost */
    int pinned;        /* 1: is not deleted to make room */
    int gone;          /* 1: nobody has used its toolchain for a week in which others were used: it goes first */
    int untrusted;     /* of an intact kernel for the host: 1: it is not stamped by this user's secret, 2: there is no
                          secret to tell (docs/cache.md); not known in listings */
} cujit_cache_entry;

/* Return 0 to stop. The entry is borrowed for the call. Must not call back into the cache. */
typedef int (*cujit_cache_visit)(void *user, const cujit_cache_entry *entry);

/* For looking at a cache. `directory` as in cujit_context_options. Creates nothing; listing, finding, counting and
 * verifying change nothing in the file, and a damaged one is reported as CUJIT_ERROR_CACHE (where a context would make
 * it anew); so it is by what changes the file, which makes it anew, too. CUJIT_ERROR_CACHE where the directory is
 * refused. The path of the directory is borrowed from the cache. */
CUJIT_API cujit_status cujit_cache_open(const char *directory, cujit_cache **cache, cujit_error *error);
CUJIT_API void cujit_cache_free(cujit_cache *cache);
CUJIT_API const char *cujit_cache_directory(const cujit_cache *cache);
CUJIT_SIZED void cujit_cache_get_stats(cujit_cache *cache, cujit_cache_stats *stats);

/* Every entry, most recently used first. */
CUJIT_API cujit_status cujit_cache_list(cujit_cache *cache, cujit_cache_visit visit, void *user, cujit_error *error);

/* The entry whose id begins with `prefix` (4 digits at least). CUJIT_ERROR_CACHE_ENTRY: none, or several. */
CUJIT_API cujit_status cujit_cache_find(cujit_cache *cache, const char *prefix, cujit_cache_visit visit, void *user,
                                        cujit_error *error);

/* Checks the file and every entry; `visit` (NULL allowed) sees each. With `repair` damaged and forged entries are
 * deleted, and a damaged file is made anew; without it a damaged file is no error, but shows in result->file_sound. */
typedef struct cujit_cache_verification {
    uint64_t entries, damaged, removed; /* `damaged` and `removed` count tunings too */
    int file_sound;
    uint64_t tunings;
    uint64_t forged; /* intact kernels for the host that are not stamped by this user's secret */
} cujit_cache_verification;
CUJIT_SIZED cujit_status cujit_cache_verify(cujit_cache *cache, int repair, cujit_cache_visit visit, void *user,
                                            cujit_cache_verification *result, cujit_error *error);

/* Deletes the entry whose id begins with `prefix` (4 digits at least). CUJIT_ERROR_CACHE_ENTRY: none, or several. */
CUJIT_API cujit_status cujit_cache_remove(cujit_cache *cache, const char *prefix, cujit_error *error);

/* Keeps the entry whose id begins with `prefix` (4 digits at least) from being deleted to make room, also once it was
 * built again; or no longer. CUJIT_ERROR_CACHE_ENTRY: none, or several. It can still be removed. */
CUJIT_API cujit_status cujit_cache_pin(cujit_cache *cache, const char *prefix, cujit_error *error);
CUJIT_API cujit_status cujit_cache_unpin(cujit_cache *cache, const char *prefix, cujit_error *error);

/* What all programs together did on one day. A process that only finds what it wants, and ends within a second of
 * another, may not be in it. */
typedef struct cujit_cache_day {
    int64_t day; /* since 1970-01-01, UTC */
    uint64_t hits;
    /* Misses by reason, as in cujit_cache_stats. */
    uint64_t absent, other_toolchain, other_architecture, other_options, other_version, damaged;
    uint64_t rejected; /* found, but a device refused to load it */
    uint64_t unavailable, failed;
    uint64_t stores, evictions;
    double compile_ms, saved_ms;
    uint64_t entries,
        bytes; /* on disk, as in cujit_cache_stats, when they were counted last on that day; 0: they were not */
    uint64_t untrusted;               /* misses, too */
    uint64_t lock_timeouts, unlocked; /* as in cujit_cache_stats */
    uint64_t layer_hits;              /* of `hits`, in packs */
    uint64_t remote_hits;             /* of the misses, that a server had */
} cujit_cache_day;

/* Every day on which something happened, of the last 400, oldest first. Return 0 to stop; the day is borrowed. */
typedef int (*cujit_cache_history_visit)(void *user, const cujit_cache_day *day);
CUJIT_API cujit_status cujit_cache_history(cujit_cache *cache, cujit_cache_history_visit visit, void *user,
                                           cujit_error *error);

/* What was found out about an entry by building it once more. */
typedef enum cujit_cache_rebuilt {
    CUJIT_CACHE_REBUILT_SAME = 0,      /* the same object, byte for byte */
    CUJIT_CACHE_REBUILT_DIFFERENT = 1, /* another one, or the compiler refuses the text now */
    CUJIT_CACHE_REBUILT_OTHER_TOOLCHAIN =
        2, /* not tried: the compiler that made it is not the one here, or there is none, */
    CUJIT_CACHE_REBUILT_OTHER_VERSION =
        3, /* it is of another version of this library, or for another kind of processor, */
    CUJIT_CACHE_REBUILT_OTHER_HEADERS = 4 /* or headers that it includes are not here, or say something else */
} cujit_cache_rebuilt;

/* Compiles the source of the entry whose id begins with `prefix` (4 digits at least) and compares what comes of it;
 * stores nothing. CUJIT_ERROR_CACHE_ENTRY: none, several, or a damaged one. An error of the compiler's that says
 * nothing of the text (no memory, no disk space) is returned. CUJIT_ERROR_NOT_COMPILED: CUJIT_NO_COMPILE is set. */
CUJIT_API cujit_status cujit_cache_rebuild(cujit_cache *cache, const char *prefix, cujit_cache_rebuilt *result,
                                           cujit_error *error);

/* What became of the entries of another cache. */
typedef struct cujit_cache_merge_report {
    uint64_t copied;
    uint64_t present;   /* that were here already */
    uint64_t damaged;   /* that were not what they should be, */
    uint64_t untrusted; /* and kernels for the host that this user has not stored: not copied */
    uint64_t unwanted;  /* that `wanted` did not want */
} cujit_cache_merge_report;

/* Copies the entries of `from` that are not in `into`, whose file is made where there is none; with their times of use
 * and counts, without pins, and without what tuning found. `wanted` (NULL: all) is shown each entry, without its
 * object, and returns 0 for those that are to stay behind. With `trust` kernels for the host are taken, too, that
 * another user has stored, or this one under another secret (docs/cache.md): they will run as this program's own
 * code. */
CUJIT_SIZED cujit_status cujit_cache_merge(cujit_cache *into, cujit_cache *from, cujit_cache_visit wanted, void *user,
                                           int trust, cujit_cache_merge_report *result, cujit_error *error);

/* What is of no more use. */
typedef struct cujit_cache_collection {
    uint64_t entries;     /* deleted: those of toolchains that are gone, but for pinned ones; */
    uint64_t failures;    /* texts that did not compile, ten minutes ago or longer */
    uint64_t other_files; /* of other layouts beside the file: left alone, since other versions may use them, */
    uint64_t other_bytes; /* and what they take */
} cujit_cache_collection;

/* Return 0 to stop. `path` is borrowed for the call. */
typedef int (*cujit_cache_file_visit)(void *user, const char *path, uint64_t bytes);

/* Deletes what is of no more use; with `look` it only counts. `other` (NULL allowed) sees the files of other
 * layouts. */
CUJIT_SIZED cujit_status cujit_cache_collect(cujit_cache *cache, int look, cujit_cache_file_visit other, void *user,
                                             cujit_cache_collection *result, cujit_error *error);

/* A text that a compiler refused less than ten minutes ago, so that no process tries it again. */
typedef struct cujit_cache_failure {
    const char *name, *architecture, *toolchain, *options, *source, *log; /* "" where there is none */
    int64_t created;                                                      /* seconds since 1970 */
} cujit_cache_failure;

/* Every one, newest first. Return 0 to stop; the struct is borrowed for the call. */
typedef int (*cujit_cache_failure_visit)(void *user, const cujit_cache_failure *failure);
CUJIT_API cujit_status cujit_cache_failures(cujit_cache *cache, cujit_cache_failure_visit visit, void *user,
                                            cujit_error *error);

/* Sets the limit of the file to `limit` bytes (0: leaves it), and deletes what was not used for longest until the file
 * is below it, or nothing is left that is not pinned. A program that stores something under a larger limit of its own
 * raises it again. *removed (NULL allowed) says how many entries went. */
CUJIT_API cujit_status cujit_cache_prune(cujit_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error);

/* Deletes every entry with its pin, and what tuning found; *removed (NULL allowed) says how many entries there were. */
CUJIT_API cujit_status cujit_cache_clear(cujit_cache *cache, uint64_t *removed, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
