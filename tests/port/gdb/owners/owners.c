/* SPDX-License-Identifier: MIT
 * Who owns a block if the call goes through a wrapper, an inlined function or a pool's macro? Each
 * owner's line has its name in a comment: check looks it up. */
#include "tarn.h"
#include "tarn_object.h"
#include "tarn_table.h"

struct shot {
	int x;
};
TARN_OBJECT_POOL(shots, struct shot, 8, TARN_OBJECT_REFUSE);

void *volatile kept;
void templates(void);
void stop(void);

/* The compiler may not inline it, or its return address would be another. */
static void *wrapper(size_t size)
{
	return tarn_alloc_for(&tarn_default, size, TARN_CALLER);
}

static inline __attribute__((always_inline)) void *inlined(size_t size)
{
	void *block = tarn_alloc(&tarn_default, size);

	if (!block)
		kept = NULL;
	return block;
}

__attribute__((noinline)) static void radio(void)
{
	kept = wrapper(40); /* radio */
}

__attribute__((noinline)) static void screen(void)
{
	kept = wrapper(80); /* screen */
}

__attribute__((noinline)) static void lamp(void)
{
	kept = inlined(24); /* lamp */
	__asm__ volatile("");
}

__attribute__((noinline)) static void fire(void)
{
	struct shot *shot = shots_get(&shots); /* fire */

	shot->x = 1;
	kept = shot;
}

__attribute__((weak)) void templates(void)
{
}

__attribute__((noinline)) void stop(void)
{
	__asm__ volatile("");
}

int main(void)
{
	if (tarn_default_init(&tarn_table_commons, NULL) != TARN_OK)
		return 1;
	radio();
	screen();
	lamp();
	fire();
	templates();
	stop();
	return 0;
}
