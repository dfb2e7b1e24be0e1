/* SPDX-License-Identifier: MIT
 * The array of tests/pool/cxx/bare/do_two_languages_agree.cc, declared in C (twin.c). */
#ifndef TESTS_CXX_TWIN_H
#define TESTS_CXX_TWIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct twin_large { /* so large that a call moves it */
	uint32_t word[19];
};
#define TWIN_CAPACITY 9
#define TWIN_FEW      5
#define TWIN_FEWER    4

extern const size_t twin_bytes, twin_record;

bool twin_init(void *memory, size_t bytes);
void twin_close(void);
void twin_group(void);
uint32_t twin_activate(void);
bool twin_deactivate(uint32_t index);
bool twin_swap(uint32_t i, uint32_t j);
void twin_sort(void);
uint32_t twin_attach(bool other, uint32_t index);
bool twin_detach(bool other, uint32_t index);
void twin_clear(void);
/* Keeps the handle of an element. Returns the index of the one that was kept before. */
uint32_t twin_keep(uint32_t index);
/* A checksum of everything that can be read of the array, its bookkeeping included. */
void twin_write(uint32_t index, uint32_t value);
uint32_t twin_state(void);
uint32_t twin_check(void);

static inline uint32_t mixed(uint32_t sum, uint32_t value)
{
	return (sum ^ value) * UINT32_C(0x01000193) + (sum >> 15);
}

#ifdef __cplusplus
}
#endif

#endif
