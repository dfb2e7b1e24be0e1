/* SPDX-License-Identifier: MIT
 * A failure is printed with the calls that lead to it, and with the command that makes only these.
 *
 *   calls=a2.a1.f4   alloc 2 granules, alloc 1, free the block at granule 4 of the arena
 *   write=0x48=0x10  the word at byte 0x48 of the arena; 0x48=^0x10: its old value xor 0x10;
 *                    0x48=@a2.f4:0x50: the value of the word at 0x50 after these two calls
 *   then=a2.r6-3     then alloc 2 granules, realloc the block at granule 6 to 3 */
#include "args.h"
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

void print_call(struct call call)
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

static void print_place(uint32_t word)
{
	print_text("0x");
	print_hex((word - HEAP_WORDS) * 4, 2);
}

/* Finds a state in whose payload `value` was, in *word. It need not be on the way to this trial:
 * another way to the same state may have seen the value. */
static bool find_old(uint32_t value, uint32_t *index, uint32_t *word)
{
	static struct state state;

	for (uint32_t i = 0; i < trail_count(); i++) {
		trail_load(i, &state);
		for (uint32_t k = word_of(payload_first); k < word_of(payload_end); k++) {
			if (state.words[k] != value)
				continue;
			*index = i;
			*word = k;
			return true;
		}
	}
	return false;
}

/* Prints a value so that it also works if links are kept xor another key. */
static void print_value(uint32_t word, uint32_t value)
{
	static struct state state;
	struct call calls[DEPTH_MOST + AFTER_MOST];
	uint32_t index, place, change;

	trail_load(trial.index, &state);
	change = state.words[word] ^ value;
	if (value >= 8 * ARENA_MOST && find_old(value, &index, &place)) {
		print_char('@');
		print_calls(calls, trail_way(index, calls));
		print_char(':');
		print_place(place);
		return;
	}
	if (value >= 8 * ARENA_MOST && (change < 8 * ARENA_MOST || !(change & (change - 1)))) {
		print_char('^');
		value = change;
	}
	print_text("0x");
	print_hex(value, 1);
}

static void print_trial(const struct trial *told)
{
	struct call calls[DEPTH_MOST + AFTER_MOST];
	uint32_t count = trail_way(told->index, calls);

	print_text(owners_write ? "only=" : "owners=0 only=");
	print_text(world->name);
	print_text(" calls=");
	print_calls(calls, count);
	for (uint32_t i = 0; i < told->words; i++) {
		print_text(i ? "+" : " write=");
		print_place(told->word[i]);
		print_char('=');
		print_value(told->word[i], told->value[i]);
	}
	print_text(" then=");
	print_calls(told->call, told->calls);
}

static void print_random(uint64_t seed)
{
	print_text("only=none random=1 seed=");
	print_u64(seed);
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
	if (!told.begun && !told.random) {
		print_newline();
		tarn_port_exit(1);
	}
	print_text("\nreplay: make -s -f boards/program.mk PROGRAM=tests/pool/model/strays "
		   "BOARD=host " MODEL_BUILD " run ARGS=\"");
	trial = (struct trial){.index = told.index};
	if (told.random)
		print_random(told.random - 1);
	else
		print_trial(&told);
	print_text("\"\n");
	trial = told;
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
