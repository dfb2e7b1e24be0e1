/* SPDX-License-Identifier: MIT
 * The parts of the bench program. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdint.h>

#include "load.h"

/* Slots of a workload (W3 in 4 MiB), and blocks of a filled arena (W5 in 256 KiB: 8,192). */
#ifndef BENCH_BLOCKS_MAX
#define BENCH_BLOCKS_MAX 68000
#endif

struct bench_slot {
	void *block;
	uint16_t size;
	uint8_t place;
};
extern struct bench_slot bench_slot[BENCH_BLOCKS_MAX];

struct bench {
	uint32_t config; /* of the adapter's */
	void *arena;
	uint32_t bytes;
	uint32_t operations; /* measured, after the warm-up */
};

/* churn.c: W1, W2, W3, W3R. After W3 it audits the heap as W3 left it. */
void bench_churn(const struct bench *bench, enum load_kind kind);

/* churn.c: frees of blocks that lie where two pools meet. */
void bench_meeting(const struct bench *bench);

/* Run `operations` of a workload on the current heap, and keep none of the counts. All slots are
 * empty at the start. Returns the requested bytes that are live at the end. */
uint32_t bench_churn_silent(struct load *load, uint32_t operations);

/* memory.c: W4 and W5. */
void bench_memory(const struct bench *bench);

/* tags.c: the calls about tags. Only a build with TARN_TAGS has it. */
void bench_tags(const struct bench *bench);

/* boot.c: setting up a heap at `bench->arena`. */
void bench_boot(const struct bench *bench);

#endif
