/* SPDX-License-Identifier: MIT
 * The calls of a round, on the pool and on the model. */
#ifndef MODEL_CALLS_H
#define MODEL_CALLS_H

#include "oracle.h"

#define HEAP_BYTES 3200
#define AGED       400        /* the most generations that are left */
#define ANY        UINT32_MAX /* a worth that robs any object */

/* The round's pool. */
extern bool robs, knows;
extern bool waited; /* the typed calls tell who waits */
extern bool aged;   /* as after months: slots retire, eras end */
extern uint32_t policy, capacity, maximum, names;
extern uint64_t memory[HEAP_BYTES / 8];

/* calls.c */
void forget(uint32_t i);
uint64_t handle_of(const struct creature *creature);
void call_get(uint32_t worth);
uint32_t some_worth(void);
void call_touch(void);
void call_put(void);
void call_wrong(void);
void call_walk(void);
void call_reset(void);
void call_size(void);

/* lives.c */
uint32_t *next_birth(void);
void open_pool(void);
void call_reopen(void);
void call_recycle(void);
void call_image(void);

#endif
