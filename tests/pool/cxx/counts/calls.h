/* SPDX-License-Identifier: MIT
 * The calls on pools that are measured, for both languages. in_c.c and in_cxx.cc define the pools,
 * what a call is (GET(pool), PUT(pool, object), HANDLE(pool) and so on), and these functions: */

static void all_back(uintptr_t unused);
static uintptr_t touched(void);
static void put_a_bit(void);
MEASURED struct particle *gets_made(int32_t x, int32_t y);
MEASURED void walks(void);
MEASURED void walks_bits(void);

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
POOL(oldest)
POOL(robbed)
POOL(begins)
POOL(least)
POOL(grows)
POOL(bits)
POOL(unlocked)
POOL(small)
POOL(hundred)
POOL(fresh)

/* ---- What is more than a get ---------------------------------------------------------------- */

static HANDLE(refuse) handle;

MEASURED void gets_held(void)
{
	handle = GET_HELD(refuse);
}

MEASURED bool releases(const HANDLE(refuse) * given)
{
	return RELEASE(refuse, *given);
}

MEASURED void handles(const struct particle *of)
{
	handle = HANDLE_OF(refuse, of);
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

static uintptr_t one_stale(void)
{
	one_held();
	all_back(0);
	return (uintptr_t)&handle;
}

MEASURED uint32_t counts(void)
{
	return COUNT(hundred);
}

static void scored(uintptr_t of)
{
	((struct particle *)of)->x = (int32_t)(of >> 2 & 0xff);
}

MEASURED void touches(struct particle *of)
{
	TOUCH(robbed, of);
}

#define CALL(function) ((void *)(function))
static const struct row rows[] = {
	{"get", NULL, CALL(refuse_gets), refuse_back},
	{"put", refuse_one, CALL(refuse_puts), NULL},
	{"get, all members set", NULL, CALL(gets_made), refuse_back},
	{"get of a new slot", NULL, CALL(fresh_gets), NULL},
	{"get when full", NULL, CALL(full_gets), NULL},
	{"an object that ends: get", NULL, CALL(ends_gets), ends_back},
	{"an object that ends: put", ends_one, CALL(ends_puts), NULL},
	{"get_held", NULL, CALL(gets_held), all_back},
	{"release", one_held, CALL(releases), NULL},
	{"handle_of", refuse_one, CALL(handles), all_back},
	{"resolve, valid", one_held, CALL(resolves), all_back},
	{"resolve, stale", one_stale, CALL(resolves), NULL},
	{"count", NULL, CALL(counts), NULL},
	{"walk of 100", NULL, CALL(walks), NULL},
	{"bits: get", NULL, CALL(bits_gets), bits_back},
	{"bits: put", bits_one, CALL(bits_puts), NULL},
	{"bits: walk of 100", NULL, CALL(walks_bits), NULL},
	{"unlocked: get", NULL, CALL(unlocked_gets), unlocked_back},
	{"unlocked: put", unlocked_one, CALL(unlocked_puts), NULL},
	{"small: get", NULL, CALL(small_gets), small_back},
	{"small: put", small_one, CALL(small_puts), NULL},
	{"rob the oldest: get", NULL, CALL(oldest_gets), oldest_back},
	{"rob the oldest: put", oldest_one, CALL(oldest_puts), NULL},
	{"rob the oldest: get of an object that begins", NULL, CALL(begins_gets), begins_back},
	{"rob the oldest: touch", touched, CALL(touches), NULL},
	{"rob the oldest: get when full", NULL, CALL(robbed_gets), NULL},
	{"rob the least of 100: get", NULL, CALL(least_gets), scored},
	{"grow: get", NULL, CALL(grows_gets), grows_back},
	{"grow: put", grows_one, CALL(grows_puts), NULL},
};

static void fill(void)
{
	while (GET(full))
		;
	for (uint32_t i = 0; i < OBJECTS; i++)
		GET(robbed);
	for (uint32_t i = 0; i < HUNDRED; i++) {
		GET(hundred)->dx = 1;
		GET(bits)->dx = 1;
		scored((uintptr_t)GET(least));
	}
	put_a_bit(); /* one is free */
}
