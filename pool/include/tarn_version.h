/* SPDX-License-Identifier: MIT
 * The version. It stands here and nowhere else: packages and pages read it from this file. */
#ifndef TARN_VERSION_H
#define TARN_VERSION_H

/* A new MAJOR breaks: a program that compiled may not compile, or may behave differently. A new
 * MINOR adds something. A new PATCH mends something. Each is below 100. */
#define TARN_VERSION_MAJOR 1
#define TARN_VERSION_MINOR 0
#define TARN_VERSION_PATCH 0

/* One number, for #if: 10203 is 1.2.3. */
#define TARN_VERSION_NUMBER \
	(TARN_VERSION_MAJOR * 10000 + TARN_VERSION_MINOR * 100 + TARN_VERSION_PATCH)

/* The text: "1.2.3". */
#define TARN_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
#define TARN_VERSION_OF_(major, minor, patch)   TARN_VERSION_TEXT_(major, minor, patch)
#define TARN_VERSION                            TARN_VERSION_OF_(TARN_VERSION_MAJOR, TARN_VERSION_MINOR, TARN_VERSION_PATCH)

#endif
