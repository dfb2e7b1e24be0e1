/* SPDX-License-Identifier: MIT
 * Prefixes for this room's private functions, as in heap/names.h. */
#ifndef TARN_AUDIT_NAMES_H
#define TARN_AUDIT_NAMES_H

#define text_hex    tarn__text_hex
#define text_name   tarn__text_name
#define text_number tarn__text_number
#define text_put    tarn__text_put

#endif
