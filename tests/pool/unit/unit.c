/* SPDX-License-Identifier: MIT */
#ifndef PORT_BARE_METAL
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "unit.h"

#include "args.h"
#include "failed.h"
#include "print.h"
#include "questions.h"
#include "tarn_port.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

struct tarn_heap unit_heap, unit_other;
uint32_t unit_faults;
struct tarn_fault unit_fault;

static uint32_t passed, failed, skipped;
static uint32_t failures; /* of the current case */
static const char *skip_reason;
static const char *question_name, *case_name;
static const char *only, *only_case; /* a question, a case; empty: every one */
static bool listing;                 /* print the names of the cases, and run none */

/* ---- Checks */

/* A case in a loop may fail a thousand times. The first few failures are enough. */
#define SHOWN 4

#define STATUS_SKIPPED 77 /* no case applies here */

/* Counts a failure, and begins its line. Returns false if enough were shown. */
static bool fail_head(const char *what, const char *file, int line)
{
	test_failed();
	if (failures++ >= SHOWN)
		return false;
	print_text(file);
	print_char(':');
	print_u64((uint64_t)line);
	print_text(": ");
	print_text(case_name);
	print_text(": ");
	print_text(what);
	return true;
}

bool unit_check(bool holds, const char *what, const char *file, int line)
{
	if (holds)
		return true;
	if (fail_head(what, file, line))
		print_text(": does not hold\n");
	return false;
}

static void print_value(uint64_t value)
{
	print_u64(value);
	if (value > 9) {
		print_text(" (0x");
		print_hex(value, 1);
		print_char(')');
	}
}

bool unit_equal(uint64_t actual, uint64_t expected, const char *what, const char *file, int line)
{
	if (actual == expected)
		return true;
	if (!fail_head(what, file, line))
		return false;
	print_text(" is ");
	print_value(actual);
	print_text(", expected ");
	print_value(expected);
	print_newline();
	return false;
}

bool unit_same_text(const char *actual, const char *expected, const char *what, const char *file,
		    int line)
{
	if (text_equal(actual, expected))
		return true;
	if (!fail_head(what, file, line))
		return false;
	print_text(" is \"");
	print_text(actual);
	print_text("\", expected \"");
	print_text(expected);
	print_text("\"\n");
	return false;
}

bool unit_sound(struct tarn_heap *heap, const char *file, int line)
{
	struct tarn_broken broken;
	struct tarn_heap_stats stats;

	if (!tarn_check(heap, &broken))
		return true;
	tarn_heap_stats(heap, &stats);
	if (!fail_head("tarn_check finds I", file, line))
		return false;
	print_u64(broken.invariant);
	print_text(" (pool/DESIGN.md) broken in class ");
	print_u64(broken.class_index);
	print_text(broken.class_index < stats.classes ? ", at offset "
						      : ", the commons, at offset ");
	print_u64(broken.offset);
	print_newline();
	return false;
}

void unit_skip(const char *reason)
{
	skip_reason = reason;
}

/* ---- Cases */

static void note_fault(const struct tarn_fault *fault)
{
	unit_faults++;
	unit_fault = *fault;
}

static void forget_all(void)
{
	struct tarn_heap *heap;

	while ((heap = tarn_heap_first()))
		tarn_forget(heap);
}

static void print_case(const char *verdict)
{
	print_text(verdict);
	print_text(question_name);
	print_text(": ");
	print_text(case_name);
}

/* Returns 0, 1 (the case fails), or STATUS_SKIPPED. */
static int run_case(void (*run)(void))
{
	failures = 0;
	skip_reason = NULL;
	unit_faults = 0;
	tarn_on_fault(note_fault);
	unit_spoil(0xa5);
	run();
	unit_equal(unit_faults, 0, "unexpected faults", __FILE__, __LINE__);
	CHECK(tarn_on_fault(NULL) == note_fault);
	forget_all();
	if (failures)
		return 1;
	if (!skip_reason)
		return 0;
	print_case("skipped ");
	print_text(" (");
	print_text(skip_reason);
	print_text(")\n");
	return STATUS_SKIPPED;
}

