/* SPDX-License-Identifier: MIT
 * Entities with three components each, updated domain by domain.
 *   chased   an array of pointers to entities, which point to their components; allocated in
 *            random order, as a heap that was used for some time does
 *   fresh    the same, allocated one after the other, as a new heap does
 *   columns  the components in arrays under one index */
#include "loops.h"

#include "random.h"
#include "tarn_packed.h"

struct ai {
	double goal, mood, energy;
};
struct physics {
	double position, velocity, mass;
};
struct render {
	double mesh, texture, frame;
};
struct entity {
	struct ai *ai;
	struct physics *physics;
	struct render *render;
};

#define COMPONENTS(COLUMN, KEEP, SPARSE) \
	COLUMN(struct ai, ai)            \
	COLUMN(struct physics, physics)  \
	COLUMN(struct render, render)
TARN_PACKED_DECLARE(components, COMPONENTS);

struct components components;
static struct entity **chased, **fresh;
static uint32_t entity_count;

static const struct ai an_ai = {1, 2, 3};
static const struct physics a_physics = {1, 2, 3};
static const struct render a_render = {1, 2, 3};

/* Stands for a heap: hands out places of 32 bytes in one large block, in the order of `order`. */
#define PLACE 32
static struct entity **make_entities(uint32_t n, const uint32_t *order)
{
	struct entity **entity = memory_for(sizeof(void *) * (uint64_t)n);
	unsigned char *base = memory_for(4 * PLACE * (uint64_t)n);

	for (uint32_t i = 0; i < n; i++) {
		void *place[4];

		for (uint32_t k = 0; k < 4; k++)
			place[k] = base + PLACE * (uint64_t)(order ? order[4 * i + k] : 4 * i + k);
		entity[i] = place[0];
		*entity[i] = (struct entity){place[1], place[2], place[3]};
		*entity[i]->ai = an_ai;
		*entity[i]->physics = a_physics;
		*entity[i]->render = a_render;
	}
	return entity;
}

static void make(uint32_t elements, uint32_t percent)
{
	uint32_t *order = memory_for(4 * sizeof(*order) * (uint64_t)elements);
	uint64_t bytes = TARN_PACKED_BYTES(COMPONENTS, elements);
	uint32_t state = 1;

	(void)percent;
	entity_count = elements;
	shuffle(order, 4 * elements, &state);
	chased = make_entities(elements, order);
	fresh = make_entities(elements, NULL);
	must(components_init(&components, memory_for(bytes), bytes, elements));
	for (uint32_t i = 0; i < elements; i++) {
		uint32_t k = components_activate(&components);

		components.ai[k] = an_ai;
		components.physics[k] = a_physics;
		components.render[k] = a_render;
	}
}

static inline void think(struct ai *ai)
{
	ai->energy += ai->goal * ai->mood;
}

static inline void move(struct physics *physics)
{
	physics->position += physics->velocity * physics->mass;
}

static inline void draw(struct render *render)
{
	render->frame += render->mesh * render->texture;
}

static inline void update_pointed(struct entity **entity)
{
	for (uint32_t i = 0; i < entity_count; i++)
		think(entity[i]->ai);
	for (uint32_t i = 0; i < entity_count; i++)
		move(entity[i]->physics);
	for (uint32_t i = 0; i < entity_count; i++)
		draw(entity[i]->render);
}

static FRAME entities_chased(void)
{
	update_pointed(chased);
}

static FRAME entities_fresh(void)
{
	update_pointed(fresh);
}

static FRAME entities_columns(void)
{
	uint32_t count = components.packed.count;

	for (uint32_t i = 0; i < count; i++)
		think(&components.ai[i]);
	for (uint32_t i = 0; i < count; i++)
		move(&components.physics[i]);
	for (uint32_t i = 0; i < count; i++)
		draw(&components.render[i]);
}

static double entities_sum(struct entity **entity)
{
	double sum = 0;

	for (uint32_t i = 0; i < entity_count; i++)
		sum += entity[i]->ai->energy + entity[i]->physics->position +
		       entity[i]->render->frame;
	return sum;
}

static double chased_sum(void)
{
	return entities_sum(chased);
}

static double fresh_sum(void)
{
	return entities_sum(fresh);
}

static double columns_sum(void)
{
	double sum = 0;

	for (uint32_t i = 0; i < components.packed.count; i++)
		sum += components.ai[i].energy + components.physics[i].position +
		       components.render[i].frame;
	return sum;
}

const struct family entities = {
	"entities",
	make,
	{
		{"chased", entities_chased, chased_sum},
		{"fresh", entities_fresh, fresh_sum},
		{"columns", entities_columns, columns_sum},
	},
};
