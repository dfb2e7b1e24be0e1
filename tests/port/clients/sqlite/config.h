/* SPDX-License-Identifier: MIT
 * Included before each file of SQLite: only in memory, without threads, without an operating system
 * (vfs.c), and the same on each machine. */
#define SQLITE_OS_OTHER            1
#define SQLITE_THREADSAFE          0
#define SQLITE_TEMP_STORE          3
#define SQLITE_OMIT_LOAD_EXTENSION 1
#define SQLITE_OMIT_WAL            1
#define SQLITE_OMIT_LOCALTIME      1

/* speedtest1 is called by main.c. */
#define main speedtest1_main
