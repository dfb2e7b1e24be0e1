/* SPDX-License-Identifier: MIT */
#include "flow.h"

#include <string.h>

#include "client.h"
#include "lwip/tcp.h"

#define CHUNK_MAX 2000

static uint8_t byte_at(const struct flow *flow, uint32_t at)
{
	return (uint8_t)(flow->number * 37 + at + (at >> 8));
}

static void end(struct flow *flow)
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
	end(flow);
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
	end(arg);
}

void flow_open(struct flow *flow, uint16_t port)
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

void flow_abort(struct flow *flow)
{
	if (flow->pcb) {
		forget(flow->pcb);
		tcp_abort(flow->pcb);
	}
	end(flow);
}

bool flow_is_complete(const struct flow *flow)
{
	return flow->received == flow->bytes && !flow->wrong;
}
