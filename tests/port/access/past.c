/* SPDX-License-Identifier: MIT
 * A stranger's program: its handler says which access was refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tarn_access.h>

static void told(const struct tarn_fault *fault)
{
	const struct tarn_access *access = tarn_access_of(fault);

	if (!access)
		abort();
	printf("%s of %zu, %td of %zu\n", access->writes ? "write" : "read", access->bytes,
	       (const char *)access->address - (const char *)access->place.start,
	       access->place.size);
}

int main(void)
{
	volatile size_t end = 40;
	char copy[40];
	char *text = calloc(end, 1);
	int sum = 0;

	if (!text)
		return 1;
	tarn_on_fault(told);
	for (int times = 0; times < 3; times++) /* told once */
		sum += text[end];
	memcpy(copy, text + 8, end - 7);
	free(text);
	return sum + copy[0] == 1000;
}
