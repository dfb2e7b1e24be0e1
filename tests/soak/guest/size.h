/* SPDX-License-Identifier: MIT
 * What the soak's size depends on: the arena, and nothing else. So the same ARENA gives the same
 * sequence of operations, and the same digest, on every machine.
 *
 *   slots   blocks that the soak can hold at once: one for each 32 bytes of arena
 *   traces  a recorded program is replayed whole if 5/4 of its peak fits the arena and its blocks
 *           fit the slots. Otherwise it is thinned: an allocation that would lift the live bytes
 *           above 5/8 of the arena, or the blocks above the slots, is left out, with all later
 *           operations on it. In both cases the flash holds as much as packs into a quarter of
 *           the arena's size, or 4 KB (2 to 3 bytes an operation).
 *   pools   object pools open at once, their capacity, their overflow chunks; below
 *           SOAK_POOLS_MIN neither they, nor the packed array, nor the demo run
 *
 * Shared by the firmware and by the host's tool that packs the traces (pack.c). */
#ifndef SOAK_SIZE_H
#define SOAK_SIZE_H

#define SOAK_ARENA_MIN 2048
#define SOAK_ARENA_MAX (128L << 20)

/* Slots that no scenario uses: INJECT=fragmentation pins its blocks there. */
#define SOAK_PINS 8

#define SOAK_SLOTS_MIN 64
#define SOAK_SLOTS_MAX 65536
#define SOAK_SLOTS_FOR(arena)                             \
	((arena) / 32 < SOAK_SLOTS_MIN   ? SOAK_SLOTS_MIN \
	 : (arena) / 32 > SOAK_SLOTS_MAX ? SOAK_SLOTS_MAX \
					 : (arena) / 32)

#define SOAK_TRACE_SLOTS_FOR(arena)   (SOAK_SLOTS_FOR(arena) - SOAK_PINS)
#define SOAK_TRACE_WHOLE(arena, peak) ((peak) + (peak) / 4 <= (arena))
#define SOAK_TRACE_THINNED(arena)     ((arena) / 8 * 5)
#define SOAK_TRACE_BYTES_FOR(arena)   ((arena) < 16384 ? 4096 : (arena) / 4)

#define SOAK_POOLS_MIN           6144
#define SOAK_STANDS_FOR(arena)   ((arena) < 16384 ? 1 : (arena) < 65536 ? 2 : 4)
#define SOAK_CAPACITY_FOR(arena) ((arena) < 16384 ? 8 : 24)
#define SOAK_CHUNKS_FOR(arena)   ((arena) < 16384 ? 1 : 3)

/* The packed form: one operation after another, in numbers of 7 bits a byte, the low ones first.
 * All bytes but the last have bit 7 set:
 *     size << 2 | 0          allocate into the slot that was freed last, or the next new one
 *     slot << 2 | 1          free
 *     slot << 2 | 2, size    realloc */
#define PACKED_ALLOC   0
#define PACKED_FREE    1
#define PACKED_REALLOC 2

#endif
