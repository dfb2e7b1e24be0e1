# SPDX-License-Identifier: MIT
"""Does anything grow? Tests each series of each run (README.md has the reasons)."""
import math
from collections import namedtuple

from words import digits, duration, many, short, signed, whole

ALARMS = 0.01  # of a hundred reports of sound runs one may warn, with all of its tests together
SAMPLES = 16  # a run with fewer is not tested
BLOCKS = 40
FEWEST = 8  # a series with values in fewer blocks is not tested
HOUR = 3600000
UNTESTED = 'not tested for growth (fewer than 16 samples)'

# bad: the sign of a bad slope; None: a running extreme. share: of the mean, that a bad change has
# at least. needs: without it the quantity is not measured.
Quantity = namedtuple('Quantity', 'title unit bad share needs room',
                      defaults=(None, 0, None, None))
QUANTITIES = {
    'least': Quantity('Live between rounds', 'bytes', 1, needs='whole rounds',
                      room='the arena is full'),
    'commons': Quantity('Commons in use', 'bytes', 1, room='the arena is full'),
    'longest': Quantity('Longest free run', 'bytes', -1, room='no free run is left'),
    'refusals': Quantity('Refusals', 'a round', 1),
    'throughput': Quantity('Operations a second', 'a second', -1, share=0.25),
    'alloc_worst': Quantity('Slowest alloc', 'instructions', needs='RULER=1'),
    'free_worst': Quantity('Slowest free', 'instructions', needs='RULER=1'),
    'stack_unused': Quantity('Stack never used', 'bytes', needs='a board')}


# ---- Student's distribution ---------------------------------------------------------------------

