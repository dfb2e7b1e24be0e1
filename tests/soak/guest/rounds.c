/* SPDX-License-Identifier: MIT */
#include "rounds.h"

#include "audit.h"
#include "block.h"
#include "inject.h"
#include "keep.h"
#include "loan.h"
#include "maps.h"
#include "mark.h"
#include "print.h"
#include "progress.h"
#include "sample.h"
#include "scenario.h"

/* Operations of a round that has no end of its own. */
#define ROUND_OPS (SOAK_SLOTS * 3 > 2048 ? SOAK_SLOTS * 3 : 2048u)

#define FIXED_EVERY     10
#define INTERRUPT_EVERY 20
#define INTERRUPT_FIRST 4

static const struct scenario *const scenarios[] = {
	&frames, &firmware, &exhaust, &replay,
#if SOAK_POOLS
	&pools,  &packed,   &demo,    &bursts, &strays,
#endif
#if TARN_TAGS > 0
	&tags,
#endif
};
#define SINGLES RUN_INTERRUPT

/* The kinds of rounds: one scenario alone, by its number, or one of these. */
enum { MIXED = SINGLES, FIXED, BESIDE_TICK, KINDS };
_Static_assert(KINDS == ROUND_KINDS, "ROUND_KINDS counts other kinds of rounds");

/* Limits, in thousandths. They are a fifth or more above the worst of 50 million operations each,
 * in arenas of 2 to 256 KB at levels 1 to 3.
 *   waste     of the live blocks' bytes, while a quarter of the arena or more is requested
 *   stranded  of the arena: free when a small request is refused. Free blocks of pools for other
 *             sizes count, too. */
static const struct limits {
	const char *name;
	uint16_t waste;
	uint16_t stranded;
} limits[KINDS] = {
	{"frames", 200, 400}, {"firmware", 250, 400}, {"exhaust", 400, 650}, {"replay", 220, 200},
#if SOAK_POOLS
	{"pools", 100, 100},  {"packed", 100, 100},   {"demo", 100, 100},    {"bursts", 100, 100},
	{"strays", 100, 100},
#endif
#if TARN_TAGS > 0
	{"tags", 300, 550},
#endif
	{"mixed", 300, 550},  {"fixed", 230, 300},    {"interrupt", 0, 0},
};

static struct tally {
	uint32_t rounds;
	uint32_t refused;
	uint32_t stranded; /* worst */
	uint16_t waste;    /* worst, thousandths */
} tallies[KINDS];

static uint32_t kind; /* of the current round */

/* The next round, and the scenario that ran alone last. */
static struct {
	uint32_t round;
	uint32_t single;
} schedule = {0, SINGLES - 1};

void rounds_keep(keep *keep)
{
	keep(tallies, sizeof(tallies));
	keep(&schedule, sizeof(schedule));
}

/* A small request: one that a heap with room should serve. */
#define SMALL (SOAK_ARENA / 64 < 256 ? SOAK_ARENA / 64 : 256)
const char *rounds_scenario_name(uint32_t run)
{
	return run == RUN_INTERRUPT ? limits[BESIDE_TICK].name : limits[run].name;
}

/* ---- Limits ---------------------------------------------------------------------------- */

/* A user chose the table of TABLE=. So the soak reports what it wastes and strands, and does not
 * judge it. */
#ifdef SOAK_TABLE
#define JUDGED 0
#else
#define JUDGED 1
#endif

/* The limits are for blocks of whole 8 bytes. */
static uint32_t waste_limit(uint32_t i)
{
	return JUDGED ? limits[i].waste * (TARN_ALIGN / 8) : 1000;
}

static uint32_t stranded_limit(uint32_t i)
{
	return JUDGED ? SOAK_ARENA / 1000 * limits[i].stranded : SOAK_ARENA;
}

void rounds_refused(uint32_t size)
{
	struct tally *tally = &tallies[kind];
	uint32_t idle;

	soak.refused++;
	tally->refused++;
	if (size > SMALL)
		return;
	idle = shadow_free_bytes();
	if (idle <= tally->stranded)
		return;
	tally->stranded = idle;
	maps_worst(idle);
	if (idle > stranded_limit(kind))
		fail_at("stranded", "bytes idle, limit, refused", idle, stranded_limit(kind), size);
}

