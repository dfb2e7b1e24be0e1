/* SPDX-License-Identifier: MIT
 * Which of several places a request gets. The contract (tarn.h) does not say it. These two cases
 * pin what fragmentation depends on. Another policy changes them, and no other case. */
#include "questions.h"
#include "unit.h"

/* Two free runs of 5 granules between live ones, and a long one after them all. `run` has both. */
static bool make_runs(unsigned char **run)
{
	if (!MAKE_COMMONS(1024))
		return false;
	for (uint32_t i = 0; i < 4; i++) {
		unsigned char *block = tarn_alloc(&unit_heap, ROOM(5 * TARN_ALIGN));

		if (i % 2 == 0)
			run[i / 2] = block;
	}
	tarn_free(&unit_heap, run[0]);
	tarn_free(&unit_heap, run[1]);
	unit_drain(&unit_heap);
	return true;
}

/* Of two runs that fit equally well, the one that was freed last. */
static void a_request_gets_the_run_that_was_freed_last(void)
{
	unsigned char *run[2];

	NEED_COMMONS;
	NEED(make_runs(run));
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(4 * TARN_ALIGN)), run[1]);
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(4 * TARN_ALIGN)), run[0]);
}

/* The long run was cut last, and is not cut again while a shorter one will do. */
static void a_request_gets_the_run_that_fits_best(void)
{
	unsigned char *run[2];

	NEED_COMMONS;
	NEED(make_runs(run));
	CHECK(tarn_alloc(&unit_heap, ROOM(6 * TARN_ALIGN)) > (void *)run[1]);
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(4 * TARN_ALIGN)), run[1]);
}

void which_place_does_a_request_get(void)
{
	CASE(a_request_gets_the_run_that_was_freed_last);
	CASE(a_request_gets_the_run_that_fits_best);
}
