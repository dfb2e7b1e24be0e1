/* SPDX-License-Identifier: MIT
 * The questions about packed arrays. Each has a file of its name. The harness is that of
 * tests/pool/unit; program.mk includes this file first, under the guard of that one's list of
 * questions. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                        \
	QUESTION(do_handles_stay_true)   \
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
