/* SPDX-License-Identifier: MIT
 * What the files of pool/ share with each other must be visible to the linker, but not to a
 * program's own names: in the library each carries a prefix. (A name missing here shows up in
 * tests/link/library.) */
#ifndef TARN_NAMES_H
#define TARN_NAMES_H

#define fault_raise        tarn__fault_raise
#define fault_kind         tarn__fault_kind
#define count_refusal      tarn__count_refusal
#define count_resize       tarn__count_resize
#define layout_records     tarn__layout_records
#define layout_solve       tarn__layout_solve
#define counters_clear     tarn__counters_clear
#define give_run           tarn__give_run
#define commons_init       tarn__commons_init
#define commons_take       tarn__commons_take
#define commons_give       tarn__commons_give
#define commons_shrink     tarn__commons_shrink
#define commons_grow       tarn__commons_grow
#define commons_longest    tarn__commons_longest
#define commons_has        tarn__commons_has
#define commons_alloc      tarn__commons_alloc
#define commons_alloc_long tarn__commons_alloc_long
#define split_alloc        tarn__split_alloc
#define commons_free       tarn__commons_free
#define free_refused       tarn__free_refused
#define free_damaged       tarn__free_damaged
#define block_alloc        tarn__block_alloc
#define block_release      tarn__block_release
#define request_serve      tarn__request_serve
#define request_done       tarn__request_done
#define quarantine_put     tarn__quarantine_put
#define quarantine_drain   tarn__quarantine_drain
#define guard_open         tarn__guard_open
#define guard_resize       tarn__guard_resize
#define text_put           tarn__text_put
#define text_number        tarn__text_number
#define text_hex           tarn__text_hex

#endif
