/* SPDX-License-Identifier: MIT
 * The pools that are compared with the model: each policy, and each way to keep marks. */
#ifndef MODEL_WORLDS_H
#define MODEL_WORLDS_H

#include "tarn_object.h"

struct creature {
	uint32_t score;
	uint32_t check; /* ~name */
	uint32_t name;  /* different for each object that was got; 0 in a dead one that knows it */
	uint32_t made;  /* kept; the number of the slot, from `once` */
};

struct world {
	const char *name;
	struct tarn_object_pool *core;
	const struct tarn_object_type *type;
	bool grows;
	/* The typed calls, inline as in a program. */
	struct creature *(*get)(void);
	struct creature *(*get_with)(void (*init)(struct creature *, void *), void *context);
	void (*put)(struct creature *creature);
	struct creature *(*each)(uint32_t *at);
	uint32_t (*count)(void);
	/* NULL: it has no handles */
	uint64_t (*get_held)(void (*init)(struct creature *, void *), void *context);
	uint64_t (*get_held_bare)(void); /* without an initialiser: inline */
	uint64_t (*handle_of)(const struct creature *creature);
	struct creature *(*resolve)(uint64_t handle);
	bool (*release)(uint64_t handle);
	/* NULL: it does not rob the oldest; the least */
	void (*touch)(struct creature *creature);
	struct creature *(*get_if_worth)(uint32_t worth, void (*init)(struct creature *, void *),
					 void *context);
	uint64_t (*get_held_if_worth)(uint32_t worth, void (*init)(struct creature *, void *),
				      void *context);
};

extern const struct world worlds[];
extern const uint32_t worlds_count;

/* How often hooks ran, and how often the port was told that an object is available. */
extern uint32_t made, unmade, initialised, reset, told;

/* Called in each hook and handler: Tarn holds the lock in none of them. */
void look_at_lock(void);

#endif
