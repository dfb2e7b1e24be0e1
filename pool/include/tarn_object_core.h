/* SPDX-License-Identifier: MIT
 * The functions of object pools, each over the record of a pool. tarn_object.h declares pools and
 * makes a typed call of each, NAME_get of tarn_object_get. It says what a slot, a handle and a hook
 * are, which contexts may call, and how costs are meant. */
#ifndef TARN_OBJECT_CORE_H
#define TARN_OBJECT_CORE_H

#include "tarn_object_options.h"

TARN_C_BEGIN_

struct tarn_object_pool; /* `core` of a struct NAME */
struct tarn_object_type;

/* ---- One object ---------------------------------------------------------------------------- */

/* The typed calls of this section are inline where the case is usual, and end here in rare ones.
 * Their costs are those of both together. A handle is a uint64_t here. An initialiser is its call
 * and what follows; a typed call takes a function of the object and of `context`. */
struct tarn_object_init {
	void (*call)(void *object, const struct tarn_object_init *init);
};

/* Gets an object that is not in use: the one that was put last, or with BITS the one of the lowest
 * address; or else one that was never used. With GROW, fresh slots of the chunk used last may come
 * before idle ones of other parts. The first word of the object is indeterminate. The rest is as it
 * was left, from level 2 on 0xdeadbeef except for kept bytes. Then .once, .reset (lazy) and .init
 * run.
 *
 *   returns  the object; NULL as the policy says
 *   cost     at most 20, inline, for an object that was used before or prewarmed. 27 with BITS, 75
 *            if the maximum is above 1024; 35 with GROW; with hooks 25 more and the hooks. 70 for
 *            the first get of a slot, and for its first after a reset. Full: 45 to refuse; 60 to
 *            rob the oldest; 15 and the score for each object to rob the least; 900 to grow.
 *            SMALL: 20 more
 *   faults   TARN_FAULT_FULL. TARN_FAULT_LINK: the link of a free object was overwritten. The
 *            objects after it are lost to the pool until tarn_object_reset. TARN_FAULT_HEAP: a pool
 *            that grows has no heap. Level 2: TARN_FAULT_USE_AFTER_FREE. TARN_FAULT_REENTERED, and
 *            NULL */
void *tarn_object_get(struct tarn_object_pool *pool);

/* The same. init(object, context) runs after .init, before any other context can see the object. It
 * may call this pool. */
void *tarn_object_get_with(struct tarn_object_pool *pool, const struct tarn_object_init *init);

/* The same for a pool whose objects other contexts rob. An object of get_with may be another's
 * before the caller asks for its handle. `init` may be NULL.
 *
 *   returns  the handle of the object; {0} for NULL
 *   cost     25 with NULL for init */
uint64_t tarn_object_get_held(struct tarn_object_pool *pool, const struct tarn_object_init *init);

/* ROB_LEAST: as get_with and get_held; `init` may be NULL. A full pool refuses a newcomer that is
 * worth less than the lowest score. A get does not rob an object that changes hands while it asks
 * for scores. With BITS there is no tag to see that, and it may rob such an object. */
void *tarn_object_get_if_worth(struct tarn_object_pool *pool, uint32_t worth,
			       const struct tarn_object_init *init);
uint64_t tarn_object_get_held_if_worth(struct tarn_object_pool *pool, uint32_t worth,
				       const struct tarn_object_init *init);

/* NAME_put(pool, object): gives the object back. From here on, handles to it are stale. NULL does
 * nothing.
 *
 * With TARN_OBJECT_WAITED, NAME_put and NAME_release, and reset, prewarm, trim and load below, end
 * with tarn_port_object_put (tarn_port.h), which wakes the tasks that wait. An adapter, such as
 * port/rtos/freertos/tarn_object_wait.h, makes NAME_wait from it.
 *
 *   cost     as get; 30 with ROB_OLDEST, 32 with BITS
 *   faults   TARN_FAULT_FOREIGN (no slot of this pool), _INTERIOR, _WILD (never got), _DOUBLE_FREE,
 *            _REENTERED. Then nothing changed */
void tarn_object_put(void *object, struct tarn_object_pool *pool);

/* ROB_OLDEST: from now on the object counts as the one that was got last, so all others are robbed
 * before it. Handles to it stay valid. NULL does nothing. O(1).
 *
 *   faults   as put */
void tarn_object_touch(struct tarn_object_pool *pool, void *object);

/* NAME_handle_of: the handle of an object in use. It is the same one until the object is put.
 *
 *   returns  {0} on a fault
 *   cost     25
 *   faults   as put; TARN_FAULT_HANDLE: the pool has no handles */
uint64_t tarn_object_handle(struct tarn_object_pool *pool, const void *object);

