# SPDX-License-Identifier: MIT
"""A report (verdicts.py) as a page: fills page.html. Its look is that of port/tool/view/look."""
import os
import string

from log import grouped
from markup import Markup, chip, contents, document, figure, lines, markup, table, tiles
from summary import FIGURES, figures, work
from trends import UNTESTED, would_be_found
from verdicts import RANGES, level
from words import count, duration, listed, many, nearest, percent, plain, short, size, when, whole

HERE = os.path.dirname(os.path.abspath(__file__))


# ---- The verdict --------------------------------------------------------------------------------

MARK = ('<svg viewBox="0 0 100 100" aria-hidden="true"><path d="%s" fill="none" '
        'stroke="currentColor" stroke-width="15" stroke-linecap="round" stroke-linejoin="round"/>'
        '</svg>')
MARKS = {'PASS': 'M10 52 L38 80 L90 20', 'FAIL': 'M16 16 L84 84 M84 16 L16 84',
         'WARN': 'M50 8 L50 62 M50 84 L50 88',
         'UNFINISHED': 'M12 50 L14 50 M49 50 L51 50 M86 50 L88 50'}


def of_trends(report):
    """The first sentences of a page claim no more than was tested."""
    runs, untested = len(report.runs), report.untested
    were = 'was' if untested == 1 else 'were'
    if not report.tests and untested == runs:
        return 'The run%s %s %s.' % ('' if untested == 1 else 's', were, UNTESTED)
    if untested:
        return 'No growth was found in the runs that are long enough. %d of %d runs %s %s.' % (
            untested, runs, were, UNTESTED)
    found = [found for place in report.places for _, trend, found in growths(place)
             if trend.quantity == 'commons' and found not in (None, 'any change')]
    return 'No growth was found.' + (
        ' Changes of the commons in use that would be found: %s.' % found[0]
        if len(found) == 1 else '')


def sentence(report):
    failed, unfinished, runs = report.failed, report.unfinished, len(report.runs)
    ended = 'Every run passed, but Ctrl-C stopped %d of %s' % (
        report.stopped, many(runs, 'run')) if report.stopped else 'Every run ended with PASS'
    if report.verdict == 'FAIL':  # a failed page begins with its failures
        return (('%d of %s failed.' % (failed, many(runs, 'run')) if failed
                 else ended + '. But a check of this report failed.')
                + (' %s no end.' % many(unfinished, 'run has', 'runs have') if unfinished else ''))
    if report.verdict == 'WARN':
        text = ended + '. A quantity grows or shrinks that should not.'
    elif report.verdict == 'UNFINISHED':
        text = '%d of %s no end: still running, or interrupted. No run has failed so far.' % (
            unfinished, many(runs, 'run has', 'runs have'))
    else:
        text = '%s. %s' % (ended, of_trends(report))
        if any(one.compared and not one.changed for one in report.digests):
            text += ' Runs of the same seed have equal digests.'
    return '%s Fragmentation: %s. Leaks: %s.' % (text, report.fragmentation(), report.leaks())


def counters(report):
    """The counters of a run that failed are from before its failure, and say nothing."""
    facts = [('runs', whole(len(report.runs))), ('boards', len(report.boards)),
             ('operations', count(report.ops)), ('time under load', duration(report.hours * 3600))]
    facts += [('failed', whole(report.failed))] if report.failed else [
        ('requests refused', count(report.refused)), ('unexpected faults', whole(report.raised))]
    return tiles(facts)


def notices(report):
    return report.notices and markup(
        '<h2>Findings</h2><ul class="notices">%s</ul>', lines(markup(
            '<li class="%s">%s%s%s%s</li>', one.level, chip(one.level),
            markup('<b>%s, seed %s</b> ', one.run.board, one.run.seed) if one.run else '', one.text,
            markup('<code>%s</code>', one.replay) if one.replay else '')
            for one in report.notices))


# ---- Boards -------------------------------------------------------------------------------------

def place_cells(place):
    return [markup('<a href="#board-%s">%s</a>', place.id, place.first.board),
            size(place.first.arena), place.first.harden]


def overview(places):
    yield table('board|verdict|#arena|#level|#seed|began|ended|commit|#runs|#operations|#time', (
        [link, markup('%s %s', chip(place.level), ', '.join(place.failed)), arena, harden,
         listed(place.seeds), when(place.at), when(place.until), ', '.join(place.versions),
         *work(place)] for place in places for link, arena, harden in [place_cells(place)]))
    if any(place.judged for place in places):
        yield '<br>' + table('board|#arena|#level|#rounds|#' + '|#'.join(FIGURES), (
            [*place_cells(place), count(place.rounds), *figures(place)]
            for place in places if place.judged))


