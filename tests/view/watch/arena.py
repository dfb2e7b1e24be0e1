# SPDX-License-Identifier: MIT
"""What a map sums to, and its picture; port/gdb/tarn.py reads and draws it."""
import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../port/gdb'))
import tarn  # noqa: E402

Sums = collections.namedtuple('Sums', 'classes tags numbers')


def sums(read):
    """What a report would say of it: classes, tags, numbers."""
    classes = [{'size': zone.size, 'capacity': zone.capacity, 'live': 0} for zone in read.zones]
    if len(classes) == read.classes:  # no commons
        classes.append({'size': 0, 'capacity': 0, 'live': 0})
    tags = {}
    for _, size, index, tag, _ in read.blocks():
        classes[index]['live'] += 1 if classes[index]['size'] else size
        if read.tags:
            of_tag = tags.setdefault(tag, {'live': 0, 'blocks': 0})
            of_tag['live'] += size
            of_tag['blocks'] += 1
    numbers = {'live': sum(size for _, size, _, _, _ in read.blocks()), 'blocks': read.count()}
    numbers.update(commons([piece for piece in read.pieces if piece.index == read.classes]))
    return Sums(classes, tags, numbers)


def commons(runs):
    """Free bytes of the commons. What waits in the quarantine is free, but no run to be had."""
    free = sum(run.size for run in runs if run.state in ('free', tarn.FREED))
    longest = max((run.size for run in runs if run.state == 'free'), default=0)
    return {'free': free, 'longest': longest,
            'fragmentation': (free - longest) * 1000 // free if free else 0}


def text(read, width, rows):
    """Bytes a letter, and lines of letters: a class, # the commons, . free, - metadata."""
    step = max(16, -(-read.arena // (width * rows)))
    step += -step % 8
    cells = ['-'] * -(-read.arena // step)
    for piece in read.pieces:
        live = piece.state in (tarn.LIVE, tarn.DAMAGED)
        letter = '.' if not live else '#' if piece.index == read.classes else str(piece.index)[-1]
        end = piece.offset + piece.size * piece.count
        for cell in range(piece.offset // step, (end - 1) // step + 1):
            cells[cell] = letter
    return step, [''.join(cells[at:at + width]) for at in range(0, len(cells), width)]
