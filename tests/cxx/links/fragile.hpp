/* SPDX-License-Identifier: MIT
 * A pool of both files. */
#ifndef TESTS_CXX_LINKS_FRAGILE_HPP
#define TESTS_CXX_LINKS_FRAGILE_HPP

#include "tarn.hpp"

struct fragile {
	explicit fragile(bool breaks);
	~fragile();
	int it = 7;
};
/* Small: each put runs the hook that the pool's record names. */
using fragiles = tarn::object_pool<fragile, 4, tarn::refuse, tarn::small, tarn::siblings<2>>;
extern fragiles first, second;

/* Of the file without exceptions. */
fragile *get_quietly(fragiles &from);
void put_quietly(fragiles &to, fragile *object);
fragiles::handle hold_quietly(fragiles &from);

#endif
