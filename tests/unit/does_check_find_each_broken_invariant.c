/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

void does_check_find_each_broken_invariant(void)
{
}
