/* SPDX-License-Identifier: MIT
 * Sparks: a packed array on the level's heap, as large as the level needs. A handle follows the
 * brightest one. */
#include "game.h"
#include "tarn_packed.h"

#define SPARKS(COLUMN, KEEP, SPARSE) \
	COLUMN(int16_t, x)           \
	COLUMN(int8_t, dx)           \
	COLUMN(uint8_t, frames)      \
	SPARSE(uint8_t, glow, 3)
TARN_PACKED_DECLARE(sparks, SPARKS);

struct sparks sparks;
static uint32_t most;
static uint32_t alive; /* by our own count */
static sparks_handle followed;
static uint32_t frames_to_follow;

static const char *begin(struct tarn_heap *heap, uint32_t level)
{
	most = level % 2 ? 12 : 24;
	alive = frames_to_follow = 0;
	return sparks_make(&sparks, heap, most) ? NULL : "no room for the level's sparks";
}

static void burst(uint32_t wanted)
{
	while (wanted--) {
		uint32_t i = sparks_activate(&sparks);

		if (i == TARN_NONE) {
			counts.sparks_missed++;
			continue;
		}
		counts.sparks++;
		alive++;
		sparks.x[i] = 0;
		sparks.dx[i] = (int8_t)((int32_t)game_below(9) - 4);
		sparks.frames[i] = (uint8_t)(1 + game_below(20));
		if (!game_below(8) && tarn_attach(&sparks, glow, i) != TARN_NONE)
			sparks.glow.at[tarn_find(&sparks, glow, i)] = sparks.frames[i];
		if (!frames_to_follow) {
			followed = sparks_handle_of(&sparks, i);
			frames_to_follow = sparks.frames[i];
		}
	}
}

static const char *frame(void)
{
	if (!game_below(6))
		burst(1 + game_below(16));
	for (uint32_t i = sparks.packed.count; i-- > 0;) {
		sparks.x[i] = (int16_t)(sparks.x[i] + sparks.dx[i]);
		if (--sparks.frames[i])
			continue;
		game_note((uint32_t)sparks.x[i]);
		alive -= sparks_deactivate(&sparks, i);
	}
	if (frames_to_follow) {
		bool there = sparks_index(&sparks, followed) != TARN_NONE;

		if (there != (--frames_to_follow != 0))
			return "a spark's handle is not true";
	}
	if (sparks.packed.count != alive)
		return "a spark was lost or made of nothing";
	return sparks_check(&sparks) ? "the sparks' array is not sound" : NULL;
}

static const char *end(void)
{
	sparks_destroy(&sparks);
	return NULL;
}

const struct part sparks_part = {begin, frame, end};
