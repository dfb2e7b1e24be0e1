/* SPDX-License-Identifier: MIT
 * Compiles as it is. With any of these names defined otherwise, it must not compile. */
#include "tarn.hpp"
#ifdef RESOURCE
#include "tarn_memory_resource.hpp"
#endif

#ifndef TYPE
#define TYPE int
#endif
#ifndef KEPT
#define KEPT kept
#endif
#ifndef MOST
#define MOST 3
#endif
#ifndef CAPACITY
#define CAPACITY 10
#endif
#ifndef BYTES
#define BYTES 1024
#endif
#ifndef CALL
#define CALL orcs.swap(0, 1)
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
struct unbounded {
	int length;
	char text[];
};
#pragma GCC diagnostic pop
struct owner {
	owner(const owner &) = default;
	owner &operator=(const owner &) = default;
	~owner()
	{
		delete block;
	}
	int *block;
};
struct missing;

struct health : tarn::column<TYPE> {
};
struct loot : tarn::column<int *> {
};
struct kept : tarn::keep<char> {
};
struct armour : tarn::sparse<int, MOST> {
};
struct shield : tarn::sparse<int, 3> {
};
struct weight : tarn::column<int> {
};
using orc_array = tarn::packed<health, loot, KEPT, armour, shield>;
using ghost_array = tarn::packed<weight>;

static orc_array::memory<CAPACITY> room;
static orc_array orcs("orcs", room);
static ghost_array ghosts("ghosts");
static tarn::arena_heap<BYTES> fast;

struct secret;
struct idea {
	virtual void think() = 0;
};
static int three[3];

void use(std::uint32_t i, ghost_array::handle ghost, int *trap, secret *secret);
void use(std::uint32_t i, ghost_array::handle ghost, int *trap, secret *secret)
{
	(void)i, (void)ghost, (void)trap, (void)secret, (void)three;
	(void)!ghosts.make(fast, i);
	(void)!fast.init();
	fast.destroy(trap);
	orcs.each<loot, KEPT>([](int *, char) {});
	orcs.each<armour, shield>([](int, int) {});
	orcs.group<armour, shield>();
	CALL;
}
