/* SPDX-License-Identifier: MIT
 * A database that is filled, to its end where the arena is small; then speedtest1. */
#include <stdio.h>

#include "client.h"
#include "fill.h"
#include "sqlite3.h"

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
