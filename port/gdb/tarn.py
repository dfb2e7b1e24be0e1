# SPDX-License-Identifier: MIT
"""Tarn's heaps, object pools and packed arrays, seen from outside.

In gdb:       source port/gdb/tarn.py, then `tarn` lists the commands
Without gdb:  python3 port/gdb/tarn.py --elf firmware.elf --dump ram.bin@0x20000000 check

It reads a target that is stopped, a core file, or a raw dump of RAM. It writes nothing into it and
runs nothing in it. One record in the image says how the image was built; debug information is not
needed. What it reads may be damaged: every walk ends, and what is damaged is named.

The first part of this file knows memory and heaps, and no gdb. So it can also be imported."""
import bisect
import collections
import re
import struct
import sys

try:
    import gdb
except ImportError:  # by itself, or imported
    gdb = None


class Refused(Exception):
    """What cannot be done as asked, in one line."""


# ---- Memory ---------------------------------------------------------------------------------


class Unreadable(Exception):
    """Memory that the target does not have, or that no dump covers."""


class Dump:
    """A raw dump: bytes that began at an address."""

    def __init__(self, start, data):
        self.start, self.data = start, data

    def read(self, address, size):
        at = address - self.start
        if at < 0 or size < 0 or at + size > len(self.data):
            return None
        return self.data[at:at + size]


class Memory:
    """The target's memory: dumps first, then what is asked of `below`."""

    def __init__(self, below, pointer_bytes, big_endian=False, dumps=()):
        self.below, self.dumps = below, list(dumps)
        self.order = '>' if big_endian else '<'
        self.big_endian = big_endian
        self.pointer_bytes = pointer_bytes

    def read(self, address, size):
        for dump in self.dumps:
            data = dump.read(address, size)
            if data is not None:
                return data
        return self.below(address, size)

    def number(self, address, size):
        return int.from_bytes(self.read(address, size), 'big' if self.big_endian else 'little')

    def word(self, address):
        return self.number(address, 4)

    def pointer(self, address):
        return self.number(address, self.pointer_bytes)

    def words(self, address, count):
        """Some words."""
        return struct.unpack('%s%dI' % (self.order, count), self.read(address, 4 * count))

    def text(self, address, most=64):
        """A C string, or None."""
        if not address:
            return None
        try:
            letters = bytearray()
            while len(letters) < most:
                letter = self.number(address + len(letters), 1)
                if letter == 0:
                    return letters.decode('ascii')
                letters.append(letter)
        except (Unreadable, UnicodeDecodeError):
            pass
        return None


# ---- An ELF file ----------------------------------------------------------------------------

WRITE, ALLOC, THREAD, NO_BYTES, TABLE, ARM = 1, 2, 0x400, 8, 2, 40


class Section:
    """A part of the image: where it lies in memory, and its bytes in the file (none for .bss)."""

    def __init__(self, name, first, size, flags, data):
        self.name, self.first, self.last, self.data = name, first, first + size, data
        self.flags, self.writable = flags, bool(flags & WRITE)

    def moved(self, first):
        """Where a program that may lie anywhere has it."""
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
        if self.bytes[:4] != b'\x7fELF' or self.bytes[4] not in (1, 2) or self.bytes[5] not in (1, 2):
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
                (one[1], one[2], one[0], one[3], one[4], one[5], one[6], one[9]) for one in headers):
            if flags & ALLOC and not flags & THREAD and size:
                data = b'' if kind == NO_BYTES else self.bytes[at:at + size]
                self.sections.append(Section(self.string(headers[names][4] + name), first, size, flags, data))
            elif kind == TABLE and item:
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
        """The address of a symbol; a compiler may have added to its name (.lto_priv.0)."""
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
        """Bytes that a program cannot change; None for all others."""
        for one in self.sections:
            if not one.writable and one.first <= address and address + size <= one.last and one.data:
                return one.data[address - one.first:address - one.first + size]
        return None


# ---- The image's record ---------------------------------------------------------------------

MAGIC = 0x4e524154  # "TARN"
FORMAT = 1
FAULTS = ('double-free', 'interior', 'misaligned', 'foreign', 'wild', 'link', 'overrun', 'use-after-free')
POOLS, COMMONS, COUNT, WATCH = 1, 2, 4, 8
FIELDS = ('classes', 'size_class', 'entry', 'faults', 'tag_room', 'counters', 'least', 'virgin')


class Foreign(Exception):
    """An image that this file cannot read, in one line."""


