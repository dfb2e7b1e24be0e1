/* SPDX-License-Identifier: MIT */
#ifndef CLIENTS_FILL_H
#define CLIENTS_FILL_H

/* Inserts rows into a database in memory until there are ROWS or memory runs out. Verifies that the
 * committed rows are there and that the database still works. Returns SQLITE_OK, or SQLITE_NOMEM if
 * memory ran out and all is in order. Any other status is a failure, which a line explains. */
int fill(void);

#endif
