# SPDX-License-Identifier: MIT
"""Counters that a firmware, its object pools or a soak printed. They are the lines of tarn_report()
and of tarn_object_report() (pool/using.md), anywhere in a log. Other text may stand before them on
a line."""
import os
import re
import sys

import reader

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../gdb'))
import tarn

MOST = 0xffffffff
# What is quoted is no report.
REPORT = re.compile(r'"(?:[^"\\]|\\.)*"|heap arena=|(?:class|commons) \d+ size=\d|objects ')
NAME = re.compile(r'("(?:[^"\\]|\\.)*"|[A-Za-z0-9_.-]+)(?= size=\d)')
# In release 1.0 names were not quoted: such a one ends at the last of these.
OLD_NAME = re.compile(r'(.+)(?= size=\d+ slot=\d)')


def larger(kept, read, *names):
    for name in names:
        kept[name] = max(kept.get(name, 0), read[name])


class Counters:
    """What all logs say of one heap, and of the object pools. Each number is the largest of all
    reports."""

    def __init__(self, granule, files):
        self.granule, self.reports, self.arena = granule, 0, 0
        self.classes, self.objects = [], []  # the last class is the commons
        self.logs = 0
        for file in files:
            self.read(file)

    def refuse(self, why):
        raise reader.Refused('%s:%d: %s' % (self.file, self.line, why))

    def read(self, file):
        self.file, self.line, self.found = file, 0, False
        self.logs += 1
        self.inside = None  # of a report: its classes so far
        for self.line, line in enumerate(reader.lines_of(file), 1):
            self.read_line(line.rstrip('\r\n'))
        if self.inside is not None:
            self.refuse('the last report was cut off')
        if not self.found:
            why = 'the file has no line of tarn_report() or tarn_object_report()'
            self.line, why = (self.line, why) if self.line else (1, 'the file is empty')
            self.refuse(why)

    def read_line(self, line):
        for found in REPORT.finditer(line):
            rest, kind = line[found.start():], found[0].partition(' ')[0]
            if kind == 'heap':
                return self.heap(rest)
            if kind in ('class', 'commons'):
                return self.of_class(rest, kind == 'commons')
            name = kind == 'objects' and (NAME.match(rest, 8) or OLD_NAME.match(rest, 8))
            if name:
                return self.of_object(tarn.unquoted(name[1]), rest[name.end():])
        return None

    def number(self, line, name):
        """The value of ` name=number`. One of more than 32 bits, as `refused` may be, counts as the
        largest of them."""
        found = re.search(' %s=([^ ]*)' % name, line)
        if not found or not re.fullmatch('[0-9]+', found[1]):
            self.refuse('this line of a report has no number %s=' % name)
        return min(int(found[1]), MOST)

    def numbers(self, line, names):
        return {name: self.number(line, name) for name in names.split()}

    # -- The heap --

    def heap(self, line):
        arena = self.number(line, 'arena')
        if self.inside is not None:
            self.refuse('the report before this one was cut off')
        self.number(line, 'peak')
        if arena > 128 << 20:
            self.refuse('the arena is larger than 128 MiB')
        if self.reports and arena != self.arena:
            self.refuse("a report of another heap: its arena differs from the first one's")
        self.arena, self.inside = arena, []

    def of_class(self, line, commons):
        one = self.numbers(line, 'size capacity peak refused live')
        if self.inside is None:
            self.refuse('the line of a class has no line of a heap before it')
        at = len(self.inside)
        last = self.reports and at == len(self.classes) - 1
        if int(line.split()[1]) != at or at > 64 or not commons and not one['size'] or \
                self.reports and commons != last:
            self.refuse('the line of a class is out of order')
        self.judge(one, commons)
        table = 'size', 'capacity'
        if self.reports and any(one[name] != self.classes[at][name] for name in table):
            self.refuse("a report of another heap: its table differs from the first one's")
        self.inside.append(one)
        if commons:
            self.classes = self.classes or [{} for _ in self.inside]
            for kept, read in zip(self.classes, self.inside):
                larger(kept, read, 'size', 'capacity', 'peak', 'refused')
            self.reports += 1
            self.found, self.inside = True, None

    def judge(self, one, commons):
        """Refuses counts that no heap can have."""
        if not commons and one['size'] % self.granule:
            self.refuse('the size of a class must be a multiple of %d' % self.granule)
        if not commons and self.inside and one['size'] <= self.inside[-1]['size']:
            self.refuse('the class must be larger than the one before it')
        if one['peak'] > one['capacity']:
            self.refuse('the peak is larger than the capacity')
        if sum((each['size'] or 1) * each['capacity'] for each in [*self.inside, one]) > self.arena:
            self.refuse('the classes up to here are larger than the arena')

    # -- Object pools --

    def of_object(self, name, line):
        read = self.numbers(line, 'size slot capacity maximum peak refused robbed')
        record = re.search(' record=0x([0-9a-f]+)', line)
        read.update(name=name, record=int(record[1], 16) if record else 0)
        kept = self.pool_of(read)
        kept['lines'] = kept['lines'] + 1 if kept.get('log') == self.logs else 1
        larger(kept, read, 'capacity', 'peak', 'refused', 'robbed')
        kept.update({one: read[one] for one in ('name', 'size', 'slot', 'record')}, log=self.logs)
        self.found = True

    def pool_of(self, read):
        """In another log a pool may have another address: there, pools of one name are told apart
        by their order."""
        alike = [one for one in self.objects
                 if all(one[name] == read[name] for name in ('name', 'size', 'slot'))
                 and (one['log'] != self.logs or one['record'] == read['record'])]
        same = [one for one in alike if one['record'] == read['record']]
        if not alike:
            self.objects.append({})
        return (same or alike or self.objects[-1:])[0]

    # -- What is told --

    def table(self):
        """For the program: the reports and the arena, then the classes and the commons."""
        return ''.join('%d %d %d %d\n' % tuple(one) for one in [
            (self.reports, self.arena, len(self.classes) - 1, 0),
            *([one[name] for name in ('size', 'capacity', 'peak', 'refused')]
              for one in self.classes)])

    def lines(self):
        for one in self.classes:
            commons = one is self.classes[-1]
            if not commons and one['capacity'] and one['peak'] == one['capacity']:
                yield ('warning      the class of %(size)d bytes was full: it may need more than '
                       '%(peak)d blocks\n' % one)
            if one['refused']:
                yield ('warning      %(refused)d requests of no class were refused: no peak counts '
                       'them\n' if commons else 'warning      %(refused)d requests of the class of '
                       '%(size)d bytes were refused: its peak does not count them\n') % one
        for one in self.objects:
            yield self.object_line(one)

    def object_line(self, one):
        line = 'objects      ' + tarn.quoted(one['name'])
        if sum(each['name'] == one['name'] for each in self.objects) > 1:
            line += ' at 0x%x' % one['record'] if one['record'] else ' of slots of %d' % one['slot']
        line += ': needs capacity %d (it had %d): %d bytes; peak %d' % (
            one['peak'] or 1, one['capacity'], one['peak'] * one['slot'], one['peak'])
        if one['refused'] or one['robbed']:
            line += ', but it was full: it refused or robbed'
        if not one['record'] and one['lines'] > 1:
            line += '; %d lines without record= count as one pool' % one['lines']
        return line + '\n'
