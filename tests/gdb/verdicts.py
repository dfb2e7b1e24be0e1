# SPDX-License-Identifier: MIT
"""Does tarn.py judge as the library does? Compares it with what a program printed of its memory.

  tests/gdb/verdicts.py ELF MEMORY PRINTED"""
import os
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


def differences(elf, memory, lines):
    objects = [line for line in lines if line.startswith('objects ')]
    if objects and objects != asked(elf, memory, ['objects']):
        yield 'objects: %s\n%s' % (objects, asked(elf, memory, ['objects']))
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
    with open(printed) as file:
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
