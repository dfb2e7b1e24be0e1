/* SPDX-License-Identifier: MIT */
#include "mob.h"

TARN_PACKED_DEFINE(mob, MOB, MOB_CAPACITY);
static _Alignas(8) unsigned char memory[TARN_PACKED_BYTES(MOB, MOB_CAPACITY)];

bool mob_fresh(void)
{
	mob_destroy(&mob);
	for (uint32_t i = 0; i < sizeof(memory); i++)
		memory[i] = 0xa5;
	return CHECK(mob_init(&mob, memory, sizeof(memory), MOB_CAPACITY));
}

static void dress(uint32_t index, uint32_t name)
{
	mob.name[index] = name;
	for (uint32_t i = 0; i < 3; i++)
		mob.blob[index].byte[i] = (unsigned char)(name + i);
	mob.square[index] = (uint64_t)name * name << 20;
}

static bool dressed(uint32_t index)
{
	uint32_t name = mob.name[index];

	for (uint32_t i = 0; i < 3; i++) {
		if (mob.blob[index].byte[i] != (unsigned char)(name + i))
			return false;
	}
	return mob.square[index] == (uint64_t)name * name << 20;
}

uint32_t mob_add(uint32_t name)
{
	uint32_t index = mob_activate(&mob);

	if (index != TARN_NONE)
		dress(index, name);
	return index;
}

void mob_names(const uint32_t *names, uint32_t count, const char *file, int line)
{
	if (!unit_equal(mob.packed.count, count, "live elements", file, line))
		return;
	for (uint32_t i = 0; i < count; i++) {
		unit_equal(mob.name[i], names[i], "the element's name", file, line);
		unit_check(dressed(i), "all columns are the same element's", file, line);
	}
	unit_equal(mob_check(&mob), 0, "broken invariant", file, line);
}
