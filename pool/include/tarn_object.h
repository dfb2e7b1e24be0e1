/* SPDX-License-Identifier: MIT
 * Typed object pools: a fixed or bounded number of equal objects, created once and used again and
 * again. This header, tarn_object_core.h and tarn_object_options.h are the contract.
 * pool/object/README.md explains and advises. The macros that declare a pool are C11. In a C++
 * program they stand in a C file.
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

#include "tarn_object_core.h"
#include "tarn_object_declare.h"

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

/* A declaration with name NAME and type T makes struct NAME, which is a pool, and NAME_handle, a
 * value of 8 bytes; {0} names no object. It makes a typed call for each function of
 * tarn_object_core.h up to its "Whole pools", which has the contract:
 *
 *     T *NAME_get(struct NAME *pool)
 *     T *NAME_get_with(pool, void (*init)(T *, void *), void *context)
 *     NAME_handle NAME_get_held(pool, init, context)
 *     T *NAME_get_if_worth(pool, uint32_t worth, init, context)
 *     NAME_handle NAME_get_held_if_worth(pool, worth, init, context)
 *     void NAME_put(pool, T *object), NAME_touch(pool, object)
 *     NAME_handle NAME_handle_of(pool, const T *object)
 *     T *NAME_resolve(pool, NAME_handle handle)         bool NAME_release(pool, handle)
 *     uint32_t NAME_count(pool)                         bool NAME_in_use(pool, const T *object)
 *     T *NAME_each(pool, uint32_t *at)
 *     bool NAME_open(pool, heap, initial, maximum)      bool NAME_open_at(pool, memory, bytes)
 *
 * And of handles alone:
 *     bool NAME_same(one, other)   Do both name the same life of the same object? It may be gone
 *     bool NAME_none(handle)       Is the handle {0}, which names no object?
 *     uint64_t NAME_number(handle), NAME_handle NAME_of_number(number)
 *         A handle as a number, and back: as the key of a map, in a user word, in a message. {0} is
 *         0. A number that is no handle's is a stale handle, or {0}
 *
 * A call that a type cannot serve does not compile: one with a handle, for a type with BITS or
 * KNOWS; _touch without ROB_OLDEST; _if_worth without ROB_LEAST. */

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

/* The bytes of an image of a pool with so many objects, at most. It is aligned as a pointer is:
 *     static _Alignas(8) unsigned char saved[TARN_OBJECT_IMAGE_BYTES(monsters, 20)]; */
#define TARN_OBJECT_IMAGE_BYTES(name, capacity) \
	(sizeof(struct tarn_object_image) + TARN_OBJECT_BYTES(name, capacity))

#endif
