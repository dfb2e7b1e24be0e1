/* SPDX-License-Identifier: MIT
 * Particles that fly straight. All layouts have the same fields and arithmetic, and differ in the
 * walk.
 *   flagged  an array; each element is asked whether it lives
 *   pool     an object pool, walked by spark_pool_each
 *   packed   live elements in front; one column of whole particles
 *   columns  the same with a column for each field */
#include "loops.h"

#include "random.h"
#include "tarn_object.h"
#include "tarn_packed.h"

#define MOST 1000000

struct particle {
	int frames;
	double x, y;
	double dx, dy;
};

#define WHOLE(COLUMN, KEEP, SPARSE) COLUMN(struct particle, at)
TARN_PACKED_DECLARE(whole, WHOLE);

#define FIELDS(COLUMN, KEEP, SPARSE) \
	COLUMN(int, frames)          \
	COLUMN(double, x)            \
	COLUMN(double, y)            \
	COLUMN(double, dx)           \
	COLUMN(double, dy)
TARN_PACKED_DECLARE(fields, FIELDS);

TARN_OBJECT_TYPE(spark_pool, struct particle, MOST, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);

static struct particle *flagged;
static uint32_t flags;
static struct spark_pool pool;
struct whole whole;
struct fields fields;

static struct particle particle_of(uint32_t i)
{
	return (struct particle){1000000, i, -(double)i, 0.5, 0.25};
}

static void add(uint32_t i)
{
	struct particle particle = particle_of(i);
	uint32_t k;

	whole.at[whole_activate(&whole)] = particle;
	k = fields_activate(&fields);
	fields.frames[k] = particle.frames;
	fields.x[k] = particle.x;
	fields.y[k] = particle.y;
	fields.dx[k] = particle.dx;
	fields.dy[k] = particle.dy;
}

/* The live particles are a random choice, the same in each layout. */
static void make(uint32_t elements, uint32_t percent)
{
	uint64_t bytes = TARN_PACKED_BYTES(WHOLE, elements) + TARN_PACKED_BYTES(FIELDS, 0);
	uint64_t slots = TARN_OBJECT_BYTES(spark_pool, elements);
	struct particle **got = memory_for(sizeof(void *) * (uint64_t)elements);
	uint32_t state = 1;

	flags = elements;
	flagged = memory_for(sizeof(*flagged) * (uint64_t)elements);
	must(whole_init(&whole, memory_for(bytes), bytes, elements));
	must(fields_init(&fields, memory_for(bytes), bytes, elements));
	must(spark_pool_open_at(&pool, memory_for(slots), slots));
	for (uint32_t i = 0; i < elements; i++) {
		got[i] = spark_pool_get(&pool);
		*got[i] = particle_of(i);
	}
	for (uint32_t i = 0; i < elements; i++) {
		flagged[i].frames = 0;
		if (random_below(&state, 100) < percent) {
			flagged[i] = particle_of(i);
			add(i);
		} else {
			spark_pool_put(&pool, got[i]);
		}
	}
}

/* ---- One frame -------------------------------------------------------------------------- */

static inline void update(struct particle *particle)
{
	particle->frames--;
	particle->x += particle->dx;
	particle->y += particle->dy;
}

static FRAME particles_flagged(void)
{
	for (uint32_t i = 0; i < flags; i++) {
		if (flagged[i].frames > 0)
			update(&flagged[i]);
	}
}

static FRAME particles_pool(void)
{
	struct particle *particle;

	for (uint32_t at = 0; (particle = spark_pool_each(&pool, &at));)
		update(particle);
}

static inline void update_all(TARN_COLUMNS(whole, at))
{
	for (uint32_t i = 0; i < count; i++)
		update(&at[i]);
}

static FRAME particles_packed(void)
{
	update_all(tarn_columns(&whole, at));
}

static inline void update_fields(TARN_COLUMNS(fields, frames, x, y, dx, dy))
{
	for (uint32_t i = 0; i < count; i++) {
		frames[i]--;
		x[i] += dx[i];
		y[i] += dy[i];
	}
}

static FRAME particles_columns(void)
{
	update_fields(tarn_columns(&fields, frames, x, y, dx, dy));
}

/* ---- Sums, which must be the same for all loops ----------------------------------------- */

static double flagged_sum(void)
{
	double sum = 0;

	for (uint32_t i = 0; i < flags; i++)
		sum += flagged[i].frames > 0 ? flagged[i].x + flagged[i].y : 0;
	return sum;
}

static double pool_sum(void)
{
	struct particle *particle;
	double sum = 0;

	for (uint32_t at = 0; (particle = spark_pool_each(&pool, &at));)
		sum += particle->x + particle->y;
	return sum;
}

static double packed_sum(void)
{
	double sum = 0;

	for (uint32_t i = 0; i < whole.packed.count; i++)
		sum += whole.at[i].x + whole.at[i].y;
	return sum;
}

static double columns_sum(void)
{
	double sum = 0;

	for (uint32_t i = 0; i < fields.packed.count; i++)
		sum += fields.x[i] + fields.y[i];
	return sum;
}

const struct family particles = {
	"particles",
	make,
	{
		{"flagged", particles_flagged, flagged_sum},
		{"pool", particles_pool, pool_sum},
		{"packed", particles_packed, packed_sum},
		{"columns", particles_columns, columns_sum},
	},
};
