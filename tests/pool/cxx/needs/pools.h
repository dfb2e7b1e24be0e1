/* SPDX-License-Identifier: MIT
 * The objects of pools.c and pools.cc, and the places that use a pool (SITES).
 *   TYPES   1 or 2: types of pools, one pool of each
 *   SITES   1 or 2: functions that get and put an object of the first type
 *   ENDS    an object has something to do when it ends */
#ifndef TESTS_CXX_NEEDS_H
#define TESTS_CXX_NEEDS_H

#include <stdint.h>

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

#ifdef __cplusplus
extern "C" {
#endif
void entry(void);
void site(void);
void type(void);
#ifdef __cplusplus
}
#endif

#endif
