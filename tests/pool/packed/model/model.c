/* SPDX-License-Identifier: MIT
 * Random calls on a packed array, compared with a model. From its seed, a round draws a capacity
 * and a sequence of calls. After every call it checks one handle that must be stale, one that must
 * resolve, and one element; now and then everything.
 *
 *   seed=n    of the first round; round i has seed n + i
 *   rounds=n  how many
 *   ops=n     calls in a round */
#include "args.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_packed.h"
#include "tarn_port.h"
#include "herd.h"

#define COMPONENTS 3
#define STALE      256 /* stale handles that are kept */
#define NOTHING    0   /* a name that no element has */

static struct tarn_sparse *column[COMPONENTS];

/* The model: elements in their order. */
struct element {
	herd_handle handle;
	uint32_t name;
	uint32_t component[COMPONENTS]; /* names of its components, or NOTHING */
};
static struct element element[CAPACITY_MAX];
static uint32_t elements, capacity, retired, peak, refused;
static uint32_t given[COMPONENTS]; /* components of a column */
static uint32_t group;             /* the first so many columns are a group; 0: there is none */
static uint32_t names;             /* given so far */
static uint32_t kept;              /* KEEP contents made so far */

static herd_handle stale[STALE];
static uint32_t stales;
static uint32_t state;
static uint64_t seed;
static uint32_t op, ops, faults;
static uint32_t fault_kind_seen;

static _Noreturn void fail(const char *what)
{
	test_failed();
	print_text("packed model: does not hold: ");
	print_text(what);
	print_text("\npacked model: FAIL in call ");
	print_u64(op);
	print_text(" of seed ");
	print_u64(seed);
	print_text("\nreplay: make -f boards/build/program.mk "
		   "PROGRAM=tests/pool/packed/model " MODEL_BUILD " run ARGS=\"seed=");
	print_u64(seed);
	print_text(" rounds=1 ops=");
	print_u64(ops);
	print_text("\"\n");
	tarn_port_exit(1);
}

static void expect(bool holds, const char *what)
{
	if (!holds)
		fail(what);
}

static void note_fault(const struct tarn_fault *fault)
{
	faults++;
	fault_kind_seen = fault->kind;
}

static void expect_fault(enum tarn_fault_kind kind)
{
	expect(faults == 1 && fault_kind_seen == kind, "the fault");
	faults = 0;
}

static uint32_t below(uint32_t bound)
{
	return random_below(&state, bound);
}

/* ---- Checking --------------------------------------------------------------------------- */

static uint32_t *component(uint32_t c, uint32_t k)
{
	return (uint32_t *)column[c]->data + k;
}

static bool has_all(uint32_t index)
{
	for (uint32_t c = 0; c < group; c++) {
		if (element[index].component[c] == NOTHING)
			return false;
	}
	return group != 0;
}

static void look_at_component(uint32_t index, uint32_t c)
{
	uint32_t name = element[index].component[c];
	uint32_t k = tarn_sparse_find(&herd.packed, column[c], index);

	expect((k != TARN_NONE) == (name != NOTHING), "who has a component");
	if (k == TARN_NONE)
		return;
	expect(*component(c, k) == name, "the component of an element");
	expect(tarn_sparse_owner(&herd.packed, column[c], k) == index, "the owner of a component");
	if (c < group)
		expect((k < column[c]->grouped) == has_all(index), "a group stands first");
	if (has_all(index) && c < group)
		expect(k == tarn_find(&herd, light, index), "a group stands in one order");
}

static void look_at(uint32_t index)
{
	const struct element *is = &element[index];

	expect(herd.name[index] == is->name, "the name of an element");
	expect(herd.byte[index] == (uint8_t)is->name, "the second column of an element");
	expect(herd.bulk[index].word[16] == is->name, "the third column of an element");
	expect(herd.kept[index] != 0, "what an element keeps");
	expect(herd_index(&herd, is->handle) == index, "the handle of an element");
	for (uint32_t c = 0; c < COMPONENTS; c++)
		look_at_component(index, c);
}

