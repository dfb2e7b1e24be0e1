/* SPDX-License-Identifier: MIT
 * The heaps that are written to. */
#include "strays.h"

#define G TARN_ALIGN

static const struct tarn_class one[] = {{2 * G, 5, 0, TARN_REFUSE}};
static const struct tarn_class two[] = {
	{1 * G, 3, 0, TARN_TO_COMMONS | TARN_TO_LARGER},
	{2 * G, 4, 0, TARN_REFUSE},
};
static const struct tarn_class with_commons[] = {{1 * G, 3, 0, TARN_TO_COMMONS}};

const struct world worlds[] = {
	{"commons", one, 0, 12, {1, 2, 4, 0}, {0}, 5, 0},
	{"resize", one, 0, 7, {1, 3, 0}, {2, 0}, 5, 0},
	{"pool", one, 1, 0, {2, 0}, {1, 0}, 6, 4},
	{"classes", two, 2, 0, {1, 2, 0}, {2, 0}, 6, 1},
	{"both", with_commons, 1, 7, {1, 2, 3, 0}, {2, 0}, 5, 0},
	{NULL, NULL, 0, 0, {0}, {0}, 0, 0},
};
const struct world *world;
