/* SPDX-License-Identifier: MIT
 * The calls that are measured, for both languages: on pools, a packed array and a heap. in_c.c and
 * in_cxx.cc define these, what a call is (GET(pool), ACTIVATE(), ALLOC(bytes) and so on), and the
 * functions below. */

static void all_back(uintptr_t unused);
MEASURED void walks(void);
MEASURED void moves(void);
MEASURED void warms(void);
MEASURED void removes(void);
MEASURED void sorts(void);
MEASURED uint32_t *allocates_many(uint32_t many);

/* ---- Pools ---------------------------------------------------------------------------------- */

#define POOL(pool)                                   \
	MEASURED OBJECT(pool) * pool##_gets(void)    \
	{                                            \
		return GET(pool);                    \
	}                                            \
	MEASURED void pool##_puts(OBJECT(pool) * of) \
	{                                            \
		PUT(pool, of);                       \
	}                                            \
	BESIDES uintptr_t pool##_one(void)           \
	{                                            \
		return (uintptr_t)GET(pool);         \
	}                                            \
	BESIDES void pool##_back(uintptr_t of)       \
	{                                            \
		PUT(pool, (OBJECT(pool) *)of);       \
	}
POOL(refuse)
POOL(full)
POOL(ends)
POOL(robbed)
POOL(least)
POOL(grows)
POOL(small)
POOL(fresh)

static HANDLE(refuse) handle;

MEASURED void gets_held(void)
{
	handle = GET_HELD(refuse);
}

MEASURED bool releases(const HANDLE(refuse) * given)
{
	return RELEASE(refuse, *given);
}

MEASURED struct particle *resolves(const HANDLE(refuse) * given)
{
	return RESOLVE(refuse, *given);
}

static uintptr_t one_held(void)
{
	handle = GET_HELD(refuse);
	return (uintptr_t)&handle;
}

static void scored(uintptr_t of)
{
	((struct particle *)of)->x = (int32_t)(of >> 2 & 0xff);
}

/* ---- A packed array, and a heap -------------------------------------------------------------- */

MEASURED uint32_t activates(void)
{
	return ACTIVATE();
}

MEASURED bool deactivates(void)
{
	return DEACTIVATE(0);
}

MEASURED uint32_t indexes(void)
{
	return INDEX(dot);
}

MEASURED uint32_t attaches(void)
{
	return ATTACH(light, 50);
}

MEASURED void *allocates(void)
{
	return ALLOC(40);
}

static uintptr_t all_dots(void)
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
	all_dots();
	DEACTIVATE(0);
	return 0;
}

static uintptr_t dark(void)
{
	all_dots();
	DETACH(light, 50);
	return 0;
}

static uintptr_t lit(void)
{
	all_dots();
	for (uint32_t i = 0; i < HUNDRED; i++) {
		ATTACH(light, i);
		ATTACH(heat, i);
	}
	dot = HANDLE_OF(20);
	return 0;
}

static uintptr_t ten(void)
{
	return 10;
}

static void freed(uintptr_t block)
{
	FREE((void *)block);
}

#define CALL(function) ((void *)(function))
static const struct row rows[] = {
	{"get", NULL, CALL(refuse_gets), refuse_back},
	{"put", refuse_one, CALL(refuse_puts), NULL},
	{"get of a new slot", NULL, CALL(fresh_gets), NULL},
	{"get when full", NULL, CALL(full_gets), NULL},
	{"put of an object that ends", ends_one, CALL(ends_puts), NULL},
	{"get_held", NULL, CALL(gets_held), all_back},
	{"release", one_held, CALL(releases), NULL},
	{"resolve", one_held, CALL(resolves), all_back},
	{"walk of 100", NULL, CALL(walks), NULL},
	{"small: get", NULL, CALL(small_gets), small_back},
	{"small: put", small_one, CALL(small_puts), NULL},
	{"rob the oldest: get when full", NULL, CALL(robbed_gets), NULL},
	{"rob the least of 100: get", NULL, CALL(least_gets), scored},
	{"grow: get", NULL, CALL(grows_gets), grows_back},
	{"packed: activate", room, CALL(activates), NULL},
	{"packed: deactivate, 3 columns and 2 sparse", lit, CALL(deactivates), NULL},
	{"packed: index of a handle", lit, CALL(indexes), NULL},
	{"packed: attach, into a group", dark, CALL(attaches), NULL},
	{"packed: update of 100", all_dots, CALL(moves), NULL},
	{"packed: update of a group of 100", lit, CALL(warms), NULL},
	{"packed: walk of 100 that removes 25", all_dots, CALL(removes), NULL},
	{"packed: sort of 100", all_dots, CALL(sorts), NULL},
	{"heap: alloc of 40 bytes", NULL, CALL(allocates), freed},
	{"allocator: allocate 10 words", ten, CALL(allocates_many), freed},
};

/* Before the first row. The first get of a slot takes longer: it comes before the measurement. */
static const struct row *row_at(uint32_t i)
{
	if (i == 0) {
		while (GET(full))
			;
		for (uint32_t n = 0; n < OBJECTS; n++)
			GET(robbed);
		for (uint32_t n = 0; n < HUNDRED; n++) {
			GET(hundred)->dx = 1;
			scored((uintptr_t)GET(least));
		}
		lit();
		GROUP(light, heat);
	}
	if (i == sizeof(rows) / sizeof(rows[0]))
		return NULL;
	if (!rows[i].prepare && rows[i].after)
		rows[i].after(((uintptr_t(*)(void))rows[i].function)());
	return &rows[i];
}
