/* SPDX-License-Identifier: MIT
 * What the programs of tests/clients share. The support itself calls Tarn and prints without libc,
 * and so allocates nothing. At exit, behind every destructor, it prints "-- counters --" and below
 * that Tarn's reports and one line of sums (tests/clients/README.md). With CLIENT_PLAIN the program
 * runs on the libc's own malloc, and there is nothing to print. */
#ifndef CLIENTS_CLIENT_H
#define CLIENTS_CLIENT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A program that was refused memory, gave back what it had and ended in order returns this. */
#define CLIENT_NO_MEMORY 3

/* First in main(): an argument other than arena=N (support/arena_target.c) is refused; probe=TEXT is
 * for tests/clients/probe. */
void client_begin(int argc, char **argv);

/* Look how full the heap is; the fullest look is reported. As often as one likes: a few hundred
 * instructions. */
void client_sample(void);

/* Requests that Tarn has refused so far: for programs that go on without. */
uint32_t client_refused(void);

/* FNV-1a of `length` bytes, begun with `hash` (0 the first time): outputs too long to print. */
uint32_t client_hash(uint32_t hash, const void *bytes, uint32_t length);

#ifdef __cplusplus
}
#endif

#endif
