/* SPDX-License-Identifier: MIT
 * Typed object pools: fixed or bounded numbers of equal objects that are created once and used
 * again and again. This header and tarn_object_options.h are the contract; pool/object/README.md
 * explains and advises. The macros that declare a pool are C11. In a C++ program, they go into a
 * C file.
 *
 *   struct spark { float x, y; int frames; };
 *   TARN_OBJECT_POOL(sparks, struct spark, 100, TARN_OBJECT_REFUSE);
 *
 *   struct spark *spark = sparks_get(&sparks);
 *   if (spark)
 *           sparks_put(&sparks, spark);
 *
 * An object stands in a slot. Before the object the slot has a tag, which says whether the object
 * is in use, and how often it was (its generation). A free object's own storage holds the link to
 * the next.
 *
 * The sizing law. A pool of `capacity` objects of `size` bytes and alignment `align` takes
 *     capacity * up(up(4, align) + max(size, sizeof(void *)), align)
 * bytes and struct NAME itself; up() rounds to `align`, at least that of a pointer. With
 * TARN_OBJECT_ROB_OLDEST the 4 become 4 + 2 sizeof(void *); with TARN_OBJECT_BITS or
 * TARN_OBJECT_KNOWS 0, and BITS adds 4 bytes for each 32 objects. From level 2 on 4 more bytes before
 * the object say who got it. On a 32-bit machine struct NAME has 64 bytes; 128 with hooks, ROB_OLDEST,
 * ROB_LEAST or GROW, and from level 2 on.
 *
 * The law of lives. 2^30 - 1 generations of a slot are told apart, and each slot that is made has
 * seven eighths of them or more: that many objects live in it, one after the other. Then it can
 * give no new handle, and retires: the pool has one object less. A slot that nobody ever had a
 * handle of begins anew instead.
 *                                            60 lives a second    1,000
 *     one slot, got again after each put     181 days             10 days
 *     100 slots in turn                      49 years             2.9 years
 * A chunk that comes and a pool that opens have all their slots again. Each takes one generation of
 * an era, or as many as its busiest slot lived; an era has 2^27, and the next one gives handles
 * another name. There are 2^(32 - b) - 1 eras, b = log2(maximum) rounded up (and log2(pools) more
 * with TARN_OBJECT_SIBLINGS). At 1,000 chunks or opens a second that is
 *     maximum 64       2^26 - 1 eras         285,000 years
 *     maximum 2^20     2^12 - 1 eras         17 years
 * After the last one the pool goes on without handles (TARN_FAULT_HANDLE).
 *
 * Context: unless a function says otherwise, any that the port's lock keeps out, interrupt handlers
 * included; of a pool with TARN_OBJECT_UNLOCKED one context at a time. Hooks, scores and predicates
 * are called outside the lock. Costs are instructions on a Cortex-M4 at level 1, -O2, lock
 * included (`make bench-objects`). */
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

/* One pool in one C file, on static storage: a variable `name` of type `struct name`, ready without
 * any call, and the functions below. `name` may not be the tag of the object's own struct. A
 * declaration that contradicts itself does not compile: the first error names the pool and the
 * option. Nor does one in a header. */
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

/* One pool for several C files: in a header, and in one C file that includes it. The hooks of
 * DECLARE_WITH are functions that the header declares. DEFINE_IN: as STORAGE_IN below.
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

/* A type of pool, no pool yet: for pools opened at run time, several of one type, and those that
 * grow. `maximum`: the most objects that any of them may ever hold. TYPE: of one C file.
 * DECLARE_TYPE: in a header; DEFINE_TYPE in one C file that includes it. */
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

