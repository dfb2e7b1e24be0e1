/* SPDX-License-Identifier: MIT
 * What the questions about tags share. */
#ifndef TESTS_UNIT_TAGS_H
#define TESTS_UNIT_TAGS_H

#include "tarn_tag.h"
#include "unit.h"

#define NEED_TAGS SKIP_UNLESS(TARN_TAGS >= 3, "built with fewer than 3 tags")

/* Makes a heap with a class of each overflow rule, and commons. */
bool tags_scene(void);

struct tarn_tag_stats tag_told(uint32_t tag);

/* The tag holds so much now. */
#define HOLDS(tag, bytes, count) tag_holds((tag), (bytes), (count), __FILE__, __LINE__)
void tag_holds(uint32_t tag, uint32_t bytes, uint32_t count, const char *file, int line);

/* The tags together hold all that the pools and the commons have in use. */
#define CHECK_TAGS() tags_add_up(__FILE__, __LINE__)
void tags_add_up(const char *file, int line);

/* There was one fault `tag`, of this heap, and unit_heap did not change. */
#define REFUSED_TAG(heap, call)                             \
	do {                                                \
		uint32_t before_ = unit_state(&unit_heap);  \
		(void)(call);                               \
		EXPECT_FAULT(TARN_FAULT_TAG, (heap), NULL); \
		CHECK_EQ(unit_state(&unit_heap), before_);  \
	} while (0)
#define DO(call) ((call), 0)

#endif
