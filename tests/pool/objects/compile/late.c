/* SPDX-License-Identifier: MIT
 * Mistakes that GCC finds only when it makes code, each in a pool or a function of its own.
 * `refuse` defines HOOKS (with RIGHT: the right form of each) or CALLS. */
#include "tarn_object.h"

struct bullet {
	int x, y, frames;
};
void reset(struct bullet *bullet);
uint32_t score(const struct bullet *bullet);
bool in_use(const struct bullet *bullet);

#define KNOWS \
	TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | TARN_OBJECT_KEEP(struct bullet, frames, frames)
#define LAZY TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY

#define POOL(name, options, ...)                                             \
	TARN_OBJECT_POOL_WITH(name, struct bullet, 4, options, __VA_ARGS__); \
	void name##_used(void);                                              \
	void name##_used(void)                                               \
	{                                                                    \
		name##_put(&name, name##_get(&name));                        \
	}

#ifdef HOOKS
#ifdef RIGHT
POOL(least, TARN_OBJECT_ROB_LEAST, .score = score)
POOL(knows, KNOWS, .in_use = in_use)
POOL(lazy, LAZY, .reset = reset)
POOL(owns, LAZY, .own = {.reset = reset})
POOL(own, LAZY, .own.reset = reset)
#else
POOL(no_score, TARN_OBJECT_ROB_LEAST, .reset = reset)
POOL(no_in_use, KNOWS, .reset = reset)
POOL(no_reset, LAZY, .init = reset)
POOL(scores, TARN_OBJECT_REFUSE, .score = score)
POOL(asked, TARN_OBJECT_REFUSE, .in_use = in_use)
POOL(steps, TARN_OBJECT_REFUSE, .step = 2)
#endif
#endif

#ifdef CALLS
POOL(knows, KNOWS, .in_use = in_use)
TARN_OBJECT_POOL(bits, struct bullet, 4, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_POOL(oldest, struct bullet, 4, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_POOL(plain, struct bullet, 4, TARN_OBJECT_REFUSE);

#define CALL(name, call)                  \
	void name(struct bullet *bullet); \
	void name(struct bullet *bullet)  \
	{                                 \
		(void)bullet;             \
		(void)(call);             \
	}
CALL(knows_1, knows_handle_of(&knows, bullet))
CALL(knows_2, knows_get_held(&knows, NULL, NULL))
CALL(knows_3, knows_resolve(&knows, (knows_handle){0, 0}))
CALL(knows_4, knows_release(&knows, (knows_handle){0, 0}))
CALL(bits_1, bits_handle_of(&bits, bullet))
CALL(bits_2, bits_get_held(&bits, NULL, NULL))
CALL(bits_3, bits_resolve(&bits, (bits_handle){0, 0}))
CALL(bits_4, bits_release(&bits, (bits_handle){0, 0}))
CALL(plain_1, (plain_touch(&plain, bullet), 0))
CALL(plain_2, plain_get_if_worth(&plain, 1, NULL, NULL))
CALL(oldest_1, oldest_get_held_if_worth(&oldest, 1, NULL, NULL))
#endif
