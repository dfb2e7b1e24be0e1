#include "world.h"
void may_interrupts_use_a_pool(void)
{
}
