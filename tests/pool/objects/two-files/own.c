/* SPDX-License-Identifier: MIT
 * The second file. A handle of one pool raises a fault and resolves to NULL in the other pool of
 * the type. It puts nothing back there. A handle of one array is stale in the other, and it
 * deactivates nothing there. The status is the line of the check that failed. */
#undef ENEMY_MEMBER
#undef ENEMY_COLUMN
#include "shots.h"
#include "tarn_port.h"

#define CHECK(condition)                 \
	do {                             \
		if (!(condition))        \
			return __LINE__; \
	} while (0)

TARN_OBJECT_STORAGE(own, shots, 16);
TARN_OBJECT_POOL(sparks, char, 4, TARN_OBJECT_REFUSE); /* each file has one of its own */

static uint32_t faults, stale;

static void count(const struct tarn_fault *fault)
{
	faults += fault->kind == TARN_FAULT_HANDLE;
	stale += fault->kind == TARN_FAULT_STALE;
}

static int arrays(void)
{
	static struct arrows own_arrows;
	static _Alignas(8) unsigned char memory[TARN_PACKED_BYTES(ARROWS, 16)];
	arrows_handle mine, theirs = enemy_arrow(42);

	CHECK(arrows_init(&own_arrows, memory, sizeof(memory), 16));
	mine = arrows_handle_of(&own_arrows, arrows_activate(&own_arrows));
	CHECK(arrows_index(&arrows, theirs) == 0 && arrows_index(&own_arrows, mine) == 0);
	CHECK(arrows_index(&arrows, mine) == TARN_NONE);
	CHECK(arrows_index(&own_arrows, theirs) == TARN_NONE);
	CHECK(!arrows_deactivate(&arrows, arrows_index(&arrows, mine)) && stale == 1);
	CHECK(arrows.packed.count == 1 && arrows.arrow[0].damage == 42);
	return 0;
}

int main(void)
{
	struct shots *enemy = enemy_shots();
	struct shot *theirs = shots_get(enemy);
	shots_handle mine = shots_handle_of(&own, shots_get(&own));
	shots_handle other = shots_handle_of(enemy, theirs);
	uint32_t at = 0;

	tarn_on_fault(count);
	CHECK(!shots_resolve(enemy, mine) && faults == 1);
	CHECK(!shots_release(enemy, mine) && faults == 2);
	CHECK(shots_in_use(enemy, theirs) && shots_count(enemy) == 1);
	CHECK(shots_release(&own, mine) && shots_resolve(enemy, other) == theirs);
	CHECK(sparks_get(&sparks));
	CHECK(flares_each(&flares, &at)->damage == 7 && flares_count(&flares) == 1);
	return arrays();
}
