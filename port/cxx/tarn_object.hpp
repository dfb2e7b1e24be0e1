/* SPDX-License-Identifier: MIT
 * Typed object pools for C++: what tarn_object.h is for C, over the same calls, layouts and
 * records. That header has the contract of each call in full: costs, faults, contexts, the sizing
 * law. Here stands what C++ adds.
 *
 *     struct spark { float x, y; int frames; };
 *     tarn::object_pool<spark, 60, tarn::refuse> sparks;
 *
 *     if (spark *hit = sparks.get(1.0f, 2.0f, 20)) // nullptr: all 60 are in use
 *             sparks.put(hit);
 *     for (spark &each : sparks)
 *             each.frames--;
 *
 * Options are types (tarn_object_options.hpp). C++11; what takes a function, an object or a pool as a
 * template argument needs C++17. Neither exceptions nor RTTI are needed.
 *
 * A pool is all zero at boot: no constructor runs for a static one, no guard is asked, and no image
 * has a copy of it. So it may be a member of a class, too. The first get lays it out.
 *
 * Who constructs:
 *   never, refuse, grow    get(arguments...) does, as `new T(arguments...)`, else as
 *                          `new T{arguments...}`; get() as `new T`. A constructor may throw: then the
 *                          slot is free again
 *   rob_oldest, rob_least  a hook, as `new T`: a robber may come between a get and what follows it.
 *                          get_with(function) does the rest before anybody sees the object
 *   tarn::once             a hook, once for each slot
 * put, release, robbery, reset and close destroy: they run ~T(). If T's constructor or destructor
 * is trivial, nothing runs, and a call takes what it takes of a C pool without that hook.
 *
 * Only in C, and why:
 *   TARN_OBJECT_KEEP of some members   C++ ends all of an object's life, or none of it (tarn::once)
 *   TARN_VARIANTS                      std::variant, or a union
 *   TARN_OBJECT_DECLARE                a class may stand in a header, and `extern` or `inline` (C++17)
 *                                      makes one pool of several files. The linker then does not find
 *                                      files that disagree on T's members
 *   a pool in no function, no header   a pool in a function is static, or a tarn::scoped. A pool that a
 *                                      header defines without `inline` does not link */
#ifndef TARN_OBJECT_HPP
#define TARN_OBJECT_HPP

#if __STDC_HOSTED__
#include <memory>
#endif

#include "tarn_object_type.hpp"
#include "tarn_scoped.hpp"

#define TARN_OBJECT_MEMBER_ inline __attribute__((always_inline))

