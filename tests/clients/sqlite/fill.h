/* SPDX-License-Identifier: MIT */
#ifndef CLIENTS_FILL_H
#define CLIENTS_FILL_H

/* Insert rows into a database in memory until there are ROWS or memory ends, and see to it that what
 * was committed is there and that the database still works. SQLITE_OK; SQLITE_NOMEM: it came to an
 * end in order; anything else: it did not, and a line says how. */
int fill(void);

#endif
