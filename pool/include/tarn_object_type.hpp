/* SPDX-License-Identifier: MIT
 * The parts of the pools of tarn_object.hpp: the records, facts and hooks of tarn_object_type.h, by
 * the same formulas. It is private. */
#ifndef TARN_OBJECT_TYPE_HPP
#define TARN_OBJECT_TYPE_HPP

#include <new>

#include "tarn_object_options.hpp"
#include "tarn_scoped.hpp"

/* Some files have macros of these names. */
#pragma push_macro("new")
#undef new
#pragma push_macro("align")
#undef align

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" /* the formulas are C's, too */

namespace tarn
{
namespace detail
{
/* ---- A type's name, as the compiler writes it, for faults and reports --------------------- */

template <std::size_t... At> struct indices {
};
template <std::size_t Length, std::size_t... At>
struct count_to : count_to<Length - 1, Length - 1, At...> {
};
template <std::size_t... At> struct count_to<0, At...> {
	using type = indices<At...>;
};

/* "... [T = spark]", "... [with T = spark; other = ...]" */
template <typename T> constexpr const char *spelled()
{
	return __PRETTY_FUNCTION__;
}
constexpr std::size_t name_from(const char *text, std::size_t at = 0)
{
	return text[at] == 'T' && text[at + 1] == ' ' && text[at + 2] == '='
		       ? at + 4
		       : name_from(text, at + 1);
}
constexpr std::size_t name_to(const char *text, std::size_t at, std::size_t most)
{
	return most == 0 || text[at] == ';' || text[at + 1] == 0 ? at
								 : name_to(text, at + 1, most - 1);
}
template <std::size_t Length> struct name_text {
	char text[Length + 1];
};
template <typename T> struct name_of {
	static constexpr std::size_t from = name_from(spelled<T>());
	static constexpr std::size_t most = 64; /* each character nests one more template */
	static constexpr std::size_t length = name_to(spelled<T>(), from, most) - from;

	template <std::size_t... At> static constexpr name_text<length> copied(indices<At...>)
	{
		return {{spelled<T>()[from + At]..., 0}};
	}
};
template <typename T> struct name {
	static constexpr name_text<name_of<T>::length> it =
		name_of<T>::copied(typename count_to<name_of<T>::length>::type());
};

/* ---- Contradictions ------------------------------------------------------------------------ */

/* Does T{arguments...} compile? */
template <typename T, typename, typename... Arguments> struct braced : std::false_type {
};
template <typename T, typename... Arguments>
struct braced<T, decltype(void(T{std::declval<Arguments>()...})), Arguments...> : std::true_type {
};

template <typename Function, typename T, typename = void> struct accepts : std::false_type {
};
template <typename Function, typename T>
struct accepts<Function, T, decltype(void(std::declval<Function &>()(std::declval<T &>())))>
    : std::true_type {
};

/* An incomplete type has one error of its own: what comes after it judges a byte. */
template <typename T> using whole = typename std::conditional<is_complete<T>::value, T, char>::type;

template <typename T, std::uint32_t Maximum, typename Chosen> struct sound {
	using It = whole<T>;
	static constexpr std::uint32_t bits = Chosen::bits;
	static constexpr bool robs = (bits & (TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST)) != 0;
	static constexpr bool kept = (Chosen::kinds & kind_once) != 0;
	static constexpr bool tagless = (bits & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS)) != 0;

