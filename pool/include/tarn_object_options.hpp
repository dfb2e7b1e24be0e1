/* SPDX-License-Identifier: MIT
 * The options of a tarn::object_pool. They are types. `on_get`, `on_put`, `rob_least` and `knows`
 * take a function that is known at compile time, such as &bullet::wake, or a function of a bullet
 * &. They need C++17. Where `small` or `line` is a macro, as in windows.h, #undef it to write the
 * option. */
#ifndef TARN_OBJECT_OPTIONS_HPP
#define TARN_OBJECT_OPTIONS_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tarn_object.h"

/* Some files have macros of these names. */
#pragma push_macro("line")
#undef line
#pragma push_macro("small")
#undef small

namespace tarn
{
namespace detail
{
/* An option inherits from the options after it, and overrides what it sets itself. */
struct any_option {
};
template <std::uint32_t Bits, std::uint32_t Kind = Bits> struct option : any_option {
	template <typename Rest> struct over : Rest {
		static constexpr std::uint32_t bits = Rest::bits | Bits;
		static constexpr std::uint32_t kinds = Rest::kinds | Kind;
		static constexpr bool twice = Rest::twice || (Rest::kinds & Kind) != 0;
	};
};
constexpr std::uint32_t kind_siblings = 1u << 12;
constexpr std::uint32_t kind_once = 1u << 24;
constexpr std::uint32_t kind_named = 1u << 25;
constexpr std::uint32_t kind_on_get = 1u << 26;
constexpr std::uint32_t kind_on_put = 1u << 27;

/* The defaults, without any option. */
template <typename... Options> struct chosen {
	static constexpr std::uint32_t bits = 0;
	static constexpr std::uint32_t kinds = 0;
	static constexpr bool twice = false;
	static constexpr std::uint32_t maximum = 0;
	static constexpr std::uint32_t step = 0;
	static constexpr tarn_heap *heap = nullptr;
	using tag = void;

	template <typename T> static void on_get(T &)
	{
	}
	template <typename T> static void on_put(T &)
	{
	}
	template <typename T> static std::uint32_t score(const T &)
	{
		return 0;
	}
	template <typename T> static bool in_use(const T &)
	{
		return false;
	}
};
template <bool IsOption, typename First, typename Rest> struct laid {
	using type = typename First::template over<Rest>;
};
template <typename First, typename Rest> struct laid<false, First, Rest> {
	static_assert(!sizeof(First *), "tarn::object_pool: this type is no option of a pool");
	using type = Rest;
};
template <typename First, typename... Rest>
struct chosen<First, Rest...>
    : laid<std::is_base_of<any_option, First>::value, First, chosen<Rest...>>::type {
};
} // namespace detail

/* ---- The policy, when every object is in use: exactly one of these ----------------------- */

struct never
    : detail::option<TARN_OBJECT_NEVER> { /* raises TARN_FAULT_FULL, then returns nullptr */
};
struct refuse : detail::option<TARN_OBJECT_REFUSE> { /* returns nullptr */
};
struct rob_oldest
    : detail::option<TARN_OBJECT_ROB_OLDEST> { /* takes the one that was got longest ago */
};

/* Takes more slots from a heap, up to `Maximum` objects in all, `Step` at a time. A `Maximum` of 0
 * is for a tarn::object_type, and means as many as it may have. A `Step` of 0 is half of the slots
 * that it began with. A pool with slots of its own takes them from `Heap`, or from the heap of
 * grow_from. That heap has to be made (tarn_init) before the first get that needs it. */
template <std::uint32_t Maximum = 0, std::uint32_t Step = 0, tarn_heap *Heap = &tarn_default>
struct grow : detail::option<TARN_OBJECT_GROW> {
	template <typename Rest> struct over : detail::option<TARN_OBJECT_GROW>::over<Rest> {
		static constexpr std::uint32_t maximum = Maximum;
		static constexpr std::uint32_t step = Step;
		static constexpr tarn_heap *heap = Heap;
	};
};

/* ---- And any of these -------------------------------------------------------------------- */

struct bits : detail::option<TARN_OBJECT_BITS> { /* bits outside the objects, no handles */
};
struct unlocked
    : detail::option<TARN_OBJECT_UNLOCKED> { /* takes no lock: for one context at a time */
};
struct lazy : detail::option<TARN_OBJECT_LAZY> { /* with `once`: on_put runs at the next get */
};
struct line : detail::option<TARN_OBJECT_LINE> { /* an object has cache lines of its own */
};
struct persistent
    : detail::option<TARN_OBJECT_PERSISTENT> { /* scenes and reset_all leave it alone */
};
struct small : detail::option<TARN_OBJECT_SMALL> { /* calls instead of inline code */
};
struct waited : detail::option<TARN_OBJECT_WAITED> { /* tasks wait: tarn_port_object_put */
};

/* Up to so many pools of one type, whose handles Tarn tells apart. Without it, one pool of a type
 * has handles, the first that is used or opened. */
template <std::uint32_t Pools>
struct siblings
    : detail::option<std::uint32_t(TARN_OBJECT_SIBLINGS(Pools)), detail::kind_siblings> {
};

/* The object of a slot is constructed once, by T(), when the slot is first got or prewarmed. It is
 * destroyed when the pool closes or trims. Between puts and gets it stays as it is. The link of an
 * idle object lies after it. */
struct once : detail::option<0, detail::kind_once> {
};

/* Makes the pool a type of its own, so that its handles do not mix with those of other pools of T.
 * `Tag` may be incomplete:
 *     tarn::object_pool<spark, 60, tarn::refuse, tarn::named<struct embers>> embers;
 * Faults and reports then say "embers". Without it, they name T. */
template <typename Tag> struct named : detail::option<0, detail::kind_named> {
	template <typename Rest> struct over : detail::option<0, detail::kind_named>::over<Rest> {
		using tag = Tag;
	};
};

#ifdef __cpp_nontype_template_parameter_auto
namespace detail
{
template <typename Function, typename T>
auto call(Function function, T &object) -> decltype(function(object))
{
	return function(object);
}
template <typename Function, typename T>
auto call(Function function, T &object) -> decltype((object.*function)())
{
	return (object.*function)();
}
template <typename Function, typename T, typename = void> struct takes : std::false_type {
};
template <typename Function, typename T>
struct takes<Function, T, decltype((void)call(std::declval<Function>(), std::declval<T &>()))>
    : std::true_type {
};
} // namespace detail

/* A full pool takes the object with the lowest score, std::uint32_t. */
template <auto Score> struct rob_least : detail::option<TARN_OBJECT_ROB_LEAST> {
	template <typename Rest> struct over : detail::option<TARN_OBJECT_ROB_LEAST>::over<Rest> {
		template <typename T> static std::uint32_t score(const T &object)
		{
			static_assert(detail::takes<decltype(Score), const T>::value,
				      "tarn::rob_least: its function must take a const T &");
			using type = decltype(detail::call(Score, object));
			static_assert(std::is_unsigned<type>::value && sizeof(type) <= 4,
				      "tarn::rob_least: its function must return std::uint32_t");
			return detail::call(Score, object);
		}
	};
};

/* No tags: the object itself says whether it is in use, even before it is got and after it is put.
 * So the pool needs `once`. It has no handles, and does not detect a double put. */
template <auto InUse> struct knows : detail::option<TARN_OBJECT_KNOWS> {
	template <typename Rest> struct over : detail::option<TARN_OBJECT_KNOWS>::over<Rest> {
		template <typename T> static bool in_use(const T &object)
		{
			static_assert(
				detail::takes<decltype(InUse), const T>::value,
				"tarn::knows: its function must take a const T & and return bool");
			return detail::call(InUse, object);
		}
	};
};

/* Runs when an object is put, robbed or reset, before ~T(). */
template <auto Function> struct on_put : detail::option<0, detail::kind_on_put> {
	template <typename Rest> struct over : detail::option<0, detail::kind_on_put>::over<Rest> {
		template <typename T> static void on_put(T &object)
		{
			static_assert(detail::takes<decltype(Function), T>::value,
				      "tarn::on_put: its function must take a T &");
			detail::call(Function, object);
		}
	};
};

/* Runs when an object is got, before any other context sees it. It is for pools that construct
 * before (see tarn_object.hpp). */
template <auto Function> struct on_get : detail::option<0, detail::kind_on_get> {
	template <typename Rest> struct over : detail::option<0, detail::kind_on_get>::over<Rest> {
		template <typename T> static void on_get(T &object)
		{
			static_assert(detail::takes<decltype(Function), T>::value,
				      "tarn::on_get: its function must take a T &");
			detail::call(Function, object);
		}
	};
};
#endif
} // namespace tarn

#pragma pop_macro("line")
#pragma pop_macro("small")

#endif
