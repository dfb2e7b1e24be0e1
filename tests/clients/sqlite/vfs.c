/* SPDX-License-Identifier: MIT
 * What SQLite needs from the outside where there is no operating system: a clock that stands still
 * and random numbers that repeat, so that every run prints the same. There are no files. */
#include <stddef.h>
#include <stdint.h>

#include "random.h"
#include "sqlite3.h"

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
