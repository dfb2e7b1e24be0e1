/* SPDX-License-Identifier: MIT
 * Packed arrays in C++, from C++11 on. It is the array of tarn_packed.h, which has the rules, the
 * costs and the faults of each call. The name of a column is a type:
 *
 *   struct position : tarn::column<vector> {};
 *   struct velocity : tarn::column<vector> {};
 *   struct frames : tarn::column<std::uint16_t> {};
 *   struct tail : tarn::keep<trail *> {};
 *   struct glow : tarn::sparse<light, 16> {};
 *   using spark_array = tarn::packed<position, velocity, frames, tail, glow>;
 *
 *   static spark_array::memory<500> room;
 *   static spark_array sparks("sparks", room);
 *
 *   sparks.each<position, velocity>([](vector &p, const vector &v) { p += v; });
 *   sparks.deactivate_if<frames>([](std::uint16_t &left) { return --left == 0; });
 *
 * A type that is no tarn::column, keep or sparse is a plain column of itself: tarn::packed<body,
 * ai>.
 *
 * An array is ready without a call and without a static constructor: `room` is in .bss, the array's
 * record in .data. Arrays of one type share their code, whatever their capacities. An array without
 * `room` has capacity 0 up to its init() or make().
 *
 * A column's type is trivially copyable and trivially destructible, because elements move as bytes.
 * Anything else does not compile, nor do two columns of one name, or a column that the array does
 * not have. No exceptions, no RTTI. */
#ifndef TARN_PACKED_HPP
#define TARN_PACKED_HPP

#if __STDC_HOSTED__
#include <memory> /* std::hash */
#endif
#include "tarn_packed_column.hpp"
#include "tarn_scoped.hpp"

/* Some files have macros of these names. */
#pragma push_macro("check")
#undef check
#pragma push_macro("clear")
#undef clear
#pragma push_macro("index")
#undef index
#pragma push_macro("packed")
#undef packed
#pragma push_macro("swap")
#undef swap

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a parameter here, and a global object of the program */

namespace tarn
{
namespace of_packed
{
/* The part that is the same in every array. It stands before the columns, as in C. */
struct books {
	tarn_packed record_;

	constexpr books(const char *name, std::uint32_t capacity, tarn_packed_slot *slot,
			std::uint32_t *owner) noexcept
	    : record_{0, capacity, 0, 0, 0, 0, 0, 0, slot, owner, nullptr, name, nullptr, 0}
	{
	}
};
} // namespace of_packed

/* A handle of a packed array. It is the key of a map: it has an order, which means nothing else,
 * and std::hash. */
template <typename... Columns> struct packed_handle : detail::ordered<packed_handle<Columns...>> {
	std::uint32_t slot;
	std::uint32_t generation;

	/* cppcheck-suppress uninitMemberVar ; handle{} sets them to 0 */
	packed_handle() noexcept = default;
	constexpr packed_handle(std::uint32_t its_slot, std::uint32_t its_generation) noexcept
	    : slot(its_slot), generation(its_generation)
	{
	}

	/* As a number, and back. A number that is no handle's is a stale handle. */
	constexpr std::uint64_t number() const noexcept
	{
		return static_cast<std::uint64_t>(generation) << 32 | slot;
	}
	static constexpr packed_handle of_number(std::uint64_t number) noexcept
	{
		return packed_handle{static_cast<std::uint32_t>(number),
				     static_cast<std::uint32_t>(number >> 32)};
	}
};

template <typename... Columns>
class packed : of_packed::sound<Columns...>, of_packed::books, of_packed::state<Columns>...
{
	template <typename Name> using state = of_packed::state<Name>;
	/* C++11 has no fold: a list evaluates its items from left to right. */
	using in_order = int[];

      public:
	/* The lasting identity of an element, a value. handle{} is none. A handle of an array with
	 * other columns does not compile. */
	using handle = packed_handle<Columns...>;

	template <typename Name> using type = of_packed::type_of<Name>;

	/* Memory for an array of so many elements. It is a static object in any section, and need
	 * not be cleared. */
	template <std::uint32_t Capacity>
	class memory : of_packed::sound_capacity<Capacity>, of_packed::home<Columns, Capacity>...
	{
		friend class packed;

