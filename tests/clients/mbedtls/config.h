/* SPDX-License-Identifier: MIT
 * Before each file of mbedTLS's: which configuration is asked for. */
#define MBEDTLS_CONFIG_FILE "tls_features.h"
