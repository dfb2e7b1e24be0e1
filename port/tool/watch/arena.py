# SPDX-License-Identifier: MIT
"""Sums up a map. port/tool/gdb/tarn.py reads maps, and draws them."""
import collections
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, folder) for folder in ('../view/look', '../gdb')]
import tarn  # noqa: E402

Sums = collections.namedtuple('Sums', 'classes tags numbers')


def sums(read):
    """The figures that a report has: classes, tags, numbers."""
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
    """Free bytes of the commons. Blocks in the quarantine count as free, but not as a run."""
    free = sum(run.size for run in runs if run.state in ('free', tarn.FREED))
    longest = max((run.size for run in runs if run.state == 'free'), default=0)
    return {'free': free, 'longest': longest,
            'fragmentation': (free - longest) * 1000 // free if free else 0}
