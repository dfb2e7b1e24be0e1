/* SPDX-License-Identifier: MIT
 * Objects that live for a frame: contacts, and lists with a buffer that is expensive to make. The
 * program calls no put: at the frame's end, one call takes back all objects. The pool's hooks clear
 * a list when it is got again (lazily): the list's type knows nothing of pools. */
#include "../say.h"
#include "random.h"
#include "tarn_object.h"

#define FRAMES   1000
#define CONTACTS 24
#define LISTS    3
#define ROOM     8 /* points that a list has room for */

struct contact {
	uint16_t a, b;
	int32_t depth;
};
TARN_OBJECT_POOL(contacts, struct contact, CONTACTS, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);

/* Not ours: it knows nothing of pools. */
struct list {
	int32_t *point;
	uint32_t room;
	uint32_t used;
};

static int32_t buffers[LISTS * ROOM];
static uint32_t made, cleared;

static void list_make(struct list *list)
{
	list->point = &buffers[ROOM * made++];
	list->room = ROOM;
	list->used = 0;
}

static void list_clear(struct list *list)
{
	list->used = 0;
	cleared++;
}

/* Keeps the buffer, its size and its contents; .reset empties it. */
TARN_OBJECT_POOL_WITH(lists, struct list, LISTS,
		      TARN_OBJECT_NEVER | TARN_OBJECT_UNLOCKED | TARN_OBJECT_LAZY |
			      TARN_OBJECT_KEEP(struct list, point, used),
		      .once = list_make, .reset = list_clear);

static uint32_t contacts_got, contacts_missed, lists_got;

static void frame(uint32_t *state)
{
	for (uint32_t n = random_below(state, 32); n; n--) {
		struct contact *contact = contacts_get(&contacts);

		if (!contact) {
			contacts_missed++;
			continue;
		}
		*contact = (struct contact){1, 2, -3};
		contacts_got++;
	}
	for (uint32_t n = random_below(state, LISTS + 1); n; n--) {
		struct list *list = lists_get(&lists);

		promise(list->used == 0 && list->room == ROOM,
			"a list comes empty, with its buffer");
		while (list->used < list->room / 2)
			list->point[list->used++] = (int32_t)n;
		lists_got++;
	}
	tarn_object_reset(&contacts.core);
	tarn_object_reset(&lists.core);
}

int main(void)
{
	struct tarn_object_stats stats;
	uint32_t state = 3;

	for (uint32_t i = 0; i < FRAMES; i++)
		frame(&state);
	say_number("frames", FRAMES);
	say_number("contacts got", contacts_got);
	say_number("contacts that did not fit their frame", contacts_missed);
	say_number("lists got", lists_got);
	say_number("lists made", made);
	say_number("lists cleared", cleared);
	tarn_object_stats(&contacts.core, &stats);
	say_number("contacts in use between frames", stats.live);
	say_number("most contacts in a frame", stats.peak);
	promise(made <= LISTS, "a list is made once");
	promise(made + cleared == lists_got, "got again is cleared");
	return 0;
}
