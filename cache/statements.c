/*
 * statements.c: asking the cache's file. What is asked once is asked again, so every statement stays prepared as long
 * as the connection lasts.
 */
#include "cache/store.h"

static int prepare(cj_store *store, const char *sql, sqlite3_stmt **out)
{
    size_t k = 0;

    *out = NULL;
    while (k < store->statement_count && store->statements[k].sql != sql && strcmp(store->statements[k].sql, sql) != 0)
        k++;
    if (k == CJ_STATEMENTS)
        return SQLITE_FULL; /* there are not so many */
    if (k == store->statement_count) {
        int code = sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &store->statements[k].prepared,
                                      NULL);

        if (code != SQLITE_OK)
            return code;
        store->statements[k].sql = sql;
        store->statement_count++;
    }
    *out = store->statements[k].prepared;
    sqlite3_reset(*out);
    return SQLITE_OK;
}

void cj_store_finalize(cj_store *store)
{
    for (size_t k = 0; k < store->statement_count; k++)
        sqlite3_finalize(store->statements[k].prepared);
}

static int bind(sqlite3_stmt *statement, int index, const cj_bound *value)
{
    switch (value->type) {
    case SQLITE_INTEGER:
        return sqlite3_bind_int64(statement, index, value->integer);
    case SQLITE_TEXT:
        return value->data != NULL
                   ? sqlite3_bind_text64(statement, index, value->data, value->size, SQLITE_STATIC, SQLITE_UTF8)
                   : sqlite3_bind_null(statement, index);
    case SQLITE_NULL:
        return sqlite3_bind_value(statement, index, value->data);
    default:
        return sqlite3_bind_blob64(statement, index, value->data, value->size, SQLITE_STATIC);
    }
}

int cj_store_bind(cj_store *store, const char *sql, const cj_bound *values, size_t count, sqlite3_stmt **out)
{
    int code = prepare(store, sql, out);

    for (size_t k = 0; k < count && code == SQLITE_OK; k++)
        code = bind(*out, (int)k + 1, &values[k]);
    return code;
}

void cj_store_reset(sqlite3_stmt *statement)
{
    if (statement == NULL)
        return;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

/* Of a statement that has no rows, or whose rows have said enough. */
static int finish(sqlite3_stmt *statement, int code)
{
    cj_store_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

int cj_store_run(cj_store *store, const char *sql, const cj_bound *values, size_t count)
{
    sqlite3_stmt *statement;
    int code = cj_store_bind(store, sql, values, count, &statement);

    return finish(statement, code == SQLITE_OK ? sqlite3_step(statement) : code);
}

int cj_store_ask(cj_store *store, const char *sql, const cj_bound *values, size_t count, int64_t *answer)
{
    sqlite3_stmt *statement;
    int code = cj_store_bind(store, sql, values, count, &statement);

    *answer = 0;
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
        *answer = sqlite3_column_int64(statement, 0);
    return finish(statement, code);
}

int cj_store_each(cj_store *store, const char *sql, const cj_bound *values, size_t count, cj_store_visit visit,
                  void *user)
{
    sqlite3_stmt *statement;
    int code = cj_store_bind(store, sql, values, count, &statement);

    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
        code = visit(user, statement);
    return finish(statement, code);
}
