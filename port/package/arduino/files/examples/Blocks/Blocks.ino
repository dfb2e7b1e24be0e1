/* SPDX-License-Identifier: MIT
 * A heap over an array of the sketch: blocks come and go, and none is lost. */
#include <tarn.h>

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
	void *block[8];

	for (int i = 0; i < 8; i++)
		block[i] = tarn_alloc(&heap, 16 + 8 * i);
	for (int i = 7; i >= 0; i--)
		tarn_free(&heap, block[i]);
	tarn_free(&heap, block[0]); /* a mistake: it is refused, and told */
	if (tarn_check(&heap, NULL) != 0)
		Serial.println("tarn: damaged");
	Serial.print("tarn: all is back, round ");
	Serial.println(++rounds);
	delay(1000);
}
