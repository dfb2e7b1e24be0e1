/* SPDX-License-Identifier: MIT
 * A program that writes to freed blocks, and to objects that were put. It damages a heap and a pool
 * of its own, which lie in a block of the default heap. The faults `link` and `use-after-free` are
 * expected there. Everything else must hold:
 * - a new block lies in the heap and overlaps no other;
 * - what is live keeps its contents;
 * - a reset brings all of the pool's objects back. */
#include "inject.h"
#include "loan.h"
#include "pattern.h"
#include "progress.h"
#include "scenario.h"
#include "tarn_object.h"
#include "tarn_table.h"

/* The books come first. They have room for those of a 64-bit host, and for each tag's, so that the
 * heap has the same size on every machine. */
#define TAGS  (TARN_TAGS ? (TARN_TAGS + 1) * 24u : 0)
#define BOOKS (1024u + TAGS)
#define BLOCK ((SOAK_ARENA < 16384 ? 2048u : 4096u) + TAGS)
#define ARENA (BLOCK - BOOKS)

#define LIVES   12
#define FREED   8
#define OBJECTS 8
#define LARGEST 120
#define AROUND  64
#define ENOUGH  200 /* after so many writes, at least one must have raised a fault */

#define CLASSES(CLASS)                   \
	CLASS(16, 8, 0, TARN_TO_COMMONS) \
	CLASS(48, 3, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);

/* A slot is 32 bytes everywhere. Before an object lie its tag, and from level 2 on its owner, in
 * whole words. */
#define SLOT   32
#define BEFORE (TARN_HARDEN >= 2 ? 8 : sizeof(void *))
struct prey {
	uint32_t word[(SLOT - BEFORE) / 4];
};
TARN_OBJECT_TYPE(herd, struct prey, OBJECTS, TARN_OBJECT_REFUSE);
_Static_assert((int)herd_stride == SLOT, "the strays' slots");

struct piece {
	unsigned char *at; /* NULL: none */
	uint32_t size;
	uint32_t name;
};

struct books {
	struct tarn_heap heap;
	struct herd herd;
	uint32_t names;
	uint32_t writes;
	uint32_t faults;
	uint32_t lives;
	uint32_t objects;
	struct piece live[LIVES];
	struct piece freed[FREED]; /* nobody got them since */
	struct prey *object[OBJECTS];
};
_Static_assert(sizeof(struct books) <= BOOKS, "the books of the strays");

static loan place;
static struct books *books;

static unsigned char *arena_of(void)
{
	return (unsigned char *)books + BOOKS;
}

bool strays_own(const struct tarn_heap *heap)
{
	return place && heap == &books->heap;
}

bool strays_expect(const struct tarn_fault *fault)
{
	if (!strays_own(fault->heap) ||
	    (fault->kind != TARN_FAULT_LINK && fault->kind != TARN_FAULT_USE_AFTER_FREE))
		return false;
	books->faults++;
	return true;
}

/* ---- What must hold ----------------------------------------------------------------------- */

static void expect(bool holds, const char *reason, uint32_t what)
{
	if (rarely(!holds))
		fail_at(reason, "what, blocks, writes to freed memory", what, books->lives,
			books->writes);
}

static void verify(const struct piece *piece)
{
	expect(pattern_verify(piece->at, piece->name, piece->size) == PATTERN_WHOLE,
	       "stray-contents", piece->size);
}

static bool apart(const struct piece *a, const struct piece *b)
{
	return !b->at || a->at + a->size <= b->at || b->at + b->size <= a->at;
}

/* The pool's own memory is a block like any other. */
static struct piece herd_piece(void)
{
	return (struct piece){books->herd.core.part.base - herd_head,
			      TARN_OBJECT_BYTES(herd, OBJECTS), 0};
}

static void judge_block(const struct piece *piece)
{
	struct piece herd = herd_piece();
	uintptr_t offset = (uintptr_t)piece->at - (uintptr_t)arena_of();

	expect(offset % TARN_ALIGN == 0 && offset < ARENA && piece->size <= ARENA - offset,
	       "stray-block", (uint32_t)offset);
	expect(apart(piece, &herd), "stray-block", (uint32_t)offset);
	for (uint32_t i = 0; i < books->lives; i++)
		expect(apart(piece, &books->live[i]), "stray-block", (uint32_t)offset);
}

/* ---- Life ----------------------------------------------------------------------------------- */

/* Memory that was handed out again is not written to any more. Neither are its slack and record, at
 * levels 2 and 3: they are no larger than the distance between the classes. */
static void claim(const struct piece *piece)
{
	const struct piece all = {piece->at - AROUND, piece->size + 2 * AROUND, 0};

	for (uint32_t i = 0; i < FREED; i++)
		if (!apart(&all, &books->freed[i]))
			books->freed[i].at = NULL;
}

static uint32_t allocate(void)
{
	struct piece *piece = &books->live[books->lives];

	piece->size = between(1, LARGEST);
	piece->name = ++books->names;
	piece->at = tarn_alloc(&books->heap, piece->size);
	if (rarely(inject_ready) && books->lives && inject_due(INJECT_STRAY_BLOCK))
		piece->at = books->live[0].at;
	if (!piece->at)
		return 0;
	judge_block(piece);
	claim(piece);
	pattern_fill(piece->at, piece->name, 0, piece->size);
	books->lives++;
	return (uint32_t)(piece->at - arena_of());
}

