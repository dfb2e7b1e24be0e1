# SPDX-License-Identifier: MIT
"""Does anything grow? The series of a run, and the test of Mann and Kendall for each: it asks only
whether later values tend to be higher, and supposes nothing about the noise."""
import math
import statistics
from collections import namedtuple

ALARMS = 0.01  # of a hundred reports on sound runs one may warn, with all of its tests together
BLOCKS = 12
SAMPLES = 2 * BLOCKS  # a run with fewer is not tested

# bad: the sign of a change that should not be. share: of the median, that a bad change has.
Quantity = namedtuple('Quantity', 'title unit bad share')
QUANTITIES = {
    'least': Quantity('live between rounds', 'bytes', 1, 0),
    'refusals': Quantity('refusals', 'a round', 1, 0),
    # The machine has other work, too.
    'throughput': Quantity('operations a second', '', -1, 0.25)}


# ---- Series --------------------------------------------------------------------------------

def of_interval(now, last):
    """The figures between two samples. A kind of round has refusals of its own, because kinds
    differ too much to be compared. The first round of the fixed load differs from the others: the
    heap is fresh."""
    ms = now['ms'] - last['ms'] - (now['beside_ms'] - last['beside_ms'])
    if ms > 0:
        yield 'throughput', (now['ops'] - last['ops']) * 1000 / ms
    for name in 'least', 'stack_unused':
        if now[name] is not None:
            yield name, now[name]
    kinds = [(name, kind, last['scenarios'].get(name, {'rounds': 0, 'refused': 0}))
             for name, kind in now['scenarios'].items() if 'refused' in kind]
    for name, kind, before in kinds:
        rounds = kind['rounds'] - before['rounds']
        if rounds and (name != 'fixed' or before['rounds']):
            yield 'refusals/' + name, (kind['refused'] - before['refused']) / rounds
    for name in 'waste', 'stranded':
        yield name, max((kind[name] for _, kind, _ in kinds), default=0)


def series(run):
    """The points (ms, value) of each quantity."""
    found, last = {}, {'ms': 0, 'ops': 0, 'beside_ms': 0, 'scenarios': {}}
    for now in run.samples:
        for name, value in of_interval(now, last):
            found.setdefault(name, []).append(((last['ms'] + now['ms']) / 2, value))
        last = now
    return found


# ---- Tests ---------------------------------------------------------------------------------

def blocks(points, end):
    """(hour, mean) of blocks of equal time, without the first tenth of the run."""
    filled = [[] for _ in range(BLOCKS)]
    for ms, value in points:
        at = (ms / end - 0.1) / 0.9 * BLOCKS
        if at >= 0:
            filled[int(at)].append((ms / 3600000, value))
    return [tuple(statistics.mean(column) for column in zip(*block)) for block in filled if block]


def mann_kendall(points):
    """The probability of so many rises less falls, or more, by chance; and the median slope (Sen)
    and the median."""
    n, pairs = len(points), [(b[1] - a[1], b[0] - a[0])
                             for i, a in enumerate(points) for b in points[i + 1:]]
    score = sum((rise > 0) - (rise < 0) for rise, _ in pairs)
    spread = math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    p = math.erfc((abs(score) - 1) / spread / math.sqrt(2)) / 2 if score else 1
    return p, statistics.median(rise / time for rise, time in pairs), \
        statistics.median(value for _, value in points)


Trend = namedtuple('Trend', 'about kind p slope middle hours')


def trends(run, found):
    """The trends of a run's series; none if it is too short."""
    if len(run.samples) < SAMPLES:
        return
    end = run.last['ms']
    for name, points in found.items():
        quantity, _, kind = name.partition('/')
        points = blocks(points, end)
        if quantity in QUANTITIES and len(points) > BLOCKS * 2 / 3:
            yield Trend(QUANTITIES[quantity], kind, *mann_kendall(points), end / 3600000)


def warns(trend, tests):
    """Is it worse than chance explains in a report with so many tests?"""
    return trend.p * tests < ALARMS and trend.slope * trend.about.bad > 0 and \
        abs(trend.slope * trend.hours) >= trend.about.share * trend.middle