static void look_at_all(void)
{
	uint64_t seen = 0;

	expect(herd_check(&herd) == 0, "herd_check");
	expect(herd.packed.count == elements, "the number of elements");
	expect(herd.packed.peak == peak, "the peak");
	expect(herd.packed.refused == refused, "the refusals");
	for (uint32_t c = 0; c < COMPONENTS; c++)
		expect(column[c]->count == given[c], "the number of components");
	for (uint32_t i = 0; i < elements; i++)
		look_at(i);
	for (uint32_t i = 0; i < stales && i < STALE; i++)
		expect(herd_index(&herd, stale[i]) == TARN_NONE, "a stale handle is stale");
	for (uint32_t i = 0; i < herd.packed.peak; i++) {
		expect(herd.kept[i] && herd.kept[i] <= kept, "each kept member was made");
		expect(!(seen >> herd.kept[i] & 1), "no member is kept twice");
		seen |= UINT64_C(1) << herd.kept[i];
	}
}

static void look(void)
{
	expect(faults == 0, "no fault");
	if (stales) {
		const herd_handle *old = &stale[below(stales < STALE ? stales : STALE)];

		expect(herd_index(&herd, *old) == TARN_NONE, "a stale handle is stale");
	}
	if (elements)
		look_at(below(elements));
	if (!below(1024))
		look_at_all();
}

/* ---- Calls ------------------------------------------------------------------------------ */

static void remember(herd_handle handle)
{
	stale[stales++ % STALE] = handle;
	if (stales == 2 * STALE)
		stales = STALE;
}

static void forget(uint32_t index)
{
	remember(element[index].handle);
	for (uint32_t c = 0; c < COMPONENTS; c++)
		given[c] -= element[index].component[c] != NOTHING;
	element[index] = element[--elements];
}

static void activate(void)
{
	uint32_t index = herd_activate(&herd);
	struct element *is = &element[elements];

	if (index == TARN_NONE) {
		expect(elements + retired == capacity, "a refusal means full");
		refused++;
		return;
	}
	expect(index == elements && elements + retired < capacity, "an element is appended");
	is->name = ++names;
	for (uint32_t c = 0; c < COMPONENTS; c++)
		is->component[c] = NOTHING;
	is->handle = herd_handle_of(&herd, index);
	herd.name[index] = names;
	herd.byte[index] = (uint8_t)names;
	herd.bulk[index].word[16] = names;
	if (herd.kept[index] == 0)
		herd.kept[index] = ++kept;
	if (++elements > peak)
		peak = elements;
}

static bool is_last_life(uint32_t index)
{
	return element[index].handle.generation == herd.packed.origin - 4;
}

static void deactivate(uint32_t index)
{
	retired += is_last_life(index);
	if (below(2))
		index = herd_index(&herd, element[index].handle);
	expect(herd_deactivate(&herd, index), "an element is deactivated");
	forget(index);
}

static void swap(void)
{
	uint32_t i = below(elements);
	uint32_t j = below(elements);
	struct element held = element[i];

	expect(herd_swap(&herd, i, j), "two elements are swapped");
	element[i] = element[j];
	element[j] = held;
}

/* Visits each element once. It stays where it is when it deactivates the element there, or comes
 * from the end. */
static void walk(void)
{
	uint32_t before = elements;
	uint32_t i = 0;
	bool down = below(2);

	for (uint32_t visited = 0; visited < before; visited++) {
		uint32_t at = down ? before - 1 - visited : i;

		expect(herd.name[at] == element[at].name, "a walk meets the next element");
		if (below(4))
			i++;
		else
			deactivate(at);
	}
	expect(down || i == herd.packed.count, "a walk ends with the last element");
}

static uint32_t keys;

static bool key_before(const struct herd *array, uint32_t i, uint32_t j)
{
	return array->name[i] % keys < array->name[j] % keys;
}

static void sort(void)
{
	keys = 1 + below(40);
	herd_sort(&herd, key_before);
	for (uint32_t i = 1; i < elements; i++) {
		struct element held = element[i];
		uint32_t j = i;

		for (; j > 0 && held.name % keys < element[j - 1].name % keys; j--)
			element[j] = element[j - 1];
		element[j] = held;
	}
}

static void toggle_component(void)
{
	uint32_t index = below(elements);
	uint32_t c = below(COMPONENTS);
	uint32_t *is = &element[index].component[c];
	uint32_t k;

	if (*is != NOTHING) {
		expect(tarn_sparse_detach(&herd.packed, column[c], index),
		       "a component is taken away");
		*is = NOTHING;
		given[c]--;
		return;
	}
	k = tarn_sparse_attach(&herd.packed, column[c], index);
	expect((k == TARN_NONE) == (given[c] == column[c]->most),
	       "a component is refused when all are given");
	if (k != TARN_NONE) {
		given[c]++;
		*component(c, k) = *is = ++names;
	}
}