static uint32_t give_back(void)
{
	uint32_t which = below(books->lives);
	struct piece piece = books->live[which];

	if (rarely(inject_ready) && inject_due(INJECT_STRAY_CONTENTS))
		*piece.at ^= 1;
	verify(&piece);
	books->live[which] = books->live[--books->lives];
	tarn_free(&books->heap, piece.at);
	books->freed[books->names % FREED] = piece;
	return (uint32_t)(piece.at - arena_of());
}

/* A random word of a freed block; NULL if the block has none. */
static uint32_t *freed_word(void)
{
	const struct piece *piece = &books->freed[below(FREED)];

	if (!piece->at || piece->size < 4)
		return NULL;
	return (uint32_t *)(void *)piece->at + below(once_in(2) ? 1 : piece->size / 4);
}

/* A random number; 0; what looks like an offset; what another freed block holds. */
static uint32_t stray_value(void)
{
	const uint32_t *other = freed_word();

	switch (below(4)) {
	case 0:
		return random32(&soak.random);
	case 1:
		return 0;
	case 2:
		return below(ARENA) & ~7u;
	default:
		return other ? *other : 1;
	}
}

static void stray(uint32_t *word)
{
	if (!word)
		return;
	*word = stray_value();
	books->writes++;
}

/* ---- Objects -------------------------------------------------------------------------------- */

static void get_object(void)
{
	struct prey *prey = herd_get(&books->herd);

	if (!prey)
		return;
	expect(books->objects < OBJECTS && herd_in_use(&books->herd, prey), "stray-block",
	       books->objects);
	for (uint32_t i = 0; i < books->objects; i++)
		expect(books->object[i] != prey, "stray-block", i);
	books->object[books->objects++] = prey;
}

static void put_object(void)
{
	uint32_t which = below(books->objects);
	struct prey *prey = books->object[which];

	herd_put(&books->herd, prey);
	books->object[which] = books->object[--books->objects];
	if (once_in(4))
		stray(&prey->word[once_in(2) ? 0 : below(6)]);
}

/* Gets and puts some objects, and writes to them. The outcome depends on the size of a pointer, so
 * the run's random numbers must not depend on it. */
static void ruin_objects(void)
{
	uint32_t random = soak.random;

	for (uint32_t turns = between(1, 4 * OBJECTS); turns; turns--) {
		if (books->objects && once_in(2))
			put_object();
		else
			get_object();
	}
	soak.random = random;
	(void)random32(&soak.random);
}

/* Whatever was written: all objects come back, and the pool is whole. */
static void reset_objects(void)
{
	tarn_object_reset(&books->herd.core);
	books->objects = 0;
	if (rarely(inject_ready) && inject_due(INJECT_STRAY_LOST))
		(void)herd_get(&books->herd);
	expect(tarn_object_check(&books->herd.core, NULL) == 0, "stray-lost", 0);
	for (uint32_t i = 0; i < OBJECTS; i++)
		get_object();
	expect(books->objects == OBJECTS, "stray-lost", books->objects);
	while (books->objects)
		herd_put(&books->herd, books->object[--books->objects]);
}

/* ---- One heap after the other -------------------------------------------------------------- */

static void make(void)
{
	books->lives = books->objects = 0;
	for (uint32_t i = 0; i < FREED; i++)
		books->freed[i].at = NULL;
	if (tarn_init(&books->heap, arena_of(), ARENA, &table, NULL) != TARN_OK)
		fail("pool-not-opened");
	if (!herd_open(&books->herd, &books->heap, OBJECTS, OBJECTS))
		fail("pool-not-opened");
}

static void drop(void)
{
	for (uint32_t i = 0; i < books->lives; i++)
		verify(&books->live[i]);
	reset_objects();
	expect(tarn_object_close(&books->herd.core), "pool-not-closed", 0);
	tarn_forget(&books->heap);
}

static void leave(void)
{
	tarn_free(&tarn_default, books);
	loan_give(place);
	place = 0;
}

static bool begin(struct share share)
{
	void *block = tarn_alloc(&tarn_default, BLOCK);

	(void)share;
	place = loan_take(block, BLOCK, TARN_ALIGN);
	if (!place)
		return false;
	books = block;
	*books = (struct books){.names = 0};
	make();
	return true;
}

static bool step(void)
{
	uint32_t choice = below(64);
	uint32_t outcome = choice;

	if (choice == 0) {
		drop();
		make();
	} else if (choice < 4) {
		ruin_objects();
		reset_objects();
	} else if (choice < 12) {
		stray(freed_word());
	} else if (books->lives && (choice < 36 || books->lives == LIVES)) {
		outcome = give_back();
	} else {
		outcome = allocate();
	}
	digest(outcome);
	count_operation();
	return true;
}

static void end(void)
{
	if (!place)
		return;
	drop();
	if (rarely(inject_ready) && inject_due(INJECT_STRAY_UNSEEN))
		books->faults = 0, books->writes = ENOUGH;
	expect(books->writes < ENOUGH || books->faults, "stray-unseen", books->faults);
	leave();
}

const struct scenario strays = {"strays", begin, step, end, NULL};
