/* SPDX-License-Identifier: MIT
 * A wand that throws sparks, in C++; ../wand is the same in C. If the pool is full, a spark is not
 * drawn, and no player misses it. */
#include "tarn.hpp"

extern "C" {
#include "../say.h"
}
#include "random.h"

namespace
{
constexpr int frames = 120;
constexpr int width = 240;

struct spark {
	std::int16_t x, y, dx, dy;
	std::int16_t left = 20; /* frames */

	spark(std::int16_t towards_x, std::int16_t towards_y)
	    : x(width / 2), y(0), dx(towards_x), dy(towards_y)
	{
	}
	void fly()
	{
		x = std::int16_t(x + dx);
		y = std::int16_t(y + dy);
		dy--;
		left--;
	}
	bool is_gone() const
	{
		return left == 0 || x < 0 || x >= width;
	}
};

/* All of a wand: its pool is a member. */
class wand
{
      public:
	void wave(std::uint32_t &state)
	{
		for (int i = 0; i < 40; i++) {
			auto dx = std::int16_t(int(random_below(&state, 31)) - 15);
			auto dy = std::int16_t(random_below(&state, 16));

			sparks.get(dx, dy); /* nullptr: the screen is full of sparks */
		}
	}
	void fly()
	{
		for (spark &each : sparks) {
			each.fly();
			if (each.is_gone())
				sparks.put(&each);
		}
	}
	void go_out()
	{
		sparks.reset();
	}
	std::uint32_t lit()
	{
		return sparks.count();
	}
	struct tarn_object_stats stats()
	{
		return sparks.stats();
	}

      private:
	tarn::object_pool<spark, 60, tarn::refuse> sparks;
};

wand mine;
} // namespace

int main()
{
	std::uint32_t state = 7;
	std::uint32_t most = 0;

	for (int frame = 0; frame < frames; frame++) {
		if (frame % 10 == 0)
			mine.wave(state);
		mine.fly();
		if (mine.lit() > most)
			most = mine.lit();
	}

	auto stats = mine.stats();

	say_number("sparks drawn at once, at the end of a frame", most);
	say_number("in use at once, at most", stats.peak);
	say_number("sparks that found no room", stats.refused);
	promise(most <= stats.peak && stats.peak <= stats.capacity, "no more than there are");
	mine.go_out(); /* the wand breaks */
	promise(mine.lit() == 0, "a reset takes all back");
	return 0;
}
