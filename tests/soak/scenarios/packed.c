/* SPDX-License-Identifier: MIT
 * A packed array on the heap: overwritten columns, a kept one, and a sparse one. The scenario knows
 * elements by their handles, because they move. */
#include "tarn_packed.h"

#include "inject.h"
#include "loan.h"
#include "pattern.h"
#include "progress.h"
#include "scenario.h"

#define LIGHTS 4

struct body {
	uint32_t word[3];
};
#define ROWS(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, name)     \
	COLUMN(struct body, body)  \
	KEEP(uint32_t, made)       \
	SPARSE(uint32_t, light, LIGHTS)
TARN_PACKED_DECLARE(rows, ROWS);

/* What the scenario knows of the array without asking it. */
static struct {
	struct element {
		rows_handle handle;
		uint32_t name; /* no two have the same */
		bool lit;
	} live[SOAK_CAPACITY];
	uint32_t lives;
	uint32_t lit;
	uint32_t peak;
	uint32_t refused;
	uint32_t names; /* the last name given */
	uint32_t made;  /* sum of the kept column */
	rows_handle stale;
	loan home;
} known;

struct rows rows;

static void expect(bool holds, const char *reason, uint32_t what)
{
	if (rarely(!holds))
		fail_at(reason, "packed array: what, elements live, lit", what, known.lives,
			known.lit);
}

static void count(uint32_t outcome)
{
	digest(outcome);
	expect(rows_index(&rows, known.stale) == TARN_NONE, "stale-handle", known.stale.slot);
	count_operation();
}

/* Checks an element and all its columns. Returns its index. */
static uint32_t verify(uint32_t i)
{
	const struct element *element = &known.live[i];
	uint32_t index = rows_index(&rows, element->handle);
	uint32_t light;

	expect(index < known.lives, "object-lost", element->name);
	light = tarn_find(&rows, light, index);
	expect(rows.name[index] == element->name &&
		       pattern_verify(&rows.body[index], element->name, sizeof(struct body)) ==
			       PATTERN_WHOLE,
	       "contents-changed", index);
	expect(element->lit == (light != TARN_NONE), "component-lost", index);
	if (element->lit)
		expect(rows.light.at[light] == element->name &&
			       tarn_owner(&rows, light, light) == index,
		       "component-changed", index);
	return index;
}

static uint32_t any(void)
{
	return below(known.lives);
}

/* ---- Operations --------------------------------------------------------------------------- */

static void furnish(struct element *element, uint32_t index)
{
	element->handle = rows_handle_of(&rows, index);
	element->name = rows.name[index] = ++known.names;
	element->lit = false;
	pattern_fill(&rows.body[index], element->name, 0, sizeof(struct body));
	if (rows.made[index])
		return;
	rows.made[index] = element->name;
	known.made += element->name;
}

static void activate(void)
{
	bool room = known.lives < rows.packed.capacity;
	uint32_t index = room && inject_due(INJECT_ROW_REFUSED) ? TARN_NONE : rows_activate(&rows);

	if (index == TARN_NONE) {
		expect(known.lives == rows.packed.capacity, "object-refused", 0);
		known.refused++;
	} else {
		expect(index == known.lives, "object-leak", index);
		furnish(&known.live[known.lives], index);
		if (++known.lives > known.peak)
			known.peak = known.lives;
	}
	count(index);
}

/* The element is gone, and the last one takes its place. */
static void forget(uint32_t i)
{
	known.stale = known.live[i].handle;
	known.lit -= known.live[i].lit;
	known.live[i] = known.live[--known.lives];
	expect(rows_index(&rows, known.stale) == TARN_NONE, "stale-handle", known.stale.slot);
}

static void deactivate(void)
{
	uint32_t i = any();
	uint32_t index = verify(i);

	expect(rows_deactivate(&rows, index), "object-lost", index);
	forget(i);
	count(index);
}

static void exchange(void)
{
	uint32_t a = any();
	uint32_t b = any();
	uint32_t at = verify(a);

	expect(rows_swap(&rows, at, verify(b)), "object-lost", at);
	verify(a);
	expect(verify(b) == at, "object-lost", at);
	count(at);
}

static void light(void)
{
	uint32_t i = any();
	uint32_t index = verify(i);
	bool refused = known.lit < LIGHTS && inject_due(INJECT_COMPONENT_REFUSED);
	bool lit = !refused && tarn_attach(&rows, light, index) != TARN_NONE;

	expect(lit == (known.live[i].lit || known.lit < LIGHTS), "component-refused", index);
	if (lit) {
		known.lit += !known.live[i].lit;
		known.live[i].lit = true;
		rows.light.at[tarn_find(&rows, light, index)] = known.live[i].name;
	}
	count(lit);
}

