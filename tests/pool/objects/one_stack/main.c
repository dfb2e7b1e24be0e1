/* SPDX-License-Identifier: MIT
 * May a thread preempt a hook of another thread on the same stack, and use the pool? A hook that
 * calls its own pool is found in a handler of a port that tells handlers apart. Outside of
 * handlers it is not found, because the program does not define tarn_port_one_thread. */
#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "kernel.h"
#include "print.h"
#include "tarn_object.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

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

void urgent_thread(void)
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
	bool told = false; /* are handlers told apart? */

#ifdef __ARM_ARCH
	told = true;
#endif
	args_only(argc, argv, "");
	tarn_on_fault(on_fault);
	use(kernel_preempt); /* makes the first objects */
	check("a thread that preempts a hook on its stack", 3, 0, 2);
	use(kernel_preempt);
	check("the same in a pool that has objects", 3, 0, 2);
	use(urgent_thread);
	check("a hook outside of handlers is taken for what preempts it", 3, 0, 2);
	port_tick_start(1000, tick);
	while (!runs || (!told && runs < 3))
		;
	port_tick_stop();
	check("a hook in a handler calls its pool", 3, told ? 4 : 0, told ? 0 : 2);
	print_text(failures ? "one_stack: failed\n" : "one_stack: passed\n");
	return failures != 0;
}
