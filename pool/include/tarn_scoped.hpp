/* SPDX-License-Identifier: MIT
 * Shared by the heaps, the packed arrays and the object pools in C++. */
#ifndef TARN_SCOPED_HPP
#define TARN_SCOPED_HPP

#include <type_traits>
#ifdef __cpp_impl_three_way_comparison
#include <compare>
#endif

namespace tarn
{
namespace detail
{
template <typename T, typename = void> struct is_complete : std::false_type {
};
template <typename T> struct is_complete<T, decltype(void(sizeof(T)))> : std::true_type {
};

/* The order of handles, by their numbers. It means nothing, but makes them keys of a map. Two are
 * equal if they name the same life of the same object. */
template <typename Handle> struct ordered {
	friend constexpr bool operator==(Handle one, Handle other) noexcept
	{
		return one.number() == other.number();
	}
	friend constexpr bool operator!=(Handle one, Handle other) noexcept
	{
		return one.number() != other.number();
	}
	friend constexpr bool operator<(Handle one, Handle other) noexcept
	{
		return one.number() < other.number();
	}
	friend constexpr bool operator>(Handle one, Handle other) noexcept
	{
		return one.number() > other.number();
	}
	friend constexpr bool operator<=(Handle one, Handle other) noexcept
	{
		return one.number() <= other.number();
	}
	friend constexpr bool operator>=(Handle one, Handle other) noexcept
	{
		return one.number() >= other.number();
	}
#ifdef __cpp_impl_three_way_comparison
	friend constexpr std::strong_ordering operator<=>(Handle one, Handle other) noexcept
	{
		return one.number() <=> other.number();
	}
#endif
};

/* Not for a type that ends with a flexible array, which would lie in the next object. Each compiler
 * says so in its own words: no trait tells. */
#ifdef __clang__
template <typename T,
	  bool = std::is_class<T>::value && !std::is_polymorphic<T>::value && !__is_final(T)>
struct object_of : T {
};
template <typename T> struct object_of<T, false> {
};
#else
template <typename T> struct object_of {
	T object;
	char after;
};
#endif
} // namespace detail

/* A heap, a packed array or an object pool that ends with its scope, or with the object of which it
 * is a member:
 *     tarn::scoped<tarn::arena_heap<4096>> level;
 * The others have no destructor, because a static object would have to register it. */
template <typename Type> class scoped : public Type
{
      public:
	using Type::Type;
	scoped() = default;
	~scoped()
	{
		Type::end_scope();
	}
};
} // namespace tarn

#endif
