/* SPDX-License-Identifier: MIT
 * One process measures its own malloc, whichever that is: see README.md. Arguments:
 *   write=LOAD   instead: write a file of operations (operations.h), of arena= bytes and draws=
 *   in=FILE      the operations
 *   do=time|memory|counts|who
 *   calls=N      counts: so many of them
 * who: prints the file that malloc comes from. */
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

/* With a second thread about, no allocator may leave out what makes it safe for threads. (Where
 * memory is measured there is none: it would take the first block.) */
static void start_thread(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, asleep, NULL))
		args_refuse("thread", "the system has no more");
}

/* Resident bytes are the same in each run where addresses are, and huge pages are not given or
 * withheld by chance. Both settings are those of the next program of this process. */
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
