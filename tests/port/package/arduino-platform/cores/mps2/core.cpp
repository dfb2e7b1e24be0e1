/* SPDX-License-Identifier: MIT
 * A sketch's main(): it calls loop() three times, and ends. */
#include "Arduino.h"

struct console Serial;

void delay(unsigned long)
{
}

int main()
{
	setup();
	for (int round = 0; round < 3; round++)
		loop();
	return 0;
}
