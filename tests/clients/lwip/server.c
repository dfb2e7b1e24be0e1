/* SPDX-License-Identifier: MIT */
#include "server.h"

#include "client.h"
#include "lwip/tcp.h"

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
	tcp_arg(pcb, NULL);
	tcp_recv(pcb, NULL);
	tcp_sent(pcb, NULL);
	tcp_err(pcb, NULL);
	tcp_poll(pcb, NULL, 0);
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

static err_t on_recv(void *arg, struct tcp_pcb *pcb, struct pbuf *bytes, err_t error)
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

static err_t on_sent(void *arg, struct tcp_pcb *pcb, u16_t length)
{
	(void)length;
	send_back(arg, pcb);
	return ERR_OK;
}

static err_t on_poll(void *arg, struct tcp_pcb *pcb)
{
	send_back(arg, pcb);
	return ERR_OK;
}

static void on_error(void *arg, err_t error)
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
	tcp_recv(pcb, on_recv);
	tcp_sent(pcb, on_sent);
	tcp_err(pcb, on_error);
	tcp_poll(pcb, on_poll, 1);
	return ERR_OK;
}

bool server_open(uint16_t port)
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

void server_close(void)
{
	if (listener)
		tcp_close(listener);
	listener = NULL;
}