# figure, title, unit, shape (band, or a running extreme: most or least), names of the lines, and
# the figure of the place without which it is not shown
PLOTS = (
    ('bytes', 'Live bytes', 'KB', 'band', ['mean'], 'id'),
    ('commons', 'Commons in use', 'KB', 'band', ['mean'], 'id'),
    ('longest', 'Longest free run', 'KB', 'band', ['mean'], 'id'),
    ('refusals', 'Refusals', 'a round', 'band', ['mean'], 'id'),
    ('throughput', 'Throughput', '1,000 operations a second', 'band', ['mean'], 'id'),
    ('waste', 'Most waste so far', '% of live blocks', 'most', ['most'], 'id'),
    ('latency', 'Slowest so far', 'instructions', 'most', ['alloc', 'free'], 'alloc_worst'),
    ('stack', 'Stack never used', 'bytes', 'least', ['least'], 'stack_unused'))


def plots(place):
    return markup('<div class="plots">%s</div>', lines(
        figure(title, unit, names, place.plots.plot(name, shape, names))
        for name, title, unit, shape, names, needs in PLOTS if getattr(place, needs) is not None))


def picture(run, record):
    import tarn  # takes longer to load than all of the report
    title = 'The arena when the run failed: ' + run.reason if record['why'] == 'failure' else (
        'The arena at its worst: %s (%s) of it were free when a small request was refused' % (
            size(record['stranded']), percent(record['stranded'] * 1000 / run.arena)))
    try:
        drawn = Markup(tarn.svg(tarn.read_map(record['lines'])))
    except tarn.Refused as why:
        drawn = markup('<p class="soft small">No picture: %s.</p>', why)
    return markup(
        '<h4>%s</h4>\n<p class="soft small">scenario %s · operation %s after · %s · seed %s</p>\n'
        '<div class="arena">%s</div>', title, record['scenario'], whole(record['ops']),
        duration(record['ms'] / 1000), run.seed, drawn)


def pictures(place, why):
    return lines(picture(run, one) for run, one in place.maps if one['why'] == why)


def growths(place):
    for run, trend, same in place.moved:
        yield run, trend, would_be_found([(one, one.scenario) for _, one in same])


def growth(place):
    seeds = len(place.runs) > 1
    return '<h4>Does anything grow?</h4>\n' + table(
        'quantity|result of the test|largest change in|changes that would be found', (
            [trend.about.title, markup('<td class="%s">%s</td>', trend.level, trend.text),
             ', '.join(trend.where() + ['seed %s' % run.seed] * seeds), found]
            for run, trend, found in growths(place)))


def rounds(place):
    above = '<tr><th></th><th></th><th></th>%s</tr>' % ''.join(
        '<th class="n" colspan="%d" scope="colgroup">%s</th>' % group for group in (
            (3, 'live bytes'), (3, 'commons in use'), (3, 'longest free run'), (2, 'most')))
    return place.kinds and (
        '<h4>By kind of round: the least, the mean and the most of all measurements, in bytes</h4>'
        '\n') + table('kind|#rounds|#refused' + '|#least|#mean|#most' * 3 + '|#waste|#stranded', (
            [kind.name, count(kind.rounds), count(kind.refused),
             *(whole(value) for figure in RANGES for value in getattr(kind, figure) or [None] * 3),
             percent(kind.waste), size(kind.stranded)] for kind in place.kinds), above)


def tags(place):
    return place.tags and (
        '<h4>By tag, at the end of the last round in the log, in bytes and blocks</h4>\n') + table(
        'tag|name|#live|#blocks|#peak|#peak blocks|#refused|#limit', (
            [i, tag['name'], *(whole(tag[name]) for name in (
                'live', 'blocks', 'peak', 'peak_blocks')), count(tag['refused']),
             'none' if tag['limit'] is None else whole(tag['limit'])]
            for i, tag in enumerate(place.tags)))


def bars(place):
    classes = place.refused_by_class
    return classes and markup(
        '<div><h4>Refused requests, by class</h4>\n<p class="soft small">Tarn\'s own counters. '
        'Unlike “refused” above, they count rounds\nbeside a tick, and requests of the soak that '
        'no arena of this size can serve.</p>\n<table class="bars"><tbody>%s</tbody></table></div>',
        lines(markup(
            '<tr><th scope="row">%s</th><td class="n">%s</td><td>%s</td></tr>',
            'class %d' % i if i < len(classes) - 1 else 'commons', count(refused), markup(
                '<i style="width:%s%%"></i>', plain(nearest(refused / max(classes) * 1000) / 10))
            if refused else '') for i, refused in enumerate(classes)))


def failed(place):
    return place.failed and markup(
        '<p class="failed">Failed: %s. %s</p>', ', '.join(place.failed),
        'The tables below are of the other runs. Plots and trends include the run that failed, up '
        'to its failure.' if place.judged else 'The figures below are from before the failure.')


def board(place):
    first = place.first
    _, ops, time = work(place)
    facts = [size(first.arena), 'level %s' % first.harden, 'seed ' + listed(place.seeds),
             'commit ' + ', '.join(place.versions),
             '%s to %s' % (when(place.at), when(place.until)),
             many(len(place.runs), 'run'), '%s operations in %s' % (ops, time),
             first.table and 'table ' + first.table,
             place.tags and '%d tags' % (len(place.tags) - 1),
             first.scenarios != 'all' and first.scenarios,
             first.inject and 'INJECT=' + first.inject]
    return markup(
        '<section class="board" id="board-%s"><header><h3>%s</h3>%s\n'
        '<span class="soft small">%s</span></header>\n%s</section>', place.id, first.board,
        chip(place.level), ' · '.join(filter(None, facts)), lines((
            failed(place), pictures(place, 'failure'), plots(place), pictures(place, 'worst'),
            growth(place), rounds(place), tags(place), bars(place))))


