# SPDX-License-Identifier: MIT
"""Shows Tarn's heaps, object pools and packed arrays of a program that stopped.

In gdb:       source port/gdb/tarn.py, then `tarn` lists the commands
Without gdb:  python3 port/gdb/tarn.py --elf firmware.elf --dump ram.bin@0x20000000 check

It reads a stopped target, a core file, or a raw dump of RAM. It writes nothing to the target and
runs nothing in it. A record in the image says how the image was built, so it needs no debug
information. The memory may be damaged: every walk ends, and the commands name the damage.

The first part of this file knows memory and heaps, and no gdb. So it can also be imported."""
BEFORE = dict(globals())  # all scripts that gdb reads share one namespace: see restore()

import bisect
import collections
import fnmatch
import importlib.util
import itertools
import json as json_
import os
import re
import struct
import sys

try:
    import gdb
except ImportError:  # run or imported without gdb
    gdb = None


class Refused(Exception):
    """A command cannot be done as asked. The text is one line."""


# ---- Memory ---------------------------------------------------------------------------------


class Unreadable(Exception):
    """Memory that the target does not have, or that no dump covers."""


class Dump:
    """A raw dump: bytes that began at an address."""

    def __init__(self, start, data):
        self.start, self.data = start, data

    def read(self, address, size):
        """As many of the bytes as the dump has; None if it does not have the first one."""
        at = address - self.start
        if not 0 <= at < len(self.data) or size < 0:
            return None
        return self.data[at:at + size]


class Memory:
    """The target's memory: the dumps first, then what `below` reads."""

    def __init__(self, below, pointer_bytes, big_endian=False, dumps=()):
        self.below, self.dumps = below, list(dumps)
        self.order = '>' if big_endian else '<'
        self.big_endian = big_endian
        self.pointer_bytes = pointer_bytes
        Memory.digits = 2 * pointer_bytes

    digits = 8  # of an address, in all that is printed

    def read(self, address, size):
        for dump in self.dumps:
            data = dump.read(address, size)
            if data is not None:
                return data + self.read(address + len(data), size - len(data)) \
                    if len(data) < size else data
        return self.below(address, size)

    def number(self, address, size):
        return int.from_bytes(self.read(address, size), 'big' if self.big_endian else 'little')

    def word(self, address):
        return self.number(address, 4)

    def pointer(self, address):
        return self.number(address, self.pointer_bytes)

    def words(self, address, count):
        """Words of 32 bits."""
        return struct.unpack('%s%dI' % (self.order, count), self.read(address, 4 * count))

    def text(self, address, most=4096):
        """A C string, or None. Its bytes that are no UTF-8 are kept as Python keeps them."""
        if not address:
            return None
        try:
            letters = bytearray()
            while len(letters) < most:
                letter = self.number(address + len(letters), 1)
                if letter == 0:
                    return letters.decode('utf-8', 'surrogateescape')
                letters.append(letter)
        except Unreadable:
            pass
        return None


# ---- Addresses and names in text ------------------------------------------------------------


def address_text(address):
    """As the target prints a pointer: with all digits."""
    return '0x%0*x' % (Memory.digits, address)


ARGUMENTS = 60  # characters of template arguments that are shown


def quoted(name):
    """A name, which is any text, by the rule of pool/using.md (Names)."""
    if re.fullmatch('[A-Za-z0-9_.-]+', name):
        return name
    return '"%s"' % re.sub('[\0-\x1f\x7f"\\\\\udc80-\udcff]', lambda one: (
        '\\' + one.group() if one.group() in '"\\' else '\\x%02x' % (ord(one.group()) & 255)), name)


def unquoted(text):
    """The name that quoted(), or the library, wrote. A text without quotes is the name itself."""
    if not re.fullmatch('"(?:[^"\\\\]|\\\\.)*"', text):
        return text
    return re.sub(r'\\(?:x([0-9a-f]{2})|(.))', lambda one: one.group(2) or chr(
        int(one.group(1), 16) | 0xdc00 * (one.group(1) > '7f')), text[1:-1])


def short_arguments(name, most=ARGUMENTS):
    """The name of a function with each list of template arguments cut at `most` characters."""
    short_, depth, begin = '', 0, 0
    for at, one in enumerate(name):
        opens = one == '<' and not name.endswith(('operator', 'operator<'), 0, at)
        closes = one == '>' and depth > 0 and name[at - 1] != '-'
        if opens and not depth:
            short_, begin = short_ + name[begin:at + 1], at + 1
        depth += opens - closes
        if closes and not depth:
            inner = name[begin:at]
            short_ += inner if len(inner) <= most else inner[:max(most - 3, 0)] + '...'
            begin = at
    return name if depth else short_ + name[begin:]


def quoted_place(text):
    """function+offset with its function as a name."""
    name, plus, offset = text.rpartition('+')
    return quoted(name) + plus + offset if plus and offset.isdigit() else quoted(text)


# ---- An ELF file ----------------------------------------------------------------------------

WRITE, ALLOC, THREAD, NO_BYTES, TABLES, ARM = 1, 2, 0x400, 8, (2, 11), 40


class Section:
    """A part of the image: where it lies in memory, and its bytes in the file (none for .bss)."""

    def __init__(self, name, first, size, flags, data):
        self.name, self.first, self.last, self.data = name, first, first + size, data
        self.flags = flags
        self.writable = bool(flags & WRITE) and not name.startswith('.data.rel.ro')

    def moved(self, first):
        """The same section of a position-independent program, loaded at `first`."""
        return Section(self.name, first, self.last - self.first, self.flags, self.data)


