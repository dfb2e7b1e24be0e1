/* SPDX-License-Identifier: MIT
 * The parts of the demo. The level's heap is in the linker's arena, and each level makes it anew
 * (tarn_scene.h). It holds the pool of sparks, the pool of voices, and a block for each firefly. */
#ifndef DEMO_H
#define DEMO_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn_object.h"
#include "video.h"

#define LOAD_MOST 9

/* The player chooses these by keys. Without a player, the demo itself does. */
extern struct choice {
	uint32_t load;   /* 0 to LOAD_MOST */
	uint32_t policy; /* of sparks_policies */
} choice;

uint32_t demo_random(uint32_t below);

/* ---- The level and the wand (main.c) --------------------------------------------------- */

#define LEVEL_CLASSES 3 /* in each level's table */

extern struct tarn_heap level_heap;
extern uint32_t level_number; /* from 1 */
extern bool level_leaks;      /* it is over, and blocks are left: see panel_report */
extern int32_t wand_x, wand_y;

const char *level_name(void);

/* ---- The background (backdrop.c) ------------------------------------------------------- */

#define BACKDROP_SHORE 52

void backdrop_draw(uint32_t hour); /* dusk, midnight, dawn */

/* Draws this part of the background again. */
FAST void backdrop_restore(uint32_t x, uint32_t y, uint32_t width, uint32_t height);

/* ---- Sparks: one pool, four policies (sparks.c) ---------------------------------------- */

#define SPARKS_POLICIES 4

const char *sparks_policy_name(uint32_t policy);
void sparks_open_level(uint32_t capacity);
void sparks_close_level(void);
void sparks_burst(uint32_t sparks);
void sparks_frame(void);

/* Calls `see` for each object in use, with the bytes of its slot. */
void sparks_each_slot(void (*see)(const void *slot, uint32_t bytes));
void sparks_stats(struct tarn_object_stats *stats);

/* Robbed and refused sparks, over all levels and policies. */
extern uint32_t sparks_robbed, sparks_refused;

/* ---- Voices (voices.c): four, of the sound chip. A new sound robs the softest one ----------- */

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
void fireflies_forget_leaks(void); /* before the heap is made anew */

/* Forgets one firefly. Its block stays allocated. */
bool fireflies_leak(void);

/* Is the block a firefly's, leaked ones included? Otherwise it is a pool's. */
bool fireflies_own(const void *block);

/* ---- The panel: the arena, block by block (panel.c) ------------------------------------ */

/* Called when a level begins. */
void panel_level(void);

/* A slot that was just robbed. */
void panel_robbed(const void *slot);

/* The colour of a block, by the pool or part that it is in. */
colour panel_colour(const void *block);

void panel_frame(void);

/* Shows the blocks that a level leaked, over the scene. */
void panel_report(void);

#endif
