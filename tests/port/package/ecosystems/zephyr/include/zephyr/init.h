/* SPDX-License-Identifier: MIT */
#ifndef ZEPHYR_INIT_H
#define ZEPHYR_INIT_H
/* Runs before main(), at any level and priority. */
#define SYS_INIT(function, level, priority)                                   \
	__attribute__((constructor)) static void function##_before_main(void) \
	{                                                                     \
		(void)function();                                             \
	}
#endif
