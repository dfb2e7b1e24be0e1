/* SPDX-License-Identifier: MIT
 * Tarn in the bench. */
#include "../adapter.h"

#include "tarn_tag.h"
#include "tarn_tables.h"

#define PERMILLE_STEP 5

enum { POOLS, COMMONS, DEFAULT };

#if TARN_TAGS > 0
#define LEVEL "tags"
#elif TARN_HARDEN == 1
#define LEVEL "h1"
#elif TARN_HARDEN == 2
#define LEVEL "h2"
#else
#define LEVEL "h3"
#endif

const char adapter_name[] = "tarn";
const char *const adapter_configs[] = {
	"pools-" LEVEL,
	"commons-" LEVEL,
#if TARN_HARDEN == 1
	"default-" LEVEL,
#endif
	NULL,
};

static struct tarn_heap heap;
static const struct tarn_table *table;
static bool pools_only;

/* The pools have as many blocks as the workload has live at its peak, or a share of them if the
 * arena is too small. */
static bool start_pools(enum load_kind kind, void *arena, uint32_t bytes)
{
	for (uint32_t permille = 1000; permille; permille -= PERMILLE_STEP) {
		table = tables_pools(kind, bytes, permille);
		if (tarn_init(&heap, arena, bytes, table, NULL) == TARN_OK)
			return true;
	}
	return false;
}

bool adapter_start(uint32_t config, enum load_kind kind, void *arena, uint32_t bytes)
{
#if TARN_TAGS > 0
	if (!tarn_tag_now())
		(void)tarn_tag_enter(1); /* all blocks carry this tag */
#endif
	pools_only = config == POOLS;
	if (pools_only)
		return kind != LOAD_TRACE && start_pools(kind, arena, bytes);
	table = config == COMMONS ? &tarn_table_commons : &tarn_table_default;
	return tarn_init(&heap, arena, bytes, table, NULL) == TARN_OK;
}

uint32_t adapter_ram(void)
{
	return sizeof(heap);
}

void adapter_malloc(struct ruler_call *call, uint32_t size)
{
	call->function = (uintptr_t)tarn_alloc;
	call->argument[0] = (uintptr_t)&heap;
	call->argument[1] = size;
}

void adapter_free(struct ruler_call *call, void *block)
{
	call->function = (uintptr_t)tarn_free;
	call->argument[0] = (uintptr_t)&heap;
	call->argument[1] = (uintptr_t)block;
}

void adapter_realloc(struct ruler_call *call, void *block, uint32_t size)
{
	call->function = (uintptr_t)tarn_realloc;
	call->argument[0] = (uintptr_t)&heap;
	call->argument[1] = (uintptr_t)block;
	call->argument[2] = size;
}

bool adapter_init(struct ruler_call *call, uint32_t config, void *arena, uint32_t bytes)
{
	if (config == POOLS && !start_pools(LOAD_W3, arena, 65536))
		return false;
	if (config != POOLS && !adapter_start(config, LOAD_W3, arena, bytes))
		return false;
	call->function = (uintptr_t)tarn_init_as;
	call->argument[0] = (uintptr_t)&heap;
	call->argument[1] = (uintptr_t)arena;
	call->argument[2] = bytes;
	call->argument[3] = (uintptr_t)table;
	call->argument[4] = TARN_BUILD_ID;
	return true;
}

static uint32_t live_of(uint32_t index)
{
	struct tarn_class_stats stats;

	tarn_class_stats(&heap, index, &stats);
	return stats.live;
}

/* A request was served by its own pool if that pool's count of live blocks rose. */
static uint32_t own_class;
static uint32_t own_live;

void adapter_before(uint32_t size)
{
	own_class = tables_class(table, size);
	if (own_class < table->classes)
		own_live = live_of(own_class);
}

enum place adapter_place(uint32_t size)
{
	(void)size;
	if (!table->classes)
		return PLACE_ONLY;
	if (own_class < table->classes && live_of(own_class) != own_live)
		return PLACE_POOL;
	return pools_only ? PLACE_LARGER : PLACE_COMMONS;
}

bool adapter_pool(uint32_t index, uint32_t *size, uint32_t *blocks)
{
	if (!pools_only || index >= table->classes)
		return false;
	*size = tables_pools_size(index);
	*blocks = table->size_class[index].blocks;
	return true;
}

/* Blocks of each of the 16 classes. With 15, no pool ends at the edge of a plane word, and no three
 * pools meet in one word. */
#define MEETING 15

/* The index of the plane word that describes `place`, counted down from `end`, where the pools end.
 * `end` is the edge of a word. */
static uint32_t word_before(uintptr_t end, uintptr_t place)
{
	return (uint32_t)((end - 1 - place) / (32 * TARN_ALIGN));
}

bool adapter_meeting(struct ruler_call *call, uint32_t config, uint32_t index, void *arena,
		     uint32_t bytes)
{
	static uintptr_t block[16 * MEETING];
	static uint32_t next;
	const uint32_t blocks = sizeof(block) / sizeof(block[0]);
	uintptr_t end;

	if (config != POOLS)
		return false;
	if (!index) {
		table = tables_equal(MEETING);
		if (tarn_init(&heap, arena, bytes, table, NULL) != TARN_OK)
			return false;
		for (next = 0; next < blocks; next++)
			block[next] =
				(uintptr_t)tarn_alloc(&heap, tables_pools_size(next / MEETING));
		next = 0;
	}
	end = block[blocks - 1] + table->size_class[table->classes - 1].size;
	for (; next < blocks; next++) {
		uint32_t own = next - next % MEETING;
		uint32_t after = own + MEETING;
		uint32_t word = word_before(end, block[next]);

		if ((own && word == word_before(end, block[own])) ||
		    (after < blocks && word == word_before(end, block[after]))) {
			adapter_free(call, (void *)block[next++]);
			return true;
		}
	}
	return false;
}

bool adapter_audit(struct ruler_call *call, uint32_t index, bool first, const char **op)
{
	static struct tarn_heap_stats stats;
	static struct tarn_block block;
	static const struct {
		const char *op;
		uintptr_t function;
		uintptr_t argument;
	} audit[] = {
		{"check", (uintptr_t)tarn_check, 0},
		{"walk", (uintptr_t)tarn_walk, (uintptr_t)&block},
		{"stats", (uintptr_t)tarn_heap_stats, (uintptr_t)&stats},
		{"largest", (uintptr_t)tarn_largest, 0},
		{"cost", (uintptr_t)tarn_cost, 64},
	};
	bool walk = index == 1;

	if (TARN_TAGS > 0 || index >= sizeof(audit) / sizeof(audit[0]) || (!first && !walk))
		return false;
	if (first)
		block.pointer = NULL;
	*op = audit[index].op;
	call->function = audit[index].function;
	call->argument[0] = (uintptr_t)&heap;
	call->argument[1] = audit[index].argument;
	return true;
}

uint32_t adapter_metadata(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&heap, &stats);
	return stats.metadata;
}
