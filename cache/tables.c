/*
 * tables.c: what the cache's file holds. See store.h, where the number of this layout is.
 */
#include "cache/store.h"

const char cj_store_tables[] =
    "CREATE TABLE IF NOT EXISTS kernels("
    " id INTEGER PRIMARY KEY,"
    " hash BLOB NOT NULL UNIQUE," /* XXH3-128 of key */
    " unit BLOB NOT NULL,"        /* XXH3-128 of key without its toolchain, */
    " stem BLOB NOT NULL,"        /* and of its source and name alone */
    " checksum BLOB NOT NULL,"    /* over hash, key and all that follows; see key.c */
    " kind INTEGER NOT NULL,"     /* cj_object_kind; 0: a tuning */
    " architecture TEXT NOT NULL,"
    " registers INTEGER NOT NULL, shared_bytes INTEGER NOT NULL, stack_bytes INTEGER NOT NULL,"
    " spill_store_bytes INTEGER NOT NULL, spill_load_bytes INTEGER NOT NULL,"
    " compile_ms REAL NOT NULL,"
    " created INTEGER NOT NULL," /* seconds since 1970 */
    " key BLOB NOT NULL,"        /* see key.h */
    " log TEXT,"
    " names TEXT,"           /* of a module's kernels; see object.h */
    " object BLOB NOT NULL," /* its bytes, then the digest of key */
    " stamp BLOB);"          /* of a shared object for the host; see stamp.h */
    "CREATE INDEX IF NOT EXISTS kernels_by_stem ON kernels(stem);"
    "CREATE INDEX IF NOT EXISTS tunings ON kernels(kind) WHERE kind = 0;" /* which it holds: the table is not asked */
    /* Apart from the kernels: writing to a row with a large object rewrites all of it. */
    "CREATE TABLE IF NOT EXISTS uses("
    " id INTEGER PRIMARY KEY," /* of kernels */
    " used INTEGER NOT NULL,"  /* microseconds since 1970 */
    " uses INTEGER NOT NULL,"
    " bytes INTEGER NOT NULL,"     /* of the object: its size without reading it; of a tuning 0 */
    " toolchain INTEGER NOT NULL," /* of toolchains */
    " pinned INTEGER NOT NULL);"   /* 1: is not deleted to make room */
    "CREATE INDEX IF NOT EXISTS uses_by_age ON uses(toolchain, pinned, used);"
    "CREATE TRIGGER IF NOT EXISTS forget_uses AFTER DELETE ON kernels BEGIN"
    " DELETE FROM uses WHERE id = old.id; END;"
    "CREATE TABLE IF NOT EXISTS toolchains("
    " id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE," /* as in keys; '' of tunings */
    " used INTEGER NOT NULL);"                            /* microseconds since 1970, exact to an hour */
    /* By what decides, so that an entry that was set aside is pinned again when it is built again. */
    "CREATE TABLE IF NOT EXISTS pins(hash BLOB PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS failures("
    " hash BLOB NOT NULL UNIQUE, created INTEGER NOT NULL, checksum BLOB NOT NULL, key BLOB NOT NULL,"
    " said BLOB NOT NULL, log TEXT, excerpt TEXT);"
    "CREATE TABLE IF NOT EXISTS history(" /* days since 1970; cj_counter */
    " day INTEGER NOT NULL, counter INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY(day, counter))"
    " WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS settings(name TEXT PRIMARY KEY, value INTEGER NOT NULL);";