	      public:
		constexpr memory() noexcept
		    : of_packed::home<Columns, Capacity>()..., slot_(), owner_()
		{
		}

	      private:
		of_packed::room_of<tarn_packed_slot, Capacity> slot_;
		of_packed::room_of<std::uint32_t, Capacity> owner_;
	};

	/* The bytes that init() needs, and make() takes: the sizing law of tarn_packed.h. */
	static constexpr std::uint64_t bytes(std::uint32_t capacity)
	{
		return each_ * capacity + once_;
	}

	/* Faults and refusals call the array `name`, which must outlive it. */
	explicit constexpr packed(const char *name) noexcept : books(name, 0, nullptr, nullptr)
	{
	}
	template <std::uint32_t Capacity>
	constexpr packed(const char *name, memory<Capacity> &room) noexcept
	    : books(name, Capacity, room.slot_.at, room.owner_.at),
	      state<Columns>(static_cast<of_packed::home<Columns, Capacity> &>(room))...
	{
	}
	packed(const packed &) = delete;
	packed &operator=(const packed &) = delete;

	/* name_init, name_make, name_destroy, name_clear, name_check. There is no destructor,
	 * because a static object would have to register it. For an array of a scope, use
	 * tarn::scoped<...>. */
	TARN_MUST_USE bool init(void *at, std::size_t room, std::uint32_t capacity)
	{
		return tarn_packed_init(&record_, columns(), at, room, capacity);
	}
	TARN_MUST_USE bool make(tarn_heap &heap, std::uint32_t capacity)
	{
		return tarn_packed_make(&record_, columns(), &heap, capacity);
	}
	void close()
	{
		tarn_packed_destroy(&record_, columns());
	}
	/* For tarn::scoped. */
	void end_scope()
	{
		close();
	}
	void clear()
	{
		while (record_.count && deactivate(record_.count - 1))
			;
	}
	std::uint32_t check() const
	{
		std::uint32_t broken = tarn_packed_check(&record_, columns());

		(void)in_order{0, (broken = broken ? broken : of<Columns>().check(record_), 0)...};
		return broken;
	}

	std::uint32_t count() const
	{
		return record_.count;
	}
	std::uint32_t capacity() const
	{
		return record_.capacity;
	}
	std::uint32_t peak() const
	{
		return record_.peak;
	}
	std::uint32_t refused() const
	{
		return record_.refused;
	}
	/* The record that the handlers of faults and refusals get. */
	constexpr const tarn_packed &record() const
	{
		return record_;
	}

	/* ---- Elements ---- */

	/* name_activate, name_deactivate, name_swap. */
	std::uint32_t activate()
	{
		const bool again = record_.count < record_.peak;
		const std::uint32_t index = tarn_packed_activate(&record_);

		if (TARN_PK_DIGS_(keeps, again) && index != TARN_NONE)
			tarn_packed_dig(&record_, columns(), index, again);
		return index;
	}
	bool deactivate(std::uint32_t index)
	{
		const std::uint32_t last = record_.count - 1;

		if (sparses && !TARN_PK_QUIET_(&record_))
			return false;
		(void)in_order{0, (of<Columns>().drop(record_, index), 0)...};
		if (!tarn_packed_deactivate(&record_, index))
			return false;
		(void)in_order{0, (of<Columns>().close(index, last), 0)...};
		if (TARN_HARDEN >= 2)
			tarn_packed_bury(&record_, columns(), last);
		return true;
	}
	bool swap(std::uint32_t i, std::uint32_t j)
	{
		if (!tarn_packed_swap(&record_, i, j))
			return false;
		trade(i, j);
		return true;
	}

	/* name_handle_of, name_index. */
	handle handle_of(std::uint32_t index) const
	{
		if (index >= record_.count)
			return handle{0, 0};
		const std::uint32_t slot = record_.owner[index];

		return handle{slot, record_.slot[slot].generation};
	}
	std::uint32_t index(handle element) const
	{
		return tarn_packed_index(&record_, element.slot, element.generation);
	}

