/* SPDX-License-Identifier: MIT
 * The demo's parts. The level's heap is the linker's arena, carved anew for each level
 * (tarn_scene.h); all that lives in it: the sparks' pool, the voices' pool, and the fireflies, each
 * a block of its own. */
#ifndef DEMO_H
#define DEMO_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn_object.h"
#include "video.h"

#define LOAD_MOST 9

/* Chosen by keys, or by the demo itself while nobody touches them. */
extern struct choice {
	uint32_t load;   /* 0 to LOAD_MOST */
	uint32_t policy; /* of sparks_policies */
} choice;

uint32_t demo_random(uint32_t below);

/* ---- Levels (level.c) ------------------------------------------------------------------ */

#define LEVEL_CLASSES 3 /* in each level's table */

extern struct tarn_heap level_heap;
extern uint32_t level_number; /* from 1 */
extern bool level_leaks;      /* it is over, and something is left: see panel_report */

const char *level_name(void);
void level_start(void); /* the first */
void level_frame(void);

/* Everything of the level is given back; then the next begins, unless something is left. Called
 * again, it begins all the same. */
void level_next(void);

/* ---- Sparks: one pool, four policies (sparks.c) ---------------------------------------- */

#define SPARKS_POLICIES 4

const char *sparks_policy_name(uint32_t policy);
void sparks_open_level(uint32_t capacity);
void sparks_close_level(void);
void sparks_burst(uint32_t sparks);
void sparks_frame(void);

/* Called for each object in use, with its slot's bytes. */
void sparks_each_slot(void (*see)(const void *slot, uint32_t bytes));
void sparks_stats(struct tarn_object_stats *stats);

/* Robbed and refused, over all levels and policies. */
extern uint32_t sparks_robbed, sparks_refused;

/* ---- Voices (voices.c): four, of the sound chip. A new sound takes the least heard one ------ */

#define VOICES 4

enum sound { SOUND_FLICK, SOUND_LEVEL, SOUND_LEAK };

void voices_start(void);
void voices_open_level(void);
void voices_close_level(void);
void voices_play(enum sound sound);
void voices_frame(void);
void voices_each_slot(void (*see)(const void *slot, uint32_t bytes));
uint32_t voices_loudness(uint32_t voice); /* 0 to 15 */

/* ---- Fireflies: the load on the heap itself (fireflies.c) ------------------------------ */

extern uint32_t fireflies_refused, fireflies_leaked;
extern const char fireflies_tag[]; /* the owner of their blocks, at level 3 */

void fireflies_frame(void);
void fireflies_free_all(void);
void fireflies_forget_leaks(void); /* the arena is carved anew */

/* One is forgotten: its block stays. */
bool fireflies_leak(void);

/* Is the block one of theirs, leaked ones included? Else it is a pool's. */
bool fireflies_own(const void *block);

/* ---- The panel: the arena, block by block (panel.c) ------------------------------------ */

/* For a level that begins. */
void panel_level(void);

/* A slot that was just robbed. */
void panel_robbed(const void *slot);

/* The colour of a block, by what it lies in. */
colour panel_colour(const void *block);

void panel_frame(void);

/* What a level leaked, over the scene. */
void panel_report(void);

/* ---- The wand (wand.c) ----------------------------------------------------------------- */

extern int32_t wand_x, wand_y;
void wand_frame(void);

#endif
