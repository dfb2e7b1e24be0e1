/* SPDX-License-Identifier: MIT
 * Functions that the programs of tests/port/clients share. They call Tarn and print without the
 * libc, so they allocate nothing. At exit, after every destructor, they print "-- counters --",
 * the leaks and one line of sums (tests/port/clients/README.md). With CLIENT_PLAIN the program
 * has the libc's own malloc, and they print nothing. */
#ifndef CLIENTS_CLIENT_H
#define CLIENTS_CLIENT_H

#include <stdint.h>

/* The status of a program that was refused memory, freed what it had and ended in order. */
#define CLIENT_NO_MEMORY 3

/* Call it first in main(). It refuses arguments other than arena=N (support/arena_target.c) and
 * probe=TEXT (tests/port/clients/probe). */
void client_begin(int argc, char **argv);

/* Samples how full the heap is. The report has the largest sample. It takes a few hundred
 * instructions. */
void client_sample(void);

/* The requests that Tarn has refused so far, for programs that continue after a refusal. */
uint32_t client_refused(void);

/* FNV-1a of `length` bytes, continued from `hash` (0 the first time), for outputs too long to
 * print. */
uint32_t client_hash(uint32_t hash, const void *bytes, uint32_t length);

/* Makes the libc free its own blocks: libc.c. */
void client_free_libc(void);

#endif
