/* SPDX-License-Identifier: MIT
 * A pool that both files use. */
#ifndef TESTS_CXX_LINKS_FRAGILE_HPP
#define TESTS_CXX_LINKS_FRAGILE_HPP

#include "tarn.hpp"

struct fragile {
	explicit fragile(bool breaks);
	~fragile();
	int it = 7;
};
/* tarn::small: each put calls the hook through the pool's record. */
using fragiles = tarn::object_pool<fragile, 4, tarn::refuse, tarn::small, tarn::siblings<2>>;
extern fragiles first, second;

/* In the file without exceptions. */
fragile *get_quietly(fragiles &from);
void put_quietly(fragiles &to, fragile *object);
fragiles::handle hold_quietly(fragiles &from);

#endif
