/* SPDX-License-Identifier: MIT
 * Built for size, there is one copy of what the headers have inline. */
#define SHARED_HERE 1
#include "run.h"
