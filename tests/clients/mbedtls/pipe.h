/* SPDX-License-Identifier: MIT
 * Two streams of bytes between the two ends, with the callbacks of mbedTLS. */
#ifndef CLIENTS_PIPE_H
#define CLIENTS_PIPE_H

#include <stddef.h>

#define PIPE_ROOM 4096

struct pipe {
	unsigned char byte[PIPE_ROOM];
	size_t first, filled;
};

struct wire {
	struct pipe *in, *out;
};

void pipe_clear(struct pipe *pipe);

/* mbedtls_ssl_send_t, mbedtls_ssl_recv_t; the context is a struct wire. */
int wire_send(void *context, const unsigned char *bytes, size_t length);
int wire_receive(void *context, unsigned char *bytes, size_t room);

#endif