# ---- Digests, faults, runs ----------------------------------------------------------------------

def digest_cell(one):
    return chip('FAIL', 'different') if one.unequal else \
        chip('NOTE', 'different, as are the versions') if one.changed else \
        chip('PASS', 'equal') if one.compared else chip('NOTE', 'nothing to compare')


def digests(report):
    return report.digests and (
        '<h2>Digests</h2>\n<p class="soft small">A digest covers every outcome of a run: the place '
        'of each block,\nand each refusal. Runs with the same seed, arena, level and scenarios must'
        ' have the same\ndigest at each operation at which both logged one.</p><br>\n') + table(
        'run|arena|level|boards|#comparisons|#up to operation|digests', (
            ['seed %s' % one.first.seed, size(one.first.arena), one.first.harden,
             ', '.join(one.boards), whole(one.compared), count(one.ops), digest_cell(one)]
            for one in report.digests))


def fault_cell(faults):
    """Several runs of one fault on one board: how many, and the medians."""
    if not faults:
        return ''
    result, of = faults[0].result, 'of %d' % len(faults) if len(faults) > 1 else ''
    if result == 'escaped':
        return chip('FAIL', 'escaped')
    if result != 'detected':
        soft = markup(' <span class="soft">%s</span>', of) if of else ''
        return markup('<td class="soft">%s%s</td>', result, soft)
    ops, ms = (median([getattr(fault, name) for fault in faults]) for name in ('ops', 'ms'))
    after = 'detected' if ops is None else 'after %s op.' % count(ops) if ops else 'at once'
    time = '' if ms is None else '%s ms' % plain(ms) if ms < 1000 else short(ms / 1000) + ' s'
    return markup('%s <span class="soft">%s%s</span>', after, time, of and ' (%s)' % of)


def median(values):
    values = sorted(value for value in values if value is not None)
    return values[len(values) // 2] if values else None


def faults(report):
    """A line for each fault and detector; a column for each board and level."""
    detected, harmless, escaped, untried = report.found
    told = ['%d detected' % detected, harmless and '%d harmless' % harmless,
            '%s escaped' % (escaped or 'none'), untried and '%d not tried' % untried]
    places = sorted({fault.place for fault in report.faults if not fault.place.startswith('-')})
    return report.faults and (
        '<h2>Injected faults</h2><p class="soft small">%s. A cell tells the\noperations and the '
        'time from the fault to its detection. For several runs they are\nmedians. Harmless: no '
        'check noticed the fault, and the run ended with the digest of a run\nwithout it. There is '
        'a column for each board and level.</p><br>\n' % ', '.join(filter(None, told))) + table(
        '|'.join(['fault', 'detected as', *places, 'note']), (
            [same[0].fault, same[0].detector,
             *(fault_cell([fault for fault in same if fault.place == place]) for place in places),
             markup('<td class="wide soft">%s</td>', '' if same[0].result == 'detected'
                    else min(fault.note for fault in same))]
            for same in grouped(report.faults,
                                lambda fault: (fault.fault, fault.result, fault.detector))))


def origin(run):
    return markup('<td class="wide"><code>%s</code><div class="soft small">%s</div></td>',
                  run.command, ' · '.join(filter(None, [
                      ', '.join(run.versions), 'image %s' % run.image, ', '.join(run.machines),
                      run.table and 'table ' + run.table,
                      run.resumes and 'resumed ' + many(len(run.resumes), 'time')])))


def runs(report):
    return table(
        'board|#seed|verdict|#arena|#level|#operations|#time|began|ended|digest|command', (
            [run.board, run.seed, chip(level(run)), size(run.arena), run.harden, count(run.ops),
             duration(run.hours * 3600), when(run.at), when(run.until),
             markup('<code>%s</code>', run.digest or '–'), origin(run)] for run in report.runs))


def page(report):
    time = '%s to %s UTC' % (when(report.at), when(report.until))
    version = ' · ' + report.versions[0] if len(report.versions) == 1 else ''
    body = string.Template(contents(os.path.join(HERE, 'page.html'))).substitute(
        verdict=report.verdict, mark=MARK % MARKS[report.verdict],
        sentence=markup('%s', sentence(report)), time=markup('%s', time + version),
        tests=whole(report.tests), tiles=counters(report),
        others=' %s.' % report.others() if report.left_out else '',
        notices=notices(report) or '', overview=lines(overview(report.places)),
        boards=lines(map(board, report.places)), digests=digests(report) or '',
        faults=faults(report) or '', runs=runs(report), count=many(len(report.runs), 'run'),
        open=' open' if len(report.runs) <= 12 else '')
    return document('%s: soak of Tarn' % report.verdict, body)
