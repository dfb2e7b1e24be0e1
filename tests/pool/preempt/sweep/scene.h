/* SPDX-License-Identifier: MIT
 * The scene: a heap, or an object pool, in use. It is one struct, so that copying saves and
 * restores it. This header also has what happens to it, and what must hold afterwards. */
#ifndef PREEMPT_SCENE_H
#define PREEMPT_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "random.h"
#include "../../../../port/tool/ruler/ruler.h"
#include "../look.h"
#include "tarn.h"
#include "tarn_object.h"
#include "tarn_tag.h"

#define SCENE_ARENA   2048
#define SCENE_BLOCKS  64
#define SCENE_CLASSES (TARN_POOLS ? 4 : 0)
#define SCENE_HOLDS   16
#define POOL_WORDS    (sizeof(void *) > 4 ? 48 : 26)
#define SWEEP_GETS    3    /* of one interrupt, at most */
#define SCENE_SLOTS   1024 /* bytes of a pool that is not in the arena */

struct held_block {
	unsigned char *at;
	uint32_t size;
	uint32_t mark; /* seeds the pattern in the block */
	uint32_t tag;
};

/* Tags, if built with them: of the interrupted context, of the interrupt, and of some blocks. */
enum { MAIN = 1, INTERRUPT, LEVEL };

struct pool_kind;

struct thing {
	uint32_t link; /* room for the link of a free object: never read */
	uint32_t mark;
	uint32_t rest[2]; /* made of the mark */
};

struct held_thing {
	struct thing *at; /* if the pool does not rob */
	uint64_t handle;  /* if it does */
	uint32_t mark;
};

/* What model/windows saw of the longest run. Lengths are in bytes. */
struct scene_watch {
	uint32_t least;
	uint32_t falls; /* falls below the mark since the last check */
	uint32_t calls; /* of the handler */
	bool armed;
};

struct scene {
	_Alignas(64) unsigned char slots[SCENE_SLOTS]; /* for a pool that is not in the arena */
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
	uint32_t over[TARN_TAGS > LEVEL ? TARN_TAGS + 1 : LEVEL + 1]; /* refused by a tag's limit */
	uint32_t payer; /* the tag of the context that runs */
	uint32_t kept;  /* the tag of the interrupted call: not to be freed */
	uint32_t free_at_first;
	struct look seen; /* the heap's numbers at the last look */
	struct scene_watch watch;
	void (*meanwhile)(void); /* if set, all that the interrupt does */
	uint32_t faults;         /* that no wrong use explains */

	uint32_t holds;
	uint32_t nothing; /* gets that returned NULL */
	uint32_t robbed;  /* objects that were held */
	uint32_t full[2]; /* TARN_FAULT_FULL of the call, of the interrupt */
};
extern struct scene scene;

/* An operation to interrupt. */
struct operation {
	const char *name;
	/* Chooses what the call works on, and fills *call. False: not possible in this scene. */
	bool (*propose)(const struct pool_kind *kind, struct ruler_call *call);
	/* Did the undisturbed call take the path that the operation is named after? Called after
	 * the call, without `after`. */
	bool (*accept)(const struct ruler_call *call);
	/* Called after the call: enters its result. Returns NULL, or what is wrong. */
	const char *(*after)(const struct ruler_call *call);
	const struct pool_kind *kind; /* NULL: the heap's */
};
/* Fills in the call: a function of up to three words. Returns true. */
bool scene_call(struct ruler_call *call, uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c);
/* Accepts each call; and has nothing to do after one. */
bool scene_any(const struct ruler_call *call);
const char *scene_nothing(const struct ruler_call *call);

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

/* Makes a new heap with some blocks in it. */
void scene_make(uint32_t seed);

/* Enters and fills the block that a request returned, or counts the refusal. */
const char *scene_own(void *block, uint32_t size);

const char *scene_own_as(void *block, uint32_t size, uint32_t tag);

/* Takes all blocks of a tag off the list. Returns their number. */
uint32_t scene_disown(uint32_t tag);

/* Takes a block off the list, so that only the call works on it. */
struct held_block scene_busy(uint32_t at);

const char *scene_whole(const struct held_block *block, uint32_t size);

/* The class of requests of `size`, and of the block at `at`. SCENE_CLASSES: the commons. */
uint32_t scene_class_for(uint32_t size);
uint32_t scene_class_at(const void *at);

/* The calls that an interrupt makes on the heap. */
const char *scene_heap_action(void);

/* Looks at the heap's numbers. Returns NULL, or what does not hold. No other context may change the
 * heap meanwhile. */
const char *scene_look(void);

/* scene_check judges everything that must hold of the heap; `others` live blocks are a pool's.
 * scene_drain frees everything: the heap must then be as at first. Both return NULL, or what is
 * wrong. */
const char *scene_check(uint32_t others);
const char *scene_drain(uint32_t others);

/* ---- Tags (tags.c) */

void scene_enter(uint32_t tag);
void scene_leave(uint32_t tag);
const char *scene_free_tag(void);
uint32_t scene_overs(uint32_t tag); /* requests that exceeded the tag's limit */
const char *scene_check_tags(uint32_t others);

/* ---- On a host: the watch (model/windows/watch.c) */

void scene_watch_begin(void); /* the heap was made */
const char *scene_check_watch(void);

/* ---- Object pools (pools.c) */

/* Opens a pool of this kind in the scene, with some objects in use (false: the heap has no room);
 * and closes it. */
bool pool_make(const struct pool_kind *kind);
void pool_close(const struct pool_kind *kind);

/* The number of the pool's blocks in the heap. */
uint32_t pool_blocks(const struct pool_kind *kind);

const char *pool_action(const struct pool_kind *kind);
const char *pool_check(const struct pool_kind *kind);
const char *pool_drain(const struct pool_kind *kind);

#endif
