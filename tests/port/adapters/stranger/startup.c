/* SPDX-License-Identifier: MIT
 * A user's startup and system calls for an MPS2+: the usual ones, with an _sbrk that nobody calls
 * any more. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

extern uint32_t _estack[], _sidata[], _sdata[], _edata[], _sbss[], _ebss[];
extern char _end[];
extern void (*const __preinit_array_start[])(void);
extern void (*const __preinit_array_end[])(void);
extern void (*const __init_array_start[])(void);
extern void (*const __init_array_end[])(void);
int main(void);
void Reset_Handler(void);
void __libc_init_array(void);

__attribute__((section(".isr_vector"), used)) static void (*const vectors[16])(void) = {
	(void (*)(void))_estack,
	Reset_Handler,
};

static int semihosting(int operation, const void *block)
{
	register int r0 __asm("r0") = operation;
	register const void *r1 __asm("r1") = block;

	__asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
	return r0;
}

#if WALKS == 2
static void (*const *const volatile ends[])(void) = {__preinit_array_start, __init_array_end};
#endif

void SystemInit(void);

void SystemInit(void)
{
	*(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* the FPU */
}

#ifndef RESET_ELSEWHERE
void Reset_Handler(void)
{
	uint32_t *from = _sidata;

	SystemInit();
	for (uint32_t *to = _sdata; to < _edata;)
		*to++ = *from++;
	for (uint32_t *to = _sbss; to < _ebss;)
		*to++ = 0;
#if WALKS == 1
	for (void (*const *each)(void) = __preinit_array_start; each < __preinit_array_end; each++)
		(*each)();
	for (void (*const *each)(void) = __init_array_start; each < __init_array_end; each++)
		(*each)();
#elif WALKS == 2
	for (void (*const *each)(void) = ends[0]; each < ends[1]; each++)
		(*each)();
#elif !defined(NO_INITIALISERS)
	__libc_init_array();
#endif
	exit(main());
}
#endif

int _write(int file, char *bytes, int length)
{
	for (int i = 0; i < length; i++)
		semihosting(0x03, bytes + i); /* SYS_WRITEC */
	return file ? length : -1;
}

void _exit(int status)
{
	uint32_t block[2] = {0x20026, (uint32_t)status};

	semihosting(0x20, block); /* SYS_EXIT_EXTENDED */
	for (;;)
		;
}

void *_sbrk(ptrdiff_t bytes)
{
	static char *end;
	char *before;

	if (!end)
		end = _end;
	before = end;
	end += bytes;
	return before;
}

int _read(int file, char *bytes, int room)
{
	(void)file, (void)bytes, (void)room;
	return 0;
}

int _close(int file)
{
	(void)file;
	return -1;
}

int _lseek(int file, int offset, int whence)
{
	(void)file, (void)offset, (void)whence;
	return 0;
}

int _fstat(int file, struct stat *status)
{
	(void)file;
	status->st_mode = S_IFCHR;
	return 0;
}

int _isatty(int file)
{
	(void)file;
	return 1;
}

int _kill(int process, int signal)
{
	(void)process, (void)signal;
	return -1;
}

int _getpid(void)
{
	return 1;
}
