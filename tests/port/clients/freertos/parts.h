/* SPDX-License-Identifier: MIT
 * The parts of the test run at the same time; each is one task or more. */
#ifndef CLIENT_FREERTOS_PARTS_H
#define CLIENT_FREERTOS_PARTS_H

#include <stdbool.h>

#include "FreeRTOS.h"
#include "task.h"

#include "tarn_freertos.h"

#define WORKERS    3
#define TASK_STACK 400 /* words */

/* With TARN_TAGS: the tag of worker i is i + 1. */
#define TAG_CHILD (WORKERS + 1)
#define TAGS      TAG_CHILD

/* Of main(). */
struct asked {
	uint32_t seed, rounds;
	const char *board;
};
extern struct asked asked;
extern volatile uint32_t kernel_ticks;

/* The first failure is the verdict's reason. */
void note(const char *wrong);
void expect(bool holds, const char *wrong);

/* A block's life: pieces.c. */
struct piece {
	unsigned char *bytes;
	uint32_t size;
	uint32_t seed;
};
bool piece_take(struct piece *piece, uint32_t size, uint32_t seed);
void piece_resize(struct piece *piece, uint32_t size);
void piece_give(struct piece *piece);

/* The parts' tasks. Each returns when it is done; `number` tells its tasks apart. */
void worker(uint32_t number);
void workers_begin(void);
void workers_tick(void);
uint32_t workers_looks(void);
void objects(uint32_t number);
void objects_begin(void);
void births(uint32_t number);
uint32_t births_created(void);
void waits(uint32_t number);
void waits_tick(void);

#endif
