/* SPDX-License-Identifier: MIT
 * What a debugger must know of the image before it can read a heap (port/tool/gdb), without debug
 * information. It takes 44 bytes of constants on a 32-bit machine. tarn_init_as keeps it in the
 * image. */
#ifndef TARN_IMAGE_H
#define TARN_IMAGE_H

#include "heap.h"

#define IMAGE_MAGIC  UINT32_C(0x4e524154) /* "TARN" in little-endian memory */
#define IMAGE_FORMAT 3 /* changes with these constants and with the layout of an arena */

/* The offsets of fields in struct tarn_heap; 0: this build has no such field. */
struct image_at {
	uint16_t classes;
	uint16_t size_class;
	uint16_t entry;
	uint16_t faults;
	uint16_t tag_room;
	uint16_t counters;
	uint16_t least;
	uint16_t sequence; /* the quarantine follows it */
};

struct tarn_image {
	uint32_t magic;
	uint8_t format;
	uint8_t harden;
	uint8_t align;
	uint8_t flags; /* 1 pools, 2 commons, 4 counters, 8 watch */
	uint32_t version;
	uint16_t tags;
	uint16_t quarantine;
	uint16_t heap_bytes;
	struct image_at at;
	struct tarn_entry *registry; /* of heaps */
	uint32_t build;              /* TARN_BUILD_ID */
};

#define IMAGE_FLAGS        (TARN_POOLS | TARN_COMMONS << 1 | (TARN_COUNT) << 2 | (TARN_WATCH) << 3)
#define IMAGE_FIELD(field) ((uint16_t)offsetof(struct tarn_heap, field))
#if TARN_TAGS > 0
#define IMAGE_TAGS IMAGE_FIELD(tag_room)
#else
#define IMAGE_TAGS 0
#endif
#if TARN_COUNT
#define IMAGE_COUNTERS IMAGE_FIELD(counters)
#else
#define IMAGE_COUNTERS 0
#endif
#if TARN_WATCH
#define IMAGE_LEAST IMAGE_FIELD(least)
#else
#define IMAGE_LEAST 0
#endif
#if TARN_HARDEN >= 3
#define IMAGE_SEQUENCE IMAGE_FIELD(sequence)
#else
#define IMAGE_SEQUENCE 0
#endif
#define IMAGE_AT                                                                      \
	{                                                                             \
		IMAGE_FIELD(classes), IMAGE_FIELD(size_class), IMAGE_FIELD(entry),    \
			IMAGE_FIELD(faults), IMAGE_TAGS, IMAGE_COUNTERS, IMAGE_LEAST, \
			IMAGE_SEQUENCE                                                \
	}

#endif
