/* SPDX-License-Identifier: MIT */
#include "mark.h"

#include "audit.h"
#include "block.h"
#include "budget.h"
#include "files.h"
#include "inject.h"
#include "keep.h"
#include "print.h"
#include "progress.h"
#include "rounds.h"
#include "sample.h"

static uint32_t checksum; /* of the state so far */
static struct file source;
static bool broken; /* the source ends early, or holds something else */

static void fold(uint8_t byte)
{
	checksum = (checksum ^ byte) * 16777619u;
}

static void write_bytes(const void *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		fold(((const uint8_t *)at)[i]);
		print_hex(((const uint8_t *)at)[i], 2);
	}
}

static void write(void *at, size_t bytes)
{
	write_bytes(at, bytes);
}

static uint32_t read_digit(void)
{
	int c = file_next(&source);

	if (c >= '0' && c <= '9')
		return (uint32_t)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (uint32_t)(c - 'a') + 10;
	broken = true;
	return 0;
}

static void read(void *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		uint32_t high = read_digit();

		((uint8_t *)at)[i] = (uint8_t)(high << 4 | read_digit());
		fold(((uint8_t *)at)[i]);
	}
}

/* ---- What there is --------------------------------------------------------------------- */

/* Only a run of the same arena, level, tags, seed and scenarios can continue from a mark. */
static uint32_t whose(void)
{
	return ((SOAK_ARENA * 31 + TARN_HARDEN + 4 * TARN_TAGS) * 31 + soak.seed) * 31 +
	       soak.scenarios;
}

static void keep_all(keep *keep)
{
	keep(&soak.random, sizeof(soak.random));
	keep(soak.digest, sizeof(soak.digest));
	keep(&soak.interrupt_ops, sizeof(soak.interrupt_ops));
	keep(&soak.interrupt_ms, sizeof(soak.interrupt_ms));
	keep(&soak.refused, sizeof(soak.refused));
	keep(&soak.ticks, sizeof(soak.ticks));
	keep(&soak.nested, sizeof(soak.nested));
	keep(&soak.rounds, sizeof(soak.rounds));
	progress_keep(keep);
	rounds_keep(keep);
	fixed_keep(keep);
	replay_keep(keep);
	pools_keep(keep);
	age_keep(keep);
	maps_keep(keep);
	budget_keep(keep);
}

/* Returns false if the sum at its end does not fit what was read. */
static bool keep_state(keep *keep, uint32_t *owner)
{
	uint32_t known;
	uint32_t told;

	checksum = 2166136261u;
	keep(owner, sizeof(*owner));
	keep_all(keep);
	told = known = checksum;
	keep(&told, sizeof(told));
	return told == known;
}

/* ---- Writing --------------------------------------------------------------------------- */

static void print_mark(void)
{
	uint32_t owner = whose();

	print_text("{\"record\":\"mark\"");
	sample_number("ms", progress_ms());
	sample_number("ops", progress_ops());
	print_text(",\"digest\":\"");
	print_hex(soak.digest[0], 8);
	print_hex(soak.digest[1], 8);
	print_text("\",\"state\":\"");
	(void)keep_state(write, &owner);
	print_text("\"}");
	print_newline();
}

/* While INJECT=fragmentation pins blocks, the heap cannot settle, and there is no mark. */
void mark(void)
{
	if (inject_pins())
		return;
	settle();
	audit_empty();
	block_forget();
	if (sample_before_mark())
		print_mark();
}

/* ---- Reading --------------------------------------------------------------------------- */

const char *mark_resume(const char *name)
{
	uint32_t owner = 0;
	bool whole;

	settle();
	if (!file_open(&source, name))
		return "the mark's file cannot be opened";
	whole = keep_state(read, &owner);
	file_close(&source);
	if (!whole || broken)
		return "the mark is not whole";
	if (owner != whose())
		return "the mark is of another ARENA, HARDEN, TAGS, SEED or SCENARIOS";
	progress_resumed();
	inject_resumed();
	block_forget();
	return NULL;
}