	static_assert(std::is_object<T>::value && !std::is_array<T>::value &&
			      !std::is_const<T>::value && !std::is_volatile<T>::value,
		      "tarn::object_pool: T must be an object type, not const and no array");
	static_assert(is_complete<T>::value, "tarn::object_pool: T is not complete here");
	static_assert(!std::is_abstract<It>::value, "tarn::object_pool: T is abstract");
	static_assert(sizeof(object_of<It>) != 0, "its last member is no flexible array");
	static_assert(sizeof(It) < 1u << 20, "tarn::object_pool: an object of 1 MB or more");
	static_assert(alignof(It) < 1u << 15,
		      "tarn::object_pool: an alignment of 32768 bytes or more");
	static_assert(Maximum > 0 && Maximum <= TARN_OBJECT_MOST_,
		      "tarn::object_pool: a capacity is 1 to 1048576");
	static_assert(!Chosen::twice, "tarn::object_pool: an option is given twice");
	static_assert(
		(bits & TARN_OBJECT_POLICY) != 0 &&
			(bits & TARN_OBJECT_POLICY & ((bits & TARN_OBJECT_POLICY) - 1)) == 0,
		"tarn::object_pool: one policy of never, refuse, rob_oldest, rob_least, grow");
	static_assert((bits >> 12 & 7) <= 6, "tarn::siblings: at most 64 pools");
	static_assert((bits >> 12 & 7) == 0 || !tagless,
		      "tarn::siblings needs handles, and tarn::bits and tarn::knows have none");
	static_assert((bits & TARN_OBJECT_BITS) == 0 || (bits & TARN_OBJECT_KNOWS) == 0,
		      "tarn::object_pool: tarn::bits or tarn::knows, not both");
	static_assert((bits & TARN_OBJECT_KNOWS) == 0 || kept,
		      "tarn::knows needs tarn::once: an object that is not in use says so itself");
	static_assert((bits & TARN_OBJECT_KNOWS) == 0 || !robs,
		      "tarn::knows: an object that alone knows its state cannot be robbed");
	static_assert((bits & TARN_OBJECT_LAZY) == 0 ||
			      (kept && (Chosen::kinds & kind_on_put) != 0),
		      "tarn::lazy needs tarn::once and tarn::on_put");
	static_assert((Chosen::kinds & kind_on_get) == 0 || kept || robs,
		      "tarn::on_get: get() constructs T in this pool: write it in T's constructor");
	static_assert((bits & TARN_OBJECT_LINE) == 0 ||
			      (TARN_CACHE_LINE >= 8 &&
			       (TARN_CACHE_LINE & (TARN_CACHE_LINE - 1)) == 0),
		      "tarn::line: TARN_CACHE_LINE is not a power of 2, 8 or more");
	static_assert(
		(bits & TARN_OBJECT_WAITED) == 0 ||
			(bits & (TARN_OBJECT_REFUSE | TARN_OBJECT_GROW)) != 0,
		"tarn::waited needs tarn::refuse or tarn::grow: with others a get does not wait");
	static_assert((bits & TARN_OBJECT_WAITED) == 0 || (bits & TARN_OBJECT_UNLOCKED) == 0,
		      "tarn::waited with tarn::unlocked: a wait and a put are in two contexts");
	static_assert((!robs && !kept) || std::is_default_constructible<It>::value,
		      "tarn::object_pool: a pool that robs, or has tarn::once, constructs by T()");
#ifdef __cpp_exceptions
	static_assert(
		(!robs && !kept) || std::is_nothrow_default_constructible<It>::value,
		"tarn::object_pool: a pool that robs, or has tarn::once, needs a noexcept T()");
#endif
	static_assert(std::is_nothrow_destructible<It>::value,
		      "tarn::object_pool: ~T() must be public and noexcept");
};

/* ---- A type ---------------------------------------------------------------------------------- */

template <typename T, std::uint32_t Maximum, typename Chosen>
struct object_layout : sound<T, Maximum, Chosen> {
	using It = typename object_layout::sound::It;
	using object_layout::sound::kept;
	using object_layout::sound::robs;
	/* Does a get construct the object? If another context may rob it, a hook does. */
	static constexpr bool at_get = !robs && !kept;

	/* GCC: the library's trait would require a trivial destructor, too. */
#ifdef __clang__
	static constexpr bool trivial_new = std::is_trivially_default_constructible<It>::value;
#else
	static constexpr bool trivial_new = __has_trivial_constructor(It);
#endif
	static constexpr bool trivial_end = std::is_trivially_destructible<It>::value;
	static constexpr std::uint32_t which =
		std::uint32_t(kept && !trivial_new) << TARN_OBJECT_ONCE |
		std::uint32_t((robs && !kept && !trivial_new) || (Chosen::kinds & kind_on_get) != 0)
			<< TARN_OBJECT_INIT |
		std::uint32_t((!kept && !trivial_end) || (Chosen::kinds & kind_on_put) != 0)
			<< TARN_OBJECT_RESET |
		std::uint32_t(kept && !trivial_end) << TARN_OBJECT_DESTROY;
	static constexpr bool hooked =
		which != 0 || Chosen::step != 0 ||
		(Chosen::bits & (TARN_OBJECT_ROB_LEAST | TARN_OBJECT_KNOWS)) != 0;

	static constexpr std::uint64_t it_given_ =
		Chosen::bits | (kept ? TARN_OBJECT_KEEP_(std::uint64_t(sizeof(It)) << 20) : 0);
	TARN_OBJECT_FORMULAS_(it, It, alignof(It), Maximum, hooked ? TARN_OBJECT_HOOKED_ : 0)

	static constexpr std::uint32_t options = std::uint32_t(it_options);
	static constexpr std::uint32_t stride = std::uint32_t(it_stride);
	static constexpr std::uint32_t align = std::uint32_t(it_align);
	static constexpr std::uint32_t pool_align = std::uint32_t(it_pool_align);
	static constexpr std::uint32_t head = std::uint32_t(it_head);
	static constexpr bool has_rest = TARN_OBJECT_HAS_REST_(it_options);
	static constexpr tarn_object_facts facts = TARN_OBJECT_FACTS_(it);
	static std::uint8_t numbered; /* pools of this type that have a number */

