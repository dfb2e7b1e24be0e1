#include "world.h"
void is_what_is_kept_kept(void)
{
}
