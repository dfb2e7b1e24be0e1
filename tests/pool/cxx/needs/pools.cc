/* SPDX-License-Identifier: MIT
 * The pools of pools.c in C++. Never run. */
#include "pools.h"
#include "tarn_object.hpp"

namespace
{
template <int> struct object : particle {
#ifdef ENDS
	~object()
	{
		frames_left = 0;
	}
#endif
};
#ifdef __OPTIMIZE_SIZE__
tarn::object_pool<object<1>, 16, tarn::refuse, tarn::small, tarn::named<struct sparks_>> sparks;
#if TYPES > 1
tarn::object_pool<object<2>, 16, tarn::refuse, tarn::small, tarn::named<struct smoke_>> smoke;
#endif
#else
tarn::object_pool<object<1>, 16, tarn::refuse, tarn::named<struct sparks_>> sparks;
#if TYPES > 1
tarn::object_pool<object<2>, 16, tarn::refuse, tarn::named<struct smoke_>> smoke;
#endif
#endif
} // namespace

void tarn_port_fault(const tarn_fault *)
{
}

#define SITE(function, pool)                                  \
	decltype(pool)::value_type *volatile kept_##function; \
	void function()                                       \
	{                                                     \
		kept_##function = pool.get();                 \
		pool.put(kept_##function);                    \
	}
SITE(entry, sparks)
#if SITES > 1
SITE(site, sparks)
#endif
#if TYPES > 1
SITE(type, smoke)
#endif
