/* SPDX-License-Identifier: MIT
 * Typed object pools: a fixed or bounded number of equal objects, created once and used again and
 * again. This header and tarn_object_options.h are the contract. pool/object/README.md explains and
 * advises. The macros that declare a pool are C11. In a C++ program they stand in a C file.
 *
 *   struct spark { float x, y; int frames; };
 *   TARN_OBJECT_POOL(sparks, struct spark, 100, TARN_OBJECT_REFUSE);
 *
 *   struct spark *spark = sparks_get(&sparks);
 *   if (spark)
 *           sparks_put(&sparks, spark);
 *
 * An object lies in a *slot*. Before the object, the slot has a tag. It says whether the object is
 * in use, and counts the lives of the slot: the *generation*. A free object holds the link to the
 * next free one, or with TARN_OBJECT_BITS nothing of Tarn's. A *handle* is a slot's number and a
 * generation. It names one life of an object, and is *stale* when that life is over.
 *
 * The sizing law. A pool of `capacity` objects of `size` bytes and alignment `align` takes
 *     capacity * up(up(4, align) + max(size, sizeof(void *)), align)
 * bytes, and struct NAME. up() rounds up to `align`, or to the alignment of a pointer if that is
 * more. With TARN_OBJECT_ROB_OLDEST the 4 becomes 4 + 2 sizeof(void *). With TARN_OBJECT_BITS or
 * TARN_OBJECT_KNOWS it becomes 0. With TARN_OBJECT_LINE `align` is TARN_CACHE_LINE, if that is more
 * than the type's. BITS adds 8 bytes for each 32 objects. If the type's maximum is above 1024, it
 * adds 4 more for each 1024 objects and 4 for each 32768. From level 2 on, 4 more bytes before the
 * object say who got it. On a 32-bit machine struct NAME has 64 bytes. With hooks, ROB_OLDEST,
 * ROB_LEAST or GROW, and from level 2 on, it has 128.
 *
 * The law of lives. Tarn tells 2^30 - 1 generations of a slot apart. Each slot begins with seven
 * eighths of them or more, one for each object that lives in it. After the last one it can give no
 * new handle, and retires: the pool has one object less. A slot that nobody ever had a handle of
 * begins anew instead.
 *                                            60 lives a second    1,000
 *     one slot, got again after each put     181 days             10 days
 *     100 slots in turn                      49 years             2.9 years
 * A new overflow chunk, and a pool that opens, have all generations again. Each takes one
 * generation of an *era*, or as many as its busiest slot lived. An era has 2^27 of them. The next
 * era gives other handles. There are 2^(32 - b) - 1 eras, where b is log2(maximum) rounded up; with
 * TARN_OBJECT_SIBLINGS log2(pools) more. At 1,000 chunks or opens a second that is
 *     maximum 64       2^26 - 1 eras         285,000 years
 *     maximum 2^20     2^12 - 1 eras         17 years
 * After the last era the pool has no handles: asking for one is TARN_FAULT_HANDLE.
 *
 * No argument may be NULL unless its call says so. A call that takes &pool->core tests the pool:
 * NULL is TARN_FAULT_CAPACITY there, as a pool that was never opened.
 *
 * Context. Unless a function says otherwise, any context that the port's lock keeps out may call
 * it, interrupt handlers included. A pool with TARN_OBJECT_UNLOCKED may be used by one context at a
 * time. Tarn calls hooks, scores and predicates outside the lock.
 *
 * Costs are instructions on a Cortex-M4 at level 1 and -O2, lock included. `make bench-objects`
 * measures them. */
#ifndef TARN_OBJECT_H
#define TARN_OBJECT_H

#include "tarn_object_declare.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* ---- Declaring -------------------------------------------------------------------------- */

/* One pool in one C file, on static storage. It makes a variable `name` of type `struct name`,
 * ready without any call, and the functions below. `name` may not be the tag of the object's own
 * struct. `type` is complete and has bytes. It is not const or volatile, no array, and does not
 * end with a flexible array. A declaration that contradicts itself does not compile: the first
 * error names the pool and the option. A declaration in a header does not compile either. */
#define TARN_OBJECT_POOL(name, type, capacity, options)                                           \
	TARN_OBJECT_LOCAL_(name, "TARN_OBJECT_POOL",                                              \
			   "write TARN_OBJECT_DECLARE, and TARN_OBJECT_DEFINE in one C file")     \
	TARN_OBJECT_DECLARED_(name, type, capacity, options, TARN_OBJECT_ONE_, static, .step = 0) \
	TARN_OBJECT_DEFINED_(name, static);                                                       \
	TARN_OBJECT_STORED_(name, name, capacity, static, ,                                       \
			    "write TARN_OBJECT_TYPE and TARN_OBJECT_STORAGE_GROWING")

