/* SPDX-License-Identifier: MIT
 * The recorder: the allocations of a running program, as a trace that can be replayed.
 *
 * A trace is text. Four header lines hold 1, the number of ids, the number of operations, and 1.
 * Then a line follows for each request that was served:
 *     a id size [caller [time [tag]]]         allocated (also zeroed)
 *     m id align size [caller [time [tag]]]   allocated at a multiple of `align`, above TARN_ALIGN
 *     r id size [caller [time [tag]]]         resized, where it was or elsewhere
 *     f id                                    freed
 * The ids count allocations, from 0. Sizes are the requested ones, in bytes. The caller is the
 * return address of the call, in hexadecimal with 0x. The time is that of the recorder's clock, in
 * its unit, modulo 2^32. The tag is that of the block (tarn_tag.h). A field in brackets may be
 * missing, with those after it. An unknown field with others after it is 0. The trace has no
 * refused requests, and no blocks from before it began.
 *
 * Context: the calls below may not interrupt one another, and must come in the order of what they
 * tell of. So the caller holds the port's lock over an operation and its call. tarn_record_events.h
 * makes the calls as events of the core. The recorder is freestanding, and uses only the caller's
 * memory. */
#ifndef TARN_RECORD_H
#define TARN_RECORD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Receives a trace: `length` bytes, at most TARN_RECORD_TEXT, inside the lock. The bytes come in
 * order. `position` is the number of bytes before them. At the end the header comes once more, with
 * its counts. It belongs at position 0, and has TARN_RECORD_HEADER bytes, as at first. A sink that
 * cannot go back, such as a serial line, may send it last: README.md says how to put it in its
 * place. */
typedef void tarn_record_sink(void *context, uint64_t position, const char *bytes, size_t length);
#define TARN_RECORD_TEXT   256
#define TARN_RECORD_HEADER 28

/* The time now, in a unit of the program's choice. The recorder calls it inside the lock. */
typedef uint32_t tarn_record_clock(void);

/* One for each block that is live at once. The fields are private. */
struct tarn_record_slot {
	const void *block;
	uint32_t id;
};

/* Begins a trace. There are `count` slots, at least 2, of which the recorder uses the largest power
 * of two. Twice the blocks that are live at once is a good number. The recorder clears them. They
 * and the sink must stay until tarn_record_close(). If `clock` is NULL, the trace has no times. */
void tarn_record_open(struct tarn_record_slot *slot, uint32_t count, tarn_record_sink *sink,
		      void *context, tarn_record_clock *clock);

/* Ends the trace. If none was begun, nothing happens.
 *
 *   returns  the number of blocks that are missing in the trace, because all slots were taken */
uint32_t tarn_record_close(void);

/* Record an operation. If no trace was begun, or `block` is NULL, nothing happens. `alignment` 0
 * means TARN_ALIGN. A block that moved to `block` may have been recorded as an allocation just
 * before: the two become one line.
 *
 *   cost     the search of a slot, and the sink for about each sixth call */
void tarn_record_alloc(const void *block, size_t alignment, size_t size, const void *caller);
void tarn_record_resized(const void *old, const void *block, size_t size, const void *caller);
void tarn_record_free(const void *block);

/* Called around each request (events.c). */
void tarn_record_enter(void);
void tarn_record_leave(void);

/* Called when a heap was made. begin.c has one, which traces the whole run into a file. Without it
 * the program opens and closes its trace itself. */
void tarn_record_begin(void);

#ifdef __cplusplus
}
#endif

#endif
