/* SPDX-License-Identifier: MIT
 * The tasks are threads of the host. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>

#include "hammer.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *thread_main(void *task)
{
	hammer(task);
	return NULL;
}

uint32_t tasks_run(uint32_t seed)
{
	pthread_t thread[TASKS];
	uint32_t started = 0;

	(void)seed;
	while (started < TASKS &&
	       !pthread_create(&thread[started], NULL, thread_main, &tasks[started]))
		started++;
	if (started < TASKS)
		tasks[0].wrong = "threads";
	while (started)
		pthread_join(thread[--started], NULL);
	return 0;
}

uint32_t mailbox_lock(void)
{
	pthread_mutex_lock(&mutex);
	return 0;
}

void mailbox_unlock(uint32_t key)
{
	(void)key;
	pthread_mutex_unlock(&mutex);
}
