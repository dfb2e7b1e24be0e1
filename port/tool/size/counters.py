# SPDX-License-Identifier: MIT
"""Counters that a firmware or a soak printed: the reports of tarn_report() in logs, as make watch
reads them. Other text may stand before them on a line."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, '../view'), os.path.join(HERE, '../watch')]
import said  # noqa: E402
import trace  # noqa: E402

REPORT = re.compile(r'(?<!map )(heap arena=|(class|commons) \d+ size=\d).*')
NAMES = 'size', 'capacity', 'peak', 'refused'


class Counters:
    """What all logs say of one heap. Each number is the largest of all reports."""

    def __init__(self, granule, files):
        self.granule, self.reports, self.damaged = granule, 0, 0
        self.arena, self.classes = 0, []  # the last class is the commons
        for file in files:
            self.read(trace.Lines(file))

    def read(self, log):
        before, watch, last = self.reports, said.Watch(), None
        for line in log:
            found = REPORT.search(line.rstrip())
            watch.take(found[0] if found else '')
            if watch.heap and watch.heap.classes is not last:
                last = watch.heap.classes
                self.add(log, watch.heap.arena, last)
        self.damaged += watch.damaged + (watch.report is not None)
        log.need(self.reports > before, 'the file has no whole report of tarn_report()')

    def add(self, log, arena, classes):
        kept = self.classes or classes
        log.need(arena == (self.arena or arena) and len(kept) == len(classes) and
                 all(one[name] == was[name] for one, was in zip(classes, kept)
                     for name in ('size', 'capacity')), 'a report of another heap')
        log.need(arena <= 128 << 20 and all(one['peak'] <= one['capacity'] for one in classes) and
                 sum((one['size'] or 1) * one['capacity'] for one in classes) <= arena,
                 'no heap has such counts')
        log.need(not any(one['size'] % self.granule for one in classes),
                 'the size of a class must be a multiple of %d' % self.granule)
        self.arena, self.reports = arena, self.reports + 1
        self.classes = [{name: max(one[name], was[name]) for name in NAMES}
                        for one, was in zip(classes, kept)]

    def plan(self, headroom):
        """The arguments of the program: a class for each that was used, and the commons."""
        def roomy(peak):
            return (peak * (100 + headroom) + 99) // 100

        *pools, commons = self.classes
        return ['PLAN=' + ','.join('%d:%d' % (one['size'], roomy(one['peak']))
                                   for one in pools if one['peak']),
                'COMMONS=%d' % roomy(commons['peak'])]

    def lines(self):
        yield 'fitted on    counters: %d reports of a heap of %d bytes' % (self.reports, self.arena)
        if self.damaged:
            yield 'warning      %d damaged reports were left out' % self.damaged
        for one in self.classes:
            name = 'the class of %d bytes' % one['size'] if one['size'] else 'the commons'
            if one['size'] and one['peak'] == one['capacity'] > 0:
                yield 'warning      %s was full: it may need more than %d blocks' % (
                    name, one['peak'])
            if one['refused']:
                yield 'warning      %d requests of %s were refused: no peak counts them' % (
                    one['refused'], name)
        yield "warning      the arena is the sum of the counters' peaks, with the headroom. It is"
        yield '             no proof: it leaves out what the commons lose to fragmentation. A'
        yield '             recording (TRACE=) proves it'
