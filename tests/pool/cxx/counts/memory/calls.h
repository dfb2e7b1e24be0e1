/* SPDX-License-Identifier: MIT
 * The calls on a packed array and a heap that are measured, for both languages. in_c.c and
 * in_cxx.cc define the array and the heap, what a call is, and these functions: */

MEASURED void moves(void);
MEASURED void warms(void);
MEASURED void removes(void);
MEASURED void sorts(void);
MEASURED uint32_t *allocates_many(uint32_t many);
MEASURED void gives_back(uint32_t *block);

MEASURED uint32_t activates(void)
{
	return ACTIVATE();
}

MEASURED bool deactivates(void)
{
	return DEACTIVATE(0);
}

MEASURED uint32_t resolves(void)
{
	return INDEX(handle);
}

MEASURED uint32_t swaps(void)
{
	return SWAP(3, 7);
}

MEASURED uint32_t attaches(void)
{
	return ATTACH(light, 50);
}

MEASURED bool detaches(void)
{
	return DETACH(light, 50);
}

MEASURED uint32_t finds(void)
{
	return FIND(light, 20);
}

MEASURED void *allocates(void)
{
	return ALLOC(40);
}

MEASURED void frees(void *block)
{
	FREE(block);
}

/* ---- What comes before, and after ---- */

static uintptr_t hundred(void)
{
	while (ACTIVATE() != TARN_NONE)
		;
	for (uint32_t i = 0; i < HUNDRED; i++) {
		COLUMN_OF(key)[i] = (i * 37) % HUNDRED;
		COLUMN_OF(x)[i] = COLUMN_OF(dx)[i] = 0;
	}
	return 0;
}

static uintptr_t room(void)
{
	hundred();
	DEACTIVATE(0);
	return 0;
}

static uintptr_t dark(void)
{
	hundred();
	DETACH(light, 50);
	return 0;
}

static uintptr_t lit(void)
{
	hundred();
	for (uint32_t i = 0; i < HUNDRED; i++) {
		ATTACH(light, i);
		ATTACH(heat, i);
	}
	handle = HANDLE_OF(20);
	return 0;
}

static uintptr_t one(void)
{
	return (uintptr_t)ALLOC(40);
}

static uintptr_t many(void)
{
	return 10;
}

static void back(uintptr_t block)
{
	FREE((void *)block);
}

#define CALL(function) ((void *)(function))
static const struct row rows[] = {
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
};
