/* SPDX-License-Identifier: MIT
 * The firmware of port/tool/record/README.md. It records itself over a line, which is the console
 * here. */
#include "random.h"
#include "tarn.h"
#include "tarn_port.h"
#include "tarn_record.h"

static struct tarn_record_slot slots[64];

static void to_line(void *context, uint64_t position, const char *bytes, size_t length)
{
	(void)context, (void)position;
	tarn_port_write(bytes, length);
}

int main(void)
{
	void *block[20] = {0};
	uint32_t state = random32_seed(1);

	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	tarn_record_open(slots, 64, to_line, NULL, NULL);
	for (uint32_t i = 0; i < 500; i++) {
		void **at = &block[random_below(&state, 20)];

		if (*at)
			tarn_free(&tarn_default, *at);
		*at = *at ? NULL : tarn_alloc(&tarn_default, random_below(&state, 100));
	}
	return (int)tarn_record_close();
}
