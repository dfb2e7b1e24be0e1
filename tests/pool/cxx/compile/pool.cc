/* SPDX-License-Identifier: MIT
 * Pools for tests/pool/objects/refuse: right, unless a definition makes one of them wrong. */
#include "tarn.hpp"

struct bullet {
	int x, y;
	int frames;

	std::uint32_t far() const
	{
		return std::uint32_t(y);
	}
	bool flies() const
	{
		return frames != 0;
	}
	void stop()
	{
		frames = 0;
	}
};
struct enemy : bullet {
};
struct named_by_int {
	explicit named_by_int(int);
};
struct hidden {
      private:
	hidden();
};
struct shape {
	virtual int area() const = 0;
};
struct unknown;
struct may_throw {
	may_throw();
};
struct end_throws {
	~end_throws() noexcept(false);
};
struct text {
	text();
	text(const text &);
};
struct aligned {
	alignas(32768) int it;
};
struct page {
	char bytes[4000];
};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
struct flexible {
	int length;
	char text[];
};
#pragma GCC diagnostic pop
struct large {
	char bytes[1 << 20];
};
std::uint64_t age(const bullet &);
void nothing();

#ifndef OBJECT
#define OBJECT bullet
#endif
#ifndef CAPACITY
#define CAPACITY 8
#endif
#ifndef OPTIONS
#define OPTIONS tarn::refuse
#endif
#ifndef CALL
#define CALL
#endif

tarn::object_pool<OBJECT, CAPACITY, OPTIONS> bullets;
tarn::object_pool<enemy, 8, tarn::rob_oldest> enemies;
tarn::object_pool<bullet, 8, tarn::refuse, tarn::bits> bits;
tarn::object_pool<bullet, 8, tarn::rob_least<&bullet::far>> least;
tarn::object_pool<bullet, 8, tarn::refuse, tarn::once, tarn::knows<&bullet::flies>> known;
tarn::object_pool<text, 8, tarn::refuse> texts;
tarn::object_pool<named_by_int, 8, tarn::refuse> files;

void calls(OBJECT *of, decltype(enemies)::handle theirs);
void calls(OBJECT *of, decltype(enemies)::handle theirs)
{
	(void)of, (void)theirs;
	bullets.put(bullets.get());
	CALL;
}
