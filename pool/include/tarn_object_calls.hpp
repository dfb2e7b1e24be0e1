/* SPDX-License-Identifier: MIT
 * The calls of every pool of tarn_object.hpp, which includes this. */
#ifndef TARN_OBJECT_CALLS_HPP
#define TARN_OBJECT_CALLS_HPP

#if __STDC_HOSTED__
#include <memory> /* std::hash */
#endif
#include "tarn_object_raw.hpp"
#include "tarn_scoped.hpp"

/* Some files have macros of these names. */
#pragma push_macro("align")
#undef align

namespace tarn
{
namespace detail
{
template <typename Pool, typename T, std::uint32_t Maximum, typename... Options> class object_calls;
} // namespace detail

/* A reference to an object of a pool, a value of two words. It may outlive the object. If the type
 * of the pool is complete, its name is Pool::handle. An object may hold a handle of its own pool:
 *     struct missile;
 *     using missiles = tarn::object_pool<missile, 8, tarn::refuse>;
 *     struct missile { tarn::handle<missiles> wingman; };
 * A default handle names no object, and is false.
 *
 * A handle is the key of a map: it has an order, which means nothing else, and std::hash. */
template <typename Pool> class handle : detail::ordered<handle<Pool>>
{
      public:
	constexpr handle() noexcept : slot_(0), generation_(0)
	{
	}
	/* Did a pool give it? The object may be gone. */
	constexpr explicit operator bool() const noexcept
	{
		return generation_ != 0;
	}
	/* As a number, and back: for a user word, or a message. A handle of no object is 0. A
	 * number that is no handle's is a stale handle, or that of no object. */
	constexpr std::uint64_t number() const noexcept
	{
		return std::uint64_t(generation_) << 32 | slot_;
	}
	static handle of_number(std::uint64_t number) noexcept
	{
		const std::uint64_t found = tarn_object_word_(number);

		return handle(std::uint32_t(found), std::uint32_t(found >> 32));
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
template <typename Pool, typename T, std::uint32_t Maximum, typename... Options>
class object_calls : public object_raw<Pool, T, Maximum, Options...>
{
      protected:
	using under = object_raw<Pool, T, Maximum, Options...>;
	using record = typename under::record;
	using under::constructed;
	using under::look;
	using under::raw;
	using under::taken;
	template <typename Function> using init_call = typename under::template init_call<Function>;

      public:
	using value_type = T;
	using handle = tarn::handle<Pool>;
	static constexpr std::uint32_t maximum = Maximum;
	static constexpr bool may_rob = record::robs;

	/* ---- Get ---- */

	/* Gets an object that is not in use, and constructs it. Returns nullptr as the policy
	 * says. */
	template <typename... Arguments> TARN_OBJECT_MEMBER_ T *get(Arguments &&...arguments)
	{
		check_arguments<Arguments...>();
		return constructed(taken(nullptr), std::forward<Arguments>(arguments)...);
	}

	/* The same. function(T &) runs after `new T`, which is noexcept, before any other context
	 * can see the object. It may call this pool. If it throws, std::terminate runs. */
	template <typename Function> T *get_with(Function &&function)
	{
		check_function<Function>();
		const init_call<Function> call(function);

		return static_cast<T *>(tarn_object_get_with(&core(), &call.head));
	}

	/* As get, but returns the handle of the object, because another context may rob it at
	 * once. */
	template <typename... Arguments>
	TARN_OBJECT_MEMBER_ handle get_held(Arguments &&...arguments)
	{
		std::uint32_t words[2];

		check_handles();
		check_arguments<Arguments...>();
		void *slot = tarn_object_take_held_(&raw(), &record::facts, record::runs,
						    record::which, words);

		if (__builtin_expect(slot != nullptr, 1)) {
			constructed(slot, std::forward<Arguments>(arguments)...);
			return handle(words[0], words[1]);
		}
		return typed(held_in_full(std::forward<Arguments>(arguments)...));
	}
	template <typename Function> handle get_held_with(Function &&function)
	{
		check_handles();
		check_function<Function>();
		const init_call<Function> call(function);

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
		check_least();
		check_function<Function>();
		const init_call<Function> call(function);

		return static_cast<T *>(tarn_object_get_if_worth(&core(), worth, &call.head));
	}
	template <typename Function>
	handle get_held_if_worth(std::uint32_t worth, Function &&function)
	{
		check_least();
		check_handles();
		check_function<Function>();
		const init_call<Function> call(function);

		return typed(tarn_object_get_held_if_worth(&core(), worth, &call.head));
	}

	/* For adapters: get, with a slot that wait(tarn_object_pool *, look) returns.
	 * look(tarn_object_pool *) returns a slot or nullptr. */
	template <typename Wait, typename... Arguments>
	TARN_OBJECT_BY_EXCEPTIONS_ T *get_by(Wait wait, Arguments &&...arguments)
	{
		static_assert(
			record::options & TARN_OBJECT_WAITED,
			"tarn::object_pool: a wait for an object of a pool without tarn::waited");
		check_arguments<Arguments...>();
		return constructed(wait(&core(), look), std::forward<Arguments>(arguments)...);
	}

	/* ---- Put ---- */

	/* Destroys an object and gives it back. From here on, handles to it are stale. nullptr does
	 * nothing. */
	TARN_OBJECT_MEMBER_ void put(T *object)
	{
		tarn_object_put_(&raw(), &record::facts, record::runs, record::which,
				 TARN_OBJECT_TELL_(record::options), object);
	}

	/* The same by a handle. Returns false if the object is no longer there. */
	TARN_OBJECT_MEMBER_ bool release(handle given)
	{
		check_handles();
		return tarn_object_release_(&raw(), &record::facts, record::runs, record::which,
					    TARN_OBJECT_TELL_(record::options), given.slot_,
					    given.generation_);
	}

	/* rob_oldest: from now on the object counts as the one that was got last. */
	TARN_OBJECT_MEMBER_ void touch(T *object)
	{
		static_assert(record::options & TARN_OBJECT_ROB_OLDEST,
			      "tarn::object_pool: a touch without tarn::rob_oldest");
		tarn_object_touch(&raw(), object);
	}

	/* ---- Handles ---- */

	TARN_OBJECT_MEMBER_ handle handle_of(const T *object)
	{
		check_handles();
		return typed(tarn_object_handle_(&raw(), &record::facts, object));
	}

	/* Returns nullptr if the object was put, robbed or reset since. */
	TARN_OBJECT_MEMBER_ T *resolve(handle given)
	{
		check_handles();
		return static_cast<T *>(tarn_object_resolve_(&raw(), &record::facts, given.slot_,
							     given.generation_));
	}

	TARN_OBJECT_MEMBER_ const T *resolve(handle given) const
	{
		return seen().resolve(given);
	}

	template <typename Other> T *resolve(tarn::handle<Other>) const
	{
		static_assert(!sizeof(Other *), "tarn::object_pool: a handle of another pool");
		return nullptr;
	}
	template <typename Other> bool release(tarn::handle<Other>)
	{
		static_assert(!sizeof(Other *), "tarn::object_pool: a handle of another pool");
		return false;
	}

	/* ---- All objects ---- */

	/* The number of objects in use, or between hands. */
	TARN_OBJECT_MEMBER_ std::uint32_t count() const
	{
		return tarn_object_count_(&seen().raw(), &record::facts);
	}

	/* Any pointer may be passed. */
	bool in_use(const T *object) const
	{
		return tarn_object_in_use(&seen().raw(), object);
	}

	/* Walks the objects in use, in the order of their addresses: `for (T &object : pool)`.
	 * Meanwhile any object may be got and put, the current one included. The walk sees each
	 * object that is in use throughout exactly once. It is no iterator of the library: the
	 * comparison of the loop takes the step, so that the code for it exists once. */
	template <typename Value> class walk_over
	{
	      public:
		TARN_OBJECT_MEMBER_ Value &operator*() const
		{
			return *here_;
		}
		TARN_OBJECT_MEMBER_ walk_over &operator++()
		{
			return *this;
		}
		TARN_OBJECT_MEMBER_ bool operator!=(const walk_over &)
		{
			here_ = static_cast<Value *>(
				tarn_object_each_(pool_, &record::facts, record::hook, &at_));
			return here_;
		}

	      private:
		friend object_calls;
		TARN_OBJECT_MEMBER_ explicit walk_over(tarn_object_pool *pool)
		    : pool_(pool), here_(nullptr), at_(0)
		{
		}
		tarn_object_pool *pool_;
		Value *here_;
		std::uint32_t at_;
	};
	using walk = walk_over<T>;
	TARN_OBJECT_MEMBER_ walk begin()
	{
		return walk(&raw());
	}
	TARN_OBJECT_MEMBER_ walk end()
	{
		return walk(&raw());
	}
	TARN_OBJECT_MEMBER_ walk_over<const T> begin() const
	{
		return walk_over<const T>(&seen().raw());
	}
	TARN_OBJECT_MEMBER_ walk_over<const T> end() const
	{
		return begin();
	}

	/* The C calls for a whole pool. Use core() for all others: tarn_object_check(&pool.core(),
	 * ...). */
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
	/* For tarn::scoped. */
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
	struct tarn_object_stats stats() const
	{
		struct tarn_object_stats is;

		tarn_object_stats(&seen().core(), &is);
		return is;
	}
	/* Images copy bytes, so T must be trivially copyable. */
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

	/* The bytes of memory that so many objects need, aligned to `align`; and of an image of
	 * them. */
	static constexpr std::size_t align = record::align;
	static constexpr std::size_t bytes(std::uint32_t capacity)
	{
		return record::bytes(capacity);
	}
	static constexpr std::size_t image_bytes(std::uint32_t capacity)
	{
		return sizeof(struct tarn_object_image) + record::bytes(capacity);
	}

      private:
	/* For calls that look. C's record of a pool is never const. */
	TARN_OBJECT_MEMBER_ object_calls &seen() const
	{
		return const_cast<object_calls &>(*this);
	}
	static handle typed(std::uint64_t words)
	{
		return handle(std::uint32_t(words), std::uint32_t(words >> 32));
	}

	template <typename... Arguments> static void check_arguments()
	{
		constexpr bool none = sizeof...(Arguments) == 0;

		static_assert(none || !record::robs,
			      "tarn::object_pool: get(arguments) of a pool that robs: a robber may "
			      "come before they are used. Write get_with(function)");
		static_assert(none || !record::kept,
			      "tarn::object_pool: get(arguments) of a pool with tarn::once: its "
			      "objects are constructed already. Write get_with(function)");
		static_assert(!none || std::is_default_constructible<T>::value,
			      "tarn::object_pool: get() of a T without a public T(). Write "
			      "get(arguments)");
		static_assert(none || std::is_constructible<T, Arguments...>::value ||
				      braced<T, void, Arguments...>::value,
			      "tarn::object_pool: get(arguments): no constructor of T takes them, "
			      "nor does T{arguments...}");
	}
	template <typename Function> static void check_function()
	{
		static_assert(accepts<Function, T>::value,
			      "tarn::object_pool: a get with a function: it takes a T &");
		static_assert(
			std::is_default_constructible<T>::value,
			"tarn::object_pool: a get with a function constructs by T(), which is "
			"not there or not public");
#ifdef __cpp_exceptions
		static_assert(std::is_nothrow_default_constructible<T>::value,
			      "tarn::object_pool: a get with a function needs a noexcept T()");
#endif
	}
	static void check_handles()
	{
		static_assert(!record::tagless,
			      "tarn::object_pool: it has no handles, because of tarn::bits or "
			      "tarn::knows");
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

	template <typename... Arguments>
	TARN_OBJECT_BY_EXCEPTIONS_ __attribute__((__noinline__)) std::uint64_t
	held_in_full(Arguments &&...arguments)
	{
		std::uint64_t words = tarn_object_get_held(&core(), nullptr);

		if (record::at_get && words)
			constructed(resolve(typed(words)), std::forward<Arguments>(arguments)...);
		return words;
	}
};
#if __cplusplus < 201703L
template <typename Pool, typename T, std::uint32_t Maximum, typename... Options>
constexpr std::uint32_t object_calls<Pool, T, Maximum, Options...>::maximum;
template <typename Pool, typename T, std::uint32_t Maximum, typename... Options>
constexpr bool object_calls<Pool, T, Maximum, Options...>::may_rob;
template <typename Pool, typename T, std::uint32_t Maximum, typename... Options>
constexpr std::size_t object_calls<Pool, T, Maximum, Options...>::align;
#endif
} // namespace detail
} // namespace tarn

#if __STDC_HOSTED__
namespace std
{
template <typename Pool> struct hash<tarn::handle<Pool>> {
	size_t operator()(tarn::handle<Pool> given) const noexcept
	{
		return static_cast<size_t>(given.number() * UINT64_C(0x9e3779b97f4a7c15) >> 32);
	}
};
} // namespace std
#endif

#pragma pop_macro("align")

#endif
