# SPDX-License-Identifier: MIT
"""Flips bits in a raw dump: no command may raise an exception, or run without an end.

  tests/port/gdb/flips.py ELF FIRST COUNT SEED DUMP...

Trial n, from FIRST on, depends only on SEED and n. It flips one bit of a heap's record, of its
metadata or anywhere in its arena. Each fourth trial writes a random word instead. Then all commands
run. Their reads and lines are counted: more than a multiple of those for the sound dump counts as
an endless loop. The time is printed, but not judged."""
import contextlib
import io
import random
import re
import sys
import time
import traceback

import dumps
from dumps import tarn

COMMANDS = ('heaps', 'check', 'blocks', 'blocks --free', 'blocks --group owner', 'info', 'map',
            'leaks', 'find %d', 'refs %d', 'objects')
AREAS = ('record', 'metadata', 'arena')


class Endless(BaseException):
    """More reads, or more lines, than any walk of such a heap needs."""


class Budget:
    """Counts the reads and lines of tarn.py, and ends a command that needs too many."""

    def __init__(self):
        self.reads = self.lines = 0
        self.most = None
        for owner, name in ((tarn.Dumps, 'read'), (tarn.Heap, 'word_at')):
            setattr(owner, name, self.counted(getattr(owner, name)))
        tarn.say = self.say
        self.said = []

    def counted(self, function):
        def count(*given):
            self.reads += 1
            if self.most and self.reads > self.most[0]:
                raise Endless('%d reads' % self.reads)
            return function(*given)
        return count

    def say(self, text=''):
        self.lines += 1
        if self.most and self.lines > self.most[1]:
            raise Endless('%d lines' % self.lines)
        self.said.append(text)

    def begin(self, most):
        self.reads = self.lines = 0
        self.most = most
        self.said = []


class Trial:
    """One change of the dumps."""

    def __init__(self, seed, number, places):
        chance = random.Random('%d %d' % (seed, number))
        self.area = chance.choice(AREAS)
        first, last = chance.choice(places[self.area])
        self.at = chance.randrange(first, last)
        self.bit = chance.randrange(8)
        self.word = chance.randrange(1 << 32) if number % 4 == 3 else None
        self.address = chance.randrange(*places['arena'][0]) & ~7

    def __str__(self):
        if self.word is None:
            return 'bit %d of 0x%x (%s)' % (self.bit, self.at, self.area)
        return '0x%08x written to 0x%x (%s)' % (self.word, self.at & ~3, self.area)

    def apply(self, sound):
        for start, data in sound:
            changed = bytearray(data)
            at = self.at - start
            if 0 <= at < len(data):
                if self.word is None:
                    changed[at] ^= 1 << self.bit
                else:
                    at &= ~3
                    changed[at:at + 4] = self.word.to_bytes(4, 'little')
            yield tarn.Dump(start, bytes(changed))


def places_of(budget):
    """The records, metadata and arenas of the heaps, as tarn.py finds them in the sound dump."""
    places = {area: [] for area in AREAS}
    for heap in tarn.Session.heaps()[0]:
        first = heap.classes[0].start if heap.classes else heap.commons_at
        places['record'].append((heap.address, heap.address + heap.build.heap_bytes))
        places['metadata'].append((heap.arena_start, heap.base + first))
        places['arena'].append((heap.arena_start, heap.arena_start + heap.arena_bytes))
    budget.begin(None)
    return places


def obey(command, address):
    """Runs a command. Returns 'said', or 'refused' if one line says why."""
    words = (command % address if '%' in command else command).split()
    try:
        tarn.run(words)
    except tarn.UNDONE as why:
        if '\n' in str(why):
            raise ValueError('a refusal of several lines: %s' % why) from why
        return 'refused'
    return 'said'


def main(elf, first, count, seed, names):
    tarn.Session.target = tarn.Dumps(tarn.Elf(elf))
    sound = [(int(dumps.start_of(name), 16), open(name, 'rb').read()) for name in names]
    tarn.Session.target.dumps = [tarn.Dump(*one) for one in sound]
    budget = Budget()
    places = places_of(budget)
    bounds = {}
    for command in COMMANDS:
        budget.begin(None)
        obey(command, places['arena'][0][0])
        bounds[command] = 8 * budget.reads + 20000, 8 * budget.lines + 2000
        if command == 'check' and re.search('broken|damaged', ' '.join(budget.said[:-1])):
            sys.exit('the dump is not sound:\n' + '\n'.join(budget.said))
    budget.begin((10, 10))
    try:
        obey('check', 0)
        sys.exit('FAIL an endless loop is not noticed')
    except Endless:
        pass
    named = {area: [0, 0] for area in AREAS}
    longest, refused = 0, 0
    for number in range(first, first + count):
        trial = Trial(seed, number, places)
        tarn.Session.target.dumps = list(trial.apply(sound))
        for command in COMMANDS:
            budget.begin(bounds[command])
            before = time.process_time()
            try:
                refused += obey(command, trial.address) == 'refused'
            except (Exception, Endless) as why:
                traceback.print_exc(limit=-4, file=sys.stdout)
                sys.exit('FAIL tarn %s after %s: %r; again: trial %d of seed %d'
                         % (command, trial, why, number, seed))
            longest = max(longest, time.process_time() - before)
            if command == 'check':
                named[trial.area][0] += 1
                found = any(re.match('broken|damaged', line) for line in budget.said)
                named[trial.area][1] += found
    for area in AREAS:
        print('%-9s %5d trials, %5d named by check' % (area, named[area][0], named[area][1]))
    print('%d trials with %d commands each, %d refused in one line; the longest took %.2f s'
          % (count, len(COMMANDS), refused, longest))


if __name__ == '__main__':
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
