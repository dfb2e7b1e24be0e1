/* SPDX-License-Identifier: MIT
 * picolibc keeps nothing. */
#include "give_back.h"

void give_back(void)
{
}
