/* SPDX-License-Identifier: MIT
 * Notes on four channels: a fifth takes the channel of the oldest. And a heap over an array of the
 * sketch: Tarn refuses to free a block twice, and calls tell(). */
#include <tarn.hpp>

struct note {
	int pitch;
};
static tarn::object_pool<note, 4, tarn::rob_oldest> channels;

static uint64_t arena[2048 / 8];
static struct tarn_heap heap;
static uint32_t rounds;

static void tell(const struct tarn_fault *fault)
{
	Serial.print("tarn: fault ");
	Serial.println(tarn_fault_name(fault->kind));
}

void setup()
{
	Serial.begin(115200);
	tarn_on_fault(tell);
	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_default, NULL) != TARN_OK)
		Serial.println("tarn: no heap");
}

void loop()
{
	int playing = 0;
	void *volatile block = tarn_alloc(&heap, 100); /* volatile: else the compiler names it */

	for (int pitch = 60; pitch < 65; pitch++)
		channels.get()->pitch = pitch; /* never a null pointer: it robs */
	for (note &each : channels)
		playing += each.pitch > 60;
	tarn_free(&heap, block);
	tarn_free(&heap, block); /* the mistake */
	if (playing == 4 && tarn_check(&heap, NULL) == 0) {
		Serial.print("tarn: all is well, round ");
		Serial.println(++rounds);
	}
	delay(1000);
}
