# SPDX-License-Identifier: MIT
"""Does tarn.py judge as the library does? Compares it with what a program printed of its memory.

  tests/port/gdb/verdicts.py ELF MEMORY PRINTED"""
import os
import re
import sys

import detectors
import dumps
from dumps import tarn


def asked(elf, memory, words):
    """The lines that a command prints."""
    return dumps.said_by(elf, [memory], words)[1].splitlines()


def handle_told(elf, memory, line):
    """Does `tarn handle` say what the program does in `handle live sparks SLOT:GENERATION`?"""
    _, state, name, handle = line.split()
    said = asked(elf, memory, ['handle', handle])
    return [line for line in said if line.startswith('%s %s ' % (state, name))] and not \
        [line for line in said if line.startswith('live ')][state == 'live':]


def verdict(heap, line):
    address = line.partition(':')[0]
    return '%s: %s' % (address, tarn.Verdict(heap, int(address, 0)))


def names_differ(lines, objects, elf, memory):
    """Names are any text: tarn.py writes each as the library does, and reads it back."""
    tags = [line for line in lines if line.startswith('tag ')]
    leaks = [line for line in lines if line.startswith('live objects ')]
    said = [line for line in asked(elf, memory, ['info']) if line.startswith('tag ')]
    if objects != asked(elf, memory, ['objects']) or tags != said:
        yield 'names: %s\n%s' % (objects + tags, asked(elf, memory, ['objects']) + said)
    known = [pool.type.name for pool, _ in tarn.object_pools(tarn.Session.memory())]
    read = [tarn.unquoted(re.fullmatch('objects (.*) size=.*', line).group(1)) for line in objects]
    if read != known or len(set(known)) < 13 or max(map(len, known)) < 200:
        yield 'names: %s are read as %s' % (known, read)
    for name in [known[0], *[one for one in known if known.count(one) > 1], '']:
        if len([line for line in asked(elf, memory, ['objects', tarn.quoted(name)])
                if line.startswith('objects ')]) != known.count(name):
            yield 'names: objects %s' % tarn.quoted(name)
    told = [re.search(' in (.*), heap 0x', line).group(1) for line in lines
            if line.startswith('tarn: ')]
    if not set(told[:-1]) <= set(map(tarn.quoted, known)) or len(told) < 10 or \
            not told[-1].startswith('"%.36s' % max(known, key=len)) or told[-1][-4:] != '"...':
        yield 'names: faults of %s' % told
    if len(set(leaks)) != len(objects):
        yield 'two pools have the same line: %s' % leaks


def differences(elf, memory, lines):
    objects = [line for line in lines if line.startswith('objects ')]
    if objects:
        yield from names_differ(lines, objects, elf, memory)
    for line in lines:
        if line.startswith('handle ') and not handle_told(elf, memory, line):
            yield '%s: %s' % (line, asked(elf, memory, ['handle', line.split()[3]]))
    heap = tarn.Session.heaps()[0][0]
    for line in lines:
        if line.startswith('0x') and line != verdict(heap, line):
            yield 'free: %s; try-free: %s' % (line, verdict(heap, line))
    if objects:  # the memory is sound
        yield from detectors.all_differences(elf, tarn.Session.dumps[0], heap)


def main(elf, memory, printed):
    with open(printed, errors='surrogateescape', newline='\n') as file:
        lines = file.read().splitlines()
    start = next(line.split()[1] for line in lines if line.startswith('memory '))
    dump = '%s-%s' % (memory, start)
    os.replace(memory, dump)
    found = list(differences(elf, dump, lines))
    for one in found[:10]:
        print('FAIL ' + one)
    places = sum(line.startswith('0x') for line in lines)
    print('%d places: %d differ' % (places, len(found)))
    return 1 if found or not places else 0


sys.exit(main(*sys.argv[1:]))
