# SPDX-License-Identifier: MIT
"""What a report says of runs (log.py), places and faults: figures, notices, and the verdict."""
import itertools
import operator
import re
from collections import namedtuple
from types import SimpleNamespace

import series
import trends
from log import by, grouped
from plots import Plots
from words import count, duration, many, percent, size, whole

LEVELS = ('NOTE', 'PASS', 'WARN', 'UNFINISHED', 'FAIL')
Notice = namedtuple('Notice', 'level text run replay', defaults=(None, None))


def worst(levels):
    return max(['PASS', *levels], key=LEVELS.index)


def known(function, values):
    """A function of the values that were measured; None: there are none."""
    values = [value for value in values if value is not None]
    return function(values) if values else None


def gather(self, runs, total='', most='', least=''):
    """Gives self members of runs: their sums, and the most and the least of them."""
    for name in total.split():
        setattr(self, name, sum(getattr(run, name) or 0 for run in runs))
    for function, names in ((max, most), (min, least)):
        for name in names.split():
            setattr(self, name, known(function, (getattr(run, name) for run in runs)))


def versions(runs):
    return sorted({version for run in runs for version in run.versions})


# ---- A run --------------------------------------------------------------------------------------

RANGES = 'bytes', 'commons', 'longest'


def kind_of(name, run):
    """The figures of a kind of round: the last ones, and the range of all measurements."""
    kind = SimpleNamespace(refused=None, waste=None, stranded=None, name=name)
    kind.__dict__.update(run.last['scenarios'][name])
    looked = [one for one in (now['scenarios'].get(name) for now in run.samples)
              if one and one['looks'] > 0]
    for figure in RANGES:
        setattr(kind, figure, whole_range([(one['looks'], *one[figure]) for one in looked]))
    return kind


def whole_range(ranges):
    """The least, the mean and the most of ranges: (weight, least, mean, most)."""
    if not ranges:
        return None
    weights, least, means, most = zip(*ranges)
    return [min(least), sum(map(operator.mul, weights, means)) / sum(weights), max(most)]


def kind_of_all(kinds):
    """The same of a kind of round of several runs."""
    kind = SimpleNamespace(name=kinds[0].name, refused=known(sum, (one.refused for one in kinds)))
    gather(kind, kinds, total='rounds', most='waste stranded')
    for figure in RANGES:
        ranges = [getattr(one, figure) for one in kinds]
        setattr(kind, figure, whole_range([(1, *one) for one in ranges if one]))
    return kind


def measure(run):
    """Gives a run its figures. One that failed gets no counters: its last sample is from before
    the failure, and would look sound."""
    end, last, records = run.end or {}, run.last, [run.header] + run.resumes
    run.verdict, run.reason = end.get('verdict', 'UNFINISHED'), end.get('reason', '')
    run.digest, run.stopped = end.get('digest'), end.get('stopped') == 1
    run.ops, run.ms = run.told(), end.get('ms', last.get('ms', 0))
    run.hours, run.rounds = run.ms / 3600000, last.get('rounds', 0)
    run.versions, run.machines = (
        sorted({record[name] for record in records}) for name in ('version', 'machine'))
    # The page shows runs together if these are the same.
    run.place = (run.board, run.arena, run.harden, run.table, run.tags, run.scenarios, run.inject)
    run.sound = run.verdict in ('PASS', 'UNFINISHED')
    last = last if run.sound else {'scenarios': {}}
    for name in 'refused alloc_worst free_worst stack_unused'.split():
        setattr(run, name, last.get(name))
    run.raised = last.get('faults')
    run.refused_by_class, run.tagged = last.get('refused_by_class') or [], last.get('tags') or []
    run.kinds = [kind_of(name, run) for name in last['scenarios']]
    gather(run, run.kinds, most='stranded waste')
    run.live = known(max, (now['least'] for now in run.samples))
    run.least_longest = known(min, (kind.longest and kind.longest[0] for kind in run.kinds))
    run.notices = [Notice(rule.level, text, run, rule.text is failed and replay(end['line']))
                   for rule in RULES for text in [rule.text(run)] if text]


def replay(line):
    """The command that repeats a failure. In the log a space replaces each quotation mark."""
    found = re.search(r'replay=[ "](make soak[^"]*?)[ "]*(stopped=1)?$', line)
    return found and found.group(1)


def warnings(run):
    return [trend for trend in run.trends if trend.level == 'WARN']


def level(run):
    return worst(one.level for one in run.trends + run.notices)


# ---- The rules ----------------------------------------------------------------------------------

def unfinished(run):
    return not run.end and (
        'no end in the log: still running, or interrupted after %s, %s operations' % (
            duration(run.ms / 1000), count(run.ops)))


def failed(run):
    return not run.sound and (
        'failed with reason=%s after %s operations%s' % (
            run.reason, count(run.ops), ', INJECT=' + run.inject if run.inject else ''))


