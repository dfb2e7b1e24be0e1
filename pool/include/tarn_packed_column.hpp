/* SPDX-License-Identifier: MIT
 * The columns of tarn_packed.hpp, and their names. It is what the macros of tarn_packed_declare.h
 * write, with the same formulas. */
#ifndef TARN_PACKED_COLUMN_HPP
#define TARN_PACKED_COLUMN_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "tarn_packed.h"
#include "tarn_scoped.hpp"

/* Some files have macros of these names. */
#pragma push_macro("check")
#undef check
#pragma push_macro("packed")
#undef packed
#pragma push_macro("swap")
#undef swap

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a parameter here, and a global object of the program */

namespace tarn
{
/* ---- Names of columns --------------------------------------------------------------------- */

namespace of_packed
{
enum kind { PLAIN, KEPT, SPARSE };

template <typename Type, kind Kind, std::uint32_t Most> struct facts {
	using type = Type;
	static constexpr kind its_kind = Kind;
	static constexpr std::uint32_t most = Most;
};
} // namespace of_packed

/* COLUMN, KEEP and SPARSE of tarn_packed.h. */
template <typename Type> struct column {
	using tarn_column_ = of_packed::facts<Type, of_packed::PLAIN, 0>;
};
template <typename Type> struct keep {
	using tarn_column_ = of_packed::facts<Type, of_packed::KEPT, 0>;
};
template <typename Type, std::uint32_t Most> struct sparse {
	using tarn_column_ = of_packed::facts<Type, of_packed::SPARSE, Most>;
};

/* A column, or its components: for (vector &p : sparks.column<position>()). It reads the count of
 * the array once. So an element that is activated later is not in it. */
template <typename Type> class column_view
{
      public:
	constexpr column_view(Type *first, std::uint32_t count) noexcept
	    : first_(first), count_(count)
	{
	}

	constexpr Type *begin() const noexcept
	{
		return first_;
	}
	constexpr Type *end() const noexcept
	{
		return first_ + count_;
	}
	constexpr Type *data() const noexcept
	{
		return first_;
	}
	constexpr std::uint32_t size() const noexcept
	{
		return count_;
	}
	constexpr Type &operator[](std::uint32_t index) const noexcept
	{
		return first_[index];
	}

      private:
	Type *first_;
	std::uint32_t count_;
};

/* ---- Storage of a column: what the macros of tarn_packed_declare.h write -------------------- */

namespace of_packed
{
template <typename...> struct ignore {
	using type = void;
};

template <typename Name, typename = void> struct facts_of {
	using type = facts<Name, PLAIN, 0>;
};
template <typename Name> struct facts_of<Name, typename ignore<typename Name::tarn_column_>::type> {
	using type = typename Name::tarn_column_;
};
template <typename Name> using type_of = typename facts_of<Name>::type::type;

template <typename Name> constexpr bool is_sparse()
{
	return facts_of<Name>::type::its_kind == SPARSE;
}

template <typename Name> constexpr bool is_one_of()
{
	return false;
}
template <typename Name, typename First, typename... Names> constexpr bool is_one_of()
{
	return std::is_same<Name, First>::value || is_one_of<Name, Names...>();
}

template <typename> constexpr bool same_kind()
{
	return true;
}
template <typename First, typename Second, typename... Names> constexpr bool same_kind()
{
	return is_sparse<First>() == is_sparse<Second>() && same_kind<Second, Names...>();
}

template <typename...> struct distinct : std::true_type {
};
template <typename First, typename... Names>
struct distinct<First, Names...>
    : std::integral_constant<bool, !is_one_of<First, Names...>() && distinct<Names...>::value> {
};

/* The first of the bases, so that its errors are the first ones. */
template <typename Type> constexpr bool sound_type()
{
	static_assert(!std::is_array<Type>::value,
		      "a column's type is an array: put it into a struct");
	static_assert(!std::is_const<Type>::value, "a column's type is const");
	static_assert(std::is_object<Type>::value, "a column's type has no bytes");
	static_assert(detail::is_complete<Type>::value, "a column's type is not complete here");
	static_assert(sizeof(detail::object_of<Type>) != 0, "its last member is no flexible array");
	static_assert(std::is_trivially_copyable<Type>::value &&
			      std::is_trivially_destructible<Type>::value &&
			      std::is_copy_assignable<Type>::value,
		      "a column's type is not copied and assigned as bytes: store a pointer to it");
	return true;
}
template <typename Name> struct sound_column {
	static_assert(sound_type<type_of<Name>>(), "");
	static_assert(!is_sparse<Name>() || (facts_of<Name>::type::most > 0 &&
					     facts_of<Name>::type::most <= TARN_PACKED_MAX),
		      "a sparse column has 1 to TARN_PACKED_MAX components");
};
template <std::size_t...> struct sizes {
};
template <typename... Names> struct sound {
	static_assert(distinct<Names...>::value, "two columns have one name");
	static_assert(sizeof(sizes<sizeof(sound_column<Names>)...>) != 0, "");
};
template <std::uint32_t Capacity> struct sound_capacity {
	static_assert(Capacity > 0 && Capacity <= TARN_PACKED_MAX,
		      "a capacity is 1 to TARN_PACKED_MAX");
};

template <typename Type> constexpr std::size_t align_of()
{
	return TARN_PK_ALIGNED_(alignof(Type));
}

/* A bool that was never set may have any bits. So it moves as a byte. */
template <typename Type>
using moved = typename std::conditional<std::is_same<Type, bool>::value, unsigned char, Type>::type;

template <typename Type> void shift(Type *column, std::uint32_t to, std::uint32_t from)
{
	auto *const at = reinterpret_cast<moved<Type> *>(column);

	if (sizeof(Type) <= TARN_PK_INLINE_(alignof(Type)))
		at[to] = at[from];
	else
		tarn_column_move(at + to, at + from, sizeof(Type));
}

template <typename Type> void trade(Type *column, std::uint32_t i, std::uint32_t j)
{
	auto *const at = reinterpret_cast<moved<Type> *>(column);

	if (sizeof(Type) <= TARN_PK_INLINE_(alignof(Type))) {
		const moved<Type> held = at[i];

		at[i] = at[j];
		at[j] = held;
	} else {
		tarn_column_swap(at + i, at + j, sizeof(Type));
	}
}

/* Memory for `Many` of them. */
template <typename Type, std::uint32_t Many> union room_of {
	constexpr room_of() noexcept : none()
	{
	}

	unsigned char none;
	alignas(align_of<Type>()) Type at[Many];
};

template <typename Name, std::uint32_t Capacity, kind = facts_of<Name>::type::its_kind>
struct home {
	room_of<type_of<Name>, Capacity> room;

