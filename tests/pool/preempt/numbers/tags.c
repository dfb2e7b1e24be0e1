/* SPDX-License-Identifier: MIT
 * Each task has tags of its own. Its blocks have the tag that it entered last, whatever other tasks
 * enter meanwhile. */
#include "numbers.h"

#include "tarn_tag.h"

#define DEEP 3

/* The tags that each task has entered. */
static struct {
	uint32_t entered[DEEP];
	uint32_t depth;
} seen[TASKS];

static void note(struct task *task, const char *wrong)
{
	if (!task->wrong)
		task->wrong = wrong;
}

static uint32_t expected(const struct task *task)
{
	uint32_t depth = seen[task->number].depth;

	return depth ? seen[task->number].entered[depth - 1] : TARN_UNTAGGED;
}

void numbers_tags_look(struct task *task, const void *block)
{
	if (TARN_TAGS > 0 && block && tarn_tag_of(&tarn_default, block) != expected(task))
		note(task, "tag-of-another");
}

/* A new task has no tag, even after main() left one open. */
void numbers_tags_begin(struct task *task)
{
	if (tarn_tag_now() != TARN_UNTAGGED)
		note(task, "begins-with-a-tag");
}

static void enter(struct task *task, uint32_t tag)
{
	seen[task->number].entered[seen[task->number].depth++] = tag;
	tarn_tag_enter(tag);
}

static void leave(struct task *task)
{
	uint32_t tag = expected(task);

	seen[task->number].depth--;
	tarn_tag_leave(tag);
}

/* Each task has a tag of its own, and one that all tasks enter. */
void numbers_tags_step(struct task *task, uint32_t dice)
{
	uint32_t depth = seen[task->number].depth;

	if (dice == 0 && depth < DEEP)
		enter(task, depth == 1 ? TARN_TAGS : task->number + 1);
	else if (dice == 1 && depth > 0)
		leave(task);
	if (tarn_tag_now() != expected(task))
		note(task, "tags-of-another");
}

void numbers_tags_end(struct task *task)
{
	while (seen[task->number].depth)
		leave(task);
	numbers_tags_begin(task);
}

void numbers_tags_left_open(void)
{
	if (TARN_TAGS > 0)
		tarn_tag_enter(TARN_TAGS);
}
