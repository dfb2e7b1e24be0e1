/* SPDX-License-Identifier: MIT
 * A kernel of a Cortex-M whose threads share the main stack: PendSV returns into urgent_thread,
 * above the frame of what it interrupted. May a thread use the pool in whose hook it preempted
 * another? A hook in a handler that calls its own pool is still found. */
#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "print.h"
#include "tarn_object.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

static void urgent_thread(void);

/* ---- The kernel ------------------------------------------------------------------------------ */

#define ICSR (*(volatile uint32_t *)0xE000ED04)
#define VTOR (*(void **volatile *)0xE000ED08)

#define FPCCR (*(volatile uint32_t *)0xE000EF34)

#ifdef __ARM_FP
#define FPU_SAVE "vpush {s0-s15}\n\t"
#define FPU_LOAD "vpop {s0-s15}\n\t"
#else
#define FPU_SAVE
#define FPU_LOAD
#endif

#define SVCALL   11
#define PENDSV   14
#define ENTRIES  64
#define SET_PEND (1u << 28)

static void *entries[ENTRIES] __attribute__((aligned(4 * ENTRIES)));

static __attribute__((naked)) void thread_ends(void)
{
	__asm volatile("svc #0");
}

/* The frame of a thread: r0 to r3, r12, lr, pc, xpsr. */
static uint32_t frame[8] = {[7] = 1u << 24};

/* Keeps how to return, copies the frame, and returns into thread mode on the main stack. */
static __attribute__((naked)) void pendsv(void)
{
	__asm volatile("push {r4, r5, r6, lr}\n\t" FPU_SAVE //
		       "sub sp, #32\n\tmov r0, sp\n\tldr r1, =%c0\n\t"
		       "ldmia r1!, {r2, r3, r4, r5}\n\tstmia r0!, {r2, r3, r4, r5}\n\t"
		       "ldmia r1!, {r2, r3, r4, r5}\n\tstmia r0!, {r2, r3, r4, r5}\n\t"
		       "ldr r0, =0xFFFFFFF9\n\tbx r0\n\t.ltorg"
		       :
		       : "i"(frame));
}

/* Drops the frame of the thread that ended. */
static __attribute__((naked)) void svcall(void)
{
	__asm volatile("add sp, #32\n\t" FPU_LOAD "pop {r4, r5, r6, pc}");
}

static void kernel_preempt(void)
{
	void **vectors = VTOR;

	for (int i = 0; i < ENTRIES && vectors != entries; i++)
		entries[i] = vectors[i];
	entries[SVCALL] = (void *)svcall;
	entries[PENDSV] = (void *)pendsv;
	VTOR = entries;
	frame[5] = (uint32_t)(uintptr_t)thread_ends;
	frame[6] = (uint32_t)(uintptr_t)urgent_thread & ~1u;
#ifdef __ARM_FP /* the processor pushes no registers of the FPU: pendsv does */
	uint32_t before = FPCCR;

	FPCCR = 0;
	__asm volatile("msr control, %0\n\tisb" : : "r"(0) : "memory");
#endif
	ICSR = SET_PEND;
	__asm volatile("dsb\n\tisb" : : : "memory");
#ifdef __ARM_FP
	FPCCR = before;
#endif
}

/* ---- The test -------------------------------------------------------------------------------- */

struct packet {
	int length;
};

static void at_work(struct packet *packet);
TARN_OBJECT_POOL_WITH(packets, struct packet, 8, TARN_OBJECT_REFUSE, .init = at_work,
		      .reset = at_work);

static void (*volatile next)(void); /* the hook calls it once */
static volatile uint32_t faults, runs;
static struct packet *volatile got;
static uint32_t failures;

static void at_work(struct packet *packet)
{
	void (*call)(void) = next;

	packet->length = 0;
	next = NULL;
	if (call)
		call();
}

static void urgent_thread(void)
{
	got = packets_get(&packets);
	packets_put(&packets, packets_get(&packets));
	runs++;
}

static void on_fault(const struct tarn_fault *fault)
{
	faults += fault->kind == TARN_FAULT_REENTERED ? 1 : 100;
}

/* A get and a put, in whose hooks `call` runs. */
static void use(void (*call)(void))
{
	struct packet *mine;

	next = call;
	mine = packets_get(&packets);
	next = call;
	packets_put(&packets, mine);
	runs++;
}

static void tick(void)
{
	if (runs == 0)
		use(urgent_thread);
}

static void check(const char *what, uint32_t runs_due, uint32_t faults_due, uint32_t in_use)
{
	if (runs != runs_due || faults != faults_due || packets_count(&packets) != in_use ||
	    tarn_object_check(&packets.core, NULL)) {
		print_text("FAIL ");
		print_text(what);
		print_newline();
		failures++;
	}
	tarn_object_reset(&packets.core);
	runs = faults = 0;
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "");
	tarn_on_fault(on_fault);
	use(kernel_preempt); /* makes the first objects */
	check("a thread that preempts a hook on its stack", 3, 0, 2);
	use(kernel_preempt);
	check("the same in a pool that has objects", 3, 0, 2);
	use(urgent_thread);
	check("a hook outside of handlers is taken for what preempts it", 3, 0, 2);
	port_tick_start(1000, tick);
	while (!runs)
		;
	port_tick_stop();
	check("a hook in a handler calls its pool", 3, 4, 0);
	print_text(failures ? "one_stack: failed\n" : "one_stack: passed\n");
	return failures != 0;
}
