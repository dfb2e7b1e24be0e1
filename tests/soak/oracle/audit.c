/* SPDX-License-Identifier: MIT */
#include "audit.h"

#include "age.h"
#include "block.h"
#include "inject.h"
#include "print.h"
#include "rounds.h"
#include "soak.h"

/* ---- Counters -------------------------------------------------------------------------- */

static void same(const char *what, uint32_t index, uint64_t told, uint32_t known)
{
	if (rarely((uint32_t)told != known))
		fail_at("counter-drift", what, index, (uint32_t)told, known);
}

/* Compares a counter that may pass 2^32. */
static void same_wide(const char *what, uint32_t index, uint64_t told, uint32_t known)
{
	same(what, index, told, known);
	if (rarely(!age_plausible(told)))
		fail_at("counter-wrap", what, index, (uint32_t)(told >> 32), (uint32_t)told);
}

static uint32_t unit_of(uint32_t index)
{
	return index == shadow.classes ? GRANULE_BYTES : 1;
}

static void compare_class(uint32_t index)
{
	const struct shadow_class *class = &shadow.class[index];
	uint32_t blocks = class->granules ? class->live : shadow.runs;
	struct tarn_class_stats stats;

	tarn_class_stats(&tarn_default, index, &stats);
	if (class->granules || TARN_COUNT)
		same("class, live, known", index, stats.live, blocks);
	same("class, peak, known", index, stats.peak, class->peak * unit_of(index));
	same_wide("class, refused, known", index, stats.refused, class->refused);
	if (TARN_COUNT) {
		same_wide("class, allocations, known", index, stats.allocations,
			  class->allocations);
		same_wide("class, frees, known", index, stats.frees, class->allocations - blocks);
	}
	if (TARN_HARDEN >= 2)
		same("class, bytes requested, known", index, stats.live_requested,
		     class->requested);
	digest((uint32_t)stats.live);
}

static void compare_heap(void)
{
	const struct shadow_class *commons = shadow.commons;
	struct tarn_heap_stats stats;
	uint32_t bound = shadow.longest_bound;
	uint32_t longest = shadow_longest();

	if (longest && inject_due(INJECT_SHADOW_BOUND))
		bound = 0;
	if (rarely(longest > bound))
		fail_at("shadow-bound", "the longest gap of the commons, its upper bound: granules",
			longest, bound, 0);
	tarn_heap_stats(&tarn_default, &stats);
	same("commons free: commons, bytes, known", shadow.classes, stats.commons_free,
	     (commons->capacity - commons->live) * GRANULE_BYTES);
	same("longest free run: commons, bytes, known", shadow.classes, stats.longest_free,
	     longest * GRANULE_BYTES);
	for (int kind = 0; kind < TARN_FAULT_KINDS; kind++)
		same("faults counted: kind, told, known", (uint32_t)kind, stats.faults[kind], 0);
	digest(stats.commons_free);
	digest(stats.longest_free);
}

static void compare_counters(void)
{
	for (uint32_t i = 0; i <= shadow.classes; i++)
		compare_class(i);
	compare_heap();
	if (TARN_TAGS > 0)
		budget_audit();
}

void audit_pools(void)
{
	struct tarn_class_stats stats;

	for (uint32_t i = 0; i < shadow.classes; i++) {
		tarn_class_stats(&tarn_default, i, &stats);
		same("class, live, known", i, stats.live, shadow.class[i].live);
	}
}

void audit_adopt_peaks(void)
{
	for (uint32_t i = 0; i <= shadow.classes; i++) {
		struct tarn_class_stats stats;
		uint32_t peak;

		tarn_class_stats(&tarn_default, i, &stats);
		peak = i == shadow.classes ? stats.peak / GRANULE_BYTES : stats.peak;
		if (peak < shadow.class[i].peak)
			fail_at("counter-drift", "class, peak, at least", i, stats.peak,
				shadow.class[i].peak * unit_of(i));
		shadow.class[i].peak = peak;
	}
	if (TARN_TAGS > 0)
		budget_adopt_peaks();
}

/* ---- Structure and contents ------------------------------------------------------------ */

static void check_invariants(void)
{
	struct tarn_broken broken = {0, 0, 0};

	if (tarn_check(&tarn_default, &broken))
		fail_at("invariant", "number, class, offset", broken.invariant, broken.class_index,
			broken.offset);
}

static void check_tag(uint32_t id, const void *block)
{
#if TARN_TAGS > 0
	uint32_t tag = tarn_tag_of(&tarn_default, block);

	if (rarely(tag != slot_tag(id)))
		budget_fail("wrong-tag", slot_tag(id), "a block's: tag, told, known", tag,
			    slot_tag(id));
#endif
	(void)id, (void)block;
}

static void check_slot(uint32_t id)
{
	uint32_t granule = slots[id].place & SLOT_GRANULE;
	void *block = soak_arena + (uintptr_t)granule * GRANULE_BYTES;
	const char *wrong = block_verify(id);
	size_t usable;

	if (rarely(wrong))
		fail_at(wrong, "slot, granule, size", id, granule, slots[id].size);
	if (rarely(!tarn_is_live(&tarn_default, block) || inject_due(INJECT_NOT_LIVE)))
		fail_at("not-live", "slot, granule, size", id, granule, slots[id].size);
	usable = inject_due(INJECT_USABLE_SIZE) ? 0 : tarn_usable_size(&tarn_default, block);
	if (rarely(TARN_HARDEN >= 2 ? usable != slots[id].size : usable < slots[id].size))
		fail_at("usable-size", "slot, usable, size", id, (uint32_t)usable, slots[id].size);
	check_tag(id, block);
}

static void check_slots(void)
{
	for (uint32_t id = 0; id < SOAK_SLOTS; id++) {
		if (block_live(id))
			check_slot(id);
	}
}

/* The shadow knows every block that the walker sees, and none is missing. */
static void check_walk(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t blocks = 0;
	uint32_t bytes = 0;

	if (shadow_blocks() && inject_due(INJECT_WALK))
		(void)tarn_walk(&tarn_default, &block);
	while (tarn_walk(&tarn_default, &block)) {
		uintptr_t offset = (uintptr_t)block.pointer - (uintptr_t)soak_arena;

		if (offset >= SOAK_ARENA || !shadow_taken((uint32_t)offset / GRANULE_BYTES))
			fail_at("walk",
				"a block that the shadow does not know: offset, bytes, class",
				(uint32_t)offset, block.bytes, block.class_index);
		blocks++;
		bytes += block.bytes;
	}
	if (blocks != shadow_blocks() || bytes != shadow_block_bytes())
		fail_at("walk", "blocks seen, known; bytes seen", blocks, shadow_blocks(), bytes);
}

void audit(void)
{
	block_ask_impossible();
	compare_counters();
	check_invariants();
	check_slots();
	rounds_audit();
	check_walk();
}

/* Counters come first: they tell a leak, of which the shadow knows, from a drift. */
void audit_empty(void)
{
	audit();
	if (shadow_blocks() == inject_pins())
		return;
	print_text("leaked:\n");
	tarn_report_leaks(&tarn_default, print_sink, NULL);
	fail_at("leak", "blocks, bytes, of them pinned", shadow_blocks(), shadow_block_bytes(),
		inject_pins());
}
