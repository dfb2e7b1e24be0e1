/* SPDX-License-Identifier: MIT
 * The random model test. From its seed, a round makes a table, an arena and a sequence of calls. It
 * compares each call with the oracle's prediction.
 *
 *   seed=n    of the first round; round i has seed n + i
 *   rounds=n  how many
 *   ops=n     calls in a round */
#include "args.h"
#include "oracle.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

#define FREED 6 /* a board of 8 KB has room for no more */

uint32_t model_faults;
struct tarn_fault model_fault;

static struct oracle oracle;
static struct tarn_heap heap;
static struct tarn_class class[ORACLE_CLASSES];
static uint8_t map[TARN_MAP_ENTRIES];
static struct tarn_table table = {class, map, 0};
static uint32_t state;              /* of the random numbers */
static uint32_t op, ops;            /* the current call */
static uint64_t seed;               /* of the current round */
static unsigned char *freed[FREED]; /* some places where blocks were */

/* ---- Failing */

static _Noreturn void fail(void)
{
	test_failed();
	print_text("\nmodel: FAIL in call ");
	print_u64(op);
	print_text(" of seed ");
	print_u64(seed);
	print_text("\nreplay: make -f boards/build/program.mk PROGRAM=tests/pool/model " MODEL_BUILD
		   " run ARGS=\"seed=");
	print_u64(seed);
	print_text(" rounds=1 ops=");
	print_u64(ops);
	print_text("\"\n");
	tarn_port_exit(1);
}

void model_expect(bool holds, const char *what)
{
	if (holds)
		return;
	print_text("model: does not hold: ");
	print_text(what);
	fail();
}

void model_equal(uint64_t actual, uint64_t expected, const char *what)
{
	if (actual == expected)
		return;
	print_text("model: ");
	print_text(what);
	print_text(" is ");
	print_u64(actual);
	print_text(", expected ");
	print_u64(expected);
	fail();
}

static void note_fault(const struct tarn_fault *fault)
{
	model_faults++;
	model_fault = *fault;
}

/* ---- A table and an arena */

static uint32_t below(uint32_t bound)
{
	return random_below(&state, bound);
}

/* Blocks of a class of several pools, on a host. */
static uint32_t many(void)
{
	return ORACLE_BLOCKS > 2000 && !below(32) ? 900 + below(ORACLE_BLOCKS - 1000) : 0;
}

/* Makes up to ORACLE_CLASSES classes: mostly a few, mostly with small steps, now and then a large
 * one, or one of many blocks. */
static void make_table(void)
{
	uint32_t step = TARN_ALIGN; /* sizes are its multiples */
	uint32_t size = 0;

	table.classes = TARN_POOLS ? below(below(2) ? ORACLE_CLASSES + 1 : 4) : 0;
	for (uint32_t i = 0; i < table.classes; i++) {
		uint32_t align = below(6) ? 8 : 16u << below(3);

		step = align > step ? align : step;
		size = (size / step + 1 + below(below(8) ? 4 : 80 * TARN_ALIGN / step)) * step;
		class[i].size = size;
		/* A power of two. NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
		class[i].overflow = (uint16_t)(below(8) | TARN_ALIGNED(align));
		class[i].blocks = below(below(3) ? 5 : 20);
		class[i].per_64k = (uint16_t)(below(4) ? 0 : below(200));
		if (class[i].size <= TARN_RECORD) /* no room for a byte at this level */
			class[i].blocks = class[i].per_64k = 0;
	}
	if (table.classes && class[0].blocks && class[0].size <= 64)
		class[0].blocks += many();
	tarn_table_map(map, class, table.classes);
}

static uint32_t arena_most(void)
{
	uint32_t most = (uint32_t)(__tarn_arena_end - __tarn_arena_start) - 128;
	uint32_t model = ORACLE_GRANULES * TARN_ALIGN - 64;

	return (most < model ? most : model) & ~UINT32_C(15);
}

/* Makes an arena of at least the size that the table needs; small ones are more likely. It first
 * holds rubbish of three kinds: tarn_init may rely on none of it. */
