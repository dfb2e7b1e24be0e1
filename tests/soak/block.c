/* SPDX-License-Identifier: MIT */
#include "block.h"

#include "inject.h"
#include "pattern.h"
#include "progress.h"
#include "rounds.h"
#include "tarn_port.h"

struct slot slots[SOAK_SLOTS];

static volatile uint32_t tick_edges; /* odd: the handler runs */

void block_share(bool on)
{
	soak.shared = on;
}

void block_tick_edge(void)
{
	tick_edges++;
}

/* The shadow is two contexts' only during the interrupt scenario. */
static inline tarn_port_key enter_shadow(void)
{
	return soak.shared ? tarn_port_lock() : (tarn_port_key)0;
}

static inline void leave_shadow(tarn_port_key key)
{
	if (soak.shared)
		tarn_port_unlock(key);
}

/* What an operation knew when it began; the answer is judged with that, inside enter_shadow. */
struct before {
	uint32_t edges;
	bool in_tick;
};

static inline struct before begin(bool in_tick)
{
	return (struct before){tick_edges, in_tick};
}

/* Has nobody else used the heap since then? */
static inline bool undisturbed(struct before before)
{
	return !soak.shared ||
	       (!before.in_tick && !(before.edges & 1) && tick_edges == before.edges);
}
/* ---- Slots ----------------------------------------------------------------------------- */

static inline uint32_t identity(uint32_t id)
{
	return id * 2654435761u + (slots[id].place >> 24) * 40503u;
}

static inline uint32_t granule_in(uint32_t id)
{
	return slots[id].place & SLOT_GRANULE;
}

static inline void *pointer_in(uint32_t id)
{
	return soak_arena + (uintptr_t)granule_in(id) * GRANULE_BYTES;
}

static inline struct place place_of(uint32_t id)
{
	return shadow_place(granule_in(id), slots[id].size);
}

static inline void put_in(uint32_t id, uint32_t granule, uint32_t size)
{
	slots[id].place = (slots[id].place & ~SLOT_GRANULE) | granule;
	slots[id].size = size;
}

static inline void empty(uint32_t id)
{
	slots[id].place = (slots[id].place & ~SLOT_GRANULE) + (SLOT_GRANULE + 1);
}

/* Damage that begins with a block's first word was most likely written from below. */
static const char *damage(const void *block, uint32_t id, uint32_t size)
{
	uint32_t at = pattern_verify(block, identity(id), size);

	if (at == PATTERN_WHOLE)
		return NULL;
	return at == 0 ? "overrun" : "contents-changed";
}

const char *block_verify(uint32_t id)
{
	return damage(pointer_in(id), id, slots[id].size);
}

/* ---- What the heap is asked ------------------------------------------------------------ */

enum { ZEROED = 0 }; /* as an alignment */

static void *ask(uint32_t size, uint32_t align)
{
	if (rarely(inject_ready) && !soak.shared && inject_refusal(size, align))
		return NULL;
	if (align == ZEROED)
		return tarn_alloc_zeroed(&tarn_default, 1, size);
	if (align > TARN_ALIGN)
		return tarn_alloc_aligned(&tarn_default, align, size);
	return tarn_alloc(&tarn_default, size);
}

static const char *judge_null(uint32_t size, uint32_t align, struct before before)
{
	const char *wrong = NULL;
	tarn_port_key key = enter_shadow();
	if (undisturbed(before))
		wrong = shadow_refuse(size, align);
	else
		shadow.class[shadow_class_of(shadow_granules(size))].refused++;
	leave_shadow(key);
	return wrong;
}

static const char *take(uint32_t id, uint32_t size, uint32_t align, bool in_tick)
{
	struct before before = begin(in_tick);
	void *block = ask(size, align);
	struct place place;
	const char *wrong;
	tarn_port_key key;

	if (!block)
		return judge_null(size, align, before);
	key = enter_shadow();
	wrong = shadow_take(block, size, align, undisturbed(before), &place);
	leave_shadow(key);
	if (wrong)
		return wrong;
	if (align == ZEROED && pattern_zero(block, size) != PATTERN_WHOLE)
		return "not-zeroed";
	put_in(id, place.granule, size);
	pattern_fill(block, identity(id), 0, size);
	return NULL;
}

/* The shadow lets go first: once tarn_free is called, a tick may be given the same place. */
static const char *drop(uint32_t id)
{
	uint32_t size = slots[id].size;
	void *block = pointer_in(id);
	struct place place = place_of(id);
	const char *wrong = damage(block, id, size);
	tarn_port_key key;

	if (wrong)
		return wrong;
	empty(id);
	if (rarely(inject_ready) && !soak.shared && inject_before_free(block, size, place))
		return NULL;
	key = enter_shadow();
	shadow_give(place, size);
	leave_shadow(key);
	tarn_free(&tarn_default, block);
	if (rarely(inject_ready) && !soak.shared)
		inject_after_free(block, place);
	return NULL;
}

