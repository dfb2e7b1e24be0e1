/* SPDX-License-Identifier: MIT */
#include "block.h"

#include "beside.h"
#include "inject.h"
#include "pattern.h"
#include "progress.h"
#include "rounds.h"

struct slot slots[SOAK_SLOTS];
#if TARN_TAGS > 0
uint8_t slot_tags[SOAK_SLOTS];
#endif
struct beside beside;

void block_share(bool on)
{
	soak.shared = on;
}

/* ---- Slots ----------------------------------------------------------------------------- */

static inline uint32_t identity(uint32_t id)
{
	return id * 2654435761u + (slots[id].place >> 24) * 40503u;
}

static inline void put_in(uint32_t id, uint32_t granule, uint32_t size)
{
	slots[id].place = (slots[id].place & ~SLOT_GRANULE) | granule;
	slots[id].size = size;
}

/* Damage that begins with a block's first word was most likely written by the block below it. */
specialised const char *damage(const void *block, uint32_t id, uint32_t size)
{
	uint32_t at = pattern_verify(block, identity(id), size);

	if (at == PATTERN_WHOLE)
		return NULL;
	return at == 0 ? "overrun" : "contents-changed";
}

const char *block_verify(uint32_t id)
{
	return damage(block_pointer(id), id, slots[id].size);
}

/* ---- Requests to the heap -------------------------------------------------------------- */

specialised void *ask(uint32_t size, uint32_t align)
{
	if (align > TARN_ALIGN)
		return tarn_alloc_aligned(&tarn_default, align, size);
	return tarn_alloc(&tarn_default, size);
}

/* What is wrong with what the handler of refusals was told (TAGS=n), or NULL. */
static inline const char *judge_told(bool refused, uint32_t size, uint32_t tag)
{
	return TARN_TAGS > 0 ? budget_judge_told(refused, size, tag) : NULL;
}

/* Did the heap refuse the request because it is full, and not because of a limit? */
static inline bool is_full(void)
{
	return TARN_TAGS == 0 || !budget_refused();
}

/* Before a request of the main program for a slot, when nobody else uses the heap. */
static inline void ask_for(uint32_t id, uint32_t tag)
{
	slot_tag_set(id, tag);
	if (TARN_TAGS > 0)
		budget_ask();
}

static const char *judge_null(uint32_t size, uint32_t align, uint32_t tag, enum context context,
			      uint32_t edges)
{
	const char *wrong = NULL;
	tarn_port_key key = shadow_lock(context);

	if (undisturbed(context, edges))
		wrong = shadow_refuse(size, align, tag);
	else
		shadow_count_refusal(size);
	shadow_unlock(context, key);
	return wrong || context != ALONE ? wrong : judge_told(true, size, tag);
}

/* Enters a block that the heap gave, and fills it. */
specialised const char *put_block(uint32_t id, void *block, uint32_t size, uint32_t align,
				  enum context context, uint32_t edges)
{
	struct place place;
	tarn_port_key key = shadow_lock(context);
	const char *wrong;

	place_tag_set(&place, slot_tag(id));
	wrong = shadow_take(block, size, align, undisturbed(context, edges), &place);
	shadow_unlock(context, key);
	if (rarely(wrong))
		return wrong;
	put_in(id, place.granule, size);
	pattern_fill(block, identity(id), 0, size);
	return context == ALONE ? judge_told(false, size, slot_tag(id)) : NULL;
}

specialised const char *take(uint32_t id, uint32_t size, uint32_t align, enum context context)
{
	uint32_t edges = get_shared(&beside.edges);
	void *block;

	if (context == ALONE)
		ask_for(id, budget_now());
	if (context != ALONE || !rarely(inject_ready) || !inject_answer(size, align, &block))
		block = ask(size, align);
	if (!block)
		return judge_null(size, align, slot_tag(id), context, edges);
	return put_block(id, block, size, align, context, edges);
}

