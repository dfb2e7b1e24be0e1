/* SPDX-License-Identifier: MIT
 * What follows a write. All its values are followed together: one run serves for all of them until
 * a call reads the word. Then each value has its own run, and those with equal results are followed
 * together again. So nothing is left out. A result that was seen with as many calls left is not
 * followed again. */
#include <stdlib.h>
#include <string.h>

#include "strays.h"

#define MEMO_BITS 22

#define NONE UINT32_MAX

struct entry {
	uint64_t key; /* its last two bits: how many calls followed */
	uint64_t reads;
	uint32_t owner; /* the tuple whose run is in progress, plus 1 */
};

/* The working data of one level of calls. */
struct level {
	struct group *groups;
	uint32_t count;
	uint32_t next[TUPLES_MOST]; /* of the same group */
	uint32_t list[TUPLES_MOST]; /* of the current node */
};

struct totals totals;

static struct entry *memo;
static struct level levels[AFTER_MOST + 1];
struct tuple tuples[TUPLES_MOST];

static void node(struct group *from, uint32_t depth, uint32_t left);

/* ---- What was seen */

static struct entry *entry_of(uint64_t key)
{
	return &memo[(key * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - MEMO_BITS)];
}

static uint64_t tuple_key(const struct group *from, const struct tuple *tuple)
{
	uint64_t key = from->key;

	for (uint32_t i = 0; i < from->damage.words; i++)
		key += key_part(from->damage.word[i], tuple->value[from->damage.component[i]]);
	return key & ~UINT64_C(3);
}

/* Returns true if the same was followed before. If a run for another value is still following it,
 * that run may yet read any word, so all count as read. */
static bool known(const struct group *from, struct tuple *tuple, uint32_t left)
{
	uint32_t owner = (uint32_t)(tuple - tuples) + 1;
	uint64_t key = tuple_key(from, tuple);
	struct entry *entry = entry_of(key);

	if ((entry->key & ~UINT64_C(3)) == key && (entry->key & 3) >= left) {
		bool other = entry->owner && entry->owner != owner;

		tuple->reads |= other ? UINT64_MAX : entry->reads;
		return true;
	}
	entry->key = key | left;
	entry->owner = owner;
	entry->reads = 0;
	return false;
}

static void remember(const struct group *from, const struct tuple *tuple)
{
	uint64_t key = tuple_key(from, tuple);
	struct entry *entry = entry_of(key);

	if ((entry->key & ~UINT64_C(3)) != key)
		return;
	entry->reads |= tuple->reads;
	entry->owner = 0;
}

/* ---- One call */

static uint64_t bit_of_word(uint32_t word)
{
	return UINT64_C(1) << (word - word_of(payload_first));
}

static uint64_t mask_of(const struct damage *damage)
{
	uint64_t mask = 0;

	for (uint32_t i = 0; i < damage->words; i++)
		mask |= bit_of_word(damage->word[i]);
	return mask;
}

static bool run(struct group *from, uint32_t index, struct call call, uint32_t depth)
{
	struct tuple *tuple = &tuples[index];

	for (uint32_t i = 0; i < from->damage.words; i++)
		from->state.words[from->damage.word[i]] = tuple->value[from->damage.component[i]];
	state_load(&from->state);
	trial.value[0] = tuple->value[0];
	trial.value[1] = tuple->value[1];
	trial.call[depth] = call;
	trial.calls = depth + 1;
	totals.continuations++;
	return call_make(&from->state, call);
}

/* The state after a call, without the words that are still damaged. */
static void result(const struct damage *damage, struct group *group)
{
	struct damage *still = &group->damage;

	state_save(&group->state);
	still->words = 0;
	for (uint32_t i = 0; i < damage->words; i++) {
		if (writes & bit_of_word(damage->word[i]))
			continue;
		still->word[still->words] = damage->word[i];
		still->component[still->words++] = damage->component[i];
		group->state.words[damage->word[i]] = 0;
	}
	group->key = state_key(&group->state);
	group->first = NONE;
	group->count = 0;
}

/* ---- Calls that read damaged words */

static bool equal(const struct group *a, const struct group *b)
{
	return a->key == b->key && a->damage.words == b->damage.words &&
	       memcmp(a->damage.word, b->damage.word, a->damage.words * 4) == 0;
}

static void sort_in(struct level *level, uint32_t index)
{
	struct group *last = &level->groups[level->count];
	struct group *group = level->groups;

	while (!equal(group, last))
		group++;
	if (group == last)
		level->count++;
	level->next[index] = group->first;
	group->first = index;
	group->count++;
}

void follow(struct group *from, const uint32_t *list, uint32_t count, struct call call,
	    uint32_t depth, uint32_t left)
{
	struct level *level = &levels[depth];

	level->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!run(from, list[i], call, depth))
			continue;
		tuples[list[i]].reads |= reads;
		if (left == 1)
			continue;
		result(&from->damage, &level->groups[level->count]);
		sort_in(level, list[i]);
	}
	for (uint32_t i = 0; i < level->count; i++)
		node(&level->groups[i], depth + 1, left - 1);
}

/* ---- Any call */

/* All values have the same effect, so the first one's run serves for all. */
static void together(const struct group *from, const uint32_t *list, uint32_t count, uint32_t depth,
		     uint32_t left)
{
	struct level *level = &levels[depth];
	uint64_t mask = reads;

	for (uint32_t i = 0; i < count; i++)
		tuples[list[i]].reads |= mask;
	if (left == 1)
		return;
	level->count = 1;
	result(&from->damage, level->groups);
	if (!level->groups->damage.words)
		count = 1;
	for (uint32_t i = 0; i < count; i++)
		level->next[list[i]] = i + 1 < count ? list[i + 1] : NONE;
	level->groups->first = list[0];
	level->groups->count = count;
	node(level->groups, depth + 1, left - 1);
}

static void node(struct group *from, uint32_t depth, uint32_t left)
{
	struct level *level = &levels[depth];
	struct call calls[CALLS_MOST];
	uint32_t count = 0, number;

	for (uint32_t i = from->first; i != NONE; i = levels[depth - 1].next[i])
		if (!known(from, &tuples[i], left))
			level->list[count++] = i;
	number = count ? calls_of(&from->state, calls) : 0;
	for (uint32_t i = 0; i < number; i++) {
		bool sound = run(from, level->list[0], calls[i], depth);

		if (reads & mask_of(&from->damage))
			follow(from, level->list, count, calls[i], depth, left);
		else if (sound)
			together(from, level->list, count, depth, left);
	}
	for (uint32_t i = 0; i < count; i++)
		remember(from, &tuples[level->list[i]]);
}

void follow_open(void)
{
	if (!memo) {
		memo = calloc((size_t)1 << MEMO_BITS, sizeof(*memo));
		for (uint32_t i = 0; i <= AFTER_MOST; i++)
			levels[i].groups = malloc((TUPLES_MOST + 1) * sizeof(struct group));
	}
	if (!memo || !levels[AFTER_MOST].groups)
		broken("the host is out of memory");
	memset(memo, 0, sizeof(*memo) << MEMO_BITS);
	totals = (struct totals){0, 0, 0, 0};
}
