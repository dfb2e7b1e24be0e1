/* SPDX-License-Identifier: MIT
 * A gateway that stops answering after some minutes, because one path forgets to free a message.
 * The session of port/tool/gdb/README.md finds it. With sound=1 that path frees it, and the gateway
 * ends.
 *
 * Live messages are held in all possible ways: by a static variable, by another message, and only
 * by the stack or a register. */
#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_port.h"

#define KEPT     8
#define MESSAGES 5000

enum kind { REPORT, QUESTION, GARBLED, KINDS };

struct message {
	struct message *next;
	enum kind kind;
	uint32_t length;
	char text[];
};

static struct message *reports; /* the newest first */
static uint32_t random = 7;
static bool sound;
static uint32_t answered;

/* The test compares `tarn leaks` with these. All bits are inverted, so that they are no
 * pointers. */
uintptr_t forgotten[1024];
uint32_t forgotten_count;

/* The heap is full, and nothing is freed: the device hangs here. */
__attribute__((noinline)) void wait_for_memory(void)
{
	volatile bool forever = true;

	print_text("no memory for a message");
	print_newline();
	while (forever)
		;
}

__attribute__((noinline)) void all_done(void)
{
	print_text("answered: ");
	print_u64(answered);
	print_newline();
}

static __attribute__((noinline)) struct message *receive(void)
{
	uint32_t length = 16 + random_below(&random, 100);
	struct message *message = tarn_alloc(&tarn_default, sizeof(*message) + length);

	if (!message) {
		wait_for_memory();
		return NULL;
	}
	message->next = NULL;
	message->kind = random_below(&random, 32) ? random_below(&random, GARBLED) : GARBLED;
	message->length = length;
	return message;
}

/* Keeps the newest reports, and frees the oldest one. */
static __attribute__((noinline)) void keep(struct message *message)
{
	struct message **last = &reports;

	message->next = reports;
	reports = message;
	for (uint32_t kept = 0; *last && kept < KEPT; kept++)
		last = &(*last)->next;
	tarn_free(&tarn_default, *last);
	*last = NULL;
}

static __attribute__((noinline)) void handle(struct message *message)
{
	switch (message->kind) {
	case REPORT:
		keep(message);
		return;
	case GARBLED:
		if (!sound) {
			forgotten[forgotten_count++] = ~(uintptr_t)message;
			return; /* the message is never freed */
		}
		break;
	default:
		answered++;
	}
	tarn_free(&tarn_default, message);
}

int main(int argc, char **argv)
{
	struct message *greeting;

	args_only(argc, argv, "sound");
	sound = arg_u64(argc, argv, "sound", 0) != 0;
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	greeting = receive(); /* only this function knows it */
	if (!greeting)
		return 1;
	for (uint32_t i = 0; i < MESSAGES; i++) {
		struct message *message = receive();

		if (!message)
			return 1;
		handle(message);
	}
	all_done();
	tarn_free(&tarn_default, greeting);
	return 0;
}
