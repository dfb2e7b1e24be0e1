/* SPDX-License-Identifier: MIT
 * What the tests of packed arrays ask: a file of that name each. The harness is tests/unit's;
 * program.mk includes this first, under the guard of its own list of questions. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                        \
	QUESTION(is_the_walk_dense)      \
	QUESTION(do_handles_stay_true)   \
	QUESTION(do_slots_retire)        \
	QUESTION(is_what_is_kept_kept)   \
	QUESTION(do_components_follow)   \
	QUESTION(do_groups_stand_first)  \
	QUESTION(is_the_sort_stable)     \
	QUESTION(is_wrong_use_named)     \
	QUESTION(do_fills_show)          \
	QUESTION(do_elements_move_whole) \
	QUESTION(does_check_find_damage) \
	QUESTION(where_does_memory_come_from)

#define QUESTION(name) void name(void);
QUESTIONS
#undef QUESTION

#endif
