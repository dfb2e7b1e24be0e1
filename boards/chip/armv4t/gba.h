/* SPDX-License-Identifier: MIT
 * The registers of a Game Boy Advance that this port uses. Names and addresses: GBATEK, "GBA I/O
 * Map" and "GBA Interrupt Control". The debug port is mGBA's own (gba/io.h in its source). */
#ifndef PORT_ARMV4T_GBA_H
#define PORT_ARMV4T_GBA_H

#include <stdint.h>

#define GBA_16(address) (*(volatile uint16_t *)(address))
#define GBA_32(address) (*(volatile uint32_t *)(address))

#define GBA_CLOCK_HZ 16777216 /* 2^24 */

/* ---- Interrupts ------------------------------------------------------------------------ */

#define GBA_IE  GBA_16(0x04000200) /* enabled interrupts */
#define GBA_IF  GBA_16(0x04000202) /* pending interrupts; writing a 1 clears one */
#define GBA_IME GBA_16(0x04000208) /* bit 0: all interrupts on or off */

#define GBA_IRQ_VBLANK   (1u << 0)
#define GBA_IRQ_TIMER(n) (8u << (n))

#define GBA_DISPSTAT        GBA_16(0x04000004)
#define GBA_DISPSTAT_VBLANK 8u /* an interrupt at each vertical blank */

/* The BIOS's waiting calls look at these flags. Its interrupt handler calls the program's handler,
 * whose address is here. */
#define GBA_BIOS_FLAGS   GBA_16(0x03007FF8)
#define GBA_BIOS_HANDLER GBA_32(0x03007FFC)

/* ---- Timers, 16 bits each -------------------------------------------------------------- */

/* A read returns the count. A write sets where it begins after an overflow. */
#define GBA_TIMER_COUNT(n)   GBA_16(0x04000100 + 4 * (n))
#define GBA_TIMER_CONTROL(n) GBA_16(0x04000102 + 4 * (n))

#define GBA_TIMER_SHIFT_6  1u /* clock / 64 */
#define GBA_TIMER_SHIFT_10 3u /* clock / 1024 */
#define GBA_TIMER_CASCADE  4u /* counts the overflows of timer n - 1 */
#define GBA_TIMER_IRQ      0x40u
#define GBA_TIMER_ON       0x80u

/* ---- The rest -------------------------------------------------------------------------- */

#define GBA_WAITCNT     GBA_16(0x04000204)
#define GBA_WAITCNT_3_1 0x4014u /* ROM: 3 cycles, then 1 for each further access; prefetch on */

/* After a write of 0xC0DE it reads 0x1DEA, if there is a debug port. */
#define GBA_DEBUG_ENABLE GBA_16(0x04FFF780)
#define GBA_DEBUG_SEND   GBA_16(0x04FFF700) /* a level plus 0x100 */
#define GBA_DEBUG_TEXT   ((volatile char *)0x04FFF600)
#define GBA_DEBUG_ROOM   256

#endif
