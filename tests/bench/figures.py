#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The figures that Tarn promises. figures.md and objects/figures.md hold them.

  figures.py diff PLACE...            compares them with what was measured.
  figures.py accept PATTERN PLACE...  takes those that match from what was measured.
  figures.py held NAME                fails if they have no column for the table NAME.csv.
  figures.py goals                    prints the goals that they do not reach.
  figures.py pages check|write        compares the figures on other pages with them, or writes
                                      those (claims, pages.py).

A PLACE is a table of a measurement, or a folder with such. README.md says what they hold. `diff`
passes only if all figures are equal: one that became better is a figure that no command gives."""

import os
import re
import sys

sys.dont_write_bytecode = True
import pages  # noqa: E402
from tables import COLUMNS, fail, is_pattern, measured, worse

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
HELD = ('tests/bench/figures.md', 'tests/bench/objects/figures.md')
# The statistics of a cell with two figures. One figure is the worst, or the value.
SHOWN = ('median', 'max')
GOALS = ('goal', 'must')  # each is for the first column of its table
TEXTS = ('aim', 'peers', *GOALS)  # columns that hold no figure
NOT_OURS = ('by hand', 'nano')
LINK = re.compile(r'(?<!\\)\|')  # between two cells


class Page:
    """A page with figures: {(row, column): (line, place in the line)}, from all of its tables.
    And its goals: row, column, goal."""

    def __init__(self, path):
        self.path = path
        self.cells = {}
        self.goals = []
        columns = None
        with open(path, encoding='utf-8') as file:
            self.lines = file.read().split('\n')
        for at, line in enumerate(self.lines):
            if not line.startswith('|'):
                columns = None
            elif columns is None:
                columns = self.split(at)
            elif '---' not in line:
                cells = self.split(at)
                for place, column in enumerate(columns[2:-1], 2):
                    if cells[place] and column not in TEXTS:
                        self.cells[cells[1], column] = at, place
                    elif cells[place] and column in GOALS:
                        self.goals.append((cells[1], columns[2], cells[place]))

    def split(self, at):
        return [cell.strip().replace(r'\|', '|') for cell in LINK.split(self.lines[at])]

    def text(self, row, column):
        at, place = self.cells[row, column]
        return self.split(at)[place]

    def put(self, row, column, text):
        at, place = self.cells[row, column]
        cells = LINK.split(self.lines[at])
        cells[place] = f' {text} '
        self.lines[at] = '|'.join(cells)

    def write(self):
        with open(self.path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(self.lines))


def fresh(figures, text):
    """The cell of these figures, with as many of them as `text` has."""
    if '/' in text:
        return ' / '.join(figures[name] for name in SHOWN)
    return figures.get('max') or figures['value']


def compared(tables, held):
    """Yields row, column, text and fresh text of each figure that was measured. None: its row is
    gone."""
    for row, column in held.cells:
        text, table = held.text(row, column), tables.get(column)
        if not table or table.omits(row):
            continue
        figures = table.figures(row)
        now = figures and fresh(figures, text)
        # A short run has not all rows of a pattern. So it shows only that the figure is exceeded.
        # Only the column M4 has longer and shorter runs.
        partial = is_pattern(row) and table.short and column == 'M4'
        if not (partial and (not now or not differences(row, text, now)[0])):
            yield row, column, text, now


def differences(row, text, now):
    """What is worse, and what is better."""
    names = SHOWN if '/' in text else ('',)
    said = {True: [], False: []}
    for name, was, value in zip(names, text.split(' / '), now.split(' / ')):
        if was == '?' or float(was) != float(value):
            said[was != '?' and worse(row, value, was)].append(f'{name} {was} -> {value}'.strip())
    return ', '.join(said[True]), ', '.join(said[False])


def judged(row, column, text, now):
    """Says how a figure changed, or nothing."""
    name = f'{column} {row}'
    if not now:
        return f'gone: {name}'
    up, down = differences(row, text, now)
    if not up and not down:
        return None
    if column.startswith(NOT_OURS) or row.startswith(NOT_OURS):
        return f'not ours: {name}: {up or down}'
    return f'worse: {name}: {up}' + (f' (better: {down})' if down else '') if up else \
        f'better: {name}: {down}'


def goals():
    """Prints the goals that the held figures do not reach."""
    for held in map(Page, HELD):
        for row, column, goal in held.goals:
            for wanted, value in zip(goal.split(' / '), held.text(row, column).split(' / ')):
                if wanted != '-' and worse(row, value, wanted):
                    print(f'goal not reached: {column} {row}: {value}, goal {wanted}')


def diff(places):
    tables = measured(places)
    count = 0
    said = []
    for held in map(Page, HELD):
        for figure in compared(tables, held):
            count += 1
            said += filter(None, [judged(*figure)])
    if not count:
        fail(f'{" ".join(places)}: no table of a column of {HELD[0]}')
    print('\n'.join([*said, f'{count} figures compared, {len(said)} differ']))
    if said:
        print('if that is meant: make bench-accept ROWS=pattern')
    return bool(said)


def accept(pattern, places):
    try:
        wanted = re.compile(pattern)
    except re.error as error:
        fail(f'ROWS={pattern}: not a regular expression: {error}')
    tables = measured(places)
    found = 0
    for held in map(Page, HELD):
        for row, column, text, now in list(compared(tables, held)):
            if now and wanted.search(f'{column} {row}'):
                found += 1
                if judged(row, column, text, now):
                    held.put(row, column, now)
                    print(f'{column} {row}: {text} -> {now}  ({tables[column].path})')
        held.write()
    if not found:
        fail(f'ROWS={pattern}: no figure of {HELD[0]} that was measured matches '
             '(make bench-diff measures)')
    pages.judge('write', lookup())
    return pages.judge('write', lookup())  # what shows a figure that the first pass wrote


def lookup():
    """A function that returns the cell of a column and a row, or None."""
    all_held = [Page(path) for path in HELD]

    def cell(column, row):
        return next((held.text(row, column) for held in all_held if (row, column) in held.cells),
                    None)

    return cell


def main(command='', *words):
    if command == 'diff' and words:
        return diff(words)
    if command == 'accept' and len(words) > 1:
        return accept(words[0], words[1:])
    if (command, words) == ('goals', ()):
        return goals()
    if command == 'held' and len(words) == 1:
        return words[0] not in COLUMNS and fail(
            f'{words[0]}: {HELD[0]} has no column for it, but for {" ".join(COLUMNS)} '
            '(diff compares the tables of two measurements)')
    if command == 'pages' and words in (('check',), ('write',)):
        return pages.judge(words[0], lookup())
    fail(f'usage: {__doc__}')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