static uint32_t make_heap(unsigned char *arena)
{
	struct tarn_misfit why;
	uint32_t bytes = 256 + TARN_ALIGN * below((arena_most() - 256) / TARN_ALIGN);
	enum tarn_status status;

	if (below(2))
		bytes = 256 + bytes / 16 / TARN_ALIGN * TARN_ALIGN;
	for (unsigned char *p = __tarn_arena_start; p < __tarn_arena_end; p++)
		*p = (unsigned char)(seed % 3 == 0 ? 0xff : seed % 3 == 1 ? 0 : below(256));
	status = tarn_init(&heap, arena, bytes, &table, &why);
	if (status == TARN_ARENA_SMALL && why.needs <= arena_most()) {
		model_expect(why.needs > bytes, "an arena that is too small needs more");
		bytes = why.needs;
		status = tarn_init(&heap, arena, bytes, &table, &why);
		model_expect(status == TARN_OK, "an arena of what it needs is enough");
	}
	return status == TARN_OK ? bytes : 0;
}

/* Where the pools begin in a heap without commons: at the first block of the first class. The heap
 * is made anew afterwards. */
static const unsigned char *first_block(unsigned char *arena, uint32_t bytes)
{
	const unsigned char *block = NULL;
	struct tarn_heap_stats heap_stats;

	tarn_heap_stats(&heap, &heap_stats);
	if (heap_stats.commons)
		return NULL;
	for (uint32_t i = 0; i < table.classes && !block; i++) {
		struct tarn_class_stats stats;

		tarn_class_stats(&heap, i, &stats);
		if (stats.capacity)
			block = tarn_alloc(&heap, class[i].size - TARN_RECORD);
	}
	model_equal(tarn_init(&heap, arena, bytes, &table, NULL), TARN_OK, "tarn_init again");
	return block ? block : arena;
}

/* ---- Calls */

/* A size around that of a class, or small, or in the order of the arena's. */
static uint32_t some_size(uint32_t bytes)
{
	switch (below(8)) {
	case 0:
		return below(bytes / 2);
	case 1:
		return below(20) ? below(bytes) : bytes + below(64);
	case 2:
	case 3:
		if (table.classes) {
			uint32_t size = class[below(table.classes)].size;
			uint32_t near = TARN_RECORD + below(2);

			return size > near ? size - near : 0;
		}
		/* fallthrough */
	default:
		return below(below(3) ? 48 : 300);
	}
}

static unsigned char *some_bad_pointer(void)
{
	uint32_t arena = (uint32_t)(oracle.end - oracle.arena);

	switch (below(4)) {
	case 0:
		return freed[below(FREED)];
	case 1: /* around its ends */
		return (below(2) ? oracle.arena : oracle.end) + below(64) - 32;
	case 2: /* mostly inside a live block */
		if (oracle.blocks) {
			const struct oracle_block *block = &oracle.block[below(oracle.blocks)];

			return oracle.zero + block->at * TARN_ALIGN +
			       below(block->bytes / TARN_ALIGN) * TARN_ALIGN;
		}
		/* fallthrough */
	default:
		return oracle.arena + (below(8) ? below(arena) & ~UINT32_C(7) : below(arena));
	}
}

static void free_one(void)
{
	uint32_t index = below(oracle.blocks);

	freed[below(FREED)] = oracle.zero + oracle.block[index].at * TARN_ALIGN;
	oracle_free(&oracle, index);
}

/* Mostly around what a tag holds. */
static uint32_t some_limit(uint32_t tag)
{
	uint32_t live = tag <= TARN_TAGS ? oracle.tag[tag].live : 0;

	switch (below(4)) {
	case 0:
		return live / 2 + below(live + 1);
	case 1:
		return live + below(600);
	case 2:
		return below(8) ? live : 0;
	default:
		return TARN_NO_LIMIT;
	}
}

static void some_budgets(uint32_t bytes)
{
	static const char *const names[] = {"-", "a", "b", "c"};
	static struct tarn_budget tables[2][4]; /* the heap's, and the next one */
	static uint32_t next;
	struct tarn_budget *budget = tables[next];

	for (uint32_t i = 0; i < 4; i++) {
		budget[i].name = names[below(4)];
		budget[i].limit = below(3) ? below(bytes / 2) : TARN_NO_LIMIT;
	}
	if (oracle_budgets(&oracle, budget, below(5)))
		next = !next;
}

