#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/size/dials.py [check | write]: prints a table of the recorded programs (tests/traces)
at each place of the dial. It has the smallest RAM over the peak payload, the share of calls that
pools serve, and the instructions per call; then the RAM with TARN_ALIGN 16. Fails if a bar is not
reached.

  check   leaves out the instructions. Fails, too, if README.md has other figures
  write   writes the table into README.md"""
import glob
import math
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import size

PAGE = 'port/tool/size/README.md'
# Of each place: the most that the geometric mean of the smallest RAM (all metadata and static RAM
# counted) over the peak payload may be, and the least percent of each program's calls that pools
# must serve.
BARS = {'frugal': (1.075, 0), 'fast': (1.15, 80), 'guarantee': (1.2, 100)}


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0


def rows_of(traces, counts):
    """For each program, the figures of each place of the dial, at both granules."""
    tools = {granule: size.build(1, granule, 0) for granule in (8, 16)}
    rows = {}
    with tempfile.TemporaryDirectory(dir='build/size') as work:
        for trace in traces:
            row = rows[os.path.basename(trace).partition('.')[0]] = {}
            for dial in BARS:
                for granule in 16, 8:
                    line = size.made(*tools[granule], 'TRACE=' + trace, 'DIAL=' + dial, 'LINE=1',
                                     'WORK=' + work)
                    row[dial, granule] = size.fields(line)
                row[dial, 8]['insns'] = '-'
                if counts:
                    try:
                        measured = size.measure(1, 8, 0, work + '/0.pack')
                        row[dial, 8]['insns'] = '%.1f' % size.mean(measured)
                    except size.TooLarge:
                        pass
    return rows


def line_of(name, cells):
    return '%-9s' % name + ''.join('  ' + cell for cell in cells)


def table_of(rows):
    """The table, and which bars are not reached."""
    ratio = {at: [float(row[at]['ratio']) for row in rows.values()]
             for at in ((dial, granule) for dial in BARS for granule in (8, 16))}
    lines = [line_of('trace', ('%-9s pools %%  insns' % dial for dial in BARS))]
    for name, row in rows.items():
        lines.append(line_of(name, ('%-9s %7s %6s' % tuple(
            row[dial, 8][one] for one in ('ratio', 'pools', 'insns')) for dial in BARS)))
    lines.append(line_of('mean', ('%-24.4f' % mean(ratio[dial, 8]) for dial in BARS)))
    lines += ['(smallest RAM over peak live payload; calls that pools serve; instructions per '
              'call, mps2-an386)', '', line_of('at 16', ('%-9s' % dial for dial in BARS))]
    for name, row in rows.items():
        lines.append(line_of(name, ('%-9s' % row[dial, 16]['ratio'] for dial in BARS)))
    lines.append(line_of('mean', ('%-9.4f' % mean(ratio[dial, 16]) for dial in BARS)))
    lines.append(line_of('better', ('%-9.4f' % mean([min(both) for both in zip(
        ratio[dial, 8], ratio[dial, 16])]) for dial in BARS)))
    lines.append('(that RAM with TARN_ALIGN 16; better: the mean with the better granule for each '
                 'program)')
    return [line.rstrip() for line in lines], list(below_bars(rows, ratio))


def below_bars(rows, ratio):
    if not rows:
        yield 'no rows'
    for name, row in rows.items():
        for (dial, granule), figures in row.items():
            if int(figures['refused']):
                yield '%s, %s, TARN_ALIGN %d: requests are refused' % (name, dial, granule)
            if granule == 8 and float(figures['pools']) < BARS[dial][1]:
                yield '%s, %s: pools serve %s %%, less than %d' % (name, dial, figures['pools'],
                                                                   BARS[dial][1])
    for dial, (most, _) in BARS.items():
        if mean(ratio[dial, 8]) > most:
            yield '%s: the mean is %.4f, more than %s' % (dial, mean(ratio[dial, 8]), most)


MARKED = re.compile('(<!-- dials:begin -->\n```text\n)(.*?)(```\n<!-- dials:end -->)', re.S)


def figures_of(text):
    """The figures of a table but for the instructions, which are the last of each place."""
    words = [line.split() for line in text.split('\n') if not line.startswith(('trace', 'at 16'))]
    return [[word for at, word in enumerate(line) if len(line) < 10 or at not in (3, 6, 9)]
            for line in words if line]


def is_stale(page, table):
    return not table or figures_of(MARKED.search(page)[2]) != figures_of('\n'.join(table))


def main(how):
    size.at_root()
    table, wrong = table_of(rows_of(sorted(glob.glob('tests/traces/*.rep.xz')), how != 'check'))
    with open(PAGE, encoding='utf-8') as file:
        page = file.read()
    if how == 'check' and is_stale(page, table):
        wrong.append('%s has other figures (port/tool/size/dials.py write)' % PAGE)
    print('\n'.join(table + ['FAIL ' + one for one in wrong]))
    if how == 'write':
        with open(PAGE, 'w', encoding='utf-8') as file:
            file.write(MARKED.sub(lambda found: found[1] + '\n'.join(table) + '\n' + found[3],
                                  page))
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main(''.join(sys.argv[1:])))
