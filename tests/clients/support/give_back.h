/* SPDX-License-Identifier: MIT
 * Makes the libc free its own blocks: buffers of stdio, caches of number conversion. The program
 * may not print by it afterwards. One .c file for each libc. */
#ifndef CLIENTS_GIVE_BACK_H
#define CLIENTS_GIVE_BACK_H

void give_back(void);

#endif
