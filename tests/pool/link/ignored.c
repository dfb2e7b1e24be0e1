/* SPDX-License-Identifier: MIT
 * A program that ignores the result of a call (ignored.list), which -Werror refuses. */
#define TARN_MALLOC_HEAPS 2
#include "tarn_libc.h"
#include "tarn_packed.h"
#include "tarn_scene.h"

#define LIST(COLUMN, KEEP, SPARSE) COLUMN(int, x)
TARN_PACKED_DECLARE(array, LIST);
TARN_OBJECT_TYPE(kind, struct tarn_block, 4, TARN_OBJECT_GROW);

int use(struct tarn_heap *heap, struct array *rows, struct kind *kind, struct tarn_scene *scene,
	void *memory);
int use(struct tarn_heap *heap, struct array *rows, struct kind *kind, struct tarn_scene *scene,
	void *memory)
{
	CALL;
	return heap && rows && kind && scene && memory;
}