/* The same with hooks, as designated initialisers (struct name##_hooks below):
 *     TARN_OBJECT_POOL_WITH(bullets, struct bullet, 64, TARN_OBJECT_REFUSE,
 *                           .own = {.init = bullet_init}, .reset = bullet_forget_target); */
#define TARN_OBJECT_POOL_WITH(name, type, capacity, options, ...)                                  \
	TARN_OBJECT_LOCAL_(name, "TARN_OBJECT_POOL_WITH",                                          \
			   "write TARN_OBJECT_DECLARE_WITH, and TARN_OBJECT_DEFINE in one C file") \
	TARN_OBJECT_DECLARED_(name, type, capacity, options,                                       \
			      TARN_OBJECT_HOOKED_ | TARN_OBJECT_ONE_, static, __VA_ARGS__)         \
	TARN_OBJECT_DEFINED_(name, static);                                                        \
	TARN_OBJECT_STORED_(name, name, capacity, static, ,                                        \
			    "write TARN_OBJECT_TYPE_WITH and TARN_OBJECT_STORAGE_GROWING")

/* One pool for several C files: DECLARE stands in a header, DEFINE in one C file that includes it.
 * The hooks of DECLARE_WITH are functions that the header declares. DEFINE_IN is as STORAGE_IN
 * below.
 *     TARN_OBJECT_DECLARE(bullets, struct bullet, 64, TARN_OBJECT_REFUSE);    in bullets.h
 *     TARN_OBJECT_DEFINE(bullets);                                            in bullets.c */
#define TARN_OBJECT_DECLARE(name, type, capacity, options)                                        \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DECLARE")                                             \
	TARN_OBJECT_DECLARED_(name, type, capacity, options, TARN_OBJECT_ONE_, extern, .step = 0) \
	extern struct name name
#define TARN_OBJECT_DECLARE_WITH(name, type, capacity, options, ...)                       \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DECLARE_WITH")                                 \
	TARN_OBJECT_DECLARED_(name, type, capacity, options,                               \
			      TARN_OBJECT_HOOKED_ | TARN_OBJECT_ONE_, extern, __VA_ARGS__) \
	extern struct name name
#define TARN_OBJECT_DEFINE(name)                            \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DEFINE")        \
	TARN_OBJECT_DEFINED_(name, );                       \
	TARN_OBJECT_STORED_(name, name, name##_maximum, , , \
			    "write TARN_OBJECT_DECLARE_TYPE, _DEFINE_TYPE and _STORAGE_GROWING")
#define TARN_OBJECT_DEFINE_IN(name, section)                                      \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DEFINE_IN")                           \
	TARN_SECTION_EXISTS_(section)                                             \
	TARN_OBJECT_DEFINED_(name, );                                             \
	TARN_OBJECT_STORED_(name, name, name##_maximum, , TARN_SECTION_(section), \
			    "write TARN_OBJECT_DECLARE_TYPE, _DEFINE_TYPE and _STORAGE_GROWING")

/* A type of pool, and no pool yet: for pools that open at run time, for several of one type, and
 * for pools that grow. `maximum` is the most objects that any of them may ever hold. TYPE is for
 * one C file. Otherwise DECLARE_TYPE stands in a header, and DEFINE_TYPE in one C file that
 * includes it. */
#define TARN_OBJECT_TYPE(name, type, maximum, options)                                       \
	TARN_OBJECT_LOCAL_(                                                                  \
		name, "TARN_OBJECT_TYPE",                                                    \
		"write TARN_OBJECT_DECLARE_TYPE, and TARN_OBJECT_DEFINE_TYPE in one C file") \
	TARN_OBJECT_DECLARED_(name, type, maximum, options, 0, static, .step = 0)            \
	TARN_OBJECT_DEFINED_(name, static)
#define TARN_OBJECT_TYPE_WITH(name, type, maximum, options, ...)                                  \
	TARN_OBJECT_LOCAL_(                                                                       \
		name, "TARN_OBJECT_TYPE_WITH",                                                    \
		"write TARN_OBJECT_DECLARE_TYPE_WITH, and TARN_OBJECT_DEFINE_TYPE in one C file") \
	TARN_OBJECT_DECLARED_(name, type, maximum, options, TARN_OBJECT_HOOKED_, static,          \
			      __VA_ARGS__)                                                        \
	TARN_OBJECT_DEFINED_(name, static)
