/* SPDX-License-Identifier: MIT
 * TLS connections between a client and a server of this program, one after another. Each has a
 * handshake, data both ways and a close, and then resumes the session. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "client.h"
#include "mbedtls/certs.h"
#include "mbedtls/ssl.h"
#include "mbedtls/ssl_cache.h"
#include "random.h"

#define MESSAGES  12
#define STEPS     100000 /* of a handshake or a transfer: more is a hang */
#define PIPE_ROOM 4096

/* ---- Two streams of bytes between the two ends, with the callbacks of mbedTLS --------------- */

struct pipe {
	unsigned char byte[PIPE_ROOM];
	size_t first, filled;
};

struct wire {
	struct pipe *in, *out;
};

static void pipe_clear(struct pipe *pipe)
{
	pipe->first = 0;
	pipe->filled = 0;
}

static int wire_send(void *context, const unsigned char *bytes, size_t length)
{
	struct pipe *pipe = ((struct wire *)context)->out;
	size_t sent = 0;

	while (sent < length && pipe->filled < PIPE_ROOM)
		pipe->byte[(pipe->first + pipe->filled++) % PIPE_ROOM] = bytes[sent++];
	return sent ? (int)sent : MBEDTLS_ERR_SSL_WANT_WRITE;
}

static int wire_receive(void *context, unsigned char *bytes, size_t room)
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

/* ---- One end of a connection ----------------------------------------------------------------- */

/* How a connection is secured. */
enum trust { EC_CERTIFICATE, RSA_CERTIFICATE, SHARED_KEY };

struct end {
	mbedtls_ssl_config config;
	mbedtls_ssl_context ssl;
	mbedtls_x509_crt authorities, certificate;
	mbedtls_pk_context key;
	struct wire wire;
};

static uint32_t state = 1;

static void end_seed(void)
{
	state = random32_seed(1);
}

static int numbers(void *unused, unsigned char *bytes, size_t length)
{
	(void)unused;
	while (length--)
		*bytes++ = (unsigned char)(random32(&state) >> 8);
	return 0;
}

/* mbedTLS's own test certificates (certs.c). */
static int load(struct end *end, bool server, enum trust trust)
{
	bool ec = trust == EC_CERTIFICATE;
	const char *certificate, *key;

	if (server) {
		certificate = ec ? mbedtls_test_srv_crt_ec : mbedtls_test_srv_crt_rsa;
		key = ec ? mbedtls_test_srv_key_ec : mbedtls_test_srv_key_rsa;
	} else {
		certificate = ec ? mbedtls_test_cli_crt_ec : mbedtls_test_cli_crt_rsa;
		key = ec ? mbedtls_test_cli_key_ec : mbedtls_test_cli_key_rsa;
	}
	int error = mbedtls_x509_crt_parse(&end->certificate, (const unsigned char *)certificate,
					   strlen(certificate) + 1);
	if (error)
		return error;
	return mbedtls_pk_parse_key(&end->key, (const unsigned char *)key, strlen(key) + 1, NULL,
				    0);
}

static int load_authorities(struct end *end)
{
	int error = 0;

	for (const char *const *ca = mbedtls_test_cas; *ca && !error; ca++)
		error = mbedtls_x509_crt_parse(&end->authorities, (const unsigned char *)*ca,
					       strlen(*ca) + 1);
	return error;
}

static int share_key(struct end *end)
{
	static const unsigned char key[] = "a key of thirty-two bytes, just.";
	static const unsigned char name[] = "tarn";

	return mbedtls_ssl_conf_psk(&end->config, key, 32, name, sizeof(name) - 1);
}

static int certify(struct end *end, int role, enum trust trust, bool mutual)
{
	bool server = role == MBEDTLS_SSL_IS_SERVER;
	int error = load_authorities(end);

	mbedtls_ssl_conf_ca_chain(&end->config, &end->authorities, NULL);
	mbedtls_ssl_conf_authmode(&end->config, !server || mutual ? MBEDTLS_SSL_VERIFY_REQUIRED
								  : MBEDTLS_SSL_VERIFY_NONE);
	if (!error && (server || mutual))
		error = load(end, server, trust);
	if (!error && (server || mutual))
		error = mbedtls_ssl_conf_own_cert(&end->config, &end->certificate, &end->key);
	return error;
}

/* Close an end also if it could not be opened. */
static int end_open(struct end *end, int role, enum trust trust, int suite, bool mutual)
{
	static int suites[2];
	int error;

	mbedtls_ssl_config_init(&end->config);
	mbedtls_ssl_init(&end->ssl);
	mbedtls_x509_crt_init(&end->authorities);
	mbedtls_x509_crt_init(&end->certificate);
	mbedtls_pk_init(&end->key);
	suites[0] = suite;
	error = mbedtls_ssl_config_defaults(&end->config, role, MBEDTLS_SSL_TRANSPORT_STREAM,
					    MBEDTLS_SSL_PRESET_DEFAULT);
	if (error)
		return error;
	mbedtls_ssl_conf_rng(&end->config, numbers, NULL);
	mbedtls_ssl_conf_ciphersuites(&end->config, suites);
	return trust == SHARED_KEY ? share_key(end) : certify(end, role, trust, mutual);
}

static void end_close(struct end *end)
{
	mbedtls_ssl_free(&end->ssl);
	mbedtls_ssl_config_free(&end->config);
	mbedtls_x509_crt_free(&end->authorities);
	mbedtls_x509_crt_free(&end->certificate);
	mbedtls_pk_free(&end->key);
}

/* One connection over the wire. To resume sessions, the server has a `cache` and the client a
 * `session`; both may be NULL. */
static int end_connect(struct end *end, struct pipe *in, struct pipe *out,
		       mbedtls_ssl_cache_context *cache, const mbedtls_ssl_session *session)
{
	int error;

	end->wire = (struct wire){in, out};
	if (cache)
		mbedtls_ssl_conf_session_cache(&end->config, cache, mbedtls_ssl_cache_get,
					       mbedtls_ssl_cache_set);
	error = mbedtls_ssl_setup(&end->ssl, &end->config);
	if (!error && end->config.endpoint == MBEDTLS_SSL_IS_CLIENT)
		error = mbedtls_ssl_set_hostname(&end->ssl, "localhost");
	if (!error && session)
		error = mbedtls_ssl_set_session(&end->ssl, session);
	mbedtls_ssl_set_bio(&end->ssl, &end->wire, wire_send, wire_receive, NULL);
	return error;
}

static void end_disconnect(struct end *end)
{
	mbedtls_ssl_free(&end->ssl);
	mbedtls_ssl_init(&end->ssl);
}

/* ---- Both ------------------------------------------------------------------------------------ */

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
