/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ruler/pack.h"
#include "certificate.h"
#include "input.h"

#define PATH_BYTES 4096
#define TIME_DOTS  1000

static FILE *open_file(const char *work, const char *name, char *path)
{
	FILE *file;

	snprintf(path, PATH_BYTES, "%s/%s", work, name);
	file = fopen(path, "w");
	if (file)
		return file;
	fprintf(stderr, "error: %s: cannot be written\n", path);
	exit(1);
}

static void close_file(FILE *file, const char *path)
{
	bool failed = ferror(file);

	if (!fclose(file) && !failed)
		return;
	fprintf(stderr, "error: %s: cannot be written\n", path);
	exit(1);
}

/* ---- C ------------------------------------------------------------------------------------- */

/* Comes before the table: the compiler's errors about its sizes would not name the reason. */
static void write_granule(FILE *file)
{
	fprintf(file,
		"_Static_assert(TARN_ALIGN == %d,\n"
		"	       \"this table is sized for TARN_ALIGN %d: compile every file with "
		"-DTARN_ALIGN=%d\");\n"
		"\n",
		TARN_ALIGN, TARN_ALIGN, TARN_ALIGN);
}

static void write_classes(FILE *file, const struct answer *answer)
{
	uint32_t steady = answer->larger.steady;

	write_granule(file);
	fputs("#define TARN_MALLOC_CLASSES(CLASS)", file);
	for (uint32_t i = 0; i < answer->plan.classes; i++) {
		const struct tarn_class *class = &answer->plan.class[i];

		fprintf(file, " \\\n\tCLASS(%u, %u, 0, %s", class->size, class->blocks,
			class->overflow == TARN_REFUSE ? "TARN_REFUSE" : "TARN_TO_COMMONS");
		if (plan_rule(class) != class->overflow)
			fprintf(file, " | TARN_ALIGNED(%u)", plan_aligned.align);
		fputc(')', file);
	}
	fprintf(file,
		"\n"
		"TARN_TABLE_EXTERN(tarn_malloc_table, TARN_MALLOC_CLASSES);\n"
		"\n"
		"_Static_assert((uint32_t)(TARN_BUILD_ID) == UINT32_C(%u),\n"
		"	       \"this table is sized for TARN_HARDEN %d, TARN_ALIGN %d, TARN_TAGS "
		"%d and the defaults of tarn_config.h\");\n"
		"TARN_TABLE_FITS(tarn_malloc_table, TARN_MALLOC_CLASSES, %u);\n"
		"/* A build that sets TARN_ARENA_SIZE must reserve the arena of the proof, or a "
		"larger one\n"
		" * that is known to refuse nothing. */\n"
		"#ifdef TARN_ARENA_SIZE\n"
		"_Static_assert(TARN_ARENA_SIZE %s %u",
		(uint32_t)(TARN_BUILD_ID), TARN_HARDEN, TARN_ALIGN, TARN_TAGS, answer->arena,
		steady == answer->arena ? ">=" : "==", answer->arena);
	if (steady > answer->arena)
		fprintf(file, " || TARN_ARENA_SIZE >= %u", steady);
	fprintf(file, ",\n	       \"this table is sized for an arena of %u bytes",
		answer->arena);
	if (!steady)
		fputs(", and the next larger ones refuse", file);
	else if (steady != answer->arena)
		fprintf(file, ", or of %u and more", steady);
	fputs("\");\n#endif\n", file);
}

/* ---- The picture --------------------------------------------------------------------------- */

struct dot {
	uint32_t requested;
	uint32_t blocks;
	uint32_t idle;
};

struct picture {
	const struct demand *demand;
	uint64_t (*served)[2]; /* of each size: by pools, by the commons */
	uint32_t classes;
	uint32_t operations;
	struct dot dot[TIME_DOTS]; /* of each part of the trace the moment with the most bytes */
};

static void watch(void *context, const struct trace_operation *operation, uint32_t served,
		  const struct replay_moment *now)
{
	struct picture *picture = context;
	struct dot *dot = &picture->dot[(uint64_t)now->operation * TIME_DOTS / picture->operations];
	uint32_t bytes = plan_block(operation->size);
	uint32_t size = 0;

	if (now->requested >= dot->requested)
		*dot = (struct dot){now->requested, now->blocks, now->idle};
	if (operation->what == 'f')
		return;
	while (picture->demand->size[size].bytes < bytes)
		size++;
	picture->served[size][served == picture->classes]++;
}

