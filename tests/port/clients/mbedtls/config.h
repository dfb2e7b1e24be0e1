/* SPDX-License-Identifier: MIT
 * Included before each file of mbedTLS: names its configuration. */
#define MBEDTLS_CONFIG_FILE "tls_features.h"
