# SPDX-License-Identifier: MIT
"""Reads lines about heaps: the reports and maps of Tarn, and the progress of a soak.

Other lines are ignored. A line that is incomplete, or mixed with another, is counted and changes
nothing. A report or a map counts after its last line."""
import re
import threading
import time

import arena

NOTHING = 'no report yet; the firmware must call tarn_report: port/tool/watch/README.md'
SHOWN = 3  # so many of the last other lines are shown

# The numbers, and which of two values is the worse one.
NUMBERS = {'live': max, 'requested': max, 'blocks': max, 'free': min, 'longest': min,
           'fragmentation': max, 'refused': max, 'faults': max}
NO_FAULTS = ('arena', 'metadata', 'pools', 'commons', 'free', 'peak', 'longest',
             'longest_least', 'fragmentation', 'quarantined', 'quarantined_bytes')
OF_HEAP = {'arena', 'commons', 'free', 'longest', 'fragmentation'}
OF_CLASS = {'size', 'capacity', 'live', 'peak', 'refused'}

FIELDS = re.compile(r'(?:heap|class \d+|commons \d+)((?: [a-z_-]+=\d+)+)')
CLASS = re.compile(r'(?:class|commons) \d+ size=')
TAG = re.compile(r'tag (\d+) name=(.*) live=(\d+) blocks=(\d+) peak=(\d+) peak_blocks=\d+'
                 r' refused=(\d+)(?: limit=(\d+))?')
SOAK = re.compile(r'soak on [\w-]+: arena (\d+) B, .*')
PROGRESS = re.compile(r'[\w-]+ +\d+ s +\d+%  ops +\d+ .*  live +(\d+)  bytes +(\d+)  .*'
                      r'  longest +(\d+)  refused +(\d+)  faults +(\d+)  .*')


def fields(line):
    """The name=number words of a line; None if there is anything else."""
    found = FIELDS.fullmatch(line)
    if not found:
        return None
    return {name: int(value) for name, value in re.findall(r'(\S+)=(\d+)', found.group(1))}


def worse(one, other):
    """Two points of a history as one."""
    both = dict(one, **other)
    return {name: NUMBERS.get(name, max)(one.get(name, value), other.get(name, value))
            for name, value in both.items()}


class History:
    """At most MOST points. If there are more, each pair becomes one point, which keeps the worse
    value of each number."""
    MOST = 512

    def __init__(self):
        self.points, self.span, self.filled = [], 1, 0

    def add(self, point):
        if self.points and self.filled < self.span:
            self.points[-1] = worse(self.points[-1], point)
            self.filled += 1
            return
        if len(self.points) == self.MOST:
            self.points = [worse(*pair) for pair in zip(self.points[::2], self.points[1::2])]
            self.span *= 2
        self.points.append(point)
        self.filled = 1


