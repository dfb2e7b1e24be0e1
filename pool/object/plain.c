/* SPDX-License-Identifier: MIT
 * Plain pools: with tags, without hooks, and with REFUSE or NEVER. Most programs have only these.
 * The code of setup.c, slot.c and use.c is compiled for them alone, so such a program links nothing
 * else. */
#define OBJECT_PLAIN
#include "setup.c"
#include "slot.c"
#include "use.c"
