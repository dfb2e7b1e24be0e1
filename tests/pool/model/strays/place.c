/* SPDX-License-Identifier: MIT
 * The heap under test, in the middle of inaccessible memory. Whatever offset a core follows, it
 * stays in the arena or crashes. A crash, an endless call and a wrong lock window are failures. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

#include "strays.h"

#define MIDDLE UINT64_C(0x200200000000)
#define AROUND (UINT64_C(1) << 33)
#define RECORD 16384 /* bytes for the heap's record, and for the gap after it */
#define BELOW  256   /* bytes below an arena that must not change */

struct tarn_heap *heap;
uint64_t calls;

static volatile uint64_t seen; /* the value of `calls` at the last tick */
static bool locked;

void __wrap_tarn_port_host_lock(void);
void __wrap_tarn_port_host_unlock(void);

void __wrap_tarn_port_host_lock(void)
{
	if (locked)
		wrong("lock windows nest");
	locked = true;
}

void __wrap_tarn_port_host_unlock(void)
{
	if (!locked)
		wrong("the lock is released twice");
	locked = false;
}

/* A call that lasts longer than a whole tick of the process's time counts as endless. */
static void on_signal(int number)
{
	if (number != SIGVTALRM)
		wrong("a call crashed");
	if (calls == seen)
		wrong("a call does not end");
	seen = calls;
}

static void open_memory(uint64_t at, uint32_t bytes)
{
	if (mprotect((void *)(uintptr_t)at, bytes, PROT_READ | PROT_WRITE))
		wrong("mprotect fails");
}

void place_open(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGVTALRM};
	struct itimerval ticks = {{0, 50000}, {0, 50000}};
	struct sigaction action;

	if (mmap((void *)(uintptr_t)(MIDDLE - AROUND), 2 * AROUND, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
		wrong("mmap fails");
	open_memory(MIDDLE, RECORD);
	open_memory(MIDDLE + 2 * RECORD, ARENA_MOST);
	heap = (struct tarn_heap *)(uintptr_t)MIDDLE;
	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	for (uint32_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, NULL);
	setitimer(ITIMER_VIRTUAL, &ticks, NULL);
}

/* It begins with zeros, as .bss does. */
unsigned char *place_arena(uint32_t bytes)
{
	unsigned char *end = (unsigned char *)(uintptr_t)(MIDDLE + 2 * RECORD + ARENA_MOST);
	uint32_t below = bytes + BELOW > ARENA_MOST ? 0 : BELOW;

	memset(end - bytes - below, 0, bytes + below);
	return end - bytes;
}

bool place_underrun(const unsigned char *arena)
{
	static const unsigned char zeros[BELOW];

	if ((uintptr_t)arena < MIDDLE + 2 * RECORD + BELOW)
		return false;
	return memcmp(arena - BELOW, zeros, BELOW) != 0;
}
