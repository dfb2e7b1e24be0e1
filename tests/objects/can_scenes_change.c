#include "world.h"
void can_scenes_change(void)
{
}
