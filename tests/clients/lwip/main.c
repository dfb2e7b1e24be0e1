/* SPDX-License-Identifier: MIT
 * TCP over the loopback interface, both ends in this program: many connections at once, then many
 * short ones. Time is a count of turns, so that every run is the same. */
#include <stdio.h>

#include "client.h"
#include "flow.h"
#include "lwip/init.h"
#include "lwip/netif.h"
#include "lwip/priv/tcp_priv.h"
#include "server.h"

#define PORT       7
#define FLOWS      12
#define ROUNDS     30 /* of short connections, FLOWS each */
#define TURN       50 /* milliseconds that a turn stands for */
#define LONG_TIME  (120 * 1000)
#define TIME_WAITS (2 * TCP_MSL + 1000)

static struct flow flows[FLOWS];
static uint32_t now;

static void turn(void)
{
	netif_poll_all();
	now += TURN;
	if (now % TCP_TMR_INTERVAL == 0)
		tcp_tmr();
}

static void wait_for(uint32_t milliseconds)
{
	for (uint32_t end = now + milliseconds; now < end;)
		turn();
}

static uint32_t still_open(void)
{
	uint32_t open = 0;

	for (int i = 0; i < FLOWS; i++)
		open += !flows[i].over;
	return open;
}

/* Runs until all flows are over. It aborts a flow that takes too long because memory is refused. */
static void finish_all(void)
{
	for (uint32_t end = now + LONG_TIME; still_open() && now < end;)
		turn();
	for (int i = 0; i < FLOWS; i++)
		flow_abort(&flows[i]);
}

static void open_all(uint32_t bytes, uint32_t more, uint32_t chunk)
{
	for (uint32_t i = 0; i < FLOWS; i++) {
		flows[i] = (struct flow){
			.number = i, .bytes = bytes + i * more, .chunk = chunk + i * 60};
		flow_open(&flows[i], PORT);
	}
}

static uint32_t complete(void)
{
	uint32_t count = 0;

	for (int i = 0; i < FLOWS; i++)
		count += flow_is_complete(&flows[i]);
	return count;
}

static uint32_t wrong(void)
{
	uint32_t count = 0;

	for (int i = 0; i < FLOWS; i++)
		count += flows[i].wrong;
	return count;
}

/* Returns the number of flows in which other bytes came back than were sent. */
static uint32_t run_long(void)
{
	open_all(20000, 5000, 100);
	finish_all();
	for (int i = 0; i < FLOWS; i++)
		printf("flow %2d: %6u of %6u bytes, hash %08x\n", i, (unsigned)flows[i].received,
		       (unsigned)flows[i].bytes, (unsigned)flows[i].hash);
	return wrong();
}

static uint32_t run_short(void)
{
	uint32_t done = 0, bad = 0;

	/* A round with a failed flow is the last: each further one would take the whole time. */
	for (uint32_t i = 0; i < ROUNDS && done == i * FLOWS; i++) {
		open_all(1 + i * 40, 11, 50);
		finish_all();
		done += complete();
		bad += wrong();
	}
	printf("short: %u of %u connections\n", (unsigned)done, (unsigned)(ROUNDS * FLOWS));
	return bad;
}

/* The end of all connections. lwIP keeps a closed one for two minutes. */
static void end_all(void)
{
	server_close();
	wait_for(TIME_WAITS);
	while (tcp_active_pcbs)
		tcp_abort(tcp_active_pcbs);
	netif_poll_all();
}

int main(int argc, char **argv)
{
	uint32_t bad = 0;

	client_begin(argc, argv);
	lwip_init();
	if (server_open(PORT)) {
		bad = run_long();
		bad += run_short();
	}
	end_all();
	if (bad)
		return 1;
	return client_refused() ? CLIENT_NO_MEMORY : 0;
}
