/* SPDX-License-Identifier: MIT
 * Threads that are all the first to use a pool in static memory: one of them sets it up while the
 * others test whether it is set up. For ThreadSanitizer. The program itself only tests that each
 * thread gets an object of its own.
 *   rounds=n   how often (6,000) */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>

#include "args.h"
#include "print.h"
#include "tarn_object.h"

#define THREADS 3

struct ball {
	uint32_t link; /* room for the link of a free object */
};

TARN_OBJECT_POOL(balls, struct ball, THREADS, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);

/* Two barriers. With one, a thread that is late to leave it would, for ThreadSanitizer, come after
 * all that the others did until they reached it again. */
static pthread_barrier_t start, end;
static uint32_t rounds;
static struct ball *had[THREADS];

static void *use(void *mine)
{
	struct ball **ball = mine;

	for (uint32_t round = 0; round < rounds; round++) {
		pthread_barrier_wait(&start);
		*ball = balls_get(&balls);
		pthread_barrier_wait(&end);
		pthread_barrier_wait(&end); /* the main thread judges the objects here */
	}
	return NULL;
}

/* Did each thread get an object of its own? If so, the pool is made as it was at boot. */
static bool look(void)
{
	for (uint32_t i = 0; i < THREADS; i++) {
		if (!had[i] || had[i] == had[(i + 1) % THREADS])
			return false;
	}
	for (uint32_t i = 0; i < THREADS; i++)
		balls_put(&balls, had[i]);
	return tarn_object_close(&balls.core);
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	uint32_t wrong = 0;

	args_only(argc, argv, "rounds board");
	rounds = (uint32_t)arg_u64(argc, argv, "rounds", 6000);
	pthread_barrier_init(&start, NULL, THREADS + 1);
	pthread_barrier_init(&end, NULL, THREADS + 1);
	for (uint32_t i = 0; i < THREADS; i++) {
		if (pthread_create(&thread[i], NULL, use, &had[i])) {
			print_text("FIRST FAIL reason=threads\n");
			return 1;
		}
	}
	for (uint32_t round = 0; round < rounds; round++) {
		pthread_barrier_wait(&start);
		pthread_barrier_wait(&end);
		wrong += !look();
		pthread_barrier_wait(&end);
	}
	for (uint32_t i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	print_text(wrong ? "FIRST FAIL rounds=" : "FIRST PASS rounds=");
	print_u64(rounds);
	print_newline();
	return wrong != 0;
}
