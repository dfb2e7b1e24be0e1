/* SPDX-License-Identifier: MIT
 * The smallest preemptive kernel: an interrupt returns into urgent_thread, above the frame of what
 * it interrupted, on the same stack. */
#ifndef ONE_STACK_KERNEL_H
#define ONE_STACK_KERNEL_H

void urgent_thread(void);
void kernel_preempt(void); /* returns after urgent_thread */

#endif
