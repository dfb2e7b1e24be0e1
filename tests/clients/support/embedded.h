/* SPDX-License-Identifier: MIT
 * Files in a program's image, which has no file system. `embed` makes them. */
#ifndef CLIENTS_EMBEDDED_H
#define CLIENTS_EMBEDDED_H

#include <stddef.h>

struct embedded {
	const char *name;
	const unsigned char *bytes;
	size_t length;
};
extern const struct embedded embedded[];
extern const unsigned int embedded_files;

#endif
