# SPDX-License-Identifier: MIT
"""Shows heaps as lines of text that fit a window."""
import time

from said import NOTHING, NUMBERS, tarn

SILENT = 5   # after so many seconds without a line the head says so
LABEL = {'requested': 'asked for'}
STEPS = '▁▂▃▄▅▆▇█'
BOLD, FAINT, RED = '1', '2', '31'


def paint(text, style):
    return '\x1b[%sm%s\x1b[0m' % (style, text)


def number(name, value):
    return '%d.%d%%' % divmod(value, 10) if name == 'fragmentation' else str(value)


def signed(name, value):
    return '' if not value else ('+' if value > 0 else '-') + number(name, abs(value))


def spark(values, width):
    """The last values, scaled between the least and the most of them."""
    values = values[-width:] if width > 0 else []
    least, most = min(values, default=0), max(values, default=0)
    return ''.join(STEPS[(value - least) * 7 // (most - least or 1)] for value in values)


def bar(live, peak, capacity, width):
    """A bar: live blocks are dark, the rest up to the peak is light."""
    full, seen = (min(width, -(-count * width // (capacity or 1)))
                  for count in (live, max(live, peak)))
    return '█' * full + '▒' * (seen - full) + '·' * (width - seen)


class Screen:
    """Lines of at most `width` letters."""

    def __init__(self, width, height):
        self.width, self.height = width, height

    def line(self, text, style=None):
        text = text.rstrip()[:self.width]
        return paint(text, style) if style and text else text

    def all(self, watch):
        lines = [self.head(watch)]
        last = [self.line(text, FAINT) for text in watch.last]
        if watch.damaged:
            last.append(self.line('%d damaged reports, maps or tags' % watch.damaged, RED))
        heaps = list(watch.heaps.values())
        if not heaps:
            lines.append(self.line(NOTHING))
        room = (self.height - 1 - len(lines) - len(last)) // max(len(heaps), 1)
        for heap in heaps:
            lines += self.heap(heap, room)
        return (lines + last)[:self.height - 1]

    def head(self, watch):
        silent = int(time.time() - watch.heard)
        state = watch.over or ('silent for %d s' % silent if silent >= SILENT else '')
        return self.line('  '.join(filter(None, (watch.title, state))), BOLD)

    def heap(self, heap, room):
        lines = [self.line('heap of %d bytes, update %d' % (heap.arena, heap.updates))]
        lines += self.numbers(heap)
        lines += self.some(self.classes(heap), max(room // 3, 3))
        lines += self.some(self.tags(heap), max(room // 4, 3))
        lines += self.picture(heap, room - len(lines) - 1)
        return lines[:room]

    def some(self, lines, most):
        """The first lines, and the number of the others."""
        if len(lines) <= most:
            return lines
        return lines[:most - 1] + [self.line('... %d more' % (len(lines) - most + 1), FAINT)]

    def numbers(self, heap):
        row = '%-14s%10s%10s%10s%10s  %s'
        lines = [self.line(row % ('', 'now', 'change', 'least', 'most', ''), FAINT)]
        points = [*heap.points, heap.now] if heap.kinds else heap.points
        for name in (name for name in NUMBERS if name in heap.now):
            text = row % (LABEL.get(name, name), number(name, heap.now[name]),
                          signed(name, heap.change(name)),
                          *(number(name, value) for value in heap.range[name]),
                          spark([point[name] for point in points if name in point],
                                self.width - 56))
            lines.append(self.line(text, RED if name == 'faults' and heap.now[name] else None))
        for fault in heap.faults.items():
            lines.append(self.line('  %s %d' % fault, RED))
        return lines

    def classes(self, heap):
        if not heap.classes:
            return []
        row = '%-10s%8s%8s%10s%9s%9s  %s'
        lines = [self.line(row % ('class', 'size', 'live', 'capacity', 'peak', 'refused', ''),
                           FAINT)]
        for index, one in enumerate(heap.classes):
            pool = index < len(heap.classes) - 1
            lines.append(self.line(row % (
                index if pool else 'commons', one['size'] if pool else '-', one['live'],
                one['capacity'], one.get('peak', '-'), one.get('refused', '-'),
                bar(one['live'], one.get('peak', 0), one['capacity'],
                    max(min(self.width - 56, 40), 0)))))
        return lines

    def tags(self, heap):
        if not heap.tags:
            return []
        lines = [self.line('%-20s%8s%10s%8s%9s%9s%9s' % (
            'tag', 'live', 'change', 'blocks', 'peak', 'refused', 'limit'), FAINT)]
        for tag, one in sorted(heap.tags.items()):
            name = '%d %s' % (tag, tarn.quoted(one['name']) if 'name' in one else '')
            rest = tuple(one.get(word, '-') for word in ('blocks', 'peak', 'refused', 'limit'))
            lines.append(self.line('%-20s%8d%10s%8s%9s%9s%9s' % (
                (name[:20], one['live'], signed('', one.get('change', 0))) + rest)))
        return lines

    def picture(self, heap, rows):
        width = self.width - 9  # tarn.py writes the offset before each line
        if not heap.map or rows < 2 or width < 10:
            return []
        step, lines = tarn.lines_of(heap.map, width, rows - 1)
        return [self.line('arena, %d bytes a letter' % step, FAINT)] + lines


def told(heap):
    """An update as one line, if the output is not a terminal."""
    words = ['update %d: heap %d' % (heap.updates, heap.arena)]
    for name in (name for name in NUMBERS if name in heap.now):
        change = signed(name, heap.change(name))
        words.append('%s %s%s' % (LABEL.get(name, name), number(name, heap.now[name]),
                                  ' (%s)' % change if change else ''))
    return ', '.join(words)
