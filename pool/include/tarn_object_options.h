/* SPDX-License-Identifier: MIT
 * The choices of a type of object pools: the `options` of the macros in tarn_object.h. */
#ifndef TARN_OBJECT_OPTIONS_H
#define TARN_OBJECT_OPTIONS_H

#include "tarn.h"

TARN_C_BEGIN_

enum tarn_object_option {
	/* The policy: what a get does when every object is in use. Exactly one of these five. */
	TARN_OBJECT_NEVER = 1,      /* raises TARN_FAULT_FULL, and returns NULL */
	TARN_OBJECT_REFUSE = 2,     /* returns NULL */
	TARN_OBJECT_ROB_OLDEST = 4, /* takes the one that was got longest ago; O(1) */
	TARN_OBJECT_ROB_LEAST = 8,  /* takes the one with the lowest .score; looks at all */
	TARN_OBJECT_GROW = 16,      /* takes more slots from a heap, up to a maximum; then returns
				     * NULL. Without a heap: TARN_FAULT_HEAP, and NULL */

	/* And any of these. */
	TARN_OBJECT_BITS = 32,         /* bits for each object in place of a tag; no handles */
	TARN_OBJECT_KNOWS = 64,        /* no tags: .in_use tells. No handles. A double put is not
				      * detected. With tarn_object_prewarm or tarn_object_reset,
				      * .once and .reset must leave the object not in use */
	TARN_OBJECT_UNLOCKED = 128,    /* takes no lock: for one context at a time */
	TARN_OBJECT_LAZY = 256,        /* .reset runs when an existing object is got, not put */
	TARN_OBJECT_LINE = 512,        /* an object has cache lines of its own: nothing of Tarn's or
				      * of another object is there, so a DMA may write to it. Tarn
				      * writes to it in get and put: clean its lines between a get
				      * and the DMA. A slot takes whole lines of TARN_CACHE_LINE
				      * bytes, and one more for its tag; with BITS or KNOWS below
				      * level 2 none for a tag. The pool's record has lines, too */
	TARN_OBJECT_PERSISTENT = 1024, /* scenes, and calls for all pools, leave the pool alone */
	TARN_OBJECT_SMALL = 2048,      /* get, put, release and handle_of are calls: less flash at
					* each place that calls them, more instructions a call.
					* From level 2 on all but handle_of are calls anyway */
	TARN_OBJECT_WAITED = 1 << 22   /* tasks wait for an object: each put calls
					* tarn_port_object_put (tarn_port.h). With REFUSE or GROW,
					* without UNLOCKED */
};
#define TARN_OBJECT_POLICY 31u
/* Above the options: set by the macro. */
#define TARN_OBJECT_HOOKED_ (1 << 15) /* declared with hooks */
#define TARN_OBJECT_ONE_    (1 << 16) /* declared with its pool */
/* Does a get or a put do something to the object? */
#define TARN_OBJECT_HANDED_(options) (TARN_HARDEN >= 2 || ((options)&TARN_OBJECT_HOOKED_) != 0)
/* Does the record of a pool have what hooks, robbing and growing need? From level 2 on all have
 * it. */
#define TARN_OBJECT_HAS_REST_(options)                                                      \
	(TARN_HARDEN >= 2 || ((options) & (TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST | \
					   TARN_OBJECT_GROW | TARN_OBJECT_HOOKED_)) != 0)

/* An option, too: kept bytes, which neither the link nor the fill touches. They reach from member
 * `first` of `type` to the end of member `last`. What .once made there survives, and so does what
 * .in_use reads. */
#define TARN_OBJECT_KEEP(type, first, last)                 \
	TARN_OBJECT_KEEP_((uint64_t)offsetof(type, first) | \
			  (uint64_t)(offsetof(type, last) + sizeof(((type *)0)->last)) << 20)
/* The range, and the number of its zeros, at most 40. Two ranges that are or'ed have fewer zeros
 * than the number says: an error. */
#define TARN_OBJECT_KEEP_(range)       ((range) << 24 | TARN_OBJECT_KEEP_CHECK_(range) << 16)
#define TARN_OBJECT_KEEP_CHECK_(range) ((range) ? 40 - (uint64_t)__builtin_popcountll(range) : 0)

/* Siblings: up to `pools`, at most 64, pools of one type in all files of the program, whose handles
 * Tarn tells apart. A pool that opens beyond them has no handles: TARN_FAULT_HANDLE. Without this
 * option one pool of a type has handles, the first that is opened or used. */
#define TARN_OBJECT_SIBLINGS(pools)                                                        \
	((((pools) > 1) + ((pools) > 2) + ((pools) > 4) + ((pools) > 8) + ((pools) > 16) + \
	  ((pools) > 32) + ((pools) > 64))                                                 \
	 << 12)

#ifndef TARN_CACHE_LINE
#define TARN_CACHE_LINE 64
#endif

TARN_C_END_

#endif
