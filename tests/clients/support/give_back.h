/* SPDX-License-Identifier: MIT
 * Make the libc free what it keeps for itself: buffers of stdio, number conversion's caches. Nothing
 * may be printed through it afterwards. One .c file for each libc. */
#ifndef CLIENTS_GIVE_BACK_H
#define CLIENTS_GIVE_BACK_H

void give_back(void);

#endif
