/* SPDX-License-Identifier: MIT
 * The questions of the unit tests. Each has a file of its name. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                                       \
	QUESTION(does_a_build_time_table_agree)         \
	QUESTION(are_counters_exact)                    \
	QUESTION(do_queries_tell_the_truth)             \
	QUESTION(is_each_refusal_told)                  \
	QUESTION(does_realloc_keep_contents)            \
	QUESTION(is_free_total)                         \
	QUESTION(do_faults_say_what_happened)           \
	QUESTION(are_links_validated)                   \
	QUESTION(does_hardening_fire)                   \
	QUESTION(does_check_find_each_broken_invariant) \
	QUESTION(does_the_leak_report_name_the_owner)   \
	QUESTION(does_the_map_show_the_arena)           \
	QUESTION(can_heaps_live_side_by_side)           \
	QUESTION(is_every_owner_known)                  \
	QUESTION(are_configuration_mistakes_named)      \
	QUESTION(what_does_null_mean)                   \
	QUESTION(does_boot_cost_depend_on_the_arena)    \
	QUESTION(does_the_watch_warn)                   \
	QUESTION(do_tags_say_whose_a_block_is)          \
	QUESTION(do_limits_hold)                        \
	QUESTION(do_pools_keep_their_tag)               \
	QUESTION(does_the_lock_come_back)

#define QUESTION(name) void name(void);
QUESTIONS
#undef QUESTION

#endif
