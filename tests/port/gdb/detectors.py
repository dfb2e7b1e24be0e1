# SPDX-License-Identifier: MIT
"""Changes one word of a sound copy of memory for each thing that tarn.py detects: it must name it.

Used by verdicts.py, on the memory of tests/port/gdb/verdicts (of a 64-bit host)."""
import json
import os
import re

import dumps
from dumps import tarn

LAST, ROOM = 44, 92  # where fields lie in struct tarn_heap


def free_run(heap, last=False):
    """The longest free run that is on a list; or the last run, too."""
    return max((size, offset) for offset, size, live in heap.runs_of()
               if not live and (last or offset != heap.last))[1]


def harms(heap):
    """Yields (what `tarn check` must say, the address of a word, what is XORed into it)."""
    build, base = heap.build, heap.base
    pool = heap.block_pools[0]
    free = next(at for each in heap.block_pools for at, reusable in each.slots() if reusable)
    live = next(block for block in heap.blocks() if block.state == tarn.LIVE)
    record = live.address + live.size - build.record
    pairs = heap.heads - 8 * heap.pairs
    run, inner = free_run(heap), free_run(heap, True) + 3 * build.align
    yield 'I1 .*record of its pool', pool.address + 8, 4
    yield 'I1 .*were handed out, and it has', pool.address + 16, 0x400
    yield 'I1 .*current pool', heap.current, 4
    yield 'I2 .*name of the pool', heap.names, 2
    yield 'I3 .*mark .* contradicts', pool.address, 1 << 9
    yield 'I3 .*marked as full', pool.address, 1 << 31
    yield 'I3 .*stack of pools', pool.address + 20, 1 << 24
    yield 'I3 .*marked as free', heap.current + 4 * heap.class_count, 1 << pool.capacity
    yield 'I4 .*link back', base + run + 4, 8
    yield 'I4 .*its bit contradicts', heap.heads + 4 * 1, heap.word_at(heap.heads + 4) or run
    yield 'I4 .*leads to the last run', heap.address + LAST, heap.last ^ run
    yield 'I4 .*names a last run', heap.address + LAST, 1 << 20
    yield 'I6 .*the last run has' if heap.last else 'but no last run', heap.address + LAST + 4, 1
    yield 'I6 .*not marked', pairs + 8 * heap.pair_index(heap.end_at), heap.bit(heap.end_at)
    yield 'I7 ', pairs + 8 * heap.pair_index(inner) + 4, heap.bit(inner)
    yield 'I8 .*commons', heap.address + ROOM, 1
    yield 'bounds of sizes', heap.address + ROOM - 4, 8
    yield 'registry of heaps', build.registry + 8, 1
    if build.tags:
        yield 'I10', live.address + live.size - 4, 8 << 8
        yield 'I10 .*tag 0', heap.address + build.at['tag_room'], 8
    if build.harden >= 2:
        yield 'I9 .*overrun', record, 1 << 20
        yield 'use after free', base + free, 1
        yield 'use after free', base + run + 8, 1
    if build.harden >= 3:
        yield 'I5 .*are counted', heap.records - build.tally_bytes + 8, 1
        ring = heap.address + build.at['sequence'] + 4
        yield 'ring was overwritten', ring, 1 << 16
        yield 'quarantine holds', ring + 8, 8
        yield 'names a block that does not wait', ring + 12 + 4 * heap.ring()[0], 8
        yield 'use after free', base + heap.waiting()[0], 1


def said_with(elf, sound, changes, words):
    """What a command says of the memory with (address, bytes) written to it."""
    data = bytearray(sound.data)
    for address, value in changes:
        at = address - sound.start
        data[at:at + len(value)] = value
    name = '%s.harmed-0x%x' % (elf, sound.start)
    with open(name, 'wb') as file:
        file.write(data)
    try:
        return dumps.said_by(elf, [name], words)[1]
    finally:
        os.remove(name)


def number(sound, address, size):
    return int.from_bytes(sound.read(address, size), 'little')


def changed(sound, address, mask):
    return address, (number(sound, address, 4) ^ mask).to_bytes(4, 'little')


def oldest_judged(heap):
    """At level 3 a free releases the oldest block of a full quarantine. If links will lie there, as
    in the commons, it verifies their place first."""
    live = next(block for block in heap.blocks() if block.state == tarn.LIVE).address
    sound, at = tarn.Verdict(heap, live), heap.base + heap.waiting()[0]
    whole, place = heap.arena, at - heap.arena_start
    heap.arena = whole[:place] + b'?' + whole[place + 1:]
    harmed = tarn.Verdict(heap, live)
    heap.arena = whole
    wanted = (None, 'use-after-free', at)
    if heap.waiting()[0] < heap.commons_at:
        wanted = (None, None, harmed.at)
    if (sound.fault, harmed.fault, harmed.at) != wanted:
        yield 'try-free of 0x%x: %s; with its oldest block harmed: %s' % (live, sound, harmed)


