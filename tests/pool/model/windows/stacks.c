/* SPDX-License-Identifier: MIT
 * A class of several pools, whose calls are interrupted before and after their windows by calls of
 * the same class. No block is handed out twice, and NULL means that all are live. */
#include <string.h>

#include "random.h"
#include "windows.h"

/* Of a block. */
#define SIZE           ((8 + TARN_RECORD + TARN_ALIGN - 1) / TARN_ALIGN * TARN_ALIGN)
#define BLOCKS         3000u
#define POOL           992u
#define ROUNDS         24
#define CALLS_OF_ROUND 600

static _Alignas(64) unsigned char arena[BLOCKS * (SIZE + 32)];
static struct tarn_heap heap;
static unsigned char *live[BLOCKS];
static bool taken[BLOCKS]; /* by number */
static const unsigned char *first;
static uint32_t count, most, state;
static uint32_t takes, gives; /* calls under way */
static uint32_t given;        /* frees that began */
static bool armed;

static uint32_t random_of(uint32_t bound)
{
	return random_below(&state, bound);
}

static void take(void)
{
	uint32_t before = given - gives; /* a free that is under way may come before or after */
	unsigned char *block;
	uint32_t number;

	takes++;
	block = tarn_alloc(&heap, 8);
	takes--;
	if (!block) {
		if (count + takes < BLOCKS && before == given)
			broken("a class refuses, and a block is free");
		return;
	}
	if (!first)
		first = block;
	number = (uint32_t)(block - first) / SIZE;
	if (number < BLOCKS && !taken[number])
		taken[number] = true;
	else
		broken("a block is handed out twice");
	live[count++] = block;
	if (count + takes + gives > most)
		most = count + takes + gives;
}

static void give(void)
{
	uint32_t at = random_of(count);
	unsigned char *block = live[at];

	live[at] = live[--count];
	taken[(block - first) / SIZE] = false;
	gives++;
	given++;
	tarn_free(&heap, block);
	gives--;
}

static void change(void)
{
	if (!count || random_of(2))
		take();
	else
		give();
}

bool stacks_interrupt(void)
{
	if (!armed)
		return false;
	armed = false;
	if (!random_of(3))
		for (uint32_t left = 1 + random_of(4); left; left--)
			change();
	armed = true;
	return true;
}

/* Goes near a number of live blocks at which a pool is full, stays there for a while. */
static void round_of_calls(uint32_t about)
{
	struct tarn_class_stats stats;

	while (count != about)
		count < about ? take() : give();
	armed = true;
	for (uint32_t left = CALLS_OF_ROUND; left; left--)
		change();
	armed = false;
	if (tarn_check(&heap, NULL))
		broken("tarn_check fails after calls of a class of several pools");
	tarn_class_stats(&heap, 0, &stats);
	if (stats.live != count || stats.peak > most)
		broken("the counts of a class of several pools are wrong");
}

void check_stacks(void)
{
	static uint8_t map[TARN_MAP_ENTRIES];
	static struct tarn_class class = {.blocks = BLOCKS};
	const struct tarn_table table = {&class, map, 1};

	class.size = SIZE;
	tarn_table_map(map, &class, 1);
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		broken("no heap for a class of several pools");
	state = random32_seed(1);
	for (uint32_t round = 0; round < ROUNDS; round++)
		round_of_calls(random_of(4) * POOL + random_of(24));
	tarn_forget(&heap);
}
