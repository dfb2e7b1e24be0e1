/* SPDX-License-Identifier: MIT
 * The main program, a tick, and an urgent tick that preempts both. The port says which of them
 * share a word of tags (port/porting.md, Tags). */
#include "args.h"
#include "print.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_tag.h"

#define ROUNDS 20u

enum { MAIN = 1, HANDLER = 2, URGENT = 3 };

static unsigned checks, failures;

#define CHECK(condition) check((condition), #condition, __LINE__)
static void check(bool holds, const char *what, int line)
{
	checks++;
	if (holds)
		return;
	failures++;
	print_text("contexts.c:");
	print_u64((uint64_t)line);
	print_text(": ");
	print_text(what);
	print_text(": does not hold\n");
}

/* On a host, ticks are threads. */
#ifdef PORT_BARE_METAL
#define TICKS_ARE_HANDLERS true
#else
#define TICKS_ARE_HANDLERS false
#endif

/* Which tag pays for the allocations of a handler that enters no tag? */
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

/* The tags that one handler saw since it was started: the same each time, or UNSURE. */
#define UNSURE 1000u
struct seen {
	volatile unsigned ticks;
	uint32_t plain; /* the tag of a block before the handler enters a tag */
	uint32_t own;   /* and after it */
};
static struct seen tick, urgent;

static void see(uint32_t *seen, uint32_t tag, unsigned times)
{
	*seen = times && *seen != tag ? UNSURE : tag;
}

static void handler(struct seen *seen, uint32_t own)
{
	see(&seen->plain, tag_of_next(), seen->ticks);
	tarn_tag_enter(own);
	see(&seen->own, tag_of_next(), seen->ticks);
}

static void on_tick(void)
{
	handler(&tick, HANDLER);
	tarn_tag_leave(HANDLER);
	tick.ticks++;
}

/* The urgent tick allocates only while this is set: then it interrupts the other tick. */
static volatile bool open;

static void on_tick_interrupted(void)
{
	unsigned before = urgent.ticks;

	tarn_tag_enter(HANDLER);
	open = true;
	while (urgent.ticks == before)
		;
	open = false;
	see(&tick.own, tag_of_next(), tick.ticks);
	tarn_tag_leave(HANDLER);
	tick.ticks++;
}

static void on_urgent(void)
{
	if (!open)
		return;
	handler(&urgent, URGENT);
	tarn_tag_leave(URGENT);
	urgent.ticks++;
}

static void main_and_a_tick(void)
{
	tarn_tag_enter(MAIN);
	port_tick_start(200, on_tick);
	while (tick.ticks < ROUNDS)
		CHECK(tag_of_next() == MAIN);
	port_tick_stop();
	tarn_tag_leave(MAIN);
	CHECK(tag_of_next() == TARN_UNTAGGED);
	CHECK(tick.plain == shared_with(MAIN, false) && tick.own == HANDLER);
}

static void a_tick_and_an_urgent_one(void)
{
	tick.ticks = 0;
	if (!port_urgent_start(400, on_urgent)) {
		print_text("one timer: no handler interrupts another\n");
		return;
	}
	port_tick_start(1000, on_tick_interrupted);
	while (tick.ticks < ROUNDS)
		CHECK(tag_of_next() == TARN_UNTAGGED);
	port_tick_stop();
	port_urgent_stop();
	CHECK(tick.own == HANDLER);
	CHECK(urgent.plain == shared_with(HANDLER, true) && urgent.own == URGENT);
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "");
	CHECK(tarn_default_init(&tarn_table_default, NULL) == TARN_OK);
	main_and_a_tick();
	a_tick_and_an_urgent_one();
	CHECK(tarn_tag_now() == TARN_UNTAGGED && tarn_check(&tarn_default, NULL) == 0);
	print_text("tags: ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
