/* SPDX-License-Identifier: MIT
 * Bullets come only from their pool: outside bullets.c the type is incomplete, so no other file can
 * make one, copy one or look inside. */
#ifndef EXAMPLES_BULLETS_H
#define EXAMPLES_BULLETS_H

#include <stdbool.h>
#include <stdint.h>

struct bullet;

/* Two magazines, which differ in what happens when all bullets are in the air. */
enum magazine { IGNORE, ROB };

/* Creates some bullets at the start, and more when they are needed. Destroys those that are too
 * many. */
void bullets_load(enum magazine magazine);
void bullets_unload(enum magazine magazine);

/* The pool calls the initialiser: no caller sees a bullet before it. NULL: the shot is ignored. */
struct bullet *bullet_shoot(enum magazine magazine, int32_t x, int32_t y);
struct bullet *bullet_shoot_at(enum magazine magazine, int32_t x, int32_t y, int32_t angle);

/* The caller initialises the bullet, and checks for NULL. */
struct bullet *bullet_get(enum magazine magazine);
void bullet_set(struct bullet *bullet, int32_t x, int32_t y, int32_t angle);

/* A recycled bullet forgets its target: it must not hold another object. */
void bullet_aim(struct bullet *bullet, const void *target);
void bullet_recycle(enum magazine magazine, struct bullet *bullet);

int32_t bullet_x(const struct bullet *bullet);

/* How many objects exist, were robbed, were refused; how often the hooks ran. */
void bullets_report(enum magazine magazine);
uint32_t bullets_aimed(void); /* bullets that still hold a target */

#endif
