/* SPDX-License-Identifier: MIT
 * The single copies of the `inline` functions (compiler.h), for callers that do not inline them. */
#include "give.h"

#if !COUNTS_ZEROS
extern inline uint32_t leading_zeros(uint32_t word);
#endif
extern inline uint32_t pair_length(const struct pair *pair, uint32_t start, uint32_t index);
extern inline uint32_t run_length(const struct tarn_heap *heap, uint32_t offset);
extern inline uint32_t run_length_before(const struct tarn_heap *heap, uint32_t offset);
extern inline void run_length_set(const struct tarn_heap *heap, uint32_t offset, uint32_t length);
extern inline void live_flip(const struct tarn_heap *heap, uint32_t offset);
extern inline void start_flip(const struct tarn_heap *heap, uint32_t offset);
extern inline uint32_t bin_of(uint32_t granules);
extern inline bool list_remove(struct tarn_heap *heap, uint32_t offset);
extern inline void list_push(struct tarn_heap *heap, uint32_t offset, uint32_t bin);
extern inline void insert(struct tarn_heap *heap, uint32_t offset, uint32_t length);
