/* SPDX-License-Identifier: MIT
 * What the soak's size depends on: the arena, and nothing else. So the same ARENA gives the same
 * sequence of operations, and the same digest, on every machine.
 *
 *   slots   blocks that the soak can hold at once: one for each 32 bytes of arena
 *   traces  how much of a recorded program is replayed: tests/soak/traces
 *   pools   object pools open at once, their capacity, their overflow chunks; below
 *           SOAK_POOLS_MIN neither they, nor the packed array, nor the demo run */
#ifndef SOAK_SIZE_H
#define SOAK_SIZE_H

#define SOAK_ARENA_MIN 2048

/* Slots that no scenario uses: INJECT=fragmentation pins its blocks there. */
#define SOAK_PINS 8

#define SOAK_SLOTS_MIN 64
#define SOAK_SLOTS_MAX 65536
#define SOAK_SLOTS_FOR(arena)                             \
	((arena) / 32 < SOAK_SLOTS_MIN   ? SOAK_SLOTS_MIN \
	 : (arena) / 32 > SOAK_SLOTS_MAX ? SOAK_SLOTS_MAX \
					 : (arena) / 32)

#define SOAK_POOLS_MIN           6144
#define SOAK_STANDS_FOR(arena)   ((arena) < 16384 ? 1 : (arena) < 65536 ? 2 : 4)
#define SOAK_CAPACITY_FOR(arena) ((arena) < 16384 ? 8 : 24)
#define SOAK_CHUNKS_FOR(arena)   ((arena) < 16384 ? 1 : 3)

#endif
