/* SPDX-License-Identifier: MIT
 * The parts of a pool of objects: its slots, its type, its record. The fields are private. They
 * stand here because the compiler needs them. pool/object/README.md explains them. */
#ifndef TARN_OBJECT_TYPE_H
#define TARN_OBJECT_TYPE_H

#include "tarn_object_core.h"

TARN_C_BEGIN_

/* ---- A type: constant ------------------------------------------------------------------- */

/* The constants that get and put read. The compiler knows them wherever the type is declared. */
struct tarn_object_facts {
	uint32_t options;
	uint32_t stride;  /* bytes of a slot; odd << shift */
	uint32_t inverse; /* odd * inverse == 1 */
	uint32_t link;    /* bytes from a free object to its link */
	uint16_t head;    /* bytes of a slot before the object */
	uint8_t shift;
	uint8_t index_bits; /* of a handle: the number of the slot in the pool */
};

enum tarn_object_event {
	TARN_OBJECT_ONCE,
	TARN_OBJECT_INIT,
	TARN_OBJECT_RESET,
	TARN_OBJECT_DESTROY,
	TARN_OBJECT_IN_USE,
	TARN_OBJECT_STEP,
	TARN_OBJECT_WHICH /* the hooks that there are: 1 << event, or'ed */
};

struct tarn_object_part;
struct tarn_object_policy;

struct tarn_object_type {
	struct tarn_object_facts facts;
	const char *name;
	const struct tarn_object_policy *policy; /* NULL: a full pool refuses */
	uint32_t (*hook)(enum tarn_object_event event, void *object); /* NULL: it has none */
	uint8_t *siblings; /* how many pools have a number; NULL: the one on static storage */
	uint32_t size;
	uint32_t maximum;
	uint8_t align_bits; /* a slot is aligned to 1 << align_bits */
	uint8_t era_bits;   /* in a part's name: the era begins here */
#if TARN_HARDEN >= 2
	uint32_t keep_from; /* bytes of the object that are kept */
	uint32_t keep_to;
#endif
};

/* Functions that only some types need. Others do not link them. */
struct tarn_object_call;
struct tarn_object_policy {
	/* What to do when every slot is in use: pool/object/object.h, enum full. */
	uint32_t (*full)(struct tarn_object_pool *pool, void *slot, struct tarn_object_call *call,
			 void *caller);
	/* ROB_LEAST: the object in use with the lowest score, its score and its tag. */
	void *(*least)(struct tarn_object_pool *pool, uint32_t *score, uint32_t *tag);
	/* GROW */
	void (*give_back)(struct tarn_object_pool *pool, struct tarn_object_part *chunk);
	const struct tarn_object_hands *hands; /* of types with hooks; from level 2 on of all */
	const struct tarn_object_bits *bits;   /* BITS */
};
/* Whom a put tells: the port, or nobody. The type's calls say it, because only there is it constant
 * without optimization, too: a program without waits does not link the port's function. */
typedef void tarn_object_tell(struct tarn_object_pool *pool);
#define TARN_OBJECT_TELL_(options) ((options)&TARN_OBJECT_WAITED ? tarn_port_object_put : NULL)

struct tarn_object_waited { /* a policy with TARN_OBJECT_WAITED */
	struct tarn_object_policy policy;
	tarn_object_tell *told;
};
struct tarn_object_hands {
	void *(*get)(struct tarn_object_pool *pool, void *caller);
	void (*put)(struct tarn_object_pool *pool, void *slot, struct tarn_object_call *call);
	void (*rest)(struct tarn_object_pool *pool, const void *slot); /* a robbed object */
};
extern const struct tarn_object_hands tarn_object_hands_;
struct tarn_object_bits {
	/* Writes the marks of the 32 slots that begin at a slot, none of which is carved. */
	void (*begin)(struct tarn_object_pool *pool, const void *slot);
	/* Takes the idle slot of the lowest number, between hands. */
	void (*take)(struct tarn_object_pool *pool, void *slot);
	/* Makes a slot idle. */
	void (*give)(struct tarn_object_pool *pool, const void *slot);
};
extern const struct tarn_object_bits tarn_object_bits_;
uint32_t tarn_object_rob_oldest_(struct tarn_object_pool *pool, void *slot,
				 struct tarn_object_call *call, void *caller);
uint32_t tarn_object_rob_least_(struct tarn_object_pool *pool, void *slot,
				struct tarn_object_call *call, void *caller);
uint32_t tarn_object_grow_(struct tarn_object_pool *pool, void *slot, struct tarn_object_call *call,
			   void *caller);
void tarn_object_give_back_(struct tarn_object_pool *pool, struct tarn_object_part *chunk);

/* ---- A pool ------------------------------------------------------------------------------ */

/* TARN_OBJECT_BITS: two bits for each of 32 slots (tarn_object_bits.h). */
struct tarn_object_marks {
	uint32_t free;
	uint32_t here;
};

/* Slots in one piece: a pool's own, or an overflow chunk. A slot is in use, idle, vacant
 * (destroyed), spare (created again), retired, between hands (in a hook), or not carved: its number
 * is `limit` or more. */
