/* SPDX-License-Identifier: MIT
 * Files that are part of a program's image, for want of a file system: made by `embed`. */
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
