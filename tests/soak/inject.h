/* SPDX-License-Identifier: MIT
 * INJECT=kind: make the run misbehave once, at a random point, as a program or an allocator
 * with that error would. What the soak is for is to notice. */
#ifndef SOAK_INJECT_H
#define SOAK_INJECT_H

#include "shadow.h"
#include "soak.h"

/* The point is reached: the first opportunity is to be taken. */
extern bool inject_ready;
const char *inject_name(enum injection kind);

/* "leak double-free ...": all kinds, for a message. */
void inject_print_names(void);

/* The lowest TARN_HARDEN at which a kind can be noticed. */
int inject_needs(enum injection kind);

/* Is there anything in this arena that it can be done to? */
bool inject_possible(enum injection kind);

/* Choose the point, from the seed. */
void inject_start(void);

/* At an allocation: answer NULL instead? */
bool inject_refusal(uint32_t size, uint32_t align);

/* At a free: true iff the block is to be forgotten instead. */
bool inject_before_free(void *block, uint32_t size, struct place place);
void inject_after_free(void *block, struct place place);

/* Is this kind's point reached? Then it is to be done now, and is not due again. */
bool inject_due(enum injection kind);

/* Now and then, between operations. */
void inject_between(void);

/* Before a round begins. */
void inject_round(void);

/* Blocks that INJECT=fragmentation holds, for good. */
uint32_t inject_pins(void);

#endif
