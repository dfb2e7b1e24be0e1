/* SPDX-License-Identifier: MIT
 * A failure is printed with the calls that lead to it: a2 (alloc 2 granules), f4 (free the block at
 * granule 4 of the arena), r6-3 (realloc the block at granule 6 to 3). The command after it
 * searches the same world again, in the same order. */
#include "print.h"
#include "strays.h"
#include "tarn_port.h"

#ifndef MODEL_BUILD
#define MODEL_BUILD "HARDEN=1"
#endif

struct trial trial;
bool tally;
bool lost_fails;

static uint64_t counts[WRONG_KINDS];
static const char *const names[] = {
	[WRONG_OVERLAP] = "a block overlaps a live one",
	[WRONG_METADATA] = "a block or a store lies where no block may",
	[WRONG_MISALIGNED] = "a block is misaligned",
	[WRONG_CONTENTS] = "a live block's contents changed",
	[WRONG_CRASH] = "a call crashed",
	[WRONG_LOOP] = "a call does not end",
	[WRONG_FAULT] = "a fault has another name than link",
	[WRONG_LOCK] = "lock windows nest or stay open",
	[WRONG_LOST] = "a block is lost, and no fault named the write",
};

/* ---- The command */

static void print_call(struct call call)
{
	static const char letters[] = {'a', 'f', 'r'};

	print_char(letters[call.act]);
	if (call.act != ALLOC)
		print_u64(call.at);
	if (call.act == RESIZE)
		print_char('-');
	if (call.act != FREE)
		print_u64(call.size);
}

static void print_calls(const struct call *calls, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		print_text(i ? "." : "");
		print_call(calls[i]);
	}
}

/* The calls, and the words that were written between them. */
static void print_trial(const struct trial *told)
{
	static struct state state;
	struct call calls[DEPTH_MOST + AFTER_MOST];

	print_text(world->name);
	print_text(": ");
	print_calls(calls, trail_way(told->index, calls));
	trail_load(told->index, &state);
	for (uint32_t i = 0; i < told->words; i++) {
		print_text("; the word at 0x");
		print_hex((told->word[i] - HEAP_WORDS) * 4, 2);
		print_text(": 0x");
		print_hex(state.words[told->word[i]], 1);
		print_text(" becomes 0x");
		print_hex(told->value[i], 1);
	}
	print_text("; ");
	print_calls(told->call, told->calls);
	print_newline();
}

static void print_replay(const struct trial *told, bool lost)
{
	print_text("replay: make -s -f boards/build/program.mk PROGRAM=tests/pool/model/strays "
		   "BOARD=host " MODEL_BUILD " run ARGS=\"only=");
	print_text(told->random ? "none" : world->name);
	if (told->random) {
		print_text(" random=1");
		print_field("seed", told->random - 1);
	} else {
		print_field("depth", asked.depth);
		print_field("after", asked.after);
		print_field("seed", asked.seed);
		print_field("owners", owners_write);
		print_field("pairs", pairs_too);
		print_field("lost", lost);
	}
	print_text("\"\n");
}

/* ---- What is wrong */

void wrong(enum wrong what)
{
	struct trial told = trial;
	bool note = what == WRONG_LOST && !lost_fails && told.begun;

	if (counts[what]++ && (tally || note))
		return;
	print_text(note ? "strays: note: " : "strays: FAIL: ");
	print_text(names[what]);
	for (uint32_t i = 0; what == WRONG_FAULT && i < TARN_FAULT_KINDS; i++) {
		if (!(faults >> i & 1))
			continue;
		print_text(", ");
		print_text(tarn_fault_name(i));
	}
	print_newline();
	if (told.begun)
		print_trial(&told);
	print_replay(&told, what == WRONG_LOST);
	if (!tally && !note)
		tarn_port_exit(1);
}

_Noreturn void broken(const char *what)
{
	print_text("strays: ");
	print_text(what);
	print_newline();
	tarn_port_exit(2);
}

uint64_t wrong_total(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < WRONG_KINDS; i++)
		sum += i == WRONG_LOST && !lost_fails ? 0 : counts[i];
	return sum;
}

void wrong_report(void)
{
	for (uint32_t i = 0; i < WRONG_KINDS; i++) {
		if (!counts[i])
			continue;
		print_padded(counts[i], 12);
		print_text("  ");
		print_text(names[i]);
		print_newline();
	}
}
