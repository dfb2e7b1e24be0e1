/* SPDX-License-Identifier: MIT */
#include "ledger.h"

#include "tarn_port.h"

struct ledger ledger;

static void note(int line)
{
	if (!ledger.wrong)
		ledger.wrong = line;
}

#define EXPECT(condition)               \
	do {                            \
		if (!(condition))       \
			note(__LINE__); \
	} while (0)

static struct ledger_block *find(const void *block)
{
	for (uint32_t i = 0; i < LEDGER_BLOCKS; i++)
		if (ledger.block[i].block == block)
			return &ledger.block[i];
	return NULL;
}

const struct ledger_block *ledger_find(const void *block)
{
	return find(block);
}

void ledger_heap(void)
{
	ledger.heaps++;
}

void ledger_begin(void)
{
	tarn_port_key key = tarn_port_lock();

	ledger.open++;
	tarn_port_unlock(key);
}

void ledger_end(void)
{
	tarn_port_key key = tarn_port_lock();

	EXPECT(ledger.open > 0);
	ledger.open--;
	tarn_port_unlock(key);
}

void ledger_alloc(const void *block, size_t size, uint32_t origin)
{
	tarn_port_key key = tarn_port_lock();
	struct ledger_block *entry = find(NULL);

	EXPECT(block);
	EXPECT(!find(block)); /* a block is freed before its memory is allocated again */
	EXPECT(entry);
	if (entry)
		*entry = (struct ledger_block){block, size, origin};
	ledger.allocations++;
	tarn_port_unlock(key);
}

void ledger_free(const void *block, size_t size)
{
	tarn_port_key key = tarn_port_lock();
	struct ledger_block *entry = block ? find(block) : NULL;

	EXPECT(entry);
	if (entry) {
		EXPECT(size == SIZE_MAX || size == entry->size);
		entry->block = NULL;
	}
	ledger.frees++;
	tarn_port_unlock(key);
}

void ledger_refused(void)
{
	tarn_port_key key = tarn_port_lock();

	ledger.refusals++;
	tarn_port_unlock(key);
}

void ledger_fault(void)
{
	ledger.faults++;
}
