/* SPDX-License-Identifier: MIT
 * Tags for C++: a tag for a scope. */
#ifndef TARN_TAG_HPP
#define TARN_TAG_HPP

#include "tarn.hpp"
#include "tarn_tag.h"

namespace tarn
{
/* While this object lives, allocations of the calling context are charged to `tag` (tarn_tag.h).
 *
 *     tarn::tag_scope scope(NETWORK);
 *
 * It leaves the tag if an exception passes, too. Scopes nest as tarn_tag_enter does, and end in
 * reverse order. So an object of this class should be a local variable. Nothing throws.
 *
 *   faults  as tarn_tag_enter. Then it enters no tag, and leaves none */
class tag_scope
{
      public:
	explicit tag_scope(std::uint32_t tag) noexcept
	    : entered(tarn_tag_enter(tag) ? tag : TARN_UNTAGGED)
	{
	}

	~tag_scope()
	{
		if (entered != TARN_UNTAGGED)
			tarn_tag_leave(entered);
	}

	tag_scope(const tag_scope &) = delete;
	tag_scope &operator=(const tag_scope &) = delete;

      private:
	std::uint32_t entered;
};
} // namespace tarn

#endif
