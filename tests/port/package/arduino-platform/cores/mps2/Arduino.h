/* SPDX-License-Identifier: MIT
 * The part of Arduino's core that the sketches of packages use. */
#ifndef ARDUINO_H
#define ARDUINO_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct console {
	void begin(unsigned long)
	{
	}
	void print(const char *text)
	{
		fputs(text, stdout);
	}
	void println(const char *text)
	{
		puts(text);
	}
	void println(unsigned long number)
	{
		printf("%lu\n", number);
	}
};
extern struct console Serial;
void delay(unsigned long milliseconds);
void setup();
void loop();
#endif