/* Makes one call about tags: mostly a valid one, sometimes with an unknown tag. */
static void some_tag_call(uint32_t bytes)
{
	uint32_t tag = below(16) ? below(TARN_TAGS + 1) : TARN_TAGS + below(300);

	switch (below(8)) {
	case 0:
	case 1:
	case 2:
		oracle_enter(&oracle, tag);
		break;
	case 3:
	case 4:
		oracle_leave(&oracle, below(8) ? oracle.payer : tag);
		break;
	case 5:
		if (!below(4))
			oracle_free_tag(&oracle, tag);
		else if (!below(4))
			some_budgets(bytes);
		break;
	case 6:
		if (oracle.blocks)
			oracle_move(&oracle, below(oracle.blocks), tag);
		break;
	default:
		oracle_limit(&oracle, tag, some_limit(tag));
	}
}

/* Makes one call. `fill`: how many of 16 allocs and frees are allocs. */
static void some_call(uint32_t bytes, uint32_t fill)
{
	if (TARN_TAGS > 0 && !below(8)) {
		some_tag_call(bytes);
		return;
	}
	switch (below(16)) {
	case 0:
		oracle_zeroed(&oracle, below(9), some_size(bytes) / 8);
		break;
	case 1:
		oracle_aligned(&oracle, 1u << below(9), some_size(bytes));
		break;
	case 2:
	case 3:
	case 4:
		if (oracle.blocks)
			oracle_realloc(&oracle, below(oracle.blocks), some_size(bytes));
		break;
	case 5:
		oracle_bad_free(&oracle, some_bad_pointer());
		break;
	case 6:
		if (!below(4))
			oracle_queries(&oracle, some_size(bytes));
		break;
	default:
		if (TARN_TAGS > 0 && !below(4))
			oracle_alloc_tagged(&oracle, some_size(bytes), below(TARN_TAGS + 1));
		else if (below(16) < fill)
			oracle_alloc(&oracle, some_size(bytes));
		else if (oracle.blocks)
			free_one();
	}
}

static void run_round(uint32_t audits)
{
	unsigned char *arena = __tarn_arena_start + TARN_ALIGN * below(8);
	uint32_t fill = 8;
	uint32_t bytes;

	make_table();
	bytes = make_heap(arena);
	if (!bytes)
		return;
	oracle_start(&oracle, &heap, arena, bytes, &table, first_block(arena, bytes));
	for (uint32_t i = 0; i < FREED; i++)
		freed[i] = NULL;
	if (table.classes && class[0].blocks > 900) {
		audits = 512;
		for (uint32_t left = below(class[0].blocks + 50); left; left--)
			oracle_alloc(&oracle, class[0].size - TARN_RECORD);
	}
	for (op = 0; op < ops; op++) {
		if (!below(64))
			fill = 4 + below(10); /* towards empty, or towards exhaustion */
		if (!below(128))
			oracle_mark(&oracle, some_size(bytes));
		if (!below(256))
			oracle_peak_reset(&oracle);
		some_call(bytes, fill);
		if (TARN_WATCH)
			oracle_watched(&oracle);
		if (!below(audits))
			oracle_audit(&oracle);
		if (!below(1024) && bytes <= 4096)
			oracle_judge(&oracle);
	}
	oracle_judge(&oracle);
	while (oracle.blocks)
		free_one();
	oracle_leave_all(&oracle);
	oracle_audit(&oracle);
	oracle_drain(&oracle);
	model_equal(oracle_longest(&oracle), oracle.counts[table.classes].capacity,
		    "the model's own map is empty");
	tarn_forget(&heap);
}

int main(int argc, char **argv)
{
	uint32_t rounds = (uint32_t)arg_u64(argc, argv, "rounds", 20);
	uint32_t made = 0;

	args_only(argc, argv, "seed rounds ops");
	seed = arg_u64(argc, argv, "seed", 1);
	ops = (uint32_t)arg_u64(argc, argv, "ops", 1000);
	tarn_on_fault(note_fault);
	oracle_listen();
	print_text("model: seed=");
	print_u64(seed);
	print_newline();
	for (uint32_t i = 0; i < rounds; i++, seed++) {
		state = random32_seed(seed);
		run_round(32);
		made += op == ops;
		op = 0;
	}
	print_text("model: ");
	print_u64(made);
	print_text(" rounds of ");
	print_u64(ops);
	print_text(" calls passed, ");
	print_u64(rounds - made);
	print_text(" tables did not fit\n");
	return !made;
}
