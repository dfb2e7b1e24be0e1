/* SPDX-License-Identifier: MIT
 * The recorder: the allocations of a running program, as a trace that can be replayed.
 *
 * A trace is text. Four header lines: 1, the number of ids, the number of operations, 1; then a
 * line for each request that was served:
 *     a id size [caller [time [tag]]]         allocated (also zeroed)
 *     m id align size [caller [time [tag]]]   allocated at a multiple of `align`, above TARN_ALIGN
 *     r id size [caller [time [tag]]]         resized, where it was or elsewhere
 *     f id                                    freed
 * The ids count allocations, from 0. Sizes are those asked for, in bytes. The caller is the return
 * address of the call, in hexadecimal with 0x. The time is what the recorder's clock said, in its
 * unit, modulo 2^32. The tag is the block's (tarn_tag.h). A field in brackets may be missing, with
 * those after it; one that is not known and has others after it is 0. What was refused, and blocks
 * that were there before the recorder, are not in it.
 *
 * Context: the calls below must not interrupt one another, and want to be in the order of what they
 * tell of: whoever makes them holds the port's lock over both. tarn_record_events.h makes them as
 * events of the core. Freestanding; the only memory is the caller's. */
#ifndef TARN_RECORD_H
#define TARN_RECORD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where a trace goes: `length` bytes (at most TARN_RECORD_TEXT), called inside the lock. They come
 * in order, `position` being their number so far; at last the header comes once more, with its
 * counts, and belongs at position 0 (TARN_RECORD_HEADER bytes, as at first). What cannot go back
 * (a serial line) may send it as it comes: README.md says how to put it in its place. */
typedef void tarn_record_sink(void *context, uint64_t position, const char *bytes, size_t length);
#define TARN_RECORD_TEXT   256
#define TARN_RECORD_HEADER 28

/* The time now, in a unit of the program's choice. Called inside the lock. */
typedef uint32_t tarn_record_clock(void);

/* One for each block that is live at once. Its fields are the recorder's. */
struct tarn_record_slot {
	const void *block;
	uint32_t id;
};

/* Begin a trace. `slots` of them, at least 2, better twice the blocks that are live at once: used
 * up to the largest power of two. They are zeroed, and last, as the sink, until
 * tarn_record_close(). `clock` NULL: the trace has no times. */
void tarn_record_open(struct tarn_record_slot *slot, uint32_t slots, tarn_record_sink *sink,
		      void *context, tarn_record_clock *clock);

/* End it; what follows is not recorded. Returns how many blocks are missing in the trace because
 * all slots were taken. Nothing happens, and 0, when none was begun. */
uint32_t tarn_record_close(void);

/* What happened; nothing, when no trace was begun, or `block` is NULL. `align` 0: TARN_ALIGN's. A
 * block that moved to `block` may have been told as an allocation just before: the two become one line.
 * Cost: the search of a slot, and the sink for about each sixth call. */
void tarn_record_alloc(const void *block, size_t align, size_t size, const void *caller);
void tarn_record_resized(const void *old, const void *block, size_t size, const void *caller);
void tarn_record_free(const void *block);

/* events.c: around each request. */
void tarn_record_enter(void);
void tarn_record_leave(void);

/* Called when a heap was made. begin.c has one, for a trace of the whole run in a file; without it
 * the program opens and closes its trace itself. */
void tarn_record_begin(void);

#ifdef __cplusplus
}
#endif

#endif
