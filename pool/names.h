/* SPDX-License-Identifier: MIT
 * What the files of pool/ share with each other must be visible to the linker, but not to a
 * program's own names: in the library each carries a prefix. (A name missing here shows up in
 * tests/link/library.) */
#ifndef TARN_NAMES_H
#define TARN_NAMES_H

#define TARN_NAME(name) tarn__##name

#define fault_raise            TARN_NAME(fault_raise)
#define heap_missing           TARN_NAME(heap_missing)
#define fault_kind             TARN_NAME(fault_kind)
#define count_refusal          TARN_NAME(count_refusal)
#define count_resize           TARN_NAME(count_resize)
#define layout_solve           TARN_NAME(layout_solve)
#define commons_shrink         TARN_NAME(commons_shrink)
#define commons_grow           TARN_NAME(commons_grow)
#define commons_longest        TARN_NAME(commons_longest)
#define commons_has            TARN_NAME(commons_has)
#define commons_alloc          TARN_NAME(commons_alloc)
#define alloc_slow             TARN_NAME(alloc_slow)
#define alloc_refuse           TARN_NAME(alloc_refuse)
#define block_give             TARN_NAME(block_give)
#define layout_pool            TARN_NAME(layout_pool)
#define commons_free           TARN_NAME(commons_free)
#define commons_give           TARN_NAME(commons_give)
#define commons_search         TARN_NAME(commons_search)
#define commons_search_aligned TARN_NAME(commons_search_aligned)
#define run_take               TARN_NAME(run_take)
#define run_cut                TARN_NAME(run_cut)
#define split_alloc            TARN_NAME(split_alloc)
#define found_alloc            TARN_NAME(found_alloc)
#define block_retire           TARN_NAME(block_retire)
#define free_fault             TARN_NAME(free_fault)
#define run_insert             TARN_NAME(run_insert)
#define request_try            TARN_NAME(request_try)
#define request_end            TARN_NAME(request_end)
#define quarantine_put         TARN_NAME(quarantine_put)
#define quarantine_drain       TARN_NAME(quarantine_drain)
#define guard_reopen           TARN_NAME(guard_reopen)
#define guard_open             TARN_NAME(guard_open)
#define guard_resize           TARN_NAME(guard_resize)
#define text_put               TARN_NAME(text_put)
#define text_number            TARN_NAME(text_number)
#define text_hex               TARN_NAME(text_hex)

#endif
