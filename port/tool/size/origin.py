# SPDX-License-Identifier: MIT
"""Who asks for the blocks of a class, if the traces have callers or tags (port/tool/record)."""
import collections
import re

import reader

NAMED = 3  # callers of a class that are named


def operations(file):
    """(what, id, size, align, caller, tag) of each operation of a sound trace."""
    for line in list(reader.lines_of(file))[4:]:
        what, one, *rest = line.split()
        align = int(rest.pop(0)) if what == 'm' else 0
        size, caller, _, tag = (rest + ['0'] * 4)[:4]
        yield what, one, int(size), align, int(caller, 0), int(tag)


class Origins:
    """The callers of each class and of the commons, and the most that each tag holds at once."""

    def __init__(self, classes, build):
        self.sizes = [int(size) for size in re.findall(r'\bCLASS\((\d+), \d', classes)]
        harden, self.align, tags = build
        self.record = {1: 0, 2: 4, 3: 12}[harden] + (4 if tags else 0)
        self.callers = [collections.Counter() for _ in range(len(self.sizes) + 1)]
        self.tags = [[0] * (len(self.sizes) + 1) for _ in range(256 if tags else 0)]

    def block(self, size, align):
        """The class of a request, or the number of classes for the commons; and the bytes."""
        bytes_ = max(size + self.record + self.align - 1 & -self.align, self.align)
        index = len(self.sizes) if align > self.align else \
            sum(one < bytes_ for one in self.sizes)
        return index, bytes_

    def read(self, file):
        held, live = {}, collections.Counter()
        for what, one, size, align, caller, tag in operations(file):
            if one in held:
                key, amount = held.pop(one)
                live[key] -= amount
            if what == 'f':
                continue
            index, bytes_ = self.block(size, align)
            if caller:
                self.callers[index][caller] += 1
            held[one] = key, amount = (tag, index), bytes_ if index == len(self.sizes) else 1
            live[key] += amount
            if self.tags:
                self.tags[tag][index] = max(self.tags[tag][index], live[key])

    def name(self, index):
        return str(self.sizes[index]) if index < len(self.sizes) else 'the commons'

    def lines(self):
        for index, callers in enumerate(self.callers):
            askers = sorted(callers.items(), key=lambda one: (-one[1], one[0]))
            words = ['0x%08x %d' % one for one in askers[:NAMED]]
            if askers[NAMED:]:
                words.append('%d others %d' % (len(askers) - NAMED,
                                               sum(count for _, count in askers[NAMED:])))
            if words:
                yield 'callers      of %s: %s\n' % (self.name(index), ', '.join(words))
        for tag, most in enumerate(self.tags):
            words = ['%d%s of %s' % (peak, ' bytes' if index == len(self.sizes) else '',
                                     self.name(index)) for index, peak in enumerate(most) if peak]
            if words:
                yield 'tag %-8d holds at most %s\n' % (tag, ', '.join(words))


def told(certificate, classes, build, files):
    """The certificate with these lines after its classes."""
    origins = Origins(classes, build)
    for file in files:
        origins.read(file)
    return re.sub(r'(?m)^  commons .*\n', lambda commons: commons[0] + ''.join(origins.lines()),
                  certificate, count=1)
