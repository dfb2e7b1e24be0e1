/* SPDX-License-Identifier: MIT
 * Where a debugger stops: every test program calls test_failed() at each check that fails, and
 * `make test ONLY=... GDB=1` sets a breakpoint there. */
#ifndef TESTS_SUPPORT_FAILED_H
#define TESTS_SUPPORT_FAILED_H

void test_failed(void);

#endif
