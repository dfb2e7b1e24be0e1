#include "world.h"
void does_the_registry_know_all(void)
{
}
