/* SPDX-License-Identifier: MIT
 * The definitions that glibc's build gives its tests and their support library. */
#ifndef GLIBC_SHIM_H
#define GLIBC_SHIM_H

#include <limits.h>
#include <stddef.h>

#define TIMEOUTFACTOR 10 /* several tests run at the same time here */

#define attribute_hidden
#define libc_hidden_proto(name)
#define libc_hidden_def(name)
#define always_inline __attribute__((always_inline)) inline

#endif