/* Makes a group of two columns, or of all three. Only one is made. */
static void make_group(void)
{
	bool three = below(2);
	bool made = three ? tarn_group(&herd, light, lamp, shade) : tarn_group(&herd, lamp, light);

	expect(made == !group, "a column is in one group");
	if (!made)
		expect_fault(TARN_FAULT_GROUP);
	else
		group = three ? 3 : 2;
}

static void misuse(void)
{
	uint32_t beyond = elements + below(8);

	expect(!herd_deactivate(&herd, beyond), "an index out of range is refused");
	expect_fault(TARN_FAULT_INDEX);
	if (stales) {
		expect(!herd_deactivate(&herd, herd_index(&herd, stale[0])),
		       "a stale handle is refused");
		expect_fault(TARN_FAULT_STALE);
	}
}

static void clear(void)
{
	while (elements) {
		retired += is_last_life(elements - 1);
		forget(elements - 1);
	}
	herd_clear(&herd);
}

/* Makes the next slot look as if nearly all its lives were used (white box). */
static void age(void)
{
	uint32_t last = herd.packed.origin - 3;
	uint32_t left = 2 * (1 + below(3));
	uint32_t *generation;

	if (elements == herd.packed.placed)
		return;
	generation = &herd.packed.slot[herd.packed.owner[elements]].generation;
	if (last - *generation > left)
		*generation = last - left;
}

static void make(void)
{
	while (elements)
		forget(elements - 1);
	capacity = 1 + below(CAPACITY_MAX);
	retired = kept = group = peak = refused = 0;
	expect(herd_init(&herd, memory, sizeof(memory), capacity), "an array is made");
	/* Not before main: in C++ that takes a constructor, which needs a libc. */
	column[0] = &herd.light.set;
	column[1] = &herd.lamp.set;
	column[2] = &herd.shade.set;
}

static void some_call(uint32_t fill)
{
	uint32_t draw = below(64);

	if (draw < 4)
		misuse();
	else if (draw == 4 && !below(16))
		clear();
	else if (draw == 5 && !below(64))
		make();
	else if (draw == 6 && !below(16))
		age();
	else if (draw == 7 && !below(16))
		make_group();
	else if (draw == 7 && !below(4))
		walk();
	else if (draw == 8 && !below(4))
		sort();
	else if (elements && draw < 12)
		swap();
	else if (elements && draw < 30)
		toggle_component();
	else if (below(16) < fill)
		activate();
	else if (elements)
		deactivate(below(elements));
}

/* A struct whose generations are used up refuses everything. Then this begins with a struct of
 * zeros, which knows no handle. */
static void renew(void)
{
	if (retired < capacity && herd.packed.born != herd.packed.origin - 3)
		return;
	herd_destroy(&herd);
	herd.packed.origin = 0;
	while (elements)
		forget(elements - 1);
	stales = 0;
	make();
}

static void run_round(void)
{
	uint32_t fill = 8;

	herd_destroy(&herd);
	herd.packed.origin = 0;
	while (elements)
		forget(elements - 1);
	stales = names = 0;
	make();
	for (op = 0; op < ops; op++) {
		if (!below(64))
			fill = 3 + below(11);
		some_call(fill);
		look();
		renew();
	}
	look_at_all();
}

int main(int argc, char **argv)
{
	uint32_t rounds = (uint32_t)arg_u64(argc, argv, "rounds", 20);
	uint64_t calls = 0;

	args_only(argc, argv, "seed rounds ops");
	seed = arg_u64(argc, argv, "seed", 1);
	ops = (uint32_t)arg_u64(argc, argv, "ops", 10000);
	tarn_on_fault(note_fault);
	print_text("packed model: seed=");
	print_u64(seed);
	print_newline();
	for (uint32_t i = 0; i < rounds; i++, seed++) {
		state = random32_seed(seed);
		run_round();
		calls += ops;
	}
	print_text("packed model: ");
	print_u64(calls);
	print_text(" calls passed\n");
	return !calls;
}
