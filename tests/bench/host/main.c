/* SPDX-License-Identifier: MIT
 * A process measures its own malloc, which a preloaded library may supply: see README.md.
 * Arguments:
 *   write=LOAD arena=BYTES draws=N    writes a file of operations (operations.h)
 *   do=time|memory|counts in=FILE     measures; FILE has the operations
 *   calls=N                           counts: the number of calls that are counted
 *   do=who                            prints the file that malloc comes from */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "../load.h"
#include "args.h"
#include "operations.h"
#include "print.h"
#include "replay.h"

static void who(void)
{
	Dl_info facts = {0};

	dladdr(dlsym(RTLD_DEFAULT, "malloc"), &facts);
	print_text(facts.dli_fname ? facts.dli_fname : "?");
	print_newline();
}

static void *asleep(void *nothing)
{
	pause();
	return nothing;
}

/* Starts a second thread that sleeps, so that no allocator may leave out its locks. Not called
 * where memory is measured, because the thread would take the first block. */
static void start_thread(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, asleep, NULL))
		args_refuse("thread", "the system has no more");
}

/* Turns address randomization and huge pages off, so that resident bytes are the same in each run.
 * The settings take effect at the next exec. */
static void settle(char **argv)
{
	int now = personality(0xffffffff);

	if (now == -1 || (now & ADDR_NO_RANDOMIZE))
		return;
	if (personality((unsigned long)now | ADDR_NO_RANDOMIZE) == -1 ||
	    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		return;
	execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
	const char *measure = arg_text(argc, argv, "do", "time");
	const char *load = arg_text(argc, argv, "write", NULL);
	uint32_t calls = (uint32_t)arg_u64(argc, argv, "calls", LOAD_WARM_UP);

	args_only(argc, argv, "write arena draws in do calls");
	if (load) {
		operations_write(load, (uint32_t)arg_u64(argc, argv, "arena", 262144),
				 (uint32_t)arg_u64(argc, argv, "draws", LOAD_MEASURED));
		return 0;
	}
	if (text_equal(measure, "who")) {
		who();
		return 0;
	}
	if (text_equal(measure, "memory")) {
		settle(argv);
		replay_memory(operations_map(arg_text(argc, argv, "in", "")));
		return 0;
	}
	start_thread();
	if (text_equal(measure, "time"))
		replay_time(operations_map(arg_text(argc, argv, "in", "")));
	else if (text_equal(measure, "counts"))
		replay_counts(operations_map(arg_text(argc, argv, "in", "")), calls);
	else
		args_refuse("do", "time, memory, counts or who");
	return 0;
}