	static constexpr std::size_t bytes(std::uint32_t capacity)
	{
		return TARN_OBJECT_BYTES_(std::uint32_t(it_stride), std::uint32_t(it_options),
					  std::uint32_t(it_align), std::uint32_t(it_maximum),
					  capacity);
	}
};

/* Code for constructors that throw has another name in files without exceptions. So the linker
 * keeps both versions. */
#ifdef __cpp_exceptions
#define TARN_OBJECT_BY_EXCEPTIONS_
#else
#define TARN_OBJECT_BY_EXCEPTIONS_ __attribute__((__abi_tag__("no_exceptions")))
#endif

template <typename T, std::uint32_t Maximum, typename Chosen>
struct TARN_OBJECT_BY_EXCEPTIONS_ object_record : object_layout<T, Maximum, Chosen> {
	using layout = object_layout<T, Maximum, Chosen>;

	static void make(void *object)
	{
		::new (object) T;
	}
	static void make_in_hook(void *object, std::true_type)
	{
		make(object);
	}
	static void make_in_hook(void *, std::false_type)
	{
	}
	static void make_in_hook(void *object)
	{
		make_in_hook(object, std::integral_constant<bool, !layout::at_get>());
	}

	static std::uint32_t hook(enum tarn_object_event event, void *any) noexcept
	{
		T *object = static_cast<T *>(any);

		switch (int(event)) {
		case TARN_OBJECT_ONCE:
			make_in_hook(any);
			return 0;
		case TARN_OBJECT_INIT:
			if (!layout::kept)
				make_in_hook(any);
			Chosen::on_get(*object);
			return 0;
		case TARN_OBJECT_RESET:
			Chosen::on_put(*object);
			if (!layout::kept)
				object->~T();
			return 0;
		case TARN_OBJECT_DESTROY:
			object->~T();
			return 0;
		case TARN_OBJECT_IN_USE:
			return Chosen::in_use(*object);
		case TARN_OBJECT_STEP:
			return Chosen::step;
		default:
			return layout::which;
		}
	}

	/* What the inline calls run, as name_runs_ in C. */
	__attribute__((__noinline__)) static void runs(tarn_object_full_pool *full,
						       std::uint32_t events, void *object)
	{
		tarn_object_hooks_(full, hook, events, object);
	}

	static std::uint32_t score(const void *object) noexcept
	{
		return Chosen::score(*static_cast<const T *>(object));
	}
	static void *least(tarn_object_pool *pool, std::uint32_t *lowest, std::uint32_t *tag)
	{
		return tarn_object_least_(pool, &layout::facts, score, lowest, tag);
	}

	static constexpr tarn_object_waited policy = {
		{(layout::options & TARN_OBJECT_ROB_OLDEST)  ? tarn_object_rob_oldest_
		 : (layout::options & TARN_OBJECT_ROB_LEAST) ? tarn_object_rob_least_
		 : (layout::options & TARN_OBJECT_GROW)      ? tarn_object_grow_
							     : nullptr,
		 (layout::options & TARN_OBJECT_ROB_LEAST) ? least : nullptr,
		 (layout::options & TARN_OBJECT_GROW) ? tarn_object_give_back_ : nullptr,
		 TARN_OBJECT_HANDED_(layout::options) ? &tarn_object_hands_ : nullptr,
		 (layout::options & TARN_OBJECT_BITS) != 0 ? &tarn_object_bits_ : nullptr},
		TARN_OBJECT_TELL_(layout::options)};

	using named = typename std::conditional<std::is_void<typename Chosen::tag>::value, T,
						typename Chosen::tag>::type;
	static constexpr tarn_object_type type = {
		TARN_OBJECT_FACTS_(layout::it),
		name<named>::it.text,
		(layout::has_rest || (layout::options & (TARN_OBJECT_WAITED | TARN_OBJECT_BITS)))
			? &policy.policy
			: nullptr,
		layout::hooked ? hook : nullptr,
		&layout::numbered,
		sizeof(T),
		Maximum,
		(std::uint8_t)__builtin_ctz(layout::align),
		(std::uint8_t)layout::it_era_bits TARN_OBJECT_KEPT_(layout::it)};
};
template <typename T, std::uint32_t Maximum, typename Chosen>
std::uint8_t object_layout<T, Maximum, Chosen>::numbered;
#if __cplusplus < 201703L
template <typename T> constexpr name_text<name_of<T>::length> name<T>::it;
template <typename T, std::uint32_t Maximum, typename Chosen>
constexpr tarn_object_facts object_layout<T, Maximum, Chosen>::facts;
template <typename T, std::uint32_t Maximum, typename Chosen>
constexpr tarn_object_waited object_record<T, Maximum, Chosen>::policy;
template <typename T, std::uint32_t Maximum, typename Chosen>
constexpr tarn_object_type object_record<T, Maximum, Chosen>::type;
#endif
} // namespace detail
} // namespace tarn

#pragma GCC diagnostic pop

#pragma pop_macro("align")
#pragma pop_macro("new")

#endif
