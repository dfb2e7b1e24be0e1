# SPDX-License-Identifier: MIT
"""Of tarn.py: commands."""

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
        groups.setdefault(keys[by](block), []).append(block)
    for key, some in sorted(groups.items(), key=lambda one: -weight(one[1], below))[:most]:
        under = [one for block in some for one in below.get(block, ())]
        say('%8d bytes in %5d blocks: %s%s' % (
            weight(some, {}), len(some), key, '; below: %d bytes in %d blocks' % (
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


@command('[--svg FILE] [--by class|tag|lost]')
def map_(words):
    """The arena as a picture: in the terminal, or in a file for a browser. By lost it shows what
    `tarn leaks` finds."""
    options = Options(words, ('svg', 'by'))
    by, name = options.values.get('by'), options.values.get('svg')
    if by not in (None, 'class', 'tag', 'lost') or by and not name:
        raise Refused('--by %s: must be class, tag or lost, and needs --svg' % by)
    found, marks = heaps_or_refuse(), None
    if by == 'lost':
        memory = Session.memory()
        marks = marks_of(Graph(memory, found).lost(Roots(memory, found)))
    maps = [map_of(one, marks) for one in found]
    if name:
        write_whole(name, svg(maps, by=by))
        say('written: %s' % name)
        return
    for one in maps:
        size, lines = lines_of(one)
        say('%s: %d bytes a letter' % (one.name, size))
        for line in lines:
            say(line)
    say(LETTERS_SAY)
