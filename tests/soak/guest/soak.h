/* SPDX-License-Identifier: MIT
 * What the soak's parts share: the run's arguments, its random numbers, its digest and how it
 * fails. A layer uses only the layers above it:
 *
 *     pattern  gaps                   tools
 *     budget  shadow                  what each tag holds (TAGS=); where every block lies
 *     block  loan                     verified operations on slots; blocks outside slots
 *     worlds  stand                   object pools; verified operations on one
 *     audit  inject  settle           checks of the whole heap; misbehaviour
 *     mark                            points to continue from
 *     frames firmware exhaust replay pools packed demo bursts strays tags fixed interrupt
 *                                     the scenarios
 *     progress  sample  maps  main    the lines printed, the schedule, the verdict
 *
 * Every layer uses progress.h, which counts the operations. */
#ifndef SOAK_H
#define SOAK_H

#include <stdbool.h>
#include <stdint.h>

#include "inject_kinds.h"
#include "random.h"
#include "tarn.h"

/* What the soak's size depends on: the arena, and nothing else. So the same ARENA gives the same
 * sequence of operations, and the same digest, on every machine. (tests/soak/traces decides how
 * much of a recorded program is replayed.) */
#define SOAK_ARENA ((uint32_t)TARN_ARENA_SIZE)
_Static_assert(TARN_ARENA_SIZE >= 2048, "the soak needs ARENA=2K or more");
_Static_assert(TARN_ARENA_SIZE % 256 == 0, "the soak needs an ARENA of whole 256 bytes");

/* Blocks that the soak can hold at once; those that no scenario uses, because INJECT=fragmentation
 * pins its blocks there; and the others. */
#define SOAK_SLOTS  (SOAK_ARENA > 2097152 ? 65536u : SOAK_ARENA / 32)
#define SOAK_PINS   8
#define SOAK_USABLE (SOAK_SLOTS - SOAK_PINS)

/* Are there object pools, a packed array and the demo? How many pools at once, of how many objects,
 * with how many overflow chunks? */
#define SOAK_POOLS    (TARN_ARENA_SIZE >= 6144)
#define SOAK_STANDS   (SOAK_ARENA < 16384 ? 1 : SOAK_ARENA < 65536 ? 2 : 4)
#define SOAK_CAPACITY (SOAK_ARENA < 16384 ? 8 : 24)
#define SOAK_CHUNKS   (SOAK_ARENA < 16384 ? 1 : 3)

/* Blocks outside slots: each pool's own and its chunks, the packed array's, the demo's, the
 * strays'. */
#define SOAK_LOANS (SOAK_STANDS * (1 + SOAK_CHUNKS) + 3)

#define GRANULE_BYTES ((uint32_t)TARN_ALIGN)

/* The largest alignment that is requested. The arena's base has it (linker/arena.ld). */
#define SOAK_ALIGN_MAX (SOAK_ARENA >= 16384 ? 256u : 64u)

/* Compiled into its callers: because they know its arguments, or to save the call. */
#define specialised static inline __attribute__((always_inline))

#define rarely(condition) __builtin_expect(!!(condition), 0)
#define mostly(condition) __builtin_expect(!!(condition), 1)

/* Variables that the tick's handler and the main program share. On the chip both run on one core;
 * on the host they are threads. */
#ifdef PORT_BARE_METAL
#define get_shared(where)        (*(volatile __typeof__(*(where)) *)(where))
#define set_shared(where, value) (*(volatile __typeof__(*(where)) *)(where) = (value))
#else
#define get_shared(where)        __atomic_load_n(where, __ATOMIC_RELAXED)
#define set_shared(where, value) __atomic_store_n(where, value, __ATOMIC_RELAXED)
#endif

extern char soak_arena[] __asm("__tarn_arena_start");

struct soak {
	/* the arguments */
	const char *board;
	const char *stop_file; /* the run ends if it exists; NULL: none */
	uint32_t seed;
	uint32_t scenarios; /* a bit each */
	uint64_t limit_ops; /* 0: no limit */
	uint64_t limit_ms;  /* 0: no limit */
	bool logged;        /* samples and marks are printed, too */
	bool maps;          /* a map is printed each second */
	bool examine;       /* after the last operation comes an audit, and nothing else */
	enum injection injection;
	uint64_t after; /* operations before an injection may come */

	/* the run so far */
	uint64_t ops; /* in the digest, as last counted: see operations() */
	uint64_t interrupt_ops;
	uint64_t ms;
	uint32_t interrupt_ms; /* milliseconds beside a tick */
	uint64_t refused;
	uint64_t ticks;
	uint64_t nested; /* how often the second interrupt preempted the tick's handler */
	uint32_t rounds;
	uint32_t random;
	uint32_t digest[2];
	uint32_t faults;
	bool stopping;
	bool steady;          /* no audits now: at level 3 they empty the quarantine */
	bool shared;          /* a tick uses the heap, too */
	const char *scenario; /* now running */
};
extern struct soak soak;

/* A random number, 0 .. bound - 1. */
static inline uint32_t below(uint32_t bound)
{
	return random_below(&soak.random, bound);
}

/* A random number, low .. high. */
static inline uint32_t between(uint32_t low, uint32_t high)
{
	return random_between(&soak.random, low, high);
}

/* True once in `n` times. */
static inline bool once_in(uint32_t n)
{
	return below(n) == 0;
}
/* Enters an outcome into the digest: two lanes of 32 bits, so that Armv6-M needs no libgcc. */
static inline void digest(uint32_t value)
{
	uint32_t low = (soak.digest[0] ^ value) * 16777619u;

	soak.digest[1] = ((soak.digest[1] << 7 | soak.digest[1] >> 25) ^ low) * 2246822507u + value;
	soak.digest[0] = low ^ low >> 15;
}

/* Ends the run: prints the reason and the verdict. Not for the tick's handler. */
_Noreturn void fail(const char *reason);
/* The same, with a line that says more: a text and three numbers. */
_Noreturn void fail_at(const char *reason, const char *what, uint32_t a, uint32_t b, uint32_t c);

/* Prints SOAK PASS and ends the program with status 0. */
_Noreturn void verdict_pass(void);

/* From now on, every fault that Tarn raises ends the run. */
void verdict_watch_faults(void);

/* For the tick's handler: remembers the reason. The run fails as soon as the main program looks. */
void fail_later(const char *reason);
extern const char *fail_pending; /* written by fail_later; here so that looking costs no call */

static inline void fail_if_pending(void)
{
	const char *reason = get_shared(&fail_pending);

	if (rarely(reason != NULL))
		fail(reason);
}

#endif
