/* SPDX-License-Identifier: MIT
 * Bullets come only from their pool: outside bullets.c the type is incomplete, so no other file can
 * make one, copy one or look inside. If all are in the air, the oldest is robbed. */
#ifndef EXAMPLES_BULLETS_H
#define EXAMPLES_BULLETS_H

#include <stdint.h>

struct bullet;

/* Creates some bullets at the start, and more when they are needed. Destroys those that are too
 * many. */
void bullets_load(void);
void bullets_unload(void);

/* The pool calls the initialiser: no caller sees a bullet before it. */
struct bullet *bullet_shoot(int32_t x, int32_t angle);

/* The caller initialises the bullet. */
struct bullet *bullet_get(void);
void bullet_set(struct bullet *bullet, int32_t x, int32_t angle);

/* A recycled bullet forgets its target: it must not hold another object. */
void bullet_aim(struct bullet *bullet, const void *target);
void bullet_recycle(struct bullet *bullet);

int32_t bullet_x(const struct bullet *bullet);

/* How many objects exist and were robbed; how often the hooks ran. */
void bullets_report(void);
uint32_t bullets_aimed(void); /* bullets that still hold a target */

#endif
