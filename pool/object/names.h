/* SPDX-License-Identifier: MIT
 * As names.h, for the object pools. */
#ifndef TARN_OBJECT_NAMES_H
#define TARN_OBJECT_NAMES_H

#define hooks_filled    tarn__hooks_filled
#define leak_tell       tarn__leak_tell
#define slot_find       tarn__slot_find
#define slot_take       tarn__slot_take
#define slot_hold       tarn__slot_hold
#define slot_push       tarn__slot_push
#define slot_ready      tarn__slot_ready
#define slot_vacate     tarn__slot_vacate
#define peak_take       tarn__peak_take
#define peak_search     tarn__peak_search
#define call_enter      tarn__call_enter
#define call_leave      tarn__call_leave
#define hooks_run       tarn__hooks_run
#define hooks_created   tarn__hooks_created
#define hooks_entered   tarn__hooks_entered
#define hooks_got       tarn__hooks_got
#define hooks_put       tarn__hooks_put
#define object_withdraw tarn__object_withdraw
#define object_shelve   tarn__object_shelve
#define object_pass     tarn__object_pass
#define object_kind     tarn__object_kind
#define object_nothing  tarn__object_nothing
#define object_set_up   tarn__object_set_up
#define parts_capacity  tarn__parts_capacity
#define parts_created   tarn__parts_created
#define object_enter    tarn__object_enter
#define object_leave    tarn__object_leave
#define object_admitted tarn__object_admitted
#define object_fault    tarn__object_fault
#define part_detach     tarn__part_detach
#define part_destroy    tarn__part_destroy
#define part_clear      tarn__part_clear
#define part_lay        tarn__part_lay
#define part_name       tarn__part_name
#define pools_own_too   tarn__pools_own_too
#define part_bytes      tarn__part_bytes

#endif