static const char *take_zeroed(uint32_t id, uint32_t size)
{
	void *block;

	ask_for(id, budget_now());
	block = tarn_alloc_zeroed(&tarn_default, 1, size);
	if (!block)
		return judge_null(size, TARN_ALIGN, slot_tag(id), ALONE, 0);
	if (size && inject_due(INJECT_NOT_ZEROED))
		*(uint8_t *)block = 1;
	if (!pattern_zero(block, size))
		return "not-zeroed";
	return put_block(id, block, size, TARN_ALIGN, ALONE, 0);
}

/* The shadow forgets the block first: once tarn_free is called, a tick may get the same place. */
specialised const char *drop(uint32_t id, enum context context)
{
	uint32_t size = slots[id].size;
	void *block = block_pointer(id);
	struct place place = block_place(id);
	const char *wrong = damage(block, id, size);
	tarn_port_key key;

	if (rarely(wrong))
		return wrong;
	block_empty(id);
	if (context == ALONE && rarely(inject_ready) && inject_before_free(block, size, place))
		return NULL;
	key = shadow_lock(context);
	shadow_give(place, size);
	shadow_unlock(context, key);
	tarn_free(&tarn_default, block);
	if (context == ALONE && rarely(inject_ready))
		inject_after_free(block, place);
	return NULL;
}

/* ---- Realloc --------------------------------------------------------------------------- */

/* Enters the block that a realloc returned. Alone, the old place is still entered, so that the
 * shadow finds a new place that overlaps it. Beside a tick it is not (see drop). */
static const char *resized(struct place from, uint32_t old, void *block, uint32_t size, bool alone,
			   bool exact, struct place *to)
{
	const char *wrong = NULL;
	bool stays = block == soak_arena + (uintptr_t)from.granule * GRANULE_BYTES;

	if (alone && stays)
		shadow_give(from, old);
	if (stays)
		return shadow_stay(from, size, to);
	if (alone)
		wrong = shadow_move(from, size);
	if (!wrong)
		wrong = shadow_take(block, size, TARN_ALIGN, exact, to);
	if (alone)
		shadow_give(from, old);
	return wrong;
}

static const char *not_resized(struct place from, uint32_t old, uint32_t size, bool alone,
			       bool exact)
{
	struct place same;
	const char *wrong = alone ? NULL : shadow_stay(from, old, &same);

	if (wrong)
		return wrong;
	if (exact)
		return shadow_refuse_resize(from, size);
	shadow_count_refusal(size);
	return NULL;
}

static const char *judge_resize(struct place from, uint32_t old, void *block, uint32_t size,
				enum context context, uint32_t edges, struct place *to)
{
	const char *wrong;
	tarn_port_key key = shadow_lock(context);
	bool exact = undisturbed(context, edges);

	if (block)
		wrong = resized(from, old, block, size, context == ALONE, exact, to);
	else
		wrong = not_resized(from, old, size, context == ALONE, exact);
	shadow_unlock(context, key);
	return wrong;
}

static void leave_place(struct place from, uint32_t size, enum context context)
{
	tarn_port_key key = shadow_lock(context);

	shadow_give(from, size);
	shadow_unlock(context, key);
}

static const char *resize(uint32_t id, uint32_t size, enum context context, bool *had)
{
	uint32_t edges = get_shared(&beside.edges);
	uint32_t old = slots[id].size;
	struct place from = block_place(id);
	struct place to = from; /* set unless `wrong`, but compilers do not see that */
	const char *wrong;
	void *block;

	if (TARN_TAGS > 0)
		budget_ask();
	if (context != ALONE)
		leave_place(from, old, context);
	if (context != ALONE || !rarely(inject_ready) ||
	    !inject_resize(block_pointer(id), old, size, from, &block))
		block = tarn_realloc(&tarn_default, block_pointer(id), size);
	*had = block != NULL;
	wrong = judge_resize(from, old, block, size, context, edges, &to);
	if (!wrong && context == ALONE)
		wrong = judge_told(!block, size, slot_tag(id));
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
	if (TARN_TAGS > 0)
		budget_say(slot_tag(id));
	fail_at(reason, "slot, granule, size", id, block_granule(id), slots[id].size);
}

