/* SPDX-License-Identifier: MIT
 * Text for the reports: names; numbers without a libc and without division. */
#ifndef TARN_TEXT_H
#define TARN_TEXT_H

#include "names.h"
#include "tarn.h"

struct text {
	tarn_sink *sink;
	void *context;
};

void text_put(const struct text *text, const char *string);

/* A name, which is any text, by the rule of README.md (Names): it is read back by that rule alone.
 */
void text_name(const struct text *text, const char *name);

void text_number(const struct text *text, const char *before, uint64_t number);
void text_hex(const struct text *text, const char *before, uintptr_t number);

#endif
