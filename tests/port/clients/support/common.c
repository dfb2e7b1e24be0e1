/* SPDX-License-Identifier: MIT */
#include "client.h"

#include "args.h"

void client_begin(int argc, char **argv)
{
	args_only(argc, argv, "arena probe");
}

uint32_t client_hash(uint32_t hash, const void *bytes, uint32_t length)
{
	const uint8_t *byte = bytes;

	if (!hash)
		hash = UINT32_C(2166136261);
	while (length--)
		hash = (hash ^ *byte++) * UINT32_C(16777619);
	return hash;
}

#ifdef CLIENT_PLAIN /* the reference: the same program with the libc's own malloc */
void client_sample(void)
{
}

uint32_t client_refused(void)
{
	return 0;
}
#endif
