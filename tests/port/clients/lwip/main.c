/* SPDX-License-Identifier: MIT
 * TCP over the loopback interface, both ends in this program: many connections at once, then many
 * short ones. Time is a count of turns, so that every run is the same. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "client.h"
#include "lwip/init.h"
#include "lwip/netif.h"
#include "lwip/priv/tcp_priv.h"
#include "lwip/tcp.h"

#define PORT       7
#define FLOWS      12
#define ROUNDS     30 /* of short connections, FLOWS each */
#define TURN       50 /* milliseconds that a turn stands for */
#define LONG_TIME  (120 * 1000)
#define TIME_WAITS (2 * TCP_MSL + 1000)

/* ---- A connection that sends bytes to the server, which sends them back ---------------------- */

struct flow {
	uint32_t number;
	uint32_t bytes; /* to send, and to receive again */
	uint32_t chunk; /* bytes of one write */
	uint32_t sent, received;
	uint32_t hash; /* of the bytes that came back */
	bool wrong;    /* other bytes came back */
	bool over;     /* closed, aborted or never opened */
	struct tcp_pcb *pcb;
};

#define CHUNK_MAX 2000

static uint8_t byte_at(const struct flow *flow, uint32_t at)
{
	return (uint8_t)(flow->number * 37 + at + (at >> 8));
}

static void flow_end(struct flow *flow)
{
	flow->over = true;
	flow->pcb = NULL;
}

static void forget(struct tcp_pcb *pcb)
{
	tcp_arg(pcb, NULL);
	tcp_recv(pcb, NULL);
	tcp_sent(pcb, NULL);
	tcp_err(pcb, NULL);
	tcp_poll(pcb, NULL, 0);
}

/* If memory is refused, it tries again at the next poll. */
static void close_flow(struct flow *flow)
{
	struct tcp_pcb *pcb = flow->pcb;

	if (tcp_close(pcb) != ERR_OK)
		return;
	forget(pcb);
	flow_end(flow);
}

static void send_more(struct flow *flow)
{
	uint8_t bytes[CHUNK_MAX];

	while (flow->sent < flow->bytes) {
		uint32_t length = flow->bytes - flow->sent;

		if (length > flow->chunk)
			length = flow->chunk;
		if (length > tcp_sndbuf(flow->pcb))
			break;
		for (uint32_t i = 0; i < length; i++)
			bytes[i] = byte_at(flow, flow->sent + i);
		if (tcp_write(flow->pcb, bytes, (u16_t)length, TCP_WRITE_FLAG_COPY) != ERR_OK)
			break;
		flow->sent += length;
	}
	tcp_output(flow->pcb);
}

static void take(struct flow *flow, const struct pbuf *part)
{
	const uint8_t *byte = part->payload;

	for (u16_t i = 0; i < part->len; i++)
		if (byte[i] != byte_at(flow, flow->received + i))
			flow->wrong = true;
	flow->hash = client_hash(flow->hash, byte, part->len);
	flow->received += part->len;
}

static err_t on_recv(void *arg, struct tcp_pcb *pcb, struct pbuf *bytes, err_t error)
{
	struct flow *flow = arg;

	(void)error;
	if (!bytes) { /* the other end has closed */
		close_flow(flow);
		return ERR_OK;
	}
	for (const struct pbuf *part = bytes; part; part = part->next)
		take(flow, part);
	tcp_recved(pcb, bytes->tot_len);
	pbuf_free(bytes);
	if (flow->received >= flow->bytes)
		close_flow(flow);
	return ERR_OK;
}

static err_t on_sent(void *arg, struct tcp_pcb *pcb, u16_t length)
{
	(void)pcb, (void)length;
	send_more(arg);
	return ERR_OK;
}

static err_t on_poll(void *arg, struct tcp_pcb *pcb)
{
	struct flow *flow = arg;

	(void)pcb;
	if (flow->received >= flow->bytes)
		close_flow(flow);
	else
		send_more(flow);
	return ERR_OK;
}

static err_t on_connected(void *arg, struct tcp_pcb *pcb, err_t error)
{
	(void)pcb, (void)error;
	send_more(arg);
	return ERR_OK;
}

static void on_error(void *arg, err_t error)
{
	(void)error;
	flow_end(arg);
}

/* Aborts it, if it is not over. */
static void flow_abort(struct flow *flow)
{
	if (flow->pcb) {
		forget(flow->pcb);
		tcp_abort(flow->pcb);
	}
	flow_end(flow);
}

/* Connects to `port` on the loopback interface and begins to send. If memory is refused, it tries
 * again at lwIP's polls, or is over. */
static void flow_open(struct flow *flow, uint16_t port)
{
	ip_addr_t address = IPADDR4_INIT_BYTES(127, 0, 0, 1);

	flow->pcb = tcp_new();
	if (!flow->pcb) {
		flow->over = true;
		return;
	}
	tcp_arg(flow->pcb, flow);
	tcp_recv(flow->pcb, on_recv);
	tcp_sent(flow->pcb, on_sent);
	tcp_err(flow->pcb, on_error);
	tcp_poll(flow->pcb, on_poll, 1);
	if (tcp_connect(flow->pcb, &address, port, on_connected) != ERR_OK)
		flow_abort(flow);
}

