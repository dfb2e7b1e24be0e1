/* SPDX-License-Identifier: MIT
 * Registries: lists of the records that a program keeps. A record lies in memory that the program
 * may give up without a word, such as a stack. So an entry is believed only while it proves that it
 * is what was entered: a walk ends at the first that does not. No walk goes in a circle, because an
 * entry leaves the list, wherever it is on it, before it is entered. */
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

/* Inside the lock: first on the list, which it is not on. */
static inline void entry_push(struct tarn_entry *list, struct tarn_entry *entry)
{
	entry_link(entry, list->next);
	entry_link(list, entry);
}

/* Outside the lock: off the list, if it is on it. A damaged entry ends the search with a fault;
 * if it is this one, those after it are lost to the list. */
void entry_leave(struct tarn_entry *list, struct tarn_entry *entry, void *caller);
/* Outside the lock: the entry after this one. NULL after the last. NULL and a fault where one is
 * damaged. */
struct tarn_entry *entry_next(const struct tarn_entry *entry, void *caller);

#endif
