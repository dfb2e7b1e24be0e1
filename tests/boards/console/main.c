/* SPDX-License-Identifier: MIT
 * Arguments: hang=1 prints a line and does not end; jump=1 jumps to an address without memory;
 * trap=1 executes an undefined instruction. */
#include "args.h"
#include "console.h"
#include "print.h"

static int ask(const char *question, const char *wrong)
{
	print_text(question);
	print_text(wrong ? wrong : "ok");
	print_newline();
	return wrong != NULL;
}

_Noreturn static void hang(void)
{
	print_text("hanging\n");
	for (;;)
		;
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "hang jump trap");
	if (arg_u64(argc, argv, "hang", 0))
		hang();
	if (arg_u64(argc, argv, "jump", 0))
		((void (*)(void))0x0E000001)();
	if (arg_u64(argc, argv, "trap", 0))
		__builtin_trap();
	return ask("two heaps: ", heaps_check()) + ask("late interrupt: ", late_check());
}
