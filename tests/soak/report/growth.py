# SPDX-License-Identifier: MIT
"""Does anything grow? The series of a run, and the test of Mann and Kendall for each: it asks only
whether later values tend to be higher, and supposes nothing about the noise."""
import math
import statistics
from collections import namedtuple

ALARMS = 0.01  # of a hundred reports on sound runs one may warn, with all of its tests together
BLOCKS = 12
SAMPLES = 2 * BLOCKS  # a run with fewer is not tested

# From one sample to the next: start and end in ms, and what was measured between them.
Row = namedtuple('Row', 'start end weight least mean most')

# bad: the sign of a change that should not be. share: of the median, that a bad change has.
Quantity = namedtuple('Quantity', 'title unit bad share')
QUANTITIES = {
    'least': Quantity('live between rounds', 'bytes', 1, 0),
    'commons': Quantity('commons in use', 'bytes', 1, 0),
    'longest': Quantity('longest free run', 'bytes', -1, 0),
    'refusals': Quantity('refusals', 'a round', 1, 0),
    # The machine has other work, too.
    'throughput': Quantity('operations a second', '', -1, 0.25)}


# ---- Series --------------------------------------------------------------------------------

def of_kind(name, now, last):
    """The figures of a kind of round. The first round of the fixed load differs from the others,
    because the heap is fresh."""
    rounds = now['rounds'] - last['rounds']
    if name == 'fixed' and not last['rounds']:
        return
    if now['looks']:
        for figure in ('bytes', 'commons', 'longest'):
            yield figure + '/' + name, now['looks'], now[figure]
    if 'refused' in now and rounds:
        yield 'refusals/' + name, rounds, [(now['refused'] - last['refused']) / rounds] * 3


def of_interval(now, last):
    ms = now['ms'] - last['ms'] - (now['beside_ms'] - last['beside_ms'])
    if ms > 0:
        yield 'throughput', ms, [(now['ops'] - last['ops']) * 1000 / ms] * 3
    for name in 'least', 'stack_unused':
        if now[name] is not None:
            yield name, 1, [now[name]] * 3
    for name, kind in now['scenarios'].items():
        yield from of_kind(name, kind, last['scenarios'].get(name, {'rounds': 0, 'refused': 0}))


def series(run):
    """The rows of each series. A series belongs to one kind of round, such as `commons/frames`,
    because kinds differ too much to be compared; or to all."""
    found, last = {}, {'ms': 0, 'ops': 0, 'beside_ms': 0, 'scenarios': {}}
    for now in run.samples:
        for name, weight, values in of_interval(now, last):
            found.setdefault(name, []).append(Row(last['ms'], now['ms'], weight, *values))
        last = now
    return found


# ---- Tests ---------------------------------------------------------------------------------

def blocks(rows, end):
    """(hour, mean) of blocks of equal time, without the first tenth of the run."""
    filled = [[] for _ in range(BLOCKS)]
    for row in rows:
        at = ((row.start + row.end) / 2 / end - 0.1) / 0.9 * BLOCKS
        if at >= 0:
            filled[int(at)].append(row)
    return [(sum(row.end for row in block) / len(block) / 3600000,
             sum(row.weight * row.mean for row in block) / sum(row.weight for row in block))
            for block in filled if block]


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
    """The trends of a run's series; none if it is too short. Rounds beside a tick are not tested:
    they depend on when the ticks come."""
    if len(run.samples) < SAMPLES:
        return
    end = run.last['ms']
    for name, rows in found.items():
        quantity, _, kind = name.partition('/')
        points = blocks(rows, end)
        if quantity in QUANTITIES and kind != 'interrupt' and len(points) > BLOCKS * 2 / 3:
            yield Trend(QUANTITIES[quantity], kind, *mann_kendall(points), end / 3600000)


def warns(trend, tests):
    """Is it worse than chance explains in a report with so many tests?"""
    return trend.p * tests < ALARMS and trend.slope * trend.about.bad > 0 and \
        abs(trend.slope * trend.hours) >= trend.about.share * trend.middle