/* Ends an allocation that succeeded or was rightly refused. */
specialised bool took(const char *wrong, uint32_t id, uint32_t size, uint32_t align)
{
	if (rarely(wrong)) {
		if (TARN_TAGS > 0)
			budget_say(slot_tag(id));
		fail_at(wrong, "slot, size, align", id, size, align);
	}
	digest(block_granule(id));
	if (rarely(!block_live(id)) && is_full())
		rounds_refused(size);
	count_operation();
	return block_live(id);
}

bool block_take(uint32_t id, uint32_t size)
{
	return took(take(id, size, TARN_ALIGN, ALONE), id, size, TARN_ALIGN);
}

bool block_take_aligned(uint32_t id, uint32_t size, uint32_t align)
{
	return took(take(id, size, align, ALONE), id, size, align);
}

bool block_take_zeroed(uint32_t id, uint32_t size)
{
	return took(take_zeroed(id, size), id, size, TARN_ALIGN);
}

uint32_t block_drop(uint32_t id)
{
	uint32_t size = slots[id].size;
	const char *wrong;

	if (!block_live(id))
		return 0;
	wrong = drop(id, ALONE);
	if (rarely(wrong))
		fail_in(wrong, id);
	count_operation();
	return size;
}

void block_drop_all(uint32_t first, uint32_t count)
{
	for (uint32_t id = first; id < first + count; id++) {
		if (block_live(id)) /* an empty slot costs no call */
			block_drop(id);
	}
}

bool block_resize(uint32_t id, uint32_t size)
{
	bool had;
	const char *wrong = resize(id, size, ALONE, &had);

	if (rarely(wrong))
		fail_in(wrong, id);
	digest(had ? block_granule(id) : 0);
	if (!had && is_full())
		rounds_refused(size);
	count_operation();
	return had;
}

#if TARN_TAGS > 0

bool block_take_tagged(uint32_t id, uint32_t size, uint32_t tag)
{
	const char *wrong;
	void *block;

	ask_for(id, tag);
	block = tarn_alloc_tagged(&tarn_default, size, tag);
	if (block)
		wrong = put_block(id, block, size, TARN_ALIGN, ALONE, 0);
	else
		wrong = judge_null(size, TARN_ALIGN, tag, ALONE, 0);
	return took(wrong, id, size, TARN_ALIGN);
}

#endif

void block_ask_impossible(void)
{
	const char *wrong = "served-beyond-the-arena";

	if (TARN_TAGS > 0)
		budget_ask();
	if (!inject_due(INJECT_SERVED_BEYOND) && !tarn_alloc(&tarn_default, SOAK_ARENA))
		wrong = judge_null(SOAK_ARENA, TARN_ALIGN, budget_now(), ALONE, 0);
	if (wrong)
		fail(wrong);
	if (TARN_HARDEN >= 3)
		(void)tarn_largest(&tarn_default);
}

void block_forget(void)
{
	for (uint32_t id = 0; id < SOAK_SLOTS; id++)
		slots[id].place = soak.rounds << 24;
}

/* ---- Beside a tick --------------------------------------------------------------------- */

const char *shared_take(uint32_t id, uint32_t size, uint32_t align, bool in_tick)
{
	return take(id, size, align, in_tick ? IN_TICK : BESIDE);
}

const char *shared_drop(uint32_t id)
{
	return drop(id, BESIDE);
}

const char *shared_resize(uint32_t id, uint32_t size, bool in_tick)
{
	bool had;

	return resize(id, size, in_tick ? IN_TICK : BESIDE, &had);
}
