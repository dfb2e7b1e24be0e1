/* SPDX-License-Identifier: MIT
 * A connection that sends bytes to the server of this program, which sends them back. */
#ifndef CLIENTS_FLOW_H
#define CLIENTS_FLOW_H

#include <stdbool.h>
#include <stdint.h>

struct tcp_pcb;

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

/* Connects to `port` on the loopback interface and begins to send. If memory is refused, it tries
 * again at lwIP's polls, or is over. */
void flow_open(struct flow *flow, uint16_t port);

/* Aborts it, if it is not over. */
void flow_abort(struct flow *flow);

/* Did all bytes come back as they were sent? */
bool flow_is_complete(const struct flow *flow);

#endif
