# SPDX-License-Identifier: MIT
"""Of tarn.py: who points where: leaks and refs."""

LOST = 'reachable', 'lost', 'below a lost block'


def marks_of(below):
    """For each block that is not reachable, the number of its word in LOST."""
    marks = {one.address: 2 for some in below.values() for one in some}
    marks.update((block.address, 1) for block in below)
    return marks


class Roots:
    """Where pointers are kept outside of heaps: data, bss, stacks, registers. Each is (name,
    address, bytes)."""

    def __init__(self, memory, heaps_):
        target = Session.now()
        stacks = target.stacks()
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


@command(CHOOSE + ' [--all]')
def leaks(words):
    """Live blocks that no pointer in data, bss, stacks, registers or another block leads to, and
    how many blocks only they lead to, which are below them. Of a cycle it is the oldest block.
    --all: then those below, too. The last line counts all."""
    options = Options(words, CHOICES, ('all',))
    found = heaps_or_refuse()
    must_know(found, options)
    memory = Session.memory()
    graph = Graph(memory, found)
    below = graph.lost(Roots(memory, found))
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
