/* SPDX-License-Identifier: MIT
 * The synthetic workloads: deterministic, and the same on every machine. An operation draws a
 * slot and a size before the outcome is known, so every allocator sees the same requests. */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <stdbool.h>
#include <stdint.h>

enum load_kind {
	LOAD_W1,  /* 32 B only, 64 slots; an operation frees a block and takes another */
	LOAD_W2,  /* "game frame": 16, 32, 48, 64, 128, 256 B; mean 70 % of the arena live */
	LOAD_W3,  /* 1 to 512 B, log-uniform; mean 60 % of the arena live */
	LOAD_W3R, /* W3, but half of the frees are reallocs to another size */
	LOAD_KINDS,
	LOAD_TRACE = LOAD_KINDS /* for adapters: a recorded program, see minarena/ */
};

#define LOAD_WARM_UP   20000
#define LOAD_MEASURED  200000
#define LOAD_SLOTS_MAX 8192 /* W2 in 256 KiB: 7,570 */

struct load {
	enum load_kind kind;
	uint32_t slots;
	uint32_t state;
};

struct load_draw {
	uint32_t slot;
	uint32_t size;
	bool again; /* W3R: reallocate the slot if it is full */
};

void load_start(struct load *load, enum load_kind kind, uint32_t arena);
struct load_draw load_next(struct load *load);
const char *load_name(enum load_kind kind);

/* One size as workload `kind` draws it. */
uint32_t load_size(enum load_kind kind, uint32_t *state);

#endif
