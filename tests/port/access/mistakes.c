/* SPDX-License-Identifier: MIT
 * The classic ten mistakes: make run PROGRAM=tests/port/access ACCESS=1 ARGS=mistake=read-past. The
 * port prints the fault and ends the program at the instruction that makes it. */
#include <stdint.h>

#include "args.h"
#include "print.h"
#include "tarn.h"
#include "tarn_object.h"
#include "tarn_port.h"

extern char __tarn_arena_start[], __tarn_arena_end[];

struct message {
	uint16_t kind;
	char text[18];
};
struct long_message {
	struct message message;
	uint32_t sent_at;
};
TARN_OBJECT_POOL(messages, struct message, 4, TARN_OBJECT_REFUSE);

static struct tarn_heap heap;
static volatile uint32_t sink;

/* No mistake: all bytes of it may be used. */
static char *text_new(size_t size)
{
	char *text = tarn_alloc(&heap, size);

	for (size_t i = 0; text && i < size; i++)
		text[i] = 'a';
	return text;
}

static void write_past(void)
{
	char *text = text_new(40);

	text[40] = 0; /* write-past */
}

static void read_past(void)
{
	char *text = text_new(40);

	sink = (uint32_t)text[40]; /* read-past */
}

static void write_before(void)
{
	char *text = text_new(40);

	text[-1] = 0; /* write-before */
}

static void read_freed(void)
{
	char *text = text_new(40);

	tarn_free(&heap, text);
	sink = (uint32_t)text[39]; /* read-freed */
}

static void write_freed(void)
{
	char *text = text_new(40);

	tarn_free(&heap, text);
	text[0] = 'b'; /* write-freed */
}

static void old_pointer(void)
{
	char *text = text_new(40);
	char *longer = tarn_realloc(&heap, text, 160);

	if (longer)
		longer[159] = 'b';
	text[0] = 'b'; /* old-pointer */
}

static void stale_object(void)
{
	struct message *message = messages_get(&messages);

	message->kind = 1;
	messages_put(&messages, message);
	message->kind = 2; /* stale-object */
}

static void string_without_end(void)
{
	char *text = text_new(40);
	uint32_t length = 0;

	while (text[length]) /* no-end */
		length++;
	sink = length;
}

static void wrong_sizeof(void)
{
	struct message **list = tarn_alloc(&heap, 2 * sizeof(struct message));

	for (uint32_t i = 0; i < 2 * sizeof(struct message); i++)
		list[i] = NULL; /* sizeof */
}

static void wrong_cast(void)
{
	struct long_message *message = tarn_alloc(&heap, sizeof(struct message));

	message->sent_at = 0; /* cast */
}

static const struct {
	const char *name;
	void (*make)(void);
} mistakes[] = {
	{"write-past", write_past},     {"read-past", read_past},
	{"write-before", write_before}, {"read-freed", read_freed},
	{"write-freed", write_freed},   {"old-pointer", old_pointer},
	{"stale-object", stale_object}, {"no-end", string_without_end},
	{"sizeof", wrong_sizeof},       {"cast", wrong_cast},
};

int main(int argc, char **argv)
{
	const char *asked;

	args_only(argc, argv, "mistake");
	asked = arg_text(argc, argv, "mistake", "");
	if (tarn_init(&heap, __tarn_arena_start, TARN_ARENA_SIZE, &tarn_table_default, NULL) !=
	    TARN_OK)
		return 1;
	for (uint32_t i = 0; i < sizeof(mistakes) / sizeof(*mistakes); i++) {
		if (text_equal(asked, mistakes[i].name)) {
			text_new(20); /* a block before it */
			mistakes[i].make();
			print_text("nothing was noticed\n");
			return 0;
		}
	}
	args_refuse("mistake", "one of ten (tests/port/access/mistakes.c)");
}
