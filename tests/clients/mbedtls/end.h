/* SPDX-License-Identifier: MIT
 * One end of a connection: its configuration, its certificates, its state. */
#ifndef CLIENTS_END_H
#define CLIENTS_END_H

#include <stdbool.h>

#include "mbedtls/ssl.h"
#include "mbedtls/ssl_cache.h"
#include "pipe.h"

/* How a connection is secured. */
enum trust { EC_CERTIFICATE, RSA_CERTIFICATE, SHARED_KEY };

struct end {
	mbedtls_ssl_config config;
	mbedtls_ssl_context ssl;
	mbedtls_x509_crt authorities, certificate;
	mbedtls_pk_context key;
	struct wire wire;
};

/* Opens an end, for any number of connections. Returns 0, or mbedTLS's error. Close it also if it
 * could not be opened. */
int end_open(struct end *end, int role, enum trust trust, int suite, bool mutual);
void end_close(struct end *end);

/* One connection over the wire. To resume sessions, the server has a `cache` and the client a
 * `session`; both may be NULL. */
int end_connect(struct end *end, struct pipe *in, struct pipe *out,
		mbedtls_ssl_cache_context *cache, const mbedtls_ssl_session *session);
void end_disconnect(struct end *end);

/* Restarts the random numbers, which repeat. */
void end_seed(void);

#endif
