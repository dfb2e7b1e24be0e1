/* SPDX-License-Identifier: MIT
 * Prefixes for names that the files of the host's library share, as in pool/heap/names.h. A program
 * that links libtarn.a may use the same names. tests/pool/link/library finds a name that is missing
 * here. */
#ifndef PORT_NAMES_H
#define PORT_NAMES_H

#define TARN_NAME(name) tarn__##name

#define environment_read  TARN_NAME(environment_read)
#define environment_say   TARN_NAME(environment_say)
#define heaps_alloc       TARN_NAME(heaps_alloc)
#define heaps_at          TARN_NAME(heaps_at)
#define heaps_caller      TARN_NAME(heaps_caller)
#define heaps_enter       TARN_NAME(heaps_enter)
#define heaps_environment TARN_NAME(heaps_environment)
#define heaps_free        TARN_NAME(heaps_free)
#define heaps_leave       TARN_NAME(heaps_leave)
#define heaps_live        TARN_NAME(heaps_live)
#define heaps_of          TARN_NAME(heaps_of)
#define heaps_refused     TARN_NAME(heaps_refused)
#define heaps_resize      TARN_NAME(heaps_resize)
#define heaps_stats       TARN_NAME(heaps_stats)
#define heaps_usable      TARN_NAME(heaps_usable)
#define port_guest_say    TARN_NAME(port_guest_say)
#define port_guest_write  TARN_NAME(port_guest_write)
#define record_file_close TARN_NAME(record_file_close)
#define record_file_open  TARN_NAME(record_file_open)
#define record_file_sink  TARN_NAME(record_file_sink)
#define report_at_exit    TARN_NAME(report_at_exit)
#define trace_close       TARN_NAME(trace_close)
#define trace_open        TARN_NAME(trace_open)

#endif
