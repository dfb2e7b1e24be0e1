/* SPDX-License-Identifier: MIT
 * Makes one call, and judges whether its effect is allowed. The judge knows the live blocks, and
 * where blocks may lie at all: on every granule that a sound heap ever handed out. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "strays.h"

uint64_t calls_made;
uint32_t faults;
bool learning;
bool owners_write;
uint8_t payload[ARENA_MOST / TARN_ALIGN];
uint32_t payload_first, payload_end;
void *answer;

#define OWNED 0xa5
static bool kept;

static struct call doing;
static sigjmp_buf escape;
static volatile sig_atomic_t guarding;
static volatile uint64_t seen; /* the value of calls_made at the last tick */
enum wrong stopped;
static bool locked, lock_wrong;

/* ---- The lock (see program.mk) */

void __wrap_tarn_port_host_lock(void);
void __wrap_tarn_port_host_unlock(void);

void __wrap_tarn_port_host_lock(void)
{
	lock_wrong |= locked;
	locked = true;
}

void __wrap_tarn_port_host_unlock(void)
{
	lock_wrong |= !locked;
	locked = false;
}

/* ---- Crashes and loops */

/* A call that lasts longer than a whole tick counts as endless. */
static void on_signal(int number)
{
	if (number == SIGVTALRM && (!guarding || calls_made != seen)) {
		seen = calls_made;
		return;
	}
	if (!guarding)
		broken("the test itself crashed");
	stopped = number == SIGVTALRM ? WRONG_LOOP : WRONG_CRASH;
	siglongjmp(escape, 1);
}

static void on_fault(const struct tarn_fault *fault)
{
	faults |= 1u << fault->kind;
}

void judge_open(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGVTALRM};
	static unsigned char stack[1 << 16];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct itimerval ticks = {{0, 50000}, {0, 50000}};
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	action.sa_flags = SA_NODEFER | SA_ONSTACK;
	sigaltstack(&other, NULL);
	for (uint32_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, NULL);
	setitimer(ITIMER_VIRTUAL, &ticks, NULL);
	tarn_on_fault(on_fault);
}

static size_t bytes_of(uint32_t granules)
{
	return granules * TARN_ALIGN - TARN_RECORD;
}

static void *place_of(uint32_t granule)
{
	return arena + granule * TARN_ALIGN;
}

static void call_do(void)
{
	answer = NULL;
	if (doing.act == ALLOC)
		answer = tarn_alloc(heap, bytes_of(doing.size));
	else if (doing.act == FREE)
		tarn_free(heap, place_of(doing.at));
	else
		answer = tarn_realloc(heap, place_of(doing.at), bytes_of(doing.size));
}

static void readers_do(void)
{
	struct tarn_heap_stats stats;
	struct tarn_block block;
	uint32_t blocks = 0;

	tarn_check(heap, NULL);
	tarn_largest(heap);
	tarn_heap_stats(heap, &stats);
	block.pointer = NULL;
	while (tarn_walk(heap, &block) && blocks++ < ARENA_MOST)
		continue;
	stopped = blocks < ARENA_MOST ? stopped : WRONG_LOOP;
}

bool guard(void (*act)(void))
{
	calls_made++;
	faults = 0;
	lock_wrong = false;
	stopped = WRONG_LOCK;
	guarding = 1;
	if (sigsetjmp(escape, 0)) {
		guarding = 0;
		locked = false;
		return false;
	}
	act();
	guarding = 0;
	if (!locked && !lock_wrong)
		return true;
	locked = false;
	return false;
}

/* The owner of a new block writes the same bytes to all of it. So the contents of a resized block
 * are known, up to the size of the smallest one. */
static void owner_writes(void)
{
	static const uint8_t written[TARN_ALIGN] = {OWNED, OWNED, OWNED, OWNED,
						    OWNED, OWNED, OWNED, OWNED};
	uintptr_t distance = (uintptr_t)answer - (uintptr_t)arena;
	size_t least = bytes_of(TARN_RECORD / TARN_ALIGN + 1);

	kept = true;
	if (!owners_write || !answer || distance > arena_bytes - doing.size * TARN_ALIGN)
		return;
	kept = doing.act != RESIZE || memcmp(answer, written, least < 8 ? least : 8) == 0;
	memset(answer, OWNED, bytes_of(doing.size));
	reads_written(answer, bytes_of(doing.size));
}

bool call_bare(struct call call)
{
	doing = call;
	reads_begin();
	if (!guard(call_do))
		return false;
	reads_end();
	owner_writes();
	return true;
}

static bool say(enum wrong what)
{
	wrong(what);
	return false;
}

bool readers_ask(void)
{
	if (guard(readers_do) && stopped != WRONG_LOOP)
		return true;
	return say(stopped);
}

/* ---- Calls */

uint32_t calls_of(const struct state *state, struct call *calls)
{
	const struct shadow *shadow = &state->shadow;
	uint32_t count = 0;

	for (uint32_t k = 0; shadow->count < world->live_most && world->sizes[k]; k++)
		calls[count++] = (struct call){ALLOC, 0, world->sizes[k]};
	for (uint32_t i = 0; i < shadow->count; i++) {
		calls[count++] = (struct call){FREE, shadow->live[i].at, 0};
		for (uint32_t k = 0; world->resizes[k]; k++)
			if (world->resizes[k] != shadow->live[i].length)
				calls[count++] = (struct call){RESIZE, shadow->live[i].at,
							       world->resizes[k]};
	}
	return count;
}

/* ---- The live blocks */

static struct live leave(uint32_t at)
{
	struct live left = {0, 0};
	uint32_t i = 0;

