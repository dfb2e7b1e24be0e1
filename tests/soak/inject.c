/* SPDX-License-Identifier: MIT */
#include "inject.h"

#include "block.h"
#include "heap.h"
#include "loan.h"
#include "print.h"
#include "progress.h"
bool inject_ready;
static uint64_t inject_at = UINT64_MAX;
/* Free links and records are at most 12 bytes at either end of a free block. */
#define USED_AFTER_FREE_AT  16
#define USED_AFTER_FREE_MIN 48

static const struct {
	const char *name;
	int needs;
} kinds[INJECTIONS] = {
	{"none", 0},
	{"leak", 0},
	{"double-free", 1},
	{"foreign-free", 1},
	{"overrun", 0},
	{"use-after-free", 2},
	{"link-corruption", 1},
	{"counter-drift", 0},
	{"false-null", 0},
	{"fragmentation", 0},
	{"object-leak", 0},
	{"object-lost", 0},
	{"stale-handle", 0},
	{"full", 0},
	{"hang", 0},
	{"crash", 0},
};

static uint32_t pins;
static uint32_t first_pin; /* round */
const char *inject_name(enum injection kind)
{
	return kinds[kind].name;
}

void inject_print_names(void)
{
	for (int i = 0; i < INJECTIONS; i++) {
		print_text(i ? ", " : "");
		print_text(kinds[i].name);
	}
}

int inject_needs(enum injection kind)
{
	return kinds[kind].needs;
}

bool inject_possible(enum injection kind)
{
	return SOAK_POOLS || kind < INJECT_OBJECT_LEAK || kind > INJECT_FULL;
}

/* Not from the run's own random numbers: up to the point, it is the run without INJECT. */
void inject_start(void)
{
	uint32_t x = soak.seed * 2654435761u + 1;

	first_pin = 11 + (x >> 30);
	if (soak.injection != INJECT_NONE)
		inject_at = operations() + 4000 + (x >> 18);
}

static void done(void)
{
	inject_ready = false;
	inject_at = UINT64_MAX;
}

bool inject_due(enum injection kind)
{
	if (!inject_ready || soak.injection != kind)
		return false;
	done();
	return true;
}

bool inject_refusal(uint32_t size, uint32_t align)
{
	if (soak.injection != INJECT_FALSE_NULL || !shadow_fits(size, align))
		return false;
	done();
	return true;
}

/* Behind the requested size. From level 2 on Tarn looks there itself; below, a neighbour's
 * contents must be reached to be noticed, so wait for a block that ends where a slot's live one
 * begins. */
static void overrun(uint8_t *block, uint32_t size, struct place place)
{
	uint32_t next = place.granule + place.granules;

	if (TARN_HARDEN < 2 && (size != place.granules * GRANULE_BYTES || next == shadow.end ||
				!shadow_taken(next) || (SOAK_POOLS && loan_covers(next))))
		return;
	for (uint32_t i = size; i < size + (TARN_HARDEN < 2 ? 4 : 1); i++)
		block[i] ^= 0xff;
	done();
}

bool inject_before_free(void *block, uint32_t size, struct place place)
{
	if (soak.injection == INJECT_OVERRUN)
		overrun(block, size, place);
	if (soak.injection != INJECT_LEAK)
		return false;
	done();
	return true;
}

/* To all of it but the links. A single word's write is lost where the links of a later free run
 * happen to lie on it. */
static void use_after_free(uint8_t *block, struct place place)
{
	uint32_t bytes = place.granules * GRANULE_BYTES;

	if (bytes < USED_AFTER_FREE_MIN)
		return;
	for (uint32_t i = USED_AFTER_FREE_AT; i < bytes; i += 4)
		block[i]++;
	done();
}

/* The link is the first word of a free block; of a run in the commons only where it did not
 * merge with the one before it. */
static void corrupt_link(uint32_t *block, struct place place)
{
	if (place.class == shadow.commons && !shadow_taken(place.granule - 1))
		return;
	/* At level 3 it has no link before it leaves the quarantine. */
	block_ask_impossible();
	*block ^= 0xa5a5a5a0u;
	done();
}

void inject_after_free(void *block, struct place place)
{
	static uint32_t elsewhere[4];

	switch (soak.injection) {
	case INJECT_DOUBLE_FREE:
		done();
		tarn_free(&tarn_default, block);
		break;
	case INJECT_FOREIGN_FREE:
		done();
		tarn_free(&tarn_default, elsewhere + 2);
		break;
	case INJECT_USE_AFTER_FREE:
		use_after_free(block, place);
		break;
	case INJECT_LINK_CORRUPTION:
		corrupt_link(block, place);
		break;
	default:
		break;
	}
}

/* Behind Tarn's back: one of the counters that are kept at every level. */
static void drift(void)
{
	uint32_t which = soak.seed % 3;
	uint32_t index = soak.seed % (tarn_default.classes ? tarn_default.classes : 1);

	done();
	if (which == 0 && tarn_default.classes)
		pool_of(&tarn_default, index)->live++;
	else if (which == 1)
		tally_of(&tarn_default, index)->refused++;
	else
		tarn_default.used += GRANULE_BYTES;
}

static void hang(void)
{
	volatile bool forever = true;

	while (forever)
		;
}

void inject_between(void)
{
	inject_ready = operations() >= inject_at;
	if (!inject_ready)
		return;
	switch (soak.injection) {
	case INJECT_COUNTER_DRIFT:
		drift();
		break;
	case INJECT_HANG:
		hang();
		break;
	case INJECT_CRASH:
		((void (*)(void))(uintptr_t)0xfffffff1u)();
		break;
	default:
		break;
	}
}

/* One block a round, amid what was free, and never given back: the run knows of it, so it is no
 * leak; but the longest free run creeps down. From a round on when the fixed load is warm. */
void inject_round(void)
{
	uint32_t amid = SOAK_USABLE + SOAK_PINS - 1;
	uint32_t longest;

	if (soak.injection != INJECT_FRAGMENTATION || soak.rounds < first_pin ||
	    pins == SOAK_PINS - 1)
		return;
	longest = shadow_longest() * GRANULE_BYTES;
	if (longest < 512 || !block_take(amid, longest / 2))
		return;
	if (block_take_aligned(SOAK_USABLE + pins, 64, 16))
		pins++;
	block_drop(amid);
}

uint32_t inject_pins(void)
{
	return pins;
}
