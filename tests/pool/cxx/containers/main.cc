/* SPDX-License-Identifier: MIT
 * The standard library's containers on a heap of the program's, over each libc. */
#include <cstdio>

#include "check.hpp"
#include "tarn.hpp"

static unsigned checks, failures;

bool check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return true;
	failures++;
	std::printf("%s:%d: %s: does not hold\n", file, line, what);
	return false;
}

int main()
{
#ifndef PORT_LIBC /* the libc's malloc is another one, and the default heap the program's */
	if (!CHECK(tarn_default_init(nullptr, nullptr) == TARN_OK))
		return 1;
#endif
	containers();
	resources();
	objects();
	no_room();
	for (unsigned count : tarn::default_heap().stats().faults)
		CHECK(count == 0);
	CHECK(tarn::default_heap().check() == 0);
	std::printf("containers: %u checks, %u failed\n", checks, failures);
	return failures || !checks;
}
