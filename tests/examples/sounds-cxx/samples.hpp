/* SPDX-License-Identifier: MIT
 * Decoded samples: an LRU cache. Handles of a sample that was given up are stale, so nobody mixes what
 * is not his. */
#ifndef EXAMPLES_SAMPLES_HPP
#define EXAMPLES_SAMPLES_HPP

#include "tarn.hpp"

struct sample {
	const char *name;
	std::int16_t wave[8];
};

class sample_cache
{
	using pool = tarn::object_pool<sample, 5, tarn::rob_oldest>;

      public:
	using handle = pool::handle;

	/* The sample of that name, decoded if it is not there any more. `known`: where it was last. */
	handle use(handle known, const char *name);
	std::uint32_t decoded() const
	{
		return count;
	}

      private:
	sample *find(const char *name);

	pool samples;
	std::uint32_t count = 0;
};

extern sample_cache samples; /* one, of all files */

#endif
