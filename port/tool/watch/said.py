# SPDX-License-Identifier: MIT
"""Reads lines about heaps: the reports and maps of Tarn.

Other lines are ignored. A line that is incomplete, or mixed with another, is counted and changes
nothing. A report or a map counts after its last line."""
import collections
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../gdb'))
import tarn  # noqa: E402

NOTHING = 'no report yet; the firmware must call tarn_report: port/tool/watch/README.md'
SHOWN = 3  # so many of the last other lines are shown

NUMBERS = ('live', 'requested', 'blocks', 'free', 'longest', 'fragmentation', 'refused', 'faults')
POINTS = 60  # of the history, at most
NO_FAULTS = ('arena', 'metadata', 'pools', 'commons', 'free', 'peak', 'longest',
             'longest_least', 'fragmentation', 'quarantined', 'quarantined_bytes')
OF_HEAP = {'arena', 'commons', 'free', 'longest', 'fragmentation'}
OF_CLASS = {'size', 'capacity', 'live', 'peak', 'refused'}

FIELDS = re.compile(r'(?:heap|class \d+|commons \d+)((?: [a-z_-]+=\d+)+)')
CLASS = re.compile(r'(?:class|commons) \d+ size=')
TAG = re.compile(r'tag (\d+) name=(.*) live=(\d+) blocks=(\d+) peak=(\d+) peak_blocks=\d+'
                 r' refused=(\d+)(?: limit=(\d+))?')


def fields(line):
    """The name=number words of a line; None if there is anything else."""
    found = FIELDS.fullmatch(line)
    if not found:
        return None
    return {name: int(value) for name, value in re.findall(r'(\S+)=(\d+)', found.group(1))}


class Heap:
    """A heap after its last update: a report and a map, each at most once. The next one of a kind
    begins the next update."""

    def __init__(self, size, told):
        self.arena, self.told = size, told
        self.now, self.before, self.kinds, self.updates = {}, {}, set(), 0
        self.points, self.range = collections.deque(maxlen=POINTS), {}
        self.classes, self.tags, self.faults = [], {}, {}
        self.map = None

    def update(self, kind, numbers):
        if kind in self.kinds:
            self.close()
        if not self.kinds:
            self.before = dict(self.now)
            self.updates += 1
        self.kinds.add(kind)
        self.now.update(numbers)
        for name, value in numbers.items():
            least, most = self.range.get(name, (value, value))
            self.range[name] = min(least, value), max(most, value)

    def close(self):
        """Ends the update: nothing more came, or the next one begins."""
        if self.kinds:
            self.points.append(self.now.copy())
            self.kinds = set()
            self.told(self)

    def change(self, name):
        return self.now[name] - self.before.get(name, self.now[name])

    def take_report(self, heap, classes):
        pools = sum(one['live'] * one['size'] for one in classes[:-1])
        used = heap['commons'] - heap['free']
        classes[-1]['live'] = used
        self.classes = classes
        self.faults = {name: count for name, count in heap.items()
                       if count and name not in NO_FAULTS}
        numbers = {'live': pools + used, 'faults': sum(self.faults.values()),
                   'refused': sum(one['refused'] for one in classes)}
        numbers.update((name, heap[name]) for name in ('free', 'longest', 'fragmentation'))
        if 'live_requested' in classes[0]:
            numbers['requested'] = sum(one['live_requested'] for one in classes)
        counted = sum(one['live'] for one in classes[:-1])
        if not used:
            numbers['blocks'] = counted
        self.update('report', numbers)
        least = counted + (used > 0)
        if not least <= self.now.get('blocks', least) <= counted + used // 8:
            self.now.pop('blocks', None)  # of an older map, which the report contradicts

    def take_map(self, read):
        self.map = read
        classes, tags, numbers = sums_of(read)
        told = self.classes if len(self.classes) == len(classes) else [{}] * len(classes)
        self.classes = [dict(was, **one) for was, one in zip(told, classes)]
        for tag in list(self.tags):
            self.tags[tag].update(tags.pop(tag, {'live': 0, 'blocks': 0}))
        self.tags.update(tags)
        self.update('map', numbers)


def sums_of(read):
    """The figures of a map that a report has, too: classes, tags, numbers."""
    classes = [{'size': zone.size, 'capacity': zone.capacity, 'live': 0} for zone in read.zones]
    if len(classes) == read.classes:  # no commons
        classes.append({'size': 0, 'capacity': 0, 'live': 0})
    tags, live = {}, 0
    for _, size, index, tag, _ in read.blocks():
        live += size
        classes[index]['live'] += 1 if classes[index]['size'] else size
        if read.tags:
            of_tag = tags.setdefault(tag, {'live': 0, 'blocks': 0})
            of_tag['live'] += size
            of_tag['blocks'] += 1
    # Blocks in the quarantine count as free, but not as a run.
    runs = [piece for piece in read.pieces if piece.index == read.classes]
    free = sum(run.size for run in runs if run.state in (tarn.FREE, tarn.FREED))
    longest = max((run.size for run in runs if run.state == tarn.FREE), default=0)
    return classes, tags, {'live': live, 'blocks': read.count(), 'free': free, 'longest': longest,
                           'fragmentation': (free - longest) * 1000 // free if free else 0}


class Watch:
    """All heaps of the lines so far, and the last other lines."""

    def __init__(self, told=lambda heap: None):
        self.told, self.title, self.over = told, '', None
        self.heaps, self.last = {}, []
        self.heap = None  # of the last report
        self.report, self.classes, self.maps = None, [], tarn.MapReader()
        self.heard, self.damaged, self.verdict = time.time(), 0, None
        self.said = {'heap': self.said_heap, 'class': self.said_class,
                     'commons': self.said_class, 'tag': self.said_tag, 'map': self.said_map,
                     'SOAK': self.said_verdict}

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
        name = tarn.unquoted(found.group(2))
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

    def said_verdict(self, line):
        if line.startswith(('SOAK PASS ', 'SOAK FAIL ')):
            self.verdict = line
        return self.verdict

    def said_other(self, line):
        if line:
            self.last = (self.last + [line])[-SHOWN:]
