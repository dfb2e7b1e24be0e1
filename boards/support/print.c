/* SPDX-License-Identifier: MIT */
#include "print.h"

#include "tarn_port.h"

/* The smallest board has 8 KB of RAM, so its buffer is small. */
#define PRINT_BUFFER 64

static char buffer[PRINT_BUFFER];
static size_t filled;

void print_flush(void)
{
	size_t length = filled;

	filled = 0;
	if (length)
		tarn_port_write(buffer, length);
}

void print_char(char c)
{
	buffer[filled++] = c;
	if (c == '\n' || filled == PRINT_BUFFER)
		print_flush();
}

void print_bytes(const char *text, size_t length)
{
	while (length--)
		print_char(*text++);
}

void print_text(const char *text)
{
	while (*text)
		print_char(*text++);
}

void print_newline(void)
{
	print_char('\n');
}

/* Writes the digits of `value` in `base` backwards from `end`. Returns the first digit. */
static char *digits_before(char *end, uint64_t value, unsigned int base)
{
	do {
		*--end = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	return end;
}

static void print_right(const char *first, const char *end, unsigned int width, char fill)
{
	for (size_t n = (size_t)(end - first); n < width; n++)
		print_char(fill);
	print_bytes(first, (size_t)(end - first));
}

void print_padded(uint64_t value, unsigned int width)
{
	char text[20];
	char *end = text + sizeof(text);

	print_right(digits_before(end, value, 10), end, width, ' ');
}

void print_u64(uint64_t value)
{
	print_padded(value, 0);
}

void print_i64(int64_t value)
{
	if (value < 0)
		print_char('-');
	print_u64(value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void print_hex(uint64_t value, unsigned int digits)
{
	char text[16];
	char *end = text + sizeof(text);

	print_right(digits_before(end, value, 16), end, digits, '0');
}

void print_pointer(const void *pointer)
{
	print_text("0x");
	print_hex((uintptr_t)pointer, 2 * sizeof(pointer));
}

void print_column(const char *text, unsigned int width)
{
	unsigned int length = 0;

	while (text[length])
		print_char(text[length++]);
	while (length++ < width)
		print_char(' ');
}

void print_milli(uint64_t thousandths, unsigned int digits)
{
	uint32_t fraction = (uint32_t)(thousandths % 1000);

	print_u64(thousandths / 1000);
	if (!digits)
		return;
	print_char('.');
	for (uint32_t weight = 100; digits-- && weight; weight /= 10)
		print_char((char)('0' + fraction / weight % 10));
}

void print_field(const char *name, uint64_t value)
{
	print_char(' ');
	print_text(name);
	print_char('=');
	print_u64(value);
}

void print_percent(uint32_t thousandths)
{
	print_milli(thousandths * UINT64_C(100), 1);
	print_char('%');
}

void print_sink(void *context, const char *text, size_t length)
{
	(void)context;
	print_bytes(text, length);
}
