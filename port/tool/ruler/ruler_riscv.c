/* SPDX-License-Identifier: MIT
 * The ruler on RISC-V reads `minstret`. Under QEMU with `-icount shift=7` it advances by 128 for
 * each instruction. */
#include "ruler.h"

#define SLED_LENGTH 1000
#define NOP_BYTES   2
#define RULER_OWN   2 /* jalr, and the second read of the counter */
#define PER_COUNT   7 /* the shift */

/* ruler_counts(call): from the read before the call to the read after it. A sled of n instructions
 * is entered n instructions before ruler_sled_end. */
uint32_t ruler_counts(struct ruler_call *call);
extern const char ruler_sled_end[];
__asm__(".text\n"
	".balign 4\n"
	".globl ruler_counts\n"
	".type ruler_counts, @function\n"
	"ruler_counts:\n"
	"	addi	sp, sp, -16\n"
	"	sw	ra, 0(sp)\n"
	"	sw	s0, 4(sp)\n"
	"	sw	s1, 8(sp)\n"
	"	mv	s0, a0\n"
	"	lw	t0, 0(s0)\n"
	"	lw	a0, 4(s0)\n"
	"	lw	a1, 8(s0)\n"
	"	lw	a2, 12(s0)\n"
	"	lw	a3, 16(s0)\n"
	"	lw	a4, 20(s0)\n"
	"	lw	a5, 24(s0)\n"
	"	csrr	s1, minstret\n"
	"	jalr	t0\n"
	"	csrr	t1, minstret\n"
	"	sw	a0, 28(s0)\n"
	"	sub	a0, t1, s1\n"
	"	lw	ra, 0(sp)\n"
	"	lw	s0, 4(sp)\n"
	"	lw	s1, 8(sp)\n"
	"	addi	sp, sp, 16\n"
	"	ret\n"
	".option push\n"
	".option rvc\n"
	".rept 1000\n"
	"	c.nop\n"
	".endr\n"
	".option pop\n"
	".globl ruler_sled_end\n"
	"ruler_sled_end:\n"
	"	ret\n");

uint32_t ruler(struct ruler_call *call)
{
	return (ruler_counts(call) >> PER_COUNT) - RULER_OWN;
}

static bool sled_measured(uint32_t length)
{
	struct ruler_call call = {
		.function = (uintptr_t)ruler_sled_end - length * NOP_BYTES,
	};

	return ruler(&call) == length + 1;
}

bool ruler_start(void)
{
	for (uint32_t length = 0; length <= SLED_LENGTH; length++) {
		if (!sled_measured(length))
			return false;
	}
	return true;
}
