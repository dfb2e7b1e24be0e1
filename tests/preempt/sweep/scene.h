/* SPDX-License-Identifier: MIT
 * The scene: a heap, or an object pool, in the middle of its life, all in one piece, so that it is
 * saved and restored by copying; what it lives through, and what must then hold. */
#ifndef PREEMPT_SCENE_H
#define PREEMPT_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "random.h"
#include "../../bench/ruler.h"
#include "../look.h"
#include "tarn.h"
#include "tarn_object.h"
#include "tarn_tag.h"

#define SCENE_ARENA   2048
#define SCENE_BLOCKS  64
#define SCENE_CLASSES 4
#define SCENE_HOLDS   16
#define POOL_WORDS    26
#define SWEEP_GETS    3    /* of one interrupt, at most */
#define SCENE_SLOTS   1024 /* bytes of a pool that is not in the arena */

struct held_block {
	unsigned char *at;
	uint32_t size;
	uint32_t mark; /* seeds the pattern in it */
	uint32_t tag;
};

/* Tags, where they are built: of the interrupted context, of the interrupt, and of some blocks. */
enum { MAIN = 1, INTERRUPT, LEVEL };

struct pool_kind;

struct thing {
	uint32_t link; /* room for a free object's link: not looked at */
	uint32_t mark;
	uint32_t rest[2]; /* made of the mark */
};

struct held_thing {
	struct thing *at; /* of pools that do not rob */
	uint64_t handle;  /* of those that do */
	uint32_t mark;
};

struct scene {
	_Alignas(64) unsigned char slots[SCENE_SLOTS]; /* of a pool that is not in the arena */
	_Alignas(64) unsigned char arena[SCENE_ARENA];
	unsigned char *pools; /* the first class's first block */
	const char *wrong;
	struct tarn_heap heap;
	uint64_t pool[POOL_WORDS]; /* a struct of any of the pools' types */
	struct held_thing hold[SCENE_HOLDS];
	struct held_block block[SCENE_BLOCKS];

	uint32_t random;
	uint32_t marks;
	uint32_t asked; /* the size that the interrupted call asks for */
	uint32_t blocks;
	uint32_t refused[SCENE_CLASSES + 1];
	uint32_t over[TARN_TAGS + 1]; /* refused, because a tag exceeds its limit */
	uint32_t payer;               /* the tag of the context that runs */
	uint32_t kept; /* the tag that the interrupted call works for: not to be freed */
	uint32_t free_at_first;
	struct look seen; /* of the heap's numbers, the last time that somebody looked */
	uint32_t faults;  /* that nobody has earned yet */

	uint32_t holds;
	uint32_t nothing; /* gets answered with NULL */
	uint32_t robbed;  /* of what was held */
	uint32_t full[2]; /* TARN_FAULT_FULL of the call, of the interrupt */
};
extern struct scene scene;

/* Something that is interrupted. */
struct operation {
	const char *name;
	/* Choose what it works on, and write down the call; false: not in this scene. */
	bool (*propose)(const struct pool_kind *kind, struct ruler_call *call);
	/* Undisturbed, did it go the way that it is named after? Asked behind `after`. */
	bool (*accept)(const struct ruler_call *call);
	/* It is over: enter what came of it. NULL, or what is wrong. */
	const char *(*after)(const struct ruler_call *call);
	const struct pool_kind *kind; /* NULL: the heap's */
};
extern const struct operation heap_operations[];
extern const uint32_t heap_operations_count;
extern const struct operation pool_operations[];
extern const uint32_t pool_operations_count;
extern const struct operation tag_operations[];
extern const uint32_t tag_operations_count;

static inline uint32_t scene_below(uint32_t bound)
{
	return random_below(&scene.random, bound);
}

/* ---- The heap (scene.c) */

/* A new heap and some life in it. */
void scene_make(uint32_t seed);

/* A block came of a request: enter and fill it; or count the refusal. */
const char *scene_own(void *block, uint32_t size);

const char *scene_own_as(void *block, uint32_t size, uint32_t tag);

/* Take all blocks of a tag off the list. How many there were. */
uint32_t scene_disown(uint32_t tag);

/* Take a block off the list, for a call to work on: nobody else's business. */
struct held_block scene_busy(uint32_t at);

const char *scene_whole(const struct held_block *block, uint32_t size);

/* The class of requests of `size`; of the block at `at`. SCENE_CLASSES: the commons. */
uint32_t scene_class_for(uint32_t size);
uint32_t scene_class_at(const void *at);

/* What an interrupt does with the heap. */
const char *scene_heap_action(void);

/* Look at the heap's numbers: NULL, or what does not hold of them. Nobody else may change the
 * heap meanwhile. */
const char *scene_look(void);

/* Everything that must hold of the heap; `others` live blocks are a pool's. Then everything is
 * given back, and it must be as at first. NULL, or what is wrong. */
const char *scene_check(uint32_t others);
const char *scene_drain(uint32_t others);

/* ---- Tags (tags.c) */

void scene_enter(uint32_t tag);
void scene_leave(uint32_t tag);
const char *scene_free_tag(void);
uint32_t scene_overs(uint32_t tag); /* requests that exceeded its limit */
const char *scene_check_tags(uint32_t others);

/* ---- Object pools (pools.c) */

/* Open a pool of that kind in the scene, with some life in it (false: the heap has no room); and
 * close it. */
bool pool_make(const struct pool_kind *kind);
void pool_close(const struct pool_kind *kind);

/* The pool's blocks in the heap, right now. */
uint32_t pool_blocks(const struct pool_kind *kind);

const char *pool_action(const struct pool_kind *kind);
const char *pool_check(const struct pool_kind *kind);
const char *pool_drain(const struct pool_kind *kind);

#endif
