/* SPDX-License-Identifier: MIT
 * As heap/names.h, for this room. */
#ifndef TARN_GUARD_NAMES_H
#define TARN_GUARD_NAMES_H

#define guard_close       tarn__guard_close
#define guard_fill        tarn__guard_fill
#define guard_open        tarn__guard_open
#define guard_reopen      tarn__guard_reopen
#define guard_resize      tarn__guard_resize
#define guard_slack_whole tarn__guard_slack_whole

#endif
