/* SPDX-License-Identifier: MIT
 * mbedTLS's own tests of what it allocates for (large numbers, RSA, elliptic curves, certificates),
 * while its own test certificates are loaded. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "client.h"
#include "mbedtls/bignum.h"
#include "mbedtls/certs.h"
#include "mbedtls/ecp.h"
#include "mbedtls/rsa.h"
#include "mbedtls/x509_crt.h"

static const struct {
	const char *name;
	int (*test)(int verbose);
} tests[] = {
	{"numbers", mbedtls_mpi_self_test},
	{"RSA", mbedtls_rsa_self_test},
	{"curves", mbedtls_ecp_self_test},
	{"certificates", mbedtls_x509_self_test},
};

static int load(mbedtls_x509_crt *all)
{
	int error = 0;

	for (const char *const *one = mbedtls_test_cas; *one && !error; one++)
		error = mbedtls_x509_crt_parse(all, (const unsigned char *)*one, strlen(*one) + 1);
	return error;
}

int main(int argc, char **argv)
{
	mbedtls_x509_crt all;
	bool failed;

	client_begin(argc, argv);
	mbedtls_x509_crt_init(&all);
	failed = load(&all) != 0;
	client_sample();
	for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++) {
		bool passed = tests[i].test(0) == 0;

		printf("%s: %s\n", tests[i].name, passed ? "passed" : "failed");
		failed |= !passed;
	}
	mbedtls_x509_crt_free(&all);
	if (failed)
		return client_refused() ? CLIENT_NO_MEMORY : 1;
	return 0;
}
