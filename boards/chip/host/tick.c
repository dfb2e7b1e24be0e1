/* SPDX-License-Identifier: MIT
 * The ticks on a host: each is a thread. A signal handler would not do, because it must not take a
 * mutex that the code it interrupted may hold. A tick that was started comes at least once, however
 * late a busy host wakes the thread. So a test does not depend on time to see one. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <time.h>

#include "tarn_port_extra.h"

struct source {
	pthread_t thread;
	pthread_mutex_t mutex; /* held while the handler runs, so that a stop waits for it */
	struct timespec period;
	void (*handler)(void);
	bool started;
	bool came;
	bool stop;
};
static struct source tick = {.mutex = PTHREAD_MUTEX_INITIALIZER};
static struct source urgent = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool source_once(struct source *source)
{
	bool stop;

	pthread_mutex_lock(&source->mutex);
	stop = source->stop;
	if (!stop || !source->came)
		source->handler();
	source->came = true;
	pthread_mutex_unlock(&source->mutex);
	return !stop;
}

static void *source_loop(void *argument)
{
	struct source *source = argument;

	do
		nanosleep(&source->period, NULL);
	while (source_once(source));
	return NULL;
}

static void source_stop(struct source *source)
{
	if (!source->started)
		return;
	pthread_mutex_lock(&source->mutex);
	source->stop = true;
	pthread_mutex_unlock(&source->mutex);
	pthread_join(source->thread, NULL);
	source->started = false;
}

static void source_start(struct source *source, uint32_t period_us, void (*handler)(void))
{
	source_stop(source);
	source->period.tv_sec = period_us / 1000000;
	source->period.tv_nsec = (long)(period_us % 1000000) * 1000;
	source->handler = handler;
	source->came = source->stop = false;
	source->started = !pthread_create(&source->thread, NULL, source_loop, source);
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	source_start(&tick, period_us, handler);
}

void port_tick_stop(void)
{
	source_stop(&tick);
}

bool port_urgent_start(uint32_t period_us, void (*handler)(void))
{
	source_start(&urgent, period_us, handler);
	return urgent.started;
}

void port_urgent_stop(void)
{
	source_stop(&urgent);
}

uint32_t port_stack_unused(void)
{
	return UINT32_MAX;
}

/* Always false: on a host, Ctrl-C is a signal. */
bool port_stop_asked(void)
{
	return false;
}