	while (i < now.count && now.live[i].at != at)
		i++;
	if (i == now.count)
		broken("no such block");
	left = now.live[i];
	now.count--;
	memmove(now.live + i, now.live + i + 1, (now.count - i) * sizeof(now.live[0]));
	return left;
}

static void join(struct live live)
{
	uint32_t i = now.count++;

	if (now.count > LIVE_MOST)
		broken("too many live blocks");
	for (; i && now.live[i - 1].at > live.at; i--)
		now.live[i] = now.live[i - 1];
	now.live[i] = live;
}

/* From level 2 on the usable size leaves out the slack and the record. */
static uint32_t bytes_at(void *block)
{
	struct tarn_block each;

	if (TARN_HARDEN < 2)
		return (uint32_t)tarn_usable_size(heap, block);
	each.pointer = NULL;
	while (tarn_walk(heap, &each))
		if (each.pointer == block)
			return each.bytes;
	return 0;
}

static uint32_t length_of(void *block, uint32_t granules)
{
	uint32_t length = (bytes_at(block) + TARN_ALIGN - 1) / TARN_ALIGN;

	return length > granules ? length : granules;
}

static bool lies_well(struct live live)
{
	uint32_t end = (uint32_t)live.at + live.length;

	for (uint32_t i = live.at; i < end; i++) {
		if (i >= arena_bytes / TARN_ALIGN || !(payload[i] |= learning))
			return say(WRONG_METADATA);
	}
	for (uint32_t i = 0; i < now.count; i++)
		if (now.live[i].at < end && live.at < now.live[i].at + now.live[i].length)
			return say(WRONG_OVERLAP);
	return true;
}

static bool enter(uint32_t granules)
{
	uintptr_t distance = (uintptr_t)answer - (uintptr_t)arena;
	struct live live;

	if (distance >= arena_bytes)
		return say(WRONG_METADATA);
	if ((uintptr_t)answer % TARN_ALIGN)
		return say(WRONG_MISALIGNED);
	live.at = (uint8_t)(distance / TARN_ALIGN);
	live.length = (uint8_t)length_of(answer, granules);
	if (!lies_well(live))
		return false;
	join(live);
	return true;
}

static bool same(const struct state *before, uint32_t from, uint32_t to, size_t bytes)
{
	return memcmp(before->words + word_of(from), arena + to * TARN_ALIGN, bytes) == 0;
}

/* All blocks but the call's own must be unchanged. (A block that nobody wrote to has no contents.
 * From level 2 on it has a fill.) */
static bool others_whole(const struct state *before, struct call call)
{
	if (!owners_write && TARN_HARDEN < 2)
		return true;
	for (uint32_t i = 0; i < before->shadow.count; i++) {
		const struct live *live = &before->shadow.live[i];

		if (call.act != ALLOC && call.at == live->at && (call.act == FREE || answer))
			continue;
		if (!same(before, live->at, live->at, live->length * TARN_ALIGN))
			return say(WRONG_CONTENTS);
	}
	return true;
}

/* ---- Must a request be served? */

static uint32_t
	pool_first[TARN_CLASSES_MAX + 1]; /* in granules; the last is the end of the pools */

void judge_world(void)
{
	uint32_t at = payload_first;

	for (uint32_t i = 0; i < world->classes; i++) {
		struct tarn_class_stats stats;

		tarn_class_stats(heap, i, &stats);
		pool_first[i] = at;
		at += stats.capacity * (stats.size / TARN_ALIGN);
	}
	pool_first[world->classes] = at;
}

static uint32_t longest_gap(const struct state *state)
{
	uint32_t longest = 0, gap = 0;

	for (uint32_t i = pool_first[world->classes]; i < payload_end; i++) {
		gap = payload[i] && !is_live(state, i) ? gap + 1 : 0;
		longest = gap > longest ? gap : longest;
	}
	return longest;
}

static bool room(const struct state *state, uint32_t granules)
{
	uint32_t own = 0, step;

	while (own < world->classes && world->class[own].size < granules * TARN_ALIGN)
		own++;
	if (own < world->classes) {
		step = world->class[own].size / TARN_ALIGN;
		for (uint32_t i = pool_first[own]; i < pool_first[own + 1]; i += step)
			if (!is_live(state, i))
				return true;
		if (!(world->class[own].overflow & TARN_TO_COMMONS))
			return false;
	}
	return world->commons && longest_gap(state) >= granules;
}

/* ---- The judge */

/* Unless a fault named the write, no block may be lost. */
static bool none_lost(const struct state *before, struct call call)
{
	if (!trial.words || call.act != ALLOC || answer || now.named || !room(before, call.size))
		return true;
	return say(WRONG_LOST);
}

static bool resized(const struct state *before, struct call call)
{
	struct live old;
	uint32_t least;

	if (!answer)
		return true;
	old = leave(call.at);
	if (!enter(call.size))
		return false;
	least = old.length < call.size ? old.length : call.size;
	if (!kept ||
	    (!owners_write && TARN_HARDEN >= 2 &&
	     !same(before, old.at, (uint32_t)((unsigned char *)answer - arena) / TARN_ALIGN,
		   bytes_of(least))))
		return say(WRONG_CONTENTS);
	return true;
}

bool call_make(const struct state *before, struct call call)
{
	reads_wild = false;
	if (!call_bare(call))
		return say(stopped);
	if (faults & ~FAULTS_ALLOWED || (faults && !trial.words))
		return say(WRONG_FAULT);
	if (reads_wild)
		return say(WRONG_METADATA);
	now.named |= faults != 0;
	if (!others_whole(before, call))
		return false;
	if (call.act == FREE) {
		leave(call.at);
		return true;
	}
	if (call.act == RESIZE)
		return resized(before, call);
	if (!answer)
		return none_lost(before, call);
	return enter(call.size);
}
