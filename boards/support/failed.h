/* SPDX-License-Identifier: MIT
 * The unit tests, those of object pools and packed arrays, and the models call test_failed() at
 * each check that fails. `make test ONLY=... GDB=1` sets a breakpoint there. */
#ifndef TESTS_SUPPORT_FAILED_H
#define TESTS_SUPPORT_FAILED_H

void test_failed(void);

#endif