/* Enter the block that came of a realloc. Alone, the old place is still entered, so that the new
 * one cannot overlap it unseen; beside a tick it is not (see drop). */
static const char *resized(struct place from, uint32_t old, void *block, uint32_t size, bool exact,
			   struct place *to)
{
	const char *wrong = NULL;
	bool stays = block == soak_arena + (uintptr_t)from.granule * GRANULE_BYTES;

	if (!soak.shared && stays)
		shadow_give(from, old);
	if (stays)
		return shadow_stay(from, size, to);
	if (!soak.shared)
		wrong = shadow_move(from, size);
	if (!wrong)
		wrong = shadow_take(block, size, TARN_ALIGN, exact, to);
	if (!soak.shared)
		shadow_give(from, old);
	return wrong;
}

static const char *not_resized(struct place from, uint32_t old, uint32_t size, bool exact)
{
	struct place same;
	const char *wrong = soak.shared ? shadow_stay(from, old, &same) : NULL;

	if (wrong)
		return wrong;
	if (exact)
		return shadow_refuse_resize(from, size);
	shadow.class[shadow_class_of(shadow_granules(size))].refused++;
	return NULL;
}

static const char *judge_resize(struct place from, uint32_t old, void *block, uint32_t size,
				struct before before, struct place *to)
{
	const char *wrong;
	tarn_port_key key = enter_shadow();

	if (block)
		wrong = resized(from, old, block, size, undisturbed(before), to);
	else
		wrong = not_resized(from, old, size, undisturbed(before));
	leave_shadow(key);
	return wrong;
}

static void leave_place(struct place from, uint32_t size)
{
	tarn_port_key key = enter_shadow();

	shadow_give(from, size);
	leave_shadow(key);
}

static const char *resize(uint32_t id, uint32_t size, bool in_tick, bool *had)
{
	struct before before = begin(in_tick);
	uint32_t old = slots[id].size;
	struct place from = place_of(id);
	struct place to;
	const char *wrong;
	void *block;

	if (soak.shared)
		leave_place(from, old);
	block = tarn_realloc(&tarn_default, pointer_in(id), size);
	*had = block != NULL;
	wrong = judge_resize(from, old, block, size, before, &to);
	if (wrong)
		return wrong;
	if (!block)
		return block_verify(id);
	put_in(id, to.granule, size);
	wrong = damage(block, id, old < size ? old : size);
	if (!wrong && size > old)
		pattern_fill(block, identity(id), old, size);
	return wrong;
}

/* ---- Operations of the run ------------------------------------------------------------- */

static _Noreturn void fail_in(const char *reason, uint32_t id)
{
	fail_at(reason, "slot, granule, size", id, granule_in(id), slots[id].size);
}

static bool take_counted(uint32_t id, uint32_t size, uint32_t align)
{
	const char *wrong = take(id, size, align, false);

	if (rarely(wrong))
		fail_at(wrong, "slot, size, align", id, size, align);
	digest(granule_in(id));
	if (!block_live(id))
		rounds_refused(size);
	count_operation();
	return block_live(id);
}

bool block_take(uint32_t id, uint32_t size)
{
	return take_counted(id, size, TARN_ALIGN);
}

bool block_take_aligned(uint32_t id, uint32_t size, uint32_t align)
{
	return take_counted(id, size, align);
}

bool block_take_zeroed(uint32_t id, uint32_t size)
{
	return take_counted(id, size, ZEROED);
}

uint32_t block_drop(uint32_t id)
{
	uint32_t size = slots[id].size;
	const char *wrong;

	if (!block_live(id))
		return 0;
	wrong = drop(id);
	if (rarely(wrong))
		fail_in(wrong, id);
	count_operation();
	return size;
}

void block_drop_all(uint32_t first, uint32_t count)
{
	for (uint32_t id = first; id < first + count; id++)
		block_drop(id);
}

bool block_resize(uint32_t id, uint32_t size)
{
	bool had;
	const char *wrong = resize(id, size, false, &had);

	if (rarely(wrong))
		fail_in(wrong, id);
	digest(had ? granule_in(id) : 0);
	if (!had)
		rounds_refused(size);
	count_operation();
	return had;
}

void block_ask_impossible(void)
{
	const char *wrong = "served-beyond-the-arena";

	if (!tarn_alloc(&tarn_default, SOAK_ARENA))
		wrong = judge_null(SOAK_ARENA, TARN_ALIGN, begin(false));
	if (wrong)
		fail(wrong);
}

/* ---- Beside a tick --------------------------------------------------------------------- */

const char *shared_take(uint32_t id, uint32_t size, uint32_t align, bool in_tick)
{
	return take(id, size, align, in_tick);
}

const char *shared_drop(uint32_t id)
{
	return drop(id);
}

const char *shared_resize(uint32_t id, uint32_t size, bool in_tick)
{
	bool had;

	return resize(id, size, in_tick, &had);
}
