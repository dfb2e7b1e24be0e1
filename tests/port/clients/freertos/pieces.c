/* SPDX-License-Identifier: MIT
 * A block's life. Its contents stay whole when it moves. */
#include "parts.h"

#include <stdlib.h>

static unsigned char sign(const struct piece *piece, uint32_t at)
{
	return (unsigned char)(piece->seed + at * 7);
}

static void fill(struct piece *piece, uint32_t from)
{
	for (uint32_t i = from; i < piece->size; i++)
		piece->bytes[i] = sign(piece, i);
}

static void look(const struct piece *piece, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++)
		expect(piece->bytes[i] == sign(piece, i), "contents");
}

/* By one of the functions that share the heap. */
bool piece_take(struct piece *piece, uint32_t size, uint32_t seed)
{
	if (seed % 4 == 0)
		piece->bytes = malloc(size);
	else if (seed % 4 == 1)
		piece->bytes = pvPortCalloc(1, size);
	else
		piece->bytes = pvPortMalloc(size);
	expect(piece->bytes != NULL, "no-memory");
	if (!piece->bytes)
		return false;
	piece->size = size;
	piece->seed = seed;
	fill(piece, 0);
	return true;
}

void piece_resize(struct piece *piece, uint32_t size)
{
	uint32_t kept = size < piece->size ? size : piece->size;
	void *bytes = pvPortRealloc(piece->bytes, size);

	expect(bytes != NULL, "no-memory");
	if (!bytes)
		return;
	piece->bytes = bytes;
	look(piece, kept);
	piece->size = size;
	fill(piece, kept);
}

void piece_give(struct piece *piece)
{
	look(piece, piece->size);
	if (piece->seed % 5)
		vPortFree(piece->bytes);
	else
		free(piece->bytes);
	piece->bytes = NULL;
}
