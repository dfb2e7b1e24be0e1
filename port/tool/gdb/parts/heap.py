# SPDX-License-Identifier: MIT
"""Of tarn.py: a heap with its record, its arena and its figures."""


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

    # -- Records of blocks (level 2 on, tags) --

    def tag_of(self, offset, size):
        shift = 0 if self.memory.big_endian else 24
        tag = rotate(self.word(offset + size - 4) ^ offset, shift)
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