/* The object of a handle.
 *
 *   returns  NULL iff the object was put, robbed or reset since, whatever happened to its slot
 *   cost     20, valid or stale; for an object in an overflow chunk 90, and a step for each chunk
 *   faults   TARN_FAULT_HANDLE: the handle of a sibling */
void *tarn_object_resolve(struct tarn_object_pool *pool, uint64_t handle);

/* Puts the object of a handle.
 *
 *   returns  false iff the object is no longer there
 *   cost     35 */
bool tarn_object_release(struct tarn_object_pool *pool, uint64_t handle);

/* The number of objects in use, or between hands (see the hooks). O(1), 7; with KNOWS a step for
 * each slot. */
uint32_t tarn_object_count(struct tarn_object_pool *pool);

/* Walks the objects in use, in the order of their addresses, overflow chunks last:
 *     for (uint32_t at = 0; (object = NAME_each(&pool, &at));)
 * Between two calls any object may be got and put, the current one included. The walk sees each
 * object that is in use throughout exactly once.
 *
 *   returns  NULL after the last
 *   cost     6 for a slot that it passes over, 12 for an object, 20 with BITS, which passes over 32
 *            slots at once; 75 in overflow chunks */
void *tarn_object_each(struct tarn_object_pool *pool, uint32_t *at);

/* Is it an object in use? Any pointer may be passed. O(1), as resolve. */
bool tarn_object_in_use(struct tarn_object_pool *pool, const void *object);

/* Opens a pool on a block of `heap`, or on `memory`, which holds as many objects as fit. The
 * `struct NAME` must be all zero before its first open, as static ones are. NULL for `heap` is
 * TARN_FAULT_HEAP. `maximum` is for GROW. Without GROW there are `initial` slots, and `maximum` may
 * not be lower. A pool that grows takes its chunks from `heap`. A pool on `memory` has no chunks
 * until tarn_object_grow_from. With TARN_TAGS (tarn_tag.h), the tag that is current now is charged
 * with all that the pool takes of the heap, now and later, chunks included. A pool on static
 * storage takes the tag of its first use. tarn_object_grow_from sets it anew.
 *
 *   returns  false iff the heap has no room, or on a fault
 *   cost     does not depend on the capacity
 *   context  the main program, as for tarn_object_close, tarn_object_grow_from and scenes
 *   faults   TARN_FAULT_CAPACITY: `initial` is 0 or above `maximum`, `maximum` is above the type's,
 *            `bytes` are too few for one object, or `memory` is NULL. Also: the pool is open, or
 *            stands on TARN_OBJECT_STORAGE. TARN_FAULT_OVERLAP: `memory` is a heap's or another
 *            pool's (tarn_init says what that means). TARN_FAULT_REENTERED */
TARN_MUST_USE bool tarn_object_open(struct tarn_object_pool *pool,
				    const struct tarn_object_type *type, struct tarn_heap *heap,
				    uint32_t initial, uint32_t maximum);
TARN_MUST_USE bool tarn_object_open_at(struct tarn_object_pool *pool,
				       const struct tarn_object_type *type, void *memory,
				       size_t bytes);

/* ---- Whole pools ------------------------------------------------------------------------ */

/* Takes every object back at once. Afterwards nothing is in use, and all handles are stale.
 * Overflow chunks go back to the heap.
 *
 * After TARN_FAULT_LINK it brings back every object, and tarn_object_check finds the pool whole.
 * Objects that a trim had destroyed are created again. One kind of object stays lost. If the list
 * of trimmed slots itself is damaged, and the pool has .once or .destroy, Tarn cannot tell which of
 * the lost objects exist. They count as `retired` until the pool closes. From level 2 on, a reset
 * also looks for damage that no get has met yet. After damage it looks at each own slot in one lock
 * window. While another context has an object, or runs a hook, lost objects wait for the next
 * reset. (KNOWS: it takes back own objects that another context gets meanwhile.)
 *
 *   cost     125, whatever the capacity. Some resets take a step for each slot, and the hook for
 *            each object in use. Those are a reset after a trim, of a type with .reset (unless
 *            lazy), of overflow chunks with .destroy; and all from level 2 on
 *   faults   TARN_FAULT_LINK: the list of trimmed slots is damaged; TARN_FAULT_REENTERED */
void tarn_object_reset(struct tarn_object_pool *pool);

/* The same after hooks that never returned, in any context: it puts what they left between hands,
 * too. Call it only while no hook, score or initialiser of the pool runs. Of several objects that
 * were left at once, all but one count as `retired` until the pool closes, if the type has .once or
 * .destroy. */
void tarn_object_reset_forced(struct tarn_object_pool *pool);

