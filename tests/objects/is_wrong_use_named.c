#include "world.h"
void is_wrong_use_named(void)
{
}
