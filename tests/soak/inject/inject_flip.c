/* SPDX-License-Identifier: MIT
 * One bit changes by itself, as in failing RAM, or by a stray write. The seed chooses it. */
#include "block.h"
#include "inject.h"
#include "heap/list.h"
#include "print.h"
#include "random.h"

static const char *area; /* NULL: nothing was flipped */
static uint32_t byte_in_area;
static uint8_t bit;

static void flip_byte(uint32_t *random, const char *name, void *start, uint32_t byte)
{
	area = name;
	byte_in_area = byte;
	bit = (uint8_t)random_below(random, 8);
	((uint8_t *)start)[byte] ^= (uint8_t)(1u << bit);
}

/* At level 2 with its slack and its record. Without them at level 3, because its record also holds
 * the caller, which nobody checks. */
static bool flip_live(uint32_t *random)
{
	uint32_t id = random_below(random, SOAK_USABLE);

	for (uint32_t left = SOAK_USABLE; left; left--, id = id ? id - 1 : SOAK_USABLE - 1) {
		uint32_t granule = slots[id].place & SLOT_GRANULE;
		uint32_t bytes = slots[id].size;

		if (!granule || !bytes)
			continue;
		if (TARN_HARDEN == 2)
			bytes = shadow_place(granule, bytes).granules * GRANULE_BYTES;
		flip_byte(random, "a live block", soak_arena + granule * GRANULE_BYTES,
			  random_below(random, bytes));
		return true;
	}
	return false;
}

static bool flip_free(uint32_t *random)
{
	uint32_t first = shadow.class[0].start;
	uint32_t granule = first + random_below(random, shadow.end - first);

	while (granule < shadow.end && shadow_taken(granule))
		granule++;
	if (granule == shadow.end)
		return false;
	flip_byte(random, "free memory", soak_arena,
		  granule * GRANULE_BYTES + random_below(random, GRANULE_BYTES));
	return true;
}

/* The first run of a bin. */
static uint32_t list_head(uint32_t bin)
{
	return next_bin(&tarn_default, bin) == bin ? *head_of(&tarn_default, bin) : 0;
}

static bool flip_link(uint32_t *random)
{
	uint32_t lists = bin_heads(shadow.commons->capacity);
	uint32_t which = random_below(random, lists);
	uint32_t head = 0;

	for (uint32_t left = lists; left && !head; left--, which = which ? which - 1 : lists - 1)
		head = list_head(which);
	if (!head)
		return false;
	flip_byte(random, "a free list's first link", at(&tarn_default, head),
		  random_below(random, sizeof(uint32_t)));
	return true;
}

static bool flip_metadata(uint32_t *random)
{
	uint32_t byte = random_below(random, shadow.class[0].start * GRANULE_BYTES);

	flip_byte(random, "the metadata", soak_arena, byte);
	return true;
}

static bool flip_heap(uint32_t *random)
{
	flip_byte(random, "struct tarn_heap", &tarn_default,
		  random_below(random, sizeof(tarn_default)));
	return true;
}

bool inject_flip(void)
{
	uint32_t random = random32_seed(soak.seed * 31 + soak.injection);

	switch (soak.injection) {
	case INJECT_FLIP_LIVE:
		return flip_live(&random);
	case INJECT_FLIP_FREE:
		return flip_free(&random);
	case INJECT_FLIP_LINK:
		return flip_link(&random);
	case INJECT_FLIP_METADATA:
		return flip_metadata(&random);
	default:
		return flip_heap(&random);
	}
}

void inject_tell_flip(void)
{
	if (!area)
		return;
	print_text(" (bit ");
	print_u64(bit);
	print_text(" of byte ");
	print_u64(byte_in_area);
	print_text(" of ");
	print_text(area);
	print_text(")");
}
