/* SPDX-License-Identifier: MIT
 * A hero waves a wand: bursts of sparks. Three particle systems must draw the same picture. */
#include "../say.h"
#include "random.h"
#include "sparks.h"

#define FRAMES 200

static struct system *const systems[] = {&naive, &listed, &packed};
#define SYSTEMS (sizeof(systems) / sizeof(systems[0]))

static struct sparks_start some_spark(uint32_t *state)
{
	struct sparks_start start = {160 * 64, 100 * 64, 0, 0, 0};

	start.dx = (int16_t)((int32_t)random_below(state, 129) - 64);
	start.dy = (int16_t)((int32_t)random_below(state, 129) - 64);
	start.frames = (int16_t)(1 + random_below(state, 30));
	return start;
}

static void burst(uint32_t sparks, uint32_t *state)
{
	while (sparks--) {
		struct sparks_start start = some_spark(state);

		for (uint32_t i = 0; i < SYSTEMS; i++)
			systems[i]->create(&start);
	}
}

static void frame(void)
{
	for (uint32_t i = 0; i < SYSTEMS; i++)
		systems[i]->animate();
	promise(listed.picture() == naive.picture(), "the free list draws the same");
	promise(packed.picture() == naive.picture(), "the packed array draws the same");
}

static void report(const struct system *system)
{
	print_column(system->name, 10);
	print_text(": particles looked at to create ");
	print_u64(system->looked_to_create);
	print_text(", to animate ");
	print_u64(system->looked_to_animate);
	print_newline();
}

int main(void)
{
	uint32_t state = 7;

	for (uint32_t i = 0; i < FRAMES; i++) {
		if (i % 20 == 0)
			burst(i % 60 ? 10 : 120, &state); /* more than fit, now and then */
		frame();
	}
	say_number("frames drawn alike by all three", FRAMES);
	for (uint32_t i = 0; i < SYSTEMS; i++)
		report(systems[i]);
	promise(packed.looked_to_animate * 2 < naive.looked_to_animate,
		"a packed walk passes over nobody");
	return 0;
}
