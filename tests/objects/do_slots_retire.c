#include "world.h"
void do_slots_retire(void)
{
}
