/* SPDX-License-Identifier: MIT
 * The tables of the bench's heaps. */
#ifndef BENCH_TARN_TABLES_H
#define BENCH_TARN_TABLES_H

#include "../load.h"
#include "tarn.h"

/* A table of pools only, fitted to a workload. It has a class for each of the workload's sizes
 * (W3: 16 classes up to 512 B). A class has `permille` of the blocks that are live at the
 * workload's peak. The class of W1 fills the arena, although the workload needs only 64 blocks.
 * If a pool is empty, larger pools serve the request, never the commons. Valid until the next
 * call. */
const struct tarn_table *tables_pools(enum load_kind kind, uint32_t arena, uint32_t permille);

/* The 16 classes of W3, with `blocks` blocks each. Valid until the next call. */
const struct tarn_table *tables_equal(uint32_t blocks);

/* The largest request of class `index` of the last table. */
uint32_t tables_pools_size(uint32_t index);

/* The class of `table` for a request of `size` bytes; table->classes if there is none. */
uint32_t tables_class(const struct tarn_table *table, uint32_t size);

#endif
