@ SPDX-License-Identifier: MIT
@ A user's reset handler, as vendors write it: labels inside it, literals after it, neither the type
@ nor the size of a function.
	.syntax unified
	.thumb
	.section .text.Reset_Handler
	.global Reset_Handler
	.thumb_func
Reset_Handler:
	bl SystemInit
	ldr r0, =_sdata
	ldr r1, =_edata
	ldr r2, =_sidata
	b LoopCopyDataInit
CopyDataInit:
	ldr r4, [r2], #4
	str r4, [r0], #4
LoopCopyDataInit:
	cmp r0, r1
	bcc CopyDataInit
	bl __libc_init_array
	bl main
	bl exit