#define TARN_OBJECT_DECLARE_TYPE(name, type, maximum, options)                    \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DECLARE_TYPE")                        \
	TARN_OBJECT_DECLARED_(name, type, maximum, options, 0, extern, .step = 0) \
	struct name
#define TARN_OBJECT_DECLARE_TYPE_WITH(name, type, maximum, options, ...)                 \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DECLARE_TYPE_WITH")                          \
	TARN_OBJECT_DECLARED_(name, type, maximum, options, TARN_OBJECT_HOOKED_, extern, \
			      __VA_ARGS__)                                               \
	struct name
#define TARN_OBJECT_DEFINE_TYPE(name)                     \
	TARN_FILE_SCOPE_(name, "TARN_OBJECT_DEFINE_TYPE") \
	TARN_OBJECT_DEFINED_(name, )

/* A pool of type `name` on static storage, in a C file. Other files may have a pointer to it.
 *
 * STORAGE_IN places its slots in a section of the program's linker script, such as fast RAM or RAM
 * that a DMA reaches. The script needs a line for the section (tarn_declare.h). Without it the
 * program does not link:
 *     TARN_OBJECT_STORAGE_IN(frames, buffers, 8, ".dma");
 *
 * STORAGE_GROWING is for a type with TARN_OBJECT_GROW. It names the heap of its overflow chunks,
 * and the most objects in all. The heap has to be made (tarn_init) before the first get that needs
 * it:
 *     TARN_OBJECT_STORAGE_GROWING(swarm, bees, 16, &tarn_default, 200); */
#define TARN_OBJECT_STORAGE(pool, name, capacity)                                   \
	TARN_OBJECT_LOCAL_(pool, "TARN_OBJECT_STORAGE", "it belongs in one C file") \
	TARN_OBJECT_STORED_(pool, name, capacity, static, , "write TARN_OBJECT_STORAGE_GROWING")
#define TARN_OBJECT_STORAGE_IN(pool, name, capacity, section)                          \
	TARN_OBJECT_LOCAL_(pool, "TARN_OBJECT_STORAGE_IN", "it belongs in one C file") \
	TARN_SECTION_EXISTS_(section)                                                  \
	TARN_OBJECT_STORED_(pool, name, capacity, static, TARN_SECTION_(section),      \
			    "write TARN_OBJECT_STORAGE_GROWING")
#define TARN_OBJECT_STORAGE_GROWING(pool, name, capacity, heap, maximum)                    \
	TARN_OBJECT_LOCAL_(pool, "TARN_OBJECT_STORAGE_GROWING", "it belongs in one C file") \
	TARN_OBJECT_GROWING_(pool, name, capacity, heap, maximum)

