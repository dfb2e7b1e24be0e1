/* SPDX-License-Identifier: MIT
 * What the program learns of a world before its search: where blocks may lie, and which words
 * outside the blocks affect no call's outcome, such as counters. Two states that differ only in
 * these words count as one. Nothing here knows the layout of a heap, so a new layout needs no
 * change. */
#include <string.h>

#include "random.h"
#include "strays.h"

#define WALK    20000 /* calls */
#define FRESH   40    /* calls before the walk begins again */
#define SAMPLES 200   /* states in which a word is tried */
#define VALUES  8     /* of each word, seen during the walk */

struct word {
	uint32_t value[VALUES];
	uint32_t count;
	bool matters;
};

static struct word seen[WORDS_MOST];
static struct state fresh, here;

static void note(uint32_t at)
{
	struct word *word = &seen[at];
	uint32_t value = here.words[at];

	for (uint32_t i = 0; i < word->count; i++)
		if (word->value[i] == value)
			return;
	if (word->count < VALUES)
		word->value[word->count++] = value;
}

static void step(uint32_t *state, uint32_t number)
{
	struct call calls[CALLS_MOST];
	uint32_t count;

	if (number % FRESH == 0)
		here = fresh;
	state_load(&here);
	count = calls_of(&here, calls);
	call_make(&here, calls[random_below(state, count)]);
	state_save(&here);
}

static void walk(void)
{
	uint32_t state = 1;

	learning = true;
	for (uint32_t i = 0; i < WALK; i++) {
		step(&state, i);
		for (uint32_t k = 0; k < words; k++)
			note(k);
	}
	learning = false;
	payload_end = payload_first = 0;
	for (uint32_t i = 0; i < arena_bytes / TARN_ALIGN; i++) {
		if (payload[i] && !payload_end)
			payload_first = i;
		if (payload[i])
			payload_end = i + 1;
	}
}

/* ---- Words without effect */

struct result {
	bool ended;
	void *answer;
	uint32_t faults;
	struct state state;
};

static void result_of(const struct state *from, struct call call, struct result *result)
{
	state_load(from);
	result->ended = call_bare(call);
	result->answer = answer;
	result->faults = faults;
	state_save(&result->state);
}

static bool alike(const struct result *a, const struct result *b, uint32_t but)
{
	if (!b->ended || a->answer != b->answer || a->faults != b->faults)
		return false;
	for (uint32_t i = 0; i < words; i++)
		if (i != but && a->state.words[i] != b->state.words[i])
			return false;
	return true;
}

static bool hangs_on(uint32_t at, struct call call)
{
	static struct result as_is, other;
	struct word *word = &seen[at];
	uint32_t value = here.words[at];
	bool differs = false;

	result_of(&here, call, &as_is);
	for (uint32_t i = 0; i < word->count && !differs; i++) {
		here.words[at] = word->value[i];
		result_of(&here, call, &other);
		differs = !alike(&as_is, &other, at);
	}
	here.words[at] = value;
	return differs;
}

static void try_words(void)
{
	struct call calls[CALLS_MOST];
	uint32_t count = calls_of(&here, calls);

	for (uint32_t k = 0; k < words; k++) {
		for (uint32_t i = 0; i < count && !seen[k].matters; i++)
			seen[k].matters = hangs_on(k, calls[i]);
	}
}

static bool in_payload(uint32_t word)
{
	return word >= word_of(payload_first) && word < word_of(payload_end);
}

/* A word that was always 0 may be a counter of faults, so 1 is tried, too. If it is something else,
 * the call may crash: a sanitizer would end the program. */
#ifdef STRAYS_SANITIZED
#define TRIES_ONE false
#else
#define TRIES_ONE true
#endif

static void words_try(void)
{
	uint32_t state = 2;

	for (uint32_t k = 0; k < words; k++) {
		seen[k].matters = in_payload(k);
		if (TRIES_ONE && seen[k].count == 1 && seen[k].value[0] == 0)
			seen[k].value[seen[k].count++] = 1;
	}
	for (uint32_t i = 0; i < SAMPLES * 8; i++) {
		step(&state, i);
		if (i % 8 == 0)
			try_words();
	}
	for (uint32_t k = 0; k < words; k++)
		if (!seen[k].matters)
			key_blind(k);
	state_load(&fresh);
}

void learn(void)
{
	memset(seen, 0, sizeof(seen));
	memset(payload, 0, sizeof(payload));
	reads_bytes = 0;
	state_save(&fresh);
	walk();
	words_try();
	state_load(&fresh);
	judge_world();
	reads_from = (uintptr_t)arena + payload_first * TARN_ALIGN;
	reads_bytes = (payload_end - payload_first) * TARN_ALIGN;
	if (reads_bytes > 64 * 4)
		broken("the payload has more than 64 words");
}