/* ---- The server: on every connection to its port, it sends back what it receives ------------- */

/* One connection, as its callbacks' argument. */
struct session {
	struct pbuf *waiting; /* received and not yet sent back */
	bool closing;         /* the other end has sent its last byte */
};

static struct tcp_pcb *listener;

/* Frees the pcb: the callback must not return to lwIP with it. */
static void finish(struct session *session, struct tcp_pcb *pcb)
{
	if (tcp_close(pcb) != ERR_OK)
		return; /* no memory: at the next poll */
	forget(pcb);
	mem_free(session);
}

/* Sends as many waiting bytes as there is room for. */
static void send_back(struct session *session, struct tcp_pcb *pcb)
{
	while (session->waiting && session->waiting->len <= tcp_sndbuf(pcb)) {
		struct pbuf *first = session->waiting;
		u16_t length = first->len;

		if (tcp_write(pcb, first->payload, length, TCP_WRITE_FLAG_COPY) != ERR_OK)
			break;
		session->waiting = first->next;
		if (session->waiting)
			pbuf_ref(session->waiting);
		pbuf_free(first);
		tcp_recved(pcb, length);
	}
	tcp_output(pcb);
	if (session->closing && !session->waiting)
		finish(session, pcb);
}

static err_t session_recv(void *arg, struct tcp_pcb *pcb, struct pbuf *bytes, err_t error)
{
	struct session *session = arg;

	(void)error;
	client_sample();
	if (!bytes)
		session->closing = true;
	else if (session->waiting)
		pbuf_cat(session->waiting, bytes);
	else
		session->waiting = bytes;
	send_back(session, pcb);
	return ERR_OK;
}

static err_t session_sent(void *arg, struct tcp_pcb *pcb, u16_t length)
{
	(void)length;
	send_back(arg, pcb);
	return ERR_OK;
}

static err_t session_poll(void *arg, struct tcp_pcb *pcb)
{
	send_back(arg, pcb);
	return ERR_OK;
}

static void session_error(void *arg, err_t error)
{
	struct session *session = arg;

	(void)error;
	if (session->waiting)
		pbuf_free(session->waiting);
	mem_free(session);
}

static err_t on_accept(void *arg, struct tcp_pcb *pcb, err_t error)
{
	struct session *session;

	(void)arg;
	if (error != ERR_OK || !pcb)
		return ERR_VAL;
	session = mem_calloc(1, sizeof(*session));
	if (!session)
		return ERR_MEM; /* lwIP aborts the connection */
	tcp_arg(pcb, session);
	tcp_recv(pcb, session_recv);
	tcp_sent(pcb, session_sent);
	tcp_err(pcb, session_error);
	tcp_poll(pcb, session_poll, 1);
	return ERR_OK;
}

/* Begins to listen. False iff memory was refused. */
static bool server_open(uint16_t port)
{
	struct tcp_pcb *pcb = tcp_new();

	if (!pcb)
		return false;
	if (tcp_bind(pcb, IP_ANY_TYPE, port) == ERR_OK)
		listener = tcp_listen(pcb);
	if (!listener) {
		tcp_abort(pcb);
		return false;
	}
	tcp_accept(listener, on_accept);
	return true;
}

static void server_close(void)
{
	if (listener)
		tcp_close(listener);
	listener = NULL;
}

/* ---- Both ------------------------------------------------------------------------------------ */

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

/* Counts the flows in which all bytes came back as they were sent, and those with others. */
static uint32_t count_complete(uint32_t *wrong)
{
	uint32_t complete = 0;

	for (int i = 0; i < FLOWS; i++) {
		complete += flows[i].received == flows[i].bytes && !flows[i].wrong;
		*wrong += flows[i].wrong;
	}
	return complete;
}

static void run_long(uint32_t *wrong)
{
	open_all(20000, 5000, 100);
	finish_all();
	for (int i = 0; i < FLOWS; i++)
		printf("flow %2d: %6u of %6u bytes, hash %08x\n", i, (unsigned)flows[i].received,
		       (unsigned)flows[i].bytes, (unsigned)flows[i].hash);
	(void)count_complete(wrong);
}

static void run_short(uint32_t *wrong)
{
	uint32_t done = 0;

	/* A round with a failed flow is the last: each further one would take the whole time. */
	for (uint32_t i = 0; i < ROUNDS && done == i * FLOWS; i++) {
		open_all(1 + i * 40, 11, 50);
		finish_all();
		done += count_complete(wrong);
	}
	printf("short: %u of %u connections\n", (unsigned)done, (unsigned)(ROUNDS * FLOWS));
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
		run_long(&bad);
		run_short(&bad);
	}
	end_all();
	if (bad)
		return 1;
	return client_refused() ? CLIENT_NO_MEMORY : 0;
}
