# SPDX-License-Identifier: MIT
"""Of tarn.py: the target that there is now, and what the commands share."""


class Session:
    """What the commands read. Files stay for later commands."""

    target = None  # without gdb
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
        return Memory(target.read, target.pointer_bytes, target.big_endian)

    @classmethod
    def build(cls, memory):
        target = cls.now()
        images = target.images()
        at = target.symbol('tarn_image')
        if at is None:
            raise NoRecord('no image: type `file firmware.elf` first' if not images else
                           '%s: no record of Tarn: it was stripped, or built with '
                           'TARN_DEBUGGER=0, or makes no heap' % images[0][0].name)
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
    return quoted_place(name) if name else address_text(address)


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