def raised(run):
    return run.verdict == 'PASS' and run.raised and (
        'ended with PASS, but Tarn raised unexpected faults: ' + whole(run.raised))


def fixed_changed(figure, what):
    """From its second round on, the fixed load must give the same figures in each round."""
    def text(run):
        rounds, first = 0, None
        for now in run.samples:
            kind = now['scenarios'].get('fixed', {'rounds': 0, 'looks': 0})
            if rounds and kind['looks'] > 0:
                first = first or kind[figure]
                if kind[figure] != first:
                    least, _, most = kind[figure]
                    return ('the fixed load changed: its %s was %s to %s bytes, and %s to %s bytes'
                            ' after %s' % (what, whole(first[0]), whole(first[2]), whole(least),
                                           whole(most), duration(now['ms'] / 1000)))
            rounds = kind['rounds']
        return None
    return text


def resumed_otherwise(run):
    return len(run.versions) > 1 and (
        'resumed with other versions of the sources: ' + ', '.join(run.versions))


# What is wrong with a run, or worth knowing about it. Its trends may warn (trends.judge); digests
# and injected faults follow below.
Rule = namedtuple('Rule', 'level text')
RULES = (
    Rule('UNFINISHED', unfinished),
    Rule('FAIL', failed),
    Rule('FAIL', raised),
    Rule('FAIL', fixed_changed('commons', 'commons in use')),
    Rule('FAIL', fixed_changed('longest', 'longest free run')),
    Rule('NOTE', lambda run: run.torn and 'the report skips an incomplete line of the log'),
    Rule('NOTE', lambda run: run.stopped and 'stopped with Ctrl-C before its time'),
    Rule('NOTE', resumed_otherwise))


class Digests:
    """The runs of the same work, whose digests must be equal at each mark and end at the same
    operation. `unequal`: the first two points at which runs of the same version differ. `changed`:
    the first two at which runs of any version differ."""

    def __init__(self, runs):
        self.first, self.boards = runs[0], sorted({run.board for run in runs})
        points = [(record, run) for run in runs for record in run.marks + [run.end]
                  if record and record.get('verdict', 'PASS') == 'PASS']
        same = [group for group in by(points, lambda point: (point[0]['ops'], point[0]['record']))
                if len(group) > 1]
        self.compared, self.ops = len(same), known(max, (group[0][0]['ops'] for group in same))
        self.changed = self.differing(same)
        self.unequal = self.differing(group for points in same
                                      for group in by(points, lambda point: point[1].version))

    @staticmethod
    def differing(groups):
        two = (by(points, lambda point: point[0]['digest'])[:2] for points in groups)
        return next(([one[0] for one in pair] for pair in two if len(pair) > 1), None)

    def notices(self):
        points, run = self.unequal or self.changed, self.first
        if not points:
            return
        text = 'seed %s, %s, level %s: digests differ at operation %s: %s' % (
            run.seed, size(run.arena), run.harden, whole(points[0][0]['ops']),
            ', '.join('%s on %s (%s)' % (record['digest'], run.board, run.file)
                      for record, run in points))
        if self.unequal:
            yield Notice('FAIL', text)
        else:
            yield Notice('NOTE', '%s; the versions of the sources differ, too: %s' % (
                text, ', '.join(run.version for _, run in points)))


def digests(runs):
    work = by(runs, lambda run: (run.seed, run.arena, run.harden, run.scenarios, run.inject,
                                 run.table, run.tags))
    return [Digests(same) for same in work if len(same) > 1]


class Fault:
    """A line of the table of tests/soak/selftest: fault, detector, board, level, operations and ms
    to detection, result, note. `harmless`: nothing noticed it, and it changed nothing.
    `impossible`, `skipped`: not tried; the note says why."""

    def __init__(self, cells):
        self.fault, self.detector, board, level, self.ops, self.ms, self.result = cells[:7]
        self.place, self.note = '%s, level %s' % (board, level), (cells + [''])[7]
        self.ops, self.ms = (int(text) if text.isdigit() else None
                             for text in (self.ops, self.ms))


def fault_notices(faults):
    for same in by(faults, lambda fault: (fault.fault, fault.place)):
        escaped = [fault for fault in same if fault.result == 'escaped']
        if escaped:
            yield Notice('FAIL', 'injected fault %s on %s: escaped in %d of %s: %s' % (
                same[0].fault, same[0].place, len(escaped), many(len(same), 'run'),
                escaped[0].note))


# ---- All ----------------------------------------------------------------------------------------

