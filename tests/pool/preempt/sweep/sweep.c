/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include <stddef.h>

#include "shot.h"

#define SCENE_TRIES 4000 /* to find one in which the operation is possible */
#define CALL_TRIES  16   /* in one scene */

static const struct operation *swept;
static struct scene saved, proposed;
static struct ruler_call call;
static uint32_t length; /* of the undisturbed call */

/* ---- A scene */

static void copy(struct scene *to, const struct scene *from)
{
	uint64_t *t = (uint64_t *)(void *)to;
	const uint64_t *f = (const uint64_t *)(const void *)from;

	_Static_assert(sizeof(*to) % sizeof(*t) == 0, "whole words");
	for (uint32_t i = 0; i < sizeof(*to) / sizeof(*t); i++)
		t[i] = f[i];
}

/* Finds a call in this scene that takes the operation's path, and saves the scene before the call.
 */
static bool find_call(void)
{
	for (uint32_t n = 0; n < CALL_TRIES; n++) {
		copy(&saved, &scene);
		if (swept->propose(swept->kind, &call)) {
			copy(&proposed, &scene);
			length = shot_measure(&call);
			if (swept->accept(&call)) {
				copy(&saved, &proposed);
				return true;
			}
			saved.random = proposed.random;
		}
		copy(&scene, &saved);
		random32(&scene.random);
	}
	return false;
}

static void end_scene(void)
{
	copy(&scene, &saved);
	if (swept->kind)
		pool_close(swept->kind);
}

/* Returns NULL, or why there is no scene. */
static const char *find_scene(uint32_t seed)
{
	for (uint32_t n = 0; n < SCENE_TRIES; n++) {
		scene_make(random32_seed((uint64_t)seed << 32 | n));
		if (swept->kind && !pool_make(swept->kind))
			continue;
		if (scene.wrong)
			return scene.wrong;
		if (find_call())
			return NULL;
		end_scene();
	}
	return "no-scene";
}

/* ---- A point */

static bool interrupting;

/* The interrupt's work. It looks at the numbers before its calls, as the interrupted call left
 * them, and after them. */
static void interrupt(void)
{
	const char *unseen = scene_look();

	if (scene.meanwhile) {
		scene.meanwhile();
		return;
	}
	interrupting = true;
	scene_enter(INTERRUPT);
	for (uint32_t n = 1 + scene_below(SWEEP_GETS); n; n--) {
		const char *wrong = swept->kind ? pool_action(swept->kind) : scene_heap_action();

		if (wrong)
			scene.wrong = wrong;
	}
	if (TARN_TAGS && !swept->kind && !scene_below(4)) {
		const char *wrong = scene_free_tag();

		if (wrong)
			scene.wrong = wrong;
	}
	scene_leave(INTERRUPT);
	if (!unseen)
		unseen = scene_look();
	if (unseen)
		scene.wrong = unseen;
	interrupting = false;
}

/* Judges the result of the call, and whether all memory can be allocated again. It reads a heap
 * that may be broken. */
static const char *judge(void)
{
	const char *wrong = swept->after(&call);

	if (!wrong && swept->kind)
		wrong = pool_check(swept->kind);
	if (!wrong)
		wrong = scene_check(pool_blocks(swept->kind));
	if (!wrong && swept->kind)
		wrong = pool_drain(swept->kind);
	return wrong ? wrong : scene_drain(pool_blocks(swept->kind));
}

static const char *const ends[] = {NULL, "crash", "hang"};

static const char *judge_guarded(void)
{
	struct ruler_call judging = {.function = (uintptr_t)judge};
	enum shot_end end = shot_guarded(&judging);

	return end == SHOT_DONE ? (const char *)judging.result : ends[end];
}

/* Interrupts the call after `at` instructions. Returns NULL, or what is wrong. */
static const char *shoot(uint32_t seed, uint32_t at)
{
	enum shot_end end;

	copy(&scene, &saved);
	scene.random = random32_seed((uint64_t)seed << 32 | at);
	interrupting = false;
	end = shot_at(&call, at);
	return end == SHOT_DONE ? judge_guarded() : ends[end];
}

/* ---- A sweep */

static void note_corrupted(struct sweep_tally *tally, const char *reason, uint32_t number,
			   uint32_t at)
{
	if (!tally->corrupted++) {
		tally->reason = reason;
		tally->scene = number;
		tally->at = at;
	}
}

/* With a lock by BASEPRI, the shot knows that the lock was held. Otherwise an interrupt waited if
 * it was served at the same place as the one before it. */
static bool was_masked(uint32_t last)
{
	return shot_place_masked() || shot_place_served() == last;
}

/* The call begins a few instructions after the start of the shot. The sweep of the scene ends when
 * an interrupt comes after the call's last instruction. */
static uint32_t sweep_scene(uint32_t number, uint32_t seed, const struct sweep_range *range,
			    struct sweep_tally *tally)
{
	uint32_t points = 0;
	uint32_t last = 0;

	for (uint32_t at = range->at == SWEEP_ALL ? 0 : range->at;; at++) {
		const char *wrong = shoot(seed, at);

		if (shot_place()) {
			points++;
			tally->masked += was_masked(last);
			last = shot_place_served();
		}
		if (wrong)
			note_corrupted(tally, wrong, number, at);
		if (range->at != SWEEP_ALL || (wrong && !range->go_on) ||
		    (!shot_place() && points) || at > length + 100)
			return points;
	}
}

static bool sweep_number(uint32_t number, const struct sweep_range *range,
			 struct sweep_tally *tally)
{
	uint32_t seed = random32_seed((uint64_t)range->seed << 32 | number);
	const char *none = find_scene(seed);
	uint32_t points;

	if (none) {
		tally->reason = none;
		tally->scene = number;
		return false;
	}
	if (!tally->least || length < tally->least)
		tally->least = length;
	if (length > tally->most)
		tally->most = length;
	points = sweep_scene(number, seed, range, tally);
	end_scene();
	tally->points += points;
	if (!tally->corrupted && range->at == SWEEP_ALL && points != length) {
		tally->reason = "not-every-instruction";
		tally->scene = number;
	}
	return !tally->reason || range->go_on;
}

void sweep(const struct operation *operation, const struct sweep_range *range,
	   struct sweep_tally *tally)
{
	uint32_t number = range->scene == SWEEP_ALL ? 0 : range->scene;

	swept = operation;
	*tally = (struct sweep_tally){.at = SWEEP_ALL};
	do {
		bool good = sweep_number(number, range, tally);

		tally->scenes++;
		if (!good)
			return;
		number++;
	} while (range->scene == SWEEP_ALL && tally->points < range->points &&
		 tally->scenes < range->points);
}

/* Each context has a count of its own: an interrupt may come in the middle of this handler, too. */
static void on_fault(const struct tarn_fault *fault)
{
	if (fault->kind == TARN_FAULT_FULL)
		scene.full[interrupting]++;
	else
		scene.faults++;
}

bool sweep_begin(void)
{
	tarn_on_fault(on_fault);
	if (TARN_TAGS)
		tarn_tag_enter(MAIN);
	return shot_begin(interrupt);
}
