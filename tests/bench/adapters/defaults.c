/* SPDX-License-Identifier: MIT
 * The functions that an adapter may leave out. They describe an allocator with one zone. It has no
 * call for setup, no realloc, no static RAM and no audits. */
#include "../adapter.h"

#define OPTIONAL __attribute__((weak))

OPTIONAL uint32_t adapter_ram(void)
{
	return 0;
}

/* Never called, because adapter_start() of such an allocator refuses W3R. */
OPTIONAL void adapter_realloc(struct ruler_call *call, void *block, uint32_t size)
{
	(void)call, (void)block, (void)size;
}

OPTIONAL bool adapter_init(struct ruler_call *call, uint32_t config, void *arena, uint32_t bytes)
{
	(void)call, (void)config, (void)arena, (void)bytes;
	return false;
}

OPTIONAL void adapter_before(uint32_t size)
{
	(void)size;
}

OPTIONAL enum place adapter_place(uint32_t size)
{
	(void)size;
	return PLACE_ONLY;
}

OPTIONAL bool adapter_pool(uint32_t index, uint32_t *size, uint32_t *blocks)
{
	(void)index, (void)size, (void)blocks;
	return false;
}

OPTIONAL bool adapter_meeting(struct ruler_call *call, uint32_t config, uint32_t index, void *arena,
			      uint32_t bytes)
{
	(void)call, (void)config, (void)index, (void)arena, (void)bytes;
	return false;
}

OPTIONAL bool adapter_audit(struct ruler_call *call, uint32_t index, bool first, const char **op)
{
	(void)call, (void)index, (void)first, (void)op;
	return false;
}

OPTIONAL uint32_t adapter_metadata(void)
{
	return 0;
}
