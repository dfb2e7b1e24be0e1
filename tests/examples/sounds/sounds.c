/* SPDX-License-Identifier: MIT
 * Four voices, and more sounds than that. The player would notice a wand that is silent at times,
 * so a new sound always plays: it takes the voice of the one that is heard least. */
#include "../say.h"
#include "tarn_object.h"

#define VOICES 4

struct sound {
	const char *name;
	uint32_t loudness;
	uint32_t distance;
};

static uint32_t audible(const struct sound *sound)
{
	return sound->loudness / (1 + sound->distance);
}

/* Before the voice goes to somebody else, or rests. */
static void fall_silent(struct sound *sound)
{
	print_text("  ends: ");
	print_text(sound->name);
	print_text(", audible ");
	print_u64(audible(sound));
	print_newline();
	sound->name = NULL;
}

TARN_OBJECT_POOL_WITH(voices, struct sound, VOICES, TARN_OBJECT_ROB_LEAST, .score = audible,
		      .reset = fall_silent);

static voices_handle play(const char *name, uint32_t loudness, uint32_t distance)
{
	struct sound *sound = voices_get(&voices);

	sound->name = name;
	sound->loudness = loudness;
	sound->distance = distance;
	print_text("plays: ");
	say(name);
	return voices_handle_of(&voices, sound);
}

/* Its owner asks, and does not care who took the voice. */
static void move_away(voices_handle handle, const char *name, uint32_t distance)
{
	struct sound *sound = voices_resolve(&voices, handle);

	if (sound) {
		sound->distance = distance;
		return;
	}
	print_text("nobody to move: ");
	say(name);
}

int main(void)
{
	voices_handle steps, wand;
	struct tarn_object_stats stats;

	play("music", 900, 0);
	steps = play("steps", 100, 0);
	play("wind", 300, 2);
	play("brook", 300, 5);
	wand = play("wand", 800, 0); /* takes the brook's voice */
	move_away(steps, "steps", 4);
	play("door", 200, 0); /* takes the steps' */
	move_away(steps, "steps", 9);
	promise(voices_resolve(&voices, steps) == NULL, "a robbed sound's handle is stale");
	promise(voices_resolve(&voices, wand) != NULL, "the wand is still heard");
	voices_release(&voices, wand);
	tarn_object_stats(&voices.core, &stats);
	say_number("robbed", stats.robbed);
	say_number("refused", stats.refused);
	say_number("most at once", stats.peak);
	promise(tarn_object_check(&voices.core, NULL) == 0, "the pool is sound");
	return 0;
}
