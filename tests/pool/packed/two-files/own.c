/* SPDX-License-Identifier: MIT
 * The second file, with an array of its own of the same type. A handle of one array is stale in the
 * other, and deactivates nothing there. The status is the number of the check that failed. */
#include "shots.h"
#include "tarn_port.h"

static struct shots own;
static _Alignas(8) unsigned char memory[TARN_PACKED_BYTES(SHOTS, 16)];
static uint32_t faults;

static void count(const struct tarn_fault *fault)
{
	faults += fault->kind == TARN_FAULT_STALE;
}

int main(void)
{
	shots_handle mine, theirs;

	tarn_on_fault(count);
	if (!shots_init(&own, memory, sizeof(memory), 16))
		return 1;
	theirs = enemy_shoots(42);
	mine = shots_handle_of(&own, shots_activate(&own));
	if (shots_index(&shots, theirs) != 0 || shots_index(&own, mine) != 0)
		return 2;
	if (shots_index(&shots, mine) != TARN_NONE || shots_index(&own, theirs) != TARN_NONE)
		return 3;
	if (shots_deactivate(&shots, shots_index(&shots, mine)) || faults != 1)
		return 4;
	return shots.packed.count == 1 && shots.shot[0].damage == 42 ? 0 : 5;
}
