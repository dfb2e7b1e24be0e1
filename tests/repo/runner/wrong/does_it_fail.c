/* SPDX-License-Identifier: MIT */
#include "../../../pool/unit/unit.h"

static void it_does(void)
{
	CHECK_EQ(1, 2);
}

static void it_does_not(void)
{
	CHECK_EQ(1, 1);
}

void does_it_fail(void)
{
	CASE(it_does);
	CASE(it_does_not);
}