/* Creates slots (.once) until `objects` exist. A get of a prewarmed object is as short as any
 * other. The exceptions may take as long as the first get of a slot, but without .once:
 *
 *   - types with .once, .destroy, BITS, KNOWS or ROB_OLDEST; from level 2 on all types
 *   - slots of overflow chunks
 *   - slots that are prewarmed while the pool has an overflow chunk, or after a put or a reset
 *
 *   returns  the number of objects that exist: fewer iff the pool may not have more */
uint32_t tarn_object_prewarm(struct tarn_object_pool *pool, uint32_t objects);

/* Destroys slots that are not in use, until `objects` exist or only those in use. A type without
 * .once and .destroy has nothing to destroy: nothing changes.
 *
 *   returns  the number of objects that exist */
uint32_t tarn_object_trim(struct tarn_object_pool *pool, uint32_t objects);

/* Sets the heap of the overflow chunks, and the `maximum` of objects in all. It is for a pool with
 * GROW on memory (NAME_open_at), or changes what TARN_OBJECT_STORAGE_GROWING or NAME_open set.
 *
 *   returns  false iff it raised a fault
 *   faults   TARN_FAULT_CAPACITY: the type does not grow, `maximum` is below the pool's own slots
 *            or above the type's, or the pool has overflow chunks; TARN_FAULT_REENTERED */
TARN_MUST_USE bool tarn_object_grow_from(struct tarn_object_pool *pool, struct tarn_heap *heap,
					 uint32_t maximum);

/* Closes a pool: destroys all slots, gives the memory back, and takes the pool off the registry. A
 * pool on TARN_OBJECT_STORAGE is then as it was at boot, except for its generations: old handles
 * stay stale.
 *
 *   returns  false, and nothing happens, while an object is in use (call tarn_object_reset first),
 *            and for a pool that is not open
 *   cost     a step for each slot */
TARN_MUST_USE bool tarn_object_close(struct tarn_object_pool *pool);

/* Gives each slot all its generations again. Retired slots come back, and no slot is worn. Objects
 * in use stay in use. Call it only while nobody holds a handle of the pool. A handle that was kept
 * may name another object later, without a fault. `peak` may count slots that came back as used. A
 * pool without handles is left alone.
 *
 *   cost     60 for each slot that was created, one lock window each; for a retired one also .once
 *   faults   TARN_FAULT_REENTERED */
void tarn_object_recycle(struct tarn_object_pool *pool);

/* A slot with so many generations left, or fewer, is *worn*. At a thousand lives a second they last
 * three days, so a program may look once a day. */
#define TARN_OBJECT_WORN (UINT32_C(1) << 28)

struct tarn_object_stats {
	const char *name;
	uint32_t size;     /* bytes of an object */
	uint32_t slot;     /* bytes of a slot */
	uint32_t capacity; /* slots that there are now */
	uint32_t maximum;  /* slots that there may be */
	uint32_t created;  /* slots that were created and not destroyed */
	uint32_t live;     /* objects in use */
	uint32_t peak;     /* the most that were ever in use */
	uint32_t refused;  /* gets that returned NULL because the pool was full */
	uint32_t robbed;   /* objects that were robbed */
	uint32_t grown;    /* overflow chunks that were taken from the heap */
	uint32_t shrunk;   /* overflow chunks that were given back */
	uint32_t retired;  /* slots without a generation, or given up by a reset */
	uint32_t worn;     /* slots that retire soon: TARN_OBJECT_WORN */
};

/* Tells the numbers of a pool. All are of one instant, except `retired`, `worn` and `created`. It
 * counts `retired` and `worn` before, a step for each slot, in many lock windows. `created` does
 * not include the retired. With KNOWS it counts `live` before, too. Then gets and puts of other
 * contexts meanwhile may make `live` wrong. tarn_object_count(pool) is NAME_count for any pool. */
void tarn_object_stats(struct tarn_object_pool *pool, struct tarn_object_stats *stats);

/* Who got an object.
 *
 *   returns  from level 2 on, the low 32 bits of the return address of the call that got it, any of
 *            the gets above. 0 below level 2, and for what is not in use
 *   cost     as NAME_in_use */
uint32_t tarn_object_owner(struct tarn_object_pool *pool, const void *object);

/* Where tarn_object_check found a pool broken. */
struct tarn_object_broken {
	struct tarn_object_pool *pool;
	uint32_t invariant; /* the number in object/README.md */
	uint32_t slot;      /* the number of the slot, if it concerns one */
};

/* Verifies the invariants of a pool, which object/README.md numbers.
 *
 *   returns  0, or the number of the first one that is broken; `broken`, if not NULL, says where
 *   cost     one lock window for each 8 slots. Before it reports anything, it looks once more, in
 *            one window for all slots */