	constexpr home() noexcept : room()
	{
	}
};

template <typename Name, std::uint32_t Capacity> struct home<Name, Capacity, SPARSE> {
	static constexpr std::uint32_t most = facts_of<Name>::type::most;
	static_assert(Capacity == 0 || most <= Capacity,
		      "a sparse column has no more components than elements");

	room_of<std::uint32_t, Capacity> place;
	room_of<std::uint32_t, most> owner;
	room_of<type_of<Name>, most> room;

	constexpr home() noexcept : place(), owner(), room()
	{
	}
};

/* What an array has of a column, where C's functions expect it. */
template <typename Name, kind = facts_of<Name>::type::its_kind> struct state {
	using type = type_of<Name>;

	type *at;

	constexpr state() noexcept : at(nullptr)
	{
	}
	template <std::uint32_t Capacity>
	explicit constexpr state(home<Name, Capacity> &home) noexcept : at(home.room.at)
	{
	}

	static constexpr tarn_packed_column row()
	{
		return {sizeof(type), align_of<type>(), 0, facts_of<Name>::type::its_kind == KEPT};
	}
	std::uint32_t size(const tarn_packed &packed) const
	{
		return packed.count;
	}
	void drop(const tarn_packed & /*packed*/, std::uint32_t /*index*/)
	{
	}
	void close(std::uint32_t index, std::uint32_t last)
	{
		if (facts_of<Name>::type::its_kind == KEPT)
			trade(at, index, last);
		else
			shift(at, index, last);
	}
	void swap(std::uint32_t i, std::uint32_t j)
	{
		trade(at, i, j);
	}
	std::uint32_t check(const tarn_packed & /*packed*/) const
	{
		return 0;
	}
};

template <typename Name> struct state<Name, SPARSE> {
	using type = type_of<Name>;
	static constexpr std::uint32_t most = facts_of<Name>::type::most;

	tarn_sparse set;
	type *at;

	/* cppcheck-suppress uninitMemberVar ; `at` is */
	constexpr state() noexcept : set(), at(nullptr)
	{
	}
	template <std::uint32_t Capacity>
	/* cppcheck-suppress uninitMemberVar ; `at` is */
	explicit constexpr state(home<Name, Capacity> &home) noexcept
	    : set{0,      0, most, 0, 0, sizeof(type), home.place.at, home.owner.at, home.room.at,
		  nullptr},
	      at(home.room.at)
	{
	}

	static constexpr tarn_packed_column row()
	{
		return {sizeof(type), align_of<type>(), most, false};
	}
	std::uint32_t size(const tarn_packed & /*packed*/) const
	{
		return set.count;
	}
	void drop(const tarn_packed &packed, std::uint32_t index)
	{
		tarn_sparse_drop(&packed, &set, index);
	}
	void close(std::uint32_t /*index*/, std::uint32_t /*last*/)
	{
	}
	void swap(std::uint32_t /*i*/, std::uint32_t /*j*/)
	{
	}
	std::uint32_t check(const tarn_packed &packed) const
	{
		return tarn_sparse_check(&packed, &set);
	}
};

constexpr std::uint64_t sum()
{
	return 0;
}
template <typename... Others> constexpr std::uint64_t sum(std::uint64_t first, Others... others)
{
	return first + sum(others...);
}

/* The sizing law of a column. */
constexpr std::uint64_t each(tarn_packed_column column)
{
	return column.most ? sizeof(std::uint32_t) : column.bytes;
}
constexpr std::uint64_t once(tarn_packed_column column)
{
	return column.most ? TARN_PK_MOST_BYTES_(column.bytes, column.alignment, column.most)
			   : column.alignment;
}

/* Compilers take only parameters for columns that do not overlap (tarn_packed_loops.h). At -Os, GCC
 * 12 forgets it for a function that it inlines. */
#if defined(__OPTIMIZE_SIZE__) && !defined(__clang__)
#define TARN_PK_LOOP_ __attribute__((__noinline__))
#else
#define TARN_PK_LOOP_ inline
#endif
template <typename Function, typename... Types>
TARN_PK_LOOP_ void walk(std::uint32_t count, Function function, Types *__restrict... at)
{
	for (std::uint32_t i = 0; i < count; i++)
		function(at[i]...);
}
} // namespace of_packed
} // namespace tarn

#pragma GCC diagnostic pop

#pragma pop_macro("check")
#pragma pop_macro("packed")
#pragma pop_macro("swap")

#endif
