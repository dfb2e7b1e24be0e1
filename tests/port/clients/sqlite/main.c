/* SPDX-License-Identifier: MIT
 * A database that is filled, to its end where the arena is small; then speedtest1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "client.h"
#include "random.h"
#include "sqlite3.h"

#define ROWS        2000
#define BATCH       10                              /* rows of a transaction */
#define JULIAN_1970 INT64_C(210866760000000)        /* milliseconds */
#define RESERVE     (sizeof(void *) * (size_t)8192) /* without memory a database can do nothing */

/* ---- Without an operating system: no files, and every run prints the same -------------------- */

static int randomness(sqlite3_vfs *vfs, int length, char *bytes)
{
	static uint32_t state = 1;

	(void)vfs;
	for (int i = 0; i < length; i++)
		bytes[i] = (char)random32(&state);
	return length;
}

static int stands_still(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds)
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
		.xRandomness = randomness,
		.xCurrentTimeInt64 = stands_still,
	};

	return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void)
{
	return SQLITE_OK;
}

/* ---- The database that is filled ------------------------------------------------------------- */

static int execute(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* BATCH rows in one transaction, or none. */
static int add_batch(sqlite3 *db)
{
	int status = execute(db, "BEGIN");

	for (int i = 0; i < BATCH && status == SQLITE_OK; i++)
		status = execute(db, "INSERT INTO t(name, body) VALUES(printf('row%d', "
				     "(SELECT count(*) FROM t)), zeroblob(300))");
	if (status == SQLITE_OK)
		status = execute(db, "COMMIT");
	client_sample();
	if (status != SQLITE_OK && !sqlite3_get_autocommit(db))
		execute(db, "ROLLBACK");
	return status;
}

/* Are all `rows` there, and is the database whole? SQLITE_ERROR: no. */
static int look(sqlite3 *db, int rows)
{
	sqlite3_stmt *statement = NULL;
	int status = sqlite3_prepare_v2(db,
					"SELECT integrity_check = 'ok', (SELECT count(*) FROM t) "
					"FROM pragma_integrity_check",
					-1, &statement, NULL);

	if (status == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW &&
	    (!sqlite3_column_int(statement, 0) || sqlite3_column_int(statement, 1) != rows))
		status = SQLITE_ERROR;
	sqlite3_finalize(statement);
	printf("%d rows: %s\n", rows, sqlite3_errstr(status));
	return status;
}

/* Inserts rows until there are ROWS or memory runs out. Then a little memory is freed, and what was
 * committed must be there. */
static int fill(sqlite3 *db)
{
	void *reserve = malloc(RESERVE);
	int rows = 0;
	int status = reserve ? execute(db, "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT "
					   "UNIQUE, body BLOB)")
			     : SQLITE_NOMEM;
	int found = SQLITE_OK;

	while (status == SQLITE_OK && rows < ROWS) {
		status = add_batch(db);
		rows += status == SQLITE_OK ? BATCH : 0;
	}
	free(reserve);
	if (rows)
		found = look(db, rows);
	return found == SQLITE_OK ? status : found;
}

/* ---- Both ------------------------------------------------------------------------------------ */

int speedtest1_main(int argc, char **argv);

static int run(void)
{
	char *words[] = {"speedtest1", "--memdb", "--verify", "--size", "10", NULL};
	sqlite3 *db = NULL;
	int status = sqlite3_initialize();

	if (status == SQLITE_OK)
		status = sqlite3_open(":memory:", &db);
	if (status == SQLITE_OK)
		status = fill(db);
	if (sqlite3_close(db) != SQLITE_OK)
		status = SQLITE_ERROR;
	if (status == SQLITE_OK)
		status = speedtest1_main(sizeof(words) / sizeof(*words) - 1, words);
	return status;
}

int main(int argc, char **argv)
{
	int status;

	client_begin(argc, argv);
	status = run();
	sqlite3_shutdown();
	return status == SQLITE_NOMEM ? CLIENT_NO_MEMORY : status != SQLITE_OK;
}
