/* SPDX-License-Identifier: MIT
 * Typed object pools for C++. They have the calls, layouts and records of tarn_object.h. That
 * header has the whole contract of each call: costs, faults, contexts, the sizing law. This one
 * adds what is C++'s.
 *
 *     struct spark { float x, y; int frames; };
 *     tarn::object_pool<spark, 60, tarn::refuse> sparks;
 *
 *     if (spark *hit = sparks.get(1.0f, 2.0f, 20)) // nullptr: all 60 are in use
 *             sparks.put(hit);
 *     for (spark &each : sparks)
 *             each.frames--;
 *
 * Options are types (tarn_object_options.hpp). tarn_object_calls.hpp has the calls. C++11 is
 * enough, except where a function or a pool is a template argument: that needs C++17. Pools need
 * neither exceptions nor RTTI.
 *
 * A pool is all zero at boot. For a static one no constructor runs, no guard is tested, and the
 * image has no copy of it. So it may be a member of a class, too. The first get lays it out.
 *
 * Who constructs an object:
 *   never, refuse, grow    get(arguments...), as `new T(arguments...)`, or else as
 *                          `new T{arguments...}`. get() constructs as `new T`. If the constructor
 *                          throws, the slot is free again. The object is in use before its
 *                          constructor runs: a walk meets it, and a reset destroys it. If another
 *                          context may walk or reset, write get_with(function): no context sees
 *                          the object before that ends
 *   rob_oldest, rob_least  a hook, as `new T`, because a robber may come right after a get.
 *                          get_with(function) does the rest before any context sees the object
 *   tarn::once             a hook, once for each slot
 * get_with(function) always constructs as `new T`, which must be noexcept.
 *
 * put, release, robbery, reset and close run ~T(). If the constructor or the destructor of T is
 * trivial, nothing runs. Then a call costs as for a C pool without that hook.
 *
 * ~T() is a hook. So is the constructor, in a pool that robs or has tarn::once. Neither may call
 * its own pool: a put in ~T() is TARN_FAULT_REENTERED, and that object stays in use. To put an
 * object and those that it owns, write a function:
 *     void end(node *one) { node *child = one->child; nodes.put(one); if (child) end(child); }
 *
 * Only in C, and what C++ has instead:
 *   TARN_OBJECT_KEEP of some members   tarn::once. C++ ends all of the life of an object, or none
 *   TARN_VARIANTS                      std::variant, or a union
 *   TARN_OBJECT_DECLARE                a class in a header, and `extern` or `inline` (C++17) for
 *                                      one pool of several files. The linker does not refuse files
 *                                      that disagree on the members of T
 *   TARN_OBJECT_STORAGE_IN             an attribute places bytes in a section, and open_at a pool
 *                                      on them. The linker does not refuse a section that does
 *                                      not exist
 *   no pool in a function or header    a pool in a function is static, or a tarn::scoped. A pool
 *                                      that a header defines without `inline` does not link */
#ifndef TARN_OBJECT_HPP
#define TARN_OBJECT_HPP

#if __STDC_HOSTED__
#include <memory>
#endif

#include "tarn_object_calls.hpp"
#include "tarn_scoped.hpp"

/* Some files have macros of these names. */
#pragma push_macro("align")
#undef align

namespace tarn
{
/* ---- Pools ------------------------------------------------------------------------------ */

/* A pool with `Capacity` slots of its own. It is static, a member of something static, or a
 * tarn::scoped. */
template <typename T, std::uint32_t Capacity, typename... Options>
class object_pool
    : public detail::object_calls<
	      object_pool<T, Capacity, Options...>, T,
	      detail::chosen<Options...>::maximum ? detail::chosen<Options...>::maximum : Capacity,
	      Options...>
{
	using options = detail::chosen<Options...>;
	using calls =
		detail::object_calls<object_pool, T, options::maximum ? options::maximum : Capacity,
				     Options...>;
	using record =
		detail::object_record<T, options::maximum ? options::maximum : Capacity, options>;
	friend calls;
	friend typename calls::under;

	static_assert(Capacity > 0, "tarn::object_pool: a capacity is 1 to 1048576");
	static_assert(!options::maximum || options::maximum >= Capacity,
		      "tarn::grow: a maximum that is less than the pool's own slots");
	static_assert(std::uint64_t(Capacity) * record::stride < UINT64_C(1) << 31,
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
		void *pool = detail::lay_out(&this->raw(), this->type(), Capacity, options::heap);

		return static_cast<object_pool *>(pool);
	}
	TARN_OBJECT_MEMBER_ void lay()
	{
		static_assert(sizeof(object_pool) ==
				      TARN_OBJECT_UP_(TARN_OBJECT_UP_(sizeof(this->record_),
								      record::align) +
							      record::bytes(Capacity),
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
		alignas(record::align) unsigned char slots_[record::bytes(Capacity)];
	};
};

/* A pool that opens at run time, on a heap or on any memory, with at most `Maximum` objects. All
 * pools of one type have one type of handle (tarn::siblings). */
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
/* A pointer that puts its object back. It is as large as a plain one. The pool is a variable:
 *     tarn::unique_ptr<sparks> spark = tarn::make_unique<sparks>(1.0f, 2.0f, 20);
 * It is empty if get returns nullptr. */
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

#pragma pop_macro("align")

#endif
