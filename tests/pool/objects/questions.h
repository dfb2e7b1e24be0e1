/* SPDX-License-Identifier: MIT
 * The questions about object pools. Each has a file of its name. The harness is that of
 * tests/pool/unit; program.mk includes this file first, under the guard of that one's list of
 * questions. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                                       \
	QUESTION(does_a_pool_hand_out_what_is_free)     \
	QUESTION(what_happens_when_it_is_full)          \
	QUESTION(is_the_caller_told)                    \
	QUESTION(does_it_grow_and_shrink)               \
	QUESTION(do_hooks_run_in_order)                 \
	QUESTION(do_handles_go_stale)                   \
	QUESTION(do_slots_retire)                       \
	QUESTION(does_an_image_bring_all_back)          \
	QUESTION(do_fills_show)                         \
	QUESTION(is_wrong_use_named)                    \
	QUESTION(may_a_hook_never_return)               \
	QUESTION(what_does_null_mean)                   \
	QUESTION(are_damaged_links_found)               \
	QUESTION(does_check_find_each_broken_invariant) \
	QUESTION(does_the_registry_know_all)            \
	QUESTION(can_scenes_change)                     \
	QUESTION(is_memory_given_once)                  \
	QUESTION(do_variants_share)                     \
	QUESTION(do_pools_share_no_cache_line)          \
	QUESTION(may_interrupts_use_a_pool)

#define QUESTION(name) void name(void);
QUESTIONS
#undef QUESTION

#endif
