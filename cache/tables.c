/*
 * tables.c: what the cache's file holds. See store.h, where the number of this layout is.
 *
 * SQLite reads all of it whenever the file is opened, which is most of what an opening takes: a table, an index or
 * UNIQUE costs as much as five columns, a type or NOT NULL a third of one. So there are none that nothing needs:
 * whoever reads a row looks at the types of what is in it.
 */
#include "cache/store.h"

const char cj_store_tables[] =
    "CREATE TABLE kernels("
    " id INTEGER PRIMARY KEY,"
    " hash UNIQUE," /* XXH3-128 of key */
    " unit,"        /* XXH3-128 of key without its toolchain, */
    " stem,"        /* and of its source and name alone */
    " checksum,"    /* over hash, key and all that follows; see key.c */
    " kind,"        /* cj_object_kind; 0: a tuning */
    " created,"     /* seconds since 1970 */
    " facts,"       /* what else is known of the object; see store.c */
    " key,"         /* see key.h */
    " log,"         /* a text, or NULL */
    " names,"       /* the same, of a module's kernels; see object.h */
    " object,"      /* its bytes, then the digest of key */
    " stamp);"      /* of a shared object for the host; see stamp.h */
    "CREATE INDEX kernels_by_stem ON kernels(stem);"
    /* Apart from the kernels: writing to a row with a large object rewrites all of it. Goes with its kernel. */
    "CREATE TABLE uses("
    " id INTEGER PRIMARY KEY REFERENCES kernels ON DELETE CASCADE,"
    " used,"              /* microseconds since 1970 */
    " uses,"              /* how often */
    " bytes,"             /* of the object: its size without reading it; of a tuning 0 */
    " toolchain INTEGER," /* of toolchains, whose numbers have this type too, as the index must */
    " pinned);"           /* 1: is not deleted to make room */
    "CREATE INDEX uses_by_age ON uses(toolchain, pinned, used);"
    "CREATE TABLE toolchains("
    " id INTEGER PRIMARY KEY,"
    " text UNIQUE," /* as in keys; 0 of tunings */
    " used);"       /* microseconds since 1970, exact to an hour */
    "CREATE TABLE failures(hash, created, checksum, key, said, log, excerpt);"
    /* Three kinds of notes. About a day (since 1970): cj_counter, and how many. About 'limit': '', and the bytes. About
     * 'pin': the hash of an entry and nothing, so that one that was set aside is pinned again when it is built
     * again. */
    "CREATE TABLE notes(about, name, value, PRIMARY KEY(about, name)) WITHOUT ROWID;";
