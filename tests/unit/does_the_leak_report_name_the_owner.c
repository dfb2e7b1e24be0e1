/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

void does_the_leak_report_name_the_owner(void)
{
}
