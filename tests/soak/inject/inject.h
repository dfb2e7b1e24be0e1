/* SPDX-License-Identifier: MIT
 * INJECT=kind: make the run misbehave once, at a random point, as a program, an allocator or a
 * machine with that error would. What the soak is for is to notice.
 *
 *     inject.c         the point, and what is done between two operations
 *     inject_answer.c  answers that are lies: of the heap, its queries, pools
 *     inject_tags.c    tags that are charged, credited or freed wrongly
 *     inject_pools.c   misuse of object pools
 *     inject_flip.c    one bit, anywhere */
#ifndef SOAK_INJECT_H
#define SOAK_INJECT_H

#include "shadow.h"
#include "soak.h"

/* The point is reached: the first opportunity is to be taken. */
extern bool inject_ready;
const char *inject_name(enum injection kind);

/* "leak, double-free, ...": all kinds, for a message. */
void inject_print_names(void);

/* NULL, or why a kind cannot be noticed, or not be done, in this run. */
const char *inject_impossible(enum injection kind, bool wrap);

/* Choose the point, from the seed. */
void inject_start(void);

/* The run goes on from a mark: what was done before it is not done again. */
void inject_resumed(void);

/* At an allocation: true iff a lie, `*answer`, takes the place of the request. */
bool inject_answer(uint32_t size, uint32_t align, void **answer);

/* The same at a realloc. */
bool inject_resize(void *block, uint32_t old, uint32_t size, struct place from, void **answer);

/* At a free: true iff the block is to be forgotten instead. */
bool inject_before_free(void *block, uint32_t size, struct place place);
void inject_after_free(void *block, struct place place);

/* Is this kind's point reached? */
static inline bool inject_wants(enum injection kind)
{
	return rarely(inject_ready) && soak.injection == kind;
}
/* It was done, and is not due again. */
void inject_done(void);

/* Both at once: is it to be done now? */
static inline bool inject_due(enum injection kind)
{
	if (!inject_wants(kind))
		return false;
	inject_done();
	return true;
}

/* Now and then, between operations. */
void inject_between(void);

/* Before a round begins. */
void inject_round(void);

/* Blocks that INJECT=fragmentation holds, for good. */
uint32_t inject_pins(void);

/* A line that says what was done, when; nothing where nothing was. */
void inject_tell(void);

/* A random bit of a live block, of free memory, of a free link, of the metadata or of the heap's
 * record; false: there is none now. */
bool inject_flip(void);
void inject_tell_flip(void);

/* INJECT=reset begins the run anew: a chip has its arguments of its debugger. */
#ifdef PORT_BARE_METAL
#define inject_keep_arguments(argv) ((void)(argv))
#else
extern char **inject_arguments;
#define inject_keep_arguments(argv) (inject_arguments = (argv))
#endif

#endif
