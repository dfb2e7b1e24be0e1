/* SPDX-License-Identifier: MIT
 * The questions about an adapter. Each is in a file of its name. */
#ifndef TESTS_ADAPTERS_QUESTIONS_H
#define TESTS_ADAPTERS_QUESTIONS_H

#ifdef ADAPTERS_NEWLIB
#define QUESTIONS_OF_NEWLIB QUESTION(do_the_twins_set_their_own_errno)
#else
#define QUESTIONS_OF_NEWLIB
#endif

#define QUESTIONS                                   \
	QUESTION(is_the_heap_ready_before_anything) \
	QUESTION(does_malloc_keep_its_promises)     \
	QUESTION(does_realloc_keep_its_promises)    \
	QUESTION(are_aligned_requests_aligned)      \
	QUESTION(does_libc_allocate_here)           \
	QUESTION(do_the_counters_answer)            \
	QUESTION(does_a_leak_name_its_owner)        \
	QUESTION(is_each_refusal_told)              \
	QUESTIONS_OF_NEWLIB                         \
	QUESTION(is_out_of_memory_clean)            \
	QUESTION(do_further_heaps_serve)

#define QUESTION(name) void name(void);
QUESTIONS
#undef QUESTION

#endif
