/*
 * statements.c: all that is asked of the cache's file again and again, prepared when it is first needed.
 */
#include "cache/store.h"

static const char *const statement_sql[CJ_STATEMENT_COUNT] = {
    [CJ_STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [CJ_STATEMENT_COMMIT] = "COMMIT",
    [CJ_STATEMENT_ROLLBACK] = "ROLLBACK",
    /* Parentheses tell checkers that no comma is missing. */
    [CJ_STATEMENT_GET] = ("SELECT " CJ_STORE_ROW ", k.object FROM kernels k WHERE k.hash = ?1"),
    [CJ_STATEMENT_GET_UNIT] = ("SELECT " CJ_STORE_ROW ", k.object FROM kernels k WHERE k.unit = ?1 ORDER BY k.id DESC"),
    [CJ_STATEMENT_INSERT] =
        ("INSERT INTO kernels(hash, unit, checksum, kind, architecture, registers, shared_bytes, stack_bytes,"
         " spill_store_bytes, spill_load_bytes, compile_ms, created, key, log, names, object)"
         " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"),
    [CJ_STATEMENT_INSERT_USE] = "INSERT OR REPLACE INTO uses(id, used, uses, bytes) VALUES(?1, ?2, 0, ?3)",
    [CJ_STATEMENT_DELETE_HASH] = "DELETE FROM kernels WHERE hash = ?1",
    [CJ_STATEMENT_DELETE_ID] = "DELETE FROM kernels WHERE id = ?1",
    /* The checksum too: meanwhile another process may have put a sound entry in its place. */
    [CJ_STATEMENT_DELETE_BAD] = "DELETE FROM kernels WHERE id = ?1 AND checksum IS ?2",
    [CJ_STATEMENT_SIZES] = ("SELECT p.page_count * s.page_size, f.freelist_count * s.page_size,"
                            " (SELECT value FROM settings WHERE name = 'limit')"
                            " FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s"),
    [CJ_STATEMENT_RAISE_LIMIT] = ("INSERT INTO settings VALUES('limit', ?1)"
                                  " ON CONFLICT(name) DO UPDATE SET value = max(value, ?1)"),
    [CJ_STATEMENT_OLDEST] = "SELECT id FROM uses ORDER BY used, id LIMIT 1",
    /* Times that a clock wrote that was ahead would never be the oldest. */
    [CJ_STATEMENT_CLAMP_USES] = "UPDATE uses SET used = ?1 WHERE used > ?1",
    [CJ_STATEMENT_CLAMP_TUNINGS] = "UPDATE tunings SET used = ?1 WHERE used > ?1",
    [CJ_STATEMENT_READ_USE] = "SELECT used, uses FROM uses WHERE id = ?1",
    [CJ_STATEMENT_ADD_USE] = ("UPDATE uses SET used = CASE WHEN used > ?4 THEN ?2 ELSE max(used, ?2) END,"
                              " uses = uses + ?3 WHERE id = ?1"),
    [CJ_STATEMENT_TOTALS] = "SELECT count(*), total(bytes) FROM uses",
    [CJ_STATEMENT_DATA_VERSION] = "PRAGMA data_version",
    [CJ_STATEMENT_HAS_TUNINGS] = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'tunings'",
    [CJ_STATEMENT_ANY_TUNING] = "SELECT 1 FROM tunings LIMIT 1",
    [CJ_STATEMENT_GET_TUNING] = "SELECT id, checksum, used, hash, key, value FROM tunings WHERE hash = ?1",
    [CJ_STATEMENT_PUT_TUNING] = ("INSERT OR REPLACE INTO tunings(hash, checksum, used, key, value)"
                                 " VALUES(?1, ?2, ?3, ?4, ?5)"),
    [CJ_STATEMENT_USE_TUNING] = "UPDATE tunings SET used = ?2 WHERE id = ?1",
    [CJ_STATEMENT_DELETE_TUNING] = "DELETE FROM tunings WHERE id = ?1 AND checksum IS ?2",
    [CJ_STATEMENT_AGE_TUNINGS] = ("DELETE FROM tunings WHERE used <"
                                  " (SELECT coalesce(min(used), 9223372036854775807) FROM uses)"),
    [CJ_STATEMENT_COUNT_TUNINGS] = "SELECT count(*) FROM tunings",
};

sqlite3_stmt *cj_store_statement(cj_store *store, cj_statement which, int *code)
{
    sqlite3_stmt *statement = store->statements[which];

    *code = SQLITE_OK;
    if (statement == NULL) {
        *code = sqlite3_prepare_v3(store->db, statement_sql[which], -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
        store->statements[which] = statement;
    } else {
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
    }
    return statement;
}

int cj_store_run(cj_store *store, cj_statement which)
{
    sqlite3_stmt *statement = store->statements[which];
    int code = SQLITE_OK;

    if (statement == NULL)
        statement = cj_store_statement(store, which, &code);
    if (statement == NULL)
        return code;
    code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}
