/* SPDX-License-Identifier: MIT
 * What outlives a round, and so must be saved for a run to continue from there. Each part hands its
 * own variables to `keep`, which writes or reads them. They hold no pointers, and have the same
 * layout on every machine. */
#ifndef SOAK_KEEP_H
#define SOAK_KEEP_H

#include <stddef.h>

typedef void keep(void *at, size_t bytes);

void progress_keep(keep *keep);
void rounds_keep(keep *keep);
void fixed_keep(keep *keep);
void replay_keep(keep *keep);
void pools_keep(keep *keep);
void age_keep(keep *keep);
void maps_keep(keep *keep);
void budget_keep(keep *keep);

#endif
