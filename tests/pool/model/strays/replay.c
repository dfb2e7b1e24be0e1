/* SPDX-License-Identifier: MIT
 * Repeats one trial, and prints each call with its answer. fail.c explains the format. */
#include "args.h"
#include "print.h"
#include "strays.h"

static struct state steps[DEPTH_MOST + AFTER_MOST + 1]; /* [i]: after i calls */
static uint32_t made;
static const char *text;

static uint32_t digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (uint32_t)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (uint32_t)(c - 'a') + 10;
	return UINT32_MAX;
}

static uint32_t number(void)
{
	uint32_t base = 10, value = 0;

	if (text[0] == '0' && text[1] == 'x') {
		base = 16;
		text += 2;
	}
	if (digit_of(*text) >= base)
		args_refuse("calls, write, then", "a number is missing, such as 7 or 0x48");
	while (digit_of(*text) < base)
		value = value * base + digit_of(*text++);
	return value;
}

static bool take(char c)
{
	if (*text != c)
		return false;
	text++;
	return true;
}

static struct call parse_call(void)
{
	struct call call = {ALLOC, 0, 0};

	if (take('f'))
		call.act = FREE;
	else if (take('r'))
		call.act = RESIZE;
	else if (!take('a'))
		args_refuse("calls, then",
			    "must be calls such as a2.f4.r6-3 (alloc, free, realloc)");
	if (call.act != ALLOC)
		call.at = (uint8_t)number();
	if (call.act == RESIZE && !take('-'))
		args_refuse("calls, then",
			    "a realloc must be such as r6-3: the block at 6 to 3 granules");
	if (call.act != FREE)
		call.size = (uint8_t)number();
	return call;
}

static void print_answer(struct call call)
{
	print_text("  ");
	print_call(call);
	if (call.act != FREE && answer) {
		print_text(" = ");
		print_u64((uint64_t)((unsigned char *)answer - arena) / TARN_ALIGN);
	} else if (call.act != FREE) {
		print_text(" = NULL");
	}
	for (uint32_t i = 0; i < TARN_FAULT_KINDS; i++) {
		if (!(faults >> i & 1))
			continue;
		print_text("  fault: ");
		print_text(tarn_fault_name(i));
	}
	print_newline();
}

static void go(const char *calls)
{
	text = calls;
	while (*text) {
		struct call call = parse_call();
		bool sound;

		if (made == DEPTH_MOST + AFTER_MOST)
			args_refuse("calls, then", "has too many calls");
		sound = call_make(&steps[made], call);
		print_answer(call);
		if (!sound)
			return;
		state_save(&steps[++made]);
		take('.');
	}
}

static uint32_t parse_place(void)
{
	uint32_t at = number();

	if (at >= arena_bytes || at % 4)
		args_refuse("write", "the place must be a multiple of 4 in the arena");
	return HEAP_WORDS + at / 4;
}

/* The value of a word after some calls on a new heap. */
static uint32_t parse_old(void)
{
	static struct state state;

	state = steps[0];
	state_load(&state);
	while (*text && !take(':')) {
		call_make(&state, parse_call());
		state_save(&state);
		take('.');
	}
	return state.words[parse_place()];
}

static uint32_t parse_value(uint32_t old)
{
	if (take('^'))
		return old ^ number();
	return take('@') ? parse_old() : number();
}

static void write_words(const char *words_and_values)
{
	text = words_and_values;
	while (*text) {
		uint32_t word = parse_place(), old = steps[made].words[word];

		if (!take('='))
			args_refuse("write", "must be such as 0x48=0x10");
		steps[made].words[word] = parse_value(old);
		print_text("  0x");
		print_hex((word - HEAP_WORDS) * 4, 2);
		print_text(": 0x");
		print_hex(old, 1);
		print_text(" becomes 0x");
		print_hex(steps[made].words[word], 1);
		print_newline();
		trial.words++;
		take('+');
	}
	state_load(&steps[made]);
}

void replay(const char *before, const char *write, const char *after)
{
	trial = (struct trial){.begun = false};
	state_save(&steps[0]);
	go(before);
	write_words(write);
	go(after);
	readers_ask();
	print_text("strays: nothing is wrong\n");
}
