# SPDX-License-Identifier: MIT
"""Reads logs (tests/soak/log/README.md) into runs, and writes runs as one log."""
import json
import math
import sys

# The members of each record that the report reads.
MEMBERS = {kind: names.split() for kind, names in {
    'run': 'at group version board arena harden seed scenarios limit inject table image machine'
           ' command',
    'sample': 'at ms ops beside beside_ms rounds scenarios peak least refused refused_by_class'
              ' faults alloc_worst free_worst stack_unused',
    'mark': 'ops digest',
    'map': 'ms ops why scenario round lines',
    'resume': 'ms ops version machine',
    'end': 'verdict reason ops ms digest stopped line'}.items()}
TORN = {'record': 'torn'}


def members(pairs):
    """An object of JSON. Its names are in memory once, not once in each record."""
    return {sys.intern(name): value for name, value in pairs}


READ = json.JSONDecoder(object_pairs_hook=members).decode


class Refused(Exception):
    """One line says why a report is not possible."""


def order(value):
    """A key that sorts any values of JSON."""
    if isinstance(value, dict):
        names = sorted(value)
        return 3, names, [order(value[name]) for name in names]
    if isinstance(value, (list, tuple)):
        return 2, [order(one) for one in value]
    return (1, value) if isinstance(value, str) else (0, value if value is not None else -math.inf)


def grouped(things, key):
    """Lists of the things of the same key, in the order in which the keys first appear."""
    groups = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return list(groups.values())


def by(things, key):
    """The same, in the order of the keys, which may be any values of JSON."""
    groups = grouped(things, lambda thing: json.dumps(key(thing), sort_keys=True))
    return sorted(groups, key=lambda group: order(key(group[0])))


class Run:
    """A run: the members of its record `run`, and its other records. Work that a resumed run
    repeats is in it once."""
    tags = '0'

    def __init__(self, file, records):
        self.__dict__.update(records[0])
        self.file, self.header, self.torn = file, records[0], TORN in records
        self.end = records[-1] if records[-1]['record'] == 'end' else None
        self.until = max((record['at'] for record in records if record.get('at') is not None),
                         default=None)
        kept = once(records)
        self.resumes, self.samples, self.marks, self.maps = (
            [record for record in group if record['record'] == kind] for group, kind in (
                (records, 'resume'), (kept, 'sample'), (kept, 'mark'), (kept, 'map')))
        self.last = self.samples[-1] if self.samples else {'scenarios': {}}

    def told(self):
        """The number of operations that the log tells of."""
        return (self.end or self.last).get('ops') or 0

    def lines(self):
        """The run as a log. Its marks have no state, so RESUME cannot continue it."""
        records = sorted(self.maps + self.samples + self.marks + self.resumes,
                         key=lambda record: record['ops'])
        for record in [self.header, *records, *filter(None, [self.end])]:
            yield json.dumps(record, ensure_ascii=False, separators=(',', ':')) + '\n'


def once(records):
    """Goes from the end to the start. A resumed run goes back to a mark: records after that mark,
    from before the interruption, are left out."""
    until, kept, newest = math.inf, [], [-1, 0]
    for record in reversed(records):
        if record['record'] == 'resume':
            until = min(until, record['ops'])
        elif record['record'] in ('sample', 'mark', 'map') and record['ops'] <= until:
            kept.append(record)
    records, kept = kept[::-1], []
    for record in records:
        if record['record'] == 'sample':
            now = [record['ops'], record['beside']]
            if now <= newest:
                continue
            newest = now
        kept.append(record)
    return kept


def check(record):
    """What is wrong with a record, or None."""
    if not isinstance(record, dict) or not isinstance(record.get('record'), str):
        return 'not a record of a soak'
    kind = record['record']
    if kind not in MEMBERS:
        return 'record `%s` is not of schema 2' % kind
    if kind == 'run' and record.get('schema') != 2:
        return 'schema %s; this report reads schema 2' % json.dumps(record.get('schema'))
    for name in MEMBERS[kind] + ['stranded'] * (record.get('why') == 'worst' and kind == 'map'):
        if name not in record:
            return '`%s` without `%s`' % (kind, name)
    lines = record.get('lines')
    if kind == 'map' and not (
            isinstance(lines, list) and all(isinstance(line, str) for line in lines)):
        return '`lines` of a map is not an array of texts'
    return None


def parsed(line):
    text = line.strip('\0')  # a machine that dies may leave zeros
    try:
        return READ(text) if text or not line else None
    except ValueError:
        return TORN


def read(file):
    """The runs of a log, or of several one after another."""
    try:
        with open(file, encoding='utf-8', errors='replace', newline='\n') as stream:
            records = [parsed(line.rstrip('\n')) for line in stream]
    except OSError as why:
        raise Refused('%s: cannot be read: %s' % (file, why.strerror)) from None
    if not records:
        raise Refused('%s: empty' % file)
    for i, record in enumerate(records):
        wrong = check(record) if record is not TORN else None
        # The machine may die while it writes: the last line, or one before a `resume`.
        if record is TORN and (i == 0 or i + 1 < len(records) and not (
                isinstance(records[i + 1], dict) and records[i + 1].get('record') == 'resume')):
            wrong = 'not JSON'
        if wrong:
            raise Refused('%s: line %d: %s' % (file, i + 1, wrong))
        record.pop('state', None)
    if records[0]['record'] != 'run':
        raise Refused('%s: line 1: not a log of the soak, which begins with a `run`' % file)
    starts = [i for i, record in enumerate(records) if record['record'] == 'run']
    return [Run(file, records[i:k]) for i, k in zip(starts, starts[1:] + [None])]


def merged(runs):
    """Of the copies of a run those with an end count, or else the longest."""
    kept = []
    for copies in by(runs, lambda run: run.header):
        ended = [run for run in copies if run.end]
        kept += [same[0] for same in by(ended, lambda run: run.end)] or [
            max(reversed(copies), key=Run.told)]
    return sorted(kept, key=lambda run: order(
        [run.board, run.arena, run.harden, run.seed, run.at]))