class Build:
    """What the record says: how the image was built, and where fields of a heap lie."""

    def __init__(self, memory, address):
        self.window = address >> 32 << 32
        magic, form, self.harden, self.align, flags = struct.unpack(
            memory.order + 'IBBBB', memory.read(address, 8))
        if magic != MAGIC:
            raise Foreign('no record of Tarn at 0x%x: what is there is another image, or was overwritten' % address)
        if form != FORMAT:
            raise Foreign('the image has format %d of Tarn, and this file reads format %d: '
                          'take the tarn.py of its release' % (form, FORMAT))
        version, self.tags, self.quarantine, self.heap_bytes = struct.unpack(
            memory.order + 'IHHH', memory.read(address + 8, 10))
        self.version = '%d.%d.%d' % (version // 10000, version // 100 % 100, version % 100)
        at = struct.unpack('%s%dH' % (memory.order, len(FIELDS)), memory.read(address + 18, 2 * len(FIELDS)))
        self.at = dict(zip(FIELDS, at))
        place = address + 18 + 2 * len(FIELDS)
        place += -(place - address) % memory.pointer_bytes
        self.registry = memory.pointer(place)
        self.pools, self.commons = bool(flags & POOLS), bool(flags & COMMONS)
        self.count, self.watch = bool(flags & COUNT), bool(flags & WATCH)
        self.granule_shift = 4 if self.align == 16 else 3
        self.word_shift = self.granule_shift + 5
        self.record = (12 if self.harden >= 3 else 4 if self.harden == 2 else 0) + (4 if self.tags else 0)
        self.pool_bytes = 32 if self.tags else 16
        self.tally_bytes = 12 if self.harden >= 3 else 4
        self.record_bytes = self.pool_bytes + self.tally_bytes + (56 if self.count else 0)
        if self.harden > 3 or self.align not in (8, 16):
            raise Foreign('the record of Tarn at 0x%x was overwritten' % address)

    @staticmethod
    def bytes(pointer_bytes):
        """Of the record, up to the registry's address."""
        return 36 + -36 % pointer_bytes + pointer_bytes


def record_in(sections, order):
    """The address of a record that no symbol names, in sections of constants; None."""
    magic = struct.pack(order + 'I', MAGIC)
    for section in sections:
        at = section.data.find(magic)
        while at >= 0:
            form, harden, align, flags = section.data[at + 4:at + 8] if at + 8 <= len(section.data) else (0,) * 4
            if (section.first + at) % 4 == 0 and form and harden <= 3 and align in (8, 16) and flags < 16:
                return section.first + at
            at = section.data.find(magic, at + 1)
    return None


# ---- A heap ---------------------------------------------------------------------------------

ARENA_MAX = 128 << 20
CLASSES_MAX = 64
BINS = 8  # at least
MASK = 0xffffffff
TOP = 1 << 31
FILL_FREE, FILL_NEW = 0x1deadb0b, 0xdeadbeef
KEY_LIVE, KEY_FREED = 0x5afe57a7, 0xdead0f5e
PINNED = 0x0b10cd00
LIVE, FREED, UNWRITTEN, DAMAGED = 'live', 'freed', 'unwritten', 'damaged'


def rotate(word, count):
    count &= 31
    return (word >> count | word << (32 - count)) & MASK


def leading_zeros(word):
    return 32 - word.bit_length()


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
    """One thing that is wrong: the number of the invariant (pool/README.md), where, and what."""

    def __init__(self, invariant, where, what):
        self.invariant, self.where, self.what = invariant, where, what

    def __str__(self):
        name = 'I%d' % self.invariant if self.invariant else '-'
        return '%-3s 0x%08x %s' % (name, self.where, self.what)


class Block:
    """A live block, or a free one or run."""

    def __init__(self, heap, offset, index, size, state):
        self.heap, self.offset, self.index, self.size, self.state = heap, offset, index, size, state
        self.address = heap.base + offset
        self.requested, self.owner, self.sequence, self.tag = size, 0, 0, 0
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


class Class:
    """A pool, as its record and its class say."""

    def __init__(self, heap, index, size):
        words = heap.pool_words(index)
        self.index, self.size = index, size
        self.head, live, self.start, fresh = words[:4]
        self.live, self.refused_high = live & 0xffffff, live >> 24
        self.overflow, self.fresh = fresh & 7, fresh & ~7
        self.end = heap.pool_words(index + 1)[2]
        self.capacity = (self.end - self.start) // size if size and self.end > self.start else 0
        self.carved = (self.fresh - self.start) // size if size and self.fresh > self.start else 0


class Heap:
    """A heap: what its record says, and its arena, read once. Whatever is damaged in the record itself
    is in `wrong`; then the rest is not looked at."""

    def __init__(self, memory, build, address):
        self.memory, self.build, self.address = memory, build, address
        self.wrong = []
        self.classes = []
        self.arena = b''
        for step in (self.read_record, self.read_arena, self.read_classes):
            try:
                step()
            except Unreadable as why:
                self.refuse('cannot be read: %s' % why)
            if self.wrong:
                return

    def refuse(self, what, address=None):
        self.wrong.append(Broken(0, self.address if address is None else address, 'the heap\'s ' + what))

    # -- The record --

    def read_record(self):
        read = Reader(self.memory, self.address)
        self.base, self.pools = read.pointer(), read.field(4)
        self.planes, self.end = read.pointer(), read.field(4)
        self.heads, self.key = read.pointer(), read.field(4)
        self.map_limit, self.map = read.field(4), read.pointer()
        self.limit, self.room, self.peak = read.words(3)
        self.touched = read.pointer()
        self.bins = read.words(2)
        self.class_count, self.bin_end = read.field(1), read.field(1)
        self.top = read.field(1) if self.build.watch else 0
        self.size_class = self.memory.pointer(self.address + self.build.at['size_class'])
        if not self.build.pools:
            self.class_count = 0
        if not self.heads:
            self.refuse('record was never made, or was cleared')
            return
        shift = self.build.granule_shift
        self.commons_at, self.end_at = self.pools << shift, self.end << shift
        self.first = self.commons_at + self.build.align
        self.runs = max(self.end - self.pools - 1, 0)
        self.words = (self.pools >> 5) + 1 + (self.end_at - self.commons_at >> self.build.word_shift)
        if self.class_count > CLASSES_MAX or self.end < self.pools or self.end_at > ARENA_MAX + 256 or \
                self.pools & 31 or self.planes & 3 or self.heads != self.planes + 8 * self.words:
            self.refuse('record was overwritten')

    def read_arena(self):
        """All of it. What is checked twice is: where it begins follows from the record, and its length
        stands in the arena, too."""
        self.last = self.planes - (self.class_count + 1) * self.build.pool_bytes
        self.arena_start = self.planes - (self.class_count + 1) * self.build.record_bytes
        self.arena_bytes = self.base + self.end_at - self.arena_start
        if not 0 < self.arena_bytes <= ARENA_MAX or self.heads + 4 * BINS > self.base + self.end_at and self.runs:
            self.refuse('record was overwritten')
            return
        self.arena = self.memory.read(self.arena_start, self.arena_bytes)
        if self.word_at(self.last) != self.arena_bytes:
            self.refuse('arena has %d bytes, says its record, and %d, says the arena: one was overwritten'
                        % (self.arena_bytes, self.word_at(self.last)), self.last)
            return
        planes = struct.unpack_from('%s%dI' % (self.memory.order, 2 * self.words), self.arena,
                                    self.planes - self.arena_start)
        self.live_words, self.start_words = planes[::2], planes[1::2]

    def read_classes(self):
        sizes = self.memory.words(self.size_class, 3 * self.class_count)[::3] if self.class_count else ()
        self.classes = [Class(self, index, size) for index, size in enumerate(sizes)]
        below = 0
        for one in self.classes:
            if one.size % self.build.align or not below < one.size <= ARENA_MAX:
                self.refuse('table of classes was overwritten', self.size_class)
                return
            below = one.size

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

    def pool_words(self, index):
        return self.words_at(self.planes - (index + 1) * self.build.pool_bytes, 4)

    def tally(self, index):
        return self.words_at(self.last - (index + 1) * self.build.tally_bytes, self.build.tally_bytes // 4)

    def pair(self, offset):
        """The live bits and the starts of the granules of a word."""
        at = offset >> self.build.word_shift
        if not 0 <= at < self.words:
            raise Unreadable('0x%x is not in the arena' % (self.base + offset))
        return self.live_words[at], self.start_words[at]

    def bit(self, offset):
        return TOP >> (offset >> self.build.granule_shift & 31)

    def is_live(self, offset):
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
        """A record has 32 bits of the caller. The rest is taken from the image's own address."""
        at = offset + size - self.build.record + 4
        owner = self.word(at)
        return owner and owner | self.build.window, self.word(at + 4)

    def slack_whole(self, offset, size, asked):
        at = self.base + offset - self.arena_start
        return all(byte == 0x5a for byte in self.arena[at + asked:at + size - self.build.record])

    # -- Blocks --

    def pool_slots(self, one):
        """The offsets of all carved blocks of a pool."""
        if not self.plausible(one):
            return range(0)
        return range(one.start, one.fresh, one.size)

    def plausible(self, one):
        low = self.classes[0].start
        return low <= one.start <= one.fresh <= one.end <= self.commons_at

    def run_starts(self):
        """The offset of each run, by the starts alone: lengths may be damaged."""
        shift, starts = self.build.granule_shift, []
        for word in range(self.first >> self.build.word_shift, (self.end_at >> self.build.word_shift) + 1):
            bits = self.start_words[word]
            while bits:
                zeros = leading_zeros(bits)
                bits &= ~(TOP >> zeros)
                offset = (word << 5 | zeros) << shift
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
        """The live blocks in address order, as tarn_walk has them; or the free ones and runs."""
        for one in self.classes:
            for offset in self.pool_slots(one):
                yield from self.block(offset, one.index, one.size, self.is_live(offset), free)
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
        for one in self.classes:
            if self.plausible(one) and one.start <= offset < one.fresh:
                start = offset - (offset - one.start) % one.size
                return Block(self, start, one.index, one.size, LIVE if self.is_live(start) else FREED)
        starts = self.run_starts() if self.first <= offset < self.end_at else []
        at = bisect.bisect_right(starts, offset) - 1
        if at < 0:
            return None
        start, end = starts[at], (starts + [self.end_at])[at + 1]
        return Block(self, start, self.class_count, end - start, LIVE if self.is_live(start) else FREED)

    def judge(self, address):
        """What free() would say of a pointer: None, or one of FAULTS."""
        offset = address - self.base
        if not self.owns(address):
            return 'foreign'
        if address % self.build.align:
            return 'misaligned'
        low = self.classes[0].start if self.classes else self.commons_at
        if not (low <= offset < self.commons_at or self.in_commons(offset)):
            return 'wild'
        found = self.find(address)
        if found is None:
            return 'wild'
        if found.state == FREED or found.offset != offset and not self.is_live(found.offset):
            return 'double-free'
        if found.offset != offset:
            return 'interior'
        return self.judge_record(found)

    def judge_record(self, block):
        build = self.build
        if build.tags and self.tag_raw(block.offset, block.size) > build.tags:
            return 'overrun'
        if build.harden >= 2 and (block.state == DAMAGED or block.state == LIVE and
                                  not self.slack_whole(block.offset, block.size, block.requested)):
            return 'overrun'
        return None

    # -- Figures: as tarn_class_stats, tarn_heap_stats and tarn_tag_stats have them --

    def class_figures(self, index):
        """A pool's, or of number `class_count` the commons'."""
        build, shift = self.build, self.build.granule_shift
        tally = self.tally(index)
        figures = {'size': 0, 'capacity': self.runs << shift, 'live': 0, 'peak': self.peak << shift}
        if index < self.class_count:
            one = self.classes[index]
            peak = tally[1] if build.harden >= 3 else one.carved
            figures = {'size': one.size, 'capacity': one.capacity, 'live': one.live, 'peak': peak}
        figures['refused'] = self.pool_words(index)[1] >> 24 << 32 | tally[0]
        if build.count:
            self.count_figures(index, figures)
        return figures

    def count_figures(self, index, figures):
        values = struct.unpack_from(self.memory.order + '6Q2I', self.arena, 56 * index)
        names = ('allocations', 'frees', 'out', 'in', 'requested', 'live_requested', 'largest_refused')
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
        figures = {'arena': self.arena_bytes, 'metadata': self.arena_bytes - pools - commons, 'pools': pools,
                   'commons': commons, 'free': free, 'peak': self.peak << shift, 'longest': longest}
        if build.watch:
            least = self.memory.number(self.address + build.at['least'], 1)
            figures['longest_least'] = (least if least < 4 else 4 + (least & 3) << (least >> 2) - 1) << shift
        figures['fragmentation'] = (free - longest) * 1000 // free if free > 0 else 0
        if build.harden >= 3:
            figures['quarantined'], figures['quarantined_bytes'] = self.ring()[1:3]
        for kind, count in zip(FAULTS, self.faults()):
            figures[kind] = count
        return figures

    def faults(self):
        return struct.unpack('%s%dH' % (self.memory.order, len(FAULTS)),
                             self.memory.read(self.address + self.build.at['faults'], 2 * len(FAULTS)))

    def ring(self):
        """Of the quarantine: the first, how many blocks, their bytes."""
        return self.memory.words(self.address + self.build.at['virgin'] + 8, 3)

    def waiting(self):
        """The offsets of the blocks in the quarantine, the oldest first."""
        first, count, _ = self.ring()
        room = self.build.quarantine
        words = self.memory.words(self.address + self.build.at['virgin'] + 20, room)
        return [words[(first + i) % room] for i in range(min(count, room))]

    def tag(self, tag):
        """What is counted of a tag, and its name."""
        build, memory = self.build, self.memory
        rooms = self.address + build.at['tag_room']
        marks = rooms + 8 * (build.tags + 1)
        room, room_blocks = memory.words(rooms + 8 * tag, 2)
        limit, peak, peak_blocks, refused = memory.words(marks + 16 * tag, 4)
        return {'name': self.tag_name(tag, marks + 16 * (build.tags + 1)), 'live': min(peak, limit) - room & MASK,
                'blocks': peak_blocks - room_blocks & MASK, 'peak': peak, 'peak_blocks': peak_blocks,
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
    return ' '.join('%s=%s' % one for one in figures.items())


# ---- The validator --------------------------------------------------------------------------


class Check:
    """Every broken invariant of a heap, not only the first. The numbers are those of pool/README.md;
    what has none is a thing that the library finds only as it hands a block out."""

    def __init__(self, heap):
        self.heap, self.build = heap, heap.build
        self.broken = list(heap.wrong)
        if self.broken:
            return
        for one in heap.classes:
            self.bounds(one)
        for one in heap.classes:
            if heap.plausible(one):
                self.pool_blocks(one)
                self.free_list(one)
        if heap.runs:
            self.runs()
        self.tags()
        if self.build.harden >= 3:
            self.quarantine()

    def note(self, invariant, offset, what):
        self.broken.append(Broken(invariant, self.heap.base + offset, what))

    def bounds(self, one):
        if not self.heap.plausible(one):
            self.note(1, one.start, 'class %d: its pool ends or was carved outside of its bounds' % one.index)
        elif (one.fresh - one.start) % one.size:
            self.note(1, one.fresh, 'class %d: carved up to the middle of a block' % one.index)

    # -- Pools --

    def pool_blocks(self, one):
        heap, live, waiting = self.heap, 0, 0
        for offset in heap.pool_slots(one):
            named = heap.pair(offset)[1] & ~TOP
            if not 0 < named <= one.index + 1 or not heap.pair(offset)[1] & TOP and named != one.index + 1:
                self.note(2, offset, 'class %d: the block belongs to class %d, says its plane'
                          % (one.index, named - 1))
            if heap.is_live(offset):
                live += 1
                waiting += self.record(offset, one.size)
            else:
                self.fill(offset, one.size)
        if self.build.harden >= 3:
            waiting = heap.tally(one.index)[2]
        else:
            waiting = 0
        if live != one.live + waiting:
            self.note(5, one.start, 'class %d: %d blocks are live, %d are counted'
                      % (one.index, live - waiting, one.live))

    def record(self, offset, size):
        """I9. Does the block wait?"""
        heap = self.heap
        if self.build.harden < 2:
            return 0
        state, asked = heap.record_of(offset, size)
        if state == DAMAGED:
            self.note(9, offset, 'overrun: the record of a block of %d bytes was overwritten' % size)
        elif state == LIVE and not heap.slack_whole(offset, size, asked):
            self.note(9, offset, 'overrun: written past the %d bytes that were asked for' % asked)
        return state == FREED

    def fill(self, offset, size, links=8):
        """Level 2: what is free holds the fill, but for its links."""
        if self.build.harden < 2:
            return
        if offset >= self.heap.commons_at:  # what was never used holds anything
            size = min(size, max(self.virgin() - offset, links))
        at = self.heap.base + offset - self.heap.arena_start
        data = self.heap.arena[at + links:at + size]
        if data != struct.pack(self.heap.memory.order + 'I', FILL_FREE) * (len(data) // 4):
            self.note(0, offset, 'use after free: a free block or run of %d bytes was written to' % size)

    def virgin(self):
        heap = self.heap
        return heap.memory.word(heap.address + self.build.at['virgin'])

    def free_list(self, one):
        heap = self.heap
        free = {offset for offset in heap.pool_slots(one) if not heap.is_live(offset)}
        offset = one.head
        while offset:
            if offset not in free:
                self.note(3, offset, 'class %d: its free list leads to what is not a free block of its, or twice'
                          % one.index)
                return
            free.remove(offset)
            following, check = heap.word(offset), heap.word(offset + 4)
            mixed = following ^ (heap.key if self.build.harden else 0)
            if self.build.harden and check != ((mixed + rotate(mixed, 7)) & MASK) ^ offset:
                self.note(3, offset, 'class %d: the link of a free block was overwritten' % one.index)
                return
            offset = following
        for lost in sorted(free):
            self.note(3, lost, 'class %d: a free block is not on its free list' % one.index)

    # -- The commons --

    def runs(self):
        heap, shift, used, before, free = self.heap, self.build.granule_shift, 0, False, {}
        if not heap.is_start(heap.first):
            self.note(6, heap.first, 'the commons do not begin with a run')
        for offset, size, live in heap.runs_of():
            if not self.length_agrees(offset, size):
                self.note(6, offset, 'a run of %d bytes: its length is another, seen from its ends' % size)
            if live:
                used += 0 if self.record(offset, size) else size >> shift
            else:
                free[offset] = size >> shift
                self.fill(offset, size)
                if before:
                    self.note(7, offset, 'two free runs are neighbours')
            before = not live
        if heap.room > heap.peak or used != heap.peak - heap.room:
            self.note(8, heap.first, '%d bytes of the commons are in use, %d are counted'
                      % (used << shift, heap.peak - heap.room << shift))
        self.bins(free)

    def length_agrees(self, offset, size):
        """The first and the last word that a run covers hold its length."""
        heap, build = self.heap, self.build
        first, end = (offset >> build.word_shift) + 1, (offset + size) >> build.word_shift
        if first >= end:
            return True
        length = size >> build.granule_shift
        return length == heap.pair(first << build.word_shift)[0] == heap.pair(end - 1 << build.word_shift)[0]

    def bins(self, free):
        heap = self.heap
        left = dict(free)
        for bin_ in range(1, min(max(heap.bin_end, 8), 64)):
            self.bin(bin_, left)
        for offset in sorted(left):
            self.note(4, offset, 'a free run of %d bytes is on no list' % (left[offset] << self.build.granule_shift))

    def bin(self, bin_, left):
        heap, key = self.heap, self.heap.key if self.build.harden else 0
        offset, before = heap.word_at(heap.heads + 4 * bin_), rotate(bin_, 5)
        if bool(offset) != bool(heap.bins[bin_ >> 5] << (bin_ & 31) & TOP):
            self.note(4, offset, 'bin %d: its bit does not say whether it has runs' % bin_)
        while offset:
            if offset not in left:
                self.note(4, offset, 'bin %d: its list leads to what is no free run, or twice' % bin_)
                return
            length = left.pop(offset)
            if heap.word(offset + 4) != key ^ before ^ offset:
                self.note(4, offset, 'bin %d: the link back of a free run was overwritten' % bin_)
            if bin_of(length) != bin_:
                self.note(4, offset, 'bin %d: a run of another bin' % bin_)
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
        heap = self.heap
        for offset in heap.waiting():
            found = heap.find(heap.base + offset)
            if found is None or found.offset != offset:
                self.note(0, offset, 'the quarantine names what is no block')
            elif heap.record_of(offset, found.size)[0] != FREED:
                self.note(0, offset, 'use after free: the record of a block in the quarantine was written to')
            else:
                self.fill(offset, found.size - self.build.record, 0)


def bin_of(granules):
    if granules < 8:
        return granules
    shift = 29 - leading_zeros(granules)
    return min((shift << 2) + (granules >> shift), 63)


# ---- The map of an arena: its text ----------------------------------------------------------

# A pool, or the commons: with size 0, and the capacity in bytes. A piece: `count` of `size` bytes.
Zone = collections.namedtuple('Zone', 'index at size capacity')
Piece = collections.namedtuple('Piece', 'offset size count index state tag sequence')
PIECE = re.compile(r'([LFNWX])([1-9][0-9]*)?(?:/([0-9]*)(?:/([0-9]+))?)?$')
STATES = {'L': LIVE, 'F': 'free', 'N': 'never used', 'W': FREED, 'X': DAMAGED}


class Map:
    """What lies where in an arena, as tarn_report_map() prints it (pool/README.md). Offsets count
    from the arena's start. A pool's blocks that are alike and neighbours are one piece."""

    def __init__(self, arena, classes, harden=1, tags=0, sequence=0):
        self.arena, self.classes, self.harden = arena, classes, harden
        self.tags, self.sequence = tags, sequence
        self.zones, self.pieces = [], []

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
    """Reads lines; those that are of no map are passed over. `whole` is the last map that was."""

    def __init__(self):
        self.whole = self.map = None
        self.why = 'no line begins with "map heap"'
        self.at = 0

    def read(self, number_, line):
        words = line.split()
        if len(words) < 2 or words[0] != 'map':
            return
        try:
            self.line(words[1], words[2:])
        except (Refused, KeyError, ValueError) as why:
            self.map = None
            why = why if isinstance(why, Refused) else 'no line of a map'
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
                raise Refused('map %s does not come here' % kind)
            for word in words:
                if '=' not in word:
                    self.piece(word)

    def zone(self, index, fields, size, capacity):
        self.at = int(fields['at'])
        self.map.zones.append(Zone(index, self.at, size, capacity))

    def piece(self, word):
        found, zone = PIECE.match(word), self.map.zones[-1]
        if not found or not zone.size and not found.group(2):
            raise Refused('%s is no piece of a map' % word)
        amount = int(found.group(2) or 1)
        size, count = (zone.size, amount) if zone.size else (amount, 1)
        if self.at + size * count > self.map.arena:
            raise Refused('%s lies past the arena\'s end' % word)
        state, tag, sequence = found.group(1, 3, 4)
        self.map.pieces.append(Piece(self.at, size, count, zone.index, STATES[state],
                                     int(tag or 0), int(sequence or 0)))
        self.at += size * count

    def end(self, blocks):
        if blocks != self.map.count():
            raise Refused('the map has %d live blocks, and its end says %d: lines are missing'
                        % (self.map.count(), blocks))
        self.whole, self.map = self.map, None


def read_map(lines):
    """The last whole map in lines of text."""
    reader = MapReader()
    for number_, line in enumerate(lines, 1):
        reader.read(number_, line)
    if reader.whole is None:
        raise Refused(reader.why)
    return reader.whole


# ---- Where it is read from ------------------------------------------------------------------


class Dumps:
    """An ELF file and raw dumps: no registers, no threads, no expressions."""

    def __init__(self, elf):
        self.elf = elf
        self.pointer_bytes, self.big_endian = elf.pointer_bytes, elf.big_endian

    def read(self, address, size):
        """What no dump covers: the image's constants."""
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
            raise Refused('%s: a number, or &SYMBOL; expressions are gdb\'s' % text)
        return found

    def images(self):
        return [(self.elf, self.elf.sections)]

    @staticmethod
    def stacks():
        say('no registers and no stacks are known: all of the dumps counts, also what is no longer in use')
        return [('dump', one.start, one.start + len(one.data)) for one in Session.dumps]

    @staticmethod
    def registers():
        return []


class Debugger:
    """What gdb has at this moment: a process, a board, a core file; or nothing that runs."""

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
            raise Unreadable('no dump covers the %d bytes at 0x%x, and nothing runs' % (size, address)
                             if Session.dumps else 'nothing runs: start the program, load a core file, '
                             'or `tarn dump FILE@ADDRESS`')
        try:
            return bytes(self.here.read_memory(address, size))
        except (gdb.error, OverflowError, ValueError) as why:
            raise Unreadable('cannot read %d bytes at 0x%x' % (size, address)) from why

    @staticmethod
    def symbol(name):
        """With or without what link-time optimization adds to its name."""
        try:
            return int(gdb.parse_and_eval("(unsigned long)&'%s'" % name))
        except gdb.error:
            pass
        found = re.search(r'^(0x[0-9a-f]+) +%s(\.\S+)?$' % re.escape(name),
                          gdb.execute('info variables ^%s' % re.escape(name), to_string=True), re.M)
        return int(found.group(1), 16) if found else None

    @staticmethod
    def name_of(address):
        text = gdb.execute('info symbol 0x%x' % address, to_string=True).strip()
        return None if text.startswith('No symbol') else text.split(' in section')[0].replace(' + ', '+')

    @staticmethod
    def line_of(address):
        line = gdb.find_pc_line(address)
        return ' (%s:%d)' % (line.symtab.filename, line.line) if line.symtab else ''

    @staticmethod
    def evaluate(text):
        try:
            return int(gdb.parse_and_eval(text)) & (1 << 64) - 1
        except gdb.error as why:
            raise Refused('%s: no number, and no expression: %s' % (text, why)) from why

    def images(self):
        """Each file that the program consists of, and its sections where they lie now."""
        files, name = {}, gdb.current_progspace().filename
        for line in gdb.execute('info files', to_string=True).splitlines():
            found = re.match(r'\s*(0x[0-9a-f]+) - 0x[0-9a-f]+ is (\S+)(?: in (.+))?$', line)
            if found:
                files.setdefault(found.group(3) or name, {})[found.group(2)] = int(found.group(1), 16)
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
        """Each thread, while it is the selected one."""
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
        """Of each thread; a Cortex-M has two."""
        spans = []
        for thread in self.threads():
            bottoms = {self.number_of('(unsigned long)$' + name) for name in ('sp', 'msp', 'psp')}
            for bottom in sorted(bottoms - {None, 0, MASK}):
                spans.append(('stack of thread %d' % thread.num, bottom, self.top_of(bottom)))
            base = self.number_of('(unsigned long)$fs_base')
            if base:
                spans.append(('statics of thread %d' % thread.num, base - 4096, base + 4096))
        if not spans:
            say('no thread is known: stacks and registers do not count')
        return spans

    def top_of(self, bottom):
        for name in ('__stack_top', '__StackTop', '_estack', '__stack'):
            top = self.symbol(name)
            if top and bottom <= top <= bottom + STACK_MAX:
                return top
        top = (bottom | 4095) + 1
        while top < bottom + STACK_MAX:
            try:
                self.read(top, 4096)
            except Unreadable:
                break
            top += 4096
        return top

    def registers(self):
        """Of all threads: (name, value)."""
        found = []
        for thread in self.threads():
            for name in gdb.newest_frame().architecture().registers('general'):
                value = self.number_of('$' + name.name)
                if value is not None:
                    found.append(('%s of thread %d' % (name.name, thread.num), value))
        return found


STACK_MAX = 1 << 20


class Session:
    """What the commands read. Dumps and files stay until another file is loaded."""

    target = None  # without gdb
    dumps = []
    elfs = {}

    @classmethod
    def now(cls):
        return cls.target or Debugger()

    @classmethod
    def elf(cls, name):
        if name not in cls.elfs:
            cls.elfs[name] = Elf(name)
        return cls.elfs[name]

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
            raise Refused('no image: `file firmware.elf` first' if not images else
                          '%s: no record of Tarn in it: it was built with TARN_DEBUGGER=0, or never makes a heap'
                          % images[0][0].name)
        size = Build.bytes(memory.pointer_bytes)
        for elf, _ in images:
            own = elf.constant(at, size) if elf.fixed else None
            if own is not None and own != memory.read(at, size):
                raise Refused('what is read holds another build than %s: take the ELF of what ran' % elf.name)
        return Build(memory, at)

    @classmethod
    def heaps(cls):
        memory = cls.memory()
        return registered(memory, cls.build(memory))


def registered(memory, build):
    """The heaps on the registry, the one made last first; and what is damaged about the list."""
    heaps, broken, seen = [], [], set()
    at = build.registry
    size = memory.pointer_bytes
    while True:
        try:
            following, proof = memory.pointer(at), memory.pointer(at + size)
        except Unreadable as why:
            if at == build.registry:
                raise Unreadable('%s, where the registry of heaps is' % why) from why
            broken.append(Broken(0, at, 'the registry of heaps leads to where nothing can be read'))
            break
        if not following:
            break
        if proof != ~following & (1 << 8 * size) - 1 or following in seen:
            broken.append(Broken(0, at, 'the registry of heaps was overwritten, or the program did not start, '
                                 'or another image ran: no more heaps are found'))
            break
        seen.add(following)
        at = following
        heaps.append(Heap(memory, build, at - build.at['entry']))
    return heaps, broken


# ---- What the commands share ----------------------------------------------------------------


def say(text=''):
    if gdb is None:
        print(text)
    else:
        gdb.write(text + '\n')


def symbol_of(address):
    """A name for an address in code: function+offset (file:line where gdb knows)."""
    if not address:
        return '-'
    target = Session.now()
    return (target.name_of(address & ~1) or '0x%x' % address) + target.line_of(address & ~1)


def heaps_or_refuse(sound=True):
    heaps, broken = Session.heaps()
    for one in broken:
        say('damaged: %s' % one)
    if not heaps:
        raise Refused('no heap was made yet' if not broken else 'no heap can be found')
    for heap in heaps:
        for one in heap.wrong:
            say('damaged: %s' % one)
    usable = [heap for heap in heaps if not heap.wrong]
    if sound and not usable:
        raise Refused('no heap can be read')
    return usable if sound else heaps


def heap_name(heap):
    return Session.now().name_of(heap.address) or '0x%x' % heap.address


def number(text):
    """An address or a size, or any expression of gdb."""
    try:
        return int(text, 0)
    except ValueError:
        return Session.now().evaluate(text)


def span(text):
    """A..B"""
    first, dots, last = text.partition('..')
    try:
        return int(first or '0', 0), int(last, 0) if dots and last else MASK if dots else int(first, 0)
    except ValueError:
        raise Refused('%s: A..B, such as 100..200' % text) from None


def pointer_text(block):
    """As the target prints a pointer: with all digits."""
    return '0x%0*x' % (2 * block.heap.memory.pointer_bytes, block.address)


def block_line(block):
    build = block.heap.build
    line = 'live %s bytes=%d requested=%d class=%d' % (pointer_text(block), block.size, block.requested, block.index)
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
    """A function becomes `tarn NAME`; its first line of documentation is its help."""
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
                raise Refused('%s: %s' % (word, 'a value is missing' if name in values else 'there are ' + (
                    ' '.join('--' + one for one in (*values, *flags)) or 'no options')))
        if len(self.rest) > most:
            raise Refused('%s: one word too many' % self.rest[most])

    def number(self, name, default=None):
        return number(self.values[name]) if name in self.values else default


@command('')
def heaps(words):
    """Each heap that was made: its record, its arena, its choices."""
    Options(words)
    for heap in heaps_or_refuse(sound=False):
        build = heap.build
        if heap.wrong:
            continue
        say('heap %s record=0x%x arena=0x%x bytes=%d classes=%d harden=%d align=%d tags=%d version=%s'
            % (heap_name(heap), heap.address, heap.arena_start, heap.arena_bytes, heap.class_count,
               build.harden, build.align, build.tags, build.version))


@command('')
def info(words):
    """What tarn_report() prints, of each heap."""
    Options(words)
    for heap in heaps_or_refuse():
        for line in heap.report():
            say(line)


@command('')
def classes(words):
    """The classes and the commons, as a table."""
    Options(words)
    for heap in heaps_or_refuse():
        say('heap %s' % heap_name(heap))
        say('%8s %6s %9s %7s %7s %7s' % ('class', 'bytes', 'capacity', 'live', 'peak', 'refused'))
        for index in range(heap.class_count + 1):
            one = heap.class_figures(index)
            say('%8s %6s %9d %7s %7d %7d' % (
                index if one['size'] else 'commons', one['size'] or '', one['capacity'],
                one['live'] if one['size'] or heap.build.count else '-', one['peak'], one['refused']))


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


def grouped(blocks, by):
    keys = {'owner': lambda block: symbol_of(block.owner), 'tag': lambda block: 'tag %d' % block.tag,
            'size': lambda block: '%d bytes' % block.requested}
    if by not in keys:
        raise Refused('--group %s: owner, tag or size' % by)
    sums = {}
    for block in blocks:
        count, size = sums.get(keys[by](block), (0, 0))
        sums[keys[by](block)] = count + 1, size + block.size
    for key, (count, size) in sorted(sums.items(), key=lambda one: -one[1][1]):
        say('%8d bytes in %5d blocks: %s' % (size, count, key))


@command('[--class C] [--owner SYM] [--tag T] [--seq A..B] [--min N] [--top N] [--group owner|tag|size] [--free]')
def blocks(words):
    """The live blocks in the order of their addresses; --free: the free ones."""
    options = Options(words, ('class', 'owner', 'tag', 'seq', 'min', 'top', 'group'), ('free',))
    free = 'free' in options.flags
    for heap in heaps_or_refuse():
        found = list(chosen(options, heap.blocks(free)))
        if 'group' in options.values:
            grouped(found, options.values['group'])
            continue
        if 'top' in options.values:
            found = sorted(found, key=lambda block: -block.size)[:options.number('top')]
        for block in found:
            say('free %s bytes=%d class=%d' % (pointer_text(block), block.size, block.index) if free
                else block_line(block))
        if not free:
            say('live blocks=%d requested=%d' % (len(found), sum(block.requested for block in found)))


def address_of(words):
    options = Options(words, most=1 << 10)
    if not options.rest:
        raise Refused('an address, or an expression of gdb')
    return number(' '.join(options.rest))


def heap_at(address):
    for heap in heaps_or_refuse():
        if heap.owns(address):
            return heap
    return None


@command('ADDR')
def find(words):
    """Which block an address lies in."""
    address = address_of(words)
    heap = heap_at(address)
    block = heap.find(address) if heap else None
    if heap is None:
        say('0x%x: in no heap' % address)
    elif block is None:
        say('0x%x: in heap %s, where no block is: its metadata, or what was never handed out'
            % (address, heap_name(heap)))
    elif block.state == FREED:
        say('0x%x: %d bytes into a free %s of %d bytes at 0x%x' % (
            address, address - block.address, 'block' if block.index < heap.class_count else 'run',
            block.size, block.address))
    else:
        say('0x%x: %d bytes into %s' % (address, address - block.address, block_line(block)))


@command('ADDR')
def try_free(words):
    """What free() would say of a pointer: nothing, or which fault."""
    address = address_of(words)
    heap = heap_at(address)
    verdict = heap.judge(address) if heap else 'foreign'
    say('0x%x: %s' % (address, verdict or 'free() takes it'))


@command('')
def check(words):
    """Every broken invariant of every heap (pool/README.md has their numbers)."""
    Options(words)
    heaps_, broken = Session.heaps()
    for heap in heaps_:
        broken += Check(heap).broken
    for one in broken:
        say('broken %s' % one)
    say('%d heaps, %d broken' % (len(heaps_), len(broken)))
    return len(broken)


@command('')
def frag(words):
    """Free memory by the length of its runs, and what no request can have."""
    Options(words)
    for heap in heaps_or_refuse():
        runs = sorted((size for _, size, live in heap.runs_of() if not live), reverse=True)
        free, longest = sum(runs), runs[0] if runs else 0
        say('heap %s' % heap_name(heap))
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
        say('pools: %d bytes wait for requests of their classes' % idle)
        if heap.build.harden >= 2:
            slack = sum(block.size - heap.build.record - block.requested for block in heap.blocks())
            say('live blocks: %d bytes more than was asked for' % slack)


def picture(heap, width=64):
    """Lines of letters: a digit or letter for a class, # the commons, . free, - metadata."""
    step = max(heap.build.align, heap.arena_bytes // (width * 24) // heap.build.align * heap.build.align)
    cells = ['-'] * (heap.arena_bytes // step + 1)
    names = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for block in list(heap.blocks(True)) + list(heap.blocks()):
        letter = '.' if block.state == FREED else '#' if block.index == heap.class_count \
            else names[min(block.index, len(names) - 1)]
        at = block.address - heap.arena_start
        for cell in range(at // step, (at + block.size - 1) // step + 1):
            cells[cell] = letter
    return step, [''.join(cells[at:at + width]) for at in range(0, len(cells), width)]


@command('')
def map_(words):
    """The arena as a picture: classes by digit, # a block of the commons, . free, - metadata."""
    Options(words)
    for heap in heaps_or_refuse():
        step, lines = picture(heap)
        say('heap %s, %d bytes a letter' % (heap_name(heap), step))
        for line in lines:
            say(line)


# ---- Who points where -----------------------------------------------------------------------


class Roots:
    """Where pointers are kept outside of heaps: data, bss, stacks, registers. Each is (name, address,
    bytes)."""

    def __init__(self, memory, heaps_):
        target = Session.now()
        self.memory, self.heaps = memory, heaps_
        self.places, self.registers = [], target.registers()
        spans = [(one.name, one.first, one.last) for _, sections in target.images() for one in sections
                 if one.writable and one.name not in ('.stack', '.arena')]
        for name, first, last in once(spans + target.stacks()):
            self.add(name, first, last)

    def add(self, name, first, last):
        """What of a span is in no arena, and can be read."""
        for heap in self.heaps:
            low, high = heap.arena_start, heap.arena_start + heap.arena_bytes
            if first < high and low < last:
                self.add(name, first, low)
                self.add(name, high, last)
                return
        if first < last:
            try:
                self.places.append((name, first, self.memory.read(first, last - first)))
            except Unreadable as why:
                say('not looked at: %s, %s' % (name, why))

    def pointers(self):
        """(where, value) of each word that lies aligned, and of registers."""
        size = self.memory.pointer_bytes
        code = self.memory.order + ('Q' if size == 8 else 'I')
        for name, first, data in self.places:
            skip = -first % size
            for at in range(skip, len(data) - size + 1, size):
                yield '%s 0x%x' % (name, first + at), struct.unpack_from(code, data, at)[0]
        yield from self.registers


def once(spans):
    """The spans, without what an earlier one has."""
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
        self.memory = memory
        self.blocks = sorted((block for heap in heaps_ for block in heap.blocks()), key=lambda one: one.address)
        self.starts = [block.address for block in self.blocks]

    def at(self, address):
        """The number of the block that an address lies in, or its end; None."""
        found = bisect.bisect_right(self.starts, address) - 1
        if found >= 0 and address < self.starts[found] + self.blocks[found].size:
            return found
        return None

    def inside(self, block):
        """(where, value) of each word of a block that lies aligned."""
        size = self.memory.pointer_bytes
        code = self.memory.order + ('Q' if size == 8 else 'I')
        data = self.memory.read(block.address, block.size)
        for at in range(0, len(data) - size + 1, size):
            yield 'block 0x%x+%d' % (block.address, at), struct.unpack_from(code, data, at)[0]

    def reached(self, roots):
        """The numbers of the blocks that roots lead to."""
        found, todo = set(), [self.at(value) for _, value in roots.pointers()]
        while todo:
            number_ = todo.pop()
            if number_ is not None and number_ not in found:
                found.add(number_)
                todo += [self.at(value) for _, value in self.inside(self.blocks[number_])]
        return found


@command('')
def leaks(words):
    """Live blocks that nothing in data, bss, stacks, registers and other reached blocks points to."""
    Options(words)
    found = heaps_or_refuse()
    memory = Session.memory()
    graph = Graph(memory, found)
    reached = graph.reached(Roots(memory, found))
    lost = [block for number_, block in enumerate(graph.blocks) if number_ not in reached]
    for block in lost:
        say(block_line(block))
    say('lost blocks=%d requested=%d of live blocks=%d'
        % (len(lost), sum(block.requested for block in lost), len(graph.blocks)))


@command('ADDR')
def refs(words):
    """What points into the block at an address."""
    address = address_of(words)
    found = heaps_or_refuse()
    memory = Session.memory()
    graph = Graph(memory, found)
    target = graph.at(address)
    if target is None:
        raise Refused('0x%x: in no live block' % address)
    block, count = graph.blocks[target], 0
    pointers = [Roots(memory, found).pointers()] + [graph.inside(one) for one in graph.blocks]
    for where, value in (pair for some in pointers for pair in some):
        if block.address <= value < block.address + block.size:
            count += 1
            say('%s holds 0x%x' % (where, value))
    say('%d words point into %s' % (count, block_line(block)))


# ---- Object pools ---------------------------------------------------------------------------

ROB_OLDEST, ROB_LEAST, GROW, BITS, KNOWS, HOOKED, ONE = 4, 8, 16, 32, 64, 1 << 15, 1 << 16
HELD, GENERATION, RETIRED = 1, 2, 3


class Type:
    """struct tarn_object_type."""

    def __init__(self, memory, at):
        read = Reader(memory, at)
        self.options, self.stride, self.inverse, self.link = read.words(4)
        self.head, self.shift, self.index_bits = read.field(2), read.field(1), read.field(1)
        self.name = memory.text(read.pointer()) or '?'
        read.pointer(), read.pointer(), read.pointer()
        self.size, self.maximum = read.words(2)
        self.tagged = not self.options & (BITS | KNOWS)


class Part:
    """struct tarn_object_part: the pool's own slots, or an overflow chunk's."""

    def __init__(self, memory, at):
        read = Reader(memory, at)
        self.made, self.idle = read.words(2)
        self.list = read.pointer()
        self.origin, self.limit = read.words(2)
        self.base = read.pointer()
        self.created, self.name, self.birth, self.bits = read.words(4)
        self.capacity = self.bits & 0x1fffff if not memory.big_endian else self.bits >> 11
        self.end = read.at


class Pool:
    """An object pool: its parts, and which of their slots are in use."""

    def __init__(self, memory, build, at):
        self.memory, self.address = memory, at
        own = Part(memory, at)
        read = Reader(memory, own.end)
        self.type = Type(memory, read.pointer())
        read.pointer(), read.pointer(), read.pointer()
        self.peak, self.refused = read.words(2)
        self.parts, self.wrong = [own], None
        if self.type.options & GROW:
            self.read_chunks(read)
        if not 0 < self.type.stride < 1 << 20 or any(part.limit > part.capacity for part in self.parts):
            self.wrong = 'its record was overwritten'
            self.parts = []

    def read_chunks(self, read):
        """The chunks, of which each knows the next."""
        while len(self.parts) < 1 << 12:
            read.pointer(), read.field(4), read.pointer(), read.field(4)
            at = read.pointer()
            if not at:
                return
            self.parts.append(Part(self.memory, at))
            read = Reader(self.memory, self.parts[-1].end)

    def objects(self):
        """(address, slot, generation) of each object in use."""
        memory, kind = self.memory, self.type
        for part in self.parts:
            idle = self.idle_of(part) if not kind.tagged else ()
            for index in range(part.limit):
                at = part.base + index * kind.stride
                if kind.tagged:
                    tag = ~memory.word(at - 4) & MASK
                    if tag < 1 << 31:
                        yield at, part.name + index & MASK, tag & ~HELD
                elif at not in idle:
                    yield at, part.name + index & MASK, 0

    def idle_of(self, part):
        found, at = set(), part.list
        while at and at not in found and len(found) < part.idle:
            found.add(at)
            at = self.memory.pointer(at + self.type.link)
        return found

    def figures(self):
        live = sum(part.made - part.idle for part in self.parts)
        return {'size': self.type.size, 'slot': self.type.stride, 'capacity': sum(one.capacity for one in self.parts),
                'maximum': self.type.maximum, 'live': live, 'peak': max(self.peak, live), 'refused': self.refused}


def pools_or_refuse():
    memory = Session.memory()
    build, size = Session.build(memory), memory.pointer_bytes
    at, seen = Session.now().symbol('tarn__object_registry'), set()
    if at is None:
        raise Refused('no object pool is in the image')
    while memory.pointer(at) and memory.pointer(at) not in seen:
        if memory.pointer(at + size) != ~memory.pointer(at) & (1 << 8 * size) - 1:
            say('damaged: the registry of pools was overwritten at 0x%x' % at)
            return
        at = memory.pointer(at)
        seen.add(at)
        yield Pool(memory, build, at - pool_entry(memory))


def pool_entry(memory):
    """The bytes from a pool to its entry on the registry."""
    size = memory.pointer_bytes
    part = 8 + size + 8 + size + 16 if size == 4 else 8 + 8 + 8 + 8 + 16
    return part + 2 * size


@command('[NAME]')
def objects(words):
    """The object pools that are open; of NAME, each object in use."""
    options = Options(words, most=1)
    for pool in pools_or_refuse():
        if options.rest and pool.type.name != options.rest[0]:
            continue
        say('objects %s record=0x%x %s' % (pool.type.name, pool.address, pool.wrong or pairs(pool.figures())))
        for at, slot, generation in pool.objects() if options.rest else ():
            say('live object %s 0x%x slot=%d generation=%d'
                % (pool.type.name, at, slot & (1 << pool.type.index_bits) - 1, generation >> 1))


def dump_of(text):
    """FILE@ADDRESS"""
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
    """Read memory from a raw dump of RAM from now on; without a word: from the target again."""
    options = Options(words, most=1)
    if not options.rest:
        Session.dumps.clear()
        return
    found = dump_of(options.rest[0])
    Session.dumps.append(found)
    say('%d bytes from 0x%x on are read from %s' % (len(found.data), found.start, options.rest[0]))


# ---- In gdb ---------------------------------------------------------------------------------

UNDONE = (Refused, Foreign, Unreadable)


def run(words):
    """One command, with its words."""
    if words[0] not in COMMANDS:
        raise Refused('no such command; there are: %s' % ' '.join(COMMANDS))
    return COMMANDS[words[0]][1](words[1:])


if gdb is not None:
    class Tarn(gdb.Command):
        """Tarn's heaps and pools: `tarn` lists the commands."""

        def __init__(self):
            super().__init__('tarn', gdb.COMMAND_DATA)

        def invoke(self, argument, from_tty):
            words = gdb.string_to_argv(argument)
            if not words:
                for name, (usage, function) in COMMANDS.items():
                    say('tarn %-9s %-20s %s' % (name, usage, function.__doc__.splitlines()[0]))
                return
            try:
                run(words)
            except UNDONE as why:
                raise gdb.GdbError('tarn %s: %s' % (words[0], why))

        def complete(self, text, word):
            return [name for name in COMMANDS if name.startswith(word)]

    Tarn()


# ---- Without gdb ----------------------------------------------------------------------------

USAGE = 'python3 tarn.py --elf ELF --dump FILE@ADDRESS [--dump FILE@ADDRESS ...] COMMAND [WORD ...]'


def main(words):
    """The same commands. 0; 1: `check` found something broken; 2: cannot be done, in one line."""
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
        if not words:
            raise Refused('no command; there are %s: %s' % (' '.join(COMMANDS), USAGE))
        if elf is None or not files:
            raise Refused('%s is missing: %s' % ('--dump' if elf else '--elf', USAGE))
        Session.target = Dumps(Elf(elf))
        for file in files:
            Session.dumps.append(dump_of(file))
        return 1 if run(words) else 0
    except BrokenPipeError:  # who reads has seen enough
        sys.stdout = None
        return 0
    except UNDONE as why:
        print('error: %s' % why, file=sys.stderr)
        return 2


if gdb is None and __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
