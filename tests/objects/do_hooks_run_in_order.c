#include "world.h"
void do_hooks_run_in_order(void)
{
}
