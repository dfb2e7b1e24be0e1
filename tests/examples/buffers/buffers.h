/* SPDX-License-Identifier: MIT
 * Network buffers. Frames come in an interrupt, a task processes them, another one sends. All take
 * their buffers from one pool. The sender waits for one: polling.c. */
#ifndef EXAMPLES_BUFFERS_H
#define EXAMPLES_BUFFERS_H

#include "tarn_object.h"
#include "tarn_port.h"

#define FRAMES  200 /* that come */
#define PACKETS 10  /* that are sent */
#define BUFFERS 4

struct buffer {
	uint32_t number;
	uint8_t bytes[28];
};
TARN_OBJECT_DECLARE(buffers, struct buffer, BUFFERS, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED);

/* A word that contexts share. */
static inline uint32_t shared_read(const uint32_t *word)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t value = *word;

	tarn_port_unlock(key);
	return value;
}

static inline void shared_write(uint32_t *word, uint32_t value)
{
	tarn_port_key key = tarn_port_lock();

	*word = value;
	tarn_port_unlock(key);
}

/* The interrupt: a frame arrives. Without a buffer it is lost; its sender repeats it. */
void receive(void);
/* Have all buffers a frame that waits to be processed? (Or did all frames come?) */
bool receiver_is_full(void);

/* A step of the task: process a frame and put its buffer. False: none waits. */
bool process(void);
uint32_t frames_processed(void);

/* Send the packet in a buffer, and put it. */
void transmit(struct buffer *buffer);
uint32_t packets_sent(void);

/* Prints the results, which are the same everywhere. */
void tell(void);

#endif