/* The bytes of memory that `capacity` objects of a type need, aligned to name##_align. */
#define TARN_OBJECT_BYTES(name, capacity) \
	TARN_OBJECT_BYTES_(name##_stride, name##_options, name##_align, name##_maximum, capacity)

/* A declaration with name NAME and type T makes two types and the functions below. The types are
 * struct NAME, a pool, and NAME_handle, a value of 8 bytes; {0} names no object.
 *
 *   T *NAME_get(struct NAME *pool)
 *       Gets an object that is not in use: the one that was put last, or with BITS the one of the
 *       lowest address; or else one that was never used. With GROW, fresh slots of the chunk used
 *       last may come before idle ones of other parts. The first word of the object is
 *       indeterminate. The rest is as it was left, from level 2 on 0xdeadbeef except for kept
 *       bytes. Then .once, .reset (lazy) and .init run.
 *       returns  the object; NULL as the policy says
 *       cost     at most 20, inline, for an object that was used before or prewarmed. 27 with BITS,
 *                75 if the maximum is above 1024; 35 with GROW; with hooks 25 more and the hooks.
 *                70 for the first get of a slot, and for its first after a reset. Full: 45 to
 *                refuse; 60 to rob the oldest; 15 and the score for each object to rob the least;
 *                900 to grow. SMALL: 20 more
 *       faults   TARN_FAULT_FULL. TARN_FAULT_LINK: the link of a free object was overwritten. The
 *                objects after it are lost to the pool until tarn_object_reset. TARN_FAULT_HEAP: a
 *                pool that grows has no heap. Level 2: TARN_FAULT_USE_AFTER_FREE.
 *                TARN_FAULT_REENTERED, and NULL
 *   T *NAME_get_with(struct NAME *pool, void (*init)(T *, void *), void *context)
 *       The same. init(object, context) runs after .init, before any other context can see the
 *       object. It may call this pool.
 *   NAME_handle NAME_get_held(struct NAME *pool, void (*init)(T *, void *), void *context)
 *       The same for a pool whose objects other contexts rob. An object of get_with may be
 *       another's before the caller asks for its handle. init may be NULL.
 *       returns  the handle of the object; {0} for NULL
 *       cost     25 with NULL for init
 *   T *NAME_get_if_worth(struct NAME *pool, uint32_t worth, void (*init)(T *, void *),
 *                        void *context)
 *   NAME_handle NAME_get_held_if_worth(...)
 *       ROB_LEAST: as NAME_get_with and NAME_get_held; init may be NULL. A full pool refuses a
 *       newcomer that is worth less than the lowest score. A get does not rob an object that
 *       changes hands while it asks for scores. With BITS there is no tag to see that, and it may
 *       rob such an object.
 *   void NAME_put(struct NAME *pool, T *object)
 *       Gives the object back. From here on, handles to it are stale. NULL does nothing.
 *       cost     as get; 30 with ROB_OLDEST, 32 with BITS
 *       faults   TARN_FAULT_FOREIGN (no slot of this pool), _INTERIOR, _WILD (never got),
 *                _DOUBLE_FREE, _REENTERED. Then nothing changed
 *   void NAME_touch(struct NAME *pool, T *object)
 *       ROB_OLDEST: from now on the object counts as the one that was got last, so all others are
 *       robbed before it. Handles to it stay valid. NULL does nothing. O(1).
 *       faults   as put
 *   NAME_handle NAME_handle_of(struct NAME *pool, const T *object)
 *       The handle of an object in use. It is the same one until the object is put.
 *       returns  {0} on a fault
 *       cost     25
 *       faults   as put; TARN_FAULT_HANDLE: the pool has no handles
 *   T *NAME_resolve(struct NAME *pool, NAME_handle handle)
 *       The object of a handle.
 *       returns  NULL iff the object was put, robbed or reset since, whatever happened to its slot
 *       cost     20, valid or stale; for an object in an overflow chunk 90, and a step for each
 *                chunk
 *       faults   TARN_FAULT_HANDLE: the handle of a sibling
 *   bool NAME_release(struct NAME *pool, NAME_handle handle)
 *       Puts the object of a handle.
 *       returns  false iff the object is no longer there
 *       cost     35
 *   bool NAME_same(NAME_handle one, NAME_handle other)
 *       Do both name the same life of the same object? The object may be gone.
 *   bool NAME_none(NAME_handle handle)
 *       Is the handle {0}, which names no object?
 *   uint64_t NAME_number(NAME_handle handle)
 *   NAME_handle NAME_of_number(uint64_t number)
 *       A handle as a number, and back: as the key of a map, in a user word, in a message. {0} is
 *       0. A number that is no handle's is a stale handle, or {0}.
 *   uint32_t NAME_count(struct NAME *pool)
 *       The number of objects in use, or between hands (see the hooks). O(1), 7; with KNOWS a step
 *       for each slot.
 *   T *NAME_each(struct NAME *pool, uint32_t *at)
 *       Walks the objects in use, in the order of their addresses, overflow chunks last:
 *           for (uint32_t at = 0; (object = NAME_each(&pool, &at));)
 *       Between two calls any object may be got and put, the current one included. The walk sees
 *       each object that is in use throughout exactly once.
 *       returns  NULL after the last
 *       cost     6 for a slot that it passes over, 12 for an object, 20 with BITS, which passes
 *                over 32 slots at once; 75 in overflow chunks
 *   bool NAME_in_use(struct NAME *pool, const T *object)
 *       Is it an object in use? Any pointer may be passed. O(1), as resolve.
 *   bool NAME_open(struct NAME *pool, struct tarn_heap *heap, uint32_t initial, uint32_t maximum)
 *   bool NAME_open_at(struct NAME *pool, void *memory, size_t bytes)
 *       Opens a pool on a block of `heap`, or on `memory`, which holds as many objects as fit. The
 *       `struct NAME` must be all zero before its first open, as static ones are. NULL for `heap`
 *       is TARN_FAULT_HEAP. `maximum` is for GROW. Without GROW there are `initial` slots, and
 *       `maximum` may not be lower. A pool that grows takes its chunks from `heap`. A pool on
 *       `memory` has no chunks until tarn_object_grow_from. With TARN_TAGS (tarn_tag.h), the tag
 *       that is current now is charged with all that the pool takes of the heap, now and later,
 *       chunks included. A pool on static storage takes the tag of its first use.
 *       tarn_object_grow_from sets it anew.
 *       returns  false iff the heap has no room, or on a fault
 *       cost     does not depend on the capacity
 *       context  the main program, as for tarn_object_close, tarn_object_grow_from and scenes
 *       faults   TARN_FAULT_CAPACITY: `initial` is 0 or above `maximum`, `maximum` is above the
 *                type's, `bytes` are too few for one object, or `memory` is NULL. Also: the pool is
 *                open, or stands on TARN_OBJECT_STORAGE. TARN_FAULT_OVERLAP: `memory` is a heap's
 *                or another pool's (tarn_init says what that means). TARN_FAULT_REENTERED
 *
 * With TARN_OBJECT_WAITED, some calls end with tarn_port_object_put (tarn_port.h), which wakes the
 * tasks that wait: NAME_put, NAME_release, and reset, prewarm, trim and load of &pool->core. An
 * adapter, such as port/rtos/freertos/tarn_object_wait.h, makes NAME_wait from it.
 *
 * A call that a type cannot serve does not compile: one with a handle, for a type with BITS or
 * KNOWS; _touch without ROB_OLDEST; _if_worth without ROB_LEAST. All other calls, below, take
 * &pool->core. */

/* The hooks. Each may be left out. While a hook runs, its object is *between hands*: it is not in
 * use, and no get returns it. A handle to it does not resolve, and a walk does not see it. The
 * order:
 *   a slot is created     own.once, once     (when it is first got, or by tarn_object_prewarm)
 *   got                   [lazy, and it exists: reset, own.reset,] own.init, init
 *   put, robbed, reset    reset, own.reset   (unless lazy)
 *   its slot is destroyed destroy, own.destroy (trim, an overflow chunk given back, close)
 * Lazy: reset runs for every object that exists when it is got, also for one that prewarm created.
 * Robbed: the reset of the victim runs before the init of the newcomer.
 *
 * A hook may not change its own pool: get, put, release, reset, prewarm, trim, open, close and
 * grow_from are TARN_FAULT_REENTERED there. It may use other pools. A score may get and put, but a
 * get that would have to rob is TARN_FAULT_REENTERED, too. A pool raises the fault only where the
 * port is sure that the hook itself calls (TARN_PORT_CONTEXT in tarn_port.h). It is in a thread of
 * a host, in an interrupt handler of a Cortex-M, and in a program that defines
 * tarn_port_one_thread. Elsewhere a pool serves the call, as that of a thread which preempts the
 * hook.
 *
 * A hook, a score, an initialiser or a fault handler may be left: by longjmp, by a C++ exception,
 * or because its task was deleted. Then Tarn never reads the stack that is gone, and no other hook
 * runs for the object. The pool serves its other objects; this one stays between hands. It is put
 * by the next call of the same context that changes the pool and stands no deeper in the stack, or
 * by tarn_object_reset_forced. Until then, a deeper call of that context is TARN_FAULT_REENTERED.
 *
 *   - An object that .once or .destroy had is created anew
 *   - Only the reset puts what an initialiser of a type without hooks left (at level 1), and what
 *     was left while the pool had another call under way
 *   - After a .destroy that left a close, or a chunk on its way back, the pool runs none until it
 *     is closed, which may be done again. The chunk's block is lost to its heap
 *   - A hook may not switch to another stack of its context */
#define TARN_OBJECT_HOOKS_(name)                                                                 \
	struct name##_hooks {                                                                    \
		struct {                                                                         \
			void (*once)(name##_object_ *);                                          \
			void (*init)(name##_object_ *);                                          \
			void (*reset)(name##_object_ *);                                         \
			void (*destroy)(name##_object_ *);                                       \
		} own;                          /* by the module of the objects */               \
		void (*once)(name##_object_ *); /* by whoever declares the pool */               \
		void (*init)(name##_object_ *);                                                  \
		void (*reset)(name##_object_ *);                                                 \
		void (*destroy)(name##_object_ *);                                               \
		uint32_t (*score)(const name##_object_ *); /* ROB_LEAST: the lowest is robbed */ \
		bool (*in_use)(const name##_object_ *);    /* KNOWS */                           \
		uint32_t step; /* GROW: objects at a time; 0: half of initial */                 \
	};

/* ---- Whole pools ------------------------------------------------------------------------ */

struct tarn_object_pool;

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

/* The bytes of an image of a pool with so many objects, at most. It is aligned as a pointer is:
 *     static _Alignas(8) unsigned char saved[TARN_OBJECT_IMAGE_BYTES(monsters, 20)]; */
#define TARN_OBJECT_IMAGE_BYTES(name, capacity) \
	(sizeof(struct tarn_object_image) + TARN_OBJECT_BYTES(name, capacity))

/* The same for a pool as it is now. 0 for one that was never opened. */
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

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
