/* SPDX-License-Identifier: MIT
 * Every misbehaviour that INJECT= knows: its name, the reason= that it must end with, the lowest
 * TARN_HARDEN at which it can be noticed, and what else it needs. tests/soak/selftest reads this
 * list and tries each. */
#ifndef SOAK_INJECT_KINDS_H
#define SOAK_INJECT_KINDS_H

/* What a kind needs: nothing; object pools (ARENA=6K); WRAP=1; a level below 3; a build with empty
 * locks (`run` makes it); a chip; TAGS=n. */
enum {
	NEEDS_NOTHING,
	NEEDS_POOLS,
	NEEDS_WRAP,
	NEEDS_BELOW_3,
	NEEDS_UNLOCKED,
	NEEDS_CHIP,
	NEEDS_TAGS
};

/* clang-format off */
#define INJECT_KINDS(KIND) \
	/* A program's errors, on blocks */ \
	KIND(LEAK, "leak", "leak", 1, NOTHING) \
	KIND(DOUBLE_FREE, "double-free", "double-free", 1, NOTHING) \
	KIND(FOREIGN_FREE, "foreign-free", "foreign-free", 1, NOTHING) \
	KIND(INTERIOR, "interior", "interior", 1, NOTHING) \
	KIND(MISALIGNED, "misaligned", "misaligned", 1, NOTHING) \
	KIND(WILD, "wild", "wild", 1, NOTHING) \
	KIND(NO_HEAP, "no-heap", "heap", 1, NOTHING) \
	KIND(REGISTRY, "registry", "registry", 1, NOTHING) \
	KIND(TAG, "tag", "tag", 1, NOTHING) \
	KIND(OVERRUN, "overrun", "overrun", 1, NOTHING) \
	KIND(USE_AFTER_FREE, "use-after-free", "use-after-free", 2, NOTHING) \
	KIND(LINK_CORRUPTION, "link-corruption", "link-corruption", 1, NOTHING) \
	KIND(CONTENTS, "contents", "contents-changed", 1, NOTHING) \
	KIND(FRAGMENTATION, "fragmentation", "fragmentation", 1, NOTHING) \
	KIND(STRANDED, "stranded", "stranded", 1, NOTHING) \
	KIND(WASTE, "waste", "waste", 1, NOTHING) \
	/* An allocator's errors: its data are damaged */ \
	KIND(COUNTER_DRIFT, "counter-drift", "counter-drift", 1, NOTHING) \
	KIND(COUNTER_WRAP, "counter-wrap", "counter-wrap", 1, WRAP) \
	KIND(INVARIANT, "invariant", "invariant", 1, NOTHING) \
	KIND(FLIP_LIVE, "flip-live", "*", 1, NOTHING) \
	KIND(FLIP_FREE, "flip-free", "*", 1, NOTHING) \
	KIND(FLIP_LINK, "flip-link", "*", 1, NOTHING) \
	KIND(FLIP_METADATA, "flip-metadata", "*", 1, NOTHING) \
	KIND(FLIP_HEAP, "flip-heap", "*", 1, NOTHING) \
	KIND(UNLOCKED, "unlocked", "*", 1, UNLOCKED) \
	/* ... or its answer is wrong */ \
	KIND(FALSE_NULL, "false-null", "false-null", 1, NOTHING) \
	KIND(OVERLAP, "overlap", "overlap", 1, NOTHING) \
	KIND(MISALIGNED_BLOCK, "misaligned-block", "misaligned-block", 1, NOTHING) \
	KIND(OUTSIDE, "outside-the-arena", "outside-the-arena", 1, NOTHING) \
	KIND(IN_METADATA, "in-the-metadata", "in-the-metadata", 1, NOTHING) \
	KIND(BEYOND, "beyond-the-arena", "beyond-the-arena", 1, NOTHING) \
	KIND(INSIDE, "inside-a-block", "inside-a-block", 1, NOTHING) \
	KIND(WRONG_POOL, "wrong-pool", "wrong-pool", 1, NOTHING) \
	KIND(PASSED_OVER, "pool-passed-over", "pool-passed-over", 1, BELOW_3) \
	KIND(NOT_ALLOWED, "overflow-not-allowed", "overflow-not-allowed", 1, NOTHING) \
	KIND(NOT_ZEROED, "not-zeroed", "not-zeroed", 1, NOTHING) \
	KIND(SERVED_BEYOND, "served-beyond-the-arena", "served-beyond-the-arena", 1, NOTHING) \
	KIND(MOVED, "moved-without-need", "moved-without-need", 1, NOTHING) \
	KIND(GROWN_BEYOND, "grown-beyond-its-block", "grown-beyond-its-block", 1, NOTHING) \
	KIND(RESIZE_REFUSED, "resize-refused", "false-null", 1, NOTHING) \
	KIND(RESIZE_LOSES, "resize-loses", "contents-changed", 1, NOTHING) \
	KIND(WALK, "walk", "walk", 1, NOTHING) \
	KIND(NOT_LIVE, "not-live", "not-live", 1, NOTHING) \
	KIND(USABLE_SIZE, "usable-size", "usable-size", 1, NOTHING) \
	/* Object pools */ \
	KIND(OBJECT_LEAK, "object-leak", "object-leak", 1, POOLS) \
	KIND(OBJECT_LOST, "object-lost", "object-lost", 1, POOLS) \
	KIND(OBJECT_TWICE, "object-twice", "object-lost", 1, POOLS) \
	KIND(STALE_HANDLE, "stale-handle", "stale-handle", 1, POOLS) \
	KIND(FULL, "full", "full", 1, POOLS) \
	KIND(CAPACITY, "capacity", "capacity", 1, POOLS) \
	KIND(HANDLE, "handle", "handle", 1, POOLS) \
	KIND(IMAGE, "image", "image", 1, POOLS) \
	KIND(CONTEXT, "context", "context", 1, POOLS) \
	KIND(REENTERED, "re-entered", "re-entered", 1, POOLS) \
	KIND(OBJECT_DOUBLE_PUT, "object-double-put", "double-free", 1, POOLS) \
	KIND(OBJECT_FOREIGN, "object-foreign", "foreign-free", 1, POOLS) \
	KIND(OBJECT_LINK, "object-link", "link-corruption", 1, POOLS) \
	KIND(OBJECT_USED, "object-used", "use-after-free", 2, POOLS) \
	KIND(OBJECT_CONTENTS, "object-contents", "contents-changed", 1, POOLS) \
	KIND(OBJECT_REFUSED, "object-refused", "object-refused", 1, POOLS) \
	KIND(OBJECT_NOT_PUT, "object-not-put", "object-not-put", 1, POOLS) \
	KIND(OBJECT_DRIFT, "object-drift", "counter-drift", 1, POOLS) \
	KIND(OBJECT_INVARIANT, "object-invariant", "object-invariant", 1, POOLS) \
	KIND(OBJECT_OUTSIDE, "object-outside", "object-outside", 1, POOLS) \
	KIND(TOO_MANY, "too-many-objects", "too-many-objects", 1, POOLS) \
	KIND(GROWN_TOO_FAR, "grown-too-far", "grown-too-far", 1, POOLS) \
	KIND(NOT_SHRUNK, "not-shrunk", "not-shrunk", 1, POOLS) \
	KIND(WRONG_VICTIM, "wrong-victim", "wrong-victim", 1, POOLS) \
	KIND(VICTIM_UNHOOKED, "victim-unhooked", "wrong-victim", 1, POOLS) \
	KIND(UNTOUCHED, "untouched", "wrong-victim", 1, POOLS) \
	KIND(NOT_WORTH, "not-worth-it", "not-worth-it", 1, POOLS) \
	KIND(HOOKS_MISSED, "hooks-missed", "hooks-missed", 1, POOLS) \
	KIND(NOT_FILLED, "not-filled", "not-filled", 2, POOLS) \
	KIND(NOT_MADE, "not-made", "not-made", 1, POOLS) \
	KIND(NO_HANDLE, "no-handle", "no-handle", 1, POOLS) \
	KIND(NOT_PREWARMED, "not-prewarmed", "not-prewarmed", 1, POOLS) \
	KIND(NOT_TRIMMED, "not-trimmed", "not-trimmed", 1, POOLS) \
	KIND(WRONG_CAPACITY, "wrong-capacity", "wrong-capacity", 1, POOLS) \
	KIND(NOT_OPENED, "pool-not-opened", "pool-not-opened", 1, POOLS) \
	KIND(NOT_CLOSED, "pool-not-closed", "pool-not-closed", 1, POOLS) \
	KIND(LOANS, "too-many-loans", "too-many-loans", 1, POOLS) \
	/* Packed arrays; the demo */ \
	KIND(STALE, "stale", "stale", 1, POOLS) \
	KIND(INDEX, "index", "index", 1, POOLS) \
	KIND(GROUP, "group", "group", 1, POOLS) \
	KIND(ROW_LEAK, "row-leak", "object-leak", 1, POOLS) \
	KIND(ROW_LOST, "row-lost", "object-lost", 1, POOLS) \
	KIND(ROW_STALE, "row-stale", "stale-handle", 1, POOLS) \
	KIND(ROW_CONTENTS, "row-contents", "contents-changed", 1, POOLS) \
	KIND(ROW_REFUSED, "row-refused", "object-refused", 1, POOLS) \
	KIND(ROW_USED, "row-used", "use-after-free", 2, POOLS) \
	KIND(ROW_DRIFT, "row-drift", "counter-drift", 1, POOLS) \
	KIND(ROW_INVARIANT, "row-invariant", "object-invariant", 1, POOLS) \
	KIND(COMPONENT_LOST, "component-lost", "component-lost", 1, POOLS) \
	KIND(COMPONENT_CHANGED, "component-changed", "component-changed", 1, POOLS) \
	KIND(COMPONENT_REFUSED, "component-refused", "component-refused", 1, POOLS) \
	KIND(DEMO, "demo", "demo", 1, POOLS) \
	/* Bursts; writes to freed memory */ \
	KIND(GENERATION_AGAIN, "generation-again", "stale-handle", 1, POOLS) \
	KIND(CAPACITY_LOST, "capacity-lost", "capacity-lost", 1, POOLS) \
	KIND(STRAY_BLOCK, "stray-block", "stray-block", 1, POOLS) \
	KIND(STRAY_CONTENTS, "stray-contents", "stray-contents", 1, POOLS) \
	KIND(STRAY_LOST, "stray-lost", "stray-lost", 1, POOLS) \
	KIND(STRAY_UNSEEN, "stray-unseen", "stray-unseen", 1, POOLS) \
	/* Tags */ \
	KIND(TAG_UNKNOWN, "tag-unknown", "tag", 1, TAGS) \
	KIND(TAG_DEEP, "tag-deep", "tag", 1, TAGS) \
	KIND(TAG_LEAK, "tag-leak", "tag-drift", 1, TAGS) \
	KIND(TAG_MISCOUNTED, "tag-miscounted", "tag-drift", 1, TAGS) \
	KIND(TAG_UNREFUSED, "tag-unrefused", "tag-drift", 1, TAGS) \
	KIND(TAG_ROBBED, "tag-robbed", "tag-drift", 1, TAGS) \
	KIND(TAG_SWAPPED, "tag-swapped", "wrong-tag", 1, TAGS) \
	KIND(TAG_LEFT, "tag-left", "wrong-tag", 1, TAGS) \
	KIND(TAG_BEYOND, "tag-beyond", "over-budget", 1, TAGS) \
	KIND(TAG_WITHIN, "tag-within", "false-null", 1, TAGS) \
	KIND(TAG_KEPT, "tag-kept", "tag-not-freed", 1, TAGS) \
	KIND(TAG_GREEDY, "tag-greedy", "starved", 1, TAGS) \
	KIND(TAG_PROMISED, "tag-promised", "promised-too-much", 1, TAGS) \
	KIND(UNTOLD, "untold", "untold", 1, TAGS) \
	KIND(TOLD_WRONG, "told-wrong", "told-wrong", 1, TAGS) \
	/* The build, the machine, the run */ \
	KIND(ARENA_MISALIGNED, "arena-misaligned", "arena-misaligned", 1, NOTHING) \
	KIND(ARENA_DIFFERS, "arena-differs", "arena-differs", 1, NOTHING) \
	KIND(TABLE_TOO_LARGE, "table-too-large", "table-too-large", 1, NOTHING) \
	KIND(POOLS_DIFFER, "pools-do-not-add-up", "pools-do-not-add-up", 1, NOTHING) \
	KIND(SHADOW_BOUND, "shadow-bound", "shadow-bound", 1, NOTHING) \
	KIND(NO_INTERRUPTS, "no-interrupts", "no-interrupts", 1, NOTHING) \
	KIND(NO_NESTING, "no-nesting", "no-nesting", 1, NOTHING) \
	KIND(STACK, "stack", "stack-overflow", 1, NOTHING) \
	KIND(STACK_USED, "stack-used", "stack-overflow", 1, CHIP) \
	KIND(RESET, "reset", "reset", 1, NOTHING) \
	KIND(HANG, "hang", "hung", 1, NOTHING) \
	KIND(CRASH, "crash", "crash", 1, NOTHING) \
	KIND(STATUS, "status", "status", 1, NOTHING) \
	KIND(NOTHING, "nothing", "undetected", 1, NOTHING)
/* clang-format on */

#define INJECT_SYMBOL_(symbol, name, reason, harden, needs) INJECT_##symbol,
enum injection { INJECT_NONE, INJECT_KINDS(INJECT_SYMBOL_) INJECTIONS };

#endif
