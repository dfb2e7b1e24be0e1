/* SPDX-License-Identifier: MIT
 * A shooter: fifty shots from a magazine of forty, under either policy. */
#include "../say.h"
#include "bullets.h"

#define SHOTS 50

static void fight(enum magazine magazine)
{
	const char *enemy = "enemy";
	struct bullet *first;
	struct bullet *last;

	bullets_load(magazine);
	first = bullet_shoot(magazine, 0, 0);

	for (int32_t i = 1; i < SHOTS - 1; i++) {
		struct bullet *bullet = bullet_shoot_at(magazine, i, 0, 30);

		if (bullet)
			bullet_aim(bullet, enemy);
	}
	last = bullet_get(magazine); /* by the caller: who must look */
	if (last)
		bullet_set(last, SHOTS - 1, 0, 0);
	say_number("the oldest bullet's place now holds shot", (uint32_t)bullet_x(first));
	bullet_recycle(magazine, first);
	bullets_report(magazine);
	promise(bullets_aimed() > 0, "bullets in the air hold their targets");
	bullets_unload(magazine);
	promise(bullets_aimed() == 0, "those that rest hold nobody");
}

int main(void)
{
	fight(IGNORE);
	fight(ROB);
	return 0;
}
