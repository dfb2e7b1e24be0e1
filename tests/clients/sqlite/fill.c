/* SPDX-License-Identifier: MIT */
#include "fill.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "client.h"
#include "sqlite3.h"

#define ROWS  2000
#define BATCH 10

/* Freed when memory runs out: without any memory, a database can do nothing. */
#define RESERVE (sizeof(void *) * 8192)

static const char insert[] = "INSERT INTO t(name, body) VALUES(printf('row%d', (SELECT count(*) "
			     "FROM t)), zeroblob(300))";

static int execute(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* The first column of the first row; -1 when there is none. */
static sqlite3_int64 number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	sqlite3_int64 value = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

/* BATCH rows in one transaction, or none. */
static int add_batch(sqlite3 *db)
{
	int status = execute(db, "BEGIN");

	for (int i = 0; i < BATCH && status == SQLITE_OK; i++)
		status = execute(db, insert);
	if (status == SQLITE_OK)
		status = execute(db, "COMMIT");
	client_sample();
	if (status != SQLITE_OK && !sqlite3_get_autocommit(db))
		execute(db, "ROLLBACK");
	return status;
}

static int problem(sqlite3 *db, const char *where)
{
	printf("%s: %s\n", where, sqlite3_errmsg(db));
	return SQLITE_ERROR;
}

/* One row at a time: a transaction keeps each changed page twice. */
static int delete_rows(sqlite3 *db, int count)
{
	int status = SQLITE_OK;

	while (count-- && status == SQLITE_OK)
		status = execute(db, "DELETE FROM t WHERE id = (SELECT max(id) FROM t)");
	return status;
}

/* Memory ran out with `rows` committed, and then a little was freed: the database still works. */
static int works_on(sqlite3 *db, int rows)
{
	if (number(db, "SELECT count(*) FROM t") != rows)
		return problem(db, "what was committed is not there");
	if (rows < 2 * BATCH)
		return SQLITE_NOMEM;
	if (delete_rows(db, 2 * BATCH) != SQLITE_OK)
		return problem(db, "nothing can be deleted");
	if (add_batch(db) != SQLITE_OK)
		return problem(db, "no room for what was deleted");
	if (number(db, "SELECT count(*) FROM t") != rows - BATCH)
		return problem(db, "rows are missing");
	if (number(db, "SELECT integrity_check = 'ok' FROM pragma_integrity_check") != 1)
		return problem(db, "not sound");
	printf("went on after %d rows\n", rows);
	return SQLITE_NOMEM;
}

static int fill_table(sqlite3 *db, void *reserve)
{
	int rows = 0;
	int status = SQLITE_OK;

	while (status == SQLITE_OK && rows < ROWS) {
		status = add_batch(db);
		if (status == SQLITE_OK)
			rows += BATCH;
	}
	free(reserve);
	if (status == SQLITE_NOMEM)
		return works_on(db, rows);
	if (status != SQLITE_OK)
		return problem(db, "filling");
	printf("filled with %d rows, sum of ids %lld\n", rows, number(db, "SELECT sum(id) FROM t"));
	return SQLITE_OK;
}

static int fill_open(sqlite3 *db)
{
	int status =
		execute(db, "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, body BLOB)");
	void *reserve = malloc(RESERVE);

	if (status == SQLITE_OK && reserve)
		return fill_table(db, reserve);
	free(reserve);
	return status == SQLITE_OK || status == SQLITE_NOMEM ? SQLITE_NOMEM
							     : problem(db, "creating");
}

int fill(void)
{
	sqlite3 *db = NULL;
	int status = sqlite3_open(":memory:", &db);

	if (status == SQLITE_OK)
		status = fill_open(db);
	if (sqlite3_close(db) != SQLITE_OK)
		status = problem(db, "closing");
	return status;
}