def checked(elf, sound, heap):
    if not said_with(elf, sound, [], ['check']).endswith(' 0 broken\n'):
        yield 'the memory is not sound'
    if heap.build.harden >= 3:
        yield from oldest_judged(heap)
    for wanted, address, mask in harms(heap):
        said = said_with(elf, sound, [changed(sound, address, mask)], ['check'])
        if not re.search('^broken .*' + wanted, said, re.M):
            yield 'check names no "%s" after a change of 0x%x: %s' % (wanted, address, said)


def counted(elf, sound):
    """Damages the counts of an object pool and of a packed array."""
    for command, name, wanted in (('objects', 'sparks', 'O4'), ('packed', 'flock', 'P1')):
        said = said_with(elf, sound, [], [command, name])
        address = int(re.search('record=(0x[0-9a-f]+)', said).group(1), 16)
        said += said_with(elf, sound, [changed(sound, address, 64)], [command, name])
        if len(re.findall('^damaged: .*' + wanted, said, re.M)) != 1:
            yield '%s names no "%s": %s' % (command, wanted, said)


def lost(elf, sound, heap):
    """A block is lost unless a pointer to its middle lies in another block."""
    table = tarn.Elf(elf).symbol('blocks')
    slots = [at for at in range(table, table + 96 * 8, 8) if number(sound, at, 8)]
    big = [at for at in slots if heap.find(number(sound, at, 8)).size >= 32]
    holder, block = (number(sound, at, 8) for at in big[:2])
    gone = big[1], bytes(8)
    held = holder, (block + 8).to_bytes(8, 'little')
    for changes, wanted in (([], []), ([gone, held], []), ([gone, (holder, bytes(8))], [block])):
        said = said_with(elf, sound, changes, ['leaks'])
        seen = [int(one, 16) for one in re.findall('^live (0x[0-9a-f]+)', said, re.M)]
        if seen != wanted:
            yield 'leaks names %s, not %s' % (said, wanted)


def roots(elf, sound, heap):
    """Lost blocks that point to each other. Which are named, and how many blocks are below each?"""
    table = tarn.Elf(elf).symbol('blocks')
    slots = {number(sound, at, 8): at for at in range(table, table + 96 * 8, 8)}
    found = sorted((one for one in heap.blocks() if one.address in slots and one.requested >= 40),
                   key=lambda one: one.sequence)
    for edges, wanted in (('ab bc ca', {'a': 2}), ('ba ab bc', {'a': 2}), ('aa', {'a': 0}),
                          ('ac bc', {'a': 0, 'b': 1}), ('ba cb', {'c': 2}),
                          ('ca cb ad bd dd', {'c': 3}), ('ab ba cd dc ca', {'c': 3})):
        blocks = dict(zip(sorted(set(edges) - {' '}), found))
        changes = [(slots[one.address], bytes(8)) for one in blocks.values()]
        changes += [(one.address, bytes(one.requested)) for one in blocks.values()]
        changes += [(blocks[one].address + 8 * at,
                     (blocks[other].address + at % 2 * 8).to_bytes(8, 'little'))
                    for at, (one, other) in enumerate(edges.split())]
        said = said_with(elf, sound, changes, ['leaks'])
        names = {one.address: name for name, one in blocks.items()}
        seen = {names.get(int(address, 16)): int(below or 0) for address, below in re.findall(
            '^live (0x[0-9a-f]+)(?:.* below blocks=([0-9]+))?', said, re.M)}
        if seen != wanted:
            yield 'leaks of %s names %s: %s' % (edges, seen, said)


def differs(elf, sound):
    """Saves the blocks, changes the file, and expects `diff` to name the three changes."""
    name = elf + '.saved'
    said_with(elf, sound, [], ['save', name])
    with open(name) as file:
        saved = json.load(file)
    blocks = saved['heaps'][0]['blocks']
    blocks[0]['requested'] -= 1
    blocks[1]['address'] -= 1
    with open(name, 'w') as file:
        json.dump(saved, file)
    said = said_with(elf, sound, [], ['diff', name])
    os.remove(name)
    if [line.split()[0] for line in said.splitlines() if 'below' not in line] != \
            ['grew', 'allocated', 'freed', 'heap'] or 'grew blocks=1 requested=1' not in said:
        yield 'diff: ' + said


def all_differences(elf, sound, heap):
    yield from checked(elf, sound, heap)
    yield from counted(elf, sound)
    yield from lost(elf, sound, heap)
    yield from roots(elf, sound, heap)
    yield from differs(elf, sound)
