/* SPDX-License-Identifier: MIT
 * Prefixes for this room's private functions, as in heap/names.h. */
#ifndef TARN_OBJECT_NAMES_H
#define TARN_OBJECT_NAMES_H

#define object_nothing  tarn__object_nothing
#define object_fault    tarn__object_fault
#define hook_run        tarn__hook_run
#define hooks_created   tarn__hooks_created
#define hooks_got       tarn__hooks_got
#define hooks_put       tarn__hooks_put
#define object_got      tarn__object_got
#define object_nameable tarn__object_nameable
#define hooks_filled    tarn__hooks_filled
#define hooks_left      tarn__hooks_left
#define call_enter      tarn__call_enter
#define call_reason     tarn__call_reason
#define calls_held      tarn__calls_held
#define call_entered    tarn__call_entered
#define call_left       tarn__call_left
#define call_take_back  tarn__call_take_back
#define part_bury       tarn__part_bury
#define part_lay        tarn__part_lay
#define part_bytes      tarn__part_bytes
#define slots_bytes     tarn__slots_bytes
#define created_from    tarn__created_from
#define parts_created   tarn__parts_created
#define parts_retired   tarn__parts_retired
#define part_detach     tarn__part_detach
#define part_destroy    tarn__part_destroy
#define object_registry tarn__object_registry
#define object_leave    tarn__object_leave
#define pool_missing    tarn__pool_missing
#define pool_memory     tarn__pool_memory
#define pool_heap       tarn__pool_heap
#define pools_own_too   tarn__pools_own_too
#define leak_tell       tarn__leak_tell

#define slot_find       tarn__slot_find
#define slot_take       tarn__slot_take
#define slot_append     tarn__slot_append
#define peak_find       tarn__peak_find
#define slot_hold       tarn__slot_hold
#define slot_push       tarn__slot_push
#define slot_spare      tarn__slot_spare
#define slot_vacate     tarn__slot_vacate
#define slot_revive     tarn__slot_revive
#define part_empty      tarn__part_empty
#define object_allowed  tarn__object_allowed
#define object_take     tarn__object_take
#define object_obtain   tarn__object_obtain
#define object_refuse   tarn__object_refuse
#define object_shelve   tarn__object_shelve
#define object_withdraw tarn__object_withdraw
#define object_kind     tarn__object_kind
#define object_enter    tarn__object_enter
#define object_ready    tarn__object_ready

#endif
