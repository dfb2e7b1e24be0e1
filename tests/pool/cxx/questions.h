/* SPDX-License-Identifier: MIT
 * The questions of the tests of pool/include. Each is in a file of its name. The harness is
 * tests/pool/unit's. program.mk includes this file first, and its guard is the one of the harness's
 * own list. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                                   \
	QUESTION(does_a_pool_construct_and_destroy) \
	QUESTION(do_handles_go_stale)               \
	QUESTION(do_hooks_run_in_order)             \
	QUESTION(may_constructors_throw)            \
	QUESTION(is_wrong_use_named)                \
	QUESTION(may_a_pool_lie_anywhere)

#ifdef __cplusplus
#define QUESTION(name) extern "C" void name();
#else
#define QUESTION(name) void name(void);
#endif
QUESTIONS
#undef QUESTION

#endif