	/* name_sort. before(i, j) gets two indices. In sort_by<depth>(before) it gets two
	 * values. */
	template <typename Before> void sort(Before before)
	{
		if (!tarn_packed_sort(
			    &record_,
			    [](const void *context, std::uint32_t i, std::uint32_t j) -> bool {
				    return (*static_cast<const Before *>(context))(i, j);
			    },
			    &before))
			return;
		for (std::uint32_t i = 0; i < record_.count; i++) {
			std::uint32_t place;

			while ((place = tarn_packed_settle(&record_, i)) != i)
				trade(i, place);
		}
	}
	template <typename Name, typename Before> void sort_by(Before before)
	{
		const type<Name> *const at = dense<Name>().at;

		sort([at, before](std::uint32_t i, std::uint32_t j) {
			return before(at[i], at[j]);
		});
	}

	/* ---- Columns ---- */

	/* For a sparse column: its components, in their own order. */
	template <typename Name> column_view<type<Name>> column()
	{
		return {of<Name>().at, of<Name>().size(record_)};
	}
	template <typename Name> column_view<const type<Name>> column() const
	{
		return {of<Name>().at, of<Name>().size(record_)};
	}

	/* Calls function(value of each column...) for each element. For a sparse column, it does so
	 * for each component. For a group of sparse columns (group(), as tarn_components), it does
	 * so for each element that has all of them. The compiler may use vectors. So the function
	 * may reach these columns by its arguments only. It may activate elements, which the walk
	 * does not see, and attach and detach components, if the walk is not over components. Any
	 * other change of the array is TARN_FAULT_REENTERED and does nothing. A walk over a const
	 * array does not notice. It should capture by value. */
	template <typename... Names, typename Function> void each(Function function)
	{
		const walk here(record_, components<Names...>());

		of_packed::walk(joined<Names...>(), static_cast<Function &&>(function),
				of<Names>().at...);
	}
	template <typename... Names, typename Function> void each(Function function) const
	{
		of_packed::walk(joined<Names...>(), static_cast<Function &&>(function),
				static_cast<const type<Names> *>(of<Names>().at)...);
	}

	/* Deactivates each element for which function(value of each column...) is true, from the
	 * last to the first. Returns their number. The function may activate elements, which it is
	 * not asked about, attach and detach. Any other change of the array is TARN_FAULT_REENTERED
	 * and does nothing. */
	template <typename... Names, typename Function>
	std::uint32_t deactivate_if(Function function)
	{
		std::uint32_t died = 0;

		for (std::uint32_t i = record_.count; i-- > 0;)
			if (asked(function, dense<Names>().at[i]...) && deactivate(i))
				died++;
		return died;
	}

	/* ---- Components of sparse columns: tarn_attach and the like ---- */

	template <typename Name> std::uint32_t attach(std::uint32_t index)
	{
		return tarn_sparse_attach(&record_, &component<Name>(), index);
	}
	template <typename Name> bool detach(std::uint32_t index)
	{
		return tarn_sparse_detach(&record_, &component<Name>(), index);
	}
	template <typename Name> std::uint32_t find(std::uint32_t index) const
	{
		return tarn_sparse_find(&record_, &component<Name>(), index);
	}
	template <typename Name> std::uint32_t owner(std::uint32_t k) const
	{
		return tarn_sparse_owner(&record_, &component<Name>(), k);
	}
	/* sibling<glow, sound>(k): where the element that has component k of `glow` has its
	 * `sound`. */
	template <typename Name, typename Other> std::uint32_t sibling(std::uint32_t k) const
	{
		return tarn_sparse_sibling(&component<Name>(), k, &component<Other>());
	}
	/* The part that is the same in all sparse columns: count, most, peak, refused, grouped. */
	template <typename Name> constexpr const tarn_sparse &set() const
	{
		return component<Name>();
	}
	template <typename... Names> bool group()
	{
		static_assert(sizeof...(Names) >= 2, "a group has two columns at least");
		static_assert(of_packed::distinct<Names...>::value, "a group has each column once");
		tarn_sparse *const columns[] = {&component<Names>()..., nullptr};

		return tarn_sparse_group(&record_, columns);
	}

