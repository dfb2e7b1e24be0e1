/* SPDX-License-Identifier: MIT
 * Four channels for more sounds. A sound that is quieter than all that play is refused. Otherwise
 * it takes the channel of the quietest one. Sounds of the player always play: a player notices a
 * silent wand. */
#include "../say.h"
#include "args.h"
#include "tarn_object.h"

/* ---- Decoded samples: a cache ---------------------------------------------------------------- */

/* A full cache evicts the sample that was used longest ago: each use makes a sample the newest. A
 * handle of an evicted sample is stale, so no channel mixes another sample. */
struct sample {
	const char *name;
	int16_t wave[8];
};
TARN_OBJECT_POOL(samples, struct sample, 5, TARN_OBJECT_ROB_OLDEST);

static uint32_t decoded;

/* Runs before other code sees the sample. */
static void decode(struct sample *sample, void *name)
{
	sample->name = name;
	for (uint32_t i = 0; i < 8; i++)
		sample->wave[i] = (int16_t)((uint32_t)sample->name[0] * i);
	decoded++;
	print_text("  decoded: ");
	say(sample->name);
}

static struct sample *find(const char *name)
{
	struct sample *sample;

	for (uint32_t at = 0; (sample = samples_each(&samples, &at));) {
		if (text_equal(sample->name, name))
			return sample;
	}
	return NULL;
}

/* Returns the sample of that name; decodes it if it was evicted. `known`: its last handle. */
static samples_handle sample_use(samples_handle known, const char *name)
{
	struct sample *sample = samples_resolve(&samples, known);

	if (!sample)
		sample = find(name);
	if (!sample)
		return samples_get_held(&samples, decode, (void *)(uintptr_t)name);
	samples_touch(&samples, sample);
	return samples_handle_of(&samples, sample);
}

/* ---- The channels ---------------------------------------------------------------------------- */

struct sound {
	const char *name;
	uint32_t loudness;
	uint32_t distance;
	samples_handle sample;
};

static uint32_t audible(const struct sound *sound)
{
	return sound->loudness / (1 + sound->distance);
}

/* Before the channel goes to another sound, or rests. */
static void fall_silent(struct sound *sound)
{
	print_text("  ends: ");
	print_text(sound->name);
	say_number(", audible", audible(sound));
}

TARN_OBJECT_POOL_WITH(channels, struct sound, 4, TARN_OBJECT_ROB_LEAST, .score = audible,
		      .reset = fall_silent);

static void begin(struct sound *sound, void *wanted)
{
	*sound = *(const struct sound *)wanted;
	print_text("plays: ");
	say(sound->name);
}

/* One step finds the quietest sound and takes its channel, also if another context plays. */
static channels_handle play(const char *name, uint32_t loudness, uint32_t distance)
{
	struct sound sound = {name, loudness, distance, {0}};

	return channels_get_held_if_worth(&channels, audible(&sound), begin, &sound);
}

static channels_handle play_always(const char *name, uint32_t loudness)
{
	struct sound sound = {name, loudness, 0, {0}};

	return channels_get_held(&channels, begin, &sound);
}

/* The owner asks by its handle: it does not matter which sound took the channel. */
static void move_away(channels_handle handle, const char *name, uint32_t distance)
{
	struct sound *sound = channels_resolve(&channels, handle);

	if (sound) {
		sound->distance = distance;
		return;
	}
	print_text("nobody to move: ");
	say(name);
}

static void mix(void)
{
	struct sound *sound;

	for (uint32_t at = 0; (sound = channels_each(&channels, &at));)
		sound->sample = sample_use(sound->sample, sound->name);
}

static void report(void)
{
	struct tarn_object_stats stats;

	tarn_object_stats(&channels.core, &stats);
	say_number("robbed", stats.robbed);
	say_number("refused", stats.refused);
	say_number("most at once", stats.peak);
	promise(stats.robbed == 2 && stats.refused == 1, "each sound has what it is worth");
	promise(tarn_object_check_all(NULL) == 0, "the pools are sound");
}

int main(void)
{
	channels_handle steps, wand;

	play("music", 900, 0);
	steps = play("steps", 100, 0);
	play("wind", 300, 2);
	play("brook", 300, 5);
	mix();
	promise(channels_none(play("gnat", 40, 0)), "a sound that nobody would hear is refused");
	wand = play_always("wand", 800); /* takes the brook's channel */
	mix();
	move_away(steps, "steps", 4);
	play("door", 200, 0); /* takes the steps' channel */
	move_away(steps, "steps", 9);
	promise(channels_resolve(&channels, steps) == NULL, "a robbed sound's handle is stale");
	promise(channels_resolve(&channels, wand) != NULL, "the wand is still heard");
	mix();
	channels_release(&channels, wand);
	play("steps", 100, 0); /* its sample is still there */
	mix();
	promise(decoded == 6, "what was heard lately is not decoded again");
	report();
	return 0;
}
