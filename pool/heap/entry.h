/* SPDX-License-Identifier: MIT
 * Registries: lists of records that a program keeps.
 *
 * A record lies in memory that the program may give up without notice, such as a stack. So each
 * entry holds a proof of its own link. A walk ends at the first entry whose proof is wrong. No walk
 * goes in a circle, because an entry leaves the list before it enters it again. */
#ifndef TARN_ENTRY_H
#define TARN_ENTRY_H

#include "heap.h"

static inline uintptr_t entry_proof(const struct tarn_entry *next)
{
	return ~(uintptr_t)next;
}

static inline void entry_link(struct tarn_entry *entry, struct tarn_entry *next)
{
	entry->next = next;
	if (TARN_PORT_ORDER != __ATOMIC_RELAXED)
		__atomic_store_n(&entry->proof, entry_proof(next), __ATOMIC_RELAXED);
	else
		entry->proof = entry_proof(next);
}

static inline bool entry_sound(const struct tarn_entry *entry)
{
	return entry->proof == entry_proof(entry->next);
}

/* Inside the lock: puts an entry that is not on the list first. */
static inline void entry_push(struct tarn_entry *list, struct tarn_entry *entry)
{
	entry_link(entry, list->next);
	entry_link(list, entry);
}

/* Outside the lock: takes an entry off the list, if it is on it. A damaged entry ends the search
 * with a fault. If it is this one, the list loses those after it. */
void entry_leave(struct tarn_entry *list, struct tarn_entry *entry, void *caller);
/* Outside the lock: the entry after this one; NULL after the last one. NULL, and a fault, if one of
 * the two is damaged. */
struct tarn_entry *entry_next(const struct tarn_entry *entry, void *caller);

#endif
