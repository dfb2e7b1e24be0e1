/* SPDX-License-Identifier: MIT
 * Plain pools: with tags, without hooks, and with REFUSE or NEVER. Most programs have only these.
 * This file compiles setup.c, slot.c and use.c for them alone, so such a program links nothing
 * else. */
#define OBJECT_PLAIN
#include "setup.c"
#include "slot.c"
#include "use.c"
