/* SPDX-License-Identifier: MIT */
#include "pipe.h"

#include "mbedtls/ssl.h"

void pipe_clear(struct pipe *pipe)
{
	pipe->first = 0;
	pipe->filled = 0;
}

int wire_send(void *context, const unsigned char *bytes, size_t length)
{
	struct pipe *pipe = ((struct wire *)context)->out;
	size_t sent = 0;

	while (sent < length && pipe->filled < PIPE_ROOM)
		pipe->byte[(pipe->first + pipe->filled++) % PIPE_ROOM] = bytes[sent++];
	return sent ? (int)sent : MBEDTLS_ERR_SSL_WANT_WRITE;
}

int wire_receive(void *context, unsigned char *bytes, size_t room)
{
	struct pipe *pipe = ((struct wire *)context)->in;
	size_t received = 0;

	while (received < room && pipe->filled) {
		bytes[received++] = pipe->byte[pipe->first];
		pipe->first = (pipe->first + 1) % PIPE_ROOM;
		pipe->filled--;
	}
	return received ? (int)received : MBEDTLS_ERR_SSL_WANT_READ;
}