class Heap:
    """A heap after its last update.

    An update is a report, a map and a soak's progress, each at most once. The next one of a kind
    begins the next update. For a soak, `refused` is its own count: a report has refusals beside a
    tick, too, which the soak leaves out."""

    def __init__(self, size, told):
        self.arena, self.told = size, told
        self.now, self.before, self.kinds, self.updates = {}, {}, set(), 0
        self.history, self.range = History(), {}
        self.classes, self.tags, self.faults = [], {}, {}
        self.map, self.maps, self.of_soak = None, 0, False

    def update(self, kind, numbers):
        if kind in self.kinds:
            self.close()
        if not self.kinds:
            self.before = dict(self.now)
            self.updates += 1
        self.kinds.add(kind)
        self.now.update(numbers, at=time.time())
        for name, value in numbers.items():
            least, most = self.range.get(name, (value, value))
            self.range[name] = min(least, value), max(most, value)

    def close(self):
        """Ends the update: nothing more came, or the next one begins."""
        if self.kinds:
            self.history.add(dict(self.now))
            self.kinds = set()
            self.told(self)

    def points(self):
        return self.history.points + ([dict(self.now)] if self.kinds else [])

    def change(self, name):
        return self.now[name] - self.before.get(name, self.now[name])

    def take_report(self, heap, classes):
        pools = sum(one['live'] * one['size'] for one in classes[:-1])
        used = heap['commons'] - heap['free']
        classes[-1]['live'] = used
        self.classes = classes
        self.faults = {name: count for name, count in heap.items()
                       if count and name not in NO_FAULTS}
        numbers = {'live': pools + used, 'faults': sum(self.faults.values())}
        if not self.of_soak:
            numbers['refused'] = sum(one['refused'] for one in classes)
        numbers.update((name, heap[name]) for name in ('free', 'longest', 'fragmentation'))
        if 'live_requested' in classes[0]:
            numbers['requested'] = sum(one['live_requested'] for one in classes)
        counted = sum(one['live'] for one in classes[:-1])
        if not used:
            numbers['blocks'] = counted
        self.update('report', numbers)
        self.drop('blocks', counted + (used > 0), counted + used // 8)
        self.drop('requested', 0, numbers['live'])

    def drop(self, name, least, most):
        """Drops an older number that the report contradicts."""
        if not least <= self.now.get(name, least) <= most:
            self.now.pop(name, None)

    def take_map(self, read):
        sums = arena.sums(read)
        self.map = read
        self.maps += 1
        same = len(self.classes) == len(sums.classes)
        told = self.classes if same else [{}] * len(sums.classes)
        self.classes = [dict(was, **one) for was, one in zip(told, sums.classes)]
        for tag in list(self.tags):
            self.tags[tag].update(sums.tags.pop(tag, {'live': 0, 'blocks': 0}))
        self.tags.update(sums.tags)
        self.update('map', sums.numbers)


class Watch:
    """All heaps of the lines so far, and the last other lines."""
    LAST = 20

    def __init__(self, told=lambda heap: None):
        self.told, self.lock = told, threading.Lock()
        self.title, self.url, self.over = '', None, None
        self.heaps, self.last = {}, []
        self.heap = None  # of the report or the soak that lines belong to
        self.report, self.classes, self.maps = None, [], arena.tarn.MapReader()
        self.heard, self.damaged, self.verdict = time.time(), 0, None
        self.said = {'heap': self.said_heap, 'class': self.said_class,
                     'commons': self.said_class, 'tag': self.said_tag, 'map': self.said_map,
                     'soak': self.said_soak, 'SOAK': self.said_verdict}

    def take(self, line):
        self.heard = time.time()
        said = self.said.get(line.split(' ', 1)[0], self.said_other)
        if not said(line):
            self.said_other(line)

    def quiet(self):
        for heap in self.heaps.values():
            heap.close()

    def of(self, size):
        if size not in self.heaps:
            self.heaps[size] = Heap(size, self.told)
        return self.heaps[size]

    def damage(self):
        self.damaged += 1
        self.report = None
        return True

    def said_heap(self, line):
        found = fields(line)
        if not found or not OF_HEAP <= set(found):
            return line.startswith('heap arena=') and self.damage()
        self.report, self.classes = found, []
        return True

    def said_class(self, line):
        """A line of the current report: the classes come in order, the commons last."""
        found = fields(line)
        if not self.report:
            return found
        if not CLASS.match(line):
            return False
        index = int(line.split()[1]) if found else -1
        if index != len(self.classes) or not OF_CLASS <= set(found):
            return self.damage()
        self.classes.append(found)
        if line.startswith('commons '):
            self.heap = self.of(self.report['arena'])
            self.heap.take_report(self.report, self.classes)
            self.report = None
        return True

    def said_tag(self, line):
        found = TAG.fullmatch(line)
        if not found or not self.heap:
            return found
        tag, limit = int(found.group(1)), found.group(7)
        name = arena.tarn.unquoted(found.group(2))
        live, blocks, peak, refused = map(int, found.group(3, 4, 5, 6))
        was = self.heap.tags.get(tag, {}).get('live', live)
        self.heap.tags[tag] = {'name': name, 'live': live, 'blocks': blocks, 'peak': peak,
                               'refused': refused, 'change': live - was}
        if limit:
            self.heap.tags[tag]['limit'] = int(limit)
        return True

    def said_map(self, line):
        """A map counts when it is complete."""
        begun, whole = self.maps.map, self.maps.whole
        self.maps.read(0, line)
        if self.maps.whole is not whole:
            self.of(self.maps.whole.arena).take_map(self.maps.whole)
        elif begun and self.maps.map is not begun:
            self.damage()
        return self.maps.map or begun

    def said_soak(self, line):
        found = SOAK.fullmatch(line)
        if found:
            self.title = line.split(',', 1)[0]
            self.heap = self.of(int(found.group(1)))
            self.heap.of_soak = True
        return found

    def said_verdict(self, line):
        if line.startswith(('SOAK PASS ', 'SOAK FAIL ')):
            self.verdict = line
        return self.verdict

    def said_other(self, line):
        found = PROGRESS.fullmatch(line)
        if found and self.heap:
            names = ('blocks', 'requested', 'longest', 'refused', 'faults')
            self.heap.update('progress', dict(zip(names, map(int, found.groups()))))
        elif line:
            self.last = (self.last + [line])[-self.LAST:]
        return True
