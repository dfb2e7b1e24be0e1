/* SPDX-License-Identifier: MIT
 * The host's ruler counts the instructions of one call under callgrind. Before and after the call
 * the process sends callgrind the request of callgrind_control, `status internal`. callgrind then
 * writes the instructions so far to its log as `events-1: N`. The difference, less what the
 * requests take, is the count. It includes the function's own return and excludes the call: an
 * empty function is 1, as on the boards. Functions of known length come first. host.py takes the
 * cost of a request from the first, and refuses the log if the count of another is wrong. */
#include <stdlib.h>
#include <string.h>
#include <valgrind/valgrind.h>

#include "args.h"
#include "print.h"
#include "replay.h"

typedef void any(void);
typedef void *function(void *, size_t);

void sled_empty(void);
void sled_10(void);
void sled_100(void);
void sled_1000(void);
__asm__("sled_empty: ret\n"
	"sled_10: .rept 9\n nop\n .endr\n ret\n"
	"sled_100: .rept 99\n nop\n .endr\n ret\n"
	"sled_1000: .rept 999\n nop\n .endr\n ret\n");

/* All calls take this path, so that one correction holds for all. */
__attribute__((noinline)) static void *counted(any *call, void *block, size_t size)
{
	void *result;

	VALGRIND_MONITOR_COMMAND("status internal");
	result = ((function *)call)(block, size);
	VALGRIND_MONITOR_COMMAND("status internal");
	return result;
}

static void calibrate(void)
{
	static void (*const sled[])(void) = {sled_empty, sled_10, sled_100, sled_1000};

	for (uint32_t i = 0; i < sizeof(sled) / sizeof(sled[0]); i++)
		counted(sled[i], NULL, 0);
	print_text("calibrated\n");
}

/* malloc and free take their argument as the first of two. Returns the letter of replay.h. */
static char count(const struct trace_operation *operation, void **slot)
{
	void *before = *slot;

	switch (operation->what) {
	case 'f':
		counted((any *)free, *slot, 0);
		*slot = NULL;
		return 'f';
	case 'a':
		*slot = counted((any *)malloc, (void *)(size_t)operation->size, 0);
		break;
	default:
		*slot = counted((any *)realloc, *slot, operation->size);
		break;
	}
	if (!*slot)
		args_refuse("malloc", "refused a request");
	*(char *)*slot = 1;
	return operation->what == 'a' ? 'a' : *slot == before ? 's' : 'm';
}

void replay_counts(const struct operations *operations, uint32_t calls)
{
	uint64_t bytes = (uint64_t)operations->ids * sizeof(void *);
	void **block = operations_memory(bytes);
	uint32_t i = 0;

	if (!RUNNING_ON_VALGRIND)
		args_refuse("do=counts", "only under valgrind --tool=callgrind");
	replay(operations, 0, operations->warm_up, block);
	calibrate();
	for (i = operations->warm_up; i < operations->count && calls; i++, calls--)
		print_char(count(&operations->operation[i], &block[operations->operation[i].id]));
	print_newline();
}
