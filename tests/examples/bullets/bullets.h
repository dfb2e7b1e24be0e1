/* SPDX-License-Identifier: MIT
 * Bullets come from their pool and from nowhere else: outside bullets.c the type is incomplete, so
 * nobody can make one, copy one or look inside. */
#ifndef EXAMPLES_BULLETS_H
#define EXAMPLES_BULLETS_H

#include <stdbool.h>
#include <stdint.h>

struct bullet;

/* Two magazines, which differ in what happens when all bullets are in the air. */
enum magazine { IGNORE, ROB };

/* Some bullets are made at the start, more as they are wanted; what is too much is unmade again. */
void bullets_load(enum magazine magazine);
void bullets_unload(enum magazine magazine);

/* The pool calls the initialiser: a bullet is never seen half made. NULL: the shot is ignored. */
struct bullet *bullet_shoot(enum magazine magazine, int32_t x, int32_t y);
struct bullet *bullet_shoot_at(enum magazine magazine, int32_t x, int32_t y, int32_t angle);

/* The caller initialises: for callers who know how, and look at NULL themselves. */
struct bullet *bullet_get(enum magazine magazine);
void bullet_set(struct bullet *bullet, int32_t x, int32_t y, int32_t angle);

/* Who else holds a bullet must let go of it: what it aims at is forgotten as it is recycled. */
void bullet_aim(struct bullet *bullet, const void *target);
void bullet_recycle(enum magazine magazine, struct bullet *bullet);

int32_t bullet_x(const struct bullet *bullet);

/* How many objects exist, were robbed, were refused; how often the hooks ran. */
void bullets_report(enum magazine magazine);
uint32_t bullets_aimed(void); /* bullets that still hold a target */

#endif
