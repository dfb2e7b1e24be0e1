/* SPDX-License-Identifier: MIT
 * Update loops on the host. Arguments:
 *   family=NAME  particles, entities, loot, shapes (default: all)
 *   n=N          elements (100,000)
 *   live=P       percent of the particles that are live (10)
 *   frames=N     0: each loop is timed, in turns, and its ratio to the first of its family
 *                printed; more: so many frames of each, untimed, for cachegrind */
#define _POSIX_C_SOURCE 200809L
#include "loops.h"

#include <stdlib.h> /* aligned_alloc */
#include <time.h>

#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"

#define TURNS   60
#define TURN_NS 2000000u /* long enough that the clock's own cost does not count */

static const struct family *const families[] = {&particles, &entities, &loot, &shapes};

void must(bool made)
{
	if (!made) {
		print_text("error: no memory\n");
		tarn_port_exit(1);
	}
}

void *memory_for(uint64_t bytes)
{
	void *memory = aligned_alloc(64, (bytes + 63) & ~UINT64_C(63));

	must(memory != NULL);
	return memory;
}

void shuffle(uint32_t *order, uint32_t n, uint32_t *state)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t j = random_below(state, i + 1);

		order[i] = order[j];
		order[j] = i;
	}
}

static uint64_t nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Nanoseconds of a frame: the mean of `frames`, 1 or more. */
static uint64_t time_of(const struct loop *loop, uint64_t frames)
{
	uint64_t start = nanoseconds();
	uint64_t done = 0;

	do
		loop->frame();
	while (++done < frames);
	return (nanoseconds() - start) / done;
}

static uint32_t loops_of(const struct family *family)
{
	uint32_t loops = 0;

	while (loops < LOOPS_MOST && family->loop[loops].name)
		loops++;
	return loops;
}

/* Runs each loop in turn, several times, and keeps its quickest turn, because any disturbance makes
 * it slower. */
static void time_family(const struct family *family, uint32_t elements)
{
	uint64_t frames[LOOPS_MOST];
	uint64_t ns[LOOPS_MOST];
	uint32_t loops = loops_of(family);

	for (uint32_t i = 0; i < loops; i++) {
		time_of(&family->loop[i], 2); /* warm */
		frames[i] = TURN_NS / (time_of(&family->loop[i], 1) + 1) + 1;
		ns[i] = UINT64_MAX;
	}
	for (uint32_t turn = 0; turn < TURNS; turn++) {
		for (uint32_t i = 0; i < loops; i++) {
			uint64_t time = time_of(&family->loop[i], frames[i]);

			ns[i] = time < ns[i] ? time : ns[i];
		}
	}
	for (uint32_t i = 0; i < loops; i++) {
		print_column(family->name, 10);
		print_column(family->loop[i].name, 9);
		print_padded(elements, 8);
		print_text("  ns/element ");
		print_milli(ns[i] * 1000 / elements, 2);
		print_text("  times as fast as the first ");
		print_milli(ns[0] * 1000 / ns[i], 2);
		print_newline();
	}
}

static void count_family(const struct family *family, uint32_t frames)
{
	for (uint32_t i = 0; i < loops_of(family); i++) {
		for (uint32_t frame = 0; frame < frames; frame++)
			family->loop[i].frame();
		if (family->loop[i].sum() != family->loop[0].sum()) {
			print_text("error: the loops of a family compute different things: ");
			print_text(family->loop[i].name);
			print_newline();
			tarn_port_exit(1);
		}
	}
}

int main(int argc, char **argv)
{
	const char *only = arg_text(argc, argv, "family", "");
	uint32_t elements = (uint32_t)arg_u64(argc, argv, "n", 100000);
	uint32_t percent = (uint32_t)arg_u64(argc, argv, "live", 10);
	uint32_t frames = (uint32_t)arg_u64(argc, argv, "frames", 0);
	bool found = false;

	args_only(argc, argv, "family n live frames");
	if (elements < 1 || elements > 1000000)
		args_refuse("n", "1 to 1000000");
	for (uint32_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		if (*only && !text_equal(only, families[i]->name))
			continue;
		found = true;
		families[i]->make(elements, percent);
		count_family(families[i], frames ? frames : 1);
		if (!frames)
			time_family(families[i], elements);
	}
	if (!found)
		args_refuse("family", "particles, entities, loot or shapes");
	return 0;
}
