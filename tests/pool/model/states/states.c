/* SPDX-License-Identifier: MIT */
#include "states.h"

#include <string.h>

#include "args.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
#include "worlds.h"

/* How this program was built, for the replay line. program.mk sets it. */
#ifndef MODEL_BUILD
#define MODEL_BUILD "HARDEN=1"
#endif

struct image now;
uint32_t arena_bytes;
uint32_t faults;

const struct world *world;
static struct tarn_table table;
static uint8_t map[TARN_MAP_ENTRIES];
static struct image fresh, here; /* the first state; the one from which all steps are tried */
static uint32_t here_index;
static struct step trying;
static bool searching;

/* ---- The lock (see program.mk) */

static bool locked;

void __wrap_tarn_port_host_lock(void);
void __wrap_tarn_port_host_unlock(void);

void __wrap_tarn_port_host_lock(void)
{
	if (locked)
		broken("lock windows nest");
	locked = true;
}

void __wrap_tarn_port_host_unlock(void)
{
	if (!locked)
		broken("the lock is released twice");
	locked = false;
}

/* ---- Failing */

static void print_step(struct step step)
{
	static const char *const names[] = {"  alloc", "  free", "  resize"};

	print_text(names[step.act]);
	if (step.act != ALLOC)
		print_field("offset", step.granule * (uint32_t)TARN_ALIGN);
	if (step.act != FREE)
		print_field("granules", step.size);
	print_newline();
}

static void print_way(uint32_t index)
{
	uint32_t parent;
	struct step step = store_step(index, &parent);

	if (!index)
		return;
	print_way(parent);
	print_step(step);
}

_Noreturn void broken(const char *what)
{
	test_failed();
	print_text("states: FAIL: ");
	print_text(what);
	print_text("\nin world ");
	print_text(world->name);
	print_text(", after\n");
	if (searching) {
		print_way(here_index);
		print_step(trying);
	}
	print_text("replay: make -f boards/build/program.mk PROGRAM=tests/pool/model/states "
		   "BOARD=host ");
	print_text(MODEL_BUILD);
	print_text(" run ARGS=only=");
	print_text(world->name);
	print_newline();
	tarn_port_exit(1);
}

static void note_fault(const struct tarn_fault *fault)
{
	(void)fault;
	faults++;
}

/* ---- A world's first state */

static enum tarn_status make(uint32_t bytes, struct tarn_misfit *why)
{
	uint32_t state = 1;

	tarn_forget(&now.heap);
	memset(&now, 0, sizeof(now));
	for (uint32_t i = 0; i < ARENA_MOST; i++)
		now.arena[i] = (unsigned char)(world->rubbish == RANDOM ? random32(&state)
									: world->rubbish);
	arena_bytes = bytes;
	return tarn_init(&now.heap, now.arena, bytes, &table, why);
}

/* Makes the smallest arena that holds the table and the commons of the world. */
static void make_world(void)
{
	struct tarn_heap_stats stats;
	struct tarn_misfit why;
	uint32_t bytes = TARN_ALIGN;

	tarn_table_map(map, world->class, world->classes);
	table = (struct tarn_table){world->class, map, world->classes};
	do {
		bytes += TARN_ALIGN;
		if (bytes > ARENA_MOST || bytes / TARN_ALIGN > UINT8_MAX) /* struct step */
			broken("the world is too large");
		stats.commons = 0;
		if (make(bytes, &why) == TARN_OK)
			tarn_heap_stats(&now.heap, &stats);
		else
			stats.commons = 0;
	} while (tarn_heap_first() != &now.heap || stats.commons < world->commons * TARN_ALIGN);
	now.heap.touched = 0;
}

/* ---- Steps */

static void copy(struct image *to, const struct image *from)
{
	memcpy(to, from, offsetof(struct image, arena) + arena_bytes);
}

/* What callers write, and counts that only grow, are no part of a state. */
static void settle(const void *block, uint32_t granules)
{
	if (block) {
		enter(block, granules);
		memset((unsigned char *)(uintptr_t)block, 0,
		       now.length[granule_at(block)] * (size_t)TARN_ALIGN);
	}
	now.heap.touched = 0;
	now.heap.peak -= now.heap.room;
	now.heap.room = 0;
	memset(now.heap.faults, 0, sizeof(now.heap.faults));
	for (uint32_t i = 0; i <= world->classes; i++) {
		tally_of(&now.heap, i)->refused = 0;
		tally_of(&now.heap, i)->refused_high = 0;
	}
}

static void *resize(unsigned char *old, uint32_t at, uint32_t granules)
{
	unsigned char *block;

	old[0] = 0x5a;
	block = tarn_realloc(&now.heap, old, granules * TARN_ALIGN);
	if (block && block[0] != 0x5a)
		broken("a resize loses the contents");
	if (block)
		now.length[at] = 0;
	else
		old[0] = 0; /* nothing has changed */
	return block;
}

static void take(struct step step)
{
	unsigned char *at = now.arena + step.granule * TARN_ALIGN;
	void *block = NULL;

	if (step.act == FREE) {
		tarn_free(&now.heap, at);
		now.length[step.granule] = 0;
	} else if (step.act == RESIZE) {
		block = resize(at, step.granule, step.size);
	} else {
		block = tarn_alloc(&now.heap, step.size * (size_t)TARN_ALIGN);
	}
	settle(block, step.size);
}

static void try_step(uint8_t act, uint32_t granule, uint32_t size)
{
	trying = (struct step){act, (uint8_t)granule, (uint8_t)size};
	take(trying);
	if (store_add(state_key(), here_index, trying))
		check_state();
	copy(&now, &here);
}

static void try_all(void)
{
	uint32_t live = 0;

	for (uint32_t i = 0; i < arena_bytes / TARN_ALIGN; i++) {
		if (!now.length[i])
			continue;
		live++;
		try_step(FREE, i, 0);
		for (uint32_t k = 0; world->resize && world->sizes[k]; k++)
			try_step(RESIZE, i, world->sizes[k]);
	}
	for (uint32_t k = 0; live < world->live_most && world->sizes[k]; k++)
		try_step(ALLOC, 0, world->sizes[k]);
}

/* Goes the way to a state once more. */
static void reach(uint32_t index)
{
	uint32_t parent;
	struct step step = store_step(index, &parent);

	if (!index) {
		copy(&now, &fresh);
		return;
	}
	reach(parent);
	take(step);
}

static void search(void)
{
	make_world();
	checks_start();
	searching = true;
	store_open();
	settle(NULL, 0);
	copy(&fresh, &now);
	store_add(state_key(), 0, (struct step){FREE, 0, 0});
	check_state();
	for (here_index = 0; here_index < store_count(); here_index++) {
		reach(here_index);
		copy(&here, &now);
		check_every_granule(&here);
		try_all();
	}
	print_column(world->name, 24);
	print_padded(store_count(), 9);
	print_text(" states\n");
	searching = false;
	store_close();
	tarn_forget(&now.heap);
}

static const char *world_name(uint32_t i)
{
	return worlds[i].name;
}

int main(int argc, char **argv)
{
	const char *only = arg_text(argc, argv, "only", "");
	uint32_t searched = 0;

	args_only(argc, argv, "only");
	tarn_on_fault(note_fault);
	for (world = worlds; world->name; world++) {
		if (*only && !text_equal(only, world->name))
			continue;
		if ((world->classes && !TARN_POOLS) || (world->commons && !TARN_COMMONS))
			continue;
		search();
		searched++;
	}
	if (!searched)
		args_refuse_name("only", only, world_name);
	return 0;
}
