/* SPDX-License-Identifier: MIT
 * INJECT=kind: makes the run misbehave once, at a random point, as a program, an allocator or a
 * machine with that error would. The soak must notice it.
 *
 *     inject.c         the point, and what is done between two operations
 *     inject_answer.c  wrong answers of the heap, its queries and pools
 *     inject_tags.c    tags that are charged, credited or freed wrongly
 *     inject_pools.c   misuse of object pools
 *     inject_flip.c    one bit, anywhere */
#ifndef SOAK_INJECT_H
#define SOAK_INJECT_H

#include "shadow.h"
#include "soak.h"

/* The point is reached: inject at the first opportunity. */
extern bool inject_ready;
const char *inject_name(enum injection kind);

/* Prints all kinds for a message: "leak, double-free, ...". */
void inject_print_names(void);

/* Returns NULL, or why this run cannot inject the kind or cannot notice it. */
const char *inject_impossible(enum injection kind, bool wrap);

/* Chooses the point, from the seed. */
void inject_start(void);

/* The run continues from a mark: what was injected before the mark is not injected again. */
void inject_resumed(void);

/* At an allocation: true iff a wrong answer, `*answer`, replaces the request. */
bool inject_answer(uint32_t size, uint32_t align, void **answer);

/* The same at a realloc. */
bool inject_resize(void *block, uint32_t old, uint32_t size, struct place from, void **answer);

/* At a free: true iff the block is to be forgotten instead. */
bool inject_before_free(void *block, uint32_t size, struct place place);
void inject_after_free(void *block, struct place place);

/* Is the kind's point reached? */
static inline bool inject_wants(enum injection kind)
{
	return rarely(inject_ready) && soak.injection == kind;
}
/* The injection was made, and is not due again. */
void inject_done(void);

/* Both at once: is it to be made now? */
static inline bool inject_due(enum injection kind)
{
	if (!inject_wants(kind))
		return false;
	inject_done();
	return true;
}

/* To be called now and then, between operations. */
void inject_between(void);

/* To be called before a round begins. */
void inject_round(void);

/* The number of blocks that INJECT=fragmentation holds for good. */
uint32_t inject_pins(void);

/* Prints what was injected, and when; nothing if nothing was. */
void inject_tell(void);

/* Flips a random bit of a live block, of free memory, of a free link, of the metadata or of the
 * heap's record. Returns false if there is none now. */
bool inject_flip(void);
void inject_tell_flip(void);

/* ---- Object pools: called only once the point is reached ---------------------------------- */

struct stand;
struct thing;

/* Before a step with a pool: a misuse that suits it. */
void inject_misuse(struct stand *stand);

/* Replaces its get. */
struct thing *inject_get(struct stand *stand, uint32_t worth);

/* After the put of an object. */
void inject_put(struct stand *stand, struct thing *thing);

/* ---- Tags (TAGS=n): called only once the point is reached ---------------------------------- */

/* Between operations. */
void inject_unknown_tag(void);
void inject_miscounted(void);
void inject_unrefused(void);
void inject_swapped(void);

/* After the free of a block: does not credit its bytes. */
void inject_tag_leak(const struct place *place);

/* Before all blocks of a tag are freed. True iff none is to be freed. */
bool inject_free_tag(uint32_t tag);

/* They replace a request: served beyond the limit, or refused within it. They return false if the
 * request is not of that kind. */
bool inject_beyond(uint32_t size, void **answer);
bool inject_within(uint32_t size, uint32_t align);

/* ---- The machine --------------------------------------------------------------------------- */

/* INJECT=reset restarts the program, with the same arguments. A chip gets them from its
 * debugger. */
#ifdef PORT_BARE_METAL
#define inject_keep_arguments(argv) ((void)(argv))
#else
extern char **inject_arguments;
#define inject_keep_arguments(argv) (inject_arguments = (argv))
#endif

#endif
