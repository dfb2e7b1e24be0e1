/* SPDX-License-Identifier: MIT
 * A recorded program, operation by operation. If the heap refuses a block, the program does without
 * it: its frees and reallocs of that block are then nothing. */
#include "replay.h"

#include "block.h"
#include "keep.h"
#include "scenario.h"

#define NONE UINT32_MAX

static struct {
	const uint8_t *at;
	const uint8_t *end;
	uint32_t next;  /* trace */
	uint32_t first; /* slot */
	uint32_t fresh; /* slots ever used */
	uint32_t freed; /* the slot freed last, or NONE; each holds the one before it */
} tape;

void replay_rewind(void)
{
	tape.next = 0;
}

void replay_keep(keep *keep)
{
	keep(&tape.next, sizeof(tape.next));
}

static bool begin(struct share share)
{
	const struct trace *trace = &soak_traces[tape.next];

	tape.next = tape.next + 1 == soak_trace_count ? 0 : tape.next + 1;
	tape.at = trace->packed;
	tape.end = trace->packed + trace->bytes;
	tape.first = share.first;
	tape.fresh = 0;
	tape.freed = NONE;
	return trace->slots <= share.count;
}

static uint32_t number(void)
{
	uint32_t value = 0;
	uint32_t shift = 0;

	while (*tape.at & 128) {
		value |= (uint32_t)(*tape.at++ & 127) << shift;
		shift += 7;
	}
	return value | (uint32_t)*tape.at++ << shift;
}

/* In the order of tests/soak/traces. The size of an empty slot is unused, so it holds the number of
 * the next. */
static uint32_t take_slot(void)
{
	uint32_t slot = tape.freed;

	if (slot == NONE)
		return tape.first + tape.fresh++;
	tape.freed = slots[tape.first + slot].size;
	return tape.first + slot;
}

static void give_slot(uint32_t slot)
{
	slots[tape.first + slot].size = tape.freed;
	tape.freed = slot;
}

static bool step(void)
{
	uint32_t word;
	uint32_t id;

	if (tape.at == tape.end)
		return false;
	word = number();
	id = tape.first + (word >> 2);
	switch (word & 3) {
	case PACKED_ALLOC:
		block_take(take_slot(), word >> 2);
		break;
	case PACKED_FREE:
		block_drop(id);
		give_slot(word >> 2);
		break;
	case PACKED_REALLOC:
		word = number();
		if (block_live(id))
			block_resize(id, word);
		break;
	default:
		return false;
	}
	return true;
}

const struct scenario replay = {"replay", begin, step, NULL, NULL};
