#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the events of the update loops with cachegrind.

  loops.py print   prints the events of each loop, for each element and frame
  loops.py check   fails if packed arrays no longer save what loops.bounds says

The simulated caches are the same on every machine: 32 KiB of data, 8 ways; last level 8 MiB, 16
ways; lines of 64 bytes."""

import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..'))
ELEMENTS, FRAMES = 100000, 5
WORK = 'build/bench-objects'
MAKE = ('make', '-s', '-f', 'boards/build/program.mk', 'PROGRAM=tests/bench/objects/loops',
        'BOARD=host')
EVENTS = {'instructions': ('Ir',), 'd1': ('D1mr', 'D1mw'), 'll': ('DLmr', 'DLmw'),
          'branches': ('Bcm',), 'indirect': ('Bim',)}


def sums(path):
    """Sums a file of cachegrind by function: {loop: {event of cachegrind: count}}."""
    columns, loops, loop = [], {}, None
    with open(path, encoding='utf-8') as file:
        for line in file:
            if line.startswith('events:'):
                columns = line.split()[1:]
            elif line.startswith('fn='):
                loop = line[3:].strip()
                if not re.match('(particles|entities|loot|shapes)_', loop):
                    loop = None
            elif loop and line[0].isdigit():
                counts = loops.setdefault(loop, dict.fromkeys(columns, 0))
                for event, count in zip(columns, line.split()[1:]):
                    counts[event] += int(count)
    return loops


def count(*arguments):
    """The events of each loop, for each element and frame."""
    os.makedirs(WORK, exist_ok=True)
    out = f'{WORK}/cachegrind-{"-".join(arguments) or "all"}'
    subprocess.run(MAKE, check=True)
    program = subprocess.run((*MAKE, 'path'), check=True, capture_output=True, text=True).stdout
    subprocess.run(('valgrind', '--tool=cachegrind', '--branch-sim=yes', '--I1=32768,8,64',
                    '--D1=32768,8,64', '--LL=8388608,16,64', f'--cachegrind-out-file={out}',
                    f'--log-file={out}.log', program.strip(), *arguments, f'frames={FRAMES}'),
                   check=True)
    return {loop: {event: sum(counts[name] for name in names) / ELEMENTS / FRAMES
                   for event, names in EVENTS.items()} for loop, counts in sums(out).items()}


def show():
    print(f'{"":20}' + ''.join(f'{event:>14}' for event in EVENTS))
    for loop, events in sorted(count().items()):
        print(f'{loop:20}' + ''.join(f'{events[event]:14.3f}' for event in EVENTS))
    return 0


def judge(fields, events):
    """Prints a bound with its figure. Returns whether it is kept."""
    kind, first, *second, event, limit = fields
    missing = [loop for loop in (first, *second) if loop not in events]
    if missing:
        print(f'FAIL {" ".join(fields)}: no loop {missing[0]}')
        return False
    figure = events[first][event]
    if kind == 'ratio':
        figure /= events[second[0]][event] or 0.001
    kept = figure <= float(limit) if kind == 'most' else figure >= float(limit)
    print(f'{"ok" if kept else "FAIL"} {" ".join(fields)}: {figure:.3f}')
    return kept


def check():
    events = count()
    few = count('family=particles', 'live=1')
    events.update({f'{loop}_few': figures for loop, figures in few.items()})
    with open('tests/bench/objects/loops.bounds', encoding='utf-8') as file:
        bounds = [line.rstrip('\n').split('\t') for line in file if not line.startswith('#')]
    kept = [judge(fields, events) for fields in bounds]
    return not kept or not all(kept)


if __name__ == '__main__':
    if sys.argv[1:] not in (['print'], ['check']):
        sys.exit(__doc__)
    sys.exit(check() if sys.argv[1] == 'check' else show())
