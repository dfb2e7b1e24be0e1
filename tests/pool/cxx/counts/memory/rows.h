/* SPDX-License-Identifier: MIT
 * The rows. in_c.c and in_cxx.cc define these functions under the same names. */
#define CALL(function) ((void *)(function))
{"packed: activate", room, CALL(activates), NULL},
	{"packed: deactivate, 3 columns and 2 sparse", lit, CALL(deactivates), NULL},
	{"packed: index of a handle", lit, CALL(resolves), NULL},
	{"packed: swap", hundred, CALL(swaps), NULL},
	{"packed: attach, into a group", dark, CALL(attaches), NULL},
	{"packed: detach, out of a group", lit, CALL(detaches), NULL},
	{"packed: find", lit, CALL(finds), NULL},
	{"packed: update of 100", hundred, CALL(moves), NULL},
	{"packed: update of a group of 100", lit, CALL(warms), NULL},
	{"packed: walk of 100 that removes 25", hundred, CALL(removes), NULL},
	{"packed: sort of 100", hundred, CALL(sorts), NULL},
	{"heap: alloc of 40 bytes", NULL, CALL(allocates), back},
	{"heap: free", one, CALL(frees), NULL},
	{"allocator: allocate 10 words", many, CALL(allocates_many), back},
	{"allocator: deallocate", one, CALL(gives_back), NULL},
