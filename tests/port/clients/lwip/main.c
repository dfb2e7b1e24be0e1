/* SPDX-License-Identifier: MIT
 * TCP over the loopback interface, both ends in this program: many connections at once, then many
 * short ones. Time is a count of turns, so that every run is the same. Of each connection, the
 * argument of its callbacks is the number of bytes that it has sent, or received. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "client.h"
#include "lwip/init.h"
#include "lwip/netif.h"
#include "lwip/priv/tcp_priv.h"
#include "lwip/tcp.h"

#define PORT       7
#define FLOWS      16
#define ROUNDS     30 /* of short connections, FLOWS each */
#define CHUNK      700
#define TURN       50 /* milliseconds that a turn stands for */
#define LONG_TIME  (120 * 1000)
#define TIME_WAITS (2 * TCP_MSL + 1000)

static struct {
	uint32_t each; /* bytes of a connection */
	uint32_t received;
	uint32_t hash;
	bool wrong; /* other bytes came out than went in */
} bytes;

static uint32_t now;

static uint8_t byte_at(uint32_t at)
{
	return (uint8_t)(at * 7 + (at >> 8));
}

/* lwIP frees the pcb later. If it has no memory for that now, it tries again by itself. */
static void end(struct tcp_pcb *pcb)
{
	tcp_arg(pcb, NULL);
	tcp_recv(pcb, NULL);
	tcp_sent(pcb, NULL);
	tcp_poll(pcb, NULL, 0);
	tcp_close(pcb);
}

/* ---- The end that sends ---------------------------------------------------------------------- */

/* As much as there is room for. If memory is refused, the next poll sends the rest. */
static err_t send_more(void *sent, struct tcp_pcb *pcb)
{
	uint32_t at = (uint32_t)(uintptr_t)sent;
	uint8_t chunk[CHUNK];

	while (at < bytes.each && tcp_sndbuf(pcb) >= CHUNK) {
		uint32_t length = LWIP_MIN(CHUNK, bytes.each - at);

		for (uint32_t i = 0; i < length; i++)
			chunk[i] = byte_at(at + i);
		if (tcp_write(pcb, chunk, (u16_t)length, TCP_WRITE_FLAG_COPY) != ERR_OK)
			break;
		at += length;
	}
	tcp_arg(pcb, (void *)(uintptr_t)at);
	tcp_output(pcb);
	if (at == bytes.each && pcb->state != SYN_SENT)
		end(pcb);
	return ERR_OK;
}

static err_t on_connected(void *sent, struct tcp_pcb *pcb, err_t error)
{
	(void)error;
	return send_more(sent, pcb);
}

static err_t on_sent(void *sent, struct tcp_pcb *pcb, u16_t length)
{
	(void)length;
	return send_more(sent, pcb);
}

static void connect(void)
{
	ip_addr_t address = IPADDR4_INIT_BYTES(127, 0, 0, 1);
	struct tcp_pcb *pcb = tcp_new();

	if (!pcb)
		return;
	tcp_sent(pcb, on_sent);
	tcp_poll(pcb, send_more, 1);
	if (tcp_connect(pcb, &address, PORT, on_connected) != ERR_OK)
		tcp_abort(pcb);
}

/* ---- The end that receives ------------------------------------------------------------------- */

static err_t on_received(void *received, struct tcp_pcb *pcb, struct pbuf *chain, err_t error)
{
	uint32_t at = (uint32_t)(uintptr_t)received;

	(void)error;
	client_sample();
	if (!chain) { /* the other end has closed */
		end(pcb);
		return ERR_OK;
	}
	for (const struct pbuf *part = chain; part; part = part->next) {
		const uint8_t *byte = part->payload;

		for (u16_t i = 0; i < part->len; i++)
			bytes.wrong |= byte[i] != byte_at(at++);
		bytes.hash = client_hash(bytes.hash, byte, part->len);
	}
	bytes.received += chain->tot_len;
	tcp_arg(pcb, (void *)(uintptr_t)at);
	tcp_recved(pcb, chain->tot_len);
	pbuf_free(chain);
	return ERR_OK;
}

static err_t on_accepted(void *unused, struct tcp_pcb *pcb, err_t error)
{
	(void)unused;
	if (error != ERR_OK || !pcb)
		return ERR_VAL;
	tcp_recv(pcb, on_received);
	return ERR_OK;
}

/* NULL iff memory was refused. */
static struct tcp_pcb *listen(void)
{
	struct tcp_pcb *pcb = tcp_new();
	struct tcp_pcb *listener = NULL;

	if (pcb && tcp_bind(pcb, IP_ANY_TYPE, PORT) == ERR_OK)
		listener = tcp_listen(pcb);
	if (listener)
		tcp_accept(listener, on_accepted);
	else if (pcb)
		tcp_abort(pcb);
	return listener;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static void turn(void)
{
	netif_poll_all();
	now += TURN;
	if (now % TCP_TMR_INTERVAL == 0)
		tcp_tmr();
}

/* FLOWS connections at once. Those that take too long because memory is refused are aborted. False
 * iff bytes are missing. */
static bool exchange(uint32_t each)
{
	uint32_t wanted = bytes.received + each * FLOWS;

	bytes.each = each;
	for (int i = 0; i < FLOWS; i++)
		connect();
	for (uint32_t end = now + LONG_TIME; tcp_active_pcbs && now < end;)
		turn();
	while (tcp_active_pcbs)
		tcp_abort(tcp_active_pcbs);
	return bytes.received == wanted;
}

/* lwIP keeps a closed connection for two minutes. */
static void end_all(struct tcp_pcb *listener)
{
	if (listener)
		tcp_close(listener);
	for (uint32_t end = now + TIME_WAITS; now < end;)
		turn();
	netif_poll_all();
}

int main(int argc, char **argv)
{
	struct tcp_pcb *listener;
	bool whole;

	client_begin(argc, argv);
	lwip_init();
	listener = listen();
	whole = listener && exchange(40000);
	for (uint32_t i = 0; i < ROUNDS && whole; i++)
		whole = exchange(1 + i * 40);
	end_all(listener);
	printf("%u bytes, hash %08x\n", (unsigned)bytes.received, (unsigned)bytes.hash);
	if (bytes.wrong)
		return 1;
	return client_refused() ? CLIENT_NO_MEMORY : !whole;
}
