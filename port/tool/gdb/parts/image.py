# SPDX-License-Identifier: MIT
"""Of tarn.py: an ELF file, and its record of how Tarn was built."""

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


class Build:
    """What the record says: how the image was built, and where fields of a heap lie."""

    def __init__(self, memory, address):
        self.window = address >> 32 << 32
        self.spans = []  # of the program's files in memory
        magic, form, self.harden, self.align, flags = struct.unpack(
            memory.order + 'IBBBB', memory.read(address, 8))
        if magic != MAGIC:
            raise Refused('no record of Tarn at 0x%x: memory has another image, or the record was '
                          'overwritten' % address)
        if form != FORMAT:
            raise Refused('the image has format %d of Tarn, and this file reads format %d: '
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
        self.pools = bool(flags & POOLS)
        self.count, self.watch = bool(flags & COUNT), bool(flags & WATCH)
        self.granule_shift = 4 if self.align == 16 else 3
        self.word_shift = self.granule_shift + 5
        self.record = {1: 0, 2: 4}.get(self.harden, 12) + (4 if self.tags else 0)
        self.tally_bytes = 20 if self.harden >= 3 else 8
        self.class_bytes = self.tally_bytes + (56 if self.count else 0)
        if not 1 <= self.harden <= 3 or self.align not in (8, 16):
            raise Refused('the record of Tarn at 0x%x was overwritten' % address)

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


def record_bytes(harden, tags):
    """The bytes of the record at the end of each live block."""
    return (12 if harden >= 3 else 4 if harden == 2 else 0) + (4 if tags else 0)
