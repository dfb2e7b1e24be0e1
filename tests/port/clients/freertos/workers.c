/* SPDX-License-Identifier: MIT
 * Tasks of one priority, which the tick switches, allocate, resize and free blocks. A queue passes
 * blocks from one task to another, which frees them. Each task reads the heap's counters meanwhile.
 * So does the tick, which also allocates. */
#include "parts.h"

#include "queue.h"

#include "told.h"
#include "random.h"
#include "tarn_tag.h"

#define SLOTS   10
#define LARGEST 600
#define POST    6

static struct piece slots[WORKERS][SLOTS];
static struct told told[WORKERS + 1]; /* and the tick's */
static uint32_t looks;
static QueueHandle_t post;
static volatile bool begun;

void workers_begin(void)
{
	for (uint32_t i = 0; i <= WORKERS; i++)
		told_begin(&told[i]);
	post = xQueueCreate(POST, sizeof(struct piece));
	expect(post != NULL, "no-queue");
	begun = true;
}

uint32_t workers_looks(void)
{
	return looks;
}

static void look_at(struct told *mine)
{
	const char *wrong = told_look(mine);

	looks++;
	if (wrong)
		note(wrong);
}

/* The tick's own block lives from one tick to the next. */
void workers_tick(void)
{
	static void *block;

	if (!begun)
		return;
	if (kernel_ticks % 16 == 0)
		look_at(&told[WORKERS]);
	vPortFree(block);
	block = kernel_ticks % 2 ? pvPortMalloc(kernel_ticks % 200 + 1) : NULL;
	expect(TARN_TAGS == 0 || !block || tarn_tag_of(&tarn_default, block) == TARN_UNTAGGED,
	       "tag-of-a-task");
}

static void take(struct piece *piece, uint32_t number, uint32_t *random)
{
	if (piece_take(piece, random_between(random, 1, LARGEST), random32(random)) &&
	    TARN_TAGS > 0)
		expect(tarn_tag_of(&tarn_default, piece->bytes) == number + 1, "tag-of-another");
}

/* A block from the queue may be of another task, or of this one. */
static void send_or_receive(struct piece *piece)
{
	struct piece received;

	if (xQueueReceive(post, &received, 0) == pdTRUE)
		piece_give(&received);
	else if (xQueueSend(post, piece, 0) == pdTRUE)
		piece->bytes = NULL;
}

static void step(struct piece *piece, uint32_t number, uint32_t *random)
{
	uint32_t dice = random_below(random, 4);

	if (!piece->bytes)
		take(piece, number, random);
	else if (dice == 0)
		piece_resize(piece, random_between(random, 1, LARGEST));
	else if (dice == 1)
		send_or_receive(piece);
	else
		piece_give(piece);
}

static void give_all(uint32_t number)
{
	struct piece received;

	for (uint32_t i = 0; i < SLOTS; i++) {
		if (slots[number][i].bytes)
			piece_give(&slots[number][i]);
	}
	while (xQueueReceive(post, &received, 0) == pdTRUE)
		piece_give(&received);
}

void worker(uint32_t number)
{
	uint32_t random = random32_seed((uint64_t)asked.seed << 8 | number);

	if (TARN_TAGS > 0)
		tarn_tag_enter(number + 1);
	for (uint32_t i = 0; i < asked.rounds; i++) {
		step(&slots[number][random_below(&random, SLOTS)], number, &random);
		if (i % 8 == 0)
			look_at(&told[number]);
		if (i % 32 == 0)
			vTaskDelay(1);
	}
	give_all(number);
}
