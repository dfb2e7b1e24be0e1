/* SPDX-License-Identifier: MIT
 * A connection that sends bytes to the server of this program, which sends them back. */
#ifndef CLIENTS_FLOW_H
#define CLIENTS_FLOW_H

#include <stdbool.h>
#include <stdint.h>

struct tcp_pcb;

struct flow {
	uint32_t number;
	uint32_t bytes; /* to send, and to get back */
	uint32_t chunk; /* at a time */
	uint32_t sent, received;
	uint32_t hash; /* of what came back */
	bool wrong;    /* something else came back */
	bool over;     /* closed, aborted or never opened */
	struct tcp_pcb *pcb;
};

/* Connect to `port` on the loopback interface and begin to send. Where memory is refused, it tries
 * again as lwIP's own polls come, or is over. */
void flow_open(struct flow *flow, uint16_t port);

/* Abort it, if it is not over. */
void flow_abort(struct flow *flow);

/* Did all of it come back as it was sent? */
bool flow_is_complete(const struct flow *flow);

#endif