struct tarn_object_part {
	uint32_t made; /* carved slots that are idle, in use or between hands */
	uint32_t idle; /* how many of them are idle */
	union {
		void *head; /* idle objects, the one put last first; linked through themselves */
		struct tarn_object_marks *marks; /* BITS, but for ROB_OLDEST: of slot 0 */
	};
	uint32_t origin;     /* -(address of slot 0's object) * inverse, as 32 bits */
	uint32_t limit;      /* slots that were carved */
	unsigned char *base; /* slot 0's object */
	uint32_t created;    /* slots whose tags hold, at least `limit` */
	uint32_t name;       /* a handle's `slot`, but for the slot's number in this part */
	union {
		uint32_t birth; /* the tag of a new slot */
		uint32_t some;  /* BITS, but for ROB_OLDEST: the summary of the free bits */
	};
	uint32_t capacity : 21;
	uint32_t hooks : 4;   /* 1 << event. This and what follows: of a pool's own part */
	uint32_t fixed : 1;   /* on TARN_OBJECT_STORAGE */
	uint32_t on_heap : 1; /* its slots are a block, whose heap stands after them */
	uint32_t lost : 1;    /* a damaged link cut slots off that are in nobody's hands */
	uint32_t unsure : 1;  /* it is unknown which of them have an object */
};

struct tarn_object_pool {
	struct tarn_object_part part; /* its own slots */
	const struct tarn_object_type *type;
	uint32_t calls; /* with an object between hands; in the high half those without one */
	struct tarn_entry entry; /* on the registry */
	uint32_t peak;
	uint32_t refused;
};

/* More of a part, if the type has hooks or grows. */
struct tarn_object_rest {
	void *vacant; /* as `head` */
	uint32_t vacants;
	void *spare;
	uint32_t spares;
	struct tarn_object_part *next; /* overflow chunks, by the numbers of their slots */
	uint32_t given_up;             /* slots that a reset gave up after damage */
};
struct tarn_object_chunk {
	struct tarn_object_part part;
	struct tarn_object_rest rest;
};

/* One call under way, of pool->calls. Nothing points into its stack: a hook may never return. */
struct tarn_object_hand {
	void *object; /* NULL: nothing is known of the calls under way */
	uintptr_t context;
	uintptr_t stack; /* above all that its hooks have there; or'ed with the reason (call.c) */
};

/* The record of a pool that has hooks, robs or grows. */
struct tarn_object_full_pool {
	struct tarn_object_pool core;
	struct tarn_object_hand hand;
	struct tarn_object_rest rest;
	struct tarn_object_part *active; /* GROW: where get and put look first */
	uint32_t live;                   /* GROW: objects in use or between hands */
	uint32_t total;                  /* GROW: slots of all parts */
	struct tarn_heap *heap;          /* GROW: of overflow chunks */
	uint32_t maximum;
	uint32_t name; /* GROW: of the next part, and its slots' first tag */
	uint32_t birth;
	uint32_t robbed;
	uint32_t grown;
	uint32_t shrunk;
#if TARN_TAGS > 0
	uint32_t tag; /* GROW: that chunks are charged to */
#endif
};

/* The head of an image. The slots follow as they lay, and with TARN_OBJECT_BITS their
 * marks. */
struct tarn_object_image {
	uint32_t sum; /* of all that follows */
	uint32_t magic;
	uint32_t kind;    /* of the pool's type, capacity and build */
	uint32_t version; /* the program's */
	uintptr_t base;   /* where slot 0 lay, which the links are true for */
	uintptr_t head;
	uintptr_t vacant;
	uintptr_t spare;
	uint32_t bytes; /* of the image */
	uint32_t made;
	uint32_t idle;
	uint32_t limit;
	uint32_t created;
	uint32_t name;
	uint32_t birth;
	uint32_t lost;
	uint32_t unsure;
	uint32_t peak;
	uint32_t refused;
	uint32_t vacants; /* from here on: of types with a rest, else 0 */
	uint32_t spares;
	uint32_t given_up;
	uint32_t live;
	uint32_t next_name;
	uint32_t next_birth;
	uint32_t robbed;
	uint32_t grown;
	uint32_t shrunk;
};

/* The tag of a slot. Above bit 0 it has the generation. Bit 0 says whether a handle was given.
 * While the object is in use, the tag is the complement of that, which is the `generation` of a
 * handle. */
#define TARN_OBJECT_HELD_       1u
#define TARN_OBJECT_GENERATION_ 2u
#define TARN_OBJECT_BIRTH_      (2u * TARN_OBJECT_GENERATION_) /* the first that there is */
#define TARN_OBJECT_RETIRED_    3u
#define TARN_OBJECT_ERA_        (UINT32_C(1) << 28) /* where new parts end an era */

/* ---- Private functions that inline code calls --------------------------------------------- */

/* Inside the lock: ends a call that had `object` between hands. */
void tarn_object_call_leave_(struct tarn_object_pool *pool, const void *object);
/* Inside the lock: the next slot of the active part, if nothing else has to be done for it. */
void *tarn_object_next_slot_(struct tarn_object_pool *pool);
/* Gets and puts in full, of types that need less. */
void *tarn_object_get_oldest_(struct tarn_object_pool *pool);
void *tarn_object_get_plain_(struct tarn_object_pool *pool);
void tarn_object_put_plain_(void *object, struct tarn_object_pool *pool);
/* Puts an object whose constructor threw: no hook runs. */
void tarn_object_unmake_(struct tarn_object_pool *pool, void *object);
/* Raises TARN_FAULT_CONTEXT: for an adapter whose wait is called where no task can wait. */
void tarn_object_cannot_wait_(struct tarn_object_pool *pool, void *caller);

TARN_C_END_

#endif
