/* SPDX-License-Identifier: MIT
 * The main program, a tick, and an urgent tick that preempts both. The port says which of them
 * share a word of tags (port/porting.md, Tags). */
#include "../checks.h"
#include "args.h"
#include "print.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_tag.h"

#define ROUNDS 20u

enum { MAIN = 1, HANDLER = 2, URGENT = 3 };

/* On a host, ticks are threads. */
#ifdef PORT_BARE_METAL
#define TICKS_ARE_HANDLERS true
#else
#define TICKS_ARE_HANDLERS false
#endif

/* The tag that pays for the allocations of a handler that enters none. */
static uint32_t shared_with(uint32_t interrupted, bool by_handler)
{
	bool share = TICKS_ARE_HANDLERS && (by_handler || TARN_PORT_TAG_WORDS == 1);

	return share ? interrupted : TARN_UNTAGGED;
}

static uint32_t tag_of_next(void)
{
	void *block = tarn_alloc(&tarn_default, 24);
	uint32_t tag = block ? tarn_tag_of(&tarn_default, block) : UINT32_MAX;

	tarn_free(&tarn_default, block);
	return tag;
}

static volatile unsigned ticks, urgent_ticks;

static void on_tick(void)
{
	CHECK(tag_of_next() == shared_with(MAIN, false));
	tarn_tag_enter(HANDLER);
	CHECK(tag_of_next() == HANDLER);
	tarn_tag_leave(HANDLER);
	ticks++;
}

/* The urgent tick allocates only while this is set: then it interrupts the other tick. */
static volatile bool open;

static void on_tick_interrupted(void)
{
	unsigned before = urgent_ticks;

	tarn_tag_enter(HANDLER);
	open = true;
	while (urgent_ticks == before)
		;
	open = false;
	CHECK(tag_of_next() == HANDLER);
	tarn_tag_leave(HANDLER);
	ticks++;
}

static void on_urgent(void)
{
	if (!open)
		return;
	CHECK(tag_of_next() == shared_with(HANDLER, true));
	tarn_tag_enter(URGENT);
	CHECK(tag_of_next() == URGENT);
	tarn_tag_leave(URGENT);
	urgent_ticks++;
}

static void main_and_a_tick(void)
{
	tarn_tag_enter(MAIN);
	port_tick_start(200, on_tick);
	while (ticks < ROUNDS)
		CHECK(tag_of_next() == MAIN);
	port_tick_stop();
	tarn_tag_leave(MAIN);
	CHECK(tag_of_next() == TARN_UNTAGGED);
}

static void a_tick_and_an_urgent_one(void)
{
	ticks = 0;
	if (!port_urgent_start(400, on_urgent)) {
		print_text("one timer: no handler interrupts another\n");
		return;
	}
	port_tick_start(1000, on_tick_interrupted);
	while (ticks < ROUNDS)
		CHECK(tag_of_next() == TARN_UNTAGGED);
	port_tick_stop();
	port_urgent_stop();
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "");
	CHECK(tarn_default_init(&tarn_table_default, NULL) == TARN_OK);
	main_and_a_tick();
	a_tick_and_an_urgent_one();
	CHECK(tarn_tag_now() == TARN_UNTAGGED && tarn_check(&tarn_default, NULL) == 0);
	return adapters_verdict("tags");
}
