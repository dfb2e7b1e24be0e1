/* SPDX-License-Identifier: MIT */
#include "mob.hpp"

namespace mob
{
static array::memory<capacity> home;
array all("mob", home);

alignas(8) static unsigned char memory[array::bytes(capacity)];

bool fresh()
{
	all.close();
	for (unsigned char &byte : memory)
		byte = 0xa5;
	return CHECK(all.init(memory, sizeof(memory), capacity));
}

std::uint32_t add(std::uint32_t named)
{
	const std::uint32_t index = all.activate();

	if (index == TARN_NONE)
		return index;
	all.column<name>()[index] = named;
	for (std::uint32_t i = 0; i < 3; i++)
		all.column<blob>()[index].byte[i] = static_cast<unsigned char>(named + i);
	all.column<square>()[index] = static_cast<std::uint64_t>(named) * named << 20;
	return index;
}

static bool dressed(std::uint32_t index)
{
	const std::uint32_t named = all.column<name>()[index];

	for (std::uint32_t i = 0; i < 3; i++) {
		if (all.column<blob>()[index].byte[i] != static_cast<unsigned char>(named + i))
			return false;
	}
	return all.column<square>()[index] == static_cast<std::uint64_t>(named) * named << 20;
}

void check_names(std::initializer_list<std::uint32_t> names, int line)
{
	std::uint32_t i = 0;

	if (!unit_equal(all.count(), names.size(), "live elements", __FILE__, line))
		return;
	for (std::uint32_t named : names) {
		unit_equal(all.column<name>()[i], named, "the element's name", __FILE__, line);
		unit_check(dressed(i++), "all columns are the same element's", __FILE__, line);
	}
	unit_equal(all.check(), 0, "broken invariant", __FILE__, line);
}

bool expect(enum tarn_fault_kind kind, int line)
{
	return unit_expect(kind, nullptr, &all.record(), __FILE__, line) &&
	       unit_same_text(unit_fault.name, "mob", "the fault's name", __FILE__, line);
}
} // namespace mob
