#include "world.h"
void do_handles_go_stale(void)
{
}
