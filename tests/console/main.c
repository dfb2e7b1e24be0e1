/* SPDX-License-Identifier: MIT
 * Arguments: hang=1 prints a line and does not end. */
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
	args_only(argc, argv, "hang");
	if (arg_u64(argc, argv, "hang", 0))
		hang();
	return ask("two heaps: ", heaps_check()) + ask("late interrupt: ", late_check());
}
