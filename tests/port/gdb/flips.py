# SPDX-License-Identifier: MIT
"""Flips bits in a raw dump: no command may raise an exception, or run without an end.

  tests/port/gdb/flips.py ELF FIRST COUNT SEED DUMP...

Trial n, from FIRST on, depends only on SEED and n. It flips one bit of a heap's record, of its
metadata or anywhere in its arena. Each fourth trial writes a random word instead. Then all commands
run. Their reads are counted: more than a multiple of those for the sound dump is an endless loop.
"""
import random
import re
import sys
import traceback

import dumps
from dumps import tarn

COMMANDS = ('heaps', 'check', 'blocks', 'blocks --free', 'blocks --group owner', 'info', 'map',
            'leaks', 'find %d', 'refs %d', 'objects')
reads = most = 0
said = []
read, word_at = tarn.Dumps.read, tarn.Heap.word_at


class Endless(BaseException):
    """More reads than any walk of such a heap needs."""


def counted(function):
    def count(*given):
        global reads
        reads += 1
        if most and reads > most:
            raise Endless('%d reads' % reads)
        return function(*given)
    return count


def change(sound, seed, number, places):
    """The dumps after trial `number`, and what was changed."""
    chance = random.Random('%d %d' % (seed, number))
    first, last = chance.choice(places[chance.randrange(3)])
    at, bit = chance.randrange(first, last), chance.randrange(8)
    changed = []
    for start, data in sound:
        data, offset = bytearray(data), at - start
        if 0 <= offset < len(data) and number % 4 == 3:
            data[offset & ~3:(offset & ~3) + 4] = chance.randbytes(4)
        elif 0 <= offset < len(data):
            data[offset] ^= 1 << bit
        changed.append(tarn.Dump(start, bytes(data)))
    what = 'a word written to' if number % 4 == 3 else 'bit %d of' % bit
    return changed, '%s 0x%x' % (what, at), chance.randrange(*places[2][0]) & ~7


def places_of():
    """The spans of records, of metadata and of arenas, as tarn.py finds them in the sound dump."""
    heaps = tarn.Session.heaps()[0]
    return ([(one.address, one.address + one.build.heap_bytes) for one in heaps],
            [(one.arena_start, one.base + (one.classes[0].start if one.classes
                                           else one.commons_at)) for one in heaps],
            [(one.arena_start, one.arena_start + one.arena_bytes) for one in heaps])


def obey(command, address, limit):
    """Runs a command. Is it refused? Then one line says why."""
    global reads, most
    reads, most = 0, limit
    said.clear()
    try:
        tarn.run((command % address if '%' in command else command).split())
    except tarn.UNDONE as why:
        if '\n' in str(why):
            raise ValueError('a refusal of several lines: %s' % why) from why
        return True
    return False


def main(elf, first, count, seed, names):
    tarn.Session.target = tarn.Dumps(tarn.Elf(elf))
    sound = [(int(dumps.start_of(name), 16), open(name, 'rb').read()) for name in names]
    tarn.Session.target.dumps = [tarn.Dump(*one) for one in sound]
    tarn.Dumps.read, tarn.Heap.word_at = counted(read), counted(word_at)
    tarn.say = said.append
    places, limits = places_of(), {}
    for command in COMMANDS:
        obey(command, places[2][0][0], 0)
        limits[command] = 8 * reads + 20000
        if command == 'check' and re.search('broken|damaged', ' '.join(said[:-1])):
            sys.exit('the dump is not sound:\n' + '\n'.join(said))
    refused = named = 0
    for number in range(first, first + count):
        tarn.Session.target.dumps, what, address = change(sound, seed, number, places)
        for command in COMMANDS:
            try:
                refused += obey(command, address, limits[command])
            except (Exception, Endless) as why:
                traceback.print_exc(limit=-4, file=sys.stdout)
                sys.exit('FAIL tarn %s after %s: %r; again: trial %d of seed %d'
                         % (command, what, why, number, seed))
            named += command == 'check' and any(re.match('broken|damaged', line) for line in said)
    print('%d trials with %d commands each, %d refused in one line; check names %d'
          % (count, len(COMMANDS), refused, named))


if __name__ == '__main__':
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
