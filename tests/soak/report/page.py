# SPDX-License-Identifier: MIT
"""A report (verdict.py) as a page. Its look is that of port/tool/view/look."""
import plots
from markup import Markup, chip, document, figure, lines, markup, table, tiles
from words import count, duration, many, percent, size, when, whole

LEGEND = '''<p class="soft small legend">Times are UTC. A plot divides the time into intervals. The
band reaches from the least to the most of all runs and kinds of rounds, the line is their mean.
“Stranded” are the bytes that were idle when a small request was refused, “waste” the part of live
blocks that nobody asked for: a run fails if either exceeds its limit. A picture marks only free
runs of the commons as stranded.</p>'''
BUCKETS = 120  # intervals of a plot, at most

# quantity, title, unit, how many of it the unit has, shape (a band, or a running extreme)
PLOTS = (
    ('refusals', 'Refusals', 'a round', 1, 'band'),
    ('throughput', 'Throughput', '1,000 operations a second', 1000, 'band'),
    ('stranded', 'Most stranded so far', 'KB', 1024, 'most'),
    ('waste', 'Most waste so far', '% of live blocks', 10, 'most'),
    ('stack_unused', 'Stack never used', 'bytes', 1, 'least'))


def notices(report):
    return report.notices and markup(
        '<h2>Findings</h2><ul class="notices">%s</ul>', lines(markup(
            '<li class="%s">%s%s%s%s</li>', one.level, chip(one.level),
            markup('<b>%s, seed %s</b> ', one.run.board, one.run.seed) if one.run else '', one.text,
            markup('<code>%s</code>', one.replay) if one.replay else '')
            for one in report.notices))


def drawn(points, longest, scale, shape):
    """The plot of points (ms, value)."""
    unit, of_unit = plots.unit_of(longest)
    buckets = {}
    for ms, value in points:
        buckets.setdefault(int(ms * BUCKETS / longest), []).append(value / scale)
    rows = [[(at + 0.5) / BUCKETS * longest / of_unit, min(values), max(values),
             sum(values) / len(values)] for at, values in sorted(buckets.items())]
    return plots.plot(rows, shape, 'mean' if shape == 'band' else shape, longest / of_unit, unit)


def figures(runs):
    longest = max((run.last.get('ms', 0) for run in runs)) + 1
    for quantity, title, unit, scale, shape in PLOTS:
        points = [point for run in runs for name, found in run.series.items()
                  if name.partition('/')[0] == quantity for point in found]
        if points:
            yield figure(title, unit, drawn(points, longest, scale, shape))


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
        '<h4>%s</h4>\n<p class="soft small">scenario %s · operation %s after %s · seed %s</p>\n'
        '<div class="arena">%s</div>', title, record['scenario'], whole(record['ops']),
        duration(record['ms'] / 1000), run.seed, drawn)


def pictures(runs):
    """The first three failures, and the worst moment of all."""
    maps = [(run, record) for run in runs for record in run.maps]
    moments = [one for one in maps if one[1]['why'] == 'worst']
    return lines(picture(*one) for one in [
        *[one for one in maps if one[1]['why'] == 'failure'][:3],
        *sorted(moments, key=lambda one: one[1]['stranded'])[-1:]])


def kinds(runs):
    """By kind of round, the worst of all runs."""
    names = dict.fromkeys(name for run in runs for name in run.last['scenarios'])
    for name in names:
        found = [run.last['scenarios'][name] for run in runs if name in run.last['scenarios']]
        yield [name, count(sum(kind['rounds'] for kind in found)), *(
            worded(function(kind[figure] for kind in found)) if figure in found[0] else None
            for figure, function, worded in (
                ('refused', sum, count), ('waste', max, percent), ('stranded', max, size)))]


def board(number, runs):
    first = runs[0]
    facts = [size(first.arena), 'level %s' % first.harden, many(len(runs), 'run'),
             first.table and 'table ' + first.table, first.tags != '0' and first.tags + ' tags',
             first.scenarios != 'all' and first.scenarios,
             first.inject and 'INJECT=' + first.inject]
    failed = sorted({run.reason for run in runs if run.ended == 'FAIL'})
    return markup(
        '<section class="board" id="board-%s"><header><h3>%s</h3>\n'
        '<span class="soft small">%s</span></header>\n%s</section>', number, first.board,
        ' · '.join(filter(None, facts)), lines((
            failed and markup('<p class="failed">Failed: %s. The figures are from before the '
                              'failure.</p>', ', '.join(failed)),
            pictures(runs), markup('<div class="plots">%s</div>', lines(figures(runs))),
            table('kind of round|#rounds|#refused|#most waste|#most stranded', kinds(runs)))))


def runs(report):
    return table('board|#seed|verdict|#arena|#level|#operations|#time|began|ended|digest|command', (
        [run.board, run.seed, chip(run.level), size(run.arena), run.harden, count(run.ops),
         duration(run.ms / 1000), when(run.at), when(run.until),
         markup('<code>%s</code>', run.digest or '–'),
         markup('<td class="wide"><code>%s</code><div class="soft small">%s</div></td>',
                run.command, ' · '.join([*run.versions, run.machine]))] for run in report.runs))


def page(report):
    facts = [('runs', whole(len(report.runs))), ('boards', len({run.board for run in report.runs})),
             ('operations', count(report.ops)), ('time under load', duration(report.ms / 1000))]
    return document('%s: soak of Tarn' % report.verdict, lines((
        markup('<div class="head"><span>Tarn, the soak</span><span>%s to %s UTC</span></div>',
               when(min(run.at for run in report.runs)),
               when(max(run.until for run in report.runs))),
        markup('<header class="verdict %s"><h1>%s</h1><p>%s.</p></header>', report.verdict,
               report.verdict, '. '.join(
                   text[0].upper() + text[1:] for text in report.sentence())),
        notices(report), tiles(facts), Markup('<h2>Runs</h2>'), runs(report),
        Markup('<h2>Boards</h2>' + LEGEND),
        *(board(number, place) for number, place in enumerate(report.places)))))
