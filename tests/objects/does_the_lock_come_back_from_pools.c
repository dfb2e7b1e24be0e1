#include "world.h"
void does_the_lock_come_back_from_pools(void)
{
}
