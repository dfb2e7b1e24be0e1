@ SPDX-License-Identifier: MIT
@ A user's reset handler, as vendors write it: labels inside it, literals after it.
@ SIZED: it has the type and the size of a function.
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
	movs r3, #0
	b LoopCopyDataInit
CopyDataInit:
	ldr r4, [r2, r3]
	str r4, [r0, r3]
	adds r3, r3, #4
LoopCopyDataInit:
	adds r4, r0, r3
	cmp r4, r1
	bcc CopyDataInit
	ldr r2, =_sbss
	ldr r4, =_ebss
	movs r3, #0
	b LoopFillZerobss
FillZerobss:
	str r3, [r2]
	adds r2, r2, #4
LoopFillZerobss:
	cmp r2, r4
	bcc FillZerobss
	bl __libc_init_array
	bl main
	bl exit
	.if SIZED
	.type Reset_Handler, %function
	.size Reset_Handler, .-Reset_Handler
	.endif