/* A pool of type `name` on static storage of its own, in a C file. Other files may have a pointer
 * to it.
 * STORAGE_IN: its slots lie in a section of the program's linker script, such as fast RAM or RAM
 * that a DMA reaches. The script has a line for it (tarn_declare.h); without, the program does not
 * link:
 *     TARN_OBJECT_STORAGE_IN(frames, buffers, 8, ".dma");
 * STORAGE_GROWING: a type with TARN_OBJECT_GROW has a heap for its overflow chunks, and the most
 * objects in all. The heap is made (tarn_init) before the first get that needs it:
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

/* Bytes of memory that `capacity` objects of a type need, aligned to name##_align. */
#define TARN_OBJECT_BYTES(name, capacity) \
	TARN_OBJECT_BYTES_(name##_stride, name##_options, name##_align, capacity)

/* What a declaration with name NAME and type T makes, besides the two types struct NAME (a pool)
 * and NAME_handle (8 bytes, a value; {0} is no object's):
 *
 *   T *NAME_get(struct NAME *pool)
 *       An object that was not in use: the one put last, else one that was never used. NULL as the
 *       policy says. With GROW, fresh slots of the chunk used last may come before idle ones of
 *       other parts. Contents: as it was left (0xdeadbeef from level 2 on, but for kept bytes, the
 *       first word indeterminate), then what .once, .reset (lazy) and .init made of it.
 *       cost     at most 20, inline, of an object that was used before or prewarmed; 35 with BITS
 *                and GROW; with hooks 25 more and the hooks. 70 for the first get of a slot, and
 *                for its first after a reset. Full: 45 to refuse, 60 to rob the oldest; to rob the
 *                least 15 and the score for each object; to grow 900. SMALL: 20 more
 *       faults   TARN_FAULT_FULL; TARN_FAULT_LINK: a free object's link was overwritten: the
 *                objects after it are lost to the pool until tarn_object_reset; TARN_FAULT_HEAP: a
 *                pool that grows has no heap; level 2: TARN_FAULT_USE_AFTER_FREE;
 *                TARN_FAULT_REENTERED, and NULL
 *   T *NAME_get_with(struct NAME *pool, void (*init)(T *, void *), void *context)
 *       The same. init(object, context) runs after .init, before anybody else can see the object.
 *       It may call this pool.
 *   NAME_handle NAME_get_held(struct NAME *pool, void (*init)(T *, void *), void *context)
 *       The same where another context may rob the object at once. Returns its handle, or {0} for
 *       NULL; init may be NULL. What get_with returns may be another's before its handle is asked
 *       for. 25 with NULL for init.
 *   T *NAME_get_if_worth(struct NAME *pool, uint32_t worth, void (*init)(T *, void *),
 *                        void *context)
 *   NAME_handle NAME_get_held_if_worth(...)
 *       ROB_LEAST: as NAME_get_with and NAME_get_held; init may be NULL. A full pool refuses a
 *       newcomer that is worth less than the lowest score. Looking and robbing are one: what
 *       changes hands while scores are asked is not robbed. With BITS no tag tells: an object that
 *       changes hands meanwhile may be robbed.
 *   void NAME_put(struct NAME *pool, T *object)
 *       Give it back: handles to it are stale from here on. NULL: nothing happens (but not at level
 *       0).
 *       cost     as get; 30 with ROB_OLDEST
 *       faults   level 1: TARN_FAULT_FOREIGN (no slot of this pool), _INTERIOR, _WILD (never got),
 *                _DOUBLE_FREE, _REENTERED; then nothing changed. Level 0 believes its caller.
 *   void NAME_touch(struct NAME *pool, T *object)
 *       ROB_OLDEST: the object counts as got just now, so all others are robbed before it. Handles
 *       to it hold. NULL: nothing happens. O(1); faults as put, also at level 0.
 *   NAME_handle NAME_handle_of(struct NAME *pool, const T *object)
 *       A handle to an object in use, the same one until it is put. For any other {0}, and a fault
 *       as put; TARN_FAULT_HANDLE of a pool that has none. 25.
 *   T *NAME_resolve(struct NAME *pool, NAME_handle handle)
 *       The object; NULL iff it was put back, robbed or reset since, whatever happened to its slot.
 *       20, valid or stale; for an object in an overflow chunk 90, and one step for each chunk.
 *       TARN_FAULT_HANDLE for a sibling's handle.
 *   bool NAME_release(struct NAME *pool, NAME_handle handle)
 *       Put the object back; false iff it is no longer there. 35.
 *   bool NAME_same(NAME_handle one, NAME_handle other)
 *   bool NAME_none(NAME_handle handle)
 *       Are both of the same life of the same object? Is it {0}, no object's? Of objects that are
 *       gone, too.
 *   uint32_t NAME_count(struct NAME *pool)
 *       Objects in use, and between hands. O(1), 7; with KNOWS, one step for each slot.
 *   T *NAME_each(struct NAME *pool, uint32_t *at)
 *       Walk the objects in use, in address order (overflow chunks last):
 *           for (uint32_t at = 0; (object = NAME_each(&pool, &at));)
 *       Between two calls any object may be got and put, the current one included; what is in use
 *       throughout is seen once. NULL after the last. 6 for a slot that is passed over, 12 for an
 *       object, 20 with BITS; 75 in overflow chunks.
 *   bool NAME_in_use(struct NAME *pool, const T *object)
 *       Any pointer may be asked about. O(1), as resolve.
 *   bool NAME_open(struct NAME *pool, struct tarn_heap *heap, uint32_t initial, uint32_t maximum)
 *   bool NAME_open_at(struct NAME *pool, void *memory, size_t bytes)
 *       Make a pool on a block of `heap`, or on `memory` (as many objects as fit), of a `struct
 *       NAME` that was all zero before its first open, as static ones are. `heap` may not be NULL.
 *       `maximum` is for GROW; without GROW there are `initial` slots, and `maximum` is not lower.
 *       A pool that grows takes its chunks from `heap`; one on `memory` has none until
 *       tarn_object_grow_from. Cost does not depend on the capacity.
 *       With TARN_TAGS (tarn_tag.h), all that the pool takes of the heap is charged to the tag that
 *       is current now, whoever gets later: chunks, too. A pool on static storage takes the tag of
 *       its first use, and grow_from sets it anew.
 *       context  the main program's, as of tarn_object_close, tarn_object_grow_from and scenes
 *       false iff the heap has no room, or a fault was raised.
 *       faults   TARN_FAULT_CAPACITY: `initial` is 0 or above `maximum`, `maximum` is above the
 *                type's, `bytes` are too few for one object, `memory` is NULL, or the pool is open
 *                or stands on TARN_OBJECT_STORAGE; TARN_FAULT_OVERLAP: `memory` is a heap's or
 *                another pool's (tarn_init says what that means); TARN_FAULT_REENTERED
 *
 * With TARN_OBJECT_WAITED, NAME_put and NAME_release, and reset, prewarm, trim and load of
 * &pool->core, end with tarn_port_object_put (tarn_port.h), which wakes who waits. An adapter, such
 * as port/freertos/tarn_object_wait.h, makes NAME_wait of it.
 *
 * A call that a type cannot answer does not compile: one with a handle of a type with BITS or
 * KNOWS, _touch without ROB_OLDEST, _if_worth without ROB_LEAST. For everything else take
 * &pool->core. */

/* The hooks; each may be left out. The object is in nobody's hands meanwhile: neither in use nor to
 * be had, so that a handle does not resolve and a walk does not see it. Order of what is called:
 *   a slot is created     own.once, once     (when it is first got, or by tarn_object_prewarm)
 *   got                   [lazy, and it exists: reset, own.reset,] own.init, init
 *   put, robbed, reset    reset, own.reset   (unless lazy)
 *   its slot is destroyed destroy, own.destroy (trim, an overflow chunk given back, close)
 * Lazy: reset runs for every object that exists when it is got, also one that prewarm made.
 * Robbed: the victim's reset runs before the newcomer's init. What changes a pool (get, put,
 * release, reset, prewarm, trim, open, close, grow_from) is refused to that pool's hooks
 * (TARN_FAULT_REENTERED); other pools are free to use. A score may get and put; a get of its that
 * would have to rob again is refused likewise. Only a port that can tell contexts apart finds it
 * (TARN_PORT_CONTEXT in tarn_port.h); others must not do it. */
#define TARN_OBJECT_HOOKS_(name)                                                                 \
	struct name##_hooks {                                                                    \
		struct {                                                                         \
			void (*once)(name##_object_ *);                                          \
			void (*init)(name##_object_ *);                                          \
			void (*reset)(name##_object_ *);                                         \
			void (*destroy)(name##_object_ *);                                       \
		} own;                          /* by the objects' own module */                 \
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

/* Take every object back at once: handles are stale, nothing is in use. 115, whatever the capacity.
 * More for a type with .reset (unless lazy), for overflow chunks with .destroy, after a trim, and
 * from level 2 on: then one step for each slot, and the hook for each object in use. Overflow
 * chunks are given back.
 *
 * After TARN_FAULT_LINK it brings back every object, and tarn_object_check finds the pool whole.
 * Objects that a trim had destroyed are created again. One kind of object stays lost: where the
 * list of trimmed slots is damaged itself, and the pool has .once or .destroy, nobody can tell
 * which of the lost objects exist. They count as `retired` until the pool closes. From level 2 on a
 * reset also looks for damage that no get has met yet. After damage a reset looks at each own slot
 * in one lock window. While another context has an object, or runs a hook, what is lost waits for
 * the next reset. (KNOWS: own objects that another context gets meanwhile are taken back.)
 *       faults   TARN_FAULT_LINK: the list of trimmed slots is damaged; TARN_FAULT_REENTERED */
void tarn_object_reset(struct tarn_object_pool *pool);

/* Create slots (once) until `objects` exist. Returns how many do: fewer iff that is all that the
 * pool may have. The gets of prewarmed objects are as short as any. Exceptions, which may take as
 * long as a slot's first get, but without .once: types with .once, .destroy, BITS, KNOWS or
 * ROB_OLDEST; from level 2 on all; slots of overflow chunks; slots that are prewarmed while the
 * pool has an overflow chunk, or after a put or a reset. */
uint32_t tarn_object_prewarm(struct tarn_object_pool *pool, uint32_t objects);

/* Destroy slots that are not in use until `objects` exist, or only what is in use. Returns how many
 * do. A type without .once and .destroy has nothing to destroy: nothing changes. */
uint32_t tarn_object_trim(struct tarn_object_pool *pool, uint32_t objects);

/* Overflow chunks come from `heap`, up to `maximum` objects in all: of a pool with GROW that stands
 * on memory (NAME_open_at), or to change what TARN_OBJECT_STORAGE_GROWING or NAME_open said. False
 * iff a fault was raised.
 *   faults   TARN_FAULT_CAPACITY: the type does not grow, `maximum` is below the pool's own
 *            slots or above the type's, or the pool has overflow chunks; TARN_FAULT_REENTERED */
TARN_MUST_USE bool tarn_object_grow_from(struct tarn_object_pool *pool, struct tarn_heap *heap,
					 uint32_t maximum);

/* Destroy all slots, give the memory back, leave the registry. False, and nothing happens, while
 * an object is in use (tarn_object_reset comes first), and for a pool that is not open. A pool on
 * TARN_OBJECT_STORAGE is then as it was at boot, but for its generations: its old handles stay
 * stale. A step for each slot. */
TARN_MUST_USE bool tarn_object_close(struct tarn_object_pool *pool);

/* Give each slot all its generations again: retired slots come back, and none is worn. Objects in
 * use stay in use. Call it only while nobody holds a handle of the pool: a handle that was kept
 * may name another object later, and no fault tells. `peak` may count slots that came back as
 * used. Nothing happens to a pool without handles.
 *       cost     60 for each slot that was created, one lock window each; of a retired one also
 *                .once
 *       faults   TARN_FAULT_REENTERED */
void tarn_object_recycle(struct tarn_object_pool *pool);

/* A slot with so many generations left, or fewer, is worn. A program that looks once a day still
 * has three days at a thousand lives a second. */
#define TARN_OBJECT_WORN (UINT32_C(1) << 28)

struct tarn_object_stats {
	const char *name;
	uint32_t size;     /* bytes of an object */
	uint32_t slot;     /* bytes that it takes */
	uint32_t capacity; /* slots that there are now */
	uint32_t maximum;
	uint32_t created; /* slots that were created and not destroyed */
	uint32_t live;    /* in use */
	uint32_t peak;    /* the most that ever were */
	uint32_t refused; /* gets answered with NULL because it was full */
	uint32_t robbed;
	uint32_t grown;   /* overflow chunks that were taken from the heap */
	uint32_t shrunk;  /* and given back */
	uint32_t retired; /* nobody's: no generation is left, or given up by a reset */
	uint32_t worn;    /* slots that retire soon: TARN_OBJECT_WORN */
};

/* Tell a pool's numbers. All but `retired`, `worn` and `created` are of one instant. The first two
 * are counted before, a step for each slot, in many lock windows, and `created` leaves out the
 * retired. (KNOWS: `live`, too, which another context's gets and puts meanwhile may make wrong.)
 * tarn_object_count(pool) is NAME_count of any pool. */
void tarn_object_stats(struct tarn_object_pool *pool, struct tarn_object_stats *stats);

/* Level 2: the low 32 bits of the return address of the call that got the object, whichever of the
 * calls above it was. 0 below level 2, and for what is not in use. Cost as NAME_in_use. */
uint32_t tarn_object_owner(struct tarn_object_pool *pool, const void *object);

/* Where tarn_object_check found a pool broken. */
struct tarn_object_broken {
	struct tarn_object_pool *pool;
	uint32_t invariant; /* the number in object/README.md */
	uint32_t slot;      /* its number in the pool, where it concerns one */
};

/* Verify every numbered invariant: 0, or the number of the first one that is broken (and where, if
 * `broken` is not NULL). In slices, one lock window for each 8 slots; before something is reported,
 * it is looked at once more in one window for all slots. */
uint32_t tarn_object_check(struct tarn_object_pool *pool, struct tarn_object_broken *broken);

/* ---- Images: rollback, save states --------------------------------------------------------- */

/* An image is a pool at one instant, as bytes. A load brings the pool back to it: the objects,
 * which of them are in use, the order in which they are got and robbed, handles, and the numbers
 * of tarn_object_stats.
 *
 *   same run     a level is rolled back. The same calls then get the same objects and handles
 *   later run    of the same build, from a file. The pool may lie elsewhere
 *
 *   handles      One that was good when the image was made is good again after its load. One that
 *                was given later is stale after it, but not for ever: a slot comes to the same
 *                generation again, and then that handle names its new object. So drop such handles,
 *                or keep handles in objects that are loaded together. A load takes a recycle back
 *   pointers     in objects are copied as they are. For a later run, hold handles
 *   hooks        do not run. What .once or .destroy do outside of the pool is in no image. So a
 *                type that has one of them is loaded only where as many objects exist as then, and
 *                none was trimmed: prewarm them all
 *   siblings     In a later run, open the pools of a type in the same order
 *   context      nothing is locked: no other may use the pool meanwhile, nor write to its objects
 */

/* Bytes of an image of a pool with so many objects, at most. It is aligned as a pointer is:
 *     static _Alignas(8) unsigned char saved[TARN_OBJECT_IMAGE_BYTES(monsters, 20)]; */
#define TARN_OBJECT_IMAGE_BYTES(name, capacity) \
	(sizeof(struct tarn_object_image) + TARN_OBJECT_BYTES(name, capacity))

/* The same for a pool as it is; 0 for one that was never opened. */
size_t tarn_object_image_bytes(const struct tarn_object_pool *pool);

/* Save an image of the pool. `version` is the program's own number: load takes no image of another
 * one. Change it whenever an object's members change.
 *   returns  the image's bytes; slots that were never created are not in it. 0 iff a fault was
 *            raised, and nothing was written
 *   cost     10 for each word of a slot that was created
 *   faults   TARN_FAULT_CAPACITY: `bytes` are too few (image: NULL), the pool has overflow chunks
 *            (a reset gives them back), or was never opened; TARN_FAULT_MISALIGNED;
 *            TARN_FAULT_REENTERED: a hook of the pool calls, or an object is between hands */
TARN_MUST_USE size_t tarn_object_save(struct tarn_object_pool *pool, void *image, size_t bytes,
				      uint32_t version);

/* Bring the pool back to its image: whatever is in use now is in use no longer.
 *   returns  false iff a fault was raised: then nothing changed
 *   cost     14 for each such word; where the pool lies elsewhere, a step for each link too
 *   faults   TARN_FAULT_IMAGE: the image is of another type, sibling, capacity, level of
 *            TARN_HARDEN, byte order or version; cut short or altered; or other objects exist (see
 *            above). Else as save */
TARN_MUST_USE bool tarn_object_load(struct tarn_object_pool *pool, const void *image, size_t bytes,
				    uint32_t version);

/* ---- All pools ---------------------------------------------------------------------------- */

/* The registry: every pool that was opened or used, newest first. NULL after the last. A struct
 * NAME stays where it is until its close.
 *   faults   TARN_FAULT_REGISTRY, and NULL: a struct NAME on the registry was overwritten, or lay
 *            on a stack that is gone. The pools after it are not found. Opening and closing a
 *            pool walk the registry too, and raise the same fault */
struct tarn_object_pool *tarn_object_pool_first(void);
struct tarn_object_pool *tarn_object_pool_next(const struct tarn_object_pool *pool);

/* Check them all; stops at the first that is broken. */
uint32_t tarn_object_check_all(struct tarn_object_broken *broken);

/* Reset, or reset and close, all but the persistent ones, newest first. Not while other contexts
 * open or close.
 * A reset hook whose object has borrowed from another pool gives that back by its handle
 * (NAME_release): the other pool may have been reset before, and then a put is a second one. */
void tarn_object_reset_all(void);
void tarn_object_close_all(void);

/* A line for each pool: what tarn_object_stats says. The format is in object/README.md. */
void tarn_object_report(tarn_sink *sink, void *context);

/* A line for each pool that is not persistent and has objects in use, from level 2 on one for each
 * of them, and one of sums. Returns the number of objects. */
uint32_t tarn_object_report_leaks(tarn_sink *sink, void *context);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
