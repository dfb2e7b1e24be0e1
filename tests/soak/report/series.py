# SPDX-License-Identifier: MIT
"""The measurements of a run: for each series a Row for each interval from one sample to the next.
A series belongs to one kind of round, such as `commons/frames`, because kinds differ too much to be
compared. Some series, such as `least`, have no kind."""
from collections import namedtuple

Row = namedtuple('Row', 'start end weight least mean most')  # start and end in ms


def most_of(sample, name):
    """The most of all kinds of rounds so far, or None."""
    return max((kind[name] for kind in sample['scenarios'].values()
                if kind.get(name) is not None), default=None)


def of_kind(name, now, last):
    """The figures of a kind of round. The first round of the fixed load differs from the others,
    because the heap is fresh."""
    rounds = now['rounds'] - last['rounds']
    if name == 'fixed' and not last['rounds']:
        return
    if now['looks'] > 0:
        for figure in ('bytes', 'commons', 'longest'):
            yield figure + '/' + name, now['looks'], now[figure]
    if now.get('refused') is not None and rounds > 0:
        refused = (now['refused'] - (last.get('refused') or 0)) / rounds
        yield 'refusals/' + name, rounds, [refused] * 3


def of_interval(now, last):
    ms = now['ms'] - last['ms'] - (now['beside_ms'] - last['beside_ms'])
    rate = (now['ops'] - last['ops']) * 1000 / max(ms, 1)
    for name, weight, value in (
            ('least', 1, now['least']), ('throughput', ms, rate),
            ('alloc_worst', 1, now['alloc_worst']), ('free_worst', 1, now['free_worst']),
            ('stack_unused', 1, now['stack_unused']), ('waste', 1, most_of(now, 'waste'))):
        if weight > 0 and value is not None:
            yield name, weight, [value] * 3
    for name, kind in now['scenarios'].items():
        yield from of_kind(name, kind, last['scenarios'].get(name, {'rounds': 0}))


def of_run(run):
    series, last = {}, {'ms': 0, 'ops': 0, 'beside_ms': 0, 'scenarios': {}}
    for now in run.samples:
        for name, weight, values in of_interval(now, last):
            series.setdefault(name, []).append(Row(last['ms'], now['ms'], weight, *values))
        last = now
    return series
