/* SPDX-License-Identifier: MIT */
#include "end.h"

#include <string.h>

#include "mbedtls/certs.h"
#include "random.h"

static uint32_t state = 1;

void end_seed(void)
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

int end_open(struct end *end, int role, enum trust trust, int suite, bool mutual)
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

void end_close(struct end *end)
{
	mbedtls_ssl_free(&end->ssl);
	mbedtls_ssl_config_free(&end->config);
	mbedtls_x509_crt_free(&end->authorities);
	mbedtls_x509_crt_free(&end->certificate);
	mbedtls_pk_free(&end->key);
}

int end_connect(struct end *end, struct pipe *in, struct pipe *out,
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

void end_disconnect(struct end *end)
{
	mbedtls_ssl_free(&end->ssl);
	mbedtls_ssl_init(&end->ssl);
}
