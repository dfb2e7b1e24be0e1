# SPDX-License-Identifier: MIT
"""Reads the tables of a measurement (README.md, "The columns")."""

import csv
import math
import os
import re
import statistics
import sys


# The name of a table of the heap, and the column of figures.md that it fills.
COLUMNS = {'mps2-an386': 'M4', 'mps2-an386-Os': 'M4-Os', 'mps2-an386-full': 'M4-full',
           'mps2-an385-cortex-m0': 'M0', 'riscv32-virt': 'RV32', 'gba': 'Armv4T'}
HEADS = ('allocator,config,arena,workload,op,n,min,median,p999,max',
         'allocator,config,arena,workload,metric,value',
         'core,harden,opt,flash,pool-malloc,pool-free,malloc,malloc-most,free,free-most')
TEXTS = ('allocator', 'config', 'workload', 'op', 'metric', 'core', 'opt')
# More is better of these metrics. Of all others less is.
MORE = re.compile(r'(fresh|churned)$')


def fail(text):
    print('error: ' + text, file=sys.stderr)
    sys.exit(2)


def worse(row, value, was):
    """Is a figure of the row worse than it was?"""
    if MORE.search(row):
        return float(value) < float(was)
    return float(value) > float(was)


def read_csv(path):
    """Yields the rows of a table as dictionaries. Verifies the columns and the numbers."""
    with open(path, newline='', encoding='utf-8') as file:
        reader = csv.DictReader(file)
        if ','.join(reader.fieldnames or []) not in HEADS:
            fail(f'{path}: line 1: must be the columns {HEADS[1]} or {HEADS[0]}')
        for row in reader:
            at = f'{path}: line {reader.line_num}'
            if None in row or None in row.values():
                fail(f'{at}: not {len(reader.fieldnames)} fields')
            for name, text in row.items():
                is_text = name in TEXTS
                if not (text if is_text else re.fullmatch(r'(\d+(\.\d+)?)?|-', text)):
                    fail(f'{at}: {name}={text}')
            yield row


class Table:
    """What was measured for one column of figures.md: {row: {statistic: text}}."""

    def __init__(self, path, run):
        self.path = path
        self.rows = {}
        self.run = run  # what measure.py was asked to measure: SHORT, TRACES, ALLOCATORS
        self.short = int(run.get('SHORT') or 0)

    def add(self, row, statistic, value):
        self.rows.setdefault(row, {})[statistic] = value

    def omits(self, row):
        """Did the run leave this row out on purpose?"""
        if not self.run:
            return False
        allocator, *_, workload, op = row.split()[:5]
        traces = self.run.get('TRACES')
        return bool(
            allocator not in self.run.get('ALLOCATORS', allocator).split()
            or op.startswith('min-arena') and traces is not None
            and workload not in traces.split()
            or self.short and re.search(r' 262144 W[123]| - all sum$', row)
            or self.short > 1 and re.search(r' (262144|4194304) W', row)
            or self.short > 2 and re.search(r'-tags|-window|(pools|commons)-h1 - flash', row))

    def figures(self, row):
        """The figures of a row. Of a pattern: the worst of each statistic of all its rows."""
        if not is_pattern(row):
            return self.rows.get(row)
        worst = {}
        for name, figures in self.rows.items():
            if re.fullmatch(row, name):
                for statistic, value in figures.items():
                    if statistic not in worst or worse(row, value, worst[statistic]):
                        worst[statistic] = value
        return worst or None


def is_pattern(row):
    return bool(re.search(r'[(\[*]', row))


def add_sums(table):
    """Adds a row for each configuration: the sum of all its medians and maxima, and the same of
    whole calls in 64 KiB, which each run measures. They notice a change of any row that figures.md
    does not have."""
    sums = {}
    for row, figures in table.rows.items():
        allocator, config, arena, _, op = row.split()
        if 'median' in figures and 'min-arena' not in op:
            both = int(figures['median']) + int(figures['max'])
            whole = arena == '65536' and not op.endswith('-window')
            for place in ('-', '65536') if whole else ('-',):
                name = f'{allocator} {config} {place} all sum'
                sums[name] = sums.get(name, 0) + both
    for row, value in sums.items():
        table.add(row, 'value', str(value))