#ifdef PORT_BARE_METAL
#define run_apart run_case
#else
/* In a process of its own: after a crash the next case runs. A question that was asked for by its
 * name runs in this process, for a debugger. */
static int run_apart(void (*run)(void))
{
	pid_t child = *only ? -1 : fork();
	int status;

	if (child < 0)
		return run_case(run);
	if (child == 0)
		_exit(run_case(run));
	if (waitpid(child, &status, 0) == child && WIFEXITED(status))
		return WEXITSTATUS(status);
	print_text("signal ");
	print_u64((uint64_t)WTERMSIG(status));
	print_newline();
	return 1;
}
#endif

void unit_case(const char *name, void (*run)(void))
{
	if (listing) {
		print_char(' ');
		print_text(name);
		return;
	}
	if (*only_case && !text_equal(only_case, name))
		return;
	case_name = name;
	switch (run_apart(run)) {
	case 0:
		passed++;
		return;
	case STATUS_SKIPPED:
		skipped++;
		return;
	default:
		failed++;
		print_case("FAILED ");
		print_newline();
	}
}

#define QUESTION(name) {#name, name},
static const struct {
	const char *name;
	void (*ask)(void);
} questions[] = {QUESTIONS};
#undef QUESTION

static const char *question(uint32_t i)
{
	return i < sizeof(questions) / sizeof(questions[0]) ? questions[i].name : NULL;
}

/* Runs the question `only`, or all. Returns how many it ran. */
static uint32_t ask(void)
{
	uint32_t asked = 0;

	for (uint32_t i = 0; question(i); i++) {
		if (*only && !text_equal(only, question(i)))
			continue;
		question_name = question(i);
		questions[i].ask();
		asked++;
	}
	return asked;
}

static _Noreturn void refuse_case(void)
{
	print_text("error: case=");
	print_text(only_case);
	print_text(": unknown; there are:");
	listing = true;
	ask();
	print_newline();
	tarn_port_exit(2);
}

int main(int argc, char **argv)
{
	only = arg_text(argc, argv, "only", "");
	only_case = arg_text(argc, argv, "case", "");
	args_only(argc, argv, "only case");
	if (!ask())
		args_refuse_name("only", only, question);
	if (*only_case && !(passed + skipped + failed))
		refuse_case();
	print_text("unit: ");
	print_u64(passed);
	print_text(" passed, ");
	print_u64(skipped);
	print_text(" skipped, ");
	print_u64(failed);
	print_text(" failed\n");
	return failed ? 1 : passed ? 0 : STATUS_SKIPPED;
}

/* ---- Faults */

bool unit_expect(enum tarn_fault_kind kind, struct tarn_heap *heap, const void *pointer,
		 const char *file, int line)
{
	bool good = unit_equal(unit_faults, 1, "faults raised", file, line);

	if (good) {
		good &= unit_same_text(tarn_fault_name(unit_fault.kind), tarn_fault_name(kind),
				       "the fault's kind", file, line);
		if (kind !=
		    TARN_FAULT_TAG) /* that fault names the tag: an_unknown_tag_changes_nothing */
			good &= unit_equal((uintptr_t)unit_fault.pointer, (uintptr_t)pointer,
					   "the fault's pointer", file, line);
		good &= unit_check(unit_fault.heap == heap, "the fault names its heap", file, line);
	}
	unit_faults = 0;
	return good;
}

void unit_refuses(enum tarn_fault_kind kind, struct tarn_heap *heap, void *pointer,
		  const char *file, int line)
{
	uint32_t before = unit_state(heap);
	struct tarn_heap_stats counts;

	tarn_heap_stats(heap, &counts);
	uint32_t faults = counts.faults[kind];
	tarn_free(heap, pointer);
	unit_expect(kind, heap, pointer, file, line);
	unit_equal(unit_state(heap), before, "state of the heap after a refused free", file, line);
	tarn_heap_stats(heap, &counts);
	unit_equal(counts.faults[kind], faults + 1u, "the heap's count of faults", file, line);
	unit_sound(heap, file, line);
}
