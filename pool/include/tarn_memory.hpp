/* SPDX-License-Identifier: MIT
 * A heap as an object, and the standard library's containers on one. It needs C++11. tarn.h has the
 * rules, the costs and the faults of each call.
 *
 *   static tarn::arena_heap<16 * 1024> fast;          holds its arena; no code runs before main()
 *   if (!fast.init())
 *           panic();
 *   enemy *boss = fast.make<enemy>(100);              nullptr: refused
 *   std::vector<int, tarn::allocator<int>> path(fast);
 *   fast.destroy(boss);
 *
 * A tarn::heap is a struct tarn_heap. So every function of tarn.h takes one: tarn_report(&fast,
 * ...). In faults and refusals, `caller` is the code that called the method. */
#ifndef TARN_MEMORY_HPP
#define TARN_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tarn.h"
#include "tarn_new.h"
#include "tarn_scoped.hpp"

/* Some files have macros of these names. */
#pragma push_macro("new")
#undef new
#pragma push_macro("check")
#undef check

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a parameter here, and a global object of the program */

/* Inlined at every level of optimization, so that the caller of the method calls Tarn. */
#define TARN_METHOD_ __attribute__((__always_inline__)) inline

namespace tarn
{
namespace of_memory
{
/* Where `new` places an object of heap::make(). */
struct place {
	tarn_heap *heap;
	std::size_t alignment;
};
} // namespace of_memory
} // namespace tarn

TARN_METHOD_ void *operator new(std::size_t size, tarn::of_memory::place place) noexcept
{
	return place.alignment > TARN_ALIGN ? tarn_alloc_aligned(place.heap, place.alignment, size)
					    : tarn_alloc(place.heap, size);
}

/* The compiler calls this if a constructor throws. */
TARN_METHOD_ void operator delete(void *block, tarn::of_memory::place place) noexcept
{
	tarn_free(place.heap, block);
}

namespace tarn
{
namespace of_memory
{
/* The start of the block of an object. An object that derives from several classes begins before
 * some of them. */
template <typename Type> void *start_of(Type *object, std::true_type /*polymorphic*/)
{
	return dynamic_cast<void *>(object);
}
template <typename Type> void *start_of(Type *object, std::false_type /*polymorphic*/)
{
	return object;
}

/* Does what a throwing `new` does after a refusal. */
inline void *no_memory_for(tarn_heap *heap, std::size_t alignment, std::size_t size, void *caller)
{
	void *block =
		ask_handlers([=] { return tarn_alloc_aligned_for(heap, alignment, size, caller); });

	if (!block)
		TARN_NO_MEMORY_();
	return block;
}
__attribute__((__noinline__, __cold__))
TARN_TOLD_(__alloc_size__(3)) inline void *no_memory(tarn_heap *heap, std::size_t alignment,
						     std::size_t size)
{
	return no_memory_for(heap, alignment, size, __builtin_return_address(0));
}
} // namespace of_memory

/* ---- Heaps -------------------------------------------------------------------------------- */

/* A heap over memory of the program. init() makes it; until then each request is TARN_FAULT_HEAP.
 * It has no destructor, because a static object would have to register it. A heap that ends before
 * the program is a tarn::scoped<...>. */
class heap : public tarn_heap
{
      public:
	/* cppcheck-suppress uninitDerivedMemberVar ; all of it is zero */
	constexpr heap() noexcept : tarn_heap()
	{
	}
	heap(const heap &) = delete;
	heap &operator=(const heap &) = delete;

	/* The same heap, as an object: heap::of(*fault->heap). */
	static heap &of(tarn_heap &record) noexcept
	{
		return static_cast<heap &>(record);
	}