namespace tarn
{
namespace detail
{
template <typename Pool, typename T, std::uint32_t Maximum, typename... Options> class object_calls;

/* What C says in an initialiser, of a pool whose slots lie after its record. Until then no slot is
 * carved, so no short way is taken. Returns the pool. */
__attribute__((noinline)) inline tarn_object_pool *lay_out(tarn_object_pool *pool,
							   const tarn_object_type *type,
							   std::uint32_t capacity, tarn_heap *heap)
{
	tarn_port_key key = tarn_object_lock_(&type->facts);

	if (!pool->part.base) {
		std::uintptr_t mask = (std::uintptr_t(1) << type->align_bits) - 1;
		std::uintptr_t slots = reinterpret_cast<std::uintptr_t>(pool) + sizeof(*pool);

		if (TARN_OBJECT_HAS_REST_(type->facts.options)) {
			tarn_object_full_pool *full =
				reinterpret_cast<tarn_object_full_pool *>(pool);

			slots = reinterpret_cast<std::uintptr_t>(full + 1);
			full->heap = heap;
			full->maximum = type->maximum;
		}
		pool->type = type;
		pool->part.capacity = capacity & 0x1fffff;
		pool->part.fixed = true;
		slots = ((slots + mask) & ~mask) + type->facts.head;
		__atomic_signal_fence(__ATOMIC_RELEASE);
		__atomic_store_n(&pool->part.base, reinterpret_cast<unsigned char *>(slots),
				 TARN_PORT_ORDER);
	}
	tarn_object_unlock_(&type->facts, key);
	return pool;
}

/* A call that is not inline, and ends in a jump to C. It is no member: those are weak symbols on ELF,
 * to which GCC for Arm makes no jump, so that a short way would have a frame for it. */
#ifdef __clang__
#define TARN_OBJECT_APART_ __attribute__((noinline)) static
#else
#define TARN_OBJECT_APART_ __attribute__((noinline, noclone)) static
#endif
template <typename Pool> TARN_OBJECT_APART_ void *get_first(Pool *pool)
{
	return pool->laid_out()->called_in_full();
}
template <typename Pool> TARN_OBJECT_APART_ void *get_in_full(Pool *pool)
{
	return pool->laid() ? pool->called_in_full() : get_first(pool);
}
} // namespace detail

/* A reference to an object of a pool, which may outlive the object: two words, a value. Pool::handle
 * is its name where the pool's type is complete. An object may hold one of its own pool:
 *     struct missile;
 *     using missiles = tarn::object_pool<missile, 8, tarn::refuse>;
 *     struct missile { tarn::handle<missiles> wingman; };
 * A handle that nobody gave is no object's, and false. */
template <typename Pool> class handle
{
      public:
	constexpr handle() noexcept : slot_(0), generation_(0)
	{
	}
	/* Was it given? Also of an object that is gone. */
	constexpr explicit operator bool() const noexcept
	{
		return generation_ != 0;
	}
	/* The same life of the same object? */
	friend constexpr bool operator==(handle one, handle other) noexcept
	{
		return one.slot_ == other.slot_ && one.generation_ == other.generation_;
	}
	friend constexpr bool operator!=(handle one, handle other) noexcept
	{
		return !(one == other);
	}

      private:
	template <typename, typename T, std::uint32_t, typename...>
	friend class detail::object_calls;
	constexpr handle(std::uint32_t slot, std::uint32_t generation) noexcept
	    : slot_(slot), generation_(generation)
	{
	}
	std::uint32_t slot_;
	std::uint32_t generation_;
};

namespace detail
{
/* ---- The calls of every pool ---------------------------------------------------------------- */

template <typename Pool, typename T, std::uint32_t Maximum, typename... Options> class object_calls
{
	using options = chosen<Options...>;
	using record = object_record<T, Maximum, options>;
	using shared = typename std::conditional<record::has_rest, tarn_object_full_pool,
						 tarn_object_pool>::type;

      public:
	using value_type = T;
	using handle = tarn::handle<Pool>;
	static constexpr std::uint32_t maximum = Maximum;
	static constexpr bool may_rob = record::robs;

	constexpr object_calls() noexcept : record_()
	{
	}
	object_calls(const object_calls &) = delete;
	object_calls &operator=(const object_calls &) = delete;

	/* ---- Get ---- */

	/* An object that was not in use, constructed; nullptr as the policy says. */
	template <typename... Arguments> TARN_OBJECT_MEMBER_ T *get(Arguments &&...arguments)
	{
		check_arguments<sizeof...(Arguments)>();
		return constructed(taken(nullptr), std::forward<Arguments>(arguments)...);
	}

	/* function(T &) runs before anybody else can see the object, after `new T`. It may call this
	 * pool. It does not throw: std::terminate. */
	template <typename Function> T *get_with(Function &&function)
	{
		const init_call<Function> call(function);

		return static_cast<T *>(tarn_object_get_with(&core(), &call.head));
	}

	/* As get, for the object's handle: another context may rob it at once. */
	template <typename... Arguments>
	TARN_OBJECT_MEMBER_ handle get_held(Arguments &&...arguments)
	{
		std::uint32_t words[2];

		check_handles();
		check_arguments<sizeof...(Arguments)>();
		if (TARN_OBJECT_SHORT_(&record::facts) && !(record::options & TARN_OBJECT_GROW)) {
			void *slot = tarn_object_take_(&raw(), &record::facts, record::hook,
						       record::which, words);

			if (__builtin_expect(slot != nullptr, 1)) {
				constructed(slot, std::forward<Arguments>(arguments)...);
				return handle(words[0], words[1]);
			}
		}
		return typed(held_in_full(std::forward<Arguments>(arguments)...));
	}
	template <typename Function> handle get_held_with(Function &&function)
	{
		const init_call<Function> call(function);

		check_handles();
		return typed(tarn_object_get_held(&core(), &call.head));
	}

	/* rob_least: a full pool refuses a newcomer that is worth less than the lowest score. */
	T *get_if_worth(std::uint32_t worth)
	{
		check_least();
		return static_cast<T *>(tarn_object_get_if_worth(&core(), worth, nullptr));
	}
	template <typename Function> T *get_if_worth(std::uint32_t worth, Function &&function)
	{
		const init_call<Function> call(function);

		check_least();
		return static_cast<T *>(tarn_object_get_if_worth(&core(), worth, &call.head));
	}
	template <typename Function>
	handle get_held_if_worth(std::uint32_t worth, Function &&function)
	{
		const init_call<Function> call(function);

		check_least();
		check_handles();
		return typed(tarn_object_get_held_if_worth(&core(), worth, &call.head));
	}

	/* For adapters, whose wait is called as wait(tarn_object_pool *, look), where
	 * look(tarn_object_pool *) is a slot or nullptr: get, but for how the slot is had. */
	template <typename Wait, typename... Arguments>
	T *get_by(Wait wait, Arguments &&...arguments)
	{
		static_assert(
			record::options & TARN_OBJECT_WAITED,
			"tarn::object_pool: a wait for an object of a pool without tarn::waited");
		check_arguments<sizeof...(Arguments)>();
		return constructed(wait(&core(), look), std::forward<Arguments>(arguments)...);
	}

	/* ---- Put ---- */

	/* Destroy it and give it back: handles to it are stale from here on. nullptr: nothing (but not
	 * at level 0). */
	TARN_OBJECT_MEMBER_ void put(T *object)
	{
		tarn_object_put_(&raw(), &record::facts, record::hook, record::which, object);
		tell(true);
	}

	/* The same by its handle. False: it is no longer there. */
	TARN_OBJECT_MEMBER_ bool release(handle given)
	{
		check_handles();
		return tell(released(given));
	}

	/* rob_oldest: it counts as got just now. */
	TARN_OBJECT_MEMBER_ void touch(T *object)
	{
		static_assert(record::options & TARN_OBJECT_ROB_OLDEST,
			      "tarn::object_pool: a touch without tarn::rob_oldest");
		tarn_object_touch(&raw(), object);
	}

	/* ---- Handles ---- */

	TARN_OBJECT_MEMBER_ handle handle_of(const T *object)
	{
		std::uint32_t words[2];

		check_handles();
		if (!(record::options & TARN_OBJECT_SMALL) &&
		    tarn_object_hold_(&raw(), &record::facts, object, words))
			return handle(words[0], words[1]);
		return typed(tarn_object_handle(&raw(), object));
	}

	/* nullptr: it was put, robbed or reset since. */
	TARN_OBJECT_MEMBER_ T *resolve(handle given)
	{
		check_handles();
		return static_cast<T *>(tarn_object_resolve_(&raw(), &record::facts, given.slot_,
							     given.generation_));
	}

	template <typename Other> T *resolve(tarn::handle<Other>)
	{
		static_assert(!sizeof(Other *), "tarn::object_pool: a handle of another pool");
		return nullptr;
	}
	template <typename Other> bool release(tarn::handle<Other>)
	{
		static_assert(!sizeof(Other *), "tarn::object_pool: a handle of another pool");
		return false;
	}

	/* ---- All of them ---- */

	/* Objects in use, and between hands. */
	TARN_OBJECT_MEMBER_ std::uint32_t count()
	{
		return tarn_object_count_(&raw(), &record::facts);
	}

	/* Any pointer may be asked about. */
	bool in_use(const T *object)
	{
		return tarn_object_in_use(&raw(), object);
	}

	/* The objects in use, in address order, for `for (T &object : pool)`. Meanwhile any object may be
	 * got and put, the current one included. What is in use throughout is seen once. It is no
	 * iterator of the library: the loop's comparison takes the step, so that there is one. */
	class walk
	{
	      public:
		TARN_OBJECT_MEMBER_ T &operator*() const
		{
			return *here_;
		}
		TARN_OBJECT_MEMBER_ void operator++()
		{
		}
		TARN_OBJECT_MEMBER_ bool operator!=(const walk &)
		{
			here_ = static_cast<T *>(
				tarn_object_each_(pool_, &record::facts, record::hook, &at_));
			return here_;
		}

	      private:
		friend object_calls;
		TARN_OBJECT_MEMBER_ explicit walk(tarn_object_pool *pool)
		    : pool_(pool), here_(nullptr), at_(0)
		{
		}
		tarn_object_pool *pool_;
		T *here_;
		std::uint32_t at_;
	};
	TARN_OBJECT_MEMBER_ walk begin()
	{
		return walk(&raw());
	}
	TARN_OBJECT_MEMBER_ walk end()
	{
		return walk(&raw());
	}

	/* The C calls of a whole pool. core() is for all others: tarn_object_check(&pool.core(), ...). */
	tarn_object_pool &core()
	{
		static_cast<Pool *>(this)->lay();
		return raw();
	}
	void reset()
	{
		tarn_object_reset(&core());
	}
	std::uint32_t prewarm(std::uint32_t objects)
	{
		return tarn_object_prewarm(&core(), objects);
	}
	std::uint32_t trim(std::uint32_t objects = 0)
	{
		return tarn_object_trim(&core(), objects);
	}
	void recycle()
	{
		tarn_object_recycle(&core());
	}
	TARN_MUST_USE bool close()
	{
		return tarn_object_close(&core());
	}
	/* Of a tarn::scoped. */
	void end_scope()
	{
		reset();
		(void)!close();
	}
	TARN_MUST_USE bool grow_from(tarn_heap &heap, std::uint32_t objects)
	{
		static_assert(record::options & TARN_OBJECT_GROW,
			      "tarn::object_pool: grow_from without tarn::grow");
		return tarn_object_grow_from(&core(), &heap, objects);
	}
	struct tarn_object_stats stats()
	{
		struct tarn_object_stats is;

		tarn_object_stats(&core(), &is);
		return is;
	}
	/* Images copy bytes. */
	TARN_MUST_USE std::size_t save(void *image, std::size_t bytes, std::uint32_t version)
	{
		check_copies();
		return tarn_object_save(&core(), image, bytes, version);
	}
	TARN_MUST_USE bool load(const void *image, std::size_t bytes, std::uint32_t version)
	{
		check_copies();
		return tarn_object_load(&core(), image, bytes, version);
	}

	/* Bytes of memory that so many objects need, aligned to `align`; of an image of them. */
	static constexpr std::size_t align = record::align;
	static constexpr std::size_t bytes(std::uint32_t capacity)
	{
		return record::bytes(capacity);
	}
	static constexpr std::size_t image_bytes(std::uint32_t capacity)
	{
		return sizeof(struct tarn_object_image) + record::bytes(capacity);
	}

      protected:
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

      private:
	static tarn_object_pool &core_of(tarn_object_pool &pool)
	{
		return pool;
	}
	static tarn_object_pool &core_of(tarn_object_full_pool &pool)
	{
		return pool.core;
	}
	static handle typed(std::uint64_t words)
	{
		return handle(std::uint32_t(words), std::uint32_t(words >> 32));
	}

	template <std::size_t Arguments> static void check_arguments()
	{
		static_assert(!Arguments || !record::robs,
			      "tarn::object_pool: get(arguments) of a pool that robs: another "
			      "context may "
			      "rob the object before it is constructed. Write get_with(function)");
		static_assert(
			!Arguments || !record::kept,
			"tarn::object_pool: get(arguments) of a pool with tarn::once: its objects "
			"are constructed already. Write get_with(function)");
	}
	static void check_handles()
	{
		static_assert(!record::tagless,
			      "tarn::object_pool: it has no handles: tarn::bits and "
			      "tarn::knows do without");
	}
	static void check_least()
	{
		static_assert(record::options & TARN_OBJECT_ROB_LEAST,
			      "tarn::object_pool: a get _if_worth without tarn::rob_least");
	}
	static void check_copies()
	{
		static_assert(
			std::is_trivially_copyable<T>::value,
			"tarn::object_pool: an image of objects that cannot be copied as bytes");
	}

	/* A slot, of which the short way takes the handle, too. */
	TARN_OBJECT_MEMBER_ void *taken(std::uint32_t *words)
	{
		void *slot = nullptr;

		if (TARN_OBJECT_SHORT_(&record::facts))
			slot = tarn_object_take_(&raw(), &record::facts, record::hook,
						 record::which, words);
		if (__builtin_expect(slot != nullptr, 1))
			return slot;
		return static_cast<Pool *>(this)->in_full();
	}
	static void *look(tarn_object_pool *pool)
	{
		return tarn_object_get_(pool, &record::facts, record::hook, record::which);
	}

	/* Nothing if a hook has constructed it. */
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
			miscarry(slot);
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
#ifdef __cpp_exceptions
	void miscarry(void *slot)
	{
		unborn here = {slot, nullptr};
		tarn_port_key key = tarn_port_lock();
		const unborn **at = &record::unborns;

		here.before = *at;
		*at = &here;
		tarn_port_unlock(key);
		put(static_cast<T *>(slot));
		key = tarn_port_lock();
		while (*at != &here)
			at = const_cast<const unborn **>(&(*at)->before);
		*at = here.before;
		tarn_port_unlock(key);
	}
#endif

	template <typename... Arguments>
	__attribute__((noinline)) std::uint64_t held_in_full(Arguments &&...arguments)
	{
		std::uint64_t words = tarn_object_get_held(&core(), nullptr);

		if (record::at_get && words)
			constructed(resolve(typed(words)), std::forward<Arguments>(arguments)...);
		return words;
	}

	TARN_OBJECT_MEMBER_ bool released(handle given)
	{
		if (TARN_OBJECT_SHORT_(&record::facts)) {
			int done =
				tarn_object_release_(&raw(), &record::facts, record::hook,
						     record::which, given.slot_, given.generation_);

			if (done >= 0)
				return done;
		}
		return tarn_object_release(&raw(),
					   tarn_object_both_(given.slot_, given.generation_));
	}
	TARN_OBJECT_MEMBER_ bool tell(bool done)
	{
		if (record::options & TARN_OBJECT_WAITED && done)
			tarn_port_object_put(&raw());
		return done;
	}

	/* A function that is passed, in C's hands. */
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
};
} // namespace detail

/* ---- Pools ------------------------------------------------------------------------------------ */

/* A pool of `N` slots of its own: static, a member of something static, or a tarn::scoped. */
template <typename T, std::uint32_t N, typename... Options>
class object_pool
    : public detail::object_calls<
	      object_pool<T, N, Options...>, T,
	      detail::chosen<Options...>::maximum ? detail::chosen<Options...>::maximum : N,
	      Options...>
{
	using options = detail::chosen<Options...>;
	using calls = detail::object_calls<object_pool, T, options::maximum ? options::maximum : N,
					   Options...>;
	using record = detail::object_record<T, options::maximum ? options::maximum : N, options>;
	friend calls;

	static_assert(N > 0, "tarn::object_pool: a capacity is 1 to 1048576");
	static_assert(!options::maximum || options::maximum >= N,
		      "tarn::grow: a maximum that is less than the pool's own slots");
	static_assert(std::uint64_t(N) * record::stride < UINT64_C(1) << 31,
		      "tarn::object_pool: 2 GB of slots or more");

      public:
	constexpr object_pool() noexcept : none_(0)
	{
	}

      private:
	TARN_OBJECT_MEMBER_ bool laid()
	{
		return __builtin_expect(
			__atomic_load_n(&this->raw().part.base, TARN_PORT_ORDER) != nullptr, 1);
	}
	TARN_OBJECT_MEMBER_ object_pool *laid_out()
	{
		return reinterpret_cast<object_pool *>(
			detail::lay_out(&this->raw(), this->type(), N, options::heap));
	}
	TARN_OBJECT_MEMBER_ void lay()
	{
		static_assert(sizeof(object_pool) ==
				      TARN_OBJECT_UP_(TARN_OBJECT_UP_(sizeof(this->record_),
								      record::align) +
							      record::bytes(N),
						      alignof(object_pool)),
			      "the slots lie after the record, as lay_out has it");
		if (!laid())
			laid_out();
	}
	TARN_OBJECT_MEMBER_ void *in_full()
	{
		return detail::get_in_full(this);
	}
	template <typename Any> friend void *detail::get_first(Any *);
	template <typename Any> friend void *detail::get_in_full(Any *);

	union {
		unsigned char none_;
		alignas(record::align) unsigned char slots_[record::bytes(N)];
	};
};

/* A pool that is opened at run time, on a heap or on any memory, with `Maximum` objects or fewer.
 * All pools of one type have one type of handle (tarn::siblings). */
template <typename T, std::uint32_t Maximum, typename... Options>
class object_type
    : public detail::object_calls<object_type<T, Maximum, Options...>, T, Maximum, Options...>
{
	using calls = detail::object_calls<object_type, T, Maximum, Options...>;
	using record = detail::object_record<T, Maximum, detail::chosen<Options...>>;
	friend calls;

      public:
	TARN_MUST_USE bool open(tarn_heap &heap, std::uint32_t initial,
				std::uint32_t objects = Maximum)
	{
		return tarn_object_open(&this->raw(), this->type(), &heap, initial, objects);
	}
	TARN_MUST_USE bool open_at(void *memory, std::size_t bytes)
	{
		return tarn_object_open_at(&this->raw(), this->type(), memory, bytes);
	}

      private:
	void lay()
	{
	}
	TARN_OBJECT_MEMBER_ void *in_full()
	{
		return this->called_in_full();
	}
};

#if __STDC_HOSTED__ && defined __cpp_nontype_template_parameter_auto
/* A pointer that puts its object back; as large as a plain one. The pool is a variable:
 *     tarn::unique_ptr<sparks> spark = tarn::make_unique<sparks>(1.0f, 2.0f, 20);
 * It is empty where get would return nullptr. */
template <auto &Pool> struct put_back {
	void
	operator()(typename std::remove_reference<decltype(Pool)>::type::value_type *object) const
	{
		Pool.put(object);
	}
};
template <auto &Pool>
using unique_ptr = std::unique_ptr<typename std::remove_reference<decltype(Pool)>::type::value_type,
				   put_back<Pool>>;
template <auto &Pool, typename... Arguments> unique_ptr<Pool> make_unique(Arguments &&...arguments)
{
	static_assert(
		!std::remove_reference<decltype(Pool)>::type::may_rob,
		"tarn::make_unique: an object that may be robbed has no owner: keep its handle");
	return unique_ptr<Pool>(Pool.get(std::forward<Arguments>(arguments)...));
}
#endif
} // namespace tarn

#endif
