/* SPDX-License-Identifier: MIT
 * Replay a trace from standard input on the default heap, and print the heap's report. What is
 * malformed is one line with its number, and status 1. On the host. */
#include <stdio.h>
#include <stdlib.h>

#include "print.h"
#include "tarn.h"

#define HEADER_LINES 4

static unsigned long line_number;
static void **block;
static unsigned long ids;

static _Noreturn void refuse(const char *why)
{
	fprintf(stderr, "error: trace, line %lu: %s\n", line_number, why);
	exit(1);
}

static unsigned long number(void)
{
	unsigned long value;

	if (scanf("%lu", &value) != 1)
		refuse("not a number");
	return value;
}

static void **of_id(bool fresh)
{
	unsigned long id = number();

	if (id >= ids)
		refuse("an id beyond those announced");
	if (fresh == !!block[id])
		refuse(fresh ? "the id is live already" : "the id is not live");
	return &block[id];
}

static void *served(void *pointer)
{
	if (!pointer)
		refuse("refused");
	return pointer;
}

static void operation(void)
{
	char what;
	unsigned long align;
	void **at;

	if (scanf(" %c", &what) != 1)
		refuse("fewer operations than announced");
	switch (what) {
	case 'a':
		at = of_id(true);
		*at = served(tarn_alloc(&tarn_default, number()));
		break;
	case 'm':
		at = of_id(true);
		align = number();
		*at = served(tarn_alloc_aligned(&tarn_default, align, number()));
		break;
	case 'r':
		at = of_id(false);
		*at = served(tarn_realloc(&tarn_default, *at, number()));
		break;
	case 'f':
		at = of_id(false);
		tarn_free(&tarn_default, *at);
		*at = NULL;
		break;
	default:
		refuse("an unknown operation");
	}
}

int main(void)
{
	unsigned long header[HEADER_LINES];

	for (line_number = 1; line_number <= HEADER_LINES; line_number++)
		header[line_number - 1] = number();
	ids = header[1];
	block = calloc(ids ? ids : 1, sizeof(*block));
	if (!block || tarn_default_init(NULL, NULL) != TARN_OK)
		refuse("no memory");
	for (unsigned long i = 0; i < header[2]; i++, line_number++)
		operation();
	if (scanf(" %*c") != EOF)
		refuse("more operations than announced");
	tarn_report(&tarn_default, print_sink, NULL);
	print_flush();
	free(block);
	return 0;
}
