/* SPDX-License-Identifier: MIT
 * The containers of std::pmr on a heap. It needs C++17, and a library that has them. It is a header
 * of its own, because <memory_resource> takes compilers five times as long as the rest of Tarn.
 *
 *   tarn::memory_resource resource(fast);
 *   std::pmr::vector<std::pmr::string> names(&resource); */
#ifndef TARN_MEMORY_RESOURCE_HPP
#define TARN_MEMORY_RESOURCE_HPP

#if __cplusplus < 201703L
#error "tarn_memory_resource.hpp: std::pmr is C++17: -std=c++17"
#elif !__has_include(<memory_resource>)
#error "tarn_memory_resource.hpp: this library has no <memory_resource>; tarn::allocator needs none"
#endif
#include <memory_resource>

#include "tarn_memory.hpp"

namespace tarn
{
/* Memory for std::pmr from a heap, or from the default heap if none is named. It is equal only to
 * itself. If the heap refuses, it does as tarn::allocator. In faults and refusals, `caller` is the
 * code that allocates. Its destructor is virtual, so a static object registers it at start. */
class memory_resource : public std::pmr::memory_resource
{
      public:
	explicit memory_resource(tarn_heap &heap = tarn_default) noexcept : heap_(&heap)
	{
	}
	memory_resource(const memory_resource &) = default;
	memory_resource &operator=(const memory_resource &) = default;

      private:
	void *do_allocate(std::size_t size, std::size_t alignment) override
	{
		void *caller = __builtin_return_address(0);
		void *block = tarn_alloc_aligned_for(heap_, alignment, size, caller);

		return block ? block : of_memory::no_memory_for(heap_, alignment, size, caller);
	}
	void do_deallocate(void *block, std::size_t /*size*/, std::size_t /*alignment*/) override
	{
		tarn_free(heap_, block);
	}
	bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override
	{
		return this == &other;
	}

	tarn_heap *heap_;
};
} // namespace tarn

#endif
