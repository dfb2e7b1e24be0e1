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
 * Options are types (tarn_object_options.hpp); the calls stand in tarn_object_calls.hpp. C++11 will do;
 * what takes a function or a pool as a template argument needs C++17. Neither exceptions nor RTTI
 * are needed.
 *
 * A pool is all zero at boot: no constructor runs for a static one, no guard is asked, and no image
 * has a copy of it. So it may be a member of a class, too. The first get lays it out.
 *
 * Who constructs:
 *   never, refuse, grow    get(arguments...) does, as `new T(arguments...)`, else as
 *                          `new T{arguments...}`; get() as `new T`. A constructor may throw: then the
 *                          slot is free again. The object is in use before its constructor runs: a
 *                          walk meets it, a reset destroys it. Where another context may walk or
 *                          reset, write get_with(function): nobody sees the object before its end
 *   rob_oldest, rob_least  a hook, as `new T`: a robber may come between a get and what follows it.
 *                          get_with(function) does the rest before anybody sees the object
 *   tarn::once             a hook, once for each slot
 * get_with(function) always constructs as `new T`, which must be noexcept.
 * put, release, robbery, reset and close destroy: they run ~T(). If T's constructor or destructor
 * is trivial, nothing runs, and a call takes what it takes of a C pool without that hook.
 *
 * ~T() is a hook. So is the constructor of a pool that robs or has tarn::once. Neither may call its
 * own pool: a put in ~T() is TARN_FAULT_REENTERED, and that object stays in use. A function puts an
 * object and those that it owns:
 *     void end(node *one) { node *child = one->child; nodes.put(one); if (child) end(child); }
 *
 * Only in C, and why:
 *   TARN_OBJECT_KEEP of some members   C++ ends all of an object's life, or none of it (tarn::once)
 *   TARN_VARIANTS                      std::variant, or a union
 *   TARN_OBJECT_DECLARE                a class may stand in a header, and `extern` or `inline` (C++17)
 *                                      makes one pool of several files. The linker then does not find
 *                                      files that disagree on T's members
 *   TARN_OBJECT_STORAGE_IN             an attribute places bytes in a section, and open_at a pool on
 *                                      them. The linker then does not find a section that is not there
 *   a pool in no function, no header   a pool in a function is static, or a tarn::scoped. A pool that a
 *                                      header defines without `inline` does not link */
#ifndef TARN_OBJECT_HPP
#define TARN_OBJECT_HPP

#if __STDC_HOSTED__
#include <memory>
#endif

#include "tarn_object_calls.hpp"
#include "tarn_scoped.hpp"

namespace tarn
{
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
	friend typename calls::under;

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
	friend typename calls::under;

	static_assert(detail::chosen<Options...>::maximum == 0 ||
			      detail::chosen<Options...>::maximum == Maximum,
		      "tarn::object_type: its maximum is the second argument: tarn::grow<0, step>");

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
template <auto &Pool, typename... Arguments>
TARN_OBJECT_BY_EXCEPTIONS_ unique_ptr<Pool> make_unique(Arguments &&...arguments)
{
	static_assert(
		!std::remove_reference<decltype(Pool)>::type::may_rob,
		"tarn::make_unique: an object that may be robbed has no owner: keep its handle");
	return unique_ptr<Pool>(Pool.get(std::forward<Arguments>(arguments)...));
}
#endif
} // namespace tarn

#endif
