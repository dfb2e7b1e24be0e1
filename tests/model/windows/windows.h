/* SPDX-License-Identifier: MIT
 * Interrupts at every place where one may come: between the lock windows of each public call.
 *
 * A scene is a heap in the middle of its life, made from a seed. In it one call is made, and
 * where its k-th window closes, an interrupt makes another one; then everything is held against
 * the blocks that both know to be theirs. All calls by all interrupts at all k, in many scenes. */
#ifndef TESTS_MODEL_WINDOWS_H
#define TESTS_MODEL_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn.h"
#include "tarn_tag.h"

/* How this program was built, for the replay line; program.mk says it. */
#ifndef MODEL_BUILD
#define MODEL_BUILD "HARDEN=1"
#endif

#define ARENA_BYTES 2048
#define BLOCKS_MOST 128

struct block {
	unsigned char *place;
	uint32_t size;
	uint32_t mark; /* seeds the pattern in it */
	uint32_t tag;  /* whose it is */
};

/* What the watch must have seen, by lengths in bytes. */
struct watch {
	uint32_t least;
	uint32_t falls; /* below the mark, since the last check */
	uint32_t calls; /* of the handler */
	bool armed;
};

/* Everything that a scene is, in one piece: saved and restored by copying. */
struct scene {
	struct tarn_heap heap;
	struct block block[BLOCKS_MOST];
	uint32_t blocks, marks;
	uint32_t state; /* of the random numbers */
	struct watch watch;
	_Alignas(64) unsigned char arena[ARENA_BYTES];
};
extern struct scene now;

/* The block that the interrupted call works on, off the list: nobody else's business, but for a
 * double free. Were it handed out too early, the pattern of its new owner would be found in it. */
extern struct block busy;

/* What an interrupt does; each is one public call, or two. */
#define HANDLERS (TARN_TAGS ? 9 : 7)
extern const char *const handler_names[];
void handle(uint32_t handler);

/* What is interrupted. */
#define CALLS (TARN_TAGS ? 17 : 14)
extern const char *const call_names[];
void call(uint32_t which);

/* Faults that are owed: `expected` of them, all double frees. */
extern uint32_t faults, expected;

/* Run at the end of each lock window of the call under way. */
extern bool interrupts;

void make_scene(uint32_t seed);
void own(void *place, uint32_t size); /* of `payer` */
void own_as(void *place, uint32_t size, uint32_t tag);
void check_all(void);
_Noreturn void broken(const char *what);
uint32_t below(uint32_t bound);

/* watch.c: a directed case. The heap was made; one of its windows closes; a call is over. */
void check_watch(void);
void watch_begin_scene(void);
void watch_window(void);
void watch_check(void);

/* tags.c. A context enters a tag and leaves it again: what it allocates is that one's (`payer`).
 * handle_tags and call_tags: the handlers and calls that are about tags. */
extern uint32_t payer;
void context_enter(uint32_t tag);
void context_leave(uint32_t tag);
extern bool resizing; /* the interrupted call resizes `busy` */
void handle_tags(uint32_t handler);
void call_tags(uint32_t which);
void check_tags(void);

/* restarts.c: a search in very many windows. The second is told of each that closes; is it its own? */
void check_restarts(void);
bool restart_window(void);

#endif
