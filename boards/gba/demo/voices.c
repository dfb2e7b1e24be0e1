/* SPDX-License-Identifier: MIT
 * The sound chip has four voices, and so has the pool. A new sound always plays: it robs the
 * softest voice. (Registers: GBATEK, "GBA Sound Controller".) */
#include "demo.h"
#include "../../chip/armv4t/gba.h"

#define SOUND_VOLUME GBA_16(0x04000080) /* 0xFF77: all four voices on both sides, loudest */
#define SOUND_MIX    GBA_16(0x04000082) /* 2: full volume for these four */
#define SOUND_ON     GBA_16(0x04000084)

#define SQUARE_SWEEP    GBA_16(0x04000060)
#define SQUARE_SHAPE(n) GBA_16((n) ? 0x04000068 : 0x04000062)
#define SQUARE_PITCH(n) GBA_16((n) ? 0x0400006C : 0x04000064)
#define WAVE_ON         GBA_16(0x04000070)
#define WAVE_VOLUME     GBA_16(0x04000072)
#define WAVE_PITCH      GBA_16(0x04000074)
#define WAVE_DATA(n)    GBA_16(0x04000090 + 2 * (n))
#define NOISE_SHAPE     GBA_16(0x04000078)
#define NOISE_PITCH     GBA_16(0x0400007C)

#define BEGIN 0x8000u

struct voice {
	uint32_t channel; /* given to a slot once, and kept */
	uint32_t loudness;
	uint32_t frames;
	uint32_t unused[4];
};

static uint32_t channels; /* given out */
static uint8_t loudness[VOICES];

static void give_channel(struct voice *voice)
{
	voice->channel = channels++;
}

static uint32_t audible(const struct voice *voice)
{
	return voice->loudness;
}

static void silence(struct voice *voice)
{
	loudness[voice->channel] = 0;
	switch (voice->channel) {
	case 0:
	case 1:
		SQUARE_SHAPE(voice->channel) = 0;
		break;
	case 2:
		WAVE_VOLUME = 0;
		break;
	default:
		NOISE_SHAPE = 0;
	}
}

TARN_OBJECT_TYPE_WITH(voices, struct voice, VOICES,
		      TARN_OBJECT_ROB_LEAST | TARN_OBJECT_KEEP(struct voice, channel, channel),
		      .score = audible, .once = give_channel, .reset = silence);
static struct voices voices;
static bool open;

void voices_start(void)
{
	SOUND_ON = 0x80;
	SOUND_VOLUME = 0xFF77;
	SOUND_MIX = 2;
	for (uint32_t bank = 0; bank < 2; bank++) {
		WAVE_ON = (uint16_t)(bank ? 0 : 0x40); /* writes go to the other bank */
		for (uint32_t i = 0; i < 8; i++)
			WAVE_DATA(i) =
				(uint16_t)(i < 4 ? 0x3210 + 0x4444 * i : 0xCDEF - 0x4444 * (i - 4));
	}
	WAVE_ON = 0x80;
}

void voices_open_level(void)
{
	channels = 0;
	open = voices_open(&voices, &level_heap, VOICES, VOICES);
}

void voices_close_level(void)
{
	if (!open)
		return;
	tarn_object_reset(&voices.core);
	(void)!tarn_object_close(&voices.core);
	open = false;
}

/* 131072 / (2048 - pitch) oscillations a second. */
static uint32_t pitch_of(uint32_t hertz)
{
	return 2048 - 131072 / hertz;
}

static void begin(const struct voice *voice, uint32_t hertz)
{
	uint32_t shape = voice->loudness << 12 | 3u << 8; /* fades, 3/64 s a step */

	switch (voice->channel) {
	case 0:
	case 1:
		SQUARE_SWEEP = 8;
		SQUARE_SHAPE(voice->channel) = (uint16_t)(shape | 1u << 6);
		SQUARE_PITCH(voice->channel) = (uint16_t)(pitch_of(hertz) | BEGIN);
		break;
	case 2:
		WAVE_VOLUME = (uint16_t)(voice->loudness > 9 ? 0x2000 : 0x4000);
		WAVE_PITCH = (uint16_t)(pitch_of(hertz) | BEGIN);
		break;
	default:
		NOISE_SHAPE = (uint16_t)shape;
		NOISE_PITCH = (uint16_t)(0x0041 | BEGIN);
	}
}

static void play(uint32_t hertz, uint32_t loud)
{
	struct voice *voice = open ? voices_get(&voices) : NULL;

	if (!voice)
		return;
	voice->loudness = loud;
	voice->frames = 0;
	begin(voice, hertz);
}

void voices_play(enum sound sound)
{
	static const uint16_t scale[] = {523, 587, 659, 784, 880, 1047, 1175, 1319};

	if (sound == SOUND_FLICK) {
		play(scale[demo_random(8)], 6 + demo_random(6));
	} else {
		for (uint32_t i = 0; i < 3; i++)
			play(sound == SOUND_LEVEL ? scale[2 * i] : 131 - 20 * i, 13 - i);
	}
}

void voices_frame(void)
{
	struct voice *voice;

	for (uint32_t at = 0; open && (voice = voices_each(&voices, &at));) {
		loudness[voice->channel] = (uint8_t)voice->loudness;
		if (++voice->frames % 3 == 0 && --voice->loudness == 0)
			voices_put(&voices, voice);
	}
}

void voices_each_slot(void (*see)(const void *slot, uint32_t bytes))
{
	struct voice *voice;

	for (uint32_t at = 0; open && (voice = voices_each(&voices, &at));)
		see(voice, 32);
}

uint32_t voices_loudness(uint32_t voice)
{
	return loudness[voice];
}
