/* SPDX-License-Identifier: MIT
 * A block's life. Its contents stay whole when it moves. A timer of the board that nothing else
 * uses measures each call. At QEMU's -icount shift=7 an instruction is 3.2 of its ticks. */
#include "parts.h"

#include <stdlib.h>

#include "tarn_port.h"

#define TIMER        ((volatile uint32_t *)PORT_URGENT_AT) /* CMSDK's: it counts down */
#define TIMER_ENABLE 1u

enum { CONTROL, VALUE, RELOAD };

static struct pieces worst;
static uint32_t empty; /* ticks of a measurement without a call */

struct start {
	uint32_t time, ticks;
};

static struct start start(void)
{
	struct start now;

	now.ticks = kernel_ticks; /* first: a tick between both is then noticed */
	now.time = TIMER[VALUE];
	return now;
}

/* A call that the kernel's tick did not interrupt. */
static void stop(uint32_t *longest, struct start since)
{
	uint32_t instructions = (since.time - TIMER[VALUE]) * 5 / 16 - empty;
	tarn_port_key key = tarn_port_lock();

	if (since.ticks == kernel_ticks && instructions > *longest)
		*longest = instructions;
	tarn_port_unlock(key);
}

void pieces_begin(void)
{
	uint32_t nothing = 0;

	TIMER[RELOAD] = UINT32_MAX;
	TIMER[VALUE] = UINT32_MAX;
	TIMER[CONTROL] = TIMER_ENABLE;
	stop(&nothing, start());
	empty = nothing;
}

struct pieces pieces_worst(void)
{
	return worst;
}

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
	struct start since = start();

	if (seed % 4 == 0)
		piece->bytes = malloc(size);
	else if (seed % 4 == 1)
		piece->bytes = pvPortCalloc(1, size);
	else
		piece->bytes = pvPortMalloc(size);
	if (seed % 4 > 1)
		stop(&worst.malloc, since);
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
	struct start since = start();
	void *bytes = pvPortRealloc(piece->bytes, size);

	stop(&worst.realloc, since);
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
	struct start since;

	look(piece, piece->size);
	since = start();
	if (piece->seed % 5)
		vPortFree(piece->bytes);
	else
		free(piece->bytes);
	if (piece->seed % 5)
		stop(&worst.free, since);
	piece->bytes = NULL;
}
