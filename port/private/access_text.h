/* SPDX-License-Identifier: MIT
 * The line that follows a fault of a checked access (tarn_access.h):
 *       write of 1 byte, 1 byte past the end of the live block of 40 at 0x20000120
 *       read of 4 bytes, 8 bytes into the free block of 48 at 0x20000120
 *       read of 4 bytes, where no block was yet
 * At level 3 `, got by 0x000001f4` follows. fault_text.h includes it, and has what it needs. */
#ifndef PORT_ACCESS_TEXT_H
#define PORT_ACCESS_TEXT_H

#include "tarn_access.h"

static inline char *access_text_bytes(char *end, size_t bytes)
{
	char digits[20];
	char *first = digits + sizeof(digits);
	size_t rest = bytes;

	do {
		*--first = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	while (first < digits + sizeof(digits))
		*end++ = *first++;
	return fault_text_append(end, bytes == 1 ? " byte" : " bytes");
}

/* Where the access lies, seen from the block or object that it is in, or next to. */
static inline char *access_text_where(char *end, const struct tarn_access *access)
{
	uintptr_t start = (uintptr_t)access->place.start;
	uintptr_t first = (uintptr_t)access->address;
	uintptr_t beyond = first + access->bytes - start - access->place.size;
	bool free = access->around == TARN_AROUND_FREE || access->around == TARN_AROUND_WAITS;

	if (first < start)
		end = fault_text_append(access_text_bytes(end, start - first), " before");
	else if (free)
		end = fault_text_append(access_text_bytes(end, first - start), " into");
	else
		end = fault_text_append(access_text_bytes(end, beyond), " past the end of");
	end = fault_text_append(end, access->around == TARN_AROUND_FREE    ? " the free "
				     : access->around == TARN_AROUND_WAITS ? " the freed "
				     : access->around == TARN_AROUND_LIVE  ? " the live "
									   : " the last ");
	end = fault_text_append(end, access->place.name ? "object of " : "block of ");
	end = access_text_bytes(end, access->place.size);
	return fault_text_field(end, " at ", start);
}

/* Writes the line after `end`; nothing if there is no access. */
static inline char *access_text(char *end, const struct tarn_access *access)
{
	if (!access)
		return end;
	end = fault_text_append(end, access->writes ? "  write of " : "  read of ");
	end = fault_text_append(access_text_bytes(end, access->bytes), ", ");
	if (access->place.start)
		end = access_text_where(end, access);
	else
		end = fault_text_append(end, "where no block was yet");
	if (access->place.owner)
		end = fault_text_field(end, ", got by ", access->place.owner);
	*end++ = '\n';
	return end;
}

#endif
