/* SPDX-License-Identifier: MIT */
#include "tarn_record.h"

#include <stdbool.h>

#include "tarn_tag.h"

#define LINE_BYTES 104 /* the longest line: "m", an id, two sizes, a 64-bit address, time, tag */

static struct {
	struct tarn_record_slot *slot; /* NULL: not recording */
	uint32_t mask;                 /* the number of slots, a power of two, less 1 */
	uint32_t taken;
	uint32_t ids;
	uint32_t operations;
	uint32_t missing;
	tarn_record_sink *sink;
	void *context;
	tarn_record_clock *clock;
	const void *last;  /* the block of the last line, if that is an allocation; else NULL */
	uint32_t last_at;  /* where that line begins in `text` */
	uint64_t position; /* of text[0] */
	uint32_t length;
	char text[TARN_RECORD_TEXT];
} trace;

/* ---- Text ---------------------------------------------------------------------------------- */

static void flush(void)
{
	if (trace.length)
		trace.sink(trace.context, trace.position, trace.text, trace.length);
	trace.position += trace.length;
	trace.length = 0;
}

static void put(char c)
{
	trace.text[trace.length++] = c;
}

/* Writes a space, and `value` in at least `width` columns. */
static void put_number(uint64_t value, int width)
{
	char digit[20];
	int digits = 0;

	do {
		digit[digits++] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	put(' ');
	for (int i = digits; i < width; i++)
		put(' ');
	while (digits)
		put(digit[--digits]);
}

/* Writes a space and an address, with all its digits, 8 at least. */
static void put_address(uintptr_t address)
{
	int digits = 8;

	while (digits < 16 && (uint64_t)address >> (4 * digits))
		digits++;
	put(' ');
	put('0');
	put('x');
	while (digits--)
		put("0123456789abcdef"[(uint64_t)address >> (4 * digits) & 15]);
}

/* A count of the header. Until it is known, it is no number: a reader does not take a trace that
 * was never closed for an empty one. */
static void put_count(bool known, uint32_t value)
{
	if (known)
		put_number(value, 10);
	for (int i = 0; !known && i < 11; i++)
		put(i < 10 ? ' ' : '?');
	put('\n');
}

static void put_header(bool known)
{
	put('1');
	put('\n');
	put_count(known, trace.ids);
	put_count(known, trace.operations);
	put('1');
	put('\n');
	flush();
}

static void begin_line(char what, uint32_t id)
{
	if (trace.length > TARN_RECORD_TEXT - LINE_BYTES)
		flush();
	trace.operations++;
	trace.last = NULL;
	trace.last_at = trace.length;
	put(what);
	put_number(id, 0);
}

/* Ends the line of a request: caller, time, tag. */
static void put_origin(const void *caller)
{
	put_address((uintptr_t)caller);
	if (trace.clock || TARN_TAGS > 0)
		put_number(trace.clock ? trace.clock() : 0, 0);
	if (TARN_TAGS > 0)
		put_number(tarn_tag_now(), 0);
	put('\n');
}

/* ---- Which block has which id: open addressing, without gaps in a chain ---------------------- */

static uint32_t home(const void *block)
{
	uintptr_t address = (uintptr_t)block;

	address ^= address >> 16;
	return ((uint32_t)(address >> 3) * UINT32_C(0x9e3779b1)) >> 7 & trace.mask;
}

/* The slot of a block, or the empty one where its chain ends. */
static uint32_t find(const void *block)
{
	uint32_t at = home(block);

	while (trace.slot[at].block && trace.slot[at].block != block)
		at = (at + 1) & trace.mask;
	return at;
}

static void take_off(uint32_t hole)
{
	uint32_t at = hole;

	trace.taken--;
	for (;;) {
		uint32_t from_home;

		at = (at + 1) & trace.mask;
		if (!trace.slot[at].block)
			break;
		/* Moves an entry into the hole, if a search from its home would otherwise end at
		 * the hole. */
		from_home = (at - home(trace.slot[at].block)) & trace.mask;
		if (from_home < ((at - hole) & trace.mask))
			continue;
		trace.slot[hole] = trace.slot[at];
		hole = at;
	}
	trace.slot[hole].block = NULL;
}

/* One slot stays empty. Otherwise find() would not end. */
static bool insert(const void *block, uint32_t id)
{
	uint32_t at = find(block);

	if (trace.slot[at].block) {
		/* The block is gone without a free: its heap was made again. */
		begin_line('f', trace.slot[at].id);
		put('\n');
	} else if (trace.taken == trace.mask) {
		trace.missing++;
		return false;
	} else {
		trace.taken++;
	}
	trace.slot[at] = (struct tarn_record_slot){block, id};
	return true;
}

/* ---- Calls --------------------------------------------------------------------------------- */

void tarn_record_open(struct tarn_record_slot *slot, uint32_t slots, tarn_record_sink *sink,
		      void *context, tarn_record_clock *clock)
{
	uint32_t power = 2;

	while (power <= slots / 2)
		power *= 2;
	trace.mask = power - 1;
	trace.slot = slot;
	trace.taken = 0;
	trace.ids = 0;
	trace.operations = 0;
	trace.missing = 0;
	trace.sink = sink;
	trace.context = context;
	trace.clock = clock;
	trace.last = NULL;
	trace.position = 0;
	trace.length = 0;
	put_header(false);
}

uint32_t tarn_record_close(void)
{
	if (!trace.slot)
		return 0;
	flush();
	trace.position = 0;
	put_header(true);
	trace.slot = NULL;
	return trace.missing;
}

void tarn_record_alloc(const void *block, size_t align, size_t size, const void *caller)
{
	if (!trace.slot || !block || !insert(block, trace.ids))
		return;
	begin_line(align ? 'm' : 'a', trace.ids++);
	if (align)
		put_number(align, 0);
	put_number(size, 0);
	put_origin(caller);
	trace.last = block;
}

/* Takes back the last line, the allocation of this block. The text still has the line. */
static void take_back(const void *block)
{
	take_off(find(block));
	trace.length = trace.last_at;
	trace.operations--;
	trace.ids--;
}

/* `old` becomes `block`. False: the trace has an allocation of `block` already, with other lines
 * after it, and a free of `old` will follow. */
static bool rename_block(const void *old, const void *block, uint32_t id)
{
	if (trace.last == block)
		take_back(block);
	else if (trace.slot[find(block)].block)
		return false;
	take_off(find(old));
	return insert(block, id);
}

void tarn_record_resized(const void *old, const void *block, size_t size, const void *caller)
{
	uint32_t at;
	uint32_t id;

	if (!trace.slot || !block)
		return;
	at = find(old);
	if (!trace.slot[at].block)
		return; /* it is not in the trace */
	id = trace.slot[at].id;
	if (block != old && !rename_block(old, block, id))
		return;
	begin_line('r', id);
	put_number(size, 0);
	put_origin(caller);
}

void tarn_record_free(const void *block)
{
	uint32_t at;

	if (!trace.slot || !block)
		return;
	at = find(block);
	if (!trace.slot[at].block)
		return;
	begin_line('f', trace.slot[at].id);
	put('\n');
	take_off(at);
}
