/* SPDX-License-Identifier: MIT
 * The layout of a pool of tarn_object.hpp, and how a slot becomes an object. It is private. */
#ifndef TARN_OBJECT_RAW_HPP
#define TARN_OBJECT_RAW_HPP

#include "tarn_object_type.hpp"

/* Some files have macros of these names. */
#pragma push_macro("new")
#undef new

#define TARN_OBJECT_MEMBER_ inline __attribute__((__always_inline__))

namespace tarn
{
namespace detail
{
/* Lays out a pool whose slots lie after its record, as an initialiser does in C. Before that no
 * slot is carved, so no inline path is taken. Returns the pool. */
__attribute__((__noinline__)) inline tarn_object_pool *lay_out(tarn_object_pool *pool,
							       const tarn_object_type *type,
							       std::uint32_t capacity,
							       tarn_heap *heap)
{
	tarn_port_key key = tarn_object_lock_(&type->facts);

	if (!pool->part.base) {
		std::uintptr_t mask = (std::uintptr_t(1) << type->align_bits) - 1;
		std::uintptr_t first = reinterpret_cast<std::uintptr_t>(pool) + sizeof(*pool);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" /* the macro's */
		if (TARN_OBJECT_HAS_REST_(type->facts.options)) {
#pragma GCC diagnostic pop
			tarn_object_full_pool *full =
				reinterpret_cast<tarn_object_full_pool *>(pool);

			first = reinterpret_cast<std::uintptr_t>(full + 1);
			full->heap = heap;
			full->maximum = type->maximum;
		}
		pool->type = type;
		pool->part.capacity = capacity & 0x1fffff;
		pool->part.fixed = true;
		first = ((first + mask) & ~mask) + type->facts.head;
		__atomic_signal_fence(__ATOMIC_RELEASE);
		__atomic_store_n(&pool->part.base, reinterpret_cast<unsigned char *>(first),
				 TARN_PORT_ORDER);
	}
	tarn_object_unlock_(&type->facts, key);
	return pool;
}

/* A call that is not inline, and ends in a jump to C. It is no member, because members are weak
 * symbols on ELF. GCC for Arm makes no jump to those, and the inline path would need a stack
 * frame. */
#ifdef __clang__
#define TARN_OBJECT_APART_ __attribute__((__noinline__)) static
#else
#define TARN_OBJECT_APART_ __attribute__((__noinline__, __noclone__)) static
#endif
template <typename Pool> TARN_OBJECT_APART_ void *get_first(Pool *pool)
{
	return pool->laid_out()->called_in_full();
}
template <typename Pool> TARN_OBJECT_APART_ void *get_in_full(Pool *pool)
{
	return pool->laid() ? pool->called_in_full() : get_first(pool);
}

template <typename Pool, typename T, std::uint32_t Maximum, typename... Options> class object_raw
{
      public:
	constexpr object_raw() noexcept : record_()
	{
	}
	object_raw(const object_raw &) = delete;
	object_raw &operator=(const object_raw &) = delete;

      protected:
	using options = chosen<Options...>;
	using record = object_record<T, Maximum, options>;
	using shared = typename std::conditional<record::has_rest, tarn_object_full_pool,
						 tarn_object_pool>::type;

	TARN_OBJECT_MEMBER_ tarn_object_pool &raw()
	{
		return core_of(record_);
	}
	static const tarn_object_type *type()
	{
		return &record::type;
	}
	TARN_OBJECT_MEMBER_ void *called_in_full()
	{
		return tarn_object_get_full_(&raw(), &record::facts, record::which);
	}
	alignas(record::pool_align) shared record_;

	/* Takes a slot. The inline path takes its handle, too. */
	TARN_OBJECT_MEMBER_ void *taken(std::uint32_t *words)
	{
		void *slot = nullptr;

		if (TARN_OBJECT_SHORT_(&record::facts))
			slot = tarn_object_take_(&raw(), &record::facts, record::runs,
						 record::which, words);
		if (__builtin_expect(slot != nullptr, 1))
			return slot;
		return static_cast<Pool *>(this)->in_full();
	}
	static void *look(tarn_object_pool *pool)
	{
		return tarn_object_get_(pool, &record::facts, record::runs, record::which);
	}

	/* Constructs an object, unless a hook has done so. */
	template <typename... Arguments>
	TARN_OBJECT_MEMBER_ T *constructed(void *slot, Arguments &&...arguments)
	{
		if (!record::at_get || (record::trivial_new && sizeof...(Arguments) == 0))
			return static_cast<T *>(slot);
		if (!slot)
			return nullptr;
#ifdef __cpp_exceptions
		try {
			birth(slot, std::forward<Arguments>(arguments)...);
		} catch (...) {
			tarn_object_unmake_(&raw(), slot);
			throw;
		}
#else
		birth(slot, std::forward<Arguments>(arguments)...);
#endif
		return static_cast<T *>(slot);
	}
	static TARN_OBJECT_MEMBER_ void birth(void *slot)
	{
		record::make(slot);
	}
	template <typename First, typename... Arguments,
		  bool Fits = std::is_constructible<T, First, Arguments...>::value,
		  typename std::enable_if<Fits, int>::type = 0>
	static TARN_OBJECT_MEMBER_ void birth(void *slot, First &&first, Arguments &&...arguments)
	{
		::new (slot) T(std::forward<First>(first), std::forward<Arguments>(arguments)...);
	}
	template <typename First, typename... Arguments,
		  bool Fits = std::is_constructible<T, First, Arguments...>::value,
		  typename std::enable_if<!Fits, int>::type = 0>
	static TARN_OBJECT_MEMBER_ void birth(void *slot, First &&first, Arguments &&...arguments)
	{
		::new (slot) T{std::forward<First>(first), std::forward<Arguments>(arguments)...};
	}
	/* A function of the caller, as C calls it. */
	template <typename Function> struct init_call {
		struct tarn_object_init head;
		typename std::remove_reference<Function>::type *function;

		explicit init_call(typename std::remove_reference<Function>::type &given)
		    : head{run}, function(&given)
		{
		}
		static void run(void *object, const struct tarn_object_init *head) noexcept
		{
			if (record::at_get)
				record::make(object);
			(*reinterpret_cast<const init_call *>(head)->function)(
				*static_cast<T *>(object));
		}
	};

      private:
	static tarn_object_pool &core_of(tarn_object_pool &pool)
	{
		return pool;
	}
	static tarn_object_pool &core_of(tarn_object_full_pool &pool)
	{
		return pool.core;
	}
};
} // namespace detail
} // namespace tarn

#pragma pop_macro("new")

#endif
