/* SPDX-License-Identifier: MIT */
#include "hammer.h"

#include <stddef.h>

#include "../look.h"
#include "contents.h"
#include "random.h"
#include "tarn_object.h"
#include "tarn_table.h"
#include "tarn_tag.h"

#define ARENA   8192
#define SLOTS   24 /* a task */
#define MAILBOX 6
#define OBJECTS 4 /* that a task may hold */
#define LARGEST 300

struct block {
	unsigned char *at;
	uint32_t size;
	uint32_t mark;
};

struct ball {
	uint32_t link; /* room for the link of a free object */
	uint32_t mark;
	uint32_t check;
};

#define CLASSES(CLASS)                    \
	CLASS(32, 12, 0, TARN_TO_COMMONS) \
	CLASS(64, 8, 0, TARN_TO_LARGER)   \
	CLASS(128, 4, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);
TARN_OBJECT_POOL(balls, struct ball, TASKS *OBJECTS - 3, TARN_OBJECT_REFUSE);

struct task tasks[TASKS];
static struct tarn_heap heap;
static _Alignas(64) unsigned char arena[ARENA];
static uint32_t free_at_first;
static struct block slots[TASKS][SLOTS];
static struct block mailbox[MAILBOX];
static struct look seen[TASKS];
static struct {
	struct ball *ball;
	uint32_t mark;
} held[TASKS][OBJECTS];

static uint32_t below(struct task *task, uint32_t bound)
{
	return random_below(&task->random, bound);
}

static void note(struct task *task, const char *wrong)
{
	if (!task->wrong)
		task->wrong = wrong;
}

/* ---- Blocks */

static void verify(struct task *task, const struct block *block, uint32_t size)
{
	if (!pattern_holds(block->at, size, block->mark))
		note(task, "contents");
}

static void take(struct task *task, struct block *block)
{
	uint32_t size = 1 + below(task, LARGEST);
	uint32_t align = below(task, 8) ? TARN_ALIGN : 32;

	block->at = tarn_alloc_aligned(&heap, align, size);
	if (!block->at) {
		task->refused++;
		return;
	}
	task->allocations++;
	if ((uintptr_t)block->at % align || tarn_usable_size(&heap, block->at) < size)
		note(task, "size");
	block->size = size;
	block->mark = ++task->marks * TASKS + task->number;
	pattern_fill(block->at, block->size, block->mark);
}

static void give(struct task *task, struct block *block)
{
	verify(task, block, block->size);
	tarn_free(&heap, block->at);
	task->frees++;
	block->at = NULL;
}

static void resize(struct task *task, struct block *block)
{
	uint32_t size = 1 + below(task, LARGEST);
	unsigned char *moved = tarn_realloc(&heap, block->at, size);

	if (!moved) {
		task->refused++;
		verify(task, block, block->size);
		return;
	}
	block->at = moved;
	verify(task, block, size < block->size ? size : block->size);
	block->size = size;
	pattern_fill(block->at, block->size, block->mark);
}

/* The task takes the block that is in the mailbox, and leaves its own for the next task. */
static void exchange(struct task *task, struct block *block)
{
	uint32_t at = below(task, MAILBOX);
	uint32_t key = mailbox_lock();
	struct block mine = *block;

	*block = mailbox[at];
	mailbox[at] = mine;
	mailbox_unlock(key);
	task->mailed++;
}

/* ---- Objects */

static void play(struct task *task)
{
	uint32_t at = below(task, OBJECTS);
	struct ball *ball = held[task->number][at].ball;
	uint32_t mark = held[task->number][at].mark;

	task->objects++;
	if (ball) {
		if (ball->mark != mark || ball->check != ~mark)
			note(task, "object");
		balls_put(&balls, ball);
		held[task->number][at].ball = NULL;
		return;
	}
	ball = balls_get(&balls);
	if (!ball)
		return;
	mark = ++task->marks * TASKS + task->number;
	ball->mark = mark;
	ball->check = ~mark;
	held[task->number][at].ball = ball;
	held[task->number][at].mark = mark;
}

