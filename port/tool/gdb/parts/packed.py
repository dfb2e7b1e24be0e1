# SPDX-License-Identifier: MIT
"""Of tarn.py: packed arrays, and handles of both."""

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
