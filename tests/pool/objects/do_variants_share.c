/* SPDX-License-Identifier: MIT
 * tarn_variant.h: several types in one pool. */
#include "tarn_variant.h"
#include "world.h"

struct circle {
	uint32_t radius;
};

struct box {
	uint32_t sides[3];
};

struct polygon {
	uint32_t corners[7];
};

#define SHAPES(VARIANT, pool)                  \
	VARIANT(pool, circle, struct circle)   \
	VARIANT(pool, box, struct box)         \
	VARIANT(pool, polygon, struct polygon) \
	VARIANT(pool, path, uint16_t[5])
TARN_VARIANTS(shapes, SHAPES, 6, TARN_OBJECT_REFUSE);
TARN_VARIANTS_WASTE(shapes, SHAPES, 92);

/* A hook takes the slot, whose type the declaration defines. */
struct drawings_slot;
static void draw(struct drawings_slot *slot);
TARN_VARIANTS_WITH(drawings, SHAPES, 3, TARN_OBJECT_ROB_OLDEST, .reset = draw);
static uint32_t drawn[4];

static void draw(struct drawings_slot *slot)
{
	drawn[slot->kind]++;
}

static void each_kind_has_its_calls(void)
{
	struct circle *circle = shapes_get_circle(&shapes);
	struct polygon *polygon = shapes_get_polygon(&shapes);
	struct box *box = shapes_get_box(&shapes);
	struct shapes_slot *slot;
	uint32_t kinds = 0;

	circle->radius = 1;
	polygon->corners[6] = 6;
	box->sides[2] = 3;
	for (uint32_t at = 0; (slot = shapes_each(&shapes, &at));) {
		kinds |= 1u << slot->kind;
		CHECK_PTR(shapes_as_circle(slot), slot->kind == shapes_is_circle ? circle : NULL);
		CHECK_PTR(shapes_as_box(slot), slot->kind == shapes_is_box ? box : NULL);
	}
	CHECK_EQ(kinds, 7);
	CHECK_EQ(circle->radius, 1);
	shapes_put_box(&shapes, box);
	shapes_put_polygon(&shapes, polygon);
	CHECK_EQ(tarn_object_count(&shapes.core), 1);
	shapes_put_circle(&shapes, circle);
	for (int i = 0; i < 6; i++)
		CHECK(shapes_get_circle(&shapes) != NULL);
	CHECK_PTR(shapes_get_circle(&shapes), NULL);
}

static void a_variant_may_be_an_array(void)
{
	uint16_t(*path)[5] = shapes_get_path(&shapes);

	(*path)[4] = 7;
	CHECK_EQ(shapes_waste(&shapes).wasted, shapes_stride - sizeof(*path));
	shapes_put_path(&shapes, path);
}

static void waste_is_measured(void)
{
	struct tarn_waste waste = shapes_waste(&shapes);

	CHECK_EQ(waste.objects, 0);
	CHECK_EQ(waste.wasted, 0);
	shapes_get_circle(&shapes);
	shapes_get_box(&shapes);
	shapes_get_polygon(&shapes);
	waste = shapes_waste(&shapes);
	CHECK_EQ(waste.objects, 3);
	CHECK_EQ(waste.bytes, 3 * shapes_stride);
	CHECK_EQ(waste.wasted, 3 * shapes_stride - sizeof(struct circle) - sizeof(struct box) -
				       sizeof(struct polygon));
	/* An object of no kind is all waste. */
	shapes_get(&shapes)->kind = 77;
	waste = shapes_waste(&shapes);
	CHECK_EQ(waste.wasted, 4 * shapes_stride - sizeof(struct circle) - sizeof(struct box) -
				       sizeof(struct polygon));
}

static void they_are_pools_like_others(void)
{
	for (int i = 0; i < 4; i++)
		drawn[i] = 0;
	drawings_get_circle(&drawings);
	drawings_get_box(&drawings);
	drawings_get_polygon(&drawings);
	drawings_get_polygon(&drawings);
	drawings_get_polygon(&drawings);
	CHECK_EQ(drawn[drawings_is_circle], 1);
	CHECK_EQ(drawn[drawings_is_box], 1);
	CHECK_EQ(drawn[drawings_is_polygon], 0);
}

void do_variants_share(void)
{
	CASE(each_kind_has_its_calls);
	CASE(a_variant_may_be_an_array);
	CASE(waste_is_measured);
	CASE(they_are_pools_like_others);
}