def place_of(number, runs, plots):
    """The runs that the page shows together: their work and place are the same."""
    place = SimpleNamespace(id=number, runs=runs, first=runs[0], plots=plots)
    place.level = worst(map(level, runs))
    place.failed = sorted({run.reason for run in runs if not run.sound})
    place.judged = any(run.sound for run in runs)
    place.seeds, place.versions = sorted({run.seed for run in runs}), versions(runs)
    gather(place, runs, total='ops hours rounds refused', least='at least_longest stack_unused',
           most='until waste stranded alloc_worst free_worst')
    place.refused_by_class = [sum(counts) for counts in itertools.zip_longest(
        *(run.refused_by_class for run in runs), fillvalue=0)]
    kinds = [kind for run in runs for kind in run.kinds]
    place.kinds = [kind_of_all(same) for same in grouped(kinds, lambda kind: kind.name)]
    place.tags = [merged_tag(tags) for tags in zip(*(run.tagged for run in runs if run.tagged))]
    # Of each run the last map of each kind; of these up to three failures, the one worst moment.
    failures, moments = (
        [(run, maps[-1]) for run in runs
         for maps in [[one for one in run.maps if one['why'] == why]] if maps]
        for why in ('failure', 'worst'))
    place.maps = failures[:3] + sorted(moments, key=lambda one: one[1]['stranded'])[-1:]
    place.moved = list(moved([(run, trend) for run in runs for trend in run.trends]))
    return place


def merged_tag(tags):
    """The most of all runs, all refusals, and the last run's limit."""
    return {'name': tags[0]['name'], 'limit': tags[-1]['limit'],
            'refused': sum(tag['refused'] for tag in tags),
            **{figure: max(tag[figure] for tag in tags)
               for figure in ('live', 'blocks', 'peak', 'peak_blocks')}}


def moved(tested):
    """Of (run, trend): for each quantity the one that moves most in the bad direction, and all
    of that quantity."""
    for same in grouped(tested, lambda one: one[1].quantity):
        yield (*max(reversed(same), key=lambda one: (one[1].level == 'WARN', one[1].alarm)), same)


def measured(runs):
    """Tests the series of each run, and gathers them for the plots. The series of one run are in
    memory at a time: they are large."""
    plots = Plots(runs)
    for run in runs:
        rows = series.of_run(run)
        run.trends = trends.of_series(rows)
        plots.add(rows)
    return plots


class Report:
    """All that the summary and the page tell. `left_out`: logs of other runs, not read."""

    def __init__(self, runs, copies, faults, left_out):
        self.runs, self.copies, self.faults, self.left_out = runs, copies, faults, left_out
        for run in runs:
            measure(run)
        places = by(runs, lambda run: run.place)
        plots = [measured(runs) for runs in places]
        self.tests = sum(trend.kind in ('slope', 'records') for run in runs for trend in run.trends)
        for run in runs:
            trends.judge(run, self.tests)
        self.places = [place_of(*one) for one in zip(itertools.count(), places, plots)]
        self.digests = digests(runs)
        notices = itertools.chain(*map(run_notices, runs), *(
            one.notices() for one in self.digests), fault_notices(faults))
        self.notices = sorted(notices, key=lambda one: -LEVELS.index(one.level))
        self.verdict = worst(notice.level for notice in self.notices)
        self.boards, self.versions = {run.board for run in runs}, versions(runs)
        self.untested = sum(all(trend.kind in ('short', 'absent') for trend in run.trends)
                            for run in runs)
        gather(self, runs, total='ops hours stopped refused raised', most='until', least='at')
        self.rounds = sum(run.rounds for run in runs if run.sound)
        self.leaked = sum(run.reason in ('leak', 'object-leak') for run in runs)
        self.failed = sum(not run.sound for run in runs)
        self.unfinished = sum(run.verdict == 'UNFINISHED' for run in runs)
        # Injected faults: how many were detected, harmless, escaped, and not tried.
        self.found = tuple(sum(fault.result in results for fault in faults) for results in (
            ('detected',), ('harmless',), ('escaped',), ('skipped', 'impossible')))

    def fragmentation(self):
        """The kind of round, and its run, that stranded the most of its arena."""
        stranded = [(kind.stranded * 1000 / run.arena, kind, run) for run in self.runs
                    for kind in run.kinds if kind.stranded]
        if not stranded:
            return 'no bytes were stranded'
        part, kind, run = max(reversed(stranded), key=lambda one: one[0])
        return 'at worst %s stranded in %s, %s of the arena, %s limit (%s, seed %s)' % (
            size(kind.stranded), kind.name, percent(part),
            'without a' if run.table else 'within its', run.board, run.seed)

    def leaks(self):
        if self.leaked:
            return many(self.leaked, 'run') + ' failed with a leak'
        live = known(max, (run.live for run in self.runs if run.sound))
        return size(live) + ' were live after a round' if live else (
            'none; 0 B live after each of %s rounds' % count(self.rounds))

    def others(self):
        return many(self.left_out, 'log') + (
            ' of other runs not included (LOGS=build/soak/log includes all)')


def run_notices(run):
    return run.notices + [
        Notice('WARN', '%s: %s' % (', '.join(trend.where(trend.about.title)), trend.text), run)
        for trend in warnings(run)]
