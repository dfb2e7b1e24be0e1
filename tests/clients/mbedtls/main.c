/* SPDX-License-Identifier: MIT
 * TLS connections between a client and a server of this program, one after another. Each has a
 * handshake, data both ways and a close, and then resumes the session. */
#include <stdio.h>
#include <string.h>

#include "client.h"
#include "end.h"

#define MESSAGES 12
#define STEPS    100000 /* of a handshake or a transfer: more is a hang */

static const struct scenario {
	const char *name;
	enum trust trust;
	int suite;
	bool mutual;
} scenarios[] = {
	{"elliptic curves", EC_CERTIFICATE, MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, false},
	{"both certified", EC_CERTIFICATE, MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_CCM, true},
	{"RSA, ephemeral", RSA_CERTIFICATE, MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	 false},
	{"RSA", RSA_CERTIFICATE, MBEDTLS_TLS_RSA_WITH_AES_128_CBC_SHA256, false},
	{"shared key", SHARED_KEY, MBEDTLS_TLS_PSK_WITH_AES_128_CCM_8, false},
};

static struct end client, server;
static struct pipe up, down;

static bool wants(int status)
{
	return status == MBEDTLS_ERR_SSL_WANT_READ || status == MBEDTLS_ERR_SSL_WANT_WRITE;
}

/* Both ends take turns until both have finished. The first error ends it. */
static int shake_hands(void)
{
	int c = MBEDTLS_ERR_SSL_WANT_READ, s = MBEDTLS_ERR_SSL_WANT_READ;

	for (int step = 0; step < STEPS && (c || s); step++) {
		if (c)
			c = mbedtls_ssl_handshake(&client.ssl);
		if (c && !wants(c))
			return c;
		if (s)
			s = mbedtls_ssl_handshake(&server.ssl);
		if (s && !wants(s))
			return s;
		client_sample();
	}
	return c ? c : s;
}

/* Sends `length` bytes from one end to the other, in one record or several. 1: other bytes came
 * out. */
static int transfer(struct end *from, struct end *to, unsigned char fill, size_t length)
{
	static unsigned char sent[6000], got[6000];
	size_t out = 0, in = 0;

	for (size_t i = 0; i < length; i++)
		sent[i] = (unsigned char)(fill + i * 7);
	for (int step = 0; step < STEPS && in < length; step++) {
		int status = 0;

		if (out < length)
			status = mbedtls_ssl_write(&from->ssl, sent + out, length - out);
		if (status < 0 && !wants(status))
			return status;
		out += status > 0 ? (size_t)status : 0;
		status = mbedtls_ssl_read(&to->ssl, got + in, sizeof(got) - in);
		if (status < 0 && !wants(status))
			return status;
		in += status > 0 ? (size_t)status : 0;
	}
	return in != length || memcmp(sent, got, length) != 0;
}

static int converse(void)
{
	int error = 0;

	for (unsigned char i = 0; i < MESSAGES && !error; i++) {
		error = transfer(&client, &server, i, 10 + i * 100);
		if (!error)
			error = transfer(&server, &client, (unsigned char)~i, 20 + i * 450);
	}
	return error;
}

/* One connection, with a new session or the given one. Keeps its session in `kept`. */
static int connect(mbedtls_ssl_cache_context *cache, const mbedtls_ssl_session *session,
		   mbedtls_ssl_session *kept)
{
	int error;

	pipe_clear(&up);
	pipe_clear(&down);
	error = end_connect(&server, &up, &down, cache, NULL);
	if (!error)
		error = end_connect(&client, &down, &up, NULL, session);
	if (!error)
		error = shake_hands();
	if (!error)
		error = converse();
	if (!error)
		error = mbedtls_ssl_get_session(&client.ssl, kept);
	if (!error)
		printf("%s: %s%s\n", session ? "  resumed" : "  new",
		       mbedtls_ssl_get_version(&client.ssl),
		       mbedtls_ssl_get_ciphersuite(&client.ssl) + 3);
	mbedtls_ssl_close_notify(&client.ssl);
	end_disconnect(&client);
	end_disconnect(&server);
	return error;
}

static int connect_twice(void)
{
	mbedtls_ssl_cache_context cache;
	mbedtls_ssl_session first, second;
	int error;

	mbedtls_ssl_cache_init(&cache);
	mbedtls_ssl_session_init(&first);
	mbedtls_ssl_session_init(&second);
	error = connect(&cache, NULL, &first);
	if (!error)
		error = connect(&cache, &first, &second);
	if (!error && memcmp(first.id, second.id, sizeof(first.id)) != 0)
		error = 1; /* the session was not resumed */
	mbedtls_ssl_session_free(&first);
	mbedtls_ssl_session_free(&second);
	mbedtls_ssl_cache_free(&cache);
	return error;
}

static int run(const struct scenario *scenario)
{
	int error;

	printf("%s\n", scenario->name);
	end_seed();
	error = end_open(&server, MBEDTLS_SSL_IS_SERVER, scenario->trust, scenario->suite,
			 scenario->mutual);
	if (!error) {
		error = end_open(&client, MBEDTLS_SSL_IS_CLIENT, scenario->trust, scenario->suite,
				 scenario->mutual);
		if (!error)
			error = connect_twice();
		end_close(&client);
	}
	end_close(&server);
	if (error)
		printf("  ended with %d\n", error);
	return error;
}

/* A connection that fails for lack of memory does not stop the others. */
int main(int argc, char **argv)
{
	bool failed = false;

	client_begin(argc, argv);
	for (size_t i = 0; i < sizeof(scenarios) / sizeof(*scenarios); i++)
		failed |= run(&scenarios[i]) != 0;
	if (failed)
		return client_refused() ? CLIENT_NO_MEMORY : 1;
	return 0;
}