class Elf:
    """An ELF file: the sections that are loaded, and the symbols."""

    def __init__(self, name):
        try:
            with open(name, 'rb') as file:
                self.bytes = file.read()
        except OSError as why:
            raise Refused('%s: %s' % (name, why.strerror)) from why
        self.name = name
        self.sections, self.symbols = [], []
        try:
            self.load()
        except (struct.error, IndexError, ValueError) as why:
            raise Refused('%s: no ELF file, or a damaged one' % name) from why

    def load(self):
        if self.bytes[:4] != b'\x7fELF' or not set(self.bytes[4:6]) <= {1, 2}:
            raise ValueError
        self.wide = self.bytes[4] == 2
        self.big_endian = self.bytes[5] == 2
        self.order = '>' if self.big_endian else '<'
        self.pointer_bytes = 8 if self.wide else 4
        kind, self.machine = self.unpack('HH', 16)
        self.fixed = kind == 2  # it runs at the addresses that the file has
        table, each, count, names = self.unpack('Q', 40) + self.unpack('HHH', 58) if self.wide \
            else self.unpack('I', 32) + self.unpack('HHH', 46)
        headers = [self.unpack('IIQQQQIIQQ' if self.wide else 'IIIIIIIIII', table + each * i)
                   for i in range(count)]
        for kind, flags, name, first, at, size, link, item in (
                (one[1], one[2], one[0], one[3], one[4], one[5], one[6], one[9])
                for one in headers):
            if flags & ALLOC and not flags & THREAD and size:
                data = b'' if kind == NO_BYTES else self.bytes[at:at + size]
                self.sections.append(Section(self.string(headers[names][4] + name), first, size,
                                             flags, data))
            elif kind in TABLES and item:
                self.read_symbols(at, size // item, item, headers[link][4])
        self.named = sorted(one for one in self.symbols if one[1])
        self.starts = [one[0] for one in self.named]

    def unpack(self, form, at):
        return struct.unpack_from(self.order + form, self.bytes, at)

    def string(self, at):
        return self.bytes[at:self.bytes.index(b'\0', at)].decode('ascii', 'replace')

    def read_symbols(self, at, count, each, names):
        for i in range(count):
            if self.wide:
                name, info, _, index, value, size = self.unpack('IBBHQQ', at + each * i)
            else:
                name, value, size, info, _, index = self.unpack('IIIBBH', at + each * i)
            if index and name and info & 15 <= 2:  # data, a function, or a label of the linker
                value &= ~(info & 15 == 2 and self.machine == ARM)
                text = self.string(names + name)
                if not text.startswith('$'):
                    self.symbols.append((value, size, text))

    def symbol(self, name):
        """The address of a symbol. A compiler may have appended to its name (.lto_priv.0)."""
        for value, _, text in self.symbols:
            if text == name or text.startswith(name + '.'):
                return value
        return None

    def name_of(self, address):
        """symbol+offset, or None."""
        at = bisect.bisect_right(self.starts, address) - 1
        value, size, text = self.named[at] if at >= 0 else (0, 0, '')
        if address >= value + size:
            return None
        return '%s+%d' % (text, address - value) if address != value else text

    def constant(self, address, size):
        """The bytes, if the program cannot change them; else None."""
        for one in self.sections:
            at = address - one.first
            if not one.writable and 0 <= at <= len(one.data) - size:
                return one.data[at:at + size]
        return None


# ---- The image's record ---------------------------------------------------------------------

MAGIC = 0x4e524154  # "TARN"
FORMAT = 3
FAULTS = ('double-free', 'interior', 'misaligned', 'foreign', 'wild', 'link', 'overrun',
          'use-after-free')
POOLS, COMMONS, COUNT, WATCH = 1, 2, 4, 8
FIELDS = ('classes', 'size_class', 'entry', 'faults', 'tag_room', 'counters', 'least', 'sequence')


class NoRecord(Refused):
    """An image that makes no heap, or does not contain Tarn."""


class Foreign(Exception):
    """An image that this file cannot read. The text is one line."""


class Build:
    """What the record says: how the image was built, and where fields of a heap lie."""

    def __init__(self, memory, address):
        self.window = address >> 32 << 32
        self.spans = []  # of the program's files in memory
        magic, form, self.harden, self.align, flags = struct.unpack(
            memory.order + 'IBBBB', memory.read(address, 8))
        if magic != MAGIC:
            raise Foreign('no record of Tarn at 0x%x: memory has another image, or the record was '
                          'overwritten' % address)
        if form != FORMAT:
            raise Foreign('the image has format %d of Tarn, and this file reads format %d: '
                          'use the tarn.py of its release' % (form, FORMAT))
        version, self.tags, self.quarantine, self.heap_bytes = struct.unpack(
            memory.order + 'IHHH', memory.read(address + 8, 10))
        self.version = '%d.%d.%d' % (version // 10000, version // 100 % 100, version % 100)
        at = struct.unpack('%s%dH' % (memory.order, len(FIELDS)),
                           memory.read(address + 18, 2 * len(FIELDS)))
        self.at = dict(zip(FIELDS, at))
        place = address + 18 + 2 * len(FIELDS)
        place += -(place - address) % memory.pointer_bytes
        self.registry = memory.pointer(place)
        self.pools, self.commons = bool(flags & POOLS), bool(flags & COMMONS)
        self.count, self.watch = bool(flags & COUNT), bool(flags & WATCH)
        self.granule_shift = 4 if self.align == 16 else 3
        self.word_shift = self.granule_shift + 5
        self.record = {1: 0, 2: 4}.get(self.harden, 12) + (4 if self.tags else 0)
        self.tally_bytes = 20 if self.harden >= 3 else 8
        self.class_bytes = self.tally_bytes + (56 if self.count else 0)
        if not 1 <= self.harden <= 3 or self.align not in (8, 16):
            raise Foreign('the record of Tarn at 0x%x was overwritten' % address)

    def code(self, word):
        """The address of an owner, of which a record has 32 bits. A file of the program has the
        others: the one that calls Tarn may lie far from the one that has Tarn's record."""
        for first, last in self.spans:
            if word and first + (word - first & MASK) <= last:
                return first + (word - first & MASK)
        return word and word | self.window

    @staticmethod
    def bytes(pointer_bytes):
        """The bytes of the record, up to and with the registry's address."""
        return 36 + -36 % pointer_bytes + pointer_bytes


def record_in(sections, order):
    """Finds the record by its first word, in sections of constants. None: there is none."""
    magic = struct.pack(order + 'I', MAGIC)
    for section in sections:
        at = section.data.find(magic)
        while at >= 0:
            form, harden, align, flags = section.data[at + 4:at + 8].ljust(4, b'\0')[:4]
            if (section.first + at) % 4 == 0 and form and 1 <= harden <= 3 and \
                    flags < 16 and align in (8, 16):
                return section.first + at
            at = section.data.find(magic, at + 1)
    return None


def record_bytes(harden, tags):
    """The bytes of the record at the end of each live block."""
    return (12 if harden >= 3 else 4 if harden == 2 else 0) + (4 if tags else 0)


# ---- A heap ---------------------------------------------------------------------------------

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

    def number_of(self, offset):
        """The number of the block that starts at an offset, computed as the library does."""
        return rotate(offset * self.record[1] + self.record[2] & MASK, self.record[4])

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


class Heap:
    """A heap: its record and its arena, read once. If the record itself is damaged, `wrong` says
    how, and the rest is not read."""

    def __init__(self, memory, build, address):
        self.memory, self.build, self.address = memory, build, address
        self.wrong = []
        self.classes = []
        self.arena = b''
        for step in (self.read_record, self.read_arena, self.read_classes):
            try:
                step()
            except Unreadable as why:
                self.wrong.append(Broken(0, self.address, 'the heap cannot be read: %s' % why))
            if self.wrong:
                return

    def refuse(self, what, address=None):
        self.wrong.append(Broken(0, self.address if address is None else address,
                                 'the heap\'s ' + what))

    # -- The record --

    def read_record(self):
        read = Reader(self.memory, self.address)
        self.base, self.pools = read.pointer(), read.field(4)
        self.planes, self.end = read.pointer(), read.field(4)
        self.heads, self.key = read.pointer(), read.field(4)
        self.last, self.last_length = read.words(2)
        self.records, self.names = read.pointer(), read.pointer()
        self.map_limit, self.map = read.field(4), read.pointer()
        self.limit, self.room, self.peak = read.words(3)
        self.touched = read.pointer()
        self.bins = read.words(2)
        self.current = read.pointer()
        self.class_count, self.pool_count, self.bin_end = (read.field(1) for _ in range(3))
        self.size_class = self.memory.pointer(self.address + self.build.at['size_class'])
        if not self.build.pools:
            self.class_count = self.pool_count = 0
        if not self.heads:
            self.refuse('record was never made, or was cleared')
            return
        shift = self.build.granule_shift
        self.commons_at, self.end_at = self.pools << shift, self.end << shift
        self.first = self.commons_at + self.build.align
        self.runs = max(self.end - self.pools - 1, 0)
        commons = self.end_at - self.commons_at
        self.pairs = 1 + (commons >> self.build.word_shift)
        named, ones = self.pools >> 5, (1 << 8 * self.memory.pointer_bytes) - 1
        first_pair = self.names + rounded_up(named, 8)
        if self.class_count > CLASSES_MAX or not self.class_count <= self.pool_count or \
                not 0 <= commons <= ARENA_MAX or self.pools & 31 or self.names & 3 or \
                self.current != self.records + POOL_BYTES * (self.pool_count + 1) or \
                self.planes != first_pair - 8 * named & ones or \
                self.heads != first_pair + 8 * self.pairs:
            self.refuse('record was overwritten')

    def read_arena(self):
        """Reads the arena. Its length follows from the record, and the arena holds it, too: the two
        are compared."""
        end = self.records + POOL_BYTES * self.pool_count + 28
        self.arena_start = self.records - (self.class_count + 1) * self.build.class_bytes
        self.arena_bytes = self.base + self.end_at - self.arena_start
        top = self.base + self.end_at
        if not 0 < self.arena_bytes <= ARENA_MAX or self.runs and self.heads + 4 * BINS > top:
            self.refuse('record was overwritten')
            return
        self.arena = self.memory.read(self.arena_start, self.arena_bytes)
        if self.word_at(end) != self.arena_bytes:
            self.refuse('record says %d bytes of arena, and the arena says %d: one was overwritten'
                        % (self.arena_bytes, self.word_at(end)), end)
            return
        planes = self.unpack('%dI' % (2 * self.pairs), self.heads - 8 * self.pairs)
        self.live_words, self.start_words = planes[::2], planes[1::2]

    def read_classes(self):
        """The table, which lies outside of the arena, says where each pool begins and ends."""
        table, below, total, counts = [], 0, 0, []
        if self.class_count:
            data = self.memory.read(self.size_class, 12 * self.class_count)
            table = list(struct.iter_unpack(self.memory.order + '2I2H', data))
        # TARN_ALIGNED: the ends of the arena lose so many bytes; shares count them
        trim = max((rule >> 8 << 3 for *_, rule in table), default=0)
        whole = self.arena_bytes + (trim & -self.build.align)
        for size, blocks, share, _ in table:
            blocks += share * (whole >> 10) >> 6
            if size % self.build.align or not below < size <= ARENA_MAX or \
                    total + size * blocks > ARENA_MAX:
                self.refuse('table of classes was overwritten', self.size_class)
                return
            below, total = size, total + size * blocks
            counts.append(blocks)
        if self.divide(table, counts, total):
            self.refuse('table of classes was overwritten, or its record', self.size_class)

    def divide(self, table, counts, total):
        """Makes the pools. Returns whether they contradict the heap's record."""
        bits_at, start = self.current + 4 * self.class_count, self.commons_at - total
        self.block_pools, each = [], []
        for index, ((size, _, _, overflow), blocks) in enumerate(zip(table, counts)):
            parts = [POOL_BLOCKS] * (blocks // POOL_BLOCKS)
            if blocks % POOL_BLOCKS or not blocks:
                parts.append(blocks % POOL_BLOCKS)
            each.append([])
            start_after = start + size * blocks
            for part in parts:
                one = BlockPool(self, len(self.block_pools), index, size, start, part)
                self.block_pools.append(one)
                each[-1].append((one, bits_at, one.end == start_after, overflow))
                bits_at, start = bits_at + (part + 31) // 32 * 4, one.end
            if len(self.block_pools) > self.pool_count:
                return True
        if len(self.block_pools) != self.pool_count or \
                rounded_up(bits_at - self.current, 8) != self.names - self.current or \
                self.pools >> 5 != ((total >> self.build.word_shift) + 1 if total else 0):
            return True
        for index, parts in enumerate(each):
            for one, *how in parts:
                one.read(*how)
            self.classes.append(Class(self, index, table[index][0], [one[0] for one in parts]))
        return False

    # -- Words of the arena --

    def word_at(self, address):
        at = address - self.arena_start
        if not 0 <= at <= len(self.arena) - 4:
            raise Unreadable('0x%x is not in the arena' % address)
        return struct.unpack_from(self.memory.order + 'I', self.arena, at)[0]

    def word(self, offset):
        return self.word_at(self.base + offset)

    def words_at(self, address, count):
        return [self.word_at(address + 4 * i) for i in range(count)]

    def unpack(self, form, address):
        """Fields of the arena, one after the other."""
        try:
            return struct.unpack_from(self.memory.order + form, self.arena,
                                      address - self.arena_start)
        except struct.error as why:
            raise Unreadable('0x%x is not in the arena' % address) from why

    def tally(self, index):
        return self.words_at(self.records - (index + 1) * self.build.tally_bytes,
                             self.build.tally_bytes // 4)

    def pair_index(self, offset):
        """The planes describe the commons only."""
        return (offset - self.commons_at) >> self.build.word_shift

    def pair(self, offset):
        """The L and S words that describe an offset in the commons."""
        at = self.pair_index(offset)
        if not 0 <= at < self.pairs:
            raise Unreadable('0x%x is not in the commons' % (self.base + offset))
        return self.live_words[at], self.start_words[at]

    def bit(self, offset):
        return TOP >> (offset >> self.build.granule_shift & 31)

    def is_live(self, offset):
        """Of a run's start: is the run live?"""
        return bool(self.pair(offset)[0] & self.bit(offset))

    def is_start(self, offset):
        return bool(self.pair(offset)[1] & self.bit(offset))

    def in_commons(self, offset):
        return self.first <= offset < self.first + (self.runs << self.build.granule_shift) and \
            not offset % self.build.align

    # -- Records of blocks (level 2 on, tags) --

    def tag_raw(self, offset, size):
        shift = 0 if self.memory.big_endian else 24
        return rotate(self.word(offset + size - 4) ^ offset, shift)

    def tag_of(self, offset, size):
        tag = self.tag_raw(offset, size)
        return tag - PINNED if 0 <= tag - PINNED <= self.build.tags else tag

    def record_of(self, offset, size):
        room = size - self.build.record
        word = self.word(offset + room)
        if word in (FILL_FREE, FILL_NEW):
            return UNWRITTEN, 0
        for state, key in ((LIVE, KEY_LIVE), (FREED, KEY_FREED)):
            asked = word ^ offset ^ key
            if asked <= room:
                return state, asked
        return DAMAGED, 0

    def owner_of(self, offset, size):
        """(owner, sequence)."""
        at = offset + size - self.build.record + 4
        return self.build.code(self.word(at)), self.word(at + 4)

    def slack_whole(self, offset, size, asked):
        at = self.base + offset - self.arena_start
        return all(byte == 0x5a for byte in self.arena[at + asked:at + size - self.build.record])

    # -- Blocks --

    def run_starts(self):
        """The offset of each run. It uses only the S bits, because lengths may be damaged."""
        shift, starts = self.build.granule_shift, []
        for word, bits in enumerate(self.start_words):
            while bits:
                zeros = leading_zeros(bits)
                bits &= ~(TOP >> zeros)
                offset = self.commons_at + ((word << 5 | zeros) << shift)
                if self.first <= offset < self.end_at:
                    starts.append(offset)
        return starts

    def runs_of(self):
        """Each run as (offset, bytes, live)."""
        if not self.runs:
            return
        starts = self.run_starts()
        for offset, end in zip(starts, starts[1:] + [self.end_at]):
            yield offset, end - offset, self.is_live(offset)

    def blocks(self, free=False):
        """The live blocks in address order, as tarn_walk has them; or free blocks and free runs."""
        for one in self.block_pools:
            for offset, reusable in one.slots():
                yield from self.block(offset, one.index, one.size, not reusable, free)
        for offset, size, live in self.runs_of():
            yield from self.block(offset, self.class_count, size, live, free)

    def block(self, offset, index, size, live, free):
        if not live:
            if free:
                yield Block(self, offset, index, size, FREED)
            return
        found = Block(self, offset, index, size, LIVE)
        if (found.state == FREED) == free:
            yield found

    def owns(self, address):
        return not self.wrong and self.arena_start <= address < self.arena_start + self.arena_bytes

    def find(self, address):
        """The block that an address lies in, live or free; None in metadata."""
        offset = address - self.base
        for one in self.block_pools:
            if one.start <= offset < one.offset(one.used()):
                number_ = (offset - one.start) // one.size
                return Block(self, one.offset(number_), one.index, one.size,
                             FREED if one.is_free(number_) else LIVE)
        starts = self.run_starts() if self.first <= offset < self.end_at else []
        at = bisect.bisect_right(starts, offset) - 1
        if at < 0:
            return None
        start, end = starts[at], (starts + [self.end_at])[at + 1]
        return Block(self, start, self.class_count, end - start,
                     LIVE if self.is_live(start) else FREED)

    def pool_find(self, offset):
        """(pool, number) of the carved block that starts at an offset below the commons, found as
        the library does; or None."""
        at = self.names - self.arena_start + (offset >> self.build.word_shift)
        for one in self.block_pools[self.arena[at]:]:
            number_ = one.number_of(offset)
            if number_ < one.carved:
                return one, number_
            if offset < one.end:
                break
        return None

    def length(self, offset):
        """The bytes of the run that starts at an offset, computed as the library does."""
        if offset == self.last:
            return self.last_length << self.build.granule_shift
        start = self.pair(offset)[1]
        index = offset >> self.build.granule_shift & 31
        later = start << index + 1 & MASK
        if later:
            granules = leading_zeros(later) + 1
        else:
            live, start = self.pair(offset + (1 << self.build.word_shift))
            granules = leading_zeros(start) + 32 - index if start else live
        return granules << self.build.granule_shift

    def last_end(self):
        """Where the last run ends; 0 if there is none. It is on no list, and only the heap's record
        has its length."""
        return self.last + (self.last_length << self.build.granule_shift)

    def link_sound(self, offset):
        """Can a free run be taken off its list (list_remove)?"""
        link, back = self.word(offset), self.word(offset + 4)
        following, before = link ^ self.key ^ offset, back ^ self.key ^ offset
        if following and not (self.names_granule(following) and self.word(following + 4) == link):
            return False
        if self.names_granule(before):
            return self.word(before) == back
        bin_ = rotate(before, 27)
        return bin_ < self.bin_end and self.word_at(self.heads + 4 * bin_) == offset

    def names_granule(self, offset):
        low = self.commons_at if self.build.pools else -1
        return not offset % self.build.align and low < offset < self.end_at

    # -- Figures: as tarn_class_stats, tarn_heap_stats and tarn_tag_stats have them --

    def class_figures(self, index):
        """The numbers of a pool; of the commons if `index` is `class_count`."""
        build, shift = self.build, self.build.granule_shift
        tally = self.tally(index)
        figures = {'size': 0, 'capacity': self.runs << shift, 'live': 0, 'peak': self.peak << shift}
        if index < self.class_count:
            one = self.classes[index]
            figures = {'size': one.size, 'capacity': one.capacity, 'live': one.live,
                       'peak': one.peak}
        figures['refused'] = tally[1] << 32 | tally[0]
        if build.count:
            self.count_figures(index, figures)
        return figures

    def count_figures(self, index, figures):
        values = struct.unpack_from(self.memory.order + '6Q2I', self.arena, 56 * index)
        names = ('allocations', 'frees', 'out', 'in', 'requested', 'live_requested',
                 'largest_refused')
        figures.update(zip(names, values))
        if self.build.harden < 2:
            figures['live_requested'] = 0
        if index == self.class_count:
            figures['live'] = values[7]

    def figures(self):
        build, shift = self.build, self.build.granule_shift
        low = self.classes[0].start if self.classes else self.commons_at
        pools, commons = self.commons_at - low, self.runs << shift
        free = commons - (self.peak - self.room << shift)
        longest = max((size for _, size, live in self.runs_of() if not live), default=0)
        figures = {'arena': self.arena_bytes, 'metadata': self.arena_bytes - pools - commons,
                   'pools': pools,
                   'commons': commons, 'free': free, 'peak': self.peak << shift, 'longest': longest}
        if build.watch:
            least = self.memory.number(self.address + build.at['least'], 1)
            figures['longest_least'] = (least if least < 4
                                        else 4 + (least & 3) << (least >> 2) - 1) << shift
        figures['fragmentation'] = (free - longest) * 1000 // free if free > 0 else 0
        if build.harden >= 3:
            figures['quarantined'], figures['quarantined_bytes'] = self.ring()[1:3]
        for kind, count in zip(FAULTS, self.faults()):
            figures[kind] = count
        return figures

    def faults(self):
        return struct.unpack('%s%dH' % (self.memory.order, len(FAULTS)),
                             self.memory.read(self.address + self.build.at['faults'],
                                              2 * len(FAULTS)))

    def sequence(self):
        """The sequence number of the block that was allocated last."""
        at = self.address + self.build.at['sequence']
        return self.memory.word(at) if self.build.harden >= 3 else 0

    def ring(self):
        """The quarantine: the index of its first block, how many blocks, their bytes."""
        return self.memory.words(self.address + self.build.at['sequence'] + 4, 3)

    def waiting(self):
        """The offsets of the blocks in the quarantine, the oldest first."""
        first, count = self.ring()[:2]
        room = self.build.quarantine
        words = self.memory.words(self.address + self.build.at['sequence'] + 16, room)
        return [words[(first + i) % room] for i in range(min(count, room))]

    def tag(self, tag):
        """The counts of a tag, and its name."""
        build, memory = self.build, self.memory
        rooms = self.address + build.at['tag_room']
        marks = rooms + 8 * (build.tags + 1)
        room, room_blocks = memory.words(rooms + 8 * tag, 2)
        limit, peak, peak_blocks, refused = memory.words(marks + 16 * tag, 4)
        return {'name': self.tag_name(tag, marks + 16 * (build.tags + 1)),
                'live': min(peak, limit) - room & MASK,
                'blocks': peak_blocks - room_blocks & MASK, 'peak': peak,
                'peak_blocks': peak_blocks,
                'refused': refused, 'limit': limit}

    def tag_name(self, tag, at):
        memory, size = self.memory, self.memory.pointer_bytes
        at += -at % size
        if not tag or tag > memory.word(at + size):
            return '-'
        try:
            return memory.text(memory.pointer(memory.pointer(at) + (tag - 1) * 2 * size)) or '-'
        except Unreadable:
            return '-'

    def report(self):
        """The text of tarn_report()."""
        lines = ['heap ' + pairs(self.figures())]
        for index in range(self.class_count + 1):
            kind = 'class' if index < self.class_count else 'commons'
            lines.append('%s %d %s' % (kind, index, pairs(self.class_figures(index))))
        for tag in range(self.build.tags + 1 if self.build.tags else 0):
            figures = self.tag(tag)
            if figures['limit'] == MASK:
                del figures['limit']
            lines.append('tag %d %s' % (tag, pairs(figures)))
        return lines


def pairs(figures):
    return ' '.join('%s=%s' % (name, quoted(str(value))) for name, value in figures.items())


# ---- The validator --------------------------------------------------------------------------


class Check:
    """Finds every broken invariant of a heap, not only the first. pool/DESIGN.md has the numbers.
    A finding without a number is one that the library makes only when it hands a block out."""

    def __init__(self, heap):
        self.heap, self.build = heap, heap.build
        self.broken = list(heap.wrong)
        if self.broken:
            return
        self.waits = [0] * (heap.class_count + 1)
        for step in (self.bounds, self.pools, self.runs, self.tags, self.quarantine):
            try:
                step()
            except Unreadable as why:
                self.note(0, 0, 'too damaged to be followed: %s' % why)

    def note(self, invariant, offset, what):
        self.broken.append(Broken(invariant, self.heap.base + offset & (1 << 64) - 1, what))

    # -- What a request reads first --

    def bounds(self):
        """The map from sizes to classes, and two bounds of sizes. They never change."""
        heap, build = self.heap, self.build
        sizes = [one.size for one in heap.classes]
        reach = MAP_ENTRIES - 1 << build.granule_shift
        longest = max((heap.runs << build.granule_shift) - build.record, 0)
        mapped = 0
        if sizes:
            mapped = min(sizes[-1], reach)
            mapped = mapped + 1 - build.record if mapped > build.record else 0
            longest = min(longest, reach - build.record) if sizes[-1] > reach else longest
        if (heap.map_limit, heap.limit) != (mapped, longest):
            self.note(0, 0, 'the bounds of sizes in the heap\'s record were overwritten')
        want = bytes(bisect.bisect_left(sizes, at << build.granule_shift)
                     for at in range(MAP_ENTRIES))
        if build.pools and heap.memory.read(heap.map, MAP_ENTRIES) != want:
            self.note(0, 0, 'the map from sizes to classes, or its address, was overwritten')

    # -- Pools --

    def pools(self):
        heap = self.heap
        self.pool_names()
        for each in heap.classes:
            live = sum(self.pool(one) for one in each.pools)
            self.stack(each)
            if self.build.harden < 3:
                self.waits[each.index] = 0  # these are about to be freed
                continue
            waiting = self.waits[each.index]
            if live - waiting != each.live:
                self.note(5, each.start, 'class %d: %d blocks are live, %d are counted'
                          % (each.index, live - waiting, each.live))
            self.tally(each.index)

    def pool_names(self):
        """Each word's worth of the pools names the first pool that begins there, or before it."""
        heap, shift = self.heap, self.build.word_shift
        at, wrong = heap.names - heap.arena_start, []
        ends = [one.end for one in heap.block_pools]
        for word in range(heap.pools >> 5):
            if heap.arena[at + word] != bisect.bisect_right(ends, word << shift):
                wrong.append(word << shift)
        if wrong:
            self.note(2, wrong[0], 'the name of the pool here was overwritten' if len(wrong) == 1
                      else 'the names of pools were overwritten in %d places, the first here'
                      % len(wrong))

    def stack(self, each):
        """The pool that serves next is one of the class. Those with a block to serve are on the
        stack that begins with it, down to the last one that was used; the others are marked."""
        at, pools = self.heap.word_at(self.heap.current + 4 * each.index), each.pools
        found = {one.address & MASK: one for one in pools}.get(at)
        if not found:
            self.note(1, each.start, 'class %d: its current pool is none of its own' % each.index)
            return
        numbers, listed = {one.number: one for one in pools}, [found]
        while found and found.under != found.number and len(listed) <= len(pools):
            found = numbers.get(found.under)
            listed.append(found)
        used = [one for one in pools if found and one.number <= found.number]
        if not found or sorted(one.number for one in listed) != \
                [one.number for one in used if not one.some & UNLISTED] or \
                any(one.carved != one.capacity for one in used[:-1]) or \
                any(one.carved or one.some for one in pools[len(used):]):
            self.note(3, each.start, 'class %d: its stack of pools is not whole' % each.index)

    def pool(self, one):
        """Returns how many blocks are live or wait."""
        heap, live = self.heap, 0
        name = 'class %d' % one.index
        if len(heap.classes[one.index].pools) > 1:
            name += ', pool %d' % one.number
        if one.record != one.made:
            self.note(1, one.start, name + ': the record of its pool was overwritten')
        if one.carved > one.capacity:
            self.note(1, one.start, '%s: %d blocks were handed out, and it has %d'
                      % (name, one.carved, one.capacity))
        self.bits(one, name)
        if one.some & UNLISTED and (any(one.words) or one.carved != one.capacity):
            self.note(3, one.start, name + ': it is marked as full, and it is not')
        for offset, reusable in one.slots():
            if reusable:
                self.fill(offset, one.size, 0)
            else:
                live += 1
                self.waits[one.index] += self.record(offset, one.size)
        for number_ in range(one.used(), one.capacity):
            if not self.fill(one.offset(number_), one.size, 0):
                break  # the first one will do
        return live

    def bits(self, one, name):
        """A word of the bits is marked iff it is not 0. Only a carved block can be free."""
        words = one.words + [0] * (31 - len(one.words))
        wrong = [at for at, word in enumerate(words) if bool(word) != bool(one.some >> at & 1)]
        if wrong:
            self.note(3, one.offset(32 * wrong[0]),
                      '%s: the mark of its free blocks from number %d on contradicts their bits'
                      % (name, 32 * wrong[0]))
        fresh = [32 * at + bit for at, word in enumerate(words) for bit in range(32)
                 if word >> bit & 1 and 32 * at + bit >= one.carved]
        if fresh:
            self.note(3, one.offset(fresh[0]),
                      '%s: block %d is marked as free, but was never handed out'
                      % (name, fresh[0]))

    def tally(self, index):
        if self.build.harden < 3:
            return
        counted = self.heap.tally(index)[4]
        if counted != self.waits[index]:
            self.note(5 if index < self.heap.class_count else 0, 0,
                      '%s: %d blocks wait in the quarantine, %d are counted'
                      % (self.named(index), self.waits[index], counted))

    def named(self, index):
        return 'class %d' % index if index < self.heap.class_count else 'the commons'

    def record(self, offset, size):
        """Checks I9. Returns whether the block waits in the quarantine, or is being freed."""
        heap = self.heap
        if self.build.harden < 2:
            return 0
        state, asked = heap.record_of(offset, size)
        if state == DAMAGED:
            self.note(9, offset,
                      'overrun: the record of a block of %d bytes was overwritten' % size)
        elif state == UNWRITTEN:
            self.note(9, offset,
                      'a call is about to hand out a block of %d bytes, or the fill overwrote its '
                      'record' % size)
        elif state == LIVE and not heap.slack_whole(offset, size, asked):
            self.note(9, offset, 'overrun: written past the %d bytes that were requested' % asked)
        return state == FREED

    def fill(self, offset, size, links=8):
        """Level 2: free memory holds the fill, but for the links of a run. Returns whether it
        does."""
        if self.build.harden < 2:
            return True
        at = self.heap.base + offset - self.heap.arena_start
        data = self.heap.arena[at + links:at + size]
        whole = data == struct.pack(self.heap.memory.order + 'I', FILL_FREE) * (len(data) // 4)
        if not whole:
            self.note(0, offset,
                      'use after free: a free block or run of %d bytes was written to' % size)
        return whole

    # -- The commons --

    def runs(self):
        heap, shift, used, before, free = self.heap, self.build.granule_shift, 0, False, {}
        if not heap.runs:
            return
        if not heap.is_start(heap.first):
            self.note(6, heap.first, 'the commons do not begin with a run')
        if not heap.is_start(heap.end_at) or not heap.is_live(heap.end_at):
            self.note(6, heap.end_at, 'the end of the commons is not marked')
        for offset, size, live in heap.runs_of():
            self.length(offset, size)
            if live:
                waits = self.record(offset, size)
                self.waits[heap.class_count] += waits
                used += 0 if waits else size >> shift
            else:
                free[offset] = size >> shift
                self.fill(offset, size)
                if before:
                    self.note(7, offset, 'two free runs are neighbours')
            before = not live
        self.counts(used)
        self.last_run(free)
        self.bins(free)

    def counts(self, used):
        heap, shift = self.heap, self.build.granule_shift
        if heap.room > heap.peak or used != heap.peak - heap.room:
            self.note(8, heap.first, '%d bytes of the commons are in use, %d are counted'
                      % (used << shift, heap.peak - heap.room << shift))
        if self.build.watch:
            least = heap.memory.number(heap.address + self.build.at['least'], 1)
            top = max((bin_ for bin_ in range(64) if self.bin_bit(bin_)), default=0)
            top = max(top, bin_of(heap.last_length))
            if least > top:
                self.note(8, heap.first,
                          'bins of the longest run: the least ever was %d, and now it is %d'
                          % (least, top))
        self.tally(heap.class_count)

    def length(self, offset, size):
        """The heap's record has the last run's length. The first and the last word that another run
        covers hold its length."""
        heap, shift = self.heap, self.build.granule_shift
        if offset == heap.last:
            if size != heap.last_length << shift:
                self.note(6, offset, 'the last run has %d bytes, and the heap\'s record says %d'
                          % (size, heap.last_length << shift))
            return
        first, end = heap.pair_index(offset) + 1, heap.pair_index(offset + size)
        if first < end and not size >> shift == heap.live_words[first] == heap.live_words[end - 1]:
            self.note(6, offset,
                      'a run of %d bytes: the planes hold another length of it' % size)

    def last_run(self, free):
        """The last run is free, and on no list: takes it out of the free ones."""
        heap = self.heap
        if heap.last and free.pop(heap.last, None) is None:
            self.note(4, heap.last, 'the heap\'s record names a last run, but no free run is here')
        elif not heap.last and heap.last_length:
            self.note(4, 0, 'the heap\'s record has the length of a last run, but no last run')

    def bin_bit(self, bin_):
        return bool(self.heap.bins[bin_ >> 5] << (bin_ & 31) & TOP)

    def bins(self, free):
        heap = self.heap
        left = dict(free)
        most = bin_heads(heap.runs)
        blocks = sum(one.capacity * one.size for one in heap.classes)
        room = heap.arena_bytes - (heap.current - heap.arena_start) - blocks
        wanted = bin_heads(room >> self.build.granule_shift)
        if heap.bin_end != wanted:
            self.note(4, 0, 'the heap\'s record has %d bins; it was made with %d'
                      % (heap.bin_end, wanted))
        for bin_ in range(1, 64):
            if bin_ < most:
                self.bin(bin_, left)
            elif self.bin_bit(bin_):
                self.note(4, 0, 'bin %d: its bit is set, but no run can be so long' % bin_)
        for offset in sorted(left):
            self.note(4, offset,
                      'a free run of %d bytes is on no list'
                      % (left[offset] << self.build.granule_shift))

    def bin(self, bin_, left):
        heap, key = self.heap, self.heap.key
        offset, before = heap.word_at(heap.heads + 4 * bin_), rotate(bin_, 5)
        if bool(offset) != self.bin_bit(bin_):
            self.note(4, offset, 'bin %d: its bit contradicts its list' % bin_)
        while offset:
            if offset not in left:
                self.note(4, offset, 'bin %d: its list leads to %s' % (
                    bin_, 'the last run, which is on no list' if offset == heap.last else
                    'no free run, or twice to one'))
                return
            length = left.pop(offset)
            if heap.word(offset + 4) != key ^ before ^ offset:
                self.note(4, offset, 'bin %d: the link back of a free run was overwritten' % bin_)
            if bin_of(length) != bin_:
                self.note(4, offset, 'bin %d: its list holds a run of another bin' % bin_)
            before, offset = offset, heap.word(offset) ^ key ^ offset

    # -- Tags, the quarantine --

    def tags(self):
        heap, build = self.heap, self.build
        if not build.tags:
            return
        sums = [[0, 0] for _ in range(build.tags + 1)]
        for block in heap.blocks():
            if block.state == UNWRITTEN:
                continue
            if block.tag > build.tags:
                self.note(10, block.offset, 'overrun: the word of a block\'s tag was overwritten')
                continue
            sums[block.tag][0] += block.size
            sums[block.tag][1] += 1
        for tag, (size, count) in enumerate(sums):
            counted = heap.tag(tag)
            if (size, count) != (counted['live'], counted['blocks']):
                self.note(10, 0, 'tag %d: %d bytes in %d blocks are live, %d in %d are counted'
                          % (tag, size, count, counted['live'], counted['blocks']))

    def quarantine(self):
        """Checks the ring, and the fill of waiting blocks. The library would find them later."""
        heap = self.heap
        if self.build.harden < 3:
            return
        first, count, counted = heap.ring()
        if first >= self.build.quarantine or count > self.build.quarantine:
            self.note(0, 0, 'the quarantine\'s ring was overwritten')
            return
        size, starts = 0, {}
        for block in heap.blocks(True):
            if not block.reusable:
                starts[block.offset] = block.size
        for offset in heap.waiting():
            if offset not in starts:
                self.note(0, offset, 'the quarantine names a block that does not wait')
                continue
            size += starts[offset]
            self.fill(offset, starts[offset] - self.build.record, 0)
        if size != counted or count != sum(self.waits):
            self.note(0, 0, 'the quarantine holds %d bytes in %d blocks; %d in %d are counted'
                      % (size, sum(self.waits), counted, count))


def bin_heads(granules):
    return BINS if granules < BINS else bin_of(granules) + 2 & ~1


def bin_of(granules):
    if granules < 8:
        return granules
    shift = 29 - leading_zeros(granules)
    return min((shift << 2) + (granules >> shift), 63)


# ---- The map of an arena: its text ----------------------------------------------------------

# A pool, or the commons: with size 0, and the capacity in bytes. A piece: `count` of `size` bytes.
Zone = collections.namedtuple('Zone', 'index at size capacity')
Piece = collections.namedtuple('Piece', 'offset size count index state tag sequence owner',
                               defaults=('',))
PIECE = re.compile(r'([LFNWX])([1-9][0-9]*)?(?:/([0-9]*)(?:/([0-9]+))?)?$')
FREE, NEVER = 'free', 'never used'
STATES = {'L': LIVE, 'F': FREE, 'N': NEVER, 'W': FREED, 'X': DAMAGED}


class Map:
    """What lies where in an arena, as tarn_report_map() prints it (pool/using.md). Offsets count
    from the arena's start. Neighbouring blocks of a pool that are alike are one piece."""

    def __init__(self, arena, classes, harden=1, tags=0, sequence=0):
        self.arena, self.classes, self.harden = arena, classes, harden
        self.tags, self.sequence = tags, sequence
        self.zones, self.pieces = [], []
        self.name, self.address, self.tag_names = '', None, {}  # if they are known

    def blocks(self):
        """(offset, size, index, tag, sequence) of each live block, in address order."""
        for piece in self.pieces:
            if piece.state in (LIVE, DAMAGED):
                for i in range(piece.count):
                    yield (piece.offset + i * piece.size, piece.size, piece.index, piece.tag,
                           piece.sequence)

    def count(self):
        return sum(one.count for one in self.pieces if one.state in (LIVE, DAMAGED))


class MapReader:
    """Reads lines of text, and skips those of no map. `whole` is the last complete map."""

    def __init__(self):
        self.whole = self.map = None
        self.why = 'no line begins with "map heap": tarn_report_map() prints such a line'
        self.at = 0

    def read(self, number_, line):
        words = line.split()
        if len(words) < 2 or words[0] != 'map':
            return
        try:
            self.line(words[1], words[2:])
        except (Refused, KeyError, ValueError, IndexError) as why:
            self.map = None
            why = why if isinstance(why, Refused) else 'not a line of a map'
            self.why = 'line %d: %s' % (number_, why)

    def line(self, kind, words):
        fields = dict(word.split('=') for word in words if '=' in word)
        if kind == 'heap':
            self.map = Map(int(fields['arena']), int(fields['classes']), int(fields['harden']),
                           int(fields['tags']), int(fields.get('sequence', 0)))
            self.why = 'the map has no line "map end"'
            if not 0 < self.map.arena <= ARENA_MAX or self.map.classes > 64:
                raise Refused('no arena has %d bytes and %d classes'
                              % (self.map.arena, self.map.classes))
        elif self.map is None:
            pass
        elif kind == 'end':
            self.end(int(fields['blocks']))
        else:
            if kind == 'pool':
                self.zone(int(words.pop(0)), fields, int(fields['size']),
                          int(fields['capacity']))
            elif kind == 'commons':
                self.zone(self.map.classes, fields, 0, self.map.arena - int(fields['at']))
            elif kind != '+' or not self.map.zones:
                raise Refused('the line "map %s" cannot stand here' % kind)
            for word in words:
                if '=' not in word:
                    self.piece(word)

    def zone(self, index, fields, size, capacity):
        self.at = int(fields['at'])
        self.map.zones.append(Zone(index, self.at, size, capacity))

    def piece(self, word):
        found, zone = PIECE.match(word), self.map.zones[-1]
        if not found or not zone.size and not found.group(2):
            raise Refused('%s is not a piece of a map' % word)
        amount = int(found.group(2) or 1)
        size, count = (zone.size, amount) if zone.size else (amount, 1)
        if self.at + size * count > self.map.arena:
            raise Refused('%s lies past the arena\'s end' % word)
        state, tag, sequence = found.group(1, 3, 4)
        self.map.pieces.append(Piece(self.at, size, count, zone.index, STATES[state],
                                     int(tag or 0), int(sequence or 0)))
        self.at += size * count

    def end(self, blocks):
        zones = [zone.index for zone in self.map.zones]
        if zones != list(range(len(zones))) or len(zones) < self.map.classes:
            raise Refused('the map does not have all of its zones: lines are missing')
        if blocks != self.map.count():
            raise Refused('the map has %d live blocks, and its end says %d: lines are missing'
                        % (self.map.count(), blocks))
        self.whole, self.map = self.map, None


def read_maps(lines):
    """Each whole map in lines of text, with the line before it as its name."""
    reader, before, whole = MapReader(), '', None
    for number_, line in enumerate(lines, 1):
        begun = reader.map
        reader.read(number_, line)
        if reader.whole is not whole:
            whole = reader.whole
            yield whole
        elif reader.map and reader.map is not begun:
            reader.map.name, before = before, ''
        elif line.split()[:1] != ['map']:
            before = line.strip() or before
    if whole is None:
        raise Refused(reader.why)


def read_map(lines):
    """The last whole map in lines of text."""
    return collections.deque(read_maps(lines), 1)[0]


# ---- The map of an arena: its picture -------------------------------------------------------

# Colours of classes and tags, which the colour-blind can tell apart (Paul Tol, "bright"). REST_INK
# is for the commons, or for blocks without a tag. Young blocks are lighter, old ones darker.
INKS = ('#66ccee', '#ccbb44', '#228833', '#ee6677', '#4477aa', '#ee7733', '#009988', '#7755cc')
REST_INK = '#aa3377'
LIGHTER = (('#ffffff', 38), ('#ffffff', 0), ('#000000', 25))  # young, between, old
LEFT, BAR, RIGHT = 84, 768, 180  # columns of the picture: labels, the arena, names of zones
ROW, PITCH = 14, 21
ROWS = 40  # at most
PICTURE_BYTES = 280000
# Bytes, or a 64th of the arena if that is less. A free run with less room is stranded, as in the
# soak.
SMALL = 256
LIGHT = {'page': '#ffffff', 'ink': '#1f2428', 'soft': '#5c646b', 'meta': '#b9bec5',
         'free': '#e8eaed', 'never': '#f4f5f7', 'dot': '#a6acb3', 'strand': '#f6c9bd',
         'hatch': '#b3361c', 'wait': '#cfd4da', 'bar': '#6b737b', 'zone': '#8d9299',
         'other': '#cdd1d6'}
DARK = {'page': '#14171a', 'ink': '#f2f4f5', 'soft': '#9ba4ac', 'meta': '#4a5159',
        'free': '#262b31', 'never': '#1b1f23', 'dot': '#565e67', 'strand': '#5a281d',
        'hatch': '#ff8a70', 'wait': '#39414a', 'bar': '#98a2ac', 'zone': '#6b747c',
        'other': '#3a4149'}


def mixed(ink, other, percent):
    """A colour that has `percent` of another one in it."""
    pairs_ = ((int(ink[at:at + 2], 16), int(other[at:at + 2], 16)) for at in (1, 3, 5))
    return '#' + ''.join('%02x' % ((one * (100 - percent) + two * percent) // 100)
                         for one, two in pairs_)


def escaped(text):
    """A text in XML, which has no control characters."""
    text = re.sub('[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]', '\ufffd', str(text))
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('"', '&quot;')


def grouped_digits(value):
    return '{:,}'.format(value)


class Look:
    """How a piece looks: its colour (by tag if blocks have tags, else by class), its age, and
    whether it is stranded free memory."""

    def __init__(self, map_, by=None):
        self.map = map_
        tagged = any(one.tag for one in map_.pieces)
        self.by = by or ('tag' if tagged else 'class')
        self.small = min(SMALL, map_.arena // 64)
        self.least = self.small + record_bytes(map_.harden, map_.tags)
        ages = sorted(map_.sequence - one.sequence for one in map_.pieces if one.sequence)
        self.limits = [rounded(ages[len(ages) * part // 3]) for part in (1, 2)] if ages else []

    def ink(self, piece):
        """The number of its colour."""
        if self.by != 'class':
            return 'r' if not piece.tag else (piece.tag - 1) % len(INKS)
        return 'r' if piece.index == self.map.classes else piece.index % len(INKS)

    def age(self, piece):
        if not piece.sequence:
            return 1
        return bisect.bisect_right(self.limits, self.map.sequence - piece.sequence)

    def stranded(self, piece):
        return piece.state == FREE and piece.index == self.map.classes and piece.size < self.least

    def of(self, piece):
        """The name of its style."""
        if piece.state == LIVE:
            return 'b%s%d' % (self.ink(piece), self.age(piece))
        if self.stranded(piece):
            return 's'
        return {FREE: 'f', NEVER: 'v', FREED: 'w', DAMAGED: 'x'}[piece.state]

    def tells(self, piece, offset, size):
        """The text that a browser shows when the pointer is on a block or a run."""
        map_ = self.map
        words = ['0x%x' % ((map_.address or 0) + offset), '%s bytes' % grouped_digits(size)]
        words.append('stranded' if self.stranded(piece) else piece.state)
        words.append('commons' if piece.index == map_.classes else 'class %d' % piece.index)
        if piece.tag:
            words.append(LOST[piece.tag] if self.by == 'lost' else 'tag %d %s' % (
                piece.tag, map_.tag_names.get(piece.tag, '')))
        if piece.sequence:
            words.append('%s allocations old' % grouped_digits(map_.sequence - piece.sequence))
        if piece.owner:
            words.append(piece.owner)
        return ', '.join(word.strip() for word in words)


def rounded(value):
    """The number, rounded down to two digits."""
    zeros = 10 ** max(len(str(value)) - 2, 0)
    return max(value // zeros * zeros, 1)


class Rows:
    """Where addresses lie in the picture. All rows have the same number of bytes."""

    def __init__(self, arena, top):
        self.bytes, self.top = 128, top
        while self.bytes * ROWS < arena:
            self.bytes *= 2
        self.count = -(-arena // self.bytes)

    def width(self, size):
        return size * BAR / self.bytes

    def parts(self, offset, size):
        """Splits a range into rows: (row, first byte in it, bytes, is this the last part?)."""
        end = offset + size
        while offset < end:
            row, at = divmod(offset, self.bytes)
            part = min(self.bytes - at, end - offset)
            offset += part
            yield row, at, part, offset == end

    def y(self, row):
        return self.top + row * PITCH


def short(value):
    """A coordinate, in as few digits as it needs."""
    return ('%.1f' % value).rstrip('0').rstrip('.')


class Shapes:
    """Draws rectangles and text. `out` has the lines of the SVG."""

    def rect(self, style, x, y, width, height, tells=None):
        self.out.append('<rect class="%s" x="%s" y="%s" width="%s" height="%s"%s' % (
            style, short(x), short(y), short(width), height,
            '><title>%s</title></rect>' % escaped(tells) if tells else '/>'))

    def text(self, style, x, y, text):
        self.out.append('<text class="%s" x="%s" y="%s">%s</text>' % (
            style, short(x), short(y), escaped(text)))

    def items(self, rows, left, right, y):
        """Draws a legend of rows of (style, text). Returns the y below it."""
        for items in rows:
            x = left
            for style, text in items:
                width = 24 + 6.4 * len(text)
                if x + width > right and x > left:
                    x, y = left, y + 20
                if style:
                    self.rect(style, x, y, 12, 12)
                self.text('n', x + (18 if style else 0), y + 10, text)
                x += width + 10
            y += 24 if items else 0
        return y + 8


class Picture(Shapes):
    """The drawing of a map. If it would be too large, it draws neighbours as one, in cells of some
    pixels. Then only the longest pieces, and strips of a row, show text under the pointer."""

    def __init__(self, map_, title='', by=None, top=0, bytes_=PICTURE_BYTES):
        self.map, self.look, self.out = map_, Look(map_, by), []
        self.merged = False
        self.rows = Rows(map_.arena, self.head(title, top))
        self.frame()
        if not self.every_piece(bytes_):
            self.cells(bytes_)
        self.height = self.legend()

    def span(self, style, offset, size, tells=None, dy=0, height=ROW):
        """Draws a stretch of the arena, over several rows if need be, with a gap at its end."""
        for row, at, part, last in self.rows.parts(offset, size):
            width = self.rows.width(part)
            if last and height == ROW and width >= 3:
                width -= 1
            self.rect(style, LEFT + self.rows.width(at), self.rows.y(row) + dy, width, height,
                      tells)

    # -- What stands around the arena --

    def head(self, title, top):
        self.text('t', LEFT, top + 30,
                  title or 'Arena of %s bytes' % grouped_digits(self.map.arena))
        y = top + 34
        for text in numbers_of(self.map, self.look):
            y += 18
            self.text('n', LEFT, y, text)
        return y + 18

    def frame(self):
        """Draws the metadata, which lies outside of all zones, and a strip under each pool."""
        rows, map_ = self.rows, self.map
        self.span('m', 0, map_.arena, 'metadata')
        for row in range(rows.count):
            self.text('o', LEFT - 8, rows.y(row) + 11, self.label(row * rows.bytes))
        names = {}
        for zone in map_.zones:
            if zone.size:
                self.span('z%d' % (zone.index % 2), zone.at, zone.size * zone.capacity,
                          zone_name(zone), ROW + 1, 3)
            names.setdefault(zone.at // rows.bytes, []).append(zone)
        for row, zones in names.items():
            self.text('r', LEFT + BAR + 10, rows.y(row) + 11, zones_name(zones))

    def label(self, offset):
        """An address; or an offset, if the address is unknown or too long."""
        address = self.map.address
        if address is None or address >> 32:
            return '%s0x%05x' % ('+' if address else '', offset)
        return '0x%08x' % (address + offset)

    # -- The arena --

    def every_piece(self, bytes_):
        """Draws each piece. False: that is too much, and nothing is drawn."""
        look, rest = self.look, len(self.out)
        count = sum(one.count for one in self.map.pieces if one.state != NEVER)
        if count > bytes_ // 100 or self.rows.width(8) < 1.5:
            return False
        for piece in self.map.pieces:
            style = look.of(piece)
            if piece.state == NEVER:
                self.span(style, piece.offset, piece.size * piece.count,
                          look.tells(piece, piece.offset, piece.size * piece.count))
                continue
            for at in range(piece.offset, piece.offset + piece.size * piece.count, piece.size):
                self.span(style, at, piece.size, look.tells(piece, at, piece.size))
        if sum(map(len, self.out)) < bytes_:
            return True
        del self.out[rest:]
        return False

    def cells(self, bytes_):
        """Draws cells, coarser ones until the picture is small enough."""
        rest, pixels, self.merged = self.out, 1, True
        while True:
            self.out = list(rest)
            self.out += self.paths(pixels)
            self.strips()
            self.longest()
            if sum(map(len, self.out)) < bytes_ or pixels > 32:
                return
            pixels *= 2

    def paths(self, pixels):
        size = self.rows.bytes * pixels / BAR
        rows = Cells(self.map, size, self.look.of).rows(BAR // pixels)
        return paths_of(((self.rows.y(row) + ROW // 2, runs) for row, runs in enumerate(rows)),
                        LEFT, pixels)

    def strips(self):
        """Gives each eighth of a row a text that says what lies in it."""
        size = self.rows.bytes // 8
        sums = [[0, 0, 0] for _ in range(-(-self.map.arena // size))]
        for piece in self.map.pieces:
            live = piece.state in (LIVE, DAMAGED)
            sums[piece.offset // size][1] += piece.count if live else 0
            for strip, part in stretches(piece.offset, piece.size * piece.count, size):
                sums[strip][0] += part if live else 0
                if piece.state == FREE and piece.index == self.map.classes:
                    sums[strip][2] = max(sums[strip][2], piece.size)
        for strip, (live, count, longest) in enumerate(sums):
            at = strip * size
            self.span('h', at, min(size, self.map.arena - at),
                      'from 0x%x: %d %% live, %s blocks, longest free run %s bytes' % (
                          (self.map.address or 0) + at, live * 100 // size, grouped_digits(count),
                          grouped_digits(longest)))

    def longest(self):
        """Draws the longest pieces, each by itself."""
        wide = [one for one in self.map.pieces if one.state != NEVER and
                self.rows.width(one.size) >= 5]
        wide = sorted(wide, key=lambda one: -one.size)[:500]
        for piece in sorted(wide, key=lambda one: one.offset):
            for at in range(piece.offset, piece.offset + piece.size * piece.count, piece.size):
                self.span(self.look.of(piece), at, piece.size,
                          self.look.tells(piece, at, piece.size))

    # -- The legend --

    def legend(self):
        y = self.rows.y(self.rows.count) + 16
        merged = [(None, 'Neighbours below %d bytes may be drawn as one.' % (
            self.rows.bytes * 5 // BAR))] if self.merged else []
        return self.items((inks_of(self.look), states_of(self.look), ages_of(self.look), merged),
                          LEFT, LEFT + BAR + RIGHT, y)


def paths_of(rows, left, pixels):
    """A path for each style, of lines as thick as a row. `rows`: (middle, runs) of each row."""
    lines = {}
    for y, runs in rows:
        for at, count, style in runs:
            lines.setdefault(style, []).append('M%d %dh%d' % (left + at * pixels, y,
                                                              count * pixels))
    return ['<path class="p %s" d="%s"/>' % (style, ''.join(lines[style]))
            for style in sorted(lines, key=str) if style]


def stretches(offset, size, step):
    """Splits a range at multiples of `step`: (number of the step, bytes in it)."""
    end = offset + size
    while offset < end:
        which = offset // step
        part = min((which + 1) * step, end) - offset
        yield which, part
        offset += part


class Cells:
    """The arena in cells of some bytes. A cell has the style of most of its bytes. But a damaged
    block always shows, and stranded bytes do if they are a third."""

    def __init__(self, map_, size, style):
        self.size = size
        self.sums = [{} for _ in range(int((map_.arena - 1) / size) + 1)]
        for piece in map_.pieces:
            self.add(style(piece), piece.offset, piece.size * piece.count)

    def add(self, style, offset, length):
        for cell in range(int(offset / self.size), int((offset + length - 1) / self.size) + 1):
            part = min((cell + 1) * self.size, offset + length) - max(cell * self.size, offset)
            self.sums[cell][style] = self.sums[cell].get(style, 0) + part

    def style(self, cell):
        """The style of a cell; None for metadata."""
        sums = self.sums[cell]
        if 'x' in sums:
            return 'x'
        if sums.get('s', 0) * 3 >= self.size:
            return 's'
        return max(sorted(sums), key=sums.get) if sums else None

    def rows(self, width):
        """For each row of `width` cells, the runs of equal cells: (first, number, style)."""
        for first in range(0, len(self.sums), width):
            styles = [self.style(cell) for cell in range(first, min(first + width, len(self.sums)))]
            runs, at = [], 0
            for style, same in itertools.groupby(styles):
                runs.append((at, len(list(same)), style))
                at += runs[-1][1]
            yield runs


# -- Words of the picture --


def zone_name(zone):
    return 'pool %d: %d blocks of %d bytes' % (zone.index, zone.capacity, zone.size)


def zones_name(zones):
    """The name of the zones that begin in one row."""
    pools = [zone for zone in zones if zone.size]
    words = []
    if len(pools) == 1:
        words.append('pool %d: %d \u00d7 %d B' % (pools[0].index, pools[0].capacity, pools[0].size))
    elif pools:
        words.append('pools of %s B' % ', '.join(str(one.size) for one in pools)
                     if len(pools) < 4 else 'pools %d to %d' % (pools[0].index, pools[-1].index))
    if len(pools) < len(zones):
        words.append('commons')
    return ', '.join(words)


def total(pieces):
    return grouped_digits(sum(one.size * one.count for one in pieces))


def numbers_of(map_, look):
    """The lines of numbers above the picture."""
    state = {name: [one for one in map_.pieces if one.state == name] for name in STATES.values()}
    pools = [one for one in state[FREE] + state[NEVER] if one.index < map_.classes]
    runs = [one for one in state[FREE] if one.index == map_.classes]
    lost = [one for one in runs if look.stranded(one)]
    free, longest = sum(one.size for one in runs), max((one.size for one in runs), default=0)
    yield '%s of %s bytes live in %s blocks; pools keep %s bytes idle%s' % (
        total(state[LIVE] + state[DAMAGED]), grouped_digits(map_.arena),
        grouped_digits(map_.count()), total(pools),
        '; %s bytes wait in the quarantine' % total(state[FREED]) if state[FREED] else '')
    yield ('commons: %s bytes free in %s runs, the longest %s; %s bytes stranded in %s runs; '
           'fragmentation %.1f %%' % (
               total(runs), grouped_digits(len(runs)), grouped_digits(longest), total(lost),
               grouped_digits(len(lost)), (free - longest) * 100 / free if free else 0))
    if state[DAMAGED]:
        places = ', '.join('0x%x' % (one.offset + (map_.address or 0))
                           for one in state[DAMAGED][:6])
        yield 'damaged: the blocks at %s%s' % (places, ' ...' if len(state[DAMAGED]) > 6 else '')


def key_name(look, key):
    """The name of a class or a tag."""
    map_ = look.map
    if look.by == 'tag':
        return ('tag %d %s' % (key, map_.tag_names.get(key, ''))).strip() if key else 'no tag'
    if look.by == 'lost':
        return LOST[key]
    if key == map_.classes:
        return 'commons'
    return 'class %d (%d B)' % (key, next((z.size for z in map_.zones if z.index == key), 0))


def inks_of(look):
    """(style, text) of each colour."""
    map_ = look.map
    sums = {}
    for piece in map_.pieces:
        if piece.state == LIVE:
            key = piece.index if look.by == 'class' else piece.tag
            count, size = sums.get(key, (0, 0))
            sums[key] = count + piece.count, size + piece.size * piece.count
    items = []
    for key in sorted(sums)[:16]:
        piece = Piece(0, 0, 1, key, LIVE, key, 0)
        items.append(('b%s1' % look.ink(piece), '%s: %s B in %s' % (
            key_name(look, key), grouped_digits(sums[key][1]), grouped_digits(sums[key][0]))))
    return items + ([(None, 'and %d more' % (len(sums) - 16))] if len(sums) > 16 else [])


def states_of(look):
    """(style, text) of each state that the map has, but for the live blocks."""
    texts = (('m', 'metadata'), ('f', 'free'),
             ('s', 'free, but stranded: no room for %d bytes' % look.small),
             ('v', 'never used yet'), ('w', 'freed, waits in the quarantine'),
             ('x', 'damaged: written past its end'))
    there = {look.of(piece) for piece in look.map.pieces} | {'m'}
    return [one for one in texts if one[0] in there]


def ages_of(look):
    if not look.limits:
        return []
    first, second = (grouped_digits(limit) for limit in look.limits)
    dated = [piece for piece in look.map.pieces if piece.state == LIVE and piece.sequence]
    ink = look.ink(max(dated, key=lambda piece: piece.size * piece.count)) if dated else 'r'
    return [(None, 'age in allocations:'), ('b%s0' % ink, 'below %s' % first),
            ('b%s1' % ink, 'below %s' % second), ('b%s2' % ink, 'older')]


# -- The file --


def style_rules(colours):
    """One rule for each style. It sets the stroke, too, for lines as thick as a row."""
    plain = {'m': 'meta', 'f': 'free', 'z0': 'zone', 'z1': 'other', 'x': 'ink'}
    rules = ['.%s{fill:%s;stroke:%s}' % (style, colours[name], colours[name])
             for style, name in plain.items()]
    rules.append('.t,.n{fill:%(ink)s}.o,.r{fill:%(soft)s}.page{fill:%(page)s}' % colours)
    rules.append('.pf{fill:%(strand)s}.ps{stroke:%(hatch)s}.pv{fill:%(never)s}.pd{fill:%(dot)s}'
                 '.pw{fill:%(wait)s}.pb{stroke:%(bar)s}' % colours)
    rules.append('rect:hover{stroke:%(ink)s}' % colours)
    return ''.join('.tarn-map ' + rule for rule in ''.join(rules).replace('}', '}\n').split('\n')
                   if rule)


def style_sheet():
    inks = dict(enumerate(INKS), r=REST_INK)
    rule = '.tarn-map .b%s%d{fill:%s;stroke:%s}'
    blocks_ = ''.join(rule % ((name, age) + (mixed(ink, *other),) * 2)
                      for name, ink in inks.items() for age, other in enumerate(LIGHTER))
    fills = ''.join('.tarn-map .%s{fill:url(#tarn-%s);stroke:url(#tarn-%s)}' % (one, one, one)
                    for one in 'svw')
    return ('.tarn-map text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}'
            '.tarn-map .t{font-size:17px;font-weight:600}.tarn-map .o{font:10.5px ui-monospace,'
            '"DejaVu Sans Mono",monospace;text-anchor:end}.tarn-map .r{font-size:11px}'
            '.tarn-map rect{stroke-width:0;shape-rendering:crispEdges}'
            '.tarn-map .p{fill:none;stroke-width:%d;shape-rendering:crispEdges;pointer-events:none}'
            '.tarn-map .h{fill:transparent}.tarn-map rect:hover{stroke-width:1.5}' % ROW +
            blocks_ + fills + style_rules(LIGHT) +
            '@media (prefers-color-scheme:dark){' + style_rules(DARK) + '}')


PATTERNS = (
    '<pattern id="tarn-s" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<rect class="pf" width="4" height="4"/><path class="ps" d="M-1 1l2-2M0 4l4-4M3 5l2-2"/>'
    '</pattern>'
    '<pattern id="tarn-v" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<rect class="pv" width="4" height="4"/><rect class="pd" x="1" y="1" width="1" height="1"/>'
    '</pattern>'
    '<pattern id="tarn-w" width="3" height="3" patternUnits="userSpaceOnUse">'
    '<rect class="pw" width="3" height="3"/><path class="pb" d="M.5 0v3"/></pattern>')


def svg(maps, title='', by=None):
    """A picture of one or several maps, as a file that needs no other and has no script. It is
    light or dark as the reader's pages are."""
    maps = [maps] if isinstance(maps, Map) else maps
    top, out = 0, []
    for one in maps:
        drawn = Picture(one, one.name or title, by, top, PICTURE_BYTES // len(maps))
        out += drawn.out
        top = drawn.height
    return svg_file(out, LEFT + BAR + RIGHT, top)


def svg_file(out, width, height):
    """The file of a drawing, with the styles that it needs."""
    size = 'width="%d" height="%d"' % (width, height)
    return ('<svg xmlns="http://www.w3.org/2000/svg" class="tarn-map" role="img" '
            'viewBox="0 0 %d %d" %s><style>%s</style><defs>%s</defs>\n'
            '<rect class="page" %s/>\n%s\n</svg>\n'
            % (width, height, size, style_sheet(), PATTERNS, size, '\n'.join(out)))


# -- The same in a terminal --

LETTERS = {'f': '.', 's': ',', 'v': ' ', 'w': 'w', 'x': '!', None: '-'}
LETTERS_SAY = ('a digit or letter: a block of that class; # of the commons; . free; , stranded; '
               'a blank: never used; w waits in the quarantine; ! damaged; - metadata')


def letter(look, piece):
    if piece.state != LIVE:
        return look.of(piece)
    if piece.index == look.map.classes:
        return 'b#'
    return 'b' + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[min(piece.index, 35)]


def painted(text, style, colour):
    """The text in the colour of its class, for a terminal with 256 colours."""
    if not colour or not style or style[0] not in 'bsx':
        return text
    ink = {'s': '#f6c9bd', 'x': '#ffffff', 'b#': REST_INK}.get(style)
    ink = ink or INKS[int(style[1], 36) % len(INKS)]
    red, green, blue = (round(int(ink[at:at + 2], 16) / 51) for at in (1, 3, 5))
    ground = 16 + 36 * red + 6 * green + blue
    return '\x1b[30;48;5;%dm%s\x1b[0m' % (ground, text) if style != 'b#' else \
        '\x1b[97;48;5;%dm%s\x1b[0m' % (ground, text)


def lines_of(map_, width=64, most=24, colour=False):
    """The map as text: the bytes that a letter stands for, and the lines."""
    look = Look(map_, 'class')
    size = -(-map_.arena // (width * most * 8)) * 8
    rows = Cells(map_, size, lambda piece: letter(look, piece)).rows(width)
    lines = []
    for row, runs in enumerate(rows):
        lines.append('0x%06x ' % ((map_.address or 0) + row * width * size) + ''.join(
            painted((LETTERS.get(style) or style[1]) * count, style, colour)
            for _, count, style in runs))
    return size, lines

# -- From what was saved --


def map_of(one, harden, tags):
    """The map of a heap that saved_heap() returned, without what is outside of the arena."""
    map_ = Map(one['bytes'], one['classes'], harden, tags, one['sequence'])
    map_.name, map_.address = 'Heap %s' % one['name'], one['arena']
    map_.tag_names = {tag: quoted(name) for tag, name in enumerate(one['tags']) if name != '-'}
    blocks_ = collections.defaultdict(list)
    for block in one['blocks'] + one['free']:
        if 0 <= block['offset'] and block['offset'] + block['bytes'] <= map_.arena:
            blocks_[block['class']].append(piece_of(block, tags))
    for index, (at, figures) in enumerate(zip(one['at'], one['class'])):
        size, capacity = figures['size'], figures['capacity']
        if not capacity or not 0 <= at <= at + (size or 1) * capacity <= map_.arena:
            continue
        map_.zones.append(Zone(index, at, size, capacity))
        for piece in sorted(blocks_[index]):
            map_.pieces += never(piece.offset - at, at, size, index) + [piece]
            at = piece.offset + piece.size
        end = map_.zones[-1].at + size * capacity
        map_.pieces += never(end - at, at, size, index)
    return map_


def never(bytes_, at, size, index):
    """The piece of blocks that were never handed out, if there are any."""
    if not size or bytes_ < size:
        return []
    return [Piece(at, size, bytes_ // size, index, NEVER, 0, 0)]


def piece_of(block, tags):
    state = LIVE if block['state'] == UNWRITTEN else block['state']
    known = state == LIVE and block['state'] == LIVE
    tag = block.get('tag', 0) if known else 0
    if tag > tags:
        state, known, tag = DAMAGED, False, 0
    return Piece(block['offset'], block['bytes'], 1, block['class'], state, tag,
                 block.get('sequence', 0) if known else 0, block.get('who', '') if known else '')


def maps_of(saved_):
    """The map of each heap."""
    return [map_of(one, saved_['harden'], saved_['tags']) for one in saved_['heaps']]


# ---- What free() would say ------------------------------------------------------------------


class Verdict:
    """`fault` is the fault that tarn_free(heap, address) would raise, or None. If `at` is not the
    address, the fault concerns another place, and the block is freed. The rules are those of
    pool/heap/free.c, fault.c, core.h and record.c."""

    def __init__(self, heap, address):
        self.heap, self.build, self.address = heap, heap.build, address
        self.offset = min(address - heap.base & (1 << 8 * heap.memory.pointer_bytes) - 1, MASK)
        self.fault, self.at = None, address
        if address:
            self.decide()

    def __str__(self):
        if not self.address:
            return 'free() does nothing'
        if not self.fault:
            return 'free() takes it'
        if self.at == self.address:
            return self.fault
        return 'free() takes it, and raises %s of %s' % (self.fault, address_text(self.at))

    def decide(self):
        heap, offset = self.heap, self.offset
        aligned = not offset % self.build.align
        if self.build.pools and aligned and offset < heap.commons_at:
            found = heap.pool_find(offset)
            if found and not found[0].is_free(found[1]):
                self.leave(found[0].index, found[0].size)
            else:
                self.fault = self.kind()
        elif self.build.commons and aligned and heap.commons_at < offset < heap.end_at and \
                heap.is_live(offset) and heap.is_start(offset):
            self.leave(heap.class_count, heap.length(offset))
        else:
            self.fault = self.kind()

    def leave(self, index, size):
        """A live block starts at the pointer. May it be freed?"""
        heap, build, offset = self.heap, self.build, self.offset
        if offset + size > heap.end_at or size <= build.record:
            self.fault = 'wild'  # its planes were overwritten, and lead anywhere
            return
        state, asked = heap.record_of(offset, size) if build.harden >= 2 else (LIVE, 0)
        tag = heap.tag_raw(offset, size) if build.tags else 0
        if state == FREED:
            self.fault = self.kind()
        elif tag > build.tags:
            self.fault = 'overlap' if 0 <= tag - PINNED <= build.tags else 'overrun'
        elif state != LIVE or build.harden >= 2 and not heap.slack_whole(offset, size, asked):
            self.fault = 'overrun'
        elif build.harden >= 3:
            self.oldest_leaves()
        elif index == heap.class_count:
            self.merge(offset, size)

    def merge(self, offset, size):
        """The run merges with its free neighbours. Are their links whole? Those of the last run are
        not read: it is on no list."""
        heap = self.heap
        starts = heap.run_starts()
        at = bisect.bisect_left(starts, offset) - 1
        before = starts[max(at, 0):at + 1] if offset != heap.last_end() else []
        for beside in [offset + size] + before:
            if beside < heap.end_at and beside != heap.last and not heap.is_live(beside) and \
                    not heap.link_sound(beside):
                self.fault, self.at = 'link', heap.base + beside
                return

    def oldest_leaves(self):
        """Level 3: when the quarantine is full, its oldest block becomes reusable."""
        heap, waiting = self.heap, self.heap.waiting()
        if len(waiting) < self.build.quarantine:
            return
        offset = waiting[0]
        found = heap.find(heap.base + offset)
        if found is None or found.offset != offset or found.reusable:
            self.fault, self.at = 'use-after-free', heap.base + offset
            return
        written = heap.record_of(offset, found.size)[0] != FREED
        if found.index == heap.class_count:  # links will lie there: this is the last look
            written |= heap.word(offset) != FILL_FREE or \
                found.size >= 8 + self.build.record and heap.word(offset + 4) != FILL_FREE
        if written:
            self.fault, self.at = 'use-after-free', found.address
        elif found.index == heap.class_count:
            self.merge(offset, found.size)

    # -- A pointer that is refused (fault.c) --

    def kind(self):
        heap, offset = self.heap, self.offset
        low = heap.classes[0].start if heap.classes else heap.commons_at
        if not heap.owns(self.address):
            return 'foreign'
        if self.address % self.build.align:
            return 'misaligned'
        if low <= offset < heap.commons_at:
            return self.pool_kind()
        if heap.in_commons(offset):
            return self.commons_kind()
        return 'wild'

    def pool_kind(self):
        """The pointer lies in a block that was never carved, in a live one, or in a free one."""
        heap, offset = self.heap, self.offset
        one = next(one for one in heap.block_pools if offset < one.end)
        number_ = (offset - one.start) // one.size
        if number_ >= one.used():
            return 'wild'
        return 'double-free' if offset == one.offset(number_) or one.is_free(number_) else \
            'interior'

    def commons_kind(self):
        """The last run that starts at the pointer or before it decides."""
        heap = self.heap
        starts = heap.run_starts()
        at = bisect.bisect_right(starts, self.offset) - 1
        if at < 0 or starts[at] == self.offset or not heap.is_live(starts[at]):
            return 'double-free'
        return 'interior'


# ---- Where it is read from ------------------------------------------------------------------


class Dumps:
    """An ELF file and raw dumps: no registers, no threads, no expressions."""

    def __init__(self, elf):
        self.elf = elf
        self.pointer_bytes, self.big_endian = elf.pointer_bytes, elf.big_endian

    def read(self, address, size):
        """Reads what no dump covers from the image's constants."""
        data = self.elf.constant(address, size)
        if data is None:
            raise Unreadable('no dump covers the %d bytes at 0x%x' % (size, address))
        return data

    def symbol(self, name):
        return self.elf.symbol(name)

    def name_of(self, address):
        return self.elf.name_of(address)

    @staticmethod
    def line_of(_):
        return ''

    def evaluate(self, text):
        found = self.elf.symbol(text[1:]) if text.startswith('&') else None
        if found is None:
            raise Refused('%s: must be a number, or &SYMBOL; expressions are gdb\'s' % text)
        return found

    def fields(self, text):
        """The two fields of a handle that lies at a symbol."""
        return Session.memory().words(self.evaluate(text), 2) if text.startswith('&') else None

    def images(self):
        return [(self.elf, self.elf.sections)]

    @staticmethod
    def stacks():
        say('registers and stacks are unknown: all of the dumps counts, also memory out of use')
        return [('dump', one.start, one.start + len(one.data)) for one in Session.dumps]

    @staticmethod
    def registers():
        return []


# Languages of gdb that read C's expressions and types.
KIN_OF_C = 'c', 'c++', 'objective-c', 'opencl', 'asm', 'minimal'
# Others that may read what C cannot. Not Go: gdb 13 ends itself. Not Ada: the name of a function
# calls it.
OTHERS = 'rust', 'modula-2', 'pascal', 'fortran', 'd'
SETTINGS = (('trace-commands', False), ('verbose', False), ('case-sensitive', 'on'),
            ('print demangle', True), ('filename-display', 'relative'),
            ('host-charset', 'UTF-8'))


class Plainly:
    """With it, gdb reads C, and prints what this file parses, whatever the frame's language and the
    user's settings are. It sets them back."""

    own = None  # the user's language, while one is in use

    def __enter__(self):
        self.was, self.outer = [], Plainly.own
        for name, value in SETTINGS:
            self.set(name, value)
        own = gdb.parameter('language')
        if own == 'auto':
            try:
                own = gdb.execute('show language', to_string=True).partition('currently ')[2]
            except gdb.error:  # a frame that cannot be read
                pass
            own = own.partition('"')[0]
        if self.outer is None:
            Plainly.own = own
        self.set('language', own if own in KIN_OF_C else 'c')  # also for the frames of threads

    def set(self, name, value):
        self.was.append((name, gdb.parameter(name)))
        set_to(name, value)

    def __exit__(self, *_):
        Plainly.own = self.outer
        for name, value in reversed(self.was):
            set_to(name, value)


def set_to(name, value):
    gdb.execute('set %s %s' % (name, {True: 'on', False: 'off'}.get(value, value)), to_string=True)


def value_of(text):
    """The value of an expression: in C, or else in the user's language."""
    try:
        return gdb.parse_and_eval(text)
    except gdb.error:
        if Plainly.own not in OTHERS:
            raise
    set_to('language', Plainly.own)
    try:
        return gdb.parse_and_eval(text)
    finally:
        set_to('language', 'c')


def address_in(value):
    """The number of a value in gdb. An array or a function is its address."""
    if value.type.strip_typedefs().code in (gdb.TYPE_CODE_ARRAY, gdb.TYPE_CODE_FUNC):
        value = value.address
    return int(value) & (1 << 64) - 1


# What `set tarn skip` is at first: functions and files that are not named as owners.
SKIP = 'std::* __gnu_cxx::* operator* new_allocator.h'


def functions_at(pc):
    """(block, file, line) of each function at a pc: inlined ones, the innermost first, then the
    real one. The line is that of its own call. Of an inlined function gdb has the line that calls
    it."""
    block, found, here = gdb.block_for_pc(pc), [], gdb.find_pc_line(pc)
    while block and block.superblock and here.symtab:
        if block.function:
            found.append((block, here.symtab, here.line))
            here = block.function
        block = block.superblock
    return found


def is_skipped(block, symtab, _):
    name = re.sub(r'\((?!anonymous).*', '', block.function.print_name, flags=re.S)
    names = name, short_arguments(name, 0), os.path.basename(symtab.filename)
    return any(fnmatch.fnmatchcase(one, word) for one in names
               for word in (gdb.parameter('tarn skip') or '').split())


def is_of_macro(block, symtab, _):
    """All of an inlined function is one line: it may be what a macro makes, such as NAME_get."""
    return len({line.line for line in symtab.linetable() if block.start <= line.pc < block.end}
               - {block.function.line}) < 2


def line_of_call(found):
    """The line in the innermost function that is not skipped. Those in the file of the real
    function go first."""
    kept = [one for one in found[:-1] if not is_skipped(*one) and not is_of_macro(*one)]
    kept += [one for one in found[-1:] if not is_skipped(*one)]
    own = [one for one in kept if one[1].filename == found[-1][1].filename]
    return line_text(*(own + kept + found[-1:])[0][1:])


def entry_of(function):
    return address_in(function.value()) & ~1


def line_text(symtab, line):
    return ' (%s:%d)' % (symtab.filename, line) if symtab else ''


class Debugger:
    """What gdb has now: a process, a board, a core file; or nothing that runs."""

    def __init__(self):
        self.pointer_bytes = gdb.lookup_type('void').pointer().sizeof
        self.big_endian = 'big' in gdb.execute('show endian', to_string=True).split('currently')[-1]
        self.here = gdb.selected_inferior()

    def read(self, address, size):
        if not self.here.pid:  # gdb would read the statics as they are before the start
            for elf, _ in self.images():
                data = elf.constant(address, size) if elf.fixed else None
                if data is not None:
                    return data
            raise Unreadable('no dump covers the %d bytes at 0x%x, and nothing runs'
                             % (size, address)
                             if Session.dumps
                             else 'nothing runs: start the program, load a core file, '
                             'or `tarn dump FILE@ADDRESS`')
        try:
            return bytes(self.here.read_memory(address, size))
        except (gdb.error, OverflowError, ValueError) as why:
            raise Unreadable('cannot read %d bytes at 0x%x' % (size, address)) from why

    def symbol(self, name):
        """Searches the files, not gdb: debug information has an address even for a variable that
        the linker dropped."""
        for elf, sections in self.images():
            found = elf.symbol(name)
            if found is not None and sections:
                was = next(one.first for one in elf.sections if one.name == sections[0].name)
                return found + sections[0].first - was
        return None

    @staticmethod
    def name_of(address):
        text = gdb.execute('info symbol 0x%x' % address, to_string=True).strip()
        return None if text.startswith('No symbol') else text.split(' in section')[0].replace(' + ',
                                                                                              '+')

    def line_of(self, address):
        """The line of the call that returns to an address. gdb alone may name a function that the
        linker dropped: if flash begins at 0, that function seems to lie there, too."""
        name, _, offset = (self.name_of(address) or '').rpartition('+')
        start, last = address - (int(offset) if offset.isdigit() else 0), address - 1
        found = functions_at(last)
        if found and start in (found[-1][0].start, entry_of(found[-1][0].function)):
            return line_of_call(found)
        for symbol in self.functions(name):
            if entry_of(symbol) == start:
                lines = [(line.pc, line.line) for line in symbol.symtab.linetable()
                         if start <= line.pc <= last]
                return line_text(symbol.symtab, max(lines)[1]) if lines else ''
        line = gdb.find_pc_line(last)
        return line_text(line.symtab, line.line)

    @staticmethod
    def functions(name):
        """The functions of this name in the debug information. Several files may have one each."""
        found = [gdb.lookup_global_symbol(name), *gdb.lookup_static_symbols(name)] if name else ()
        return [one for one in found if one and one.symtab and one.is_function]

    @staticmethod
    def evaluate(text):
        try:
            return address_in(value_of(text))
        except gdb.error as why:
            raise Refused('%s: neither a number nor an expression: %s' % (text, why)) from why

    @staticmethod
    def fields(text):
        """The two fields of a handle; None if the expression is not one."""
        try:
            value = value_of(text)
            return int(value['slot']), int(value['generation'])
        except (gdb.error, TypeError):
            return None

    def images(self):
        """Each file of the program, with its sections at their present addresses."""
        files, name = {}, gdb.current_progspace().filename
        for line in gdb.execute('info files', to_string=True).splitlines():
            found = re.match(r'\s*(0x[0-9a-f]+) - 0x[0-9a-f]+ is (\S+)(?: in (.+))?$', line)
            if found and (found.group(3) or name):  # a core file alone has no name
                files.setdefault(found.group(3) or name, {})[found.group(2)] = int(found.group(1),
                                                                                   16)
        return [one for one in map(self.image, files, files.values()) if one]

    @staticmethod
    def image(name, firsts):
        try:
            elf = Session.elf(name)
        except Refused:
            return None
        return elf, [one.moved(firsts[one.name]) for one in elf.sections if one.name in firsts]

    # -- Threads --

    @staticmethod
    def threads():
        """Selects each thread in turn."""
        was = gdb.selected_thread()
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda one: one.num):
            thread.switch()
            yield thread
        if was is not None:
            was.switch()

    @staticmethod
    def number_of(expression):
        try:
            return int(gdb.parse_and_eval(expression)) & (1 << 64) - 1
        except (gdb.error, OverflowError, ValueError):
            return None

    def stacks(self):
        """The stacks of all threads. On a Cortex-M a thread may have two."""
        spans = []
        for thread in self.threads():
            bottoms = {self.number_of('(unsigned long)$' + name) for name in ('sp', 'msp', 'psp')}
            for bottom in sorted(bottoms - {None, 0, MASK}):
                spans.append(('stack of thread %d' % thread.num, bottom, self.top_of(bottom)))
            base = self.number_of('(unsigned long)$fs_base')
            if base:
                spans.append(('statics of thread %d' % thread.num, self.bottom_of(base), base))
        if not spans:
            say('threads are unknown: stacks and registers do not count')
        return spans

    def bottom_of(self, base):
        """Thread-local variables lie below the address that a thread knows."""
        bottom = base & ~4095
        while bottom > base - THREAD_MAX and self.readable(bottom - 4096):
            bottom -= 4096
        return bottom

    def readable(self, page):
        try:
            return bool(self.read(page, 4096))
        except Unreadable:
            return False

    def top_of(self, bottom):
        top = stack_top(self, bottom)
        if top:
            return top
        top = (bottom | 4095) + 1
        while top < bottom + STACK_MAX and self.readable(top):
            top += 4096
        return top

    def registers(self):
        """(name, value) of each register of all threads."""
        found = []
        for thread in self.threads():
            for name in gdb.newest_frame().architecture().registers('general'):
                value = self.number_of('(unsigned long)$' + name.name)  # RISC-V's are signed
                if value is not None:
                    found.append(('%s of thread %d' % (name.name, thread.num), value))
        return found


STACK_MAX, THREAD_MAX = 1 << 20, 1 << 16
STACK_TOPS = '__stack_top', '__StackTop', '_estack', '__stack'


def stack_top(target, bottom):
    """The top of the stack that `bottom` is in, by a symbol of a linker script; or None."""
    tops = (target.symbol(name) for name in STACK_TOPS)
    return next((top for top in tops if top and bottom <= top <= bottom + STACK_MAX), None)


class Session:
    """What the commands read. Dumps and files stay for later commands."""

    target = None  # without gdb
    dumps = []
    elfs = {}
    owners = {}  # their names, while a command runs

    @classmethod
    def now(cls):
        return cls.target or Debugger()

    @classmethod
    def elf(cls, name):
        try:
            key = name, os.stat(name).st_mtime
        except OSError as why:
            raise Refused('%s: %s' % (name, why.strerror)) from why
        if key not in cls.elfs:
            cls.elfs[key] = Elf(name)
        return cls.elfs[key]

    @classmethod
    def memory(cls):
        target = cls.now()
        return Memory(target.read, target.pointer_bytes, target.big_endian, cls.dumps)

    @classmethod
    def build(cls, memory):
        target = cls.now()
        images = target.images()
        at = target.symbol('tarn_image')
        if at is None:
            constants = [one for _, sections in images for one in sections if one.data]
            at = record_in(constants, memory.order)
        if at is None:
            raise NoRecord('no image: type `file firmware.elf` first' if not images else
                           '%s: no record of Tarn: it was built with TARN_DEBUGGER=0, or makes no '
                           'heap' % images[0][0].name)
        size = Build.bytes(memory.pointer_bytes)
        for elf, _ in images:
            own = elf.constant(at, size) if elf.fixed else None
            if own is not None and own != memory.read(at, size):
                raise Refused('the memory is of another build than %s: name the ELF that ran'
                              % elf.name)
        try:
            build = Build(memory, at)
            build.spans = [(min(one.first for one in sections), max(one.last for one in sections))
                           for _, sections in images if sections]
            return build
        except Unreadable as why:
            raise Unreadable('%s, where %s has the record of Tarn: is it the ELF that ran?'
                             % (why, images[0][0].name)) from why

    @classmethod
    def build_or_none(cls, memory):
        """None: the program has no heap. Then level 1 is taken for granted, at which object pools
        have the fewest fields."""
        try:
            return cls.build(memory)
        except NoRecord:
            return None

    @classmethod
    def heaps(cls):
        memory = cls.memory()
        return registered(memory, cls.build(memory))


def registered(memory, build):
    """The heaps on the registry, the newest first; and what is damaged in the list."""
    heaps, broken, seen = [], [], set()
    at = build.registry
    size = memory.pointer_bytes
    while True:
        try:
            following, proof = memory.pointer(at), memory.pointer(at + size)
        except Unreadable as why:
            if at == build.registry:
                raise Unreadable('the registry of heaps: %s' % why) from why
            broken.append(Broken(0, at,
                                 'the registry of heaps leads to an address that cannot be read'))
            break
        if not following:
            break
        if proof != ~following & (1 << 8 * size) - 1 or following in seen:
            broken.append(Broken(0, at,
                                 'the registry of heaps was overwritten, or another image ran, '
                                 'or none ran: heaps after it are not found'))
            break
        seen.add(following)
        at = following
        heaps.append(Heap(memory, build, at - build.at['entry']))
    return heaps, broken


# ---- What the commands share ----------------------------------------------------------------


def say(text=''):
    if gdb is None:
        print(text)
        return
    try:
        gdb.write(text + '\n')
    except UnicodeError:  # a terminal that has not these letters
        gdb.write(ascii(text)[1:-1] + '\n')


def write_whole(name, text):
    """Writes all of a file, or leaves it as it was."""
    new = name + '.new'
    try:
        with open(new, 'w', encoding='utf-8') as file:
            file.write(text)
        os.replace(new, name)
    except OSError as why:
        raise Refused('%s: %s' % (name, why.strerror)) from why


def name_of(address):
    """symbol+offset; or the address, if there is none."""
    name = Session.now().name_of(address)
    return quoted_place(short_arguments(name)) if name else address_text(address)


def symbol_of(address):
    """An owner: a name for an address in code, with (file:line) where gdb knows."""
    if address not in Session.owners:
        Session.owners[address] = name_of(address & ~1) + Session.now().line_of(address & ~1) \
            if address else '-'
    return Session.owners[address]


def heaps_or_refuse(sound=True):
    heaps, broken = Session.heaps()
    for one in broken:
        say('damaged: %s' % one)
    if not heaps:
        raise Refused('no heap was made yet' if not broken else 'no heap can be found')
    usable = [heap for heap in heaps if not heap.wrong]
    if sound and not usable:
        raise Refused(heaps[0].wrong[0].what)
    for heap in heaps:
        for one in heap.wrong:
            say('damaged: %s' % one)
    return usable if sound else heaps


def number(text):
    """An address or a size, or any expression of gdb."""
    try:
        return int(text, 0)
    except ValueError:
        return Session.now().evaluate(text)


def span(text):
    """Reads A..B."""
    first, dots, last = text.partition('..')
    try:
        return int(first or '0', 0), int(last, 0) if dots and last else MASK if dots else int(first,
                                                                                              0)
    except ValueError:
        raise Refused('%s: must be A..B, such as 100..200' % text) from None


def block_line(block):
    build = block.heap.build
    line = 'live %s bytes=%d requested=%d class=%d' % (
        address_text(block.address), block.size, block.requested, block.index)
    if build.tags:
        line += ' tag=%d' % block.tag
    if build.harden >= 3:
        line += ' owner=%s sequence=%d' % (symbol_of(block.owner), block.sequence)
    if block.state != LIVE:
        line += ' (%s)' % block.state
    return line


# ---- Commands -------------------------------------------------------------------------------

COMMANDS = {}


def command(usage):
    """Makes a function the command `tarn NAME`. Its docstring is the help."""
    def register(function):
        COMMANDS[function.__name__.rstrip('_').replace('_', '-')] = (usage, function)
        return function
    return register


class Options:
    """The words of a command: --name value, --flag, and the rest."""

    def __init__(self, words, values=(), flags=(), most=0):
        self.values, self.flags, self.rest = {}, set(), []
        words = list(words)
        while words:
            word = words.pop(0)
            name = word[2:]
            if not word.startswith('--'):
                self.rest.append(word)
            elif name in flags:
                self.flags.add(name)
            elif name in values and words:
                self.values[name] = words.pop(0)
            else:
                raise Refused('%s: %s'
                              % (word, 'a value is missing' if name in values else 'there are ' + (
                    ' '.join('--' + one for one in (*values, *flags)) or 'no options')))
        if len(self.rest) > most:
            raise Refused('%s: one word too many' % self.rest[most])

    def number(self, name, default=None):
        if name not in self.values:
            return default
        value = number(self.values[name])
        if value < 0:
            raise Refused('--%s %d: must be a number from 0 on' % (name, value))
        return value


@command('')
def heaps(words):
    """Each heap that was made: its record, its arena, how it was built."""
    Options(words)
    for heap in heaps_or_refuse(sound=False):
        build = heap.build
        if heap.wrong:
            continue
        say('heap %s record=%s arena=%s bytes=%d classes=%d '
            'harden=%d align=%d tags=%d version=%s'
            % (name_of(heap.address), address_text(heap.address), address_text(heap.arena_start),
               heap.arena_bytes, heap.class_count, build.harden, build.align, build.tags,
               build.version))


@command('')
def info(words):
    """What tarn_report() prints, for each heap."""
    Options(words)
    for heap in heaps_or_refuse():
        for line in heap.report():
            say(line)


@command('')
def classes(words):
    """The classes and the commons, as a table."""
    Options(words)
    for heap in heaps_or_refuse():
        say('heap %s' % name_of(heap.address))
        say('%8s %6s %9s %7s %7s %7s' % ('class', 'bytes', 'capacity', 'live', 'peak', 'refused'))
        for index in range(heap.class_count + 1):
            one = heap.class_figures(index)
            say('%8s %6s %9d %7s %7d %7d' % (
                index if one['size'] else 'commons', one['size'] or '', one['capacity'],
                one['live'] if one['size'] or heap.build.count else '-', one['peak'],
                one['refused']))
        unused = sum((one.capacity - one.peak) * one.size for one in heap.classes)
        if unused * 32 >= heap.arena_bytes:
            say('%d of %d bytes stand in blocks of pools that were never used: '
                'make size fits a table to the program' % (unused, heap.arena_bytes))


def chosen(options, all_blocks):
    """The blocks that the options of `tarn blocks` ask for."""
    low, high = span(options.values.get('seq', '0..'))
    tag, index = options.number('tag'), options.number('class')
    owner, least = options.values.get('owner'), options.number('min', 0)
    for block in all_blocks:
        if (tag is None or block.tag == tag) and (index is None or block.index == index) and \
                block.size >= least and low <= block.sequence <= high and \
                (owner is None or owner in symbol_of(block.owner)):
            yield block


def must_know(heaps, options):
    """Refuses an option that no heap has data for: its empty result would mislead."""
    build, classes = heaps[0].build, max(heap.class_count for heap in heaps)
    asked = set(options.values) | {options.values.get('group')}
    if 'tag' in asked and not build.tags:
        raise Refused('--tag, --group tag: the image was built without TAGS=')
    for name, most in ('tag', build.tags), ('class', classes):
        if options.number(name, 0) > most:
            raise Refused('--%s %s: there is none; the last is %d'
                          % (name, options.values[name], most))
    if asked & {'owner', 'seq'} and build.harden < 3:
        raise Refused('--owner, --seq, --group owner: the image was built with HARDEN=%d, not 3'
                      % build.harden)
    if 'free' in options.flags and asked & {'tag', 'owner', 'seq'}:
        raise Refused('--free: free blocks have no owner, no tag and no sequence number')


def counted(blocks_):
    return 'blocks=%d requested=%d' % (len(blocks_), sum(block.requested for block in blocks_))


def weight(blocks_, below):
    """The bytes of blocks, and of those below them."""
    return sum(one.size for block in blocks_ for one in (block, *below.get(block, ())))


def grouped(blocks_, by, most, below):
    keys = {'owner': lambda block: symbol_of(block.owner),
            'tag': lambda block: 'tag %d' % block.tag,
            'size': lambda block: '%d bytes' % block.requested}
    if by not in keys:
        raise Refused('--group %s: must be owner, tag or size' % by)
    groups = {}
    for block in blocks_:
        one = keys[by](block), by == 'owner' and block.owner  # two long names may look alike
        groups.setdefault(one, []).append(block)
    for key, some in sorted(groups.items(), key=lambda one: -weight(one[1], below))[:most]:
        under = [one for block in some for one in below.get(block, ())]
        say('%8d bytes in %5d blocks: %s%s' % (
            weight(some, {}), len(some), key[0], '; below: %d bytes in %d blocks' % (
                weight(under, {}), len(under)) if under else ''))


CHOICES = ('class', 'owner', 'tag', 'seq', 'min', 'top', 'group')
CHOOSE = ('[--class C] [--owner SYM] [--tag T] [--seq A..B] [--min N] [--top N] '
          '[--group owner|tag|size]')


def listed(options, found, line, below={}):
    """Prints a line for each block that the options ask for, or their sums. Returns the blocks. The
    largest are those with the most `below` them, {block: blocks}, and in themselves."""
    found, most = list(chosen(options, found)), options.number('top')
    if 'group' in options.values:
        grouped(found, options.values['group'], most, below)
        return found
    if most is not None:
        found = sorted(found, key=lambda block: -weight([block], below))[:most]
    for block in found:
        say(line(block))
    return found


def free_line(block):
    return 'free %s bytes=%d class=%d' % (
        address_text(block.address), block.size, block.index)


@command(CHOOSE + ' [--free]')
def blocks(words):
    """The live blocks in the order of their addresses; --free: the free ones."""
    options = Options(words, CHOICES, ('free',))
    free = 'free' in options.flags
    heaps = heaps_or_refuse()
    must_know(heaps, options)
    for heap in heaps:
        found = listed(options, heap.blocks(free), free_line if free else block_line)
        if not free and 'group' not in options.values:
            say('live ' + counted(found))


def address_of(words):
    options = Options(words, most=1 << 10)
    if not options.rest:
        raise Refused('an address is missing: a number, or %s'
                      % ('&SYMBOL' if gdb is None else 'an expression'))
    return number(' '.join(options.rest)) & (1 << 64) - 1


def heap_at(address):
    """The heap that an address lies in. If a heap lies in a block of another, the inner one."""
    owners = [heap for heap in heaps_or_refuse() if heap.owns(address)]
    return min(owners, key=lambda heap: heap.arena_bytes, default=None)


@command('ADDR')
def find(words):
    """Which block an address lies in."""
    address = address_of(words)
    heap = heap_at(address)
    block = heap.find(address) if heap else None
    if heap is None:
        said = 'in no heap'
    elif block is None:
        said = 'in heap %s, but in no block: metadata, or memory that was never handed out' \
            % name_of(heap.address)
    elif block.state == FREED:
        said = '%d bytes into a free %s of %d bytes at %s' % (
            address - block.address, 'block' if block.index < heap.class_count else 'run',
            block.size, address_text(block.address))
    else:
        said = '%d bytes into %s' % (address - block.address, block_line(block))
    say('%s: %s' % (address_text(address), said))


@command('ADDR')
def try_free(words):
    """What free() would do with a pointer: take it, or raise which fault."""
    address = address_of(words)
    heap = heap_at(address) or heaps_or_refuse()[0]
    say('%s: %s' % (address_text(address), Verdict(heap, address)))


@command('')
def check(words):
    """Every broken invariant of every heap. pool/DESIGN.md explains their numbers."""
    Options(words)
    heaps_, broken = Session.heaps()
    if not heaps_ and not broken:
        raise Refused('no heap was made yet')
    for heap in heaps_:
        broken += Check(heap).broken
    for one in broken:
        say('broken %s' % one)
    say('%d heaps, %d broken' % (len(heaps_), len(broken)))
    return len(broken)


@command('')
def frag(words):
    """Free memory by the length of its runs; memory in pools, the quarantine and slack."""
    Options(words)
    for heap in heaps_or_refuse():
        runs = sorted((size for _, size, live in heap.runs_of() if not live), reverse=True)
        free, longest = sum(runs), runs[0] if runs else 0
        say('heap %s' % name_of(heap.address))
        say('commons: free=%d in %d runs, longest=%d, fragmentation=%d per mille'
            % (free, len(runs), longest, (free - longest) * 1000 // free if free else 0))
        lengths = {}
        for size in runs:
            power = 1 << size.bit_length() - 1
            count, total = lengths.get(power, (0, 0))
            lengths[power] = count + 1, total + size
        for power, (count, total) in sorted(lengths.items()):
            say('%9d.. %5d runs %8d bytes %s' % (power, count, total, '#' * (40 * total // free)))
        idle = sum((one.capacity - one.live) * one.size for one in heap.classes)
        say('pools: %d bytes are free for requests of their classes' % idle)
        if heap.build.harden >= 3:
            say('quarantine: %d bytes in %d blocks' % tuple(heap.ring()[:0:-1]))
        if heap.build.harden >= 2:
            slack = sum(block.size - heap.build.record - block.requested for block in heap.blocks())
            say('live blocks: %d bytes more than was requested' % slack)


def has_colours():
    """Does the output go to a terminal that may have colours?"""
    if os.environ.get('NO_COLOR') or not os.isatty(1):
        return False
    return gdb is None or bool(gdb.parameter('style enabled'))


@command('[--svg FILE] [--by class|tag|lost]')
def map_(words):
    """The arena as a picture: in the terminal, or in a file for a browser. By lost it shows what
    `tarn leaks` finds."""
    options = Options(words, ('svg', 'by'))
    by, name = options.values.get('by'), options.values.get('svg')
    if by not in (None, 'class', 'tag', 'lost') or by and not name:
        raise Refused('--by %s: must be class, tag or lost, and needs --svg' % by)
    found = heaps_or_refuse()
    saved_ = [saved_heap(heap) for heap in found]
    if by == 'lost':
        memory = Session.memory()
        mark_lost(saved_, Graph(memory, found).lost(Roots(memory, found)))
    maps = [map_of(one, heap.build.harden, len(LOST) if by == 'lost' else heap.build.tags)
            for one, heap in zip(saved_, found)]
    if name:
        write_whole(name, svg(maps, by=by))
        say('written: %s' % name)
        return
    for one in maps:
        size, lines = lines_of(one, colour=has_colours())
        say('%s: %d bytes a letter' % (one.name, size))
        for line in lines:
            say(line)
    say(LETTERS_SAY)


# ---- Who points where -----------------------------------------------------------------------

LOST = 'reachable', 'lost', 'below a lost block'


def mark_lost(saved_, below):
    """Gives each block of saved heaps the number of its word in LOST, in the place of its tag."""
    marks = {one.address: 2 for some in below.values() for one in some}
    marks.update((block.address, 1) for block in below)
    for heap in saved_:
        heap['tags'] = LOST
        for block in heap['blocks']:
            block['tag'] = marks.get(block['address'], 0)


class Roots:
    """Where pointers are kept outside of heaps: data, bss, stacks, registers. Each is (name,
    address, bytes)."""

    def __init__(self, memory, heaps_, bottom=None):
        target = Session.now()
        stacks = target.stacks() if bottom is None else [stack_from(bottom)]
        self.memory, self.heaps = memory, heaps_
        self.places, self.registers = [], target.registers()
        spans = [(one.name, one.first, one.last) for _,
                 sections in target.images() for one in sections
                 if one.writable and one.name not in ('.stack', '.arena')]
        for name, first, last in once(spans + stacks):
            self.add(name, first, last)

    def add(self, name, first, last):
        """Adds the parts of a span that lie in no arena and can be read."""
        for low, high in outside(first, last, self.heaps):
            try:
                self.places.append((name, low, self.memory.read(low, high - low)))
            except Unreadable as why:
                say('not searched: %s, %s' % (name, why))

    def pointers(self):
        """(where, value) of each aligned word, and of each register."""
        size = self.memory.pointer_bytes
        code = self.memory.order + ('Q' if size == 8 else 'I')
        for name, first, data in self.places:
            skip = -first % size
            for at in range(skip, len(data) - size + 1, size):
                yield '%s %s' % (name, address_text(first + at)), \
                    struct.unpack_from(code, data, at)[0]
        yield from self.registers


def stack_from(bottom):
    """The stack that a given stack pointer is in: a raw dump has no registers."""
    top = stack_top(Session.now(), bottom)
    if not top:
        raise Refused('--sp %s: no top of a stack within %d bytes above it (symbols: %s)'
                      % (address_text(bottom), STACK_MAX, ' '.join(STACK_TOPS)))
    return 'stack', bottom, top


def outside(first, last, heaps_):
    """The parts of a span that lie in the arena of none of these heaps."""
    for heap in heaps_:
        low, high = heap.arena_start, heap.arena_start + heap.arena_bytes
        if first < high and low < last:
            yield from outside(first, low, heaps_)
            yield from outside(high, last, heaps_)
            return
    if first < last:
        yield first, last


def once(spans):
    """The spans, without the parts that an earlier span covers."""
    taken = []
    for name, first, last in spans:
        for low, high in taken:
            if low <= first < high:
                first = min(high, last)
            if first < low < last <= high:
                last = low
        if first < last:
            taken.append((first, last))
            yield name, first, last


class Graph:
    """The live blocks by address, and what they point to."""

    def __init__(self, memory, heaps_):
        self.memory, self.heaps = memory, heaps_
        self.blocks = sorted((block for heap in heaps_ for block in heap.blocks()),
                             key=lambda one: one.address)
        self.starts = [block.address for block in self.blocks]

    def at(self, address):
        """The number of the block that an address lies in; or None."""
        found = bisect.bisect_right(self.starts, address) - 1
        if found >= 0 and address < self.starts[found] + self.blocks[found].size:
            return found
        return None

    def inside(self, block):
        """(where, value) of each aligned word of a block. If a heap lies in the block, its arena is
        skipped, because it has blocks of its own."""
        size, heap = self.memory.pointer_bytes, block.heap
        code = self.memory.order + ('Q' if size == 8 else 'I')
        inner = [one for one in self.heaps if one is not heap and heap.owns(one.arena_start)]
        for first, last in outside(block.address, block.address + block.size, inner):
            for at in range(first, last - size + 1, size):
                yield 'block %s+%d' % (address_text(block.address), at - block.address), \
                    struct.unpack_from(code, heap.arena, at - heap.arena_start)[0]

    def led_to(self, number_):
        """The numbers of the blocks that a block points to; and None."""
        return {self.at(value) for _, value in self.inside(self.blocks[number_])}

    def spread(self, todo, found):
        """Adds the blocks `todo` and all that they lead to to `found`. Returns what is new."""
        new = []
        while todo:
            number_ = todo.pop()
            if number_ not in found:
                found.add(number_)
                new.append(number_)
                todo += self.led_to(number_)
        return new

    def lost(self, roots):
        """Of the blocks that no root leads to, the fewest that lead to all others, and what is
        below each: {block: blocks}. Of a cycle it is the oldest block. What is below two counts
        once."""
        reached, order, below = {None}, [], {}
        self.spread([self.at(value) for _, value in roots.pointers()], reached)
        done = set(reached)
        for first in sorted(range(len(self.blocks)),
                            key=lambda at: (self.blocks[at].sequence, at)):
            todo = [(first, False)]
            while todo:  # depth first
                number_, is_left = todo.pop()
                if is_left:
                    order.append(number_)
                elif number_ not in done:
                    done.add(number_)
                    todo.append((number_, True))
                    todo += [(one, False) for one in self.led_to(number_)]
        for number_ in reversed(order):  # a block that leads to another, and not back, comes first
            if number_ not in reached:
                new = [self.blocks[one] for one in self.spread([number_], reached)]
                below[new[0]] = new[1:]
        return below


@command(CHOOSE + ' [--all] [--sp ADDR]')
def leaks(words):
    """Live blocks that no pointer in data, bss, stacks, registers or another block leads to, and
    how many blocks only they lead to, which are below them. Of a cycle it is the oldest block.
    --all: then those below, too. The last line counts all. --sp: the stack pointer of a raw dump.
    Then the statics and that stack count, and no other memory of the dump."""
    options = Options(words, CHOICES + ('sp',), ('all',))
    bottom = options.number('sp')
    found = heaps_or_refuse()
    must_know(found, options)
    memory = Session.memory()
    graph = Graph(memory, found)
    below = graph.lost(Roots(memory, found, bottom))
    under = {one for some in below.values() for one in some}
    lost, others = ([one for one in graph.blocks if one in some] for some in (below, under))
    listed(options, lost, lambda block: block_line(block) + (
        ' below %s' % counted(below[block]) if below[block] else ''), below)
    if others and 'all' in options.flags:
        say('below these:')
        listed(options, others, block_line)
    say('lost %s below %s of live blocks=%d' % (counted(lost), counted(others),
                                               len(graph.blocks)))


@command('ADDR')
def refs(words):
    """What points into the block at an address."""
    address = address_of(words)
    found = heaps_or_refuse()
    memory = Session.memory()
    graph = Graph(memory, found)
    target = graph.at(address)
    if target is None:
        raise Refused('%s: in no live block' % address_text(address))
    block, count = graph.blocks[target], 0
    pointers = [Roots(memory, found).pointers()] + [graph.inside(one) for one in graph.blocks]
    for where, value in (pair for some in pointers for pair in some):
        if block.address <= value < block.address + block.size:
            count += 1
            say('%s holds %s' % (where, address_text(value)))
    say('%d words point into %s' % (count, block_line(block)))


# ---- Object pools ---------------------------------------------------------------------------

POLICIES = ('never', 'refuse', 'rob-oldest', 'rob-least', 'grow')  # by the bit of the option
ROB_OLDEST, GROW, BITS, KNOWS, PERSISTENT = 4, 16, 32, 64, 1024
REST = 4 | 8 | 16 | 1 << 15
HELD, RETIRED, WORN = 1, 3, 1 << 20
MAKES = 1 | 8  # hooks: once, destroy
SLOTS_MAX, PARTS_MAX = 1 << 20, 1 << 12


class Type:
    """struct tarn_object_type. `sound`: it has the shape of one, so its user is a pool."""

    def __init__(self, memory, at):
        read = Reader(memory, at)
        self.options, self.stride, self.inverse, self.link = read.words(4)
        self.head, self.shift, self.index_bits = read.field(2), read.field(1), read.field(1)
        self.name = memory.text(read.pointer())
        read.pointer(), read.pointer(), read.pointer()
        self.size, self.maximum = read.words(2)
        self.align_bits, self.era_bits = read.field(1), read.field(1)
        odd = self.stride >> (self.shift & 31)
        self.sound = self.name is not None and odd * self.inverse & MASK == 1 and \
            self.head < self.stride < 1 << 21 and 0 < self.index_bits <= self.era_bits < 32
        self.tagged = not self.options & (BITS | KNOWS)

    def policy(self):
        return next((name for bit, name in enumerate(POLICIES) if self.options >> bit & 1), '?')


class Part:
    """struct tarn_object_part: the pool's own slots, or an overflow chunk's."""

    def __init__(self, memory, kind, at, rest):
        read = Reader(memory, at)
        self.made, self.idle = read.words(2)
        self.list = read.pointer()
        self.origin, self.limit = read.words(2)
        self.base = read.pointer()
        self.created, self.name, self.birth, bits = read.words(4)
        self.capacity = bits >> 11 if memory.big_endian else bits & 0x1fffff
        self.hooks = bits >> (7 if memory.big_endian else 21) & 15
        self.vacants = self.spares = self.given_up = self.next = 0
        self.lists = [self.list]
        self.end = read.at
        if rest is not None:
            read = Reader(memory, rest or self.end)
            vacant, self.vacants, spare, self.spares = (read.pointer(), read.field(4),
                                                        read.pointer(),
                                                        read.field(4))
            self.next, self.given_up = read.pointer(), read.field(4)
            self.lists += [vacant, spare]
            self.end = read.at
        self.sound = self.limit <= self.created <= self.capacity <= SLOTS_MAX and \
            self.idle <= self.made
        self.tags, self.bits = (), 0
        if self.sound and self.created:
            self.read_slots(memory, kind)

    def read_slots(self, memory, kind):
        """Reads the tags of all created slots at once, or which slots are in use by their bits."""
        start = self.base - kind.head
        if kind.tagged:
            data = memory.read(start, (self.created - 1) * kind.stride + kind.head)
            self.tags = [struct.unpack_from(memory.order + 'I', data,
                                            kind.head - 4 + i * kind.stride)[0]
                         for i in range(self.created)]
        elif kind.options & BITS:
            at = start + self.capacity * kind.stride if kind.options & ROB_OLDEST else self.list
            words = memory.words(at, 2 * ((self.limit + 31) // 32))
            self.bits = sum((here & ~free) << 32 * i
                            for i, (free, here) in enumerate(zip(words[::2], words[1::2])))


class Pool:
    """An object pool: its parts, and which of their slots are in use. `wrong`: what is damaged."""

    def __init__(self, memory, build, at):
        self.memory, self.build, self.address = memory, build, at
        self.harden = build.harden if build else 1
        self.parts, self.wrong = [], []
        size = memory.pointer_bytes
        self.type = Type(memory, memory.pointer(at + part_bytes(memory)))
        if not self.type.sound:
            self.wrong.append('its record or its type was overwritten')
            return
        rest = self.harden >= 2 or self.type.options & REST
        end = at + part_bytes(memory) + 4 * size + 8
        self.peak, self.refused = memory.words(end - 8, 2)
        end += 3 * size  # struct tarn_object_hand, of a pool with a rest
        read = Reader(memory, end)
        self.counters = [0] * 9
        if rest:
            part = Part(memory, self.type, at, end)
            read.at = part.end
            read.pointer()
            live, slots = read.words(2)
            read.pointer()
            self.counters = [live, slots] + read.words(6)
        self.read_parts(at, end if rest else None)

    def read_parts(self, at, rest):
        """Reads the pool's own slots, and the chunks, each of which points to the next."""
        seen = set()
        while at and at not in seen and len(seen) < PARTS_MAX:
            seen.add(at)
            try:
                part = Part(self.memory, self.type, at, rest)
            except Unreadable as why:
                self.wrong.append('a part of it cannot be read: %s' % why)
                return
            if not part.sound:
                self.wrong.append('the record of its slots at %s was overwritten'
                                  % address_text(at))
                return
            self.parts.append(part)
            at = part.next if self.type.options & GROW else 0
            rest = 0 if rest is not None else None
        if at:
            self.wrong.append('its chunks have no end')

    def in_use(self, part, index, idle):
        if self.type.tagged:
            return part.tags[index] >= TOP
        if self.type.options & BITS:
            return bool(part.bits >> index & 1)
        return part.base + index * self.type.stride not in idle

    def objects(self):
        """(address, slot of a handle, tag, owner) of each object in use."""
        memory, kind = self.memory, self.type
        for part in self.parts:
            idle = self.idle_of(part) if kind.options & KNOWS else ()
            for index in range(part.limit):
                if self.in_use(part, index, idle):
                    at = part.base + index * kind.stride
                    tag = part.tags[index] if kind.tagged else 0
                    owner = memory.word(at - (8 if kind.tagged else 4)) if self.harden >= 2 else 0
                    yield at, part.name + index & MASK, tag, owner and self.build.code(owner)

    def idle_of(self, part):
        """The objects on the lists. Nothing else tells which objects of a KNOWS pool are idle."""
        found = set()
        for at in part.lists:
            while at and at not in found and len(found) <= part.limit:
                found.add(at)
                try:
                    at = self.memory.pointer(at + self.type.link)
                except Unreadable:
                    break
        return found

    def figures(self):
        """The numbers of tarn_object_stats."""
        kind, parts = self.type, self.parts
        tags = [tag for part in parts for tag in part.tags]
        retired = tags.count(RETIRED) + parts[0].given_up
        capacity = sum(part.capacity for part in parts)
        live = self.counters[0] if kind.options & GROW else sum(part.made - part.idle
                                                                for part in parts)
        if kind.options & KNOWS:
            live = sum(1 for _ in self.objects())
        return {'size': kind.size, 'slot': kind.stride, 'capacity': capacity,
                'maximum': self.counters[2] if kind.options & GROW else capacity,
                'created': sum(part.created - part.vacants for part in parts) - retired,
                'live': live,
                'peak': max(self.peak, self.most()), 'refused': self.refused,
                'robbed': self.counters[5], 'grown': self.counters[6], 'shrunk': self.counters[7],
                'retired': retired, 'worn': sum(map(worn, tags))}

    def most(self):
        """The peak of a pool that does not grow: the slots that were made, less those that were
        made ahead and never got (peak_find)."""
        own, kind = self.parts[0], self.type
        if kind.options & GROW:
            return 0
        never = 0
        if kind.tagged and not kind.options & ROB_OLDEST and own.idle and self.harden < 2 and \
                not own.hooks & MAKES:
            while never < own.limit and own.tags[own.limit - 1 - never] == own.birth:
                never += 1
        return own.made - never

    def check(self):
        """Compares the slots with the counts (O4 of pool/object/README.md)."""
        for part in self.parts:
            used = sum(tag >= TOP for tag in part.tags[:part.limit])
            others = part.spares + part.vacants + part.given_up
            others += part.tags[:part.limit].count(RETIRED)
            if part.made + others != part.limit:
                yield 'O4 %d slots were carved, %d are counted' % (part.limit, part.made + others)
            if self.type.tagged and used > part.made - part.idle:
                yield 'O4 %d objects are in use, %d are counted' % (used, part.made - part.idle)

    # -- Handles --

    def judge(self, slot, generation):
        """(live or stale, text) if the handle is of this pool, else None."""
        kind = self.type
        for part in self.parts:
            index = slot - part.name & MASK
            if not kind.tagged or not part.name or index >= part.limit or generation < TOP:
                continue
            tag = part.tags[index]
            text = '%s %s slot=%d generation=%d' % (
                quoted(kind.name), address_text(part.base + index * kind.stride),
                slot & (1 << kind.index_bits) - 1, (~generation & MASK) >> 1)
            if tag == generation:
                return 'live', text
            if tag == RETIRED:
                return 'stale', text + ': its slot retired'
            now = ~tag & MASK if tag >= TOP else tag
            return 'stale', text + ': the slot is at generation %d, %s' % (
                now >> 1, 'in use' if tag >= TOP else 'put back')
        return None


def worn(tag):
    """Does a slot retire soon (tag_worn)?"""
    idle = ~tag & MASK if tag >= TOP else tag
    return bool(idle & HELD) and (1 << 31) - (idle & ~HELD) <= WORN * 2


def part_bytes(memory):
    return 40 if memory.pointer_bytes == 4 else 48


def object_pools(memory):
    """(pool, None) for each pool on the registry; (None, why) where it is damaged. Without a symbol
    for the registry, the first entry of a pool among the statics leads to the others."""
    size, ones = memory.pointer_bytes, (1 << 8 * memory.pointer_bytes) - 1
    to_pool = part_bytes(memory) + 2 * size
    build = Session.build_or_none(memory)
    at = Session.now().symbol('tarn__object_registry')
    if at is None:
        at = head_among(memory, to_pool)
    seen = set()
    while at and len(seen) < SLOTS_MAX:
        following = memory.pointer(at)
        if not following and not seen:
            return
        if memory.pointer(at + size) != ~following & ones or following in seen:
            yield None, 'the registry was overwritten at %s: the rest is lost' % address_text(at)
            return
        if not following:
            return
        seen.add(following)
        at = following
        try:
            yield Pool(memory, build, at - to_pool), None
        except Unreadable as why:
            yield None, 'an object pool at %s cannot be read: %s' % (
                address_text(at - to_pool), why)


def head_among(memory, to_pool):
    """An entry among the statics that leads to a pool, and that no other one leads to."""
    size, ones = memory.pointer_bytes, (1 << 8 * memory.pointer_bytes) - 1
    leads = {}
    for first, data in statics(memory):
        words = struct.unpack_from('%s%d%s'
                                   % (memory.order, len(data) // size, 'Q' if size == 8 else 'I'),
                                   data)
        for i in range(len(words) - 1):
            if words[i] and words[i] ^ words[i + 1] == ones and is_pool(memory, words[i] - to_pool):
                leads[first + i * size] = words[i]
    heads = set(leads) - set(leads.values())
    return min(heads, default=None)


def is_pool(memory, at):
    try:
        return Type(memory, memory.pointer(at + part_bytes(memory))).sound
    except Unreadable:
        return False


def statics(memory):
    """(address, bytes) of the program's data and bss, from an aligned address on."""
    size = memory.pointer_bytes
    for elf, sections in Session.now().images():
        for one in sections:
            first = one.first + -one.first % size
            if one.writable and one.name not in ('.stack', '.arena') and first < one.last:
                try:
                    yield first, memory.read(first, one.last - first)
                except Unreadable as why:
                    say('not searched: %s of %s, %s' % (one.name, elf.name, why))


def name_in(words):
    """The name that a command is given, with or without its quotes; None: it is given none."""
    rest = Options(words, most=1 << 10).rest
    return unquoted(' '.join(rest)) if rest else None


@command('[NAME]')
def objects(words):
    """The open object pools, as tarn_object_report() prints them; with NAME, each object in
    use."""
    name, memory, known = name_in(words), Session.memory(), []
    for pool, broken in object_pools(memory):
        if broken:
            say('damaged: %s' % broken)
            continue
        known.append(pool.type.name or '')
        if name not in (None, pool.type.name):
            continue
        for why in pool.wrong + list(pool.check()):
            say('damaged: object pool %s at %s: %s'
                % (quoted(pool.type.name or '?'), address_text(pool.address), why))
        if pool.parts:
            say('objects %s %s record=%s' % (quoted(pool.type.name), pairs(pool.figures()),
                                             address_text(pool.address)))
        if name is not None:
            say('record=%s policy=%s%s' % (
                address_text(pool.address), pool.type.policy(),
                ' persistent' if pool.type.options & PERSISTENT else ''))
            tell_objects(pool)
    if name is not None and name not in known:
        raise Refused('%s: no object pool of this name is open; there are: %s'
                      % (quoted(name), ' '.join(map(quoted, known)) or 'none'))
    if not known:
        say('no object pool is open')


def tell_objects(pool):
    kind = pool.type
    for at, slot, tag, owner in pool.objects():
        line = 'live object %s %s' % (quoted(kind.name), address_text(at))
        if kind.tagged:
            line += ' slot=%d generation=%d' % (slot & (1 << kind.index_bits) - 1,
                                                (~tag & MASK) >> 1)
        say(line + (' owner=%s' % symbol_of(owner) if pool.harden >= 2 else ''))


# ---- Packed arrays --------------------------------------------------------------------------

ELEMENTS_MAX = 1 << 24


class Packed:
    """struct tarn_packed. Arrays are on no registry. `sound`: the fields that no call changes are
    those of an array. `wrong`: what check() finds."""

    def __init__(self, memory, at):
        read = Reader(memory, at)
        self.memory, self.address = memory, at
        self.count, self.capacity, self.peak, self.refused = read.words(4)
        self.placed, self.slots, self.origin, self.born = read.words(4)
        self.slot, self.owner, self.heap, label = (read.pointer() for _ in range(4))
        self.sound = 0 < self.capacity <= ELEMENTS_MAX and self.slot % 4 == 0 < self.slot and \
            self.owner == self.slot + 8 * self.capacity
        self.label = memory.text(label) if self.sound else None
        self.sound = self.label is not None and (
            bool(self.label) and self.label.isprintable() or
            self.count <= self.placed <= self.slots <= self.capacity and self.count <= self.peak)
        self.generations, self.indices, self.owners = (), (), ()
        self.wrong = []

    def check(self):
        """Checks P1 to P4 (pool/packed/README.md)."""
        if not self.count <= self.placed <= self.slots <= self.capacity or \
                not self.count <= self.peak <= self.slots:
            self.wrong.append('P1 its counts contradict each other')
            self.slots = self.placed = 0
            return
        pairs_ = self.memory.words(self.slot, 2 * self.slots) if self.slots else ()
        self.generations, self.indices = pairs_[::2], pairs_[1::2]
        self.owners = self.memory.words(self.owner, self.placed) if self.placed else ()
        for index, slot in enumerate(self.owners):
            if slot >= self.slots or self.indices[slot] != index:
                self.wrong.append('P2 element %d and its slot do not name each other' % index)
                return
            if self.generations[slot] & 1 != (index < self.count):
                self.wrong.append('P3 the generation of element %d says that it is %s'
                                  % (index, 'inactive' if index < self.count else 'live'))
                return
        if self.retired() != self.slots - self.placed:
            self.wrong.append('P4 %d slots retired, %d are counted'
                              % (self.retired(), self.slots - self.placed))

    def retired(self):
        return self.generations.count(self.origin - 3 & MASK) if self.slots else 0

    def figures(self):
        return {'capacity': self.capacity, 'live': self.count, 'peak': self.peak,
                'refused': self.refused,
                'retired': self.retired()}

    def judge(self, slot, generation):
        """As Pool.judge."""
        age, most = (one - self.origin + 1 & MASK for one in (generation, self.most()))
        if slot >= self.slots or age >= most + 2:
            return None
        text = '%s slot=%d generation=%d' % (quoted(self.label), slot, generation)
        if self.generations[slot] != generation:
            return 'stale', text + ': the slot is at generation %d, %s' % (
                self.generations[slot], 'live' if self.generations[slot] & 1 else 'inactive')
        if not generation & 1:
            return None
        return 'live', text + ' index=%d' % self.indices[slot]

    def most(self):
        """The largest generation of any slot."""
        return max(self.generations, key=lambda one: one - self.origin & MASK, default=self.born)


def packed_arrays(memory, heaps_):
    """The packed arrays among the statics and in live blocks. An array is known by its shape: its
    capacity, the addresses of slots and owners, which lie side by side, and its name."""
    size = memory.pointer_bytes
    for first, data in statics(memory):
        yield from packed_in(memory, first, data)
    for heap in heaps_:
        for block in heap.blocks():
            if block.size >= 32 + 5 * size:
                at = block.address - heap.arena_start
                yield from packed_in(memory, block.address, heap.arena[at:at + block.size])


def packed_in(memory, first, data):
    size = memory.pointer_bytes
    code = memory.order + ('Q' if size == 8 else 'I')
    for at in range(0, len(data) - 32 - 5 * size + 1, size):
        capacity = struct.unpack_from(memory.order + 'I', data, at + 4)[0]
        slot = struct.unpack_from(code, data, at + 32)[0]
        owner = struct.unpack_from(code, data, at + 32 + size)[0]
        if 0 < capacity <= ELEMENTS_MAX and owner == slot + 8 * capacity:
            try:
                found = Packed(memory, first + at)
                if found.sound:
                    found.check()
            except Unreadable as why:
                found.wrong.append('its slots and owners cannot be read: %s' % why)
            if found.sound:
                yield found


def readable_heaps():
    """The heaps whose blocks can be read; none if the program has no heap."""
    try:
        return [heap for heap in Session.heaps()[0] if not heap.wrong]
    except NoRecord:
        return []


@command('[NAME]')
def packed(words):
    """The packed arrays, found by their shape; with NAME, each live element."""
    name, known = name_in(words), []
    for array in packed_arrays(Session.memory(), readable_heaps()):
        known.append(array.label)
        if name not in (None, array.label):
            continue
        for why in array.wrong:
            say('damaged: packed array %s at %s: %s'
                % (quoted(array.label), address_text(array.address), why))
        say('packed %s record=%s %s' % (quoted(array.label), address_text(array.address),
                                        pairs(array.figures())))
        for index, slot in enumerate(array.owners[:array.count] if name is not None else ()):
            say('live element %s index=%d slot=%d generation=%d'
                % (quoted(array.label), index, slot, array.generations[slot]))
    if name is not None and name not in known:
        raise Refused('%s: no packed array of this name; there are: %s'
                      % (quoted(name), ' '.join(map(quoted, known)) or 'none'))
    if not known:
        say('no packed array is found')


@command('HANDLE')
def handle(words):
    """Which object or element a handle names. HANDLE is SLOT:GENERATION, or a number whose low half
    is the slot, or an expression of gdb."""
    slot, generation = handle_of(' '.join(Options(words, most=1 << 10).rest))
    memory, found = Session.memory(), []
    pools = [pool for pool, _ in object_pools(memory) if pool]
    for one in pools + list(packed_arrays(memory, readable_heaps())):
        verdict = one.judge(slot, generation)
        if verdict:
            found.append(verdict)
    if not slot and not generation:
        say('all zero: a handle of no object')
    for state, text in sorted(found):
        say('%s %s' % (state, text))
    if not found and (slot or generation):
        say('slot %d, generation %d: a handle of no open pool and no array' % (slot, generation))


def handle_of(text):
    if not text:
        raise Refused('a handle is missing: SLOT:GENERATION, or a number whose low half is the '
                      'slot')
    first, colon, second = text.partition(':')
    if colon and gdb is None or re.match(r'\w+:\w+$', text):
        return number(first) & MASK, number(second) & MASK
    fields = Session.now().fields(text)
    if fields:
        return fields
    value = number(text)
    return value & MASK, value >> 32 & MASK


# ---- What was saved -------------------------------------------------------------------------

SAVED = 1  # the format of what `tarn save` writes


def saved_block(block):
    """A block as a dictionary, without fields that the build does not have."""
    build = block.heap.build
    one = {'address': block.address, 'offset': block.address - block.heap.arena_start,
           'bytes': block.size,
           'class': block.index, 'state': FREE if block.reusable else block.state}
    if block.state == FREED:
        return one
    one['requested'] = block.requested
    if build.tags:
        one['tag'] = block.tag
    if build.harden >= 3:
        one.update(owner=block.owner, who=symbol_of(block.owner), sequence=block.sequence)
    return one


def saved_heap(heap):
    figures = [heap.class_figures(index) for index in range(heap.class_count + 1)]
    tags = heap.build.tags
    return {'name': name_of(heap.address), 'record': heap.address, 'arena': heap.arena_start,
            'bytes': heap.arena_bytes,
            'classes': heap.class_count, 'sequence': heap.sequence(), 'figures': heap.figures(),
            'class': figures,
            'at': [heap.base + one - heap.arena_start
                   for one in [one.start for one in heap.classes] + [heap.first]],
            'tags': [heap.tag(tag)['name'] for tag in range(tags + 1 if tags else 0)],
            'broken': [str(one) for one in Check(heap).broken],
            'blocks': [saved_block(block) for block in heap.blocks()],
            'free': [saved_block(block) for block in heap.blocks(True)]}


def saved():
    """The data that `tarn save` writes, for `tarn diff` and `make picture`."""
    heaps_, memory = heaps_or_refuse(), Session.memory()
    build = Session.build(memory)
    pools = [pool for pool, _ in object_pools(memory) if pool and pool.parts]
    return {'tarn': SAVED, 'version': build.version, 'harden': build.harden, 'align': build.align,
            'tags': build.tags,
            'heaps': [saved_heap(heap) for heap in heaps_],
            'objects': [dict(pool.figures(), name=pool.type.name, record=pool.address)
                        for pool in pools],
            'packed': [dict(one.figures(), name=one.label, record=one.address)
                       for one in packed_arrays(memory, heaps_)]}


def file_of(words):
    options = Options(words, most=1)
    if not options.rest:
        raise Refused('the name of a file is missing')
    return options.rest[0]


@command('FILE')
def save(words):
    """Write all heaps, pools and arrays to a file, as JSON, for `tarn diff`."""
    name = file_of(words)
    write_whole(name, json_.dumps(saved(), indent=1) + '\n')
    say('written: %s' % name)


@command('FILE')
def json(words):
    """The same as save."""
    save(words)


def read_saved(name):
    try:
        with open(name) as file:
            before = json_.load(file)
    except OSError as why:
        raise Refused('%s: %s' % (name, why.strerror)) from why
    except ValueError as why:
        raise Refused('%s: not a file of `tarn save`' % name) from why
    if not isinstance(before, dict) or before.get('tarn') != SAVED:
        raise Refused('%s: not a file of `tarn save` of this version' % name)
    return before


@command('FILE')
def diff(words):
    """What was allocated, freed and resized since `tarn save FILE`."""
    name = file_of(words)
    before = {one['record']: one for one in read_saved(name)['heaps']}
    heaps_ = heaps_or_refuse()
    for heap in heaps_:
        old = before.pop(heap.address, {'blocks': []})
        if heap.build.harden < 3:
            say('below level 3, a block that was freed and another in its place look the same')
        compare(heap, {one['address']: one for one in old['blocks']})
    for old in before.values():
        say('heap %s is no longer there' % old['name'])


def compare(heap, old):
    sums = [[0, 0], [0, 0], [0, 0]]  # allocated, freed, grew: how many, bytes
    lines = []
    for block in heap.blocks():
        was = old.get(block.address)
        same = was is not None and was.get('sequence', 0) == block.sequence
        if same and (was['bytes'], was['requested']) == (block.size, block.requested):
            del old[block.address]
            continue
        if same:
            del old[block.address]
            lines.append('grew from %d to %s' % (was['requested'], block_line(block)))
            add(sums[2], block.requested - was['requested'])
        else:
            lines.append('allocated %s' % block_line(block))
            add(sums[0], block.requested)
    for was in old.values():
        lines.append('freed %s bytes=%d requested=%d%s' % (
            address_text(was['address']), was['bytes'], was['requested'],
            ' owner=%s sequence=%d' % (was['who'], was['sequence']) if 'sequence' in was else ''))
        add(sums[1], was['requested'])
    for line in lines:
        say(line)
    say('heap %s allocated blocks=%d requested=%d freed blocks=%d requested=%d '
        'grew blocks=%d requested=%d'
        % ((name_of(heap.address),) + tuple(sum(sums, []))))


def add(sums, size):
    sums[0] += 1
    sums[1] += size


def dump_of(text):
    """Reads FILE@ADDRESS."""
    name, at, address = text.rpartition('@')
    if not at or not name:
        raise Refused('%s: FILE@ADDRESS, such as ram.bin@0x20000000' % text)
    try:
        with open(name, 'rb') as file:
            data = file.read()
    except OSError as why:
        raise Refused('%s: %s' % (name, why.strerror)) from why
    if not data:
        raise Refused('%s: it is empty' % name)
    return Dump(number(address), data)


@command('FILE@ADDRESS')
def dump(words):
    """Read memory from a raw dump of RAM from now on. Without a file: from the target again."""
    options = Options(words, most=1)
    if not options.rest:
        Session.dumps.clear()
        return
    found = dump_of(options.rest[0])
    Session.dumps.append(found)
    say('%d bytes from %s on are read from %s'
        % (len(found.data), address_text(found.start), options.rest[0]))


# ---- In gdb ---------------------------------------------------------------------------------

UNDONE = (Refused, Foreign, Unreadable)


def tell_commands():
    for name, (usage, function) in COMMANDS.items():
        say(('tarn %s %s' % (name, usage)).rstrip())
        say('    ' + ' '.join(function.__doc__.split()))


def run(words):
    """Runs a command."""
    if words[0] not in COMMANDS:
        raise Refused('no such command; there are: %s' % ' '.join(COMMANDS))
    Session.owners.clear()
    return COMMANDS[words[0]][1](words[1:])


def load():
    """The commands, the function and the printers."""

    class Tarn(gdb.Command):
        """Tarn's heaps and pools: `tarn` lists the commands."""

        def __init__(self):
            super().__init__('tarn', gdb.COMMAND_DATA)

        def invoke(self, argument, from_tty):
            words = gdb.string_to_argv(argument)
            if not words:
                tell_commands()
                return
            try:
                with Plainly():
                    run(words)
            except UNDONE as why:
                raise gdb.GdbError('tarn %s: %s' % (words[0], why))

        def complete(self, text, word):
            return [name for name in COMMANDS if name.startswith(word)]

    class Skip(gdb.Parameter):
        """Functions and files that are not named as owners: patterns, as of a shell."""

        set_doc = show_doc = __doc__

        def __init__(self):
            super().__init__('tarn skip', gdb.COMMAND_DATA, gdb.PARAM_STRING)
            self.value = SKIP

        def get_set_string(self):
            return ''

        def get_show_string(self, value):
            return value

    class TarnBlock(gdb.Function):
        """$tarn_block(POINTER): the start of the live block that it points into, or 0."""

        def __init__(self):
            super().__init__('tarn_block')

        def invoke(self, pointer):
            start = 0
            with Plainly():
                try:
                    address = address_in(pointer)
                    heap = heap_at(address)
                    block = heap.find(address) if heap else None
                    if block and block.state != FREED:
                        start = block.address
                except (*UNDONE, gdb.error) as why:
                    raise gdb.GdbError('$tarn_block: %s' % why)
                return gdb.Value(start).cast(gdb.lookup_type('void').pointer())

    class Printer:
        """A value in one line."""

        def __init__(self, text):
            self.text = text

        def to_string(self):
            return self.text

    def heap_text(value, memory):
        one = Heap(memory, Session.build(memory), int(value.address))
        if one.wrong:
            return 'heap: %s' % one.wrong[0].what
        live = [block.requested for block in one.blocks()]
        return 'heap: %d bytes at %s, %d blocks live, %d bytes requested' % (
            one.arena_bytes, address_text(one.arena_start), len(live), sum(live))

    def pool_text(value, memory):
        one = Pool(memory, Session.build_or_none(memory), int(value.address))
        return 'object pool: %s' % (one.wrong or ['%s %s' % (quoted(one.type.name),
                                                             pairs(one.figures()))])[0]

    def packed_text(value, memory):
        one = Packed(memory, int(value.address))
        if not one.sound:
            return 'packed array: not made'
        one.check()
        return 'packed array: %s' % (one.wrong or ['%s %s' % (quoted(one.label),
                                                              pairs(one.figures()))])[0]

    def handle_text(value, memory):
        slot, generation = int(value['slot']), int(value['generation'])
        if not slot and not generation:
            return 'handle: none'
        name = value.type.name[:-len('_handle')]
        ones = [pool for pool, _ in object_pools(memory) if pool and pool.type.name == name]
        ones += [one for one in packed_arrays(memory, readable_heaps()) if one.label == name]
        found = sorted(filter(None, (one.judge(slot, generation) for one in ones)))
        return 'handle: %s' % (' '.join(found[0]) if found else 'of nothing that is open')

    TEXTS = {'tarn_heap': heap_text, 'tarn_object_pool': pool_text,
             'tarn_object_full_pool': pool_text,
             'tarn_packed': packed_text}

    def text_of(kind, name):
        """The printer's function for a type; None: gdb prints it. A pool with a name of the program
        is a struct around a union whose first member is `core`."""
        if kind.code != gdb.TYPE_CODE_STRUCT or kind.tag in TEXTS:
            return TEXTS.get(kind.tag)
        fields = kind.fields()
        if name.endswith('_handle') and [field.name for field in fields] == ['slot', 'generation']:
            return handle_text
        inner = fields[0].type if len(fields) == 1 and not fields[0].name else None
        if inner and inner.code == gdb.TYPE_CODE_UNION and \
                [field.name for field in inner.fields()][:1] == ['core']:
            return pool_text
        return None

    def printer_of(value):
        """For gdb: the printer of a heap, an object pool, a packed array, a handle; or None."""
        text = text_of(value.type.strip_typedefs(), value.type.name or '')
        if text is None or text is not handle_text and value.address is None:
            return None
        try:
            with Plainly():
                return Printer(text(value, Session.memory()))
        except (*UNDONE, gdb.error):
            return None  # gdb prints the fields

    Tarn()
    TarnBlock()
    for word in ('set', 'show'):
        gdb.Command(word + ' tarn', gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)
    Skip()
    others = [one for one in gdb.pretty_printers if getattr(one, '__name__', '') != 'printer_of']
    gdb.pretty_printers = others + [printer_of]


# ---- Without gdb ----------------------------------------------------------------------------

USAGE = 'python3 tarn.py --elf ELF --dump FILE@ADDRESS [--dump FILE@ADDRESS ...] COMMAND [WORD ...]'


def main(words):
    """Runs a command. Returns 0; 1: `check` found damage; 2: it cannot be done, in one line."""
    words, elf, files = list(words), None, []
    try:
        while words and words[0] in ('--elf', '--dump'):
            if len(words) < 2:
                raise Refused('%s: a value is missing: %s' % (words[0], USAGE))
            if words[0] == '--elf':
                elf = words[1]
            else:
                files.append(words[1])
            words = words[2:]
        if words in (['--help'], ['help']):
            print(USAGE)
            tell_commands()
            return 0
        if not words:
            raise Refused('no command; there are %s: %s' % (' '.join(COMMANDS), USAGE))
        if elf is None or not files:
            raise Refused('%s is missing: %s' % ('--dump' if elf else '--elf', USAGE))
        Session.target = Dumps(Elf(elf))
        for file in files:
            Session.dumps.append(dump_of(file))
        return 1 if run(words) else 0
    except BrokenPipeError:  # the reader has closed the pipe
        sys.stdout = None
        return 0
    except UNDONE as why:
        print('error: %s' % why, file=sys.stderr)
        return 2


def restore(names, before):
    names.clear()
    names.update(before)


if gdb is not None and __name__ == '__main__':  # loads itself as a module: scripts share names
    SPEC = importlib.util.spec_from_file_location('tarn', __file__)
    sys.modules['tarn'] = importlib.util.module_from_spec(SPEC)
    SPEC.loader.exec_module(sys.modules['tarn'])
    restore(globals(), BEFORE)
elif gdb is not None:
    load()
elif __name__ == '__main__':
    sys.stdout.reconfigure(errors='backslashreplace')  # a terminal that has not all letters
    sys.exit(main(sys.argv[1:]))
