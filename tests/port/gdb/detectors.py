# SPDX-License-Identifier: MIT
"""Does tarn.py say what the library says, and does each of its detectors fire?

  tests/port/gdb/detectors.py ELF MEMORY PRINTED

MEMORY is that of tests/port/gdb/detectors (of a 64-bit host), which printed PRINTED. One word of a
copy is changed for each thing that tarn.py detects: it must name it."""
import contextlib
import io
import os
import re
import sys

import dumps
from dumps import tarn

LAST, ROOM = 44, 92  # where fields lie in struct tarn_heap


def asked(elf, memory, *words):
    """The lines that a command prints."""
    return dumps.said_by(elf, [memory], list(words))[1].splitlines()


def names_differ(lines, elf, memory):
    """Names are any text: tarn.py writes each as the library does, and reads it back."""
    objects, tags, leaks = ([line for line in lines if line.startswith(one)]
                            for one in ('objects ', 'tag ', 'live objects '))
    said = [line for line in asked(elf, memory, 'info') if line.startswith('tag ')]
    ours = [re.sub(' record=0x[0-9a-f]+$', '', line) for line in asked(elf, memory, 'objects')]
    if [re.sub(' record=0x[0-9a-f]+$', '', line) for line in objects] != ours or tags != said:
        yield 'names: %s\n%s' % (objects + tags, ours + said)
    known = [pool.type.name for pool, _ in tarn.object_pools(tarn.Session.memory())]
    read = [tarn.unquoted(re.fullmatch('objects (.*) size=.*', line).group(1)) for line in objects]
    if read != known or len(set(known)) < 13 or max(map(len, known)) < 200:
        yield 'names: %s are read as %s' % (known, read)
    for name in [known[0], *[one for one in known if known.count(one) > 1], '']:
        if len([line for line in asked(elf, memory, 'objects', tarn.quoted(name))
                if line.startswith('objects ')]) != known.count(name):
            yield 'names: objects %s' % tarn.quoted(name)
    told = [re.search(' in (.*), heap 0x', line).group(1) for line in lines
            if line.startswith('tarn: ')]
    if not set(told[:-1]) <= set(map(tarn.quoted, known)) or len(told) < 10 or \
            not told[-1].startswith('"%.36s' % max(known, key=len)) or told[-1][-4:] != '"...':
        yield 'names: faults of %s' % told
    if len(set(leaks)) != len(objects):
        yield 'two pools have the same line: %s' % leaks


# ---- Damage ---------------------------------------------------------------------------------


def free_run(heap, last=False):
    """The longest free run that is on a list; or the last run, too."""
    return max((size, offset) for offset, size, live in heap.runs_of()
               if not live and (last or offset != heap.last))[1]


def harms(heap):
    """Yields (what `tarn check` must say, the address of a word, what is XORed into it)."""
    build, base = heap.build, heap.base
    pool = heap.block_pools[0]
    free = next((at for each in heap.block_pools for at, reusable in each.slots() if reusable),
                None)  # few runs have none
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
        yield 'use after free', base + run + 8, 1
    if build.harden >= 2 and free:
        yield 'use after free', base + free, 1
    if build.harden >= 3:
        yield 'I5 .*are counted', heap.records - build.tally_bytes + 8, 1
        ring = heap.address + build.at['sequence'] + 4
        yield 'ring was overwritten', ring, 1 << 16
        yield 'quarantine holds', ring + 8, 8
        yield 'names a block that does not wait', ring + 12 + 4 * heap.ring()[0], 8
        yield 'use after free', base + heap.waiting()[0], 1


def said_with(memory, changes, *words):
    """What a command says of the memory with (address, bytes) written to it."""
    data = bytearray(memory.data)
    for address, value in changes:
        at = address - memory.start
        data[at:at + len(value)] = value
    tarn.Session.target = tarn.Dumps(tarn.Session.target.elf)
    tarn.Session.target.dumps = [tarn.Dump(memory.start, bytes(data))]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        tarn.run(list(words))
    return out.getvalue()


def number(memory, address, size):
    at = address - memory.start
    return int.from_bytes(memory.data[at:at + size], 'little')


def changed(memory, address, mask):
    return address, (number(memory, address, 4) ^ mask).to_bytes(4, 'little')


def checked(sound, heap):
    if not said_with(sound, [], 'check').endswith(' 0 broken\n'):
        yield 'the memory is not sound'
    for wanted, address, mask in harms(heap):
        said = said_with(sound, [changed(sound, address, mask)], 'check')
        if not re.search('^broken .*' + wanted, said, re.M):
            yield 'check names no "%s" after a change of 0x%x: %s' % (wanted, address, said)
    said = said_with(sound, [], 'objects', 'sparks')
    address = int(re.search('record=(0x[0-9a-f]+)', said).group(1), 16)
    said += said_with(sound, [changed(sound, address, 64)], 'objects', 'sparks')
    if len(re.findall('^damaged: .*O4', said, re.M)) != 1:
        yield 'objects names no "O4": %s' % said


def lost(sound, heap):
    """A block is lost unless a pointer to its middle lies in another block."""
    table = tarn.Session.target.symbol('blocks')
    slots = [at for at in range(table, table + 96 * 8, 8) if number(sound, at, 8)]
    big = [at for at in slots if heap.find(number(sound, at, 8)).size >= 32]
    holder, block = (number(sound, at, 8) for at in big[:2])
    gone = big[1], bytes(8)
    held = holder, (block + 8).to_bytes(8, 'little')
    for changes, wanted in (([], []), ([gone, held], []), ([gone, (holder, bytes(8))], [block])):
        said = said_with(sound, changes, 'leaks')
        seen = [int(one, 16) for one in re.findall('^live (0x[0-9a-f]+)', said, re.M)]
        if seen != wanted:
            yield 'leaks names %s, not %s' % (said, wanted)


def roots(sound, heap):
    """Lost blocks that point to each other. Which are named, and how many blocks are below each?"""
    table = tarn.Session.target.symbol('blocks')
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
        said = said_with(sound, changes, 'leaks')
        names = {one.address: name for name, one in blocks.items()}
        seen = {names.get(int(address, 16)): int(below or 0) for address, below in re.findall(
            '^live (0x[0-9a-f]+)(?:.* below blocks=([0-9]+))?', said, re.M)}
        if seen != wanted:
            yield 'leaks of %s names %s: %s' % (edges, seen, said)


def main(elf, memory, printed):
    with open(printed, errors='surrogateescape', newline='\n') as file:
        lines = file.read().splitlines()
    dump = '%s-%s' % (memory, lines[0].split()[1])
    os.replace(memory, dump)
    found = list(names_differ(lines, elf, dump))
    sound, heap = tarn.Session.target.dumps[0], tarn.Session.heaps()[0][0]
    for judge in checked, lost, roots:
        found += judge(sound, heap)
    for one in found[:10]:
        print('FAIL ' + one)
    return bool(found)


sys.exit(main(*sys.argv[1:]))