/* ---- Numbers */

static void look_at_it(struct task *task)
{
	const char *wrong = look(&heap, &seen[task->number], false);

	task->looks++;
	if (wrong)
		note(task, wrong);
}

/* ---- Tags */

/* Frees all of a tag that no other task has. It reads the records of their blocks meanwhile: one
 * that is not whole yet is no fault. */
static void free_tag(struct task *task)
{
	uint32_t tag = task->number + 1;
	bool had = tarn_alloc_tagged(&heap, 40, tag) != NULL;

	task->allocations += had;
	task->frees += had;
	task->refused += !had;
	if (tarn_free_tag(&heap, tag).blocks != had)
		note(task, "free-tag");
}

/* ---- All of it */

void hammer_step(struct task *task)
{
	struct block *block = &slots[task->number][below(task, SLOTS)];
	uint32_t dice = below(task, 9);

	if (TARN_TAGS >= TASKS && below(task, 4) == 0)
		free_tag(task);
	else if (dice == 0)
		play(task);
	else if (dice == 8)
		look_at_it(task);
	else if (dice == 1)
		exchange(task, block);
	else if (!block->at)
		take(task, block);
	else if (dice < 4)
		resize(task, block);
	else
		give(task, block);
}

/* Each task may be the first to use the pool, which is static: one task sets it up while the others
 * ask whether it is. */
void hammer(struct task *task)
{
	play(task);
	while (task->ops && !task->wrong) {
		hammer_step(task);
		task->ops--;
	}
	__atomic_store_n(&task->done, true, __ATOMIC_RELEASE);
}

static void on_fault(const struct tarn_fault *fault)
{
	(void)fault;
	note(&tasks[0], "fault");
}

static uint32_t commons_free(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&heap, &stats);
	return stats.commons_free;
}

const char *hammer_begin(uint32_t seed, uint32_t ops)
{
	tarn_on_fault(on_fault);
	if (tarn_init(&heap, arena, ARENA, &table, NULL) != TARN_OK)
		return "init";
	free_at_first = commons_free();
	for (uint32_t i = 0; i < TASKS; i++) {
		tasks[i] = (struct task){.number = i, .ops = ops};
		tasks[i].random = random32_seed((uint64_t)seed << 8 | i);
	}
	return NULL;
}

static void give_all(void)
{
	for (uint32_t i = 0; i < TASKS * SLOTS + MAILBOX; i++) {
		struct block *block = i < MAILBOX ? &mailbox[i] : &slots[0][0] + (i - MAILBOX);

		if (block->at)
			give(&tasks[0], block);
	}
}

static const char *check_counters(uint32_t refused)
{
	struct tarn_class_stats stats;
	uint64_t heaps_refused = 0;

	for (uint32_t i = 0; i <= table.classes; i++) {
		tarn_class_stats(&heap, i, &stats);
		heaps_refused += stats.refused;
		if (stats.live || stats.allocations != stats.frees)
			return "counters";
	}
	return heaps_refused == refused ? NULL : "counter-refused";
}

const char *hammer_end(void)
{
	uint32_t allocations = 0;
	uint32_t frees = 0;
	uint32_t refused = 0;

	if (tarn_check(&heap, NULL) || tarn_object_check(&balls.core, NULL))
		return "check";
	give_all();
	for (uint32_t i = 0; i < TASKS; i++) {
		if (tasks[i].wrong)
			return tasks[i].wrong;
		allocations += tasks[i].allocations;
		frees += tasks[i].frees;
		refused += tasks[i].refused;
	}
	if (allocations != frees || tarn_check(&heap, NULL))
		return "lost";
	if (TARN_HARDEN < 3 && commons_free() != free_at_first)
		return "commons";
	return check_counters(refused);
}
