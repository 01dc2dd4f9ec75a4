/*
 * cache.h: what the subcommands of `cujit cache` share. Each is a function of a file cache_*.c and one line in the
 * table of cmd_cache.c, which reads the command line.
 */
#ifndef TOOLS_CACHE_H
#define TOOLS_CACHE_H

#include "options.h"
#include "print.h"

typedef enum cache_order { BY_USED, BY_CREATED, BY_SIZE, BY_USES, BY_COMPILE, BY_NAME } cache_order;

typedef struct cache_options {
    const char *directory, *object, *limit, *output;
    char **operands;                                    /* ended by NULL */
    const char *name, *architecture, *toolchain, *kind; /* globs and a word; NULL: any */
    int64_t older, newer, unused;                       /* seconds; 0: any */
    cache_order order;
    const char *order_word; /* NULL: not given */
    bool reverse, json, source, log, repair, rebuild, trust, dry_run, help;
} cache_options;

typedef struct cache_command {
    cache_options options;
    cujit_cache *cache;
    cli_json json;
    cli_problem problem;
} cache_command;

/* An entry as a copy. Texts that were not asked for are "". */
typedef struct cache_entry {
    cujit_cache_entry as; /* its texts are owned */
} cache_entry;

typedef struct cache_entries {
    cache_entry *items;
    size_t count, room;
    char **toolchains, **toolchain_names; /* each that occurs, and what people call it */
    size_t toolchain_count;
} cache_entries;

/* ---- cache_entry.c ---- */

/* `whole`: with source, log and object. */
cache_entry cache_entry_copy(const cujit_cache_entry *entry, bool whole);
void cache_entry_clear(cache_entry *entry);
/* Finds one and copies it whole; false: see the error. */
bool cache_entry_find(cujit_cache *cache, const char *id, cache_entry *out, cujit_error *error);
/* What is wrong with one that was found or verified: "damaged" and so on; NULL: nothing. */
const char *cache_entry_flaw(const cujit_cache_entry *entry);
/* False where something is: its object is not for anybody's tools. */
bool cache_entry_check(const cujit_cache_entry *entry, cli_problem *problem);
/* All that the filters let through, in the order that is asked for, without sources, logs and objects, and the names of
 * their toolchains. */
bool cache_entries_read(cache_command *self, cache_entries *out, cujit_error *error);
void cache_entries_clear(cache_entries *entries);
const char *cache_entries_toolchain(const cache_entries *entries, const char *toolchain);

/* What people call the compiler that made an object, "g++ 12.2.0", "NVRTC 13.0.88"; what of the identity a person can
 * take in where the object does not say. The caller frees it. */
char *cache_toolchain_name(const char *toolchain, const void *object, size_t size);

/* ---- cache_text.c ---- */

/* A number with s, m, h, d or w behind it; more than 0. */
bool cache_duration_parse(const char *text, int64_t *seconds);
bool cache_order_parse(const char *text, cache_order *order);
/* What --limit of ls and report says; more than 0. */
bool cache_count_parse(const char *text, size_t *count, cli_problem *problem);
/* "2026-11-28 12:00", of seconds since 1970; "-" where there is none. The caller frees it. */
char *cache_date(int64_t seconds, const char *format);
char *cache_day(int64_t day); /* "2026-11-28", of days since 1970; UTC */
/* The compiler's options of a key, on one line. */
char *cache_options_line(const char *options);
/* Members of an object that is begun already; `whole`: the log and the source, too. */
void cache_entry_json(cli_json *json, const char *key, const cujit_cache_entry *entry, const char *toolchain_name,
                      bool whole);
void cache_day_json(cli_json *json, const cujit_cache_day *day);

/* ---- cache_diff.c ---- */

typedef enum cache_part {
    PART_SCHEMA = 1,
    PART_TOOLCHAIN = 2,
    PART_ARCHITECTURE = 4,
    PART_OPTIONS = 8,
    PART_NAME = 16,
    PART_SOURCE = 32,
    PARTS = 6
} cache_part;

/* What differs between two keys; parts that are NULL in the first do not count. */
unsigned cache_differences(const cujit_cache_entry *a, const cujit_cache_entry *b);
/* "architecture, options" */
char *cache_parts_text(unsigned parts);
/* How many lines only one of the two texts has, whatever their order. */
size_t cache_lines_apart(const char *a, const char *b);
/* Writes what differs, as text or as members of an object. */
void cache_show_differences(cache_command *self, const cujit_cache_entry *a, const cujit_cache_entry *b);

/* ---- The subcommands; each returns the exit code, and may use `error`, which the caller clears ---- */

int cache_ls(cache_command *self, cujit_error *error);     /* cache_list.c */
int cache_show(cache_command *self, cujit_error *error);   /* cache_show.c */
int cache_disasm(cache_command *self, cujit_error *error); /* cache_disasm.c */
int cache_stats(cache_command *self, cujit_error *error);  /* cache_stats.c */
int cache_why(cache_command *self, cujit_error *error);    /* cache_why.c */
int cache_diff(cache_command *self, cujit_error *error);   /* cache_why.c */
int cache_verify(cache_command *self, cujit_error *error); /* cache_verify.c */
int cache_rm(cache_command *self, cujit_error *error);     /* cache_change.c */
int cache_pin(cache_command *self, cujit_error *error);    /* cache_change.c */
int cache_unpin(cache_command *self, cujit_error *error);  /* cache_change.c */
int cache_prune(cache_command *self, cujit_error *error);  /* cache_change.c */
int cache_gc(cache_command *self, cujit_error *error);     /* cache_change.c */
int cache_clear(cache_command *self, cujit_error *error);  /* cache_change.c */
int cache_merge(cache_command *self, cujit_error *error);  /* cache_move.c */
int cache_import(cache_command *self, cujit_error *error); /* cache_move.c */
int cache_export(cache_command *self, cujit_error *error); /* cache_move.c */
int cache_report(cache_command *self, cujit_error *error); /* cache_report.c */

#endif
