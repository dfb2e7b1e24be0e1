/* SPDX-License-Identifier: MIT
 *   ops=n seed=n    operations of each task (20,000); seed of the random numbers
 *   board=name      for the verdict */
#include <stddef.h>

#include "args.h"
#include "hammer.h"
#include "print.h"
#include "tarn_port.h"

static uint32_t sum(size_t field)
{
	uint32_t total = 0;

	for (uint32_t i = 0; i < TASKS; i++)
		total += *(uint32_t *)(void *)((char *)&tasks[i] + field);
	return total;
}

#define SUM(field) sum(offsetof(struct task, field))

static struct {
	uint32_t seed, ops;
	const char *board;
} asked;

static int verdict(const char *wrong, uint32_t switches)
{
	print_text(wrong ? "TASKS FAIL reason=" : "TASKS PASS");
	print_text(wrong ? wrong : "");
	print_text(" board=");
	print_text(asked.board);
	print_field("harden", TARN_HARDEN);
	print_field("seed", asked.seed);
	print_field("tasks", TASKS);
	print_field("ops", (uint64_t)asked.ops * TASKS);
	print_field("switches", switches);
	print_field("allocations", SUM(allocations));
	print_field("refused", SUM(refused));
	print_field("mailed", SUM(mailed));
	print_field("objects", SUM(objects));
	print_field("looks", SUM(looks));
	print_newline();
	return wrong != NULL;
}

void tasks_hang(uint32_t switches)
{
	tarn_port_exit(verdict("hung", switches));
}

int main(int argc, char **argv)
{
	const char *wrong;
	uint32_t switches = 0;

	args_only(argc, argv, "ops seed board");
	asked.seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	asked.ops = (uint32_t)arg_u64(argc, argv, "ops", 20000);
	asked.board = arg_text(argc, argv, "board", "?");
	wrong = hammer_begin(asked.seed, asked.ops);
	if (!wrong) {
		switches = tasks_run(asked.seed);
		wrong = hammer_end();
	}
	return verdict(wrong, switches);
}
