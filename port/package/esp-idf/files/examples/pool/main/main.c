/* SPDX-License-Identifier: MIT
 * Sounds on four channels: a fifth takes the channel of the oldest. And a heap in memory of
 * heap_caps_malloc(). */
#include <stdio.h>

#include <esp_heap_caps.h>

#include "tarn_objects.h"

#define HEAP_BYTES 16384

struct sound {
	int note;
};
TARN_OBJECT_POOL(channels, struct sound, 4, TARN_OBJECT_ROB_OLDEST);

static struct tarn_heap heap;

void app_main(void)
{
	void *arena = heap_caps_malloc(HEAP_BYTES, MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT);
	void *block;
	int playing = 0;

	if (!arena || tarn_init(&heap, arena, HEAP_BYTES, &tarn_table_default, NULL) != TARN_OK) {
		printf("tarn: no heap\n");
		return;
	}
	block = tarn_alloc(&heap, 100);
	for (int note = 0; note < 5; note++)
		channels_get(&channels)->note = note; /* never NULL: it robs */
	for (uint32_t at = 0; channels_each(&channels, &at);)
		playing++;
	printf("tarn: %d sounds, %d bytes in use\n", playing, (int)tarn_usable_size(&heap, block));
	tarn_object_reset(&channels.core);
	tarn_free(&heap, block);
	printf(tarn_check(&heap, NULL) == 0 ? "tarn: all is back\n" : "tarn: damaged\n");
}
