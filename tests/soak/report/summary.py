# SPDX-License-Identifier: MIT
"""A report (verdicts.py) as text: the summary for the terminal, campaign.tsv and trends.tsv."""
import time

from verdicts import moved, warnings
from trends import UNTESTED, would_be_found
from words import count, duration, listed, many, percent, plain, size, when, whole

MOST = 12  # findings shown; the page has all


def columns(rows):
    """The first column on the left, the others on the right."""
    wide = [max(map(len, column)) for column in zip(*rows)]
    return ['  ' + '  '.join([row[0].ljust(wide[0])] + [
        cell.rjust(width) for cell, width in zip(row[1:], wide[1:])]) for row in rows]


def notice(one):
    yield '  %s: %s%s' % (
        one.level, '%s seed %s: ' % (one.run.board, one.run.seed) if one.run else '', one.text)
    if one.replay:
        yield '    ' + one.replay


FIGURES = ('refused|most waste|most stranded|least longest free run|slowest alloc|slowest free|'
           'stack left').split('|')


def figures(place):
    return [count(place.refused), percent(place.waste), size(place.stranded),
            size(place.least_longest), whole(place.alloc_worst), whole(place.free_worst),
            size(place.stack_unused)]


def work(place):
    return [whole(len(place.runs)), count(place.ops), duration(place.hours * 3600)]


def boards(places):
    yield from columns([
        'board verdict arena level seed version runs operations time'.split(), *(
            [place.first.board, place.level, size(place.first.arena), str(place.first.harden),
             listed(place.seeds), ','.join(place.versions), *work(place)] for place in places)])
    judged = [[place.first.board, *figures(place)] for place in places if place.judged]
    if judged:
        yield from columns([['board', *FIGURES], *judged])


def of_digests(digests):
    compared = sum(one.compared for one in digests)
    if any(one.unequal for one in digests):
        return 'different (above)'
    if any(one.changed for one in digests):
        return 'different only between versions of the sources (above)'
    if not compared:
        return 'no two runs of the same seed to compare'
    return 'equal in %s of runs with the same seed (%s)' % (
        many(compared, 'comparison'),
        ', '.join(sorted({board for one in digests for board in one.boards})))


def of_trends(report):
    if not report.tests and report.untested == len(report.runs):
        yield 'trends: ' + UNTESTED
    else:
        yield 'trends: %s, %s%s. The largest change of each quantity:' % (
            many(report.tests, 'test'),
            many(sum(len(warnings(run)) for run in report.runs), 'warning'),
            '; %s %s' % (many(report.untested, 'run'), UNTESTED) if report.untested else '')
    for run, trend, same in moved([
            (run, trend) for run in report.runs for trend in run.trends
            if trend.kind not in ('short', 'sparse', 'absent')]):
        yield '  %s: %s (%s)' % (trend.about.title, trend.text, ', '.join(
            trend.where(run.board, 'seed %s' % run.seed)))
        found = would_be_found([(trend, trend.scenario or run.board) for run, trend in same])
        if found:
            yield '    changes that would be found: ' + found


def summary(report):
    yield 'SOAK REPORT %s: %s on %s, %s operations in %s' % (
        report.verdict, many(len(report.runs), 'run'), many(len(report.boards), 'board'),
        count(report.ops), duration(report.hours * 3600))
    yield 'began %s, ended %s (UTC)%s' % (
        when(report.at), when(report.until), '; ' + report.others() if report.left_out else '')
    for one in report.notices[:MOST]:
        yield from notice(one)
    if len(report.notices) > MOST:
        yield '  and %d more, on the page' % (len(report.notices) - MOST)
    yield from boards(report.places)
    if report.rounds or report.leaked:
        yield 'fragmentation: ' + report.fragmentation()
        yield 'leaks: ' + report.leaks()
    yield 'digests: ' + of_digests(report.digests)
    yield from of_trends(report)
    if report.faults:
        yield 'injected faults: %d detected, %d harmless, %d escaped, %d not tried' % report.found
    if report.copies:
        yield '%s of another, counted once' % many(
            report.copies, 'log is a copy', 'logs are copies')


# ---- Tables -------------------------------------------------------------------------------------

def table(names, rows):
    cells = [names.split()] + [['-' if cell in (None, '') else plain(cell) for cell in row]
                               for row in rows]
    return ''.join('\t'.join(row) + '\n' for row in cells)


def date(at):
    return at and time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(at))


def campaign(report):
    return table(
        'board seed arena harden verdict reason warnings ops ms refused faults digest began ended'
        ' version file command',
        ([run.board, run.seed, run.arena, run.harden, run.verdict, run.reason,
          ','.join('/'.join(trend.where(trend.quantity)) for trend in warnings(run)),
          run.ops, run.ms, run.refused, run.raised, run.digest, date(run.at), date(run.until),
          ','.join(run.versions), run.file, run.command] for run in report.runs))


def of_slopes(report):
    """Slopes an hour, half of their 95 % interval, and the smallest slope that the test would have
    found (- if the run is too short for its noise)."""
    return table(
        'board seed quantity scenario kind level slope half found',
        ([run.board, run.seed, trend.quantity, trend.scenario, trend.kind, trend.level, trend.slope,
          trend.half, trend.found if trend.least is not None else None]
         for run in report.runs for trend in run.trends))
