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

/* settle.c: brings an empty heap into the same state each time. What happens next then depends only
 * on the requests, not on what was before. settle_pools brings only the pools into order; settle
 * takes the commons whole, too, once, and gives them back. */
void settle_pools(void);
void settle(void);

/* After ticks used the heap, the shadow's peaks are only lower bounds: adopts the heap's. */
void audit_adopt_peaks(void);

#endif
