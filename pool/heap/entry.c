/* SPDX-License-Identifier: MIT */
#include "entry.h"

SLOW void entry_leave(struct tarn_entry *list, struct tarn_entry *entry, void *caller)
{
	struct tarn_entry *at = list;
	struct tarn_entry *found;
	bool damaged;
	tarn_port_key key = tarn_port_lock();

	while ((found = at->next) && found != entry && entry_sound(found))
		at = found;
	damaged = found && !entry_sound(found);
	if (found && found == entry)
		entry_link(at, damaged ? NULL : entry->next);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		fault_raise(NULL, TARN_FAULT_REGISTRY, found, caller);
}

struct tarn_entry *entry_next(const struct tarn_entry *entry, void *caller)
{
	tarn_port_key key = tarn_port_lock();
	struct tarn_entry *next = entry->next;
	const struct tarn_entry *damaged = NULL;

	if (next && !entry_sound(entry))
		damaged = entry;
	else if (next && !entry_sound(next))
		damaged = next;
	tarn_port_unlock(key);
	if (unlikely(damaged)) {
		fault_raise(NULL, TARN_FAULT_REGISTRY, damaged, caller);
		return NULL;
	}
	return next;
}
