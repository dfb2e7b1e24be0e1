# SPDX-License-Identifier: MIT
"""Of tarn.py: object pools."""

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


def worn(tag):
    """Does a slot retire soon (tag_worn)?"""
    idle = ~tag & MASK if tag >= TOP else tag
    return bool(idle & HELD) and (1 << 31) - (idle & ~HELD) <= WORN * 2


def part_bytes(memory):
    return 40 if memory.pointer_bytes == 4 else 48


def object_pools(memory):
    """(pool, None) for each pool on the registry; (None, why) where it is damaged."""
    size, ones = memory.pointer_bytes, (1 << 8 * memory.pointer_bytes) - 1
    to_pool = part_bytes(memory) + 2 * size
    build = Session.build_or_none(memory)
    at = Session.now().symbol('tarn__object_registry')
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


@command('[NAME]')
def objects(words):
    """The open object pools, as tarn_object_report() prints them; with NAME, each object in
    use."""
    rest, memory, known = Options(words, most=1 << 10).rest, Session.memory(), []
    name = unquoted(' '.join(rest)) if rest else None
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
