/* SPDX-License-Identifier: MIT
 * A device: messages pass through a queue, strings grow by realloc, DMA buffers are aligned, tables
 * are zeroed. */
#include "block.h"
#include "scenario.h"

struct part {
	uint32_t first; /* slots */
	uint32_t count;
};

static struct {
	struct part queue, strings, buffers, tables;
	uint32_t head; /* of the queue: next to be filled */
	uint32_t tail; /* next to be served */
	uint32_t budget;
	uint32_t held;
} device;

static struct part cut(struct share *share, uint32_t count)
{
	struct part part = {share->first, count};

	share->first += count;
	share->count -= count;
	return part;
}

static bool begin(struct share share)
{
	uint32_t all = share.count;

	if (all < 16)
		return false;
	device.buffers = cut(&share, all / 32 + 1);
	device.tables = cut(&share, all / 32 + 1);
	device.strings = cut(&share, all / 4);
	device.queue = cut(&share, share.count);
	device.head = device.tail = 0;
	device.budget = share.budget;
	device.held = 0;
	return true;
}

static uint32_t any(struct part part)
{
	return part.first + below(part.count);
}

static bool affordable(uint32_t size)
{
	return device.held + size <= device.budget;
}

/* 2^k .. 2^(k+1), k from 4 on: mostly short, some long. */
static uint32_t message_size(void)
{
	uint32_t most = SOAK_ARENA >= 65536 ? 6 : SOAK_ARENA >= 16384 ? 5 : 3;
	uint32_t low = 16u << below(once_in(32) ? most + 1 : 3);

	return between(low, 2 * low);
}

static void send(void)
{
	uint32_t id = device.queue.first + device.head;
	uint32_t size = message_size();

	if (block_live(id) || !affordable(size))
		return;
	device.head = device.head + 1 == device.queue.count ? 0 : device.head + 1;
	if (block_take(id, size))
		device.held += size;
}

/* In order. It skips a place whose message was refused. */
static void receive(void)
{
	uint32_t id = device.queue.first + device.tail;

	if (device.tail == device.head && !block_live(id))
		return;
	device.tail = device.tail + 1 == device.queue.count ? 0 : device.tail + 1;
	device.held -= block_drop(id);
}

static void resize_string(uint32_t id, uint32_t size)
{
	uint32_t old = slots[id].size;

	if (block_resize(id, size))
		device.held += size - old;
}

/* Grows a string by half, until it is freed. Sometimes cuts it to what it needs. */
static void string(void)
{
	uint32_t id = any(device.strings);
	uint32_t longest = SOAK_ARENA / 32 > 256 ? 256 : SOAK_ARENA / 32;
	uint32_t size = slots[id].size;

	if (!block_live(id)) {
		size = between(1, 24);
		if (affordable(size) && block_take(id, size))
			device.held += size;
	} else if (size > longest || once_in(8)) {
		device.held -= block_drop(id);
	} else if (once_in(6)) {
		resize_string(id, size - below(size));
	} else if (affordable(size)) {
		resize_string(id, size + size / 2 + between(1, 8));
	}
}

static void buffer(void)
{
	uint32_t id = any(device.buffers);
	uint32_t align = 16u << below(SOAK_ALIGN_MAX == 256 ? 5 : 3);
	uint32_t size = 32 * between(1, SOAK_ARENA >= 16384 ? 8 : 4);

	if (block_live(id))
		device.held -= block_drop(id);
	else if (affordable(size) && block_take_aligned(id, size, align))
		device.held += size;
}

static void table(void)
{
	uint32_t id = any(device.tables);
	uint32_t size = 12 * between(0, 16);

	if (block_live(id))
		device.held -= block_drop(id);
	else if (affordable(size) && block_take_zeroed(id, size))
		device.held += size;
}

/* The queue fills up and runs empty by turns. */
static bool step(void)
{
	uint32_t choice = below(32);

	if (choice < 11)
		send();
	else if (choice < (device.held > device.budget / 4 * 3 ? 22u : 18u))
		receive();
	else if (choice < 29)
		string();
	else if (choice < 31)
		buffer();
	else
		table();
	return true;
}

const struct scenario firmware = {"firmware", begin, step, NULL, NULL};
