/* SPDX-License-Identifier: MIT
 * The array of tests/pool/packed/model in C++, with the calls of C: the model is compiled twice. */
#include "tarn_packed.hpp"

namespace columns
{
struct name : tarn::column<std::uint32_t> {
};
struct byte : tarn::column<std::uint8_t> {
};
struct large : tarn::column<bulk> {
};
struct kept : tarn::keep<std::uint32_t> {
};
} // namespace columns
struct light : tarn::sparse<std::uint32_t, 5> {
};
struct lamp : tarn::sparse<std::uint32_t, 7> {
};
struct shade : tarn::sparse<std::uint32_t, 20> {
};
using herd_array = tarn::packed<columns::name, columns::byte, columns::large, columns::kept, light,
				lamp, shade>;
using herd_handle = herd_array::handle;
static herd_array all("herd");
alignas(8) static unsigned char memory[herd_array::bytes(CAPACITY_MAX)];

/* A column, as a member of the struct in C. */
template <typename Name> struct member {
	herd_array::type<Name> &operator[](std::uint32_t index) const
	{
		return all.column<Name>()[index];
	}
};
template <typename Name> struct sparse_member {
	tarn_sparse &set = const_cast<tarn_sparse &>(all.set<Name>());
};

static struct herd {
	tarn_packed &packed = const_cast<tarn_packed &>(all.record());
	member<columns::name> name;
	member<columns::byte> byte;
	member<columns::large> bulk;
	member<columns::kept> kept;
	sparse_member<::light> light;
	sparse_member<::lamp> lamp;
	sparse_member<::shade> shade;
} herd;

static bool herd_init(struct herd *, void *place, std::size_t bytes, std::uint32_t capacity)
{
	return all.init(place, bytes, capacity);
}

static void herd_sort(struct herd *,
		      bool (*before)(const struct herd *, std::uint32_t, std::uint32_t))
{
	all.sort([before](std::uint32_t i, std::uint32_t j) { return before(&herd, i, j); });
}

/* A call with the type of the column that has this set. */
#define OF_SET(which, call, argument)                            \
	((which) == &herd.light.set  ? all.call<light>(argument) \
	 : (which) == &herd.lamp.set ? all.call<lamp>(argument)  \
				     : all.call<shade>(argument))
#define tarn_sparse_find(packed, set, index)   OF_SET(set, find, index)
#define tarn_sparse_owner(packed, set, k)      OF_SET(set, owner, k)
#define tarn_sparse_attach(packed, set, index) OF_SET(set, attach, index)
#define tarn_sparse_detach(packed, set, index) OF_SET(set, detach, index)
#undef tarn_find
#undef tarn_group
#define tarn_find(herd, name, index) all.find<name>(index)
#define tarn_group(herd, ...)        all.group<__VA_ARGS__>()
#define herd_activate(herd)          all.activate()
#define herd_deactivate(herd, index) all.deactivate(index)
#define herd_swap(herd, i, j)        all.swap(i, j)
#define herd_clear(herd)             all.clear()
#define herd_destroy(herd)           all.close()
#define herd_check(herd)             all.check()
#define herd_handle_of(herd, index)  all.handle_of(index)
#define herd_index(herd, handle)     all.index(handle)
