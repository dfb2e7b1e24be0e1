/* SPDX-License-Identifier: MIT
 * Checks of the whole heap, between operations. */
#ifndef SOAK_AUDIT_H
#define SOAK_AUDIT_H

/* Counters against the shadow, Tarn's own validator, every live block's contents, the walker.
 * Ends the run with FAIL if anything is wrong; enters the counters into the digest. */
void audit(void);

/* The pools' counts of live blocks alone. */
void audit_pools(void);

/* At the end of a round: the same, and nothing may be live. */
void audit_empty(void);

/* After ticks used the heap: the shadow's peaks are lower bounds; adopt the heap's. */
void audit_adopt_peaks(void);

#endif
