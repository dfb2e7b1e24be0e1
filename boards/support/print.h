/* SPDX-License-Identifier: MIT
 * Printing for test programs on the host and on every board: no libc, no format strings. Text is
 * collected and passed to tarn_port_write() at each newline, because each semihosting call stops
 * the guest. The port's exit does not flush, so end every line, or call print_flush(). Not for
 * interrupt handlers. */
#ifndef TESTS_SUPPORT_PRINT_H
#define TESTS_SUPPORT_PRINT_H

#include <stddef.h>
#include <stdint.h>

void print_text(const char *text);
void print_bytes(const char *text, size_t length);
void print_char(char c);
void print_newline(void);
void print_u64(uint64_t value);
void print_i64(int64_t value);

/* Lower case, without 0x; at least `digits` digits, with leading zeros. */
void print_hex(uint64_t value, unsigned int digits);

/* `0x` and the pointer's hex digits. */
void print_pointer(const void *pointer);

/* Right-aligned in `width` columns; wider values are printed whole. */
void print_padded(uint64_t value, unsigned int width);

/* Left-aligned in `width` columns. */
void print_column(const char *text, unsigned int width);

/* Thousandths as a decimal fraction: 12345 prints as 12.345 (`digits` 3), 12.3 (1), 12 (0). Cut,
 * not rounded. */
void print_milli(uint64_t thousandths, unsigned int digits);

/* A field of a verdict: ` name=value`. */
void print_field(const char *name, uint64_t value);

/* 284 prints as 28.4%. */
void print_percent(uint32_t thousandths);

void print_flush(void);

/* print_bytes() as a tarn_sink: tarn_report(heap, print_sink, NULL). */
void print_sink(void *context, const char *text, size_t length);

#endif