uint32_t tarn_object_check(struct tarn_object_pool *pool, struct tarn_object_broken *broken);

/* ---- Images: rollback, save states --------------------------------------------------------- */

/* An *image* is a pool at one instant, as bytes. A load brings the pool back to it: the objects,
 * which of them are in use, and handles. It also restores the order of gets and robberies, and the
 * numbers of tarn_object_stats.
 *
 *   same run     rolls a level back. The same calls then get the same objects and handles
 *   later run    of the same build, from a file. The pool may lie elsewhere
 *
 *   handles      A handle that was valid when the image was made is valid again after the load. A
 *                handle that was given later is stale, but not forever. The slot reaches the same
 *                generation again, and then that handle names its new object. So drop such handles,
 *                or keep handles in objects that are loaded together. A load undoes a recycle
 *   pointers     in objects are copied as they are. For a later run, hold handles
 *   hooks        do not run. An image does not hold what .once or .destroy do outside of the pool.
 *                So a type that has one of them loads only if as many objects exist as then, and
 *                none was trimmed: prewarm them all
 *   siblings     In a later run, open the pools of a type in the same order
 *   context      Save and load do not lock. No other context may use the pool or write to its
 *                objects */

/* The bytes of an image of a pool as it is now. 0 for one that was never opened. It is aligned as a
 * pointer is. TARN_OBJECT_IMAGE_BYTES (tarn_object.h) is the most, as a constant. */
size_t tarn_object_image_bytes(const struct tarn_object_pool *pool);

/* Saves an image of the pool. `version` is a number of the program's own: a load refuses an image
 * with another one. Change it whenever the members of an object change.
 *
 *   returns  the bytes of the image. Slots that were never created are not in it. 0 iff it raised a
 *            fault; then it wrote nothing
 *   cost     10 for each word of a slot that was created
 *   faults   TARN_FAULT_CAPACITY: `bytes` are too few (image: NULL), the pool has overflow chunks
 *            (a reset gives them back), or was never opened. TARN_FAULT_MISALIGNED.
 *            TARN_FAULT_REENTERED: a hook of the pool calls, or an object is between hands */
TARN_MUST_USE size_t tarn_object_save(struct tarn_object_pool *pool, void *image, size_t bytes,
				      uint32_t version);

/* Brings the pool back to its image. What is in use now is no longer.
 *
 *   returns  false iff it raised a fault; then nothing changed
 *   cost     14 for each such word; a step for each link, too, if the pool lies elsewhere
 *   faults   TARN_FAULT_IMAGE: the image is of another type, sibling, capacity, level of
 *            TARN_HARDEN, byte order or version. Or it is cut short or altered, or other objects
 *            exist (see above). Others as save */
TARN_MUST_USE bool tarn_object_load(struct tarn_object_pool *pool, const void *image, size_t bytes,
				    uint32_t version);

/* ---- All pools ---------------------------------------------------------------------------- */

/* The registry: every pool that was opened or used, the newest first. A struct NAME may not move
 * until its close.
 *
 *   returns  a pool; NULL after the last
 *   faults   TARN_FAULT_REGISTRY, and NULL: a struct NAME on the registry was overwritten, or lay
 *            on a stack that is gone. The pools after it are not found. Opening and closing a pool
 *            walk the registry too, and raise the same fault
 *
 * Between two calls pools may be opened and closed, but not the one that the walk stands on: take
 * the next one before you close it. */
struct tarn_object_pool *tarn_object_pool_first(void);
struct tarn_object_pool *tarn_object_pool_next(const struct tarn_object_pool *pool);

/* Checks all pools, up to the first that is broken. Returns as tarn_object_check. */
uint32_t tarn_object_check_all(struct tarn_object_broken *broken);

/* Resets all pools but the persistent ones, the newest first; close_all closes them, too. No other
 * context may open or close a pool meanwhile.
 *
 * A reset hook may have to give back what its object borrowed from another pool. It does so by the
 * handle (NAME_release). The other pool may have been reset before, and then a put is a double
 * free. */
void tarn_object_reset_all(void);
void tarn_object_close_all(void);

/* Prints a line for each pool, with the numbers of tarn_object_stats. object/README.md has the
 * format. */
void tarn_object_report(tarn_sink *sink, void *context);

/* Prints a line for each pool that is not persistent and has objects in use, and a line of sums.
 * From level 2 on it prints a line for each of these objects, too.
 *
 *   returns  the number of objects */
uint32_t tarn_object_report_leaks(tarn_sink *sink, void *context);

TARN_C_END_

#endif
