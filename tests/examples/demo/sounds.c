/* SPDX-License-Identifier: MIT
 * Sounds: a new sound always plays, and the quietest one stops for it. */
#include "game.h"

#define VOICES 4

struct sound {
	uint32_t loudness;
	uint32_t frames;
};

static uint32_t audible(const struct sound *sound)
{
	return sound->loudness;
}

static uint32_t silenced; /* the loudness of the sound that stopped last */

static void fall_silent(struct sound *sound)
{
	silenced = sound->loudness;
}

TARN_OBJECT_POOL_WITH(voices, struct sound, VOICES, TARN_OBJECT_ROB_LEAST, .score = audible,
		      .reset = fall_silent);

static const char *begin(struct tarn_heap *heap, uint32_t level)
{
	(void)heap, (void)level;
	return NULL;
}

static uint32_t quietest(void)
{
	uint32_t least = UINT32_MAX;
	struct sound *sound;

	for (uint32_t at = 0; (sound = voices_each(&voices, &at));) {
		if (sound->loudness < least)
			least = sound->loudness;
	}
	return least;
}

static const char *play(void)
{
	bool full = tarn_object_count(&voices.core) == VOICES;
	uint32_t least = quietest();
	struct sound *sound;

	silenced = 0;
	sound = voices_get(&voices);
	if (!sound)
		return "a sound does not play";
	if (full && silenced != least)
		return "not the least audible sound was robbed";
	counts.sounds++;
	counts.sounds_robbed += full;
	sound->loudness = 1 + game_below(1000);
	sound->frames = 1 + game_below(60);
	game_note(sound->loudness);
	return NULL;
}

static const char *frame(void)
{
	struct sound *sound;

	for (uint32_t at = 0; (sound = voices_each(&voices, &at));) {
		if (--sound->frames == 0)
			voices_put(&voices, sound); /* the current one: allowed */
	}
	return game_below(8) == 0 ? play() : NULL;
}

static const char *end(void)
{
	tarn_object_reset(&voices.core);
	return NULL;
}

const struct part sounds_part = {begin, frame, end};