def within(angle, freedom):
    """The probability between -t and t, where t is tan(angle) * sqrt(freedom)."""
    odd = freedom % 2
    total, term = 0.0, math.cos(angle) if odd else 1.0
    for k in range(freedom // 2):
        total += term
        term *= (2 * k + 1 + odd) / (2 * k + 2 + odd) * math.cos(angle) ** 2
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def t_of(p, freedom):
    """The t whose two tails together have the probability p."""
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - within(middle, freedom) > p else (low, middle)
    return math.tan(low) * math.sqrt(freedom)


# ---- Blocks of time -----------------------------------------------------------------------------

class Blocks:
    """Cuts a run into blocks of equal time, after its first tenth, so that samples fill them."""

    def __init__(self, series):
        # Rounds beside a tick differ from one another: they depend on when the ticks come.
        ends = {row.end for name, rows in series.items() if not name.endswith('/interrupt')
                for row in rows}
        end = max(ends, default=0)
        self.samples, self.start = len(ends), end / 10
        later = sum((row.start + row.end) / 2 >= self.start for row in series.get('least', ()))
        self.count = min(later * 3 // 4, BLOCKS)
        self.width = (end - self.start) / self.count if self.count else 0
        self.enough = self.samples >= SAMPLES and self.count >= FEWEST and self.width > 0

    def fill(self, rows):
        """The rows of each block: an interval belongs to the block of its middle."""
        blocks = [[] for _ in range(self.count)]
        for row in rows:
            into = ((row.start + row.end) / 2 - self.start) / self.width
            if into >= 0:
                blocks[min(int(into), self.count - 1)].append(row)
        return blocks

    def hour(self, block):
        return (self.start + (block + 0.5) * self.width) / HOUR


# ---- Tests --------------------------------------------------------------------------------------

class Trend:
    """The result for a series. `kind` is slope, records (a running extreme), constant, short (the
    run), sparse (the series), or absent (never measured)."""

    def __init__(self, name, kind, **figures):
        self.quantity, _, scenario = name.partition('/')
        self.scenario, self.kind = scenario or None, kind
        self.slope = self.half = self.found = None
        self.about = QUANTITIES[self.quantity]
        self.__dict__.update(figures)

    def where(self, *names):
        return [*names, self.scenario] if self.scenario else [*names]


def line(points):
    """The least-squares line: slope, its standard error, and the effective number of points. If
    neighbouring residuals correlate (lag 1, r > 0), there are fewer."""
    n, (x, y) = len(points), zip(*points)
    x, y = centred(x), centred(y)
    slope = product(x, y) / product(x, x)
    rest = [b - slope * a for a, b in zip(x, y)]
    error = math.sqrt(product(rest, rest) / (n - 2) / product(x, x))
    before, after = centred(rest[:-1]), centred(rest[1:])
    spread = math.sqrt(product(before, before) * product(after, after))
    r = max(product(before, after) / spread, 0) if spread else 0
    return slope, error, n * (1 - r) / (1 + r)


def centred(values):
    mean = sum(values) / len(values)
    return [value - mean for value in values]


def product(a, b):
    return sum(x * y for x, y in zip(a, b))


def test_slope(name, blocks, rows):
    means = [(blocks.hour(b), min(row.least for row in block) if name == 'least' else
              sum(row.weight * row.mean for row in block) / sum(row.weight for row in block))
             for b, block in enumerate(blocks.fill(rows)) if block]
    values = [value for _, value in means]
    if len(values) < FEWEST:
        return Trend(name, 'sparse')
    if min(values) == max(values):
        return Trend(name, 'constant', value=digits(values[0], 6))
    slope, error, effective = line([(digits(x, 9), digits(y, 9)) for x, y in means])
    freedom = int(effective) - 2 if effective > 3 else 1
    error *= math.sqrt((len(values) - 2) / freedom)
    p = 1 - within(math.atan(abs(slope / error) / math.sqrt(freedom)), freedom) if error else 0
    return Trend(name, 'slope', mean=digits(sum(values) / len(values), 6),
                 last=digits(values[-1], 6), slope=digits(slope, 9), p=digits(p, 3),
                 error=error, freedom=freedom, half=digits(error * t_of(0.05, freedom), 9))


def chance(times, half, blocks):
    """The probability of at least `times` new extremes in the second half. If blocks are alike,
    block i is a new extreme with probability 1/i. The first tenth counts as two more blocks."""
    p = [1.0] + [0.0] * (blocks - half)
    for i in range(half, blocks):
        for k in range(blocks - half, -1, -1):
            p[k] = p[k] * (1 - 1 / (i + 3)) + (p[k - 1] / (i + 3) if k else 0)
    return min(sum(p[times:]), 1)


def test_records(name, blocks, rows):
    """A running extreme: in how many blocks of the second half does it move?"""
    half = blocks.count // 2
    values = [(b, block[-1].mean) for b, block in enumerate(blocks.fill(rows)) if block]
    before = [value for b, value in values if b < half]
    if not before:
        return Trend(name, 'sparse')
    times = sum(b >= half and last != value for (_, last), (b, value) in zip(values, values[1:]))
    return Trend(name, 'records', before=before[-1], now=values[-1][1], times=times,
                 p=digits(chance(times, half, blocks.count), 6))


def of_series(series):
    """The trends of a run, without words (judge)."""
    blocks, trends = Blocks(series), []
    for quantity, about in QUANTITIES.items():
        names = [name for name in series if name.split('/')[0] == quantity
                 and not name.endswith('/interrupt')]
        test = test_slope if about.bad else test_records
        if not blocks.enough:
            short = 'short' if blocks.samples < SAMPLES else 'sparse'
            trends += [Trend(name, short) for name in names]
        else:
            trends += [test(name, blocks, series[name]) for name in names]
        if not names and series:
            trends.append(Trend(quantity, 'absent'))
    return trends


# ---- Words --------------------------------------------------------------------------------------

def judge(run, tests):
    """Gives each trend of a run its level, its text, and the smallest change that the test would
    have found, of all `tests` of the report that can give a false alarm. In 95 % of the cases such
    a slope passes their threshold."""
    # Growth is told for an hour, or for the whole run if that is shorter than half an hour.
    hours, each = (1, 'an hour') if run.hours >= 0.5 else (run.hours, 'over the run')
    thresholds = {}
    for trend in run.trends:
        trend.level, trend.least, trend.alarm = 'PASS', None, -math.inf
        trend.unit = '%s %s' % (trend.about.unit, each)
        if trend.kind == 'slope':
            f = trend.freedom
            if f not in thresholds:
                thresholds[f] = t_of(2 * ALARMS / tests, f) + t_of(0.1, f)
            judge_slope(trend, run, hours, tests, trend.error * thresholds[f])
        elif trend.kind == 'records':
            judge_records(trend, tests)
        else:
            trend.text = untested(trend)


def untested(trend):
    needs = trend.about.needs
    return {'constant': lambda: 'constant: %s %s' % (short(trend.value), trend.about.unit),
            'short': lambda: UNTESTED,
            'sparse': lambda: 'not tested for growth (measured in too few blocks of time)',
            'absent': lambda: 'not measured' + (': needs ' + needs if needs else '')}[trend.kind]()


def judge_slope(trend, run, hours, tests, found):
    about, slope = trend.about, trend.slope
    trend.found = max(digits(found, 9), trend.mean * about.share / run.hours)
    # Nothing would be found if it is more than the arena holds, or than the mean of a free run.
    most = trend.mean if about.bad < 0 else run.arena if about.unit == 'bytes' else math.inf
    if trend.found * run.hours < most:
        trend.least = trend.found * hours
    trend.alarm = slope * about.bad / max(trend.half, 1e-300)
    rate = '%s ± %s %s' % (signed(slope * hours), short(trend.half * hours), trend.unit)
    goes = 'grows' if slope > 0 else 'falls'
    sure = trend.p / 2 * tests < ALARMS
    if trend.p >= 0.05:
        trend.text = 'no %s found: %s' % ('growth' if about.bad > 0 else 'fall', rate)
    elif slope * about.bad <= 0:
        trend.text = '%s: %s' % (goes, rate)
    elif not sure:
        trend.text = '%s: may be chance, as one of %d tests' % (rate, tests)
    elif abs(slope * run.hours / trend.mean) < about.share:
        trend.text = '%s a little: %s' % (goes, rate)
    else:
        trend.level, trend.text = 'WARN', '%s: %s' % (goes, rate)
        if about.room:
            room = trend.last if about.bad < 0 else run.arena - trend.last
            trend.text += '; at this rate %s in %s' % (
                about.room, duration(room / abs(slope) * 3600))


def judge_records(trend, tests):
    trend.text, trend.alarm = '%s %s' % (whole(trend.now), trend.about.unit), 1 - trend.p
    if not trend.times:
        trend.text += ', unchanged since half-time'
        return
    trend.text += ', %s at half-time; since then new extremes in %s of time' % (
        whole(trend.before), many(trend.times, 'block'))
    if trend.p * tests < ALARMS:
        trend.level, trend.text = 'WARN', 'still changing: ' + trend.text


def would_be_found(named):
    """Of (trend, name) of a quantity: the smallest change that the tests would have found, in the
    series where it is smallest, and in the series where it is largest. None: there was no test."""
    tested = [one for one in named if one[0].kind in ('slope', 'constant')]
    slopes = [one for one in tested if one[0].kind == 'slope']
    seen = [one for one in slopes if one[0].least is not None]
    if not tested:
        return None
    if not slopes:
        return 'any change'
    if not seen:
        return 'nothing: the run is too short for its noise'
    first = min(seen, key=lambda one: one[0].least)
    last = max(reversed(seen), key=lambda one: one[0].least)
    text = ' to '.join(short(trend.least) + (' (%s)' % name if name else '')
                       for trend, name in (first, last))
    if len(seen) == 1:
        text = short(last[0].least)
    blind = sorted({name or 'it' for trend, name in slopes if trend.least is None})
    return 'above %s %s%s' % (
        text, last[0].unit, '; nothing in ' + ', '.join(blind) if blind else '')
