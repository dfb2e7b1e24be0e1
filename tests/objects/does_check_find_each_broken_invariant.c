#include "world.h"
void does_check_find_each_broken_invariant(void)
{
}
