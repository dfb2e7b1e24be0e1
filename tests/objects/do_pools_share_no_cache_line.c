#include "world.h"
void do_pools_share_no_cache_line(void)
{
}
