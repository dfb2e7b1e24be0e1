/* SPDX-License-Identifier: MIT
 * Two components joined: each entity with a position and a velocity moves. All entities have both.
 * The order of the velocities differs from that of the positions.
 *   columns  plain arrays under one index, by hand
 *   hand     a view of two sparse sets, by hand
 *   sparse   SPARSE columns of a packed array: by the index of each component's element
 *   view     the same by tarn_sibling
 *   group    the same columns as a group */
#include "loops.h"
#include "tarn_packed.h"

#define MOST 1000000

struct vector {
	float x, y;
};

/* By hand: the owner of each component, and the place of each entity's component. */
struct set {
	struct vector *at;
	uint32_t *owner;
	uint32_t *place;
	uint32_t count;
};

#define BODIES(COLUMN, KEEP, SPARSE)          \
	SPARSE(struct vector, position, MOST) \
	SPARSE(struct vector, velocity, MOST)
TARN_PACKED_DECLARE(bodies, BODIES);

static struct bodies sparse, viewed, grouped;
static struct set positions, velocities;
static struct vector *restrict plain_positions;
static struct vector *restrict plain_velocities;
static uint32_t plain;

static struct vector velocity_of(uint32_t i)
{
	return (struct vector){(float)(i % 7), (float)(i % 5)};
}

static void *vectors(uint32_t n)
{
	return memory_for(sizeof(struct vector) * (uint64_t)n);
}

/* In the order in which the entities got the component. */
static struct set set_of(const uint32_t *order, uint32_t elements)
{
	struct set set = {vectors(elements), memory_for(sizeof(uint32_t) * (uint64_t)elements),
			  memory_for(sizeof(uint32_t) * (uint64_t)elements), elements};

	for (uint32_t k = 0; k < elements; k++) {
		set.owner[k] = order[k];
		set.place[order[k]] = k;
	}
	return set;
}

static void make_plain(uint32_t elements)
{
	plain = elements;
	plain_positions = vectors(elements);
	plain_velocities = vectors(elements);
	for (uint32_t i = 0; i < elements; i++) {
		plain_positions[i] = (struct vector){0, 0};
		plain_velocities[i] = velocity_of(i);
	}
}

static void make_hand(const uint32_t *first, const uint32_t *second, uint32_t elements)
{
	positions = set_of(first, elements);
	velocities = set_of(second, elements);
	for (uint32_t k = 0; k < elements; k++) {
		positions.at[k] = (struct vector){0, 0};
		velocities.at[k] = velocity_of(second[k]);
	}
}

static void make_sparse(struct bodies *of, const uint32_t *first, const uint32_t *second,
			uint32_t elements)
{
	uint64_t bytes = TARN_PACKED_BYTES(BODIES, elements);

	must(bodies_init(of, memory_for(bytes), bytes, elements));
	for (uint32_t i = 0; i < elements; i++)
		bodies_activate(of);
	must(of != &grouped || tarn_group(of, position, velocity));
	for (uint32_t k = 0; k < elements; k++) {
		of->position.at[tarn_attach(of, position, first[k])] = (struct vector){0, 0};
		of->velocity.at[tarn_attach(of, velocity, second[k])] = velocity_of(second[k]);
	}
}

static void make(uint32_t elements, uint32_t percent)
{
	uint32_t *first = memory_for(sizeof(uint32_t) * (uint64_t)elements);
	uint32_t *second = memory_for(sizeof(uint32_t) * (uint64_t)elements);
	uint32_t state = 1;

	(void)percent;
	shuffle(first, elements, &state);
	shuffle(second, elements, &state);
	make_plain(elements);
	make_hand(first, second, elements);
	make_sparse(&sparse, first, second, elements);
	make_sparse(&viewed, first, second, elements);
	make_sparse(&grouped, first, second, elements);
}

/* ---- One frame -------------------------------------------------------------------------- */

static inline void move(struct vector *position, const struct vector *velocity)
{
	position->x += velocity->x;
	position->y += velocity->y;
}

static FRAME joins_columns(void)
{
	for (uint32_t i = 0; i < plain; i++)
		move(&plain_positions[i], &plain_velocities[i]);
}

static FRAME joins_hand(void)
{
	for (uint32_t k = 0; k < positions.count; k++) {
		uint32_t entity = positions.owner[k];
		uint32_t j = velocities.place[entity];

		if (j < velocities.count && velocities.owner[j] == entity)
			move(&positions.at[k], &velocities.at[j]);
	}
}

static FRAME joins_sparse(void)
{
	for (uint32_t k = 0; k < sparse.position.set.count; k++) {
		uint32_t j = tarn_find(&sparse, velocity, tarn_owner(&sparse, position, k));

		if (j != TARN_NONE)
			move(&sparse.position.at[k], &sparse.velocity.at[j]);
	}
}

static FRAME joins_view(void)
{
	for (uint32_t k = 0; k < viewed.position.set.count; k++) {
		uint32_t j = tarn_sibling(&viewed, position, k, velocity);

		if (j != TARN_NONE)
			move(&viewed.position.at[k], &viewed.velocity.at[j]);
	}
}

static inline void move_all(TARN_COMPONENTS(bodies, position, velocity))
{
	for (uint32_t k = 0; k < count; k++)
		move(&position[k], &velocity[k]);
}

static FRAME joins_group(void)
{
	move_all(tarn_components(&grouped, position, velocity));
}

/* ---- Sums, which must be the same for all loops ----------------------------------------- */

static double sum_of(const struct vector *at, uint32_t n)
{
	double sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += (double)at[i].x + (double)at[i].y;
	return sum;
}

static double columns_sum(void)
{
	return sum_of(plain_positions, plain);
}

static double hand_sum(void)
{
	return sum_of(positions.at, positions.count);
}

static double sparse_sum(void)
{
	return sum_of(sparse.position.at, sparse.position.set.count);
}

static double view_sum(void)
{
	return sum_of(viewed.position.at, viewed.position.set.count);
}

static double group_sum(void)
{
	return sum_of(grouped.position.at, grouped.position.set.grouped);
}

static const struct loop loops[] = {
	{"columns", joins_columns, columns_sum}, {"hand", joins_hand, hand_sum},
	{"sparse", joins_sparse, sparse_sum},    {"view", joins_view, view_sum},
	{"group", joins_group, group_sum},
};

const struct family joins = {"joins", make, loops, sizeof(loops) / sizeof(loops[0])};
