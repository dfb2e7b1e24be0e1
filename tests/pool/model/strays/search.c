/* SPDX-License-Identifier: MIT
 * Every write. The search writes only to words that the next call reads. Any other call does the
 * same before the write as after it, and its result is a state of the trail, too.
 *
 * States that differ only in words that no call reads are of one kind, and are searched one after
 * the other. A write to one of them has the same effects as the same write to the first of its
 * kind, unless a call read a word in which the two differ. Only such a write is made again. */
#include <stdlib.h>
#include <string.h>

#include "strays.h"

/* ---- Writes */

/* A state, the first call that reads what is written, and how many calls there are. */
struct aim {
	uint32_t index;
	uint32_t left;
	struct call call;
	uint64_t reads; /* of the call, in the sound state */
	struct group group;
	uint32_t old[2];  /* the values of the damaged words */
	uint32_t number;  /* of the call */
	uint32_t word;    /* the written word, or the first of two */
	uint32_t singles; /* the number of values of one word */
};
static struct aim aim;

/* Earlier states of the kind, and the words in which each differs from this one. */
#define MODELS 8
struct model {
	struct state state;
	uint64_t differ;
};
static struct model models[MODELS];
static uint32_t model_count;

bool pairs_too = true;
static uint32_t singles[VALUES_MOST], few[VALUES_MOST], others[VALUES_MOST];
static struct tuple firsts[VALUES_MOST];

static uint64_t bit_of_word(uint32_t word)
{
	return UINT64_C(1) << (word - word_of(payload_first));
}

static uint64_t name_of(const struct damage *damage, uint32_t model)
{
	return damage->word[0] | (uint64_t)damage->word[1] << 16 | (uint64_t)aim.number << 32 |
	       (uint64_t)model << 48;
}

/* Drops from the list what is already known from an earlier state. Returns how many are left. */
static uint32_t news(uint32_t *list, uint32_t count)
{
	const struct damage *damage = &aim.group.damage;
	uint64_t own = 0;

	for (uint32_t i = 0; i < damage->words; i++)
		own |= bit_of_word(damage->word[i]);
	for (uint32_t i = 0; i < model_count && count; i++)
		count = shots_known(name_of(damage, i), models[i].differ & ~own, list, count);
	return count;
}

/* The tuples must be in ascending order. */
static void shoot(uint32_t total)
{
	static uint32_t list[TUPLES_MOST];
	const struct damage *damage = &aim.group.damage;
	uint32_t count;

	trial.index = aim.index;
	trial.words = damage->words;
	for (uint32_t i = 0; i < damage->words; i++) {
		trial.word[i] = damage->word[i];
		aim.old[i] = aim.group.state.words[damage->word[i]];
	}
	for (uint32_t i = 0; i < total; i++)
		list[i] = i;
	count = news(list, total);
	follow(&aim.group, list, count, aim.call, 0, aim.left);
	for (uint32_t i = 0; i < damage->words; i++)
		aim.group.state.words[damage->word[i]] = aim.old[i];
	trial.words = 0;
	if (count && model_count < MODELS)
		shots_note(name_of(damage, model_count), list, count);
}

static uint32_t granule_of(uint32_t word)
{
	return (word - HEAP_WORDS) / (TARN_ALIGN / 4);
}

/* Do two words lie in the same piece of free memory? */
static bool same_piece(uint32_t a, uint32_t b)
{
	uint32_t first = granule_of(a < b ? a : b), last = granule_of(a < b ? b : a);

	for (uint32_t i = first; i <= last; i++)
		if (!payload[i] || is_live(&aim.group.state, i))
			return false;
	return true;
}

static bool has(const uint32_t *sorted, uint32_t count, uint32_t value)
{
	uint32_t low = 0;

	while (count > 1) {
		uint32_t half = count / 2;

		low += sorted[low + half] <= value ? half : 0;
		count -= half;
	}
	return count && sorted[low] == value;
}

