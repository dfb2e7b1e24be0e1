/* SPDX-License-Identifier: MIT
 * Sounds on four channels: a fifth takes the channel of the oldest. And k_malloc, from the default
 * heap. */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "tarn_objects.h"

struct sound {
	int note;
};
TARN_OBJECT_POOL(channels, struct sound, 4, TARN_OBJECT_ROB_OLDEST);

int main(void)
{
	void *block = k_malloc(100);
	int playing = 0;

	for (int note = 0; note < 5; note++)
		channels_get(&channels)->note = note; /* never NULL: it robs */
	for (uint32_t at = 0; channels_each(&channels, &at);)
		playing++;
	printk("tarn: %d sounds, %d bytes in use\n", playing,
	       (int)tarn_usable_size(&tarn_default, block));
	tarn_object_reset(&channels.core);
	k_free(block);
	printk(tarn_check(&tarn_default, NULL) == 0 ? "tarn: all is back\n" : "tarn: damaged\n");
	return 0;
}
