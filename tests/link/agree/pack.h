/* SPDX-License-Identifier: MIT
 * A header that packs what comes after it, and does not say so. */
#pragma pack(1)
