/* SPDX-License-Identifier: MIT
 * The tick on a host: a second thread, because a signal handler must not take a mutex that the
 * code it interrupted may hold. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "tarn_port_extra.h"

static struct {
	pthread_t thread;
	pthread_mutex_t mutex; /* held while the handler runs, so that stopping waits for it */
	struct timespec period;
	void (*handler)(void);
	bool started;
	bool stop;
} tick = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool tick_once(void)
{
	bool stop;

	pthread_mutex_lock(&tick.mutex);
	stop = tick.stop;
	if (!stop)
		tick.handler();
	pthread_mutex_unlock(&tick.mutex);
	return !stop;
}

static void *tick_loop(void *unused)
{
	(void)unused;
	do
		nanosleep(&tick.period, NULL);
	while (tick_once());
	return NULL;
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	port_tick_stop();
	tick.period.tv_sec = period_us / 1000000;
	tick.period.tv_nsec = (long)(period_us % 1000000) * 1000;
	tick.handler = handler;
	tick.stop = false;
	tick.started = !pthread_create(&tick.thread, NULL, tick_loop, NULL);
}

void port_tick_stop(void)
{
	if (!tick.started)
		return;
	pthread_mutex_lock(&tick.mutex);
	tick.stop = true;
	pthread_mutex_unlock(&tick.mutex);
	pthread_join(tick.thread, NULL);
	tick.started = false;
}
