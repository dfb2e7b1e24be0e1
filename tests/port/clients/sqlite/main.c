/* SPDX-License-Identifier: MIT
 * A database that is filled, to its end where the arena is small; then speedtest1. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "client.h"
#include "random.h"
#include "sqlite3.h"

/* ---- Without an operating system ------------------------------------------------------------- */

/* No files, a clock that stands still, random numbers that repeat: every run prints the same. */
#define JULIAN_1970 INT64_C(210866760000000) /* milliseconds */

static int no_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
	(void)vfs, (void)name, (void)flags, (void)out;
	file->pMethods = NULL;
	return SQLITE_CANTOPEN;
}

static int no_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs, (void)name, (void)sync;
	return SQLITE_IOERR_DELETE_NOENT;
}

static int no_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
	(void)vfs, (void)name, (void)flags;
	*result = 0;
	return SQLITE_OK;
}

static int same_name(sqlite3_vfs *vfs, const char *name, int room, char *full)
{
	(void)vfs;
	sqlite3_snprintf(room, full, "%s", name);
	return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int length, char *bytes)
{
	static uint32_t state = 1;

	(void)vfs;
	for (int i = 0; i < length; i++)
		bytes[i] = (char)random32(&state);
	return length;
}

static int no_sleep(sqlite3_vfs *vfs, int microseconds)
{
	(void)vfs;
	return microseconds;
}

static int now(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds)
{
	(void)vfs;
	*milliseconds = JULIAN_1970;
	return SQLITE_OK;
}

int sqlite3_os_init(void)
{
	static sqlite3_vfs vfs = {
		.iVersion = 2,
		.szOsFile = sizeof(sqlite3_file),
		.mxPathname = 64,
		.zName = "nothing",
		.xOpen = no_open,
		.xDelete = no_delete,
		.xAccess = no_access,
		.xFullPathname = same_name,
		.xRandomness = randomness,
		.xSleep = no_sleep,
		.xCurrentTimeInt64 = now,
	};

	return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void)
{
	return SQLITE_OK;
}

/* ---- The database that is filled ------------------------------------------------------------- */

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

/* Inserts rows until there are ROWS or memory runs out. Verifies that the committed rows are there
 * and that the database still works. Returns SQLITE_OK, or SQLITE_NOMEM if memory ran out and all
 * is in order. Any other status is a failure, which a line explains. */
static int fill(void)
{
	sqlite3 *db = NULL;
	int status = sqlite3_open(":memory:", &db);

	if (status == SQLITE_OK)
		status = fill_open(db);
	if (sqlite3_close(db) != SQLITE_OK)
		status = problem(db, "closing");
	return status;
}

/* ---- Both ------------------------------------------------------------------------------------ */

int speedtest1_main(int argc, char **argv);

static int look(void *unused)
{
	(void)unused;
	client_sample();
	return 0;
}

/* Of every connection, once each so many instructions of the virtual machine. */
static int watch(sqlite3 *db, const char **problem, const struct sqlite3_api_routines *api)
{
	(void)problem, (void)api;
	sqlite3_progress_handler(db, 5000, look, NULL);
	return SQLITE_OK;
}

/* With a small arena, even this registration may be refused: there are then no samples. */
static int initialize(void)
{
	int status = sqlite3_initialize();

	return status ? status : sqlite3_auto_extension((void (*)(void))watch);
}

static int measure(void)
{
	char *words[] = {"speedtest1", "--memdb", "--verify", "--size", "10", NULL};

	return speedtest1_main(sizeof(words) / sizeof(*words) - 1, words);
}

int main(int argc, char **argv)
{
	int status = SQLITE_NOMEM;

	client_begin(argc, argv);
	if (initialize() == SQLITE_OK)
		status = fill();
	if (status == SQLITE_OK)
		status = measure();
	sqlite3_shutdown();
	if (status == SQLITE_NOMEM)
		return CLIENT_NO_MEMORY;
	return status != 0;
}
