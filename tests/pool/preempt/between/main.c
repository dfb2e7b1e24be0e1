/* SPDX-License-Identifier: MIT
 * For the host: after each lock window of an allocation, a realloc and a free, another context
 * frees all blocks of its own tag. From level 2 on, Tarn writes a block's record outside the lock.
 * Until the record is there, no call may report the block as damaged, in new memory or in used
 * memory. */
#include <string.h>

#include "print.h"
#include "tarn_port.h"
#include "tarn_table.h"
#include "tarn_tag.h"

#define ARENA 8192

enum { OURS = 1, THEIRS = 2 };

#define CLASSES(CLASS)                   \
	CLASS(24, 8, 0, TARN_TO_COMMONS) \
	CLASS(48, 4, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);

static struct tarn_heap heap;
static _Alignas(64) char arena[ARENA];
static uint32_t windows;
static uint32_t faults;
static bool armed;

void real_unlock(void) __asm("__real_tarn_port_host_unlock");
void wrap_unlock(void) __asm("__wrap_tarn_port_host_unlock");

void wrap_unlock(void)
{
	real_unlock();
	if (!armed)
		return;
	armed = false;
	windows++;
	(void)tarn_free_tag(&heap, THEIRS);
	armed = true;
}

static void on_fault(const struct tarn_fault *fault)
{
	bool before = armed;

	armed = false;
	faults++;
	print_text("fault: ");
	print_text(tarn_fault_name(fault->kind));
	print_newline();
	armed = before;
}

/* Blocks of all pools and of the commons. Their sizes grow and shrink by a byte at a time. */
static void use(void)
{
	void *block[16];

	for (uint32_t i = 0; i < 16; i++)
		block[i] = tarn_alloc_tagged(&heap, i * 11, OURS);
	for (uint32_t size = 100; size < 200; size++)
		block[15] = tarn_realloc(&heap, block[15], size);
	for (uint32_t size = 200; size > 50; size--)
		block[15] = tarn_realloc(&heap, block[15], size);
	for (uint32_t i = 0; i < 16; i++)
		tarn_free(&heap, block[i]);
}

int main(void)
{
	struct tarn_tag_stats stats;

	memset(arena, 0x11, sizeof(arena));
	tarn_on_fault(on_fault);
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		return 2;
	armed = true;
	use();
	use();
	armed = false;
	tarn_tag_stats(&heap, OURS, &stats);
	print_u64(windows);
	print_text(" windows, ");
	print_u64(faults);
	print_text(" faults\n");
	return windows > 500 && faults == 0 && stats.blocks == 0 ? 0 : 1;
}
