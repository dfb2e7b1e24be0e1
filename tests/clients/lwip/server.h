/* SPDX-License-Identifier: MIT
 * Sends back what it receives, on every connection to its port. */
#ifndef CLIENTS_SERVER_H
#define CLIENTS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

/* Begins to listen. False iff memory was refused. */
bool server_open(uint16_t port);
void server_close(void);

#endif
