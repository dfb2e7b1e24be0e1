/* SPDX-License-Identifier: MIT
 * tarn_on_refused: a get that returns NULL makes one call, with the pool's name and the get's
 * caller. The model asks whether each such get does, and no other. */
#include "tarn_refused.h"
#include "world.h"

TARN_OBJECT_TYPE(modest, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(swarm, struct thing, 14, TARN_OBJECT_GROW);
static void wake(struct thing *thing)
{
	thing->name = 1;
}
TARN_OBJECT_TYPE_WITH(woken, struct thing, 8, TARN_OBJECT_REFUSE, .init = wake);

static struct {
	struct modest modest;
	struct swarm swarm;
	struct woken woken;
} *const pools = (void *)&objects_place[0];

static struct tarn_refusal last;
static uint32_t calls;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
}

/* Each get is in a function of its own. The statement after it keeps the compiler from making it a
 * jump. */
#define SITE(name, call)                                  \
	__attribute__((noinline)) static void *name(void) \
	{                                                 \
		void *object = call;                      \
                                                          \
		__asm__ volatile("" : "+r"(object));      \
		return object;                            \
	}
SITE(modest_site, modest_get(&pools->modest))
SITE(woken_site, woken_get(&pools->woken))
SITE(swarm_site, swarm_get(&pools->swarm))
/* A get is inline. A sanitizer, or no optimization, makes it longer. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define SITE_BYTES 8192
#else
#define SITE_BYTES 1024
#endif

static void check_told(void *(*site)(void), struct tarn_heap *heap, const char *name)
{
	uintptr_t at = (uintptr_t)site & ~(uintptr_t)1;

	CHECK_EQ(calls, 1);
	CHECK(((uintptr_t)last.caller & ~(uintptr_t)1) - at < SITE_BYTES);
	CHECK_PTR(last.heap, heap);
	CHECK_TEXT(last.name, name);
	CHECK_EQ(last.size, sizeof(struct thing));
	CHECK_EQ(last.align % _Alignof(struct thing), 0);
	CHECK_EQ(last.reason, TARN_REFUSED_NO_ROOM);
	if (!heap)
		CHECK_EQ(last.free + last.longest, 0);
	calls = 0;
}

static void of_a_pool_that_is_full(void)
{
	calls = 0;
	CHECK(modest_open_at(&pools->modest, ARENA(modest, 2)));
	tarn_on_refused(note);
	modest_site();
	modest_put(&pools->modest, modest_site());
	modest_site();
	CHECK_EQ(calls, 0);
	CHECK_PTR(modest_site(), NULL);
	check_told(modest_site, NULL, "modest");
	tarn_on_refused(NULL);
	CHECK_PTR(modest_site(), NULL);
	CHECK_EQ(calls, 0);
}

static void of_a_pool_with_hooks(void)
{
	calls = 0;
	CHECK(woken_open_at(&pools->woken, ARENA(woken, 1)));
	tarn_on_refused(note);
	CHECK(woken_site() != NULL);
	CHECK_EQ(calls, 0);
	CHECK_PTR(woken_site(), NULL);
	check_told(woken_site, NULL, "woken");
	tarn_on_refused(NULL);
}

/* The heap without room for a chunk counts a refusal. The handler learns only of the pool's. */
static void of_a_pool_that_cannot_grow(void)
{
	NEED_COMMONS;
	calls = 0;
	CHECK(MAKE_COMMONS(1024));
	CHECK(swarm_open(&pools->swarm, &unit_heap, 2, 13));
	while (tarn_alloc(&unit_heap, 8))
		;
	tarn_on_refused(note);
	CHECK(swarm_site() && swarm_site());
	CHECK_EQ(calls, 0);
	CHECK_PTR(swarm_site(), NULL);
	CHECK_EQ(unit_refused(&unit_heap, 0), 2);
	check_told(swarm_site, &unit_heap, "swarm");
	tarn_on_refused(NULL);
}

/* An open for which the heap has no room is the heap's refusal. */
static void of_an_open(void)
{
	NEED_COMMONS;
	calls = 0;
	CHECK(MAKE_COMMONS(512));
	while (tarn_alloc(&unit_heap, 8))
		;
	tarn_on_refused(note);
	CHECK(!modest_open(&pools->modest, &unit_heap, 8, 8));
	CHECK_EQ(calls, 1);
	CHECK_PTR(last.heap, &unit_heap);
	CHECK(!last.name);
	tarn_on_refused(NULL);
}

void is_each_refusal_told(void)
{
	CASE(of_a_pool_that_is_full);
	CASE(of_a_pool_with_hooks);
	CASE(of_a_pool_that_cannot_grow);
	CASE(of_an_open);
}
