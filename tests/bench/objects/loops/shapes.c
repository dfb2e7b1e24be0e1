/* SPDX-License-Identifier: MIT
 * Four kinds of monster with different behaviour.
 *   virtual  pointers to objects of all kinds, each with a pointer to its function
 *   switch   one array of equal structs with a kind, and a switch
 *   typed    an array for each kind, and plain calls
 *   data     one array and one code; the kinds differ in their data (type objects) */
#include "loops.h"

#include "random.h"
#include "tarn_packed.h"

#define KINDS 4

struct monster {
	void (*update)(struct monster *);
	uint32_t kind;
	double energy, rate, drag;
};

static void walk(struct monster *monster)
{
	monster->energy += 1 * monster->rate + 0 * monster->drag;
}
static void swim(struct monster *monster)
{
	monster->energy += 2 * monster->rate + 1 * monster->drag;
}
static void fly(struct monster *monster)
{
	monster->energy += 3 * monster->rate + 2 * monster->drag;
}
static void dig(struct monster *monster)
{
	monster->energy += 4 * monster->rate + 3 * monster->drag;
}
static void (*const updates[KINDS])(struct monster *) = {walk, swim, fly, dig};

/* The type objects: all differences between the kinds. */
static const struct breed {
	double pace, friction;
} breeds[KINDS] = {{1, 0}, {2, 1}, {3, 2}, {4, 3}};

#define MONSTERS(COLUMN, KEEP, SPARSE) COLUMN(struct monster, at)
TARN_PACKED_DECLARE(monsters, MONSTERS);

static struct monster **mixed;
static struct monsters all, typed[KINDS], data;
static uint32_t monster_count;

static void monsters_make_for(struct monsters *array, uint32_t elements)
{
	uint64_t bytes = TARN_PACKED_BYTES(MONSTERS, elements);

	must(monsters_init(array, memory_for(bytes), bytes, elements));
}

static void make(uint32_t elements, uint32_t percent)
{
	uint32_t *order = memory_for(sizeof(*order) * (uint64_t)elements);
	struct monster *objects = memory_for(sizeof(*objects) * (uint64_t)elements);
	uint32_t state = 1;

	(void)percent;
	monster_count = elements;
	mixed = memory_for(sizeof(void *) * (uint64_t)elements);
	shuffle(order, elements, &state);
	monsters_make_for(&all, elements);
	monsters_make_for(&data, elements);
	for (uint32_t kind = 0; kind < KINDS; kind++)
		monsters_make_for(&typed[kind], elements);
	for (uint32_t i = 0; i < elements; i++) {
		uint32_t kind = random_below(&state, KINDS);
		struct monster monster = {updates[kind], kind, 0, 1, 0.5};

		mixed[i] = &objects[order[i]];
		*mixed[i] = monster;
		all.at[monsters_activate(&all)] = monster;
		data.at[monsters_activate(&data)] = monster;
		typed[kind].at[monsters_activate(&typed[kind])] = monster;
	}
}

static FRAME shapes_virtual(void)
{
	for (uint32_t i = 0; i < monster_count; i++)
		mixed[i]->update(mixed[i]);
}

static FRAME shapes_switch(void)
{
	for (uint32_t i = 0; i < all.packed.count; i++) {
		struct monster *monster = &all.at[i];

		switch (monster->kind) {
		case 0:
			walk(monster);
			break;
		case 1:
			swim(monster);
			break;
		case 2:
			fly(monster);
			break;
		default:
			dig(monster);
		}
	}
}

static FRAME shapes_typed(void)
{
	for (uint32_t i = 0; i < typed[0].packed.count; i++)
		walk(&typed[0].at[i]);
	for (uint32_t i = 0; i < typed[1].packed.count; i++)
		swim(&typed[1].at[i]);
	for (uint32_t i = 0; i < typed[2].packed.count; i++)
		fly(&typed[2].at[i]);
	for (uint32_t i = 0; i < typed[3].packed.count; i++)
		dig(&typed[3].at[i]);
}

static FRAME shapes_data(void)
{
	for (uint32_t i = 0; i < data.packed.count; i++) {
		struct monster *monster = &data.at[i];
		const struct breed *breed = &breeds[monster->kind];

		monster->energy += breed->pace * monster->rate + breed->friction * monster->drag;
	}
}

static double array_sum(const struct monsters *array)
{
	double sum = 0;

	for (uint32_t i = 0; i < array->packed.count; i++)
		sum += array->at[i].energy;
	return sum;
}

static double virtual_sum(void)
{
	double sum = 0;

	for (uint32_t i = 0; i < monster_count; i++)
		sum += mixed[i]->energy;
	return sum;
}

static double switch_sum(void)
{
	return array_sum(&all);
}

static double typed_sum(void)
{
	double sum = 0;

	for (uint32_t kind = 0; kind < KINDS; kind++)
		sum += array_sum(&typed[kind]);
	return sum;
}

static double data_sum(void)
{
	return array_sum(&data);
}

const struct family shapes = {
	"shapes",
	make,
	{
		{"virtual", shapes_virtual, virtual_sum},
		{"switch", shapes_switch, switch_sum},
		{"typed", shapes_typed, typed_sum},
		{"data", shapes_data, data_sum},
	},
};