def add_programs(table):
    """Adds the workload `all` of the recorded programs: the median of their medians, and the most
    of the rest. Of ratios: the geometric mean."""
    programs = {}
    for row, figures in table.rows.items():
        allocator, config, _, _, op = row.split()
        for statistic, value in figures.items() if op.startswith('min-arena') else ():
            name = f'{allocator} {config} - all {op}', statistic
            programs.setdefault(name, []).append(float(value))
    for row, figures in table.rows.items():
        if row.endswith('-ratio'):
            figures['value'] = f'{float(figures["value"]):.3f}'
    for (row, statistic), values in programs.items():
        if row.endswith('-ratio'):
            value = f'{math.exp(sum(map(math.log, values)) / len(values)):.3f}'
        elif statistic == 'median':
            value = f'{statistics.median(values):.0f}'
        else:
            value = f'{max(values):.0f}'
        table.add(row, statistic, value)


def heap_table(base):
    """Reads BASE.csv, BASE-memory.csv and BASE.run, as measure.py writes them."""
    run = {}
    if os.path.exists(base + '.run'):
        with open(base + '.run', encoding='utf-8') as file:
            run = dict(line.rstrip('\n').split('=', 1) for line in file)
    table = Table(base + '.csv', run)
    for row in [*read_csv(base + '.csv'), *read_csv(base + '-memory.csv')]:
        name = ' '.join(list(row.values())[:4])
        if 'op' in row:
            for statistic in ('median', 'max'):
                table.add(f'{name} {row["op"]}', statistic, row[statistic])
        else:
            metric, _, statistic = row['metric'].rpartition('-')
            if row['metric'].startswith('min-arena') and statistic in ('median', 'max'):
                table.add(f'{name} {metric}', statistic, row['value'])
            else:
                table.add(f'{name} {row["metric"]}', 'value', row['value'])
    add_sums(table)
    add_programs(table)
    return table


def object_tables(path):
    """Reads the table of object pools: a Table for each configuration, as `M4-O2-h1`. What code
    by hand takes on a Cortex-M4 is the column `by hand`."""
    tables = {}
    for row in read_csv(path):
        column = row['config'] if row['allocator'] == 'tarn' else \
            'by hand' + row['config'].removeprefix('M4-O2-h1')
        table = tables.setdefault(column, Table(path, {}))
        statistic = {'most': 'max', 'bytes': 'value'}.get(row['metric'], row['metric'])
        table.add(row['workload'], statistic, row['value'])
    for table in tables.values():
        table.add('sum of all calls', 'value', str(sum(
            int(figures['max']) for figures in table.rows.values() if 'max' in figures)))
    return tables


def lib_tables(path):
    """Reads what `make lib` tells: a Table for each column, with rows as `M4 1 -O2`."""
    tables = {}
    for row in read_csv(path):
        build, figures = list(row.values())[:3], list(row.items())[3:]
        for column, value in figures:
            tables.setdefault(column, Table(path, {})).add(' '.join(build), 'value', value)
    return tables


def measured(places):
    """Reads these tables, or all tables in a folder: {column: Table}. Of two tables for a column,
    the newer one."""
    tables = {}
    paths = [place if place.endswith('.csv') else os.path.join(place, name + '.csv')
             for place in places for name in (*COLUMNS, 'objects', 'lib')]
    for path in sorted(filter(os.path.exists, set(paths)), key=os.path.getmtime):
        name = os.path.basename(path).removesuffix('.csv')
        if name == 'objects':
            tables.update(object_tables(path))
        elif name == 'lib':
            tables.update(lib_tables(path))
        elif name in COLUMNS:
            tables[COLUMNS[name]] = heap_table(path.removesuffix('.csv'))
    return tables
