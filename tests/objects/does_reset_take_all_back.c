#include "world.h"
void does_reset_take_all_back(void)
{
}
