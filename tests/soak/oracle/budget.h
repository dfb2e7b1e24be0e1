/* SPDX-License-Identifier: MIT
 * The shadow record of tags, in a build with TAGS=n: what each tag holds, its peaks, its limit and
 * how often it was refused. It does not ask the heap. shadow.h charges and credits it with each
 * block.
 *
 * A tag is charged with all bytes that its block takes from the arena. A request is rightly refused
 * iff the block that Tarn finds for it exceeds the limit.
 *
 * Without tags there is only budget_now: callers ask for TARN_TAGS > 0 first. */
#ifndef SOAK_BUDGET_H
#define SOAK_BUDGET_H

#include "soak.h"
#include "tarn_tag.h"

/* The tags of the scenario and of the rounds beside a tick. Each tag above TAG_TASK is a task,
 * too. */
enum { TAG_LEVEL = 1, TAG_GREEDY, TAG_STEADY, TAG_TASK };

#if TARN_TAGS > 0
_Static_assert(TARN_TAGS >= TAG_TASK, "the scenario tags needs TAGS=4 or more");
#endif

/* The tag that the main program entered last, as the soak believes. */
uint32_t budget_innermost(void);

static inline uint32_t budget_now(void)
{
	return TARN_TAGS > 0 ? budget_innermost() : TARN_UNTAGGED;
}

/* Enter and leave a tag, and verify the current one. budget_leave leaves the tag entered last. */
void budget_enter(uint32_t tag);
void budget_leave(void);
uint32_t budget_depth(void);

/* The most tags that may be entered at once. */
#define BUDGET_DEEPEST (TARN_TAGS > 15 ? 4u : 8u)

/* A tag gets a block, or gives one back. */
void budget_charge(uint32_t tag, uint32_t bytes);
void budget_credit(uint32_t tag, uint32_t bytes);

/* Would so many bytes more exceed the limit? */
bool budget_exceeded(uint32_t tag, uint32_t bytes);

/* The first notes that a request is rightly refused, because it exceeds the limit. The second
 * returns whether the last NULL was such a refusal, and forgets it. */
void budget_refuse(uint32_t tag);
bool budget_refused(void);

/* Call the first before a request, if nobody else uses the heap, and the second after it. Was the
 * handler (tarn_on_refused) called once for a NULL, with the right reason, and not otherwise?
 * Returns NULL, or what is wrong. */
void budget_ask(void);
const char *budget_judge_told(bool refused, uint32_t size, uint32_t tag);

/* The bytes that the tag holds, and its blocks. */
uint32_t budget_live(uint32_t tag);
uint32_t budget_blocks(uint32_t tag);

/* Sets the limit of a tag; or those of all tags, which then have the scenario's names. Returns
 * false if the limits exceed the arena. */
void budget_limit(uint32_t tag, uint32_t bytes);
bool budget_limits(const uint32_t *limit);

/* Call it once, at the start: no tag has a limit, but each has its name. */
void budget_start(void);

/* Beside ticks nobody can tell which tag's limit a request exceeded. So the limits are lifted, and
 * set again afterwards. */
void budget_lift(bool on);

/* At an audit: compares every figure of every tag. After ticks the peaks are only lower bounds:
 * adopts the heap's. */
void budget_audit(void);
void budget_adopt_peaks(void);

/* Fails, with the name of a tag. */
_Noreturn void budget_fail(const char *reason, uint32_t tag, const char *what, uint32_t told,
			   uint32_t known);

/* Prints a line before a failure: the tag whose request it was. */
void budget_say(uint32_t tag);

#endif
