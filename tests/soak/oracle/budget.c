/* SPDX-License-Identifier: MIT */
#include "budget.h"

#include "keep.h"

#if TARN_TAGS > 0

#include "inject.h"
#include "print.h"
#include "tarn_refused.h"

static struct book {
	uint32_t live; /* bytes */
	uint32_t blocks;
	uint32_t peak;
	uint32_t peak_blocks;
	uint32_t refused;
	uint32_t limit;
} books[TARN_TAGS + 1];

static bool was_refused;
static bool lifted; /* no limit is in force */

/* The tags that are entered, the outermost first. */
static struct {
	uint32_t tag[BUDGET_DEEPEST];
	uint32_t depth;
} entered;

/* ---- The current tag ----------------------------------------------------------------------- */

uint32_t budget_innermost(void)
{
	return entered.depth ? entered.tag[entered.depth - 1] : TARN_UNTAGGED;
}

uint32_t budget_depth(void)
{
	return entered.depth;
}

static void expect_now(void)
{
	if (rarely(tarn_tag_now() != budget_now()))
		budget_fail("wrong-tag", budget_now(), "entered: tag, the current one, known",
			    tarn_tag_now(), budget_now());
}

void budget_enter(uint32_t tag)
{
	expect_now();
	entered.tag[entered.depth++] = tag;
	tarn_tag_enter(tag);
	expect_now();
}

void budget_leave(void)
{
	uint32_t tag = budget_now();

	expect_now();
	entered.depth--;
	if (!inject_due(INJECT_TAG_LEFT))
		tarn_tag_leave(tag);
	expect_now();
}

/* ---- What a tag holds ---------------------------------------------------------------------- */

void budget_charge(uint32_t tag, uint32_t bytes)
{
	struct book *book = &books[tag];

	book->live += bytes;
	book->blocks++;
	if (book->live > book->peak)
		book->peak = book->live;
	if (book->blocks > book->peak_blocks)
		book->peak_blocks = book->blocks;
}

void budget_credit(uint32_t tag, uint32_t bytes)
{
	books[tag].live -= bytes;
	books[tag].blocks--;
}

static uint32_t limit_of(uint32_t tag)
{
	return lifted ? TARN_NO_LIMIT : books[tag].limit;
}

bool budget_exceeded(uint32_t tag, uint32_t bytes)
{
	return books[tag].live + bytes > limit_of(tag);
}

void budget_refuse(uint32_t tag)
{
	books[tag].refused++;
	was_refused = true;
}

bool budget_refused(void)
{
	bool refused = was_refused;

	was_refused = false;
	return refused;
}

uint32_t budget_live(uint32_t tag)
{
	return books[tag].live;
}

uint32_t budget_blocks(uint32_t tag)
{
	return books[tag].blocks;
}

/* ---- What the handler is told of a refusal ------------------------------------------------- */

static struct {
	uint32_t calls;
	struct tarn_refusal last;
} told;

static void on_refused(const struct tarn_refusal *refusal)
{
	bool budget = refusal->reason == TARN_REFUSED_BUDGET;

	if (budget && inject_due(INJECT_UNTOLD))
		return;
	told.calls++;
	told.last = *refusal;
	if (budget && inject_due(INJECT_TOLD_WRONG))
		told.last.reason = TARN_REFUSED_NO_ROOM;
}

void budget_ask(void)
{
	told.calls = 0;
}

const char *budget_judge_told(bool refused, uint32_t size, uint32_t tag)
{
	const struct tarn_refusal *last = &told.last;

	if (rarely(told.calls != refused))
		return "untold";
	if (!refused)
		return NULL;
	return last->heap == &tarn_default && last->size == size && last->tag == tag &&
			       (last->reason == TARN_REFUSED_BUDGET) == was_refused && last->caller
		       ? NULL
		       : "told-wrong";
}

/* ---- Limits -------------------------------------------------------------------------------- */

void budget_limit(uint32_t tag, uint32_t bytes)
{
	tarn_tag_limit(&tarn_default, tag, bytes);
	books[tag].limit = bytes;
}

/* Two tables in turn: while the heap judges the new one, the one that it uses does not change. */
bool budget_limits(const uint32_t *limit)
{
	static const char *const names[] = {"level", "greedy", "steady"};
	static struct tarn_budget tables[2][TARN_TAGS];
	static uint32_t turn;
	struct tarn_budget *table = tables[turn];

	for (uint32_t i = 0; i < TARN_TAGS; i++) {
		table[i].name = i < 3 ? names[i] : "task";
		table[i].limit = limit ? limit[i] : TARN_NO_LIMIT;
	}
	if (!tarn_tag_budgets(&tarn_default, table, TARN_TAGS))
		return false;
	turn ^= 1;
	for (uint32_t i = 0; i < TARN_TAGS; i++)
		books[i + 1].limit = table[i].limit;
	return true;
}

void budget_lift(bool on)
{
	lifted = on;
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++)
		tarn_tag_limit(&tarn_default, tag, limit_of(tag));
}

void budget_start(void)
{
	books[TARN_UNTAGGED].limit = TARN_NO_LIMIT;
	(void)!budget_limits(NULL);
	tarn_on_refused(on_refused);
}

/* ---- Comparing ----------------------------------------------------------------------------- */

void budget_say(uint32_t tag)
{
	print_text("tag ");
	print_u64(tag);
	print_char(' ');
	print_text(tarn_tag_name(&tarn_default, tag));
	print_text(": live ");
	print_u64(books[tag].live);
	print_text(", limit ");
	if (books[tag].limit == TARN_NO_LIMIT)
		print_text("none");
	else
		print_u64(books[tag].limit);
	print_newline();
}

void budget_fail(const char *reason, uint32_t tag, const char *what, uint32_t told, uint32_t known)
{
	budget_say(tag);
	fail_at(reason, what, tag, told, known);
}

static void same(const char *what, uint32_t tag, uint32_t told, uint32_t known)
{
	if (rarely(told != known))
		budget_fail("tag-drift", tag, what, told, known);
}

static void compare(uint32_t tag)
{
	const struct book *book = &books[tag];
	struct tarn_tag_stats stats;

	tarn_tag_stats(&tarn_default, tag, &stats);
	same("tag, live bytes, known", tag, stats.live, book->live);
	same("tag, blocks, known", tag, stats.blocks, book->blocks);
	same("tag, peak bytes, known", tag, stats.peak, book->peak);
	same("tag, peak blocks, known", tag, stats.peak_blocks, book->peak_blocks);
	same("tag, refused, known", tag, stats.refused, book->refused);
	same("tag, limit, known", tag, stats.limit, limit_of(tag));
}

void budget_audit(void)
{
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		compare(tag);
		digest(books[tag].live);
		digest(books[tag].blocks);
	}
}

void budget_adopt_peaks(void)
{
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		struct tarn_tag_stats stats;

		tarn_tag_stats(&tarn_default, tag, &stats);
		if (stats.peak < books[tag].peak || stats.peak_blocks < books[tag].peak_blocks)
			budget_fail("tag-drift", tag, "tag, peak bytes, at least", stats.peak,
				    books[tag].peak);
		books[tag].peak = stats.peak;
		books[tag].peak_blocks = stats.peak_blocks;
	}
}

#endif

/* Nothing is live when it is kept. */
void budget_keep(keep *keep)
{
#if TARN_TAGS > 0
	keep(books, sizeof(books));
	keep(tarn_default.tag_marks, sizeof(tarn_default.tag_marks));
	keep(tarn_default.tag_room, sizeof(tarn_default.tag_room));
#endif
	(void)keep;
}
