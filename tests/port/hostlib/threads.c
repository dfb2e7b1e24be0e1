/* SPDX-License-Identifier: MIT
 * Threads pass blocks to one another, and the process forks while they do. */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostlib.h"

#define THREADS 6
#define SLOTS   512
#define STEPS   60000
#define FORKS   60
#define LARGEST 3000

/* A block's first word is its size. The thread that takes a block out of its slot verifies it. */
static _Atomic(void *) slot[SLOTS];
static atomic_int running;

static void *fresh(unsigned int *state)
{
	unsigned int size = sizeof(size) + draw(state, LARGEST);
	unsigned int *block = opaque(malloc(size));

	CHECK(block);
	*block = size;
	fill(block + 1, size - sizeof(size), size);
	return block;
}

static void verify(unsigned int *block)
{
	CHECK(holds(block + 1, *block - sizeof(*block), *block));
}

static void *resized(unsigned int *block, unsigned int *state)
{
	unsigned int size = sizeof(size) + draw(state, LARGEST);
	unsigned int kept = size < *block ? size : *block;

	verify(block);
	block = opaque(realloc(block, size));
	CHECK(block && holds(block + 1, kept - sizeof(size), *block));
	*block = size;
	fill(block + 1, size - sizeof(size), size);
	return block;
}

static void step(unsigned int *state)
{
	_Atomic(void *) *at = &slot[draw(state, SLOTS)];
	unsigned int *block = atomic_exchange(at, NULL);

	if (block && draw(state, 4) == 0)
		block = atomic_exchange(at, resized(block, state));
	else if (!block)
		block = atomic_exchange(at, fresh(state));
	if (block) {
		verify(block);
		free(block);
	}
}

static void *work(void *seed)
{
	unsigned int state = *(unsigned int *)seed;

	for (int i = 0; i < STEPS; i++)
		step(&state);
	atomic_fetch_sub(&running, 1);
	return NULL;
}

static void start(pthread_t thread[THREADS], unsigned int state[THREADS], unsigned int seed)
{
	running = THREADS;
	for (unsigned int i = 0; i < THREADS; i++) {
		state[i] = seed * THREADS + i + 1;
		CHECK(!pthread_create(&thread[i], NULL, work, &state[i]));
	}
}

static void finish(pthread_t thread[THREADS])
{
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_join(thread[i], NULL));
	for (int i = 0; i < SLOTS; i++)
		free(atomic_exchange(&slot[i], NULL));
}

void do_threads_share(unsigned int seed)
{
	pthread_t thread[THREADS];
	unsigned int state[THREADS];

	start(thread, state, seed);
	finish(thread);
}

static void wait_for(pid_t child)
{
	int status = -1;

	CHECK(child > 0 && waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* In the child the heap must be whole, whatever the other threads were doing. */
static _Noreturn void child(unsigned int seed)
{
	alarm(20);
	for (int i = 0; i < 3000; i++)
		step(&seed);
	_exit(0);
}

/* stdio allocates while it holds its locks, and fork() takes them. */
static void *read_lines(void *unused)
{
	FILE *file = fopen("/proc/self/maps", "r");

	(void)unused;
	CHECK(file);
	while (running) {
		char *line = NULL;
		size_t room = 0;

		rewind(file);
		while (getline(&line, &room, file) > 0)
			;
		free(line);
	}
	fclose(file);
	return NULL;
}

static void *flush_all(void *unused)
{
	(void)unused;
	while (running)
		fflush(NULL);
	return NULL;
}

void can_threads_fork(unsigned int seed)
{
	pthread_t thread[THREADS];
	unsigned int state[THREADS];
	pthread_t reader[3];

	start(thread, state, seed);
	CHECK(!pthread_create(&reader[0], NULL, read_lines, NULL));
	CHECK(!pthread_create(&reader[1], NULL, read_lines, NULL));
	CHECK(!pthread_create(&reader[2], NULL, flush_all, NULL));
	for (unsigned int i = 0; i < FORKS; i++) {
		pid_t pid = fork();

		if (pid == 0)
			child(seed + i + 1);
		wait_for(pid);
	}
	finish(thread);
	for (int i = 0; i < 3; i++)
		CHECK(!pthread_join(reader[i], NULL));
}

/* ---- A signal handler that forks, in a program of one thread ------------------------------- */

static volatile sig_atomic_t forked;

static void on_alarm(int number)
{
	pid_t pid = fork();

	(void)number;
	if (pid == 0)
		_exit(0);
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		_exit(1);
	forked++;
}

void can_a_handler_fork(unsigned int seed)
{
	struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
	timer_t timer;
	struct itimerspec soon = {{0, 0}, {0, 300000}};

	sigaction(SIGALRM, &action, NULL);
	CHECK(!timer_create(CLOCK_MONOTONIC, NULL, &timer));
	/* One timer at a time: if a fork takes longer than the timer's period, a periodic one would
	 * leave no time for steps. */
	for (int before = 0; before < 200; before = forked) {
		CHECK(!timer_settime(timer, 0, &soon, NULL));
		while (forked == before)
			step(&seed);
	}
	CHECK(!timer_delete(timer));
	for (int i = 0; i < SLOTS; i++)
		free(atomic_exchange(&slot[i], NULL));
}
