/* SPDX-License-Identifier: MIT
 * The tables that come with Tarn. */
#include "tarn_table.h"

/* A sixteenth of the arena for the sizes that most programs ask for most: what pools reserve and a
 * program does not use is lost, and over tests/traces twice as much costs another 6 % of RAM
 * (`make bench-memory`). Everything else, and every burst, is the commons'. A build without pools
 * has the commons alone. */
#define ELSEWHERE (TARN_COMMONS ? TARN_TO_COMMONS : TARN_REFUSE)
#if TARN_POOLS
#define DEFAULT_CLASSES(CLASS)      \
	CLASS(16, 0, 48, ELSEWHERE) \
	CLASS(32, 0, 64, ELSEWHERE) \
	CLASS(48, 0, 16, ELSEWHERE) \
	CLASS(64, 0, 8, ELSEWHERE)
#else
#define DEFAULT_CLASSES(CLASS)
#endif

TARN_TABLE_EXTERN(tarn_table_default, DEFAULT_CLASSES);
TARN_TABLE_FITS(tarn_table_default, DEFAULT_CLASSES, 2048);
TARN_TABLE_FITS(tarn_table_default_large, DEFAULT_CLASSES, 16 << 20);

#define NO_CLASSES(CLASS)

TARN_TABLE_EXTERN(tarn_table_commons, NO_CLASSES);

void tarn_table_map(uint8_t *map, const struct tarn_class *size_class, uint32_t classes)
{
	uint32_t index = 0;

	for (uint32_t granules = 0; granules < TARN_MAP_ENTRIES; granules++) {
		while (index < classes && size_class[index].size < granules * TARN_ALIGN)
			index++;
		map[granules] = (uint8_t)index;
	}
}
