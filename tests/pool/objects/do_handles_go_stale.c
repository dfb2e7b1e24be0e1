/* SPDX-License-Identifier: MIT
 * What is no handle, and whose. The model asks whether the handles of all that went stay stale. */
#include "world.h"

TARN_OBJECT_TYPE(refusing, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(twins, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(3));

static struct refusing *const refusing = (void *)&objects_place[0];
static struct bits *const bits = (void *)&objects_place[1];
static struct twins *const first = (void *)&objects_place[2];
static struct twins *const second = (void *)&objects_place[3];
static struct twins *const third = (void *)&objects_place[4];

static void a_siblings_handle_is_a_fault(void)
{
	twins_handle handle;

	CHECK(twins_open_at(first, unit_arena(), TARN_OBJECT_BYTES(twins, 2)));
	CHECK(twins_open_at(second, unit_arena() + 256, TARN_OBJECT_BYTES(twins, 2)));
	CHECK(twins_open_at(third, unit_arena() + 512, TARN_OBJECT_BYTES(twins, 2)));
	handle = twins_handle_of(second, twins_get(second));
	twins_get(first);
	twins_get(third);
	CHECK(twins_resolve(second, handle) != NULL);
	REFUSED(twins_resolve(first, handle), TARN_FAULT_HANDLE, &first->core);
	REFUSED(twins_release(third, handle), TARN_FAULT_HANDLE, &third->core);
	CHECK(twins_release(second, handle));
}

static void without_tags_there_are_none(void)
{
	struct thing *thing;

	CHECK(bits_open_at(bits, ARENA(bits, 2)));
	thing = bits_get(bits);
	/* The typed calls would not compile. */
	REFUSED(tarn_object_handle(&bits->core, thing), TARN_FAULT_HANDLE, thing);
	REFUSED(tarn_object_resolve(&bits->core, UINT64_C(0x100000001)), TARN_FAULT_HANDLE,
		&bits->core);
	CHECK_PTR(tarn_object_resolve(&bits->core, 0), NULL);
}

/* If more pools of a type are opened than handles can tell apart, the last ones have no handles. */
TARN_OBJECT_TYPE(lone, struct thing, 8, TARN_OBJECT_REFUSE);

static void beyond_the_siblings_there_are_none(void)
{
	struct lone *first = (void *)&objects_place[0], *second = (void *)&objects_place[1];
	lone_handle handle;
	struct thing *thing;

	CHECK(lone_open_at(first, unit_arena(), TARN_OBJECT_BYTES(lone, 2)));
	CHECK(lone_open_at(second, unit_arena() + 256, TARN_OBJECT_BYTES(lone, 2)));
	handle = lone_handle_of(first, lone_get(first));
	CHECK(lone_resolve(first, handle) != NULL);
	thing = lone_get(second);
	CHECK(thing != NULL);
	REFUSED(lone_handle_of(second, thing).generation, TARN_FAULT_HANDLE, thing);
	lone_put(second, thing); /* an idle one, so that get takes the short path */
	REFUSED(lone_get_held(second, NULL, NULL).generation, TARN_FAULT_HANDLE, &second->core);
	REFUSED(lone_resolve(second, handle), TARN_FAULT_HANDLE, &second->core);
	REFUSED(lone_release(second, handle), TARN_FAULT_HANDLE, &second->core);
}

static void only_what_is_in_use_has_one(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(refusing, ARENA(refusing, 2)));
	thing = refusing_get(refusing);
	refusing_put(refusing, thing);
	REFUSED(refusing_handle_of(refusing, thing).generation, TARN_FAULT_DOUBLE_FREE, thing);
	REFUSED(refusing_handle_of(refusing, NULL).generation, TARN_FAULT_FOREIGN, NULL);
}

/* Also a generation that an idle slot has, and a handle of two words that nobody gave. */
static void a_number_comes_back(void)
{
	struct thing *thing;
	uint64_t word;

	CHECK(refusing_open_at(refusing, ARENA(refusing, 2)));
	thing = refusing_get(refusing);
	word = refusing_number(refusing_handle_of(refusing, thing));
	CHECK_PTR(refusing_resolve(refusing, refusing_of_number(word)), thing);
	CHECK(refusing_none(refusing_of_number(0)));
	for (uint32_t bit = 0; bit < 64; bit++)
		CHECK(!refusing_release(refusing, refusing_of_number(word ^ UINT64_C(1) << bit)));
	refusing_put(refusing, thing);
	for (uint32_t tag = 0; tag < 64; tag++) {
		uint64_t wrong = (uint64_t)tag << 32 | (uint32_t)word;

		CHECK(refusing_none(refusing_of_number(wrong)));
		CHECK(!tarn_object_release(&refusing->core, wrong));
		CHECK(!refusing_release(refusing, (refusing_handle){(uint32_t)word, tag}));
	}
	CHECK_EQ(refusing_count(refusing), 0);
}

void do_handles_go_stale(void)
{
	CASE(a_number_comes_back);
	CASE(a_siblings_handle_is_a_fault);
	CASE(without_tags_there_are_none);
	CASE(only_what_is_in_use_has_one);
	CASE(beyond_the_siblings_there_are_none);
}
