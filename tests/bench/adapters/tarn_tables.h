/* SPDX-License-Identifier: MIT
 * The tables that the bench sets Tarn up with. */
#ifndef BENCH_TARN_TABLES_H
#define BENCH_TARN_TABLES_H

#include "../load.h"
#include "tarn.h"

/* A table of pools only, fitted to a workload: a class for each of its sizes (W3: 16 classes
 * up to 512 B), with as many blocks as the workload has live at its peak, or `permille` of
 * them. W1, which needs but 64, gets what fills the arena. An empty pool is helped out by the
 * larger ones, never by the commons. Valid until the next call. */
const struct tarn_table *tables_pools(enum load_kind kind, uint32_t arena, uint32_t permille);

/* The 16 classes of W3, so many blocks of each. Valid until the next call. */
const struct tarn_table *tables_equal(uint32_t blocks);

/* The caller's bytes of class `index` of that table. */
uint32_t tables_pools_size(uint32_t index);

/* The class of `table` that a request of `size` bytes belongs to; table->classes: none. */
uint32_t tables_class(const struct tarn_table *table, uint32_t size);

#endif
