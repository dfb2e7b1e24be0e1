/* SPDX-License-Identifier: MIT
 * What Tarn needs from ESP-IDF: its lock, and an end for a fault. */
#include <stdlib.h>

#include <esp_rom_sys.h>

#include "tarn.h"
#include "tarn_esp.h"

portMUX_TYPE tarn_esp_lock = portMUX_INITIALIZER_UNLOCKED;

#if TARN_TAGS > 0
__thread uint32_t tarn_esp_tags;
#endif

/* Replaces that of tarn.c, which traps. For another end, a program calls tarn_on_fault(). */
void tarn_port_fault(const struct tarn_fault *fault)
{
	esp_rom_printf("tarn: fault %s, pointer %p, called from %p\n", tarn_fault_name(fault->kind),
		       fault->pointer, fault->caller);
	abort();
}