      private:
	static constexpr std::uint64_t each_ =
		TARN_PK_EACH_SLOT_ + of_packed::sum(of_packed::each(state<Columns>::row())...);
	static constexpr std::uint64_t once_ =
		TARN_PK_ONCE_SLOT_ + of_packed::sum(of_packed::once(state<Columns>::row())...);
	static constexpr bool keeps = of_packed::sum(state<Columns>::row().kept...) != 0;
	static constexpr bool sparses = of_packed::sum(state<Columns>::row().most...) != 0;

	/* What C's functions know of the columns. */
	static const tarn_packed_type *columns()
	{
		static constexpr tarn_packed_column rows[] = {state<Columns>::row()..., {}};
		static constexpr tarn_packed_type its = {rows, each_, once_};

		return &its;
	}

	/* While it lives, a function of the program runs. */
	class walk
	{
	      public:
		walk(tarn_packed &record, bool sparse) : record_(record), was_(record.walking)
		{
			if (!was_)
				record_.walking =
					TARN_PK_WALKS_ ^ (sparse ? TARN_PK_MAY_ATTACH_ : 0);
		}
		~walk()
		{
			record_.walking = was_;
		}
		walk(const walk &) = delete;
		walk &operator=(const walk &) = delete;

	      private:
		tarn_packed &record_;
		const std::uintptr_t was_;
	};
	/* Is the first of them sparse? */
	template <typename... Names> static bool components()
	{
		const bool sparse[] = {of_packed::is_sparse<Names>()..., false};

		return sparse[0];
	}
	template <typename Function, typename... Values>
	bool asked(Function &function, Values &...values)
	{
		const walk here(record_, false);

		return function(values...);
	}
	template <typename Name> state<Name> &of()
	{
		static_assert(of_packed::is_one_of<Name, Columns...>(),
			      "the array has no column of this name");
		return *this;
	}
	template <typename Name> constexpr const state<Name> &of() const
	{
		static_assert(of_packed::is_one_of<Name, Columns...>(),
			      "the array has no column of this name");
		return *this;
	}
	template <typename Name> state<Name> &dense()
	{
		static_assert(!of_packed::is_sparse<Name>(),
			      "not every element has a sparse column");
		return of<Name>();
	}
	template <typename Name> tarn_sparse &component()
	{
		static_assert(of_packed::is_sparse<Name>(), "only a sparse column has components");
		return of<Name>().set;
	}
	template <typename Name> constexpr const tarn_sparse &component() const
	{
		static_assert(of_packed::is_sparse<Name>(), "only a sparse column has components");
		return of<Name>().set;
	}

	/* The number of elements, or components, that all of these columns have in common. */
	template <typename... Names> std::uint32_t joined() const
	{
		static_assert(sizeof...(Names) >= 1, "a loop has a column at least");
		static_assert(of_packed::distinct<Names...>::value, "a loop has each column once");
		return counted<Names...>();
	}
	template <typename First, typename... Names> std::uint32_t counted() const
	{
		static_assert(of_packed::same_kind<First, Names...>(),
			      "a loop is over sparse columns only, or over others only");
		return grouped<First, Names...>(std::integral_constant < bool,
						of_packed::is_sparse<First>() &&
							sizeof...(Names) != 0 > ());
	}
	template <typename First, typename... Names>
	std::uint32_t grouped(std::false_type /*joins*/) const
	{
		return of<First>().size(record_);
	}
	template <typename... Names> std::uint32_t grouped(std::true_type /*joins*/) const
	{
		tarn_sparse *const columns[] = {const_cast<tarn_sparse *>(&component<Names>())...,
						nullptr};

		return tarn_sparse_joined(&record_, columns);
	}

	void trade(std::uint32_t i, std::uint32_t j)
	{
		(void)in_order{0, (of<Columns>().swap(i, j), 0)...};
	}
};
} // namespace tarn

#if __STDC_HOSTED__
namespace std
{
template <typename... Columns> struct hash<tarn::packed_handle<Columns...>> {
	size_t operator()(tarn::packed_handle<Columns...> given) const noexcept
	{
		return static_cast<size_t>(given.number() * UINT64_C(0x9e3779b97f4a7c15) >> 32);
	}
};
} // namespace std
#endif

#pragma GCC diagnostic pop

#pragma pop_macro("check")
#pragma pop_macro("clear")
#pragma pop_macro("index")
#pragma pop_macro("packed")
#pragma pop_macro("swap")

#endif
