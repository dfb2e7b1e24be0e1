/* SPDX-License-Identifier: MIT
 * A shooter: fifty shots from a magazine of forty. */
#include "../say.h"
#include "bullets.h"

#define SHOTS 50

int main(void)
{
	const char *enemy = "enemy";
	struct bullet *first;
	struct bullet *last;

	bullets_load();
	first = bullet_shoot(0, 0);
	for (int32_t i = 1; i < SHOTS - 1; i++)
		bullet_aim(bullet_shoot(i, 30), enemy);
	last = bullet_get();
	bullet_set(last, SHOTS - 1, 0);
	say_number("the first bullet's place now holds shot", (uint32_t)bullet_x(first));
	bullet_recycle(first);
	bullets_report();
	promise(bullets_aimed() > 0, "bullets in the air hold their targets");
	bullets_unload();
	promise(bullets_aimed() == 0, "those that rest hold nobody");
	return 0;
}
