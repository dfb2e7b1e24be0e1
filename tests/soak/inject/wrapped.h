/* SPDX-License-Identifier: MIT
 * Calls of Tarn that the linker leads through the soak (-Wl,--wrap, program.mk). Every caller of
 * tarn_x, Tarn's own files included, calls wrap_x. wrap_x may call real_x. */
#ifndef SOAK_WRAPPED_H
#define SOAK_WRAPPED_H

#define WRAPPED(type, name, ...)                                   \
	type real_##name(__VA_ARGS__) __asm("__real_tarn_" #name); \
	type wrap_##name(__VA_ARGS__) __asm("__wrap_tarn_" #name)

#endif
