/* SPDX-License-Identifier: MIT
 * Checks of the whole heap, between operations. */
#ifndef SOAK_AUDIT_H
#define SOAK_AUDIT_H

/* Compares the counters with the shadow, runs Tarn's own validator, checks every live block's
 * contents, and walks the heap. Ends the run with FAIL if anything is wrong. Enters the counters
 * into the digest. */
void audit(void);

/* Checks only the pools' counts of live blocks. */
void audit_pools(void);

/* At the end of a round: the same, and nothing may be live. */
void audit_empty(void);

/* After ticks used the heap, the shadow's peaks are only lower bounds: adopts the heap's. */
void audit_adopt_peaks(void);

#endif
