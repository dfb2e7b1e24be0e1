/* SPDX-License-Identifier: MIT
 * Decoded samples: an LRU cache. A handle of an evicted sample is stale, so no channel mixes
 * another sample. */
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

	/* Returns the sample of that name; decodes an evicted one. `known`: its last handle. */
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
