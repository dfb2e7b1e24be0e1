/* SPDX-License-Identifier: MIT
 * Interrupts at every place where one may come: between the lock windows of each public call.
 *
 * A scene is a heap in use, made from a seed. The program makes one call in it. When the k-th
 * window closes, an interrupt makes another call. Then everything is compared with the blocks that
 * each of the two owns. It tries all calls with all interrupts at all k, in many scenes. */
#ifndef TESTS_MODEL_WINDOWS_H
#define TESTS_MODEL_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn.h"
#include "tarn_tag.h"

/* How this program was built, for the replay line. program.mk sets it. */
#ifndef MODEL_BUILD
#define MODEL_BUILD "HARDEN=1"
#endif

#define ARENA_BYTES 2048
#define BLOCKS_MOST 128

struct block {
	unsigned char *place;
	uint32_t size;
	uint32_t mark; /* seeds the pattern that fills it */
	uint32_t tag;  /* the tag that it was allocated for */
};

/* What the watch must have seen; lengths are in bytes. */
struct watch {
	uint32_t least;
	uint32_t falls; /* falls below the mark since the last check */
	uint32_t calls; /* of the handler */
	bool armed;
};

/* All data of a scene, in one piece. Copying saves and restores it. */
struct scene {
	struct tarn_heap heap;
	struct block block[BLOCKS_MOST];
	uint32_t blocks, marks;
	uint32_t state; /* of the random numbers */
	struct watch watch;
	_Alignas(64) unsigned char arena[ARENA_BYTES];
};
extern struct scene now;

/* The block that the interrupted call works on. It is not on the list: nobody else may use it,
 * except for a double free. If Tarn handed it out too early, its new owner's pattern would be found
 * in it. */
extern struct block busy;

/* The interrupts; each makes one public call, or two. */
#define HANDLERS (TARN_TAGS ? 9 : 7)
extern const char *const handler_names[];
void handle(uint32_t handler);

/* The interrupted calls. */
#define CALLS (TARN_TAGS ? 17 : 14)
extern const char *const call_names[];
void call(uint32_t which);

/* The faults so far, and how many there must be: all double frees. */
extern uint32_t faults, expected;

/* Whether an interrupt comes at the end of lock windows. */
extern bool interrupts;

void make_scene(uint32_t seed);
void own(void *place, uint32_t size); /* for tag `payer` */
void own_as(void *place, uint32_t size, uint32_t tag);
void check_all(void);
_Noreturn void broken(const char *what);
uint32_t below(uint32_t bound);

/* watch.c: a test of its own; the heap was made; one of its windows closes; a call ended. */
void check_watch(void);
void watch_begin_scene(void);
void watch_window(void);
void watch_check(void);

/* tags.c. A context enters a tag (`payer`), to which its blocks then belong, and leaves it again.
 * handle_tags makes the interrupts about tags, call_tags the calls. */
extern uint32_t payer;
void context_enter(uint32_t tag);
void context_leave(uint32_t tag);
extern bool resizing; /* the interrupted call resizes `busy` */
void handle_tags(uint32_t handler);
void call_tags(uint32_t which);
void check_tags(void);

/* restarts.c: searches in very many windows. restart_window is called when a window closes, and
 * returns whether it was one of theirs. */
void check_restarts(void);
bool restart_window(void);

/* stacks.c: classes of several pools. stacks_interrupt is called before and after each window, and
 * returns whether it was one of theirs. */
void check_stacks(void);
bool stacks_interrupt(void);

#endif
