#include "world.h"
void do_fills_show(void)
{
}
