# SPDX-License-Identifier: MIT
"""What a report says of runs (../log/log.py): findings, and the verdict."""
import json
import re
from collections import namedtuple

import growth
from words import count, duration, many, percent, short, size, whole

LEVELS = ('NOTE', 'PASS', 'WARN', 'UNFINISHED', 'FAIL')
Notice = namedtuple('Notice', 'level text run replay', defaults=(None, None))


def worst(levels):
    return max(['PASS', *levels], key=LEVELS.index)


def grouped(things, key):
    """Lists of the things of the same key, in the order in which the keys first appear."""
    groups = {}
    for thing in things:
        groups.setdefault(json.dumps(key(thing)), []).append(thing)
    return list(groups.values())


# ---- A run ---------------------------------------------------------------------------------

def measure(run):
    """Gives a run its figures, and what is wrong with it but growth."""
    end = run.end or {'verdict': 'UNFINISHED', 'reason': '', **run.last}
    run.ended, run.reason, run.digest = end['verdict'], end['reason'], end.get('digest')
    run.ops, run.ms = end.get('ops', 0), end.get('ms', 0)
    run.versions = sorted({record['version'] for record in [run.header, *run.resumes]})
    run.work = [run.seed, run.arena, run.harden, run.scenarios, run.inject, run.table, run.tags]
    run.place = [run.board, *run.work[1:]]  # runs that share plots
    run.stranded = max((kind.get('stranded', 0) for kind in run.last['scenarios'].values()),
                       default=0)
    run.notices = [Notice(level, text, run, replay) for level, text, replay in findings(run, end)]


def findings(run, end):
    if run.ended == 'UNFINISHED':
        yield 'UNFINISHED', 'no end in the log: still running, or interrupted after %s, %s ' \
            'operations' % (duration(run.ms / 1000), count(run.ops)), None
    if run.ended == 'FAIL':
        command = re.search(r'replay="(make soak[^"]*)"', end['line'])
        yield 'FAIL', 'failed with reason=%s after %s operations%s' % (
            run.reason, count(run.ops), run.inject and ', INJECT=' + run.inject), \
            command and command.group(1)
    if end.get('stopped'):
        yield 'NOTE', 'stopped with Ctrl-C before its time', None
    if run.torn:
        yield 'NOTE', 'the report skips an incomplete line of the log', None
    if len(run.versions) > 1:
        yield 'NOTE', 'resumed with other versions of the sources: ' + ', '.join(run.versions), None


def grows(run, tests):
    """A warning for each series that grows, or falls, and should not."""
    for trend in run.trends:
        if growth.warns(trend, tests):
            yield Notice('WARN', '%s%s: %s by about %s %s an hour (p = %.0e, one of %d tests)' % (
                trend.about.title, trend.kind and ', ' + trend.kind,
                'grows' if trend.slope > 0 else 'falls', short(abs(trend.slope)),
                trend.about.unit, trend.p, tests), run)


# ---- Several runs --------------------------------------------------------------------------

def compare(runs):
    """Runs of the same work have the same digest at each mark and end that they have at the same
    operation. Returns the number of comparisons, and a notice of the first difference."""
    points = [(record, run) for run in runs for record in [*run.marks, run.end]
              if record and record.get('verdict', 'PASS') == 'PASS']
    compared = 0
    for same in grouped(points, lambda point: (point[0]['ops'], point[0]['record'])):
        compared += len(same) > 1
        differing = [group[0] for group in grouped(same, lambda point: point[0]['digest'])]
        if len(differing) > 1:
            versions = {run.versions[-1] for _, run in differing}
            return compared, [Notice(
                'NOTE' if len(versions) > 1 else 'FAIL',
                'seed %s: digests differ at operation %s: %s' % (
                    runs[0].seed, whole(differing[0][0]['ops']), ', '.join(
                        '%s on %s (%s, version %s)' % (
                            record['digest'], run.board, run.file, run.versions[-1])
                        for record, run in differing)))]
    return compared, []


class Report:
    """All that the summary and the page tell. A run counts once, even if several logs have it.
    `left_out`: logs of other runs, not read."""

    def __init__(self, runs, left_out):
        self.runs = [copies[0] for copies in grouped(
            sorted(runs, key=lambda run: (run.board, run.seed, -len(run.samples))),
            lambda run: run.header)]
        self.left_out = left_out
        for run in self.runs:
            measure(run)
            run.series = growth.series(run)
            run.trends = list(growth.trends(run, run.series))
        self.tests = sum(len(run.trends) for run in self.runs)
        self.untested = sum(not run.trends for run in self.runs)
        compared = [compare(same) for same in grouped(self.runs, lambda run: run.work)]
        self.compared = sum(number for number, _ in compared)
        for run in self.runs:
            run.notices += grows(run, self.tests)
            run.level = worst(notice.level for notice in run.notices)
        notices = [notice for _, found in compared for notice in found]
        self.notices = sorted(notices + [notice for run in self.runs for notice in run.notices],
                              key=lambda notice: -LEVELS.index(notice.level))
        self.verdict = worst(notice.level for notice in self.notices)
        self.places = grouped(self.runs, lambda run: run.place)
        self.ops, self.ms = (sum(getattr(run, name) for run in self.runs) for name in ('ops', 'ms'))

    def sentence(self):
        """No claim of what was not tested."""
        ended = [many(sum(run.ended == how for run in self.runs), 'run') + said
                 for how, said in (('FAIL', ' failed'), ('UNFINISHED', ' without an end'),
                                   ('PASS', ' passed'))
                 if any(run.ended == how for run in self.runs)]
        run = max(self.runs, key=lambda run: run.stranded / run.arena)
        return [
            ', '.join(ended),
            'fragmentation: at worst %s stranded, %s of the arena (%s, seed %s)' % (
                size(run.stranded), percent(run.stranded * 1000 / run.arena), run.board, run.seed),
            'digests: %s of equal runs' % many(self.compared, 'comparison'),
            'growth: %s%s' % (many(self.tests, 'test'), self.untested and (
                '; %s not tested (fewer than %d samples)' % (
                    many(self.untested, 'run'), growth.SAMPLES)) or '')]

    def summary(self):
        yield 'SOAK REPORT %s: %s, %s operations in %s' % (
            self.verdict, many(len(self.runs), 'run'), count(self.ops), duration(self.ms / 1000))
        for notice in self.notices:
            yield '  %s: %s%s' % (notice.level, notice.run and '%s seed %s: ' % (
                notice.run.board, notice.run.seed) or '', notice.text)
            if notice.replay:
                yield '    ' + notice.replay
        for run in self.runs:
            yield '  %-17s %-10s %s, level %s, seed %s: %s operations in %s' % (
                run.board, run.level, size(run.arena), run.harden, run.seed, count(run.ops),
                duration(run.ms / 1000))
        yield from self.sentence()
        if self.left_out:
            yield '%s of other runs not included (LOGS=build/soak/log includes all)' % many(
                self.left_out, 'log')