static void write_sizes(FILE *file, const struct picture *picture)
{
	for (uint32_t i = 0; i < picture->demand->sizes; i++)
		fprintf(file, "%u %llu %llu\n", picture->demand->size[i].bytes,
			(unsigned long long)picture->served[i][0],
			(unsigned long long)picture->served[i][1]);
}

static void write_time(FILE *file, const struct picture *picture, uint32_t metadata, uint32_t arena)
{
	for (uint32_t i = 0; i < TIME_DOTS; i++) {
		const struct dot *dot = &picture->dot[i];

		if (dot->blocks) /* a short trace does not have all dots */
			fprintf(file, "%llu %u %u %u %u %u\n",
				((unsigned long long)i * picture->operations + TIME_DOTS - 1) /
					TIME_DOTS,
				dot->requested, dot->blocks - dot->requested, dot->idle, metadata,
				arena);
	}
}

static void write_picture(const struct observed *observed, const struct answer *answer,
			  const char *work)
{
	static struct picture picture;
	static struct replay_counts counts;
	const struct traces *traces = &observed->traces;
	char path[PATH_BYTES];
	uint32_t largest = 0;
	FILE *file;

	picture.demand = &observed->demand;
	picture.served = input_memory(picture.demand->sizes, sizeof(*picture.served));
	picture.classes = answer->plan.classes;
	for (uint32_t i = 0; i < traces->traces; i++) {
		if (traces->trace[i].peak > traces->trace[largest].peak)
			largest = i;
	}
	for (uint32_t i = 0; i < traces->traces; i++) {
		uint32_t which = (largest + 1 + i) % traces->traces; /* the largest comes last */

		memset(picture.dot, 0, sizeof(picture.dot));
		picture.operations = traces->trace[which].operations;
		replay_count(&traces->trace[which], plan_table(&answer->plan), answer->arena,
			     &counts, watch, &picture);
	}
	file = open_file(work, "sizes.dat", path);
	write_sizes(file, &picture);
	close_file(file, path);
	file = open_file(work, "time.dat", path);
	write_time(file, &picture, counts.metadata, answer->arena);
	close_file(file, path);
	file = open_file(work, "classes.dat", path);
	for (uint32_t i = 0; i < answer->plan.classes; i++)
		fprintf(file, "%u %u\n", answer->plan.class[i].size, answer->plan.class[i].blocks);
	close_file(file, path);
	free(picture.served);
}

/* ---- For the ruler ------------------------------------------------------------------------- */

static struct pack_operation packed(const struct trace_operation *operation)
{
	uint32_t kind = PACK_FREE;
	uint32_t align = 0;

	if (operation->what == 'a')
		kind = PACK_ALLOC;
	if (operation->what == 'm')
		kind = PACK_ALIGNED;
	if (operation->what == 'r')
		kind = PACK_RESIZE;
	while (operation->align >> align > 1)
		align++;
	return (struct pack_operation){operation->id << 7 | align << 2 | kind, operation->size};
}

static void write_pack(FILE *file, const struct trace *trace, const struct answer *answer)
{
	struct pack_header header = {
		.magic = PACK_MAGIC,
		.build = TARN_BUILD_ID,
		.arena = answer->arena,
		.classes = answer->plan.classes,
		.ids = trace->ids,
		.operations = trace->operations,
	};

	fwrite(&header, sizeof(header), 1, file);
	for (uint32_t i = 0; i < answer->plan.classes; i++) {
		const struct tarn_class *class = &answer->plan.class[i];
		struct pack_class pack = {class->size, class->blocks, plan_rule(class)};

		fwrite(&pack, sizeof(pack), 1, file);
	}
	for (uint32_t i = 0; i < trace->operations; i++) {
		struct pack_operation operation = packed(&trace->operation[i]);

		fwrite(&operation, sizeof(operation), 1, file);
	}
}

void output_write(const struct observed *observed, const struct wish *wish,
		  const struct answer *answer, const char *work)
{
	char path[PATH_BYTES];
	FILE *file = open_file(work, "classes", path);

	write_classes(file, answer);
	close_file(file, path);
	file = open_file(work, "line", path);
	certificate_line(file, observed, wish, answer);
	close_file(file, path);
	if (observed->traces.traces)
		write_picture(observed, answer, work);
	for (uint32_t i = 0; i < observed->traces.traces; i++) {
		char name[32];

		snprintf(name, sizeof(name), "%u.pack", i);
		file = open_file(work, name, path);
		write_pack(file, &observed->traces.trace[i], answer);
		close_file(file, path);
	}
}
