#include "world.h"
void do_variants_share(void)
{
}
