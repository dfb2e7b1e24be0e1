/* SPDX-License-Identifier: MIT
 * What the files of pool/ share with each other must be visible to the linker, but not to a
 * program's own names: in the library each carries a prefix. (A name missing here shows up in
 * tests/link/library.) */
#ifndef TARN_NAMES_H
#define TARN_NAMES_H

/* A build for size keeps other things in the planes and in struct tarn_heap than one for speed: files of the two do
 * not link with each other. */
#ifdef __OPTIMIZE_SIZE__
#define TARN_NAME(name) tarn__small_##name
#else
#define TARN_NAME(name) tarn__##name
#endif

#define fault_raise          TARN_NAME(fault_raise)
#define fault_kind           TARN_NAME(fault_kind)
#define count_refusal        TARN_NAME(count_refusal)
#define count_resize         TARN_NAME(count_resize)
#define layout_solve         TARN_NAME(layout_solve)
#define counters_clear       TARN_NAME(counters_clear)
#define give_run             TARN_NAME(give_run)
#define commons_take         TARN_NAME(commons_take)
#define commons_take_aligned TARN_NAME(commons_take_aligned)
#define commons_shrink       TARN_NAME(commons_shrink)
#define commons_grow         TARN_NAME(commons_grow)
#define commons_longest      TARN_NAME(commons_longest)
#define commons_has          TARN_NAME(commons_has)
#define commons_alloc        TARN_NAME(commons_alloc)
#define commons_alloc_long   TARN_NAME(commons_alloc_long)
#define split_alloc          TARN_NAME(split_alloc)
#define commons_free         TARN_NAME(commons_free)
#define free_refused         TARN_NAME(free_refused)
#define free_damaged         TARN_NAME(free_damaged)
#define block_alloc          TARN_NAME(block_alloc)
#define block_release        TARN_NAME(block_release)
#define request_serve        TARN_NAME(request_serve)
#define request_done         TARN_NAME(request_done)
#define quarantine_put       TARN_NAME(quarantine_put)
#define quarantine_drain     TARN_NAME(quarantine_drain)
#define guard_open           TARN_NAME(guard_open)
#define guard_resize         TARN_NAME(guard_resize)
#define text_put             TARN_NAME(text_put)
#define text_number          TARN_NAME(text_number)
#define text_hex             TARN_NAME(text_hex)

/* Built for size: shared.c. */
#define run_length     TARN_NAME(run_length)
#define run_length_set TARN_NAME(run_length_set)
#define live_flip      TARN_NAME(live_flip)
#define start_flip     TARN_NAME(start_flip)
#define words_clear    TARN_NAME(words_clear)
#define bin_of         TARN_NAME(bin_of)
#define list_insert    TARN_NAME(list_insert)
#define list_remove    TARN_NAME(list_remove)
#define frontier_reach TARN_NAME(frontier_reach)
#define pool_at        TARN_NAME(pool_at)

#endif
