/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "args.h"
#include "print.h"
#include "questions.h"
#include "tarn_port.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

struct tarn_heap unit_heap, unit_other;
uint32_t unit_faults;
struct tarn_fault unit_fault;

static uint32_t passed, failed, skipped;
static uint32_t failures; /* of the case under way */
static const char *skip_reason;
static const char *question_name, *case_name;

/* ---- Checks */

/* A case in a loop may fail a thousand times: the first few say it all. */
#define SHOWN 4

/* Count a failure, and begin its line; false when enough were shown. */
static bool fail_head(const char *what, const char *file, int line)
{
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

void unit_case(const char *name, void (*run)(void))
{
	case_name = name;
	failures = 0;
	skip_reason = NULL;
	unit_faults = 0;
	tarn_on_fault(note_fault);
	unit_spoil(0xa5);
	run();
	unit_equal(unit_faults, 0, "faults that nobody expected", __FILE__, __LINE__);
	CHECK(tarn_on_fault(NULL) == note_fault);
	forget_all();
	if (failures) {
		failed++;
		print_case("FAILED ");
		print_newline();
	} else if (skip_reason) {
		skipped++;
		print_case("skipped ");
		print_text(" (");
		print_text(skip_reason);
		print_text(")\n");
	} else {
		passed++;
	}
}

#define QUESTION(name) {#name, name},
static const struct {
	const char *name;
	void (*ask)(void);
} questions[] = {QUESTIONS};
#undef QUESTION

int main(int argc, char **argv)
{
	const char *only = arg_text(argc, argv, "only", "");
	uint32_t asked = 0;

	args_only(argc, argv, "only");
	for (uint32_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		if (*only && !text_equal(only, questions[i].name))
			continue;
		question_name = questions[i].name;
		questions[i].ask();
		asked++;
	}
	if (!asked)
		args_refuse("only", "no such question (see tests/unit/questions.h)");
	print_text("unit: ");
	print_u64(passed);
	print_text(" passed, ");
	print_u64(skipped);
	print_text(" skipped, ");
	print_u64(failed);
	print_text(" failed\n");
	return failed || !passed;
}

/* ---- Faults */

bool unit_expect(enum tarn_fault_kind kind, struct tarn_heap *heap, const void *pointer,
		 const char *file, int line)
{
	bool good = unit_equal(unit_faults, 1, "faults raised", file, line);

	if (good) {
		good &= unit_same_text(tarn_fault_name(unit_fault.kind), tarn_fault_name(kind),
				       "the fault's kind", file, line);
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

void unit_refuses_somehow(struct tarn_heap *heap, void *pointer, const char *file, int line)
{
	uint32_t before = unit_state(heap);

	tarn_free(heap, pointer);
	unit_equal(unit_faults, 1, "faults raised", file, line);
	unit_equal((uintptr_t)unit_fault.pointer, (uintptr_t)pointer, "the fault's pointer", file,
		   line);
	unit_faults = 0;
	unit_equal(unit_state(heap), before, "state of the heap after a refused free", file, line);
	unit_sound(heap, file, line);
}
