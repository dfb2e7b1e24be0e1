# SPDX-License-Identifier: MIT
"""Of tarn.py: pools, classes and blocks of a heap."""

ARENA_MAX = 128 << 20
MAP_ENTRIES = 65
CLASSES_MAX = 64
POOL_BYTES = 32  # of the record of a pool
POOL_BLOCKS = 992  # at most
UNLISTED = 1 << 31  # a pool's `some`: all its blocks are live, and it is off its class's stack
BINS = 8  # at least
MASK = 0xffffffff
TOP = 1 << 31
FILL_FREE, FILL_NEW = 0x1deadb0b, 0xdeadbeef
KEY_LIVE, KEY_FREED = 0x5afe57a7, 0x2dad0f5e
PINNED = 0x0b10cd00
LIVE, FREED, UNWRITTEN, DAMAGED = 'live', 'freed', 'unwritten', 'damaged'


def rotate(word, count):
    count &= 31
    return (word >> count | word << (32 - count)) & MASK


def leading_zeros(word):
    return 32 - word.bit_length()


def rounded_up(value, power):
    return value + power - 1 & -power


class Reader:
    """Fields of a struct one after the other, each aligned to its size."""

    def __init__(self, memory, at):
        self.memory, self.at = memory, at

    def field(self, size):
        self.at += -self.at % size + size
        return self.memory.number(self.at - size, size)

    def words(self, count):
        return [self.field(4) for _ in range(count)]

    def pointer(self):
        return self.field(self.memory.pointer_bytes)


class Broken:
    """A broken invariant: its number (pool/DESIGN.md), where, and what is wrong. 0: no number."""

    def __init__(self, invariant, where, what):
        self.invariant, self.where, self.what = invariant, where, what

    def __str__(self):
        name = 'I%d' % self.invariant if self.invariant else '-'
        return '%-3s %s %s' % (name, address_text(self.where), self.what)


class Block:
    """A live block, a free block of a pool, or a free run."""

    def __init__(self, heap, offset, index, size, state):
        self.heap, self.offset, self.index, self.size, self.state = heap, offset, index, size, state
        self.address = heap.base + offset
        self.requested, self.owner, self.sequence, self.tag = size, 0, 0, 0
        self.reusable = state == FREED  # a freed block that waits in the quarantine is not
        if state != FREED:
            self.describe()

    def describe(self):
        heap, build = self.heap, self.heap.build
        self.requested = self.size - build.record
        if build.tags:
            self.tag = heap.tag_of(self.offset, self.size)
        if build.harden >= 2:
            self.state, size = heap.record_of(self.offset, self.size)
            if self.state == LIVE:
                self.requested = size
        if build.harden >= 3:
            self.owner, self.sequence = heap.owner_of(self.offset, self.size)


class BlockPool:
    """A pool of a class. Its place, size and number of blocks follow from the table. What its
    record says of them never changes, and the library relies on it: `made` is what tarn_init wrote
    there, and `record` is what memory has."""

    def __init__(self, heap, number_, index, size, start, capacity):
        self.heap, self.number, self.index, self.size = heap, number_, index, size
        self.start, self.capacity, self.end = start, capacity, start + size * capacity
        self.address = heap.records + POOL_BYTES * number_

    def read(self, bits_at, last, overflow):
        """`last`: its class has no pool after it."""
        self.some, bits, inverse, origin, self.carved, blocks, shift, index, commons, self.under, \
            start, size = self.heap.unpack('4I2H4B2I', self.address)
        self.record = bits, inverse, origin, blocks, shift, index, commons, start, size
        self.words = self.heap.words_at(bits_at, (self.capacity + 31) // 32)
        zeros = (self.size & -self.size).bit_length() - 1
        inverse = pow(self.size >> zeros, -1, 1 << 32)
        self.made = (bits_at - self.address & MASK, inverse, -self.start * inverse & MASK,
                     self.capacity, zeros, self.index, (overflow & 1) * last, self.start,
                     self.size)

    def used(self):
        """The blocks that were ever handed out."""
        return min(self.carved, self.capacity)

    def offset(self, number_):
        return self.start + number_ * self.size

    def is_free(self, number_):
        if number_ >= self.capacity:
            raise Unreadable('pool %d has no block %d' % (self.number, number_))
        return bool(self.words[number_ >> 5] >> (number_ & 31) & 1)

    def slots(self):
        """(offset, is it free?) of each block that was ever handed out."""
        for number_ in range(self.used()):
            yield self.offset(number_), self.is_free(number_)


class Class:
    """A class, and its pools."""

    def __init__(self, heap, index, size, pools):
        self.index, self.size, self.pools = index, size, pools
        self.start, self.end = pools[0].start, pools[-1].end
        self.capacity = sum(one.capacity for one in pools)
        self.carved = sum(one.carved for one in pools)
        free = sum(bin(word).count('1') for one in pools for word in one.words)
        self.live = self.peak = self.carved
        if heap.build.harden >= 3:
            self.live, self.peak = heap.tally(index)[2:4]
        else:
            self.live -= free
