/* SPDX-License-Identifier: MIT
 * Private to the panel: which part of the arena a dot belongs to, and the text next to the dots. */
#ifndef DEMO_PANEL_PARTS_H
#define DEMO_PANEL_PARTS_H

#include "demo.h"

#define DOT_BYTES 16
#define DOTS      (TARN_ARENA_SIZE / DOT_BYTES)

enum part {
	PART_RECORDS, /* the heap's own */
	PART_CLASS,   /* and the two after it */
	PART_COMMONS = PART_CLASS + LEVEL_CLASSES,
	PART_SPARKS,
	PART_VOICES,
	PART_LEAK,
	PARTS
};

/* Computes the parts of the level's heap. */
void parts_level(void);

extern unsigned char __tarn_arena_start[];

static inline uint32_t parts_dot(const void *address)
{
	return (uint32_t)((uintptr_t)address - (uintptr_t)__tarn_arena_start) / DOT_BYTES;
}

extern uint8_t parts_of_dot[DOTS];
uint32_t parts_of(const void *block);

colour panel_ink(uint32_t part);
void panel_text_level(void);
void panel_text_frame(void);

#endif
