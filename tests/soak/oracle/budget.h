/* SPDX-License-Identifier: MIT
 * The shadow record of tags, in a build with TAGS=n: what each tag holds, its peaks, its limit and
 * how often it was refused, beside the heap and without asking it. shadow.h charges and credits it
 * with each block.
 *
 * A block is charged with all bytes that it takes from the arena. A request is rightly refused iff
 * the block that Tarn finds for it exceeds the limit.
 *
 * Without tags all of it compiles to nothing. */
#ifndef SOAK_BUDGET_H
#define SOAK_BUDGET_H

#include "soak.h"
#include "tarn_tag.h"

/* The tags of the scenario and of the rounds beside a tick. What is above is a task, too. */
enum { TAG_LEVEL = 1, TAG_GREEDY, TAG_STEADY, TAG_TASK };

#if TARN_TAGS > 0
_Static_assert(TARN_TAGS >= TAG_TASK, "TAGS=n: the scenario needs 4 or more");

/* The innermost tag that the main program has entered, as the soak believes. */
uint32_t budget_now(void);

/* Enter, leave, and verify the current tag. A leave names the innermost tag by itself. */
void budget_enter(uint32_t tag);
void budget_leave(void);
uint32_t budget_depth(void);

/* The most tags that one may enter at once. */
#define BUDGET_DEEPEST (TARN_TAGS > 15 ? 4u : 8u)

/* A block is the tag's, or is its no longer. */
void budget_charge(uint32_t tag, uint32_t bytes);
void budget_credit(uint32_t tag, uint32_t bytes);

/* Would so many bytes more exceed the limit? */
bool budget_exceeded(uint32_t tag, uint32_t bytes);

/* A request is rightly refused, because it exceeds the limit. Was the last NULL such a one? Asked
 * once. */
void budget_refuse(uint32_t tag);
bool budget_refused(void);

/* Before a request, when nobody else uses the heap; and behind it: was each NULL told, once, as
 * what it is (tarn_on_refused), and nothing else? NULL, or what is wrong. */
void budget_ask(void);
const char *budget_judge_told(bool refused, uint32_t size, uint32_t tag);

/* What the tag holds, and how many blocks. */
uint32_t budget_live(uint32_t tag);
uint32_t budget_blocks(uint32_t tag);

/* Set the limit of a tag; or those of all tags, whose names are the scenario's. False: they are
 * more than there is. */
void budget_limit(uint32_t tag, uint32_t bytes);
bool budget_limits(const uint32_t *limit);

/* Once, at the start: no tag has a limit, but each has its name. */
void budget_start(void);

/* Beside ticks nobody can tell which tag's limit a request exceeded: limits are lifted, and set
 * again. */
void budget_lift(bool on);

/* At an audit: every figure of every tag. After ticks the peaks are lower bounds: adopt the heap's.
 * */
void budget_audit(void);
void budget_adopt_peaks(void);

/* Fail with the name of a tag. */
_Noreturn void budget_fail(const char *reason, uint32_t tag, const char *what, uint32_t told,
			   uint32_t known);

/* A line before a failure: whose request it was. */
void budget_say(uint32_t tag);

/* ,"tags":[...]: the log's figures. */
void budget_tell(void);

#else

static inline uint32_t budget_now(void)
{
	return TARN_UNTAGGED;
}

static inline void budget_charge(uint32_t tag, uint32_t bytes)
{
	(void)tag, (void)bytes;
}

static inline void budget_credit(uint32_t tag, uint32_t bytes)
{
	(void)tag, (void)bytes;
}

static inline bool budget_exceeded(uint32_t tag, uint32_t bytes)
{
	(void)tag, (void)bytes;
	return false;
}

static inline void budget_refuse(uint32_t tag)
{
	(void)tag;
}

static inline bool budget_refused(void)
{
	return false;
}

static inline void budget_ask(void)
{
}

static inline const char *budget_judge_told(bool refused, uint32_t size, uint32_t tag)
{
	(void)refused, (void)size, (void)tag;
	return NULL;
}

static inline void budget_start(void)
{
}

static inline void budget_lift(bool on)
{
	(void)on;
}

static inline void budget_enter(uint32_t tag)
{
	(void)tag;
}

static inline void budget_leave(void)
{
}

static inline void budget_audit(void)
{
}

static inline void budget_adopt_peaks(void)
{
}

static inline void budget_say(uint32_t tag)
{
	(void)tag;
}

static inline void budget_tell(void)
{
}

#endif
#endif