static void darken(void)
{
	uint32_t i = any();
	uint32_t index = verify(i);

	expect(tarn_detach(&rows, light, index) == known.live[i].lit, "component-lost", index);
	known.lit -= known.live[i].lit;
	known.live[i].lit = false;
	count(index);
}

static void clear(void)
{
	rows_clear(&rows);
	while (known.lives)
		forget(known.lives - 1);
	count(0);
}

/* ---- The array ---------------------------------------------------------------------------- */

static bool make(void)
{
	uint32_t capacity = between(2, SOAK_CAPACITY);
	bool made = rows_make(&rows, &tarn_default, capacity);

	known.lives = known.lit = known.peak = known.refused = known.made = 0;
	known.home = loan_take(made ? rows.packed.slot : NULL,
			       (uint32_t)TARN_PACKED_BYTES(ROWS, capacity), TARN_ALIGN);
	return made;
}

static void audit(void)
{
	uint32_t made = 0;

	if (!known.home)
		return;
	expect(!rows_check(&rows), "object-invariant", rows_check(&rows));
	expect(rows.packed.count == known.lives && rows.packed.peak == known.peak &&
		       rows.packed.refused == known.refused && rows.light.set.count == known.lit,
	       "counter-drift", rows.packed.count);
	for (uint32_t i = 0; i < known.lives; i++)
		verify(i);
	for (uint32_t index = 0; index < known.peak; index++)
		made += rows.made[index];
	expect(made == known.made, "contents-changed", made);
	digest(rows.packed.peak);
}

/* Frees the array's memory. Every handle is stale then. */
static void end(void)
{
	audit();
	rows_destroy(&rows);
	while (known.lives)
		forget(known.lives - 1);
	loan_give(known.home);
	known.home = 0;
}

/* Names and generations begin anew, so that no long run wraps them. */
static bool begin(struct share share)
{
	(void)share;
	rows = (struct rows){.name = NULL};
	known.stale = (rows_handle){0, 0};
	known.names = 0;
	return make();
}

/* ---- INJECT ------------------------------------------------------------------------------- */

static void misuse_live(uint32_t i)
{
	uint32_t index = verify(i);
	uint32_t light = tarn_find(&rows, light, index);

	if (inject_due(INJECT_ROW_LOST)) {
		rows_deactivate(&rows, index);
		verify(i);
	}
	if (inject_due(INJECT_ROW_CONTENTS)) {
		rows.body[index].word[1] ^= 1;
		verify(i);
	}
	if (light != TARN_NONE && inject_due(INJECT_COMPONENT_CHANGED)) {
		rows.light.at[light] ^= 1;
		verify(i);
	}
	if (light != TARN_NONE && inject_due(INJECT_COMPONENT_LOST)) {
		tarn_detach(&rows, light, index);
		verify(i);
	}
}

/* Changes the array without telling the books. */
static void misuse(void)
{
	struct tarn_packed_slot *stale = &rows.packed.slot[known.stale.slot];

	if (known.lives)
		misuse_live(any());
	if (known.lives + 2 <= rows.packed.capacity && inject_due(INJECT_ROW_LEAK)) {
		rows_activate(&rows);
		activate();
	}
	if (known.lives && known.stale.generation && !(stale->generation & 1) &&
	    inject_due(INJECT_ROW_STALE)) {
		stale->generation = known.stale.generation;
		count(0);
	}
	if (rows.packed.count < rows.packed.peak && inject_due(INJECT_ROW_USED))
		rows.body[rows.packed.count].word[0] = 1;
	if (inject_due(INJECT_ROW_DRIFT))
		rows.packed.refused++;
	if (rows.packed.slots < rows.packed.capacity && inject_due(INJECT_ROW_INVARIANT)) {
		rows.packed.slot[rows.packed.slots++].generation = 0;
		audit();
	}
	if (inject_due(INJECT_STALE))
		rows_deactivate(&rows, TARN_NONE);
	if (inject_due(INJECT_INDEX))
		rows_deactivate(&rows, rows.packed.capacity);
	if (inject_due(INJECT_GROUP))
		(void)!tarn_sparse_group(&rows.packed, (struct tarn_sparse *[]){NULL, NULL});
}

static bool step(void)
{
	uint32_t choice = below(64);

	if (rarely(inject_ready))
		misuse();
	if (choice == 0 && once_in(16)) {
		end();
		return make();
	}
	if (choice < 28 || !known.lives)
		activate();
	else if (choice < 48)
		deactivate();
	else if (choice < 53)
		exchange();
	else if (choice < 58)
		light();
	else if (choice < 63)
		darken();
	else
		clear();
	return true;
}

const struct scenario packed = {"packed", begin, step, end, audit};
