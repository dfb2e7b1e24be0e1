/* SPDX-License-Identifier: MIT
 * The pools that most programs have: with tags, without hooks, that refuse when they are full. The
 * same code as setup.c, slot.c and use.c, compiled for them alone: so nothing else is linked. */
#define OBJECT_PLAIN
#include "setup.c"
#include "slot.c"
#include "use.c"
