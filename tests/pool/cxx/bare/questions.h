/* SPDX-License-Identifier: MIT
 * The questions of these tests. Each is in a file of its name. The harness is tests/pool/unit's.
 * program.mk includes this file first, and its guard is the one of the harness's own list. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                        \
	QUESTION(what_does_an_array_add) \
	QUESTION(is_a_heap_an_object)

#ifdef __cplusplus
extern "C" {
#endif
#define QUESTION(name) void name(void);
QUESTIONS
#undef QUESTION
#ifdef __cplusplus
}
#endif

#endif