	/* tarn_init. Returns false iff that does not return TARN_OK. tarn_init(&heap, ...) itself
	 * tells which status. */
	TARN_MUST_USE bool init(void *arena, std::size_t bytes,
				const tarn_table &table = tarn_table_default,
				tarn_misfit *why = nullptr) noexcept
	{
		return tarn_init(this, arena, bytes, &table, why) == TARN_OK;
	}
	/* tarn_forget: the memory belongs to the program again. */
	void close() noexcept
	{
		tarn_forget(this);
	}
	/* For tarn::scoped. */
	void end_scope() noexcept
	{
		close();
	}

	TARN_MUST_USE TARN_METHOD_ void *alloc(std::size_t size) noexcept
	{
		return tarn_alloc(this, size);
	}
	TARN_MUST_USE TARN_METHOD_ void *alloc_zeroed(std::size_t count, std::size_t size) noexcept
	{
		return tarn_alloc_zeroed(this, count, size);
	}
	TARN_MUST_USE TARN_METHOD_ void *alloc_aligned(std::size_t alignment,
						       std::size_t size) noexcept
	{
		return tarn_alloc_aligned(this, alignment, size);
	}
	TARN_MUST_USE TARN_METHOD_ void *realloc(void *block, std::size_t size) noexcept
	{
		return tarn_realloc(this, block, size);
	}
	TARN_METHOD_ void free(void *block) noexcept
	{
		tarn_free(this, block);
	}

	/* Makes an object in a block of its own, at the alignment of its type. It constructs
	 * Type(arguments...), or Type{arguments...} if the type has no such constructor. If the
	 * constructor throws, the block is freed, and the exception passes on.
	 *
	 *   returns  nullptr iff tarn_alloc returns NULL (tarn_alloc_aligned, above TARN_ALIGN).
	 *            Then no constructor ran */
	template <typename Type, typename... Arguments>
	TARN_MUST_USE TARN_METHOD_ Type *make(Arguments &&...arguments)
	{
		static_assert(!std::is_array<Type>::value,
			      "make() is for one object: put an array into a struct");
		static_assert(detail::is_complete<Type>::value,
			      "make(): the object's type is not complete here");
		static_assert(!std::is_abstract<Type>::value,
			      "make(): the object's type is abstract");
		return construct<Type>(std::is_constructible<Type, Arguments...>(),
				       std::forward<Arguments>(arguments)...);
	}
	/* Runs the destructor, then tarn_free. nullptr does nothing. It takes a pointer to a base
	 * class, if the destructor of that is virtual. Any other pointer to a base is a fault if
	 * its address differs from that of the object. */
	template <typename Type> TARN_METHOD_ void destroy(Type *object)
	{
		static_assert(!std::is_void<Type>::value,
			      "destroy() needs the object's type: free() is for a block");
		static_assert(detail::is_complete<Type>::value,
			      "destroy(): the object's type is not complete here");
		static_assert(!std::is_array<Type>::value, "destroy() is for one object, no array");
		if (!object)
			return;
		void *block = of_memory::start_of(
			const_cast<typename std::remove_cv<Type>::type *>(object),
			std::is_polymorphic<Type>());

		object->~Type();
		tarn_free(this, block);
	}

	bool owns(const void *pointer) const noexcept
	{
		return tarn_owns(this, pointer);
	}
	bool is_live(const void *block) noexcept
	{
		return tarn_is_live(this, block);
	}
	std::size_t usable_size(const void *block) noexcept
	{
		return tarn_usable_size(this, block);
	}
	/* tarn_heap_stats. */
	struct tarn_heap_stats stats() noexcept
	{
		struct tarn_heap_stats stats;

		tarn_heap_stats(this, &stats);
		return stats;
	}
	/* tarn_check: 0, or the number of the first invariant that is broken. */
	std::uint32_t check(tarn_broken *broken = nullptr) noexcept
	{
		return tarn_check(this, broken);
	}

