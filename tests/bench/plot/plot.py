#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws what `make bench` wrote: FOLDER/BOARD.csv and BOARD-memory.csv as FOLDER/BOARD-*.svg.

  plot.py FOLDER BOARD

A picture has panels on one axis, so that lengths compare. A panel has a line for each allocator and
config: its name, marks, and the figures in digits. Tarn's lines come first, in blue, the others are
orange: colour-blind readers can tell the two apart (Okabe and Ito). A figure that is - or empty is
a dash. A file without a row for a picture gives a line instead of the picture."""

import glob
import math
import os
import sys
from html import escape

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
from tables import fail, read_csv  # noqa: E402

TARN, OTHER, INK, GREY = ('#0072B2', '#8CC8EE'), ('#D55E00', '#F3BC95'), '#222222', '#666666'
# Pixels: a line, the picture's title, a panel's title, its axis, its names, a column of figures.
LINE, HEAD, ABOVE, BELOW, LEFT, FIGURE = 21, 64, 34, 52, 148, 58


def number(text):
    return float(text) if text not in ('', '-') else None


def shown(value, decimals=0):
    return '–' if value is None else f'{value:.{decimals}f}'


def size(arena):
    return f'{arena // 1048576} MiB' if arena % 1048576 == 0 else f'{arena // 1024} KiB'


class Axis:
    """Where a value lies, from 0 to 1. Logarithmic if `ticks` is None."""

    def __init__(self, low, high, ticks=None):
        self.log = ticks is None
        self.low, self.high = low, high
        self.ticks = [tick for tick in ticks or self.powers() if low <= tick <= high]

    def powers(self):
        """A wider axis has fewer ticks in a decade."""
        wide = self.high / self.low
        steps = (1, 2, 5) if wide <= 100 else (1, 3) if wide <= 3000 else (1,)
        return [step * 10 ** power for power in range(10) for step in steps]

    def place(self, value):
        low, high, value = (math.log(each) if self.log else each
                            for each in (self.low, self.high, max(value, self.low)))
        return (value - low) / (high - low)


class Picture:
    """An SVG of panels, `wide` side by side. `figures` names the columns of digits."""

    def __init__(self, title, legend, axis, figures, wide, panels):
        """A panel is a title, a text below its axis, and lines: name, is it Tarn's, marks, digits.
        A mark is a bar (from, to, shade, upper edge, lower edge) or a sign (value, text)."""
        self.out = []
        self.axis, self.figures = axis, figures
        self.width = (1180 if wide > 1 else 760) // wide
        high = ABOVE + max(len(lines) for _, _, lines in panels) * LINE + BELOW
        width, height = self.width * wide, HEAD + high * -(-len(panels) // wide)
        self.out.append(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                        'font-family="DejaVu Sans,Arial,sans-serif" font-size="12">')
        self.rect(0, 0, width, height, '#ffffff')
        self.text(20, 28, title, INK, 'start', 'font-size="16" font-weight="bold"')
        self.text(20, 52, legend, GREY, 'start')
        for index, panel in enumerate(panels):
            self.panel(index % wide * self.width, HEAD + index // wide * high, *panel)
        self.out.append('</svg>\n')

    def rect(self, x, y, width, height, colour):
        self.out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
                        f'fill="{colour}"/>')

    def text(self, x, y, text, colour, anchor='end', more=''):
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" '
                        f'{more}>{escape(text)}</text>')

    def panel(self, x, y, title, below, lines):
        left, right = x + LEFT, x + self.width - FIGURE * len(self.figures) - 14
        top, bottom = y + ABOVE, y + ABOVE + len(lines) * LINE

        def across(value):
            return left + (right - left) * self.axis.place(value)

        self.text(left, y + 16, title, INK, 'start', 'font-weight="bold"')
        for tick in self.axis.ticks:
            self.rect(across(tick), top, 1, bottom - top, '#dddddd')
            self.text(across(tick), bottom + 14, f'{tick:g}', INK, 'middle')
        self.rect(left, bottom, right - left, 1, GREY)
        self.text((left + right) / 2, bottom + 32, below, GREY, 'middle')
        ends = [x + self.width - 14 - FIGURE * n for n in range(len(self.figures))][::-1]
        for end, name in zip(ends, self.figures):
            self.text(end, top - 6, name, GREY)
        for index, (name, tarn, marks, digits) in enumerate(lines):
            self.line(top + index * LINE, across, TARN if tarn else OTHER, marks)
            self.text(left - 8, top + index * LINE + 15, name, TARN[0] if tarn else INK,
                      more='font-weight="bold"' if tarn else '')
            for end, text in zip(ends, digits):
                self.text(end, top + index * LINE + 15, text, INK)

    def line(self, y, across, colours, marks):
        for first, *mark in marks:
            if first is None or mark[0] is None:
                continue
            if len(mark) == 1:
                self.text(across(first), y + 15, mark[0], colours[0], 'middle')
            else:
                last, shade, upper, lower = mark
                self.rect(across(first), y + upper * LINE, across(last) - across(first),
                          (lower - upper) * LINE, colours[shade])


def series(rows):
    """The names of all allocators and configs, Tarn's first, and whether they are Tarn's."""
    found = dict.fromkeys((row['allocator'], row['config']) for row in rows)
    many = [allocator for allocator, _ in found]
    return {key: (' '.join(key) if key[0] == 'tarn' or many.count(key[0]) > 1 else key[0],
                  key[0] == 'tarn') for key in sorted(found, key=lambda key: key[0] != 'tarn')}


def lines_of(rows, names, make):
    """The lines of a panel: of each allocator that `make` gives marks and digits for."""
    for key, (name, tarn) in names.items():
        own = [row for row in rows if (row['allocator'], row['config']) == key]
        if own:
            yield name, tarn, *make(own)


def latency(board, rows, arena):
    columns = ('min', 'median', 'p999', 'max')

    def make(own):
        least, median, p999, most = (number(own[0][column]) for column in columns)
        return ([(least, most, 1, 0.34, 0.66), (p999, '◇'), (median, '●')],
                [shown(value) for value in (median, p999, most)])

    used = [row for row in rows if row['workload'] in ('W2', 'W3')
            and row['op'] in ('malloc', 'free') and row['arena'] == arena]
    panels = [(f'{workload}: {op}', 'instructions', list(lines_of(
        [row for row in used if (row['workload'], row['op']) == (workload, op)], series(rows),
        make))) for workload in ('W2', 'W3') for op in ('malloc', 'free')]
    values = [number(row[column]) for row in used for column in ('min', 'max')]
    values = [value for value in values if value is not None]
    if not values:
        return None
    low = 1 if min(values) < 2 else min(values) * 0.8
    return Picture(f'Instructions per call, {board}, {size(int(arena))} arena',
                   'bar: least to most; ● median; ◇ 99.9 % of the calls take no more',
                   Axis(low, max(values) * 1.2), ('median', '99.9 %', 'max'), 2,
                   [panel for panel in panels if panel[2]])


def efficiency(board, rows):
    def make(own):
        value = {row['metric']: number(row['value']) for row in own}
        fresh, churned = value.get('fresh'), value.get('churned')
        return ([(0, fresh, 1, 0.14, 0.48), (0, churned, 0, 0.52, 0.86)],
                [shown(fresh, 1), shown(churned, 1)])

    used = [row for row in rows if row['workload'] == 'W4'
            and row['metric'] in ('fresh', 'churned')]
    arenas = dict.fromkeys(row['arena'] for row in used)
    panels = [(size(int(arena)), 'payload, % of the memory taken', list(lines_of(
        [row for row in used if row['arena'] == arena], series(rows), make))) for arena in arenas]
    return Picture('Memory efficiency, W4: blocks of 1 to 512 B, ' + board, 'a fresh heap filled '
                   '(pale); filled after 200,000 operations or more (dark)',
                   Axis(0, 100, range(0, 101, 20)), ('fresh', 'churned'), min(2, len(panels)),
                   panels) if panels else None


def programs(board, rows):
    """The memory that each recorded program needs. On a host it is the resident memory."""
    used = [row for row in rows if row['metric'] in ('min-arena-ratio', 'resident-ratio')]
    if not used:
        return None
    host = used[0]['metric'] == 'resident-ratio'
    names = dict.fromkeys(row['workload'] for row in used)
    kib = {(row['allocator'], row['config'], row['workload']): float(row['value']) / 1024
           for row in rows if row['metric'] in ('min-arena', 'resident')}

    def make(own):
        ratio = float(own[0]['value'])
        arena = kib.get((own[0]['allocator'], own[0]['config'], own[0]['workload']))
        return [(1, ratio, 0, 0.18, 0.82)], [
            '' if arena is None else shown(arena, 1 if arena < 1000 else 0),
            shown(ratio, 3 if ratio < 10 else 1)]

    means = []
    for allocator, config in series(used):
        ratios = [float(row['value']) for row in used
                  if (row['allocator'], row['config']) == (allocator, config)]
        if len(ratios) == len(names):
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            means.append({'allocator': allocator, 'config': config, 'value': mean,
                          'workload': 'geometric mean'})
    below = 'resident / live' if host else 'arena / live'
    panels = [(name, below, list(lines_of(
        [row for row in used + means if row['workload'] == name], series(rows), make)))
        for name in [*names, *(['geometric mean'] if means else [])]]
    high = max(float(row['value']) for row in used)
    step = 0.5 if high > 1.6 else 0.1
    linear = [1 + step * n for n in range(int((high - 1) / step) + 2)]
    return Picture(f'Memory that recorded programs need, {board}', (
        'peak of resident memory' if host else 'smallest arena that serves every request')
        + ', in KiB and as a ratio to the peak of live bytes (1: no overhead)',
        Axis(1, high * 1.1) if high > 3 else Axis(1, max(1 + (high - 1) * 1.05, 1.01), linear),
        ('KiB', 'ratio'), 2, panels)


def main(folder, board):
    base = os.path.join(folder, board)
    for path in (base + '.csv', base + '-memory.csv'):
        if not os.path.exists(path):
            fail(f'{path}: no such file (make bench writes it)')
    for path in glob.glob(glob.escape(base) + '-*.svg'):
        os.remove(path)
    times, memory = list(read_csv(base + '.csv')), list(read_csv(base + '-memory.csv'))
    if not times:
        fail(f'{base}.csv: no row')
    arenas = dict.fromkeys(row['arena'] for row in times if row['op'] == 'malloc'
                           and row['workload'] in ('W2', 'W3') and row['arena'].isdigit())
    pictures = {f'latency-{int(arena) // 1024}K': latency(board, times, arena)
                for arena in arenas}
    pictures |= {'efficiency': efficiency(board, memory), 'arena': programs(board, memory)}
    for name, picture in pictures.items():
        if picture is None:
            print(f'{base}: no row for {name}: not drawn')
            continue
        with open(f'{base}-{name}.svg', 'w', encoding='utf-8') as file:
            file.write('\n'.join(picture.out))
        print(f'written: {base}-{name}.svg')


if __name__ == '__main__':
    if len(sys.argv) != 3:
        fail(f'usage: {__doc__}')
    main(*sys.argv[1:])
