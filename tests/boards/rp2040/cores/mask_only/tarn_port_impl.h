/* SPDX-License-Identifier: MIT
 * The lock of a Cortex-M with one core, for a test that must fail with it:
 *     DEFS="-iquote tests/boards/rp2040/cores/mask_only"
 * (-iquote goes before every -I). */
#include "../../../../../port/machine/cortex-m/tarn_port_impl.h"