      private:
	template <typename Type, typename... Arguments>
	TARN_METHOD_ Type *construct(std::true_type /*by a constructor*/, Arguments &&...arguments)
	{
		return ::new (of_memory::place{this, alignof(Type)})
			Type(std::forward<Arguments>(arguments)...);
	}
	template <typename Type, typename... Arguments>
	TARN_METHOD_ Type *construct(std::false_type /*by a constructor*/, Arguments &&...arguments)
	{
		return ::new (of_memory::place{this, alignof(Type)})
			Type{std::forward<Arguments>(arguments)...};
	}
};
static_assert(sizeof(heap) == sizeof(tarn_heap), "heap::of() needs a heap to be its record");

/* The heap of malloc: tarn_default. */
inline heap &default_heap() noexcept
{
	return heap::of(tarn_default);
}

/* A heap that holds its arena, aligned to 16 bytes. It may lie in a section of the program's
 * choice:
 *     __attribute__((__section__(".dtcm"))) static tarn::arena_heap<8 * 1024> quick; */
template <std::size_t Bytes> class arena_heap : public heap
{
	static_assert(Bytes >= 256 && Bytes <= TARN_ARENA_MAX,
		      "an arena has 256 to TARN_ARENA_MAX bytes");

      public:
	constexpr arena_heap() noexcept : none_()
	{
	}
	TARN_MUST_USE bool init(const tarn_table &table = tarn_table_default,
				tarn_misfit *why = nullptr) noexcept
	{
		return heap::init(arena_, Bytes, table, why);
	}

      private:
	union {
		unsigned char none_;
		alignas(16) unsigned char arena_[Bytes];
	};
};

/* std::unique_ptr<enemy, tarn::destroyer> boss(fast.make<enemy>(100), fast); */
class destroyer
{
      public:
	destroyer(heap &heap) noexcept : heap_(&heap)
	{
	}
	template <typename Type> TARN_METHOD_ void operator()(Type *object) const
	{
		heap_->destroy(object);
	}

      private:
	heap *heap_;
};

/* ---- Containers --------------------------------------------------------------------------- */

/* Memory for a container from a heap, or from the default heap if none is named. Two allocators are
 * equal if their heaps are the same. A container that is moved or swapped takes its heap along. A
 * container that is copied into keeps its own. An over-aligned type gets its alignment.
 *
 * If the heap refuses, it does as a throwing `new` (tarn_new.h). It calls the new-handler again and
 * again. Without one, it throws std::bad_alloc; with -fno-exceptions it calls std::abort(). */
template <typename Type> class allocator
{
      public:
	using value_type = Type;
	using propagate_on_container_move_assignment = std::true_type;
	using propagate_on_container_swap = std::true_type;

	allocator() noexcept : heap_(&tarn_default)
	{
	}
	allocator(tarn_heap &heap) noexcept : heap_(&heap)
	{
	}
	template <typename Other>
	allocator(const allocator<Other> &other) noexcept : heap_(&other.heap())
	{
	}

	TARN_MUST_USE Type *allocate(std::size_t count)
	{
		std::size_t size;

		if (__builtin_mul_overflow(count, sizeof(Type), &size))
			size = SIZE_MAX; /* which every heap refuses */
		void *block = alignof(Type) > TARN_ALIGN
				      ? tarn_alloc_aligned(heap_, alignof(Type), size)
				      : tarn_alloc(heap_, size);

		return static_cast<Type *>(
			__builtin_expect(block != nullptr, 1)
				? block
				: of_memory::no_memory(heap_, alignof(Type), size));
	}
	void deallocate(Type *block, std::size_t /*count*/) noexcept
	{
		tarn_free(heap_, block);
	}

	tarn_heap &heap() const noexcept
	{
		return *heap_;
	}
	template <typename Other> bool operator==(const allocator<Other> &other) const noexcept
	{
		return heap_ == &other.heap();
	}
	template <typename Other> bool operator!=(const allocator<Other> &other) const noexcept
	{
		return heap_ != &other.heap();
	}

      private:
	tarn_heap *heap_;
};
} // namespace tarn

#pragma GCC diagnostic pop

#pragma pop_macro("check")
#pragma pop_macro("new")

#endif
