/* SPDX-License-Identifier: MIT
 * The heaps of which every state is visited. */
#ifndef TESTS_MODEL_WORLDS_H
#define TESTS_MODEL_WORLDS_H

#include "states.h"

#define G TARN_ALIGN

static const struct tarn_class two_by_six[] = {{1 * G, 6, 0, TARN_TO_LARGER}, {2 * G, 6, 0, 0}};
static const struct tarn_class two_by_four[] = {
	{1 * G, 4, 0, TARN_TO_LARGER | TARN_TO_LAST},
	{3 * G, 4, 0, 0},
};
static const struct tarn_class two_by_three[] = {
	{1 * G, 3, 0, TARN_TO_COMMONS | TARN_TO_LARGER},
	{2 * G, 3, 0, TARN_TO_COMMONS},
};
static const struct tarn_class one_large[] = {{40 * G, 3, 0, TARN_TO_COMMONS}};

static const struct world worlds[] = {
	{"two-classes-by-six", two_by_six, 2, 0, {1, 2}, 255, false, 0xff},
	{"two-classes-by-four", two_by_four, 2, 0, {1, 2}, 255, false, 0},
	{"commons-of-12", NULL, 0, 12, {1, 2, 3, 5, 12}, 255, true, 0xff},
	{"pools-and-commons", two_by_three, 2, 6, {1, 2, 3}, 255, true, 0xff},
	{"long-runs-over-ones", NULL, 0, 100, {1, 31, 32, 33, 64, 65}, 3, true, 0xff},
	{"long-runs-over-zeros", NULL, 0, 100, {1, 31, 32, 33, 64, 65}, 4, false, 0},
	{"long-runs-over-rubbish", NULL, 0, 130, {1, 31, 33, 64, 65}, 3, true, RANDOM},
	{"large-blocks", one_large, 1, 70, {1, 33, 40, 64}, 5, false, RANDOM},
	{NULL, NULL, 0, 0, {0}, 0, false, 0},
};

#undef G
#endif
