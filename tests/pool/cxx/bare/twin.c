/* SPDX-License-Identifier: MIT */
#include "twin.h"

#include "tarn_packed.h"

#define TWIN(COLUMN, KEEP, SPARSE)        \
	COLUMN(uint32_t, number)          \
	COLUMN(struct twin_large, large)  \
	COLUMN(uint8_t, small)            \
	KEEP(uint64_t, kept)              \
	KEEP(struct twin_large, store)    \
	SPARSE(uint16_t, light, TWIN_FEW) \
	SPARSE(struct twin_large, heat, TWIN_FEWER)
TARN_PACKED_DECLARE(twin_array, TWIN);
static struct twin_array twin;

const size_t twin_bytes = TARN_PACKED_BYTES(TWIN, TWIN_CAPACITY);
const size_t twin_record = sizeof(struct twin_array);

bool twin_init(void *memory, size_t bytes)
{
	return twin_array_init(&twin, memory, bytes, TWIN_CAPACITY);
}

void twin_close(void)
{
	twin_array_destroy(&twin);
}

void twin_group(void)
{
	tarn_group(&twin, light, heat);
}

uint32_t twin_activate(void)
{
	return twin_array_activate(&twin);
}

bool twin_deactivate(uint32_t index)
{
	return twin_array_deactivate(&twin, index);
}

bool twin_swap(uint32_t i, uint32_t j)
{
	return twin_array_swap(&twin, i, j);
}

static bool before(const struct twin_array *array, uint32_t i, uint32_t j)
{
	return array->small[i] < array->small[j];
}

void twin_sort(void)
{
	twin_array_sort(&twin, before);
}

uint32_t twin_attach(bool other, uint32_t index)
{
	return other ? tarn_attach(&twin, heat, index) : tarn_attach(&twin, light, index);
}

bool twin_detach(bool other, uint32_t index)
{
	return other ? tarn_detach(&twin, heat, index) : tarn_detach(&twin, light, index);
}

void twin_clear(void)
{
	twin_array_clear(&twin);
}

uint32_t twin_keep(uint32_t index)
{
	static twin_array_handle kept;
	uint32_t before = twin_array_index(&twin, kept);

	kept = twin_array_handle_of(&twin, index);
	return before;
}

void twin_write(uint32_t index, uint32_t value)
{
	uint32_t k = tarn_find(&twin, light, index);
	uint32_t h = tarn_find(&twin, heat, index);

	twin.number[index] = value;
	twin.small[index] = (uint8_t)(value % 7);
	twin.kept[index] = value;
	for (uint32_t i = 0; i < 19; i++)
		twin.large[index].word[i] = twin.store[index].word[i] = value + i;
	if (k != TARN_NONE)
		twin.light.at[k] = (uint16_t)value;
	for (uint32_t i = 0; i < 19 && h != TARN_NONE; i++)
		twin.heat.at[h].word[i] = value + i;
}

uint32_t twin_state(void)
{
	uint32_t sum = mixed(twin.packed.count, twin.packed.peak);

	sum = mixed(mixed(sum, twin.packed.placed), mixed(twin.packed.slots, twin.packed.refused));
	for (uint32_t i = 0; i < twin.packed.count; i++) {
		sum = mixed(mixed(sum, twin.packed.owner[i]), twin.number[i]);
		sum = mixed(mixed(sum, twin.small[i]), (uint32_t)twin.kept[i]);
		sum = mixed(mixed(sum, twin.large[i].word[18]), twin.store[i].word[18]);
		sum = mixed(sum,
			    twin.packed.slot[twin.packed.owner[i]].generation - twin.packed.origin);
	}
	sum = mixed(sum, twin.light.set.grouped);
	for (uint32_t k = 0; k < twin.light.set.count; k++)
		sum = mixed(mixed(sum, twin.light.set.owner[k]), twin.light.at[k]);
	for (uint32_t k = 0; k < twin.heat.set.count; k++)
		sum = mixed(mixed(sum, twin.heat.set.owner[k]), twin.heat.at[k].word[18]);
	return sum;
}

uint32_t twin_check(void)
{
	return twin_array_check(&twin);
}