/* Writes the second word, too, if it was read after the first was written. */
static void pair_with(uint32_t second, uint32_t few_count)
{
	uint32_t number = values_few(aim.index, &aim.group.state, second, others);
	uint32_t count = 0;

	aim.group.damage = (struct damage){2, {aim.word, second}, {0, 1}};
	for (uint32_t i = 0; i < aim.singles; i++) {
		if (!(firsts[i].reads & bit_of_word(second)) ||
		    !has(few, few_count, firsts[i].value[0]))
			continue;
		if (count + number > TUPLES_MOST)
			broken("too many pairs of values");
		for (uint32_t k = 0; k < number; k++)
			tuples[count++] = (struct tuple){{firsts[i].value[0], others[k]}, 0};
	}
	totals.pairs += count;
	if (count)
		shoot(count);
}

static void pairs(void)
{
	uint32_t count = values_few(aim.index, &aim.group.state, aim.word, few);

	memcpy(firsts, tuples, aim.singles * sizeof(tuples[0]));
	for (uint32_t second = word_of(payload_first); second < word_of(payload_end); second++) {
		bool both = (aim.reads & bit_of_word(second)) != 0;

		if (second != aim.word && !(both && second < aim.word) &&
		    same_piece(aim.word, second))
			pair_with(second, count);
	}
}

static void single(void)
{
	aim.group.damage = (struct damage){1, {aim.word, 0}, {0, 0}};
	for (uint32_t i = 0; i < aim.singles; i++)
		tuples[i] = (struct tuple){{singles[i], 0}, 0};
	totals.writes += aim.singles;
	shoot(aim.singles);
	if (pairs_too)
		pairs();
}

/* The calls of the state, and the words that each reads while nothing is damaged. */
static struct call calls[CALLS_MOST];
static uint64_t call_reads[CALLS_MOST];
static uint32_t calls_count;

static void calls_begin(void)
{
	calls_count = calls_of(&aim.group.state, calls);
	for (uint32_t i = 0; i < calls_count; i++) {
		state_load(&aim.group.state);
		call_bare(calls[i]);
		call_reads[i] = reads;
	}
}

static void word_try(uint32_t word)
{
	aim.word = word;
	aim.singles = 0;
	for (uint32_t i = 0; i < calls_count; i++) {
		if (!(call_reads[i] & bit_of_word(word)))
			continue;
		if (!aim.singles)
			aim.singles = values_single(aim.index, &aim.group.state, word, singles);
		aim.call = calls[i];
		aim.number = i;
		aim.reads = call_reads[i];
		single();
	}
}

/* The readers read everything: a write must not mislead them either. */
static void readers_try(uint32_t word)
{
	uint32_t count = values_single(aim.index, &aim.group.state, word, singles);

	trial.index = aim.index;
	trial.words = 1;
	trial.word[0] = word;
	trial.calls = 0;
	for (uint32_t i = 0; i < count; i++) {
		state_load(&aim.group.state);
		memcpy(arena + (word - HEAP_WORDS) * 4, &singles[i], 4);
		trial.value[0] = singles[i];
		totals.read++;
		readers_ask();
	}
	trial.words = 0;
}

static void models_begin(bool first)
{
	if (first) {
		shots_clear();
		model_count = 0;
	}
	for (uint32_t i = 0; i < model_count; i++) {
		models[i].differ = 0;
		for (uint32_t k = word_of(payload_first); k < word_of(payload_end); k++)
			if (models[i].state.words[k] != aim.group.state.words[k])
				models[i].differ |= bit_of_word(k);
	}
}

static void words_try(bool readers)
{
	for (uint32_t i = payload_first; i < payload_end; i++) {
		for (uint32_t k = 0; k < TARN_ALIGN / 4; k++) {
			if (!payload[i] || is_live(&aim.group.state, i))
				continue;
			word_try(word_of(i) + k);
			if (readers)
				readers_try(word_of(i) + k);
		}
	}
}

static void state_try(uint32_t index, bool first, bool readers)
{
	aim.index = index;
	trail_load(index, &aim.group.state);
	models_begin(first);
	calls_begin();
	words_try(first && readers);
	if (model_count < MODELS)
		models[model_count++].state = aim.group.state;
}

void search_run(uint32_t depth, uint32_t after)
{
	follow_open();
	kinds_sort();
	for (uint32_t i = 0; i < trail_count(); i++) {
		bool first;
		uint32_t index = kinds_at(i, &first);

		aim.left = depth + after - trail_depth(index);
		if (aim.left > after)
			aim.left = after;
		state_try(index, first, trail_depth(index) + 2 <= depth);
	}
}
