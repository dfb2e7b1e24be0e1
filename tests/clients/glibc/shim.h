/* SPDX-License-Identifier: MIT
 * What glibc's own build gives its tests and their support, for a build outside of it. */
#ifndef GLIBC_SHIM_H
#define GLIBC_SHIM_H

#include <limits.h>
#include <stddef.h>

#define TIMEOUTFACTOR 10 /* several tests run side by side here */

#define attribute_hidden
#define libc_hidden_proto(name)
#define libc_hidden_def(name)
#define always_inline __attribute__((always_inline)) inline

#endif
