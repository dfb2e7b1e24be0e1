#include "world.h"
void is_a_walk_safe(void)
{
}
