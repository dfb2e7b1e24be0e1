#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints measurements as tables for the eye.

  report.py heap FOLDER/NAME    NAME.csv and NAME-memory.csv of a board
  report.py programs FILE.csv   the smallest arenas of recorded programs, of NAME-memory.csv
  report.py objects FILE.csv    object pools and packed arrays"""

import math
import sys

sys.dont_write_bytecode = True
from tables import fail, object_tables, read_csv

# A table of calls: what stands above it, the workloads of its rows, and its columns: the column's
# name, an op or a metric, and for an op: does it show the median, too? A row without a figure of
# the first column is not printed.
TABLES = (
    ('Instructions per call, median / worst. realloc: the block stays, or it moves. NULL: the '
     'worst\nmalloc that fails. masked: the longest time with interrupts masked. failed: the '
     'number of\nmallocs that returned NULL.', ('W1', 'W2', 'W3', 'W3R', 'W4', 'W5'),
     (('malloc', 'malloc', True), ('free', 'free', True), ('realloc stays', 'realloc-stay', True),
      ('realloc moves', 'realloc-move', True), ('malloc NULL', 'malloc-refused', False),
      ('malloc masked', 'malloc-window', False), ('free masked', 'free-window', False),
      ('failed', 'refused', False))),
    ('The same calls by where they were served. First use: a block of a pool that is used for '
     'the\nfirst time.', ('W1', 'W2', 'W3', 'W3R'),
     (('malloc own pool', 'malloc-pool', True), ('first use', 'malloc-first', True),
      ('larger pool', 'malloc-larger', True), ('commons', 'malloc-commons', True),
      ('free pool', 'free-pool', True), ('free commons', 'free-commons', True))),
    ('The longest time with interrupts masked, in instructions, of tarn_check, tarn_walk,\n'
     'tarn_heap_stats, tarn_largest and tarn_cost.', ('W3',),
     tuple((op, op + '-window', False) for op in ('check', 'walk', 'stats', 'largest', 'cost'))),
    ('Boot: instructions of init, worst. metadata: bytes of the arena that the heap keeps.',
     ('boot',), (('boot', 'init', False), ('metadata', 'metadata', False))),
    ('Payload of a full heap, in % of the arena. 1 to 512 B (W4): fresh, and after churn.',
     ('W4',), (('fresh', 'fresh', False), ('churned', 'churned', False))),
    ('Bytes of flash of init, alloc and free, at -Os and -O2. built: malloc and free as the '
     "libc's\npackage has them.", ('flash',),
     (('-Os', 'Os', False), ('-O2', 'O2', False), ('built', 'built', False))),
)


def grid(rows):
    """Prints rows of texts: the first column to the left, the others to the right."""
    wide = [max(map(len, column)) for column in zip(*rows)]
    for first, *rest in rows:
        cells = (text.rjust(width) for text, width in zip(rest, wide[1:]))
        print('  '.join([first.ljust(wide[0]), *cells]).rstrip())


def cell(figures, op, pair):
    if op not in figures:
        return '-'
    row = figures[op]
    if 'value' in row:
        return row['value']
    return f'{row["median"]} / {row["max"]}' if pair else row['max']


def heap(base):
    runs = {}  # {(who, arena, workload): {op: row}}
    for path in (base + '.csv', base + '-memory.csv'):
        for row in read_csv(path):
            run = f'{row["allocator"]} {row["config"]}', row['arena'], row['workload']
            runs.setdefault(run, {})[row.get('op') or row.get('metric')] = row
    places = list(dict.fromkeys((arena, workload) for _, arena, workload in runs))
    for title, workloads, columns in TABLES:
        rows = [('', 'arena', '', *(name for name, _, _ in columns))]
        for run in sorted(runs, key=lambda run: places.index(run[1:])):
            if run[2] in workloads and any(op in runs[run] for _, op, _ in columns[:5]):
                rows.append((*run, *(cell(runs[run], *column[1:]) for column in columns)))
        if len(rows) > 1:
            print(title + '\n')
            grid(rows)
            print()
    if any('min-arena-ratio' in figures for figures in runs.values()):
        programs(base + '-memory.csv')


def matrix(columns):
    """Prints {column: {row: text}}."""
    names = list(dict.fromkeys(name for each in columns.values() for name in each))
    grid([('', *columns), *((name, *(each.get(name, '-') for each in columns.values()))
                            for name in names)])


def programs(path):
    ratios = {}  # {allocator: {program: ratio}}
    for row in read_csv(path):
        if row.get('metric') == 'min-arena-ratio':
            who = row['allocator'] + (f' {row["config"]}' if row['allocator'] == 'tarn' else '')
            ratios.setdefault(who, {})[row['workload']] = float(row['value'])
    if not ratios:
        fail(f'{path}: no min-arena rows (make bench-memory)')
    print('The smallest arena for each recorded program, over its peak payload:\n')
    for each in ratios.values():
        each['geometric mean'] = math.exp(sum(map(math.log, each.values())) / len(each))
    matrix({who: {name: f'{ratio:.3f}' for name, ratio in each.items()}
            for who, each in ratios.items()})


def objects(path):
    tables = object_tables(path)
    for level in ('h1', 'h2', 'h3'):
        columns = {column: {name: cell(table.rows, name, 'median' in figures)
                            for name, figures in table.rows.items()}
                   for column, table in tables.items()
                   if column.endswith(level) and not column.startswith('by hand')}
        if columns:
            matrix(columns)
            print()


if __name__ == '__main__':
    WHAT = {'heap': heap, 'programs': programs, 'objects': objects}
    if len(sys.argv) != 3 or sys.argv[1] not in WHAT:
        fail(f'usage: {__doc__}')
    WHAT[sys.argv[1]](sys.argv[2])
