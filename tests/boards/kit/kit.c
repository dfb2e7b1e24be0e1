/* SPDX-License-Identifier: MIT
 * The kit: see README.md. It is the soak. The linker redirects its start, its end and its output to
 * this file (-Wl,--wrap, program.mk). When the soak has passed, the kit counts cycles and prints
 * the block. Arguments: the soak's, and
 *   count=N   operations of each workload (50,000) */
#include "../../../boards/chip/bare/console.h"
#include "../../../boards/chip/cortex-m/uart_console.h"
#include "args.h"
#include "block.h"
#include "count/count.h"
#include "print.h"
#include "progress.h"
#include "soak.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_version.h"

#define STATUS_STACK 1
#ifdef __clang__
#define COMPILER "clang "
#else
#define COMPILER "gcc "
#endif

#define CPUID (*(const volatile uint32_t *)0xE000ED00)

/* The workload's slots lie in the soak's (program.mk). */
_Static_assert(sizeof(struct slot) == 8 && SOAK_SLOTS >= SOAK_ARENA / 32, "struct bench_slot");

int real_main(int argc, char **argv) __asm("__real_main");
int wrap_main(int argc, char **argv) __asm("__wrap_main");
void real_write(const char *bytes, size_t length) __asm("__real_tarn_port_write");
void wrap_write(const char *bytes, size_t length) __asm("__wrap_tarn_port_write");
_Noreturn void real_exit(int status) __asm("__real_tarn_port_exit");
_Noreturn void wrap_exit(int status) __asm("__wrap_tarn_port_exit");

static struct {
	bool open; /* output belongs to the block */
	uint32_t sum;
	uint32_t bytes;
} block;

/* ---- The checksum: POSIX's cksum ------------------------------------------------------- */

static void sum_byte(uint8_t byte)
{
	block.sum ^= (uint32_t)byte << 24;
	for (int bit = 0; bit < 8; bit++)
		block.sum = block.sum << 1 ^ (block.sum >> 31 ? 0x04C11DB7u : 0);
}

static uint32_t sum_end(void)
{
	for (uint32_t rest = block.bytes; rest; rest >>= 8)
		sum_byte((uint8_t)rest);
	return ~block.sum;
}

void wrap_write(const char *bytes, size_t length)
{
	if (block.open) {
		block.bytes += (uint32_t)length;
		for (size_t i = 0; i < length; i++)
			sum_byte((uint8_t)bytes[i]);
	}
	real_write(bytes, length);
}

/* ---- The block ------------------------------------------------------------------------- */

static void line(const char *name, const char *text)
{
	print_text(name);
	print_text(": ");
	print_text(text);
	print_newline();
}

static void print_soak(void)
{
	print_text("soak: passed, ms ");
	print_u64(progress_ms());
	print_text(" ops ");
	print_u64(progress_ended_at());
	print_text(" digest ");
	print_hex(soak.digest[0], 8);
	print_hex(soak.digest[1], 8);
	print_text(" seed ");
	print_u64(soak.seed);
	print_text(" arena ");
	print_u64(SOAK_ARENA);
	print_text(" level ");
	print_u64(TARN_HARDEN);
	print_newline();
}

/* Prints nothing if the chip has no such switch. */
static void print_switch(const char *name, int state)
{
	if (state < 0)
		return;
	print_text(name);
	print_text(state ? "on" : "off");
}

static void print_chip(const struct port_board_flash *flash)
{
	print_text("cpuid: ");
	print_hex(CPUID, 8);
	print_text("\nclock: ");
	print_u64(PORT_CLOCK_HZ);
	print_text("\nflash: wait states ");
	if (flash->waits < 0)
		print_text("as the chip has them");
	else
		print_u64((uint64_t)flash->waits);
	print_switch(", prefetch ", flash->prefetch);
	print_switch(", cache ", flash->cache);
	print_newline();
}

static const char *emulator(const struct port_board_flash *flash)
{
	if (port_console()->semihosting)
		return "or a debugger that answers semihosting";
	return flash->emulated ? "its chip says so" : NULL;
}

static void print_facts_and_cycles(uint32_t count)
{
	struct port_board_flash flash;

	port_board_flash(&flash);
	print_text("==== BEGIN TARN SEEN 1 ====\n");
	block.open = true;
	line("board", KIT_BOARD);
	line("tarn", TARN_VERSION);
	line("compiler", COMPILER __VERSION__ " " KIT_OPT);
	print_soak();
	print_chip(&flash);
	kit_count(count, emulator(&flash));
	block.open = false;
}

static void seal_block(void)
{
	uint32_t sum = sum_end();

	print_text("checksum: ");
	print_u64(sum);
	print_char(' ');
	print_u64(block.bytes);
	print_text("\n==== END TARN SEEN ====\n");
}

/* Returns the program's status. A block without its checksum gives no row. */
static int print_block(uint32_t count)
{
	print_facts_and_cycles(count);
	if (!port_stack_unused()) {
		print_text("error: the stack overflowed while cycles were counted\n");
		return STATUS_STACK;
	}
	seal_block();
	return 0;
}

/* ---- Before and after the soak --------------------------------------------------------- */

static uint32_t count_operations;

/* Removes count=N, which the soak would refuse. */
static int without_count(int argc, char **argv)
{
	int left = 0;

	for (int i = 0; i < argc; i++) {
		char *one[] = {argv[0], argv[i]};

		if (!i || !arg_text(2, one, "count", NULL))
			argv[left++] = argv[i];
	}
	return left;
}

int wrap_main(int argc, char **argv)
{
	uint64_t given = arg_u64(argc, argv, "count", COUNT_OPERATIONS);

	if (!given || given > COUNT_OPERATIONS_MAX)
		args_refuse("count", "1 to 65535");
	count_operations = (uint32_t)given;
	return real_main(without_count(argc, argv), argv);
}

/* The end of the soak. A fault in the count ends here, too. */
_Noreturn void wrap_exit(int status)
{
	static bool over;

	if (!status && !over) {
		over = true;
		status = print_block(count_operations);
	}
	real_exit(status);
}
