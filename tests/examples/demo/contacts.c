/* SPDX-License-Identifier: MIT
 * Contacts: they live for a frame. The frame's end empties the pool, and nothing puts one back. */
#include "game.h"

#define CONTACTS 10

struct contact {
	uint16_t a, b;
};
TARN_OBJECT_POOL(contacts, struct contact, CONTACTS, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);

static const char *begin(struct tarn_heap *heap, uint32_t level)
{
	(void)heap, (void)level;
	return NULL;
}

static const char *frame(void)
{
	uint32_t wanted = game_below(CONTACTS + 4);
	uint32_t got = 0;

	for (uint32_t i = 0; i < wanted; i++) {
		struct contact *contact = contacts_get(&contacts);

		if (!contact)
			continue;
		*contact = (struct contact){(uint16_t)i, (uint16_t)wanted};
		got++;
	}
	counts.contacts += got;
	if (got != (wanted < CONTACTS ? wanted : CONTACTS))
		return "a frame has not all of its contacts";
	tarn_object_reset(&contacts.core);
	return tarn_object_count(&contacts.core) ? "a contact outlives its frame" : NULL;
}

static const char *end(void)
{
	return NULL;
}

const struct part contacts_part = {begin, frame, end};
