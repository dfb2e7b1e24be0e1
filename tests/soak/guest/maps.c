/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "keep.h"
#include "print.h"
#include "progress.h"
#include "sample.h"

#define CLEARLY 10u /* thousandths of the arena */

static uint16_t worst; /* thousandths of the arena that were stranded at the last map */

void maps_keep(keep *keep)
{
	keep(&worst, sizeof(worst));
}

static bool logged(void)
{
	return soak.logged && SOAK_ARENA <= MAPS_ARENA_MAX;
}

/* Prints a map's lines as the strings of an array. It prints a line's end when the next one
 * begins. */
static void array_sink(void *context, const char *text, size_t length)
{
	bool *ended = context;

	for (; length; length--, text++) {
		if (*ended)
			print_text("\",\"");
		*ended = *text == '\n';
		if (!*ended)
			print_char(*text);
	}
}

static void begin(const char *why)
{
	print_text("{\"record\":\"map\"");
	sample_number("ms", progress_ms());
	sample_number("ops", progress_ops());
	sample_text("why", why);
	sample_text("scenario", soak.scenario);
	sample_number("round", soak.rounds);
}

static void end(void)
{
	bool ended = false;

	sample_name("lines");
	print_text("[\"");
	tarn_report_map(&tarn_default, array_sink, &ended);
	print_text("\"]}\n");
}

void maps_worst(uint32_t stranded)
{
	uint32_t now = stranded / (SOAK_ARENA / 1000);

	if (!logged() || now < worst + CLEARLY)
		return;
	worst = (uint16_t)now;
	begin("worst");
	sample_number("stranded", stranded);
	end();
}

void maps_second(void)
{
	if (soak.maps)
		tarn_report_map(&tarn_default, print_sink, NULL);
}

void maps_failure(void)
{
	maps_second();
	if (!logged())
		return;
	begin("failure");
	end();
}
