/* SPDX-License-Identifier: MIT
 * The line that the ports of this repository print for a fault that no handler takes:
 *     tarn: double-free of 0x20000120, heap 0x20003fe0, called from 0x000001f4
 * For an object pool or a packed array it has the name:
 *     tarn: double-free of 0x20000120 in sparks, heap 0x00000000, called from 0x000001f4
 * For a call to a heap that was never made:
 *     tarn: a heap that nobody made, heap 0x20003fe0, called from 0x000001f4
 * For an access a second line follows (access_text.h). */
#ifndef PORT_FAULT_TEXT_H
#define PORT_FAULT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn.h"

#define FAULT_TEXT_MAX (TARN_ACCESS ? 320 : 160)
#define FAULT_NAME_MAX 40 /* bytes of a name; the rest is left out */

/* The exit status of a program that such a fault ends. */
#define FAULT_STATUS 70

static inline char *fault_text_append(char *end, const char *text)
{
	while (*text)
		*end++ = *text++;
	return end;
}

static inline bool fault_text_plain(char letter)
{
	return ((letter | 32) >= 'a' && (letter | 32) <= 'z') || (letter >= '0' && letter <= '9') ||
	       letter == '_' || letter == '-' || letter == '.';
}

/* As the reports write it (pool/using.md, Names); `...` follows a name that was cut. */
static inline char *fault_text_name(char *end, const char *name)
{
	const char *limit = end + FAULT_NAME_MAX;
	size_t length = 0;

	while (fault_text_plain(name[length]))
		length++;
	if (length && length <= FAULT_NAME_MAX && !name[length])
		return fault_text_append(end, name);
	*end++ = '"';
	/* The last bytes may only end a letter of UTF-8. */
	for (; *name && end < limit && (end < limit - 3 || (*name & 0xc0) == 0x80); name++) {
		if ((unsigned char)*name < ' ' || *name == 127) {
			*end++ = '\\';
			*end++ = 'x';
			*end++ = (char)('0' + (*name >> 4));
			*end++ = "0123456789abcdef"[*name & 15];
			continue;
		}
		if (*name == '"' || *name == '\\')
			*end++ = '\\';
		*end++ = *name;
	}
	*end++ = '"';
	return fault_text_append(end, *name ? "..." : "");
}

static inline char *fault_text_hex(char *end, uintptr_t value)
{
	end = fault_text_append(end, "0x");
	for (int shift = 8 * (int)sizeof(value) - 4; shift >= 0; shift -= 4)
		*end++ = "0123456789abcdef"[value >> shift & 15];
	return end;
}

static inline char *fault_text_field(char *end, const char *name, uintptr_t value)
{
	return fault_text_hex(fault_text_append(end, name), value);
}

#if TARN_ACCESS
#include "access_text.h"
#endif

/* Writes the line, at most FAULT_TEXT_MAX bytes with the newline. Returns its length. */
static inline size_t fault_text(char *text, const struct tarn_fault *fault)
{
	char *end = fault_text_append(text, "tarn: ");

	if (fault->kind == TARN_FAULT_HEAP) {
		end = fault_text_append(end, "a heap that nobody made");
	} else {
		end = fault_text_append(end, tarn_fault_name(fault->kind));
		end = fault_text_field(end, " of ", (uintptr_t)fault->pointer);
	}
	if (fault->name)
		end = fault_text_name(fault_text_append(end, " in "), fault->name);
	end = fault_text_field(end, ", heap ", (uintptr_t)fault->heap);
	end = fault_text_field(end, ", called from ", (uintptr_t)fault->caller);
	*end++ = '\n';
#if TARN_ACCESS
	end = access_text(end, tarn_access_of(fault));
#endif
	return (size_t)(end - text);
}

#endif
