/* SPDX-License-Identifier: MIT
 * The harness of the unit tests: the same on the host and on every board, in 8 KB of RAM.
 *
 * A file asks one question, and each of its cases answers a part of it. All cases work in the
 * linker's arena, on the two heaps below. Before a case, the harness fills the arena with rubbish.
 * Afterwards it removes the heaps from the registry. The case fails if it left an unexpected
 * fault. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tarn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Checks: each failed one prints file:line, what, and both values ------------------- */

#define CHECK(condition) unit_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(actual, expected) \
	unit_equal((uint64_t)(actual), (uint64_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_PTR(actual, expected) \
	unit_equal((uintptr_t)(actual), (uintptr_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_TEXT(actual, expected) \
	unit_same_text((actual), (expected), #actual, __FILE__, __LINE__)

bool unit_check(bool holds, const char *what, const char *file, int line);
bool unit_equal(uint64_t actual, uint64_t expected, const char *what, const char *file, int line);
bool unit_same_text(const char *actual, const char *expected, const char *what, const char *file,
		    int line);

/* What a class may overflow into in any build. */
#define ANY_COMMONS       (TARN_COMMONS ? TARN_TO_COMMONS : TARN_REFUSE)
#define NEED_POOLS        SKIP_UNLESS(TARN_POOLS, "built without pools")
#define NEED_COMMONS      SKIP_UNLESS(TARN_COMMONS, "built without commons")
#define NEED_LEVEL(level) SKIP_UNLESS(TARN_HARDEN >= (level), "from level " #level " on")
#define NEED_ARENA(bytes) SKIP_UNLESS(unit_arena_bytes() >= (bytes), "needs an arena of " #bytes)

/* Leaves the case, and prints why it does not apply here: a level, a zone, an arena too small. */
#define SKIP_UNLESS(condition, reason)     \
	do {                               \
		if (!(condition)) {        \
			unit_skip(reason); \
			return;            \
		}                          \
	} while (0)
void unit_skip(const char *reason);

/* Leaves the case if this does not hold. A check inside has printed why. */
#define NEED(made)              \
	do {                    \
		if (!(made))    \
			return; \
	} while (0)

/* ---- Cases ------------------------------------------------------------------------------ */

#define CASE(function) unit_case(#function, function)
void unit_case(const char *name, void (*run)(void));

/* ---- Sizes ------------------------------------------------------------------------------ */

/* The block that holds `bytes` of the caller's, at this level and alignment. Tests count in bytes
 * of the caller's, so that they ask the same at every level. */
#define UP(bytes)    (((bytes) + TARN_ALIGN - 1) & ~((uint32_t)TARN_ALIGN - 1))
#define BLOCK(bytes) UP((bytes) + TARN_RECORD)
/* The most bytes that a caller may use in a block of `block` bytes. */
#define ROOM(block) ((block)-TARN_RECORD)

/* ---- Heaps ------------------------------------------------------------------------------ */

extern struct tarn_heap unit_heap, unit_other;

/* The arena and its size. It is aligned to at least 16. */
unsigned char *unit_arena(void);
uint32_t unit_arena_bytes(void);

/* Fills the arena with bytes that no code may rely on. */
void unit_spoil(unsigned char byte);

/* Makes `heap` with `classes` classes at the start of the arena. If tarn_init refuses, the check
 * fails. Each heap's table lives until the heap is made again. */
__attribute__((warn_unused_result)) bool unit_make(struct tarn_heap *heap, void *arena,
						   uint32_t bytes, const struct tarn_class *first,
						   uint32_t classes);
#define MAKE(bytes, ...)                                                                       \
	unit_make(&unit_heap, unit_arena(), (bytes), (const struct tarn_class[]){__VA_ARGS__}, \
		  sizeof((const struct tarn_class[]){__VA_ARGS__}) / sizeof(struct tarn_class))
#define MAKE_COMMONS(bytes) unit_make(&unit_heap, unit_arena(), (bytes), NULL, 0)

/* The table of a heap that unit_make made. */
const struct tarn_table *unit_table(const struct tarn_heap *heap);

/* The arena that a table needs, by the sizing law as tarn_init reports it. There is no room to
 * spare: the commons, if any, are then as small as possible. */
uint32_t unit_needs(const struct tarn_class *first, uint32_t classes);

/* tarn_check returns 0; otherwise the check prints the invariant and the place. */
#define CHECK_SOUND(heap) unit_sound((heap), __FILE__, __LINE__)
bool unit_sound(struct tarn_heap *heap, const char *file, int line);

/* A hash of a heap's state: its arena, and its record without the counts of faults. */
uint32_t unit_state(const struct tarn_heap *heap);

/* Level 3: makes the quarantine give everything back, by a request that nothing can serve. It
 * counts as refused, on the commons. */
bool unit_drain(struct tarn_heap *heap);

uint32_t unit_live(struct tarn_heap *heap, uint32_t index);
uint64_t unit_refused(struct tarn_heap *heap, uint32_t index);
uint32_t unit_longest(struct tarn_heap *heap);
uint32_t unit_commons_free(struct tarn_heap *heap);

/* ---- Faults ----------------------------------------------------------------------------- */

extern uint32_t unit_faults;         /* raised since the case began, less the expected ones */
extern struct tarn_fault unit_fault; /* the last one */

/* There was one fault of this kind, for this pointer, since the last expected one, and no other. */
#define EXPECT_FAULT(kind, heap, pointer) unit_expect((kind), (heap), (pointer), __FILE__, __LINE__)
bool unit_expect(enum tarn_fault_kind kind, struct tarn_heap *heap, const void *pointer,
		 const char *file, int line);

/* Frees `pointer`. This must raise the fault `kind`, and change nothing but the count of faults. */
#define REFUSES(kind, heap, pointer) unit_refuses((kind), (heap), (pointer), __FILE__, __LINE__)
void unit_refuses(enum tarn_fault_kind kind, struct tarn_heap *heap, void *pointer,
		  const char *file, int line);

/* ---- Contents --------------------------------------------------------------------------- */

/* The first writes a pattern that depends on `seed`. The second checks the first `bytes` of it. */
void unit_fill(void *block, size_t bytes, uint32_t seed);
bool unit_holds(const void *block, size_t bytes, uint32_t seed);

/* Does the text begin with the word? */
bool unit_begins(const char *text, const char *word);

#ifdef __cplusplus
}
#endif

#endif