uint32_t rounds_waste(void)
{
	uint32_t bytes = shadow_block_bytes();
	uint32_t asked = shadow.requested + shadow_blocks() * TARN_RECORD;

	for (; bytes > UINT32_MAX / 1000; bytes >>= 1)
		asked >>= 1;
	return bytes ? (bytes - asked) * 1000 / bytes : 0;
}

void rounds_check_waste(void)
{
	struct tally *tally = &tallies[kind];
	uint32_t waste;

	if (shadow.requested < SOAK_ARENA / 4)
		return;
	waste = rounds_waste();
	if (waste <= tally->waste)
		return;
	tally->waste = (uint16_t)waste;
	if (waste > waste_limit(kind))
		fail_at("waste", "thousandths, limit, blocks", waste, waste_limit(kind),
			shadow_blocks());
}

/* ---- Rounds ---------------------------------------------------------------------------- */

static void begin_round(uint32_t now)
{
	kind = now;
	soak.scenario = limits[now].name;
	inject_round();
}

static void end_round(void)
{
	for (uint32_t i = 0; i < SINGLES; i++) {
		if (scenarios[i]->end)
			scenarios[i]->end();
	}
	block_drop_all(0, SOAK_USABLE);
	audit_empty();
	tallies[kind].rounds++;
	soak.rounds++;
	sample_round_over();
}

void rounds_audit(void)
{
	if (SOAK_POOLS)
		loan_audit();
	for (uint32_t i = 0; i < SINGLES; i++) {
		if (scenarios[i]->audit)
			scenarios[i]->audit();
	}
}

/* A recorded program ends by itself. */
static uint32_t round_ops(uint32_t which)
{
	return which == RUN_REPLAY ? INT32_MAX : ROUND_OPS;
}

static void run_alone(uint32_t which)
{
	const struct scenario *scenario = scenarios[which];
	uint32_t end = operations_low() + round_ops(which);

	begin_round(which);
	if (scenario->begin((struct share){0, SOAK_USABLE, SOAK_ARENA / 4 * 3}))
		while (progress_before(end) && scenario->step())
			;
	end_round();
}

static bool has(uint32_t run)
{
	return soak.scenarios >> run & 1;
}

static uint32_t next_of(uint32_t single)
{
	return single + 1 == SINGLES ? 0 : single + 1;
}

/* Begins three of the scenarios, from a random one on, each with an equal share. Returns how many
 * began. */
static uint32_t begin_some(const struct scenario **running)
{
	struct share share = {0, SOAK_USABLE / 3, SOAK_ARENA / 4};
	uint32_t left_out = below(SINGLES * 2);
	uint32_t i = below(SINGLES);
	uint32_t count = 0;

	for (uint32_t seen = 0; seen < SINGLES && count < 3; seen++, i = next_of(i)) {
		if (!has(i) || i == left_out)
			continue;
		share.first = count * share.count;
		if (scenarios[i]->begin(share))
			running[count++] = scenarios[i];
	}
	return count;
}

static void run_mixed(void)
{
	const struct scenario *running[3];
	uint32_t end = operations_low() + ROUND_OPS;
	uint32_t count;

	begin_round(MIXED);
	count = begin_some(running);
	while (count && progress_before(end)) {
		uint32_t turn = below(count);

		if (!running[turn]->step())
			running[turn] = running[--count];
	}
	end_round();
}

static void run_fixed(void)
{
	begin_round(FIXED);
	fixed_round();
	end_round();
}

static void run_interrupt(void)
{
	uint32_t random = soak.random;
	uint64_t before;

	kind = BESIDE_TICK;
	soak.scenario = limits[kind].name;
	progress_clock();
	before = progress_ms();
	interrupt_round();
	progress_clock();
	soak.interrupt_ms += (uint32_t)(progress_ms() - before);
	tallies[kind].rounds++;
	soak.random = random;
	sample_round_over();
}

