/* SPDX-License-Identifier: MIT
 * The registers of a Game Boy Advance that this port uses (names and addresses: GBATEK, "GBA I/O
 * Map", "GBA Interrupt Control"; the debug port: mGBA's own, by its source gba/io.h). */
#ifndef PORT_ARMV4T_GBA_H
#define PORT_ARMV4T_GBA_H

#include <stdint.h>

#define GBA_16(address) (*(volatile uint16_t *)(address))
#define GBA_32(address) (*(volatile uint32_t *)(address))

#define GBA_CLOCK_HZ 16777216 /* 2^24 */

/* ---- Interrupts ------------------------------------------------------------------------ */

#define GBA_IE  GBA_16(0x04000200) /* which may come */
#define GBA_IF  GBA_16(0x04000202) /* which are pending; writing a 1 takes it back */
#define GBA_IME GBA_16(0x04000208) /* bit 0: any at all */

#define GBA_IRQ_VBLANK   (1u << 0)
#define GBA_IRQ_TIMER(n) (8u << (n))

#define GBA_DISPSTAT        GBA_16(0x04000004)
#define GBA_DISPSTAT_VBLANK 8u /* its interrupt */

/* Where the BIOS's interrupt handler looks for the program's, and where its waiting calls look for
 * what came. */
#define GBA_BIOS_FLAGS   GBA_16(0x03007FF8)
#define GBA_BIOS_HANDLER GBA_32(0x03007FFC)

/* ---- Timers, 16 bits each -------------------------------------------------------------- */

#define GBA_TIMER_COUNT(n) \
	GBA_16(0x04000100 + 4 * (n)) /* read: now; written: where it begins again */
#define GBA_TIMER_CONTROL(n) GBA_16(0x04000102 + 4 * (n))

#define GBA_TIMER_SHIFT_6  1u /* clock / 64 */
#define GBA_TIMER_SHIFT_10 3u /* clock / 1024 */
#define GBA_TIMER_CASCADE  4u /* counts the overflows of the one before */
#define GBA_TIMER_IRQ      0x40u
#define GBA_TIMER_ON       0x80u

/* ---- The rest -------------------------------------------------------------------------- */

#define GBA_WAITCNT     GBA_16(0x04000204)
#define GBA_WAITCNT_3_1 0x4014u /* ROM: 3 cycles, then 1 each; prefetched */

#define GBA_DEBUG_ENABLE GBA_16(0x04FFF780) /* 0xC0DE written: reads 0x1DEA where there is one */
#define GBA_DEBUG_SEND   GBA_16(0x04FFF700) /* a level, and 0x100 */
#define GBA_DEBUG_TEXT   ((volatile char *)0x04FFF600)
#define GBA_DEBUG_ROOM   256

#endif
