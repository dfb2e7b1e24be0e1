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

uint32_t mob_add(uint32_t name)
{
	uint32_t index = mob_activate(&mob);

	if (index == TARN_NONE)
		return index;
	mob.name[index] = name;
	mob.square[index] = (uint64_t)name * name << 20;
	unit_fill(&mob.blob[index], sizeof(struct blob), name);
	return index;
}

void mob_holds(uint32_t first, uint32_t count)
{
	CHECK_EQ(mob.packed.count, count);
	CHECK_EQ(mob_check(&mob), 0);
	for (uint32_t i = 0; i < mob.packed.count; i++) {
		uint32_t name = first + i;

		CHECK_EQ(mob.name[i], name);
		CHECK_EQ(mob.square[i], (uint64_t)name * name << 20);
		CHECK(unit_holds(&mob.blob[i], sizeof(struct blob), name));
	}
}
