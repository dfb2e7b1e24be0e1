/* SPDX-License-Identifier: MIT
 * Without exceptions, in C++17. */
#include "fragile.hpp"

fragile *get_quietly(fragiles &from)
{
	return from.get(false);
}
void put_quietly(fragiles &to, fragile *object)
{
	to.put(object);
}
fragiles::handle hold_quietly(fragiles &from)
{
	return from.get_held(false);
}
