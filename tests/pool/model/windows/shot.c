/* SPDX-License-Identifier: MIT
 * A shot on a host: an interrupt before the first lock window of a call, or when one of its windows
 * closes. What the sweep calls an instruction is such a place. */
#define _POSIX_C_SOURCE 200809L
#include "../../preempt/sweep/shot.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

#include "failed.h"
#include "print.h"
#include "tarn_port.h"
#include "windows.h"

static void (*what_comes)(void);
static uint32_t places; /* passed since the call began */
static uint32_t aim, came;
static bool shooting, locked;
static sigjmp_buf escape;

void __wrap_tarn_port_host_lock(void);
void __wrap_tarn_port_host_unlock(void);

_Noreturn void broken(const char *what)
{
	test_failed();
	print_text("SWEEP FAIL reason=\"");
	print_text(what);
	print_text("\"\n");
	tarn_port_exit(1);
}

static void pass_place(void)
{
	if (!shooting || ++places != aim)
		return;
	shooting = false;
	came = aim;
	what_comes();
	shooting = true;
}

void __wrap_tarn_port_host_lock(void)
{
	if (locked)
		broken("lock windows nest");
	if (!stacks_interrupt() && !places)
		pass_place();
	locked = true;
}

void __wrap_tarn_port_host_unlock(void)
{
	if (!locked)
		broken("the lock is released twice");
	locked = false;
	watch_window();
	if (!stacks_interrupt() && !restart_window())
		pass_place();
}

static void on_signal(int number)
{
	(void)number;
	siglongjmp(escape, 1);
}

bool shot_begin(void (*interrupt)(void))
{
	what_comes = interrupt;
	signal(SIGSEGV, on_signal);
	signal(SIGBUS, on_signal);
	return true;
}

enum shot_end shot_at(struct ruler_call *call, uint32_t instructions)
{
	enum shot_end end;

	aim = instructions + 1;
	came = places = 0;
	shooting = true;
	end = shot_guarded(call);
	shooting = false;
	return end;
}

uint32_t shot_place(void)
{
	return came;
}

uint32_t shot_place_served(void)
{
	return came;
}

bool shot_place_masked(void)
{
	return false;
}

uint32_t shot_measure(struct ruler_call *call)
{
	shot_at(call, UINT32_MAX - 1);
	return places;
}

enum shot_end shot_guarded(struct ruler_call *call)
{
	uintptr_t (*function)(uintptr_t, uintptr_t, uintptr_t, uintptr_t) =
		(uintptr_t(*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t))call->function;

	if (sigsetjmp(escape, 1)) {
		locked = shooting = false;
		return SHOT_CRASH;
	}
	call->result = function(call->argument[0], call->argument[1], call->argument[2],
				call->argument[3]);
	return SHOT_DONE;
}
