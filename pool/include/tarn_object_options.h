/* SPDX-License-Identifier: MIT
 * What a type of object pools may choose: the `options` of the macros in tarn_object.h. */
#ifndef TARN_OBJECT_OPTIONS_H
#define TARN_OBJECT_OPTIONS_H

#include "tarn.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

enum tarn_object_option {
	/* What a get does when every object is in use: exactly one of these five. */
	TARN_OBJECT_NEVER = 1,      /* never happens: TARN_FAULT_FULL, then NULL */
	TARN_OBJECT_REFUSE = 2,     /* NULL */
	TARN_OBJECT_ROB_OLDEST = 4, /* takes the one that was got longest ago; O(1) */
	TARN_OBJECT_ROB_LEAST = 8,  /* takes the one with the lowest .score; looks at all */
	TARN_OBJECT_GROW = 16,      /* more slots from a heap, up to a maximum; then NULL. Without
				     * a heap TARN_FAULT_HEAP, and NULL */

	/* And any of these. */
	TARN_OBJECT_BITS = 32,         /* no tags: one bit for each object, and no handles */
	TARN_OBJECT_KNOWS = 64,        /* no tags: .in_use tells; no handles, no double put found.
				      * .once and .reset must leave an object not in use where
				      * tarn_object_prewarm or tarn_object_reset are called */
	TARN_OBJECT_UNLOCKED = 128,    /* one context at a time: no lock is taken */
	TARN_OBJECT_LAZY = 256,        /* .reset runs when an object that exists is got, not put */
	TARN_OBJECT_LINE = 512,        /* shares no cache line of TARN_CACHE_LINE bytes */
	TARN_OBJECT_PERSISTENT = 1024, /* survives scenes, and what is done to all pools */
	TARN_OBJECT_SMALL = 2048,      /* get, put, release and handle_of are calls, as from level
					* 2 on (but handle_of): less flash for each place that
					* calls them, some more instructions for each call */
	TARN_OBJECT_WAITED = 1 << 22   /* tasks wait for an object: each put calls
					* tarn_port_object_put (tarn_port.h). With REFUSE or GROW,
					* without UNLOCKED */
};
#define TARN_OBJECT_POLICY 31u
/* Above the options: what the macro says. */
#define TARN_OBJECT_HOOKED_ (1 << 15) /* declared with hooks */
#define TARN_OBJECT_ONE_    (1 << 16) /* declared with its pool */
/* Is something done to an object as it goes from hand to hand? */
#define TARN_OBJECT_HANDED_(options) \
	(TARN_HARDEN >= 2 || ((options) & (int)TARN_OBJECT_HOOKED_) != 0)
/* Has a pool's record what hooks, robbing and growing need? From level 2 on all have it. */
#define TARN_OBJECT_HAS_REST_(options)                                                           \
	(TARN_HARDEN >= 2 || ((options) & (int)(TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST | \
						TARN_OBJECT_GROW | TARN_OBJECT_HOOKED_)) != 0)

/* Options too. Bytes that neither the link nor the fill touches: from member `first` of `type` up
 * to and with member `last`. What .once made there survives, and so does what .in_use reads. */
#define TARN_OBJECT_KEEP(type, first, last)                 \
	TARN_OBJECT_KEEP_((uint64_t)offsetof(type, first) | \
			  (uint64_t)(offsetof(type, last) + sizeof(((type *)0)->last)) << 20)
/* With the number of zeros, at most 40: two that are or'ed have fewer, and say so. */
#define TARN_OBJECT_KEEP_(range)       ((range) << 24 | TARN_OBJECT_KEEP_CHECK_(range) << 16)
#define TARN_OBJECT_KEEP_CHECK_(range) ((range) ? 40 - (uint64_t)__builtin_popcountll(range) : 0)

/* Up to `pools` (64 at most) pools of one type, whose handles are told from each other, in all
 * files of the program. Those opened beyond them have no handles: TARN_FAULT_HANDLE. Without this
 * option one pool of a type has them: the first that is opened or used. */
#define TARN_OBJECT_SIBLINGS(pools)                                                        \
	((((pools) > 1) + ((pools) > 2) + ((pools) > 4) + ((pools) > 8) + ((pools) > 16) + \
	  ((pools) > 32) + ((pools) > 64))                                                 \
	 << 12)

#ifndef TARN_CACHE_LINE
#define TARN_CACHE_LINE 64
#endif

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
