/* SPDX-License-Identifier: MIT
 * Wallets and suitcases on one belt. A pool for both has slots of a suitcase's size, so neither
 * reaches into its neighbour, and a wallet wastes most of its slot. The program measures that
 * waste. If it is too much, it splits the pool by size. */
#include "../say.h"
#include "tarn_variant.h"

struct wallet {
	uint32_t coins;
};
struct suitcase {
	uint32_t weight;
	uint32_t things[15];
};

#define LUGGAGE(VARIANT, pool)               \
	VARIANT(pool, wallet, struct wallet) \
	VARIANT(pool, suitcase, struct suitcase)
TARN_VARIANTS(belt, LUGGAGE, 12, TARN_OBJECT_REFUSE);
TARN_VARIANTS_WASTE(belt, LUGGAGE, 96); /* with 90 the build fails: a pool of its own for wallets */

/* Split by size. */
TARN_OBJECT_POOL(pockets, struct wallet, 10, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(hold, struct suitcase, 2, TARN_OBJECT_REFUSE);

static uint32_t percent_wasted(void)
{
	struct tarn_waste waste = belt_waste(&belt);

	return waste.bytes ? waste.wasted * 100 / waste.bytes : 0;
}

/* Weighs each item on the belt, by its kind. */
static uint32_t weigh(void)
{
	struct belt_slot *slot;
	uint32_t weight = 0;

	for (uint32_t at = 0; (slot = belt_each(&belt, &at));) {
		const struct suitcase *suitcase = belt_as_suitcase(slot);

		weight += suitcase ? suitcase->weight : 1;
	}
	return weight;
}

int main(void)
{
	uint32_t mixed, alone;

	for (uint32_t i = 0; i < 2; i++)
		belt_get_suitcase(&belt)->weight = 20;
	alone = percent_wasted();
	for (uint32_t i = 0; i < 10; i++)
		belt_get_wallet(&belt)->coins = i;
	mixed = percent_wasted();
	say_number("on the belt", tarn_object_count(&belt.core));
	say_number("weight", weigh());
	promise(belt_get_wallet(&belt) == NULL, "twelve places, for whatever comes");
	say_number("bytes of suitcases that wallets leave empty",
		   10 * (uint32_t)(sizeof(struct suitcase) - sizeof(struct wallet)));
	promise(alone < 25 && mixed > 70, "ten wallets waste most of the belt");
	say(mixed > 70 ? "most of the belt is wasted" : "the belt is well used");
	for (uint32_t i = 0; i < 10; i++)
		promise(pockets_get(&pockets) != NULL, "a wallet in a pocket");
	for (uint32_t i = 0; i < 2; i++)
		promise(hold_get(&hold) != NULL, "a suitcase in the hold");
	promise(2 * (sizeof(pockets_slots) + sizeof(hold_slots)) < sizeof(belt_slots),
		"split by size, the same takes less than half");
	say("split by size, the same takes less than half");
	return 0;
}
