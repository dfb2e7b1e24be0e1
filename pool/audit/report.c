/* SPDX-License-Identifier: MIT
 * Reports in text: the live blocks, and the counters. README.md has the formats. */
#include "../heap/block.h"
#include "text.h"

uint32_t tarn_report_leaks(struct tarn_heap *heap, tarn_sink *sink, void *context)
{
	const struct text text = {sink, context};
	struct tarn_block block;
	uint32_t blocks = 0;
	uint32_t bytes = 0;

	if (!heap_ready(heap))
		return 0;
	block.pointer = NULL; /* tarn_walk sets the rest */
	while (tarn_walk(heap, &block)) {
		blocks++;
		bytes += block.requested;
		text_hex(&text, "live ", (uintptr_t)block.pointer);
		text_number(&text, " bytes=", block.bytes);
		text_number(&text, " requested=", block.requested);
		text_number(&text, " class=", block.class_index);
#if TARN_TAGS > 0
		text_number(&text, " tag=", block.tag);
#endif
#if TARN_HARDEN >= 3
		text_hex(&text, " owner=", block.owner);
		text_number(&text, " sequence=", block.sequence);
#endif
		text_put(&text, "\n");
	}
	text_number(&text, "live blocks=", blocks);
	text_number(&text, " requested=", bytes);
	text_put(&text, "\n");
	return blocks;
}

static void report_class(struct tarn_heap *heap, uint32_t index, const struct text *text)
{
	struct tarn_class_stats stats;

	tarn_class_stats(heap, index, &stats);
	text_number(text, index < classes_of(heap) ? "class " : "commons ", index);
	text_number(text, " size=", stats.size);
	text_number(text, " capacity=", stats.capacity);
	text_number(text, " live=", stats.live);
	text_number(text, " peak=", stats.peak);
	text_number(text, " refused=", stats.refused);
#if TARN_COUNT
	text_number(text, " allocations=", stats.allocations);
	text_number(text, " frees=", stats.frees);
	text_number(text, " out=", stats.overflowed_out);
	text_number(text, " in=", stats.overflowed_in);
	text_number(text, " requested=", stats.requested);
	text_number(text, " live_requested=", stats.live_requested);
	text_number(text, " largest_refused=", stats.largest_refused);
#endif
	text_put(text, "\n");
}

#if TARN_TAGS > 0

static void report_tag(struct tarn_heap *heap, uint32_t tag, const struct text *text)
{
	struct tarn_tag_stats stats;

	tarn_tag_stats(heap, tag, &stats);
	text_number(text, "tag ", tag);
	text_put(text, " name=");
	text_name(text, tarn_tag_name(heap, tag));
	text_number(text, " live=", stats.live);
	text_number(text, " blocks=", stats.blocks);
	text_number(text, " peak=", stats.peak);
	text_number(text, " peak_blocks=", stats.peak_blocks);
	text_number(text, " refused=", stats.refused);
	if (stats.limit != TARN_NO_LIMIT)
		text_number(text, " limit=", stats.limit);
	text_put(text, "\n");
}

#endif

void tarn_report(struct tarn_heap *heap, tarn_sink *sink, void *context)
{
	const struct text text = {sink, context};
	struct tarn_heap_stats stats;

	if (!heap_ready(heap))
		return;
	tarn_heap_stats(heap, &stats);
	text_number(&text, "heap arena=", stats.arena);
	text_number(&text, " metadata=", stats.metadata);
	text_number(&text, " pools=", stats.pools);
	text_number(&text, " commons=", stats.commons);
	text_number(&text, " free=", stats.commons_free);
	text_number(&text, " peak=", stats.commons_peak);
	text_number(&text, " longest=", stats.longest_free);
#if TARN_WATCH
	text_number(&text, " longest_least=", stats.longest_least);
#endif
	text_number(&text, " fragmentation=", stats.fragmentation);
#if TARN_HARDEN >= 3
	text_number(&text, " quarantined=", stats.quarantined);
	text_number(&text, " quarantined_bytes=", stats.quarantined_bytes);
#endif
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++) {
		text_put(&text, " ");
		text_put(&text, tarn_fault_name(kind));
		text_number(&text, "=", stats.faults[kind]);
	}
	text_put(&text, "\n");
	for (uint32_t index = 0; index <= classes_of(heap); index++)
		report_class(heap, index, &text);
#if TARN_TAGS > 0
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++)
		report_tag(heap, tag, &text);
#endif
}

/* A sink that fills a buffer and leaves room for the final 0. */
struct buffer {
	char *text;
	size_t room;
	size_t length;
};

static void buffer_sink(void *context, const char *text, size_t length)
{
	struct buffer *buffer = context;

	for (; length && buffer->length + 1 < buffer->room; length--)
		buffer->text[buffer->length++] = *text++;
}

size_t tarn_misfit_text(char *room_for, size_t room, enum tarn_status status,
			const struct tarn_table *table, const struct tarn_misfit *why)
{
	static const char *const says[] = {
		[TARN_OK] = "fits",
		[TARN_ARENA_SMALL] = " not fit: the table needs ",
		[TARN_ARENA_LARGE] = "the arena is larger than 128 MiB",
		[TARN_CLASS_SIZE] = ": its size is not a multiple of TARN_ALIGN, is 0 or too large",
		[TARN_CLASS_ORDER] = ": its size is not above that of the class before it",
		[TARN_CLASS_COUNT] = "the table has more classes than this build allows",
		[TARN_CLASS_MAP] =
			"the table's map is not of its classes: tarn_table_map() makes it",
		[TARN_CLASS_OVERFLOW] = ": its overflow rule is no sum of enum tarn_overflow",
		[TARN_HEAP_COUNT] = "malloc has TARN_MALLOC_HEAPS heaps already",
		[TARN_OVERLAP] = "the memory is another heap's, or a pool's",
		[TARN_BUILD] = "compiled with another tarn_config.h than the library",
		[TARN_NO_HEAP] = "the heap is NULL",
	};
	struct buffer buffer = {room_for, room, 0};
	const struct text text = {buffer_sink, &buffer};
	uint32_t index = why ? why->class_index : UINT32_MAX;

	if (!room_for)
		buffer.room = room = 0;
	if (!table)
		table = &tarn_table_default;
	if (index < table->classes && table->size_class) {
		text_number(&text, "class ", index);
		text_number(&text, " (", table->size_class[index].size);
		text_number(&text, " B x ", table->size_class[index].blocks);
		if (table->size_class[index].per_64k)
			text_number(&text, " + ", table->size_class[index].per_64k);
		text_put(&text, table->size_class[index].per_64k ? " per 64 KiB)" : ")");
		if (status == TARN_ARENA_SMALL)
			text_put(&text, " does");
	} else if (status == TARN_ARENA_SMALL) {
		text_put(&text, "the heap's records do");
	}
	text_put(&text, status <= TARN_NO_HEAP ? says[status] : "unknown");
	if (status == TARN_ARENA_SMALL && (!why || why->needs == UINT32_MAX)) {
		text_put(&text, "more than 128 MiB of arena");
	} else if (status == TARN_ARENA_SMALL) {
		text_number(&text, "", why->needs);
		text_put(&text, " bytes of arena");
	}
	if (room)
		room_for[buffer.length] = 0;
	return buffer.length;
}
