/* SPDX-License-Identifier: MIT
 * A header that packs all structs after it, and does not say so. */
#pragma pack(1)
