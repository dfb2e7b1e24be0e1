/* SPDX-License-Identifier: MIT
 * What the files of pool/ share with each other must be visible to the linker, but not to a
 * program's own names: in the library each carries a prefix. (A name missing here shows up in
 * tests/link/library.) */
#ifndef TARN_NAMES_H
#define TARN_NAMES_H

#define TARN_NAME(name) tarn__##name

#define bin_of                 TARN_NAME(bin_of)
#define block_give             TARN_NAME(block_give)
#define block_look             TARN_NAME(block_look)
#define block_opened           TARN_NAME(block_opened)
#define commons_give           TARN_NAME(commons_give)
#define commons_has            TARN_NAME(commons_has)
#define commons_longest        TARN_NAME(commons_longest)
#define commons_search         TARN_NAME(commons_search)
#define commons_search_aligned TARN_NAME(commons_search_aligned)
#define count_refusal          TARN_NAME(count_refusal)
#define entry_leave            TARN_NAME(entry_leave)
#define entry_next             TARN_NAME(entry_next)
#define fault_kind             TARN_NAME(fault_kind)
#define fault_raise            TARN_NAME(fault_raise)
#define fault_raise_named      TARN_NAME(fault_raise_named)
#define free_fault             TARN_NAME(free_fault)
#define give                   TARN_NAME(give)
#define give_alone             TARN_NAME(give_alone)
#define heap_missing           TARN_NAME(heap_missing)
#define heaps_own              TARN_NAME(heaps_own)
#define insert                 TARN_NAME(insert)
#define layout_pool            TARN_NAME(layout_pool)
#define layout_solve           TARN_NAME(layout_solve)
#define leading_zeros          TARN_NAME(leading_zeros)
#define list_push              TARN_NAME(list_push)
#define list_remove            TARN_NAME(list_remove)
#define longest_slice          TARN_NAME(longest_slice)
#define live_flip              TARN_NAME(live_flip)
#define memory_owners          TARN_NAME(memory_owners)
#define memory_taken           TARN_NAME(memory_taken)
#define next_bin               TARN_NAME(next_bin)
#define pair_length            TARN_NAME(pair_length)
#define quarantine_drain       TARN_NAME(quarantine_drain)
#define quarantine_put         TARN_NAME(quarantine_put)
#define request_end            TARN_NAME(request_end)
#define request_try            TARN_NAME(request_try)
#define run_absorb             TARN_NAME(run_absorb)
#define run_cut                TARN_NAME(run_cut)
#define run_insert             TARN_NAME(run_insert)
#define run_length             TARN_NAME(run_length)
#define run_length_before      TARN_NAME(run_length_before)
#define run_length_set         TARN_NAME(run_length_set)
#define run_take               TARN_NAME(run_take)
#define start_flip             TARN_NAME(start_flip)

#endif