/* ---- The schedule ---------------------------------------------------------------------- */

static uint32_t next_single(uint32_t last)
{
	do
		last = next_of(last);
	while (!has(last));
	return last;
}

/* INJECT=fragmentation pins blocks, and the round beside a tick begins with an empty heap. */
static bool interrupt_due(uint32_t round)
{
	return has(RUN_INTERRUPT) && round % INTERRUPT_EVERY == INTERRUPT_FIRST &&
	       soak.injection != INJECT_FRAGMENTATION;
}

static void run_round(uint32_t round)
{
	if (round % FIXED_EVERY == 0) {
		run_fixed();
	} else if (round % 3 == 2) {
		run_mixed();
	} else {
		schedule.single = next_single(schedule.single);
		run_alone(schedule.single);
	}
}

static void run_singles(void)
{
	while (!progress_over()) {
		if (interrupt_due(schedule.round))
			run_interrupt();
		/* The end came beside the tick. It counts as if it had come before. */
		if (progress_over())
			break;
		run_round(schedule.round++);
		if (schedule.round % MARK_ROUNDS == 0 && !progress_over())
			mark();
	}
}

void rounds_run(void)
{
	if (soak.scenarios != 1u << RUN_INTERRUPT) {
		run_singles();
		return;
	}
	while (!progress_over()) {
		run_interrupt();
		if (soak.limit_ops && soak.interrupt_ops >= soak.limit_ops)
			soak.stopping = true;
	}
}

/* ---- The sample and the table ---------------------------------------------------------- */

/* Beside a tick no refusal is counted, and nothing has a limit. */
static void tell_kind(uint32_t i)
{
	print_char('"');
	print_text(limits[i].name);
	print_text("\":{\"rounds\":");
	print_u64(tallies[i].rounds);
	if (i != BESIDE_TICK) {
		sample_number("refused", tallies[i].refused);
		sample_number("waste", tallies[i].waste);
		sample_number("stranded", tallies[i].stranded);
	}
	print_char('}');
}

void rounds_tell(void)
{
	char before = '{';

	sample_number("rounds", soak.rounds);
	sample_name("scenarios");
	for (uint32_t i = 0; i < KINDS; i++) {
		if (!tallies[i].rounds)
			continue;
		print_char(before);
		tell_kind(i);
		before = ',';
	}
	print_char('}');
}

static void print_kind(uint32_t i)
{
	print_column(limits[i].name, 10);
	print_padded(tallies[i].rounds, 9);
	if (i != BESIDE_TICK) {
		print_padded(tallies[i].refused, 11);
		print_padded(tallies[i].waste, 8);
		print_padded(waste_limit(i), 7);
		print_padded(tallies[i].stranded, 11);
		print_padded(stranded_limit(i), 9);
	}
	print_newline();
}

/* How bad fragmentation was: the kind of round that stranded most. */
static void print_worst(void)
{
	uint32_t worst = 0;
	uint32_t stranded;

	for (uint32_t i = 1; i < KINDS; i++) {
		if (tallies[i].stranded > tallies[worst].stranded)
			worst = i;
	}
	stranded = tallies[worst].stranded;
	print_text("worst fragmentation: ");
	if (!stranded) {
		print_text("no bytes were stranded\n");
		return;
	}
	print_u64(stranded);
	print_text(" B stranded in ");
	print_text(limits[worst].name);
	print_text(", ");
	print_percent((uint32_t)((uint64_t)stranded * 1000 / SOAK_ARENA));
	print_text(" of the arena; limit ");
	print_percent(JUDGED ? limits[worst].stranded : 1000);
	print_newline();
}

void rounds_print(void)
{
	print_text("scenario     rounds    refused   waste (limit)   stranded  (limit)\n");
	for (uint32_t i = 0; i < KINDS; i++) {
		if (tallies[i].rounds)
			print_kind(i);
	}
	print_text("(worst; waste: thousandths of the live blocks, stranded: idle bytes)\n");
	print_worst();
	print_text("leaks: none; 0 B live after each of ");
	print_u64(soak.rounds);
	print_text(" rounds\n");
}
