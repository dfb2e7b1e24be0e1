/* SPDX-License-Identifier: MIT */
#include "bench.h"

struct bench_slot bench_slot[BENCH_BLOCKS_MAX];
