/* SPDX-License-Identifier: MIT
 * Traces the whole run into the file RECORD_FILE, from the first heap to tarn_port_exit(). If the
 * trace could not be written, the run ends with status 1. */
#include "tarn_port.h"
#include "../../../port/private/record_file.h"
#include "tarn_record.h"

#ifndef RECORD_FILE
#define RECORD_FILE "trace.rep" /* in the folder where the debugger or QEMU was started */
#endif
#ifndef RECORD_SLOTS
#define RECORD_SLOTS 4096 /* -DRECORD_SLOTS=n; 8 bytes each on a board */
#endif
#ifndef RECORD_CLOCK
#define RECORD_CLOCK NULL /* -DRECORD_CLOCK=tarn_port_milliseconds, or another function */
#endif

static struct tarn_record_slot slot[RECORD_SLOTS];

static void say(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	tarn_port_write(text, length);
}

static _Noreturn void lost(const char *text)
{
	say(text);
	tarn_port_exit(1);
}

static bool begun;
static bool open;

void tarn_record_begin(void)
{
	if (begun)
		return;
	begun = true;
	open = record_file_open(RECORD_FILE);
	if (open)
		tarn_record_open(slot, RECORD_SLOTS, record_file_sink, NULL, RECORD_CLOCK);
	else
		lost("record: " RECORD_FILE " cannot be created\n");
}

#ifdef __linux__
__attribute__((destructor))
#endif
static void
end(void)
{
	if (!open)
		return;
	open = false;
	if (tarn_record_close())
		say("record: blocks are missing in " RECORD_FILE
		    "; build with more RECORD_SLOTS\n");
	if (!record_file_close())
		lost("record: " RECORD_FILE " is not complete: a write failed\n");
}

#ifndef __linux__
/* The linker wraps tarn_port_exit() on a board (record.mk), because a board does not run
 * destructors at exit. */
_Noreturn void __real_tarn_port_exit(int status);
_Noreturn void __wrap_tarn_port_exit(int status);

_Noreturn void __wrap_tarn_port_exit(int status)
{
	end();
	__real_tarn_port_exit(status);
}
#endif
