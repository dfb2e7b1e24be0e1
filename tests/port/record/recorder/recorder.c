/* SPDX-License-Identifier: MIT
 * The recorder without a heap: it is told of made-up blocks. Its trace is compared with that of a
 * model without a table of slots. On the host. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "random.h"
#include "tarn_record.h"

#define BLOCKS  200 /* addresses, and the most blocks that are live at once */
#define EVENTS  20000
#define ROOM    (1 << 20)
#define UNKNOWN UINT32_MAX

#define CHECK(condition)                                                                      \
	do {                                                                                  \
		if (!(condition)) {                                                           \
			printf("FAIL line %d: %s (seed=%" PRIu64 ")\n", __LINE__, #condition, \
			       seed);                                                         \
			exit(1);                                                              \
		}                                                                             \
	} while (0)

static uint64_t seed;
static char trace[ROOM];
static uint64_t end;
static unsigned int backward; /* calls of the sink that did not continue at the end */

static void sink(void *context, uint64_t position, const char *bytes, size_t length)
{
	CHECK(context == trace && length > 0 && length <= TARN_RECORD_TEXT);
	CHECK(position + length <= ROOM);
	if (position != end) {
		CHECK(position == 0 && length == TARN_RECORD_HEADER);
		backward++;
	} else {
		end += length;
	}
	memcpy(trace + position, bytes, length);
}

/* The expected trace. */
static struct {
	uint32_t id[BLOCKS]; /* of each address, or UNKNOWN */
	uint32_t ids;
	uint32_t live;
	uint32_t room; /* the most blocks that may be live */
	uint32_t missing;
	uint32_t operations;
	uint32_t last; /* the address whose allocation is the last line, or UNKNOWN */
	size_t last_at;
	size_t length;
	char text[ROOM];
} model;

static const void *caller;
static uint32_t now;

static uint32_t now_is(void)
{
	return now;
}

static tarn_record_clock *record_clock;

static char blocks[BLOCKS * 16];

static void *address(uint32_t index)
{
	return blocks + (size_t)index * 16;
}

/* `what` and `id`; unless it is a free, a size, the caller, and the time if there is a clock. */
static void line(char what, uint32_t id, size_t align, size_t size)
{
	char *text = model.text + model.length;

	model.last = UNKNOWN;
	model.last_at = model.length;
	model.operations++;
	text += sprintf(text, "%c %" PRIu32, what, id);
	if (align)
		text += sprintf(text, " %zu", align);
	if (what != 'f')
		text += sprintf(text, " %zu 0x%08" PRIxPTR, size, (uintptr_t)caller);
	if (what != 'f' && record_clock)
		text += sprintf(text, " %" PRIu32, now);
	*text++ = '\n';
	model.length = (size_t)(text - model.text);
}

static bool made(uint32_t index)
{
	if (model.id[index] != UNKNOWN) {
		line('f', model.id[index], 0, 0);
	} else if (model.live == model.room) {
		model.missing++;
		return false;
	} else {
		model.live++;
	}
	model.id[index] = model.ids++;
	return true;
}

static void alloc(uint32_t index, size_t align, size_t size)
{
	tarn_record_alloc(address(index), align, size, caller);
	if (!made(index))
		return;
	line(align ? 'm' : 'a', model.id[index], align, size);
	model.last = index;
}

/* If the last line is the allocation of the new place, the recorder takes it back. Otherwise both
 * lines stay. */
static void resize(uint32_t index, uint32_t to, size_t size)
{
	tarn_record_resized(address(index), address(to), size, caller);
	if (model.id[index] == UNKNOWN)
		return;
	if (to != index) {
		if (model.id[to] != UNKNOWN && model.last != to)
			return;
		if (model.last == to) {
			model.length = model.last_at;
			model.operations--;
			model.ids--;
			model.live--;
		}
		model.id[to] = model.id[index];
		model.id[index] = UNKNOWN;
	}
	line('r', model.id[to], 0, size);
}

/* Moves a block as tarn_realloc does. */
static void move(uint32_t index, uint32_t to, size_t size)
{
	if (model.id[to] != UNKNOWN)
		return;
	alloc(to, 0, size);
	resize(index, to, size);
}

static void event(uint32_t *state)
{
	uint32_t index = random_below(state, BLOCKS);
	size_t size = random_below(state, 3) ? random_below(state, 5000) : SIZE_MAX;

	caller = random_below(state, 2) ? (const void *)(uintptr_t)random32(state) : blocks;
	now = random_below(state, 2) ? random32(state) : UINT32_MAX;
	switch (random_below(state, 7)) {
	case 0:
	case 1:
	case 2:
		alloc(index, random_below(state, 3) ? 0 : 64, size);
		break;
	case 3:
		resize(index, random_below(state, 2) ? index : random_below(state, BLOCKS), size);
		break;
	case 4:
		move(index, random_below(state, BLOCKS), size);
		break;
	default:
		tarn_record_free(address(index));
		if (model.id[index] == UNKNOWN)
			break;
		line('f', model.id[index], 0, 0);
		model.id[index] = UNKNOWN;
		model.live--;
		break;
	}
}

static void nothing(void)
{
	uint64_t before = end;

	tarn_record_alloc(NULL, 16, 8, NULL);
	tarn_record_resized(address(0), NULL, 8, NULL);
	tarn_record_free(NULL);
	CHECK(end == before);
}

static void whole(uint32_t slots, uint32_t *state)
{
	static struct tarn_record_slot slot[512];
	char header[64];

	memset(slot, 0, sizeof(slot));
	memset(&model, 0, sizeof(model));
	for (uint32_t i = 0; i < BLOCKS; i++)
		model.id[i] = UNKNOWN;
	model.last = UNKNOWN;
	record_clock = random_below(state, 2) ? now_is : NULL;
	for (model.room = 2; model.room <= slots / 2; model.room *= 2)
		;
	model.room--;
	end = 0;
	backward = 0;
	tarn_record_open(slot, slots, sink, trace, record_clock);
	CHECK(end == TARN_RECORD_HEADER && memcmp(trace, "1\n          ?\n", 14) == 0);
	nothing();
	for (int i = 0; i < EVENTS; i++)
		event(state);
	CHECK(tarn_record_close() == model.missing && backward == 1);
	CHECK((model.missing > 0) == (model.room < BLOCKS));
	CHECK(tarn_record_close() == 0);
	nothing();
	tarn_record_alloc(address(1), 0, 8, NULL);
	snprintf(header, sizeof(header), "1\n %10" PRIu32 "\n %10" PRIu32 "\n1\n", model.ids,
		 model.operations);
	CHECK(strlen(header) == TARN_RECORD_HEADER && !memcmp(trace, header, strlen(header)));
	CHECK(end == TARN_RECORD_HEADER + model.length);
	CHECK(!memcmp(trace + TARN_RECORD_HEADER, model.text, model.length));
}

int main(int argc, char **argv)
{
	uint32_t state;

	seed = arg_u64(argc, argv, "seed", 1);
	args_only(argc, argv, "seed");
	state = random32_seed(seed);
	nothing();
	whole(2, &state);
	whole(4 + random_below(&state, 120), &state);
	whole(255, &state);
	whole(512, &state);
	printf("recorder: passed, seed=%" PRIu64 "\n", seed);
	return 0;
}
