/* SPDX-License-Identifier: MIT
 * tests/pool/packed/compile/alone.c in C++. */
#include "tarn_packed.hpp"

namespace
{
struct vector {
	float x, y, z;
};
struct position : tarn::column<vector> {
};
struct velocity : tarn::column<vector> {
};
struct frames : tarn::column<std::uint16_t> {
};
using spark_array = tarn::packed<position, velocity, frames>;
spark_array::memory<100> spark_room;
spark_array sparks("sparks", spark_room);
} // namespace

volatile std::uint32_t seen;

extern "C" void tarn_port_fault(const tarn_fault *fault)
{
	seen = fault->kind;
}

#ifdef SECOND
namespace
{
struct heat : tarn::column<std::uint32_t> {
};
struct left : tarn::column<std::uint16_t> {
};
using ember_array = tarn::packed<heat, left>;
ember_array::memory<50> ember_room;
ember_array embers("embers", ember_room);

void second()
{
	seen = embers.activate();
	embers.deactivate_if<left>([](std::uint16_t &of) { return --of == 0; });
}
} // namespace
#endif

extern "C" void entry();
void entry()
{
	std::uint32_t spark = sparks.activate();

#ifdef HANDLES
	spark = sparks.index(sparks.handle_of(spark));
#endif
	seen = spark;
	sparks.deactivate_if<frames>([](std::uint16_t &of) { return --of == 0; });
#ifdef SECOND
	second();
#endif
}
