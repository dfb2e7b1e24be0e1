/* SPDX-License-Identifier: MIT
 * One end of a connection: its configuration, its certificates, its state. */
#ifndef CLIENTS_END_H
#define CLIENTS_END_H

#include <stdbool.h>

#include "mbedtls/ssl.h"
#include "mbedtls/ssl_cache.h"
#include "pipe.h"

/* What a connection is secured by. */
enum trust { EC_CERTIFICATE, RSA_CERTIFICATE, SHARED_KEY };

struct end {
	mbedtls_ssl_config config;
	mbedtls_ssl_context ssl;
	mbedtls_x509_crt authorities, certificate;
	mbedtls_pk_context key;
	struct wire wire;
};

/* Everything that an end has for any number of connections; 0, or mbedTLS's error. Close it also
 * when it could not be opened. */
int end_open(struct end *end, int role, enum trust trust, int suite, bool mutual);
void end_close(struct end *end);

/* One connection over the wire. `cache` and `session` may be NULL: of the server and of the client,
 * for sessions to be resumed. */
int end_connect(struct end *end, struct pipe *in, struct pipe *out,
		mbedtls_ssl_cache_context *cache, const mbedtls_ssl_session *session);
void end_disconnect(struct end *end);

/* Random numbers that repeat: begin them again. */
void end_seed(void);

#endif
