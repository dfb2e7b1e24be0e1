/* SPDX-License-Identifier: MIT
 * One of two files of a program, which agree or not: NAME() calls OTHER(). It is also C++. */
#include "tarn_packed.h"
#include "tarn_port.h"

#include "tarn_libc.h"

#ifndef PLACE
#define PLACE int
#endif
#ifndef __cplusplus
#define COLUMNS(COLUMN, KEEP, SPARSE) COLUMN(PLACE, place)
TARN_PACKED_DECLARE(dots, COLUMNS);
#endif

TARN_EXTERN_C_ void NAME(void);
TARN_EXTERN_C_ void OTHER(void);

void NAME(void)
{
	OTHER();
}
