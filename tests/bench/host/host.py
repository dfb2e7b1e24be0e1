#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures malloc of this machine's allocators and of Tarn, and prints the figures.

  host.py FOLDER    writes FOLDER/host.csv and FOLDER/host-memory.csv

The environment has ALLOCATORS, names of allocators (all; glibc and Tarn are always measured);
LEVELS of Tarn (1 2 3); TRACES, recorded programs (all); ROUNDS of each time (15); CALLS, the
counted calls of each workload (20000). For a test: LOADS and LIST, as these here."""

import lzma
import os
import re
import shlex
import statistics
import subprocess
import sys
from collections import defaultdict

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..'))
sys.dont_write_bytecode = True
sys.path.insert(0, 'tests/bench')
from report import grid  # noqa: E402
from tables import fail  # noqa: E402

# Name, Debian's package, library: another allocator is another word. glibc is the machine's own.
LIST = ('jemalloc:libjemalloc2:libjemalloc.so.2 mimalloc:libmimalloc2.0:libmimalloc.so.2 '
        'tcmalloc:libtcmalloc-minimal4:libtcmalloc_minimal.so.4')
ARENA, LARGE = 262144, 16777216
MAKE = 'make -s -f boards/build/program.mk BOARD=host'
LETTERS = {'a': 'malloc', 'f': 'free', 's': 'realloc-stay', 'm': 'realloc-move'}


def run(command, **more):
    """Runs a command, and returns what it prints."""
    done = subprocess.run(shlex.split(command) if isinstance(command, str) else command,
                          stdout=subprocess.PIPE, text=True, check=False, **more)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def chosen(name, known, default):
    """The words of a variable, each of which must be known."""
    words = os.environ.get(name, default).split()
    for word in words:
        if word not in known:
            what = {'LEVELS': 'level', 'TRACES': 'trace'}.get(name, 'allocator')
            fail(f'{name}: {word}: no such {what}; there are {" ".join(known)}')
    return words


def number(name, default):
    text = os.environ.get(name, default)
    if not re.fullmatch(r'[1-9]\d{0,5}', text):
        fail(f'{name}={text}: must be a number from 1 to 999999')
    return int(text)


# ---- What is measured --------------------------------------------------------------------------

class Allocator:
    """An allocator of this machine: the library to preload, and the program that it measures."""

    def __init__(self, work, name, config, library):
        self.work, self.name, self.config, self.library = work, name, config, library
        self.file = os.path.realpath(self.bench('do=who').strip())
        if library and self.file != os.path.realpath(library):
            fail(f'{name}: with {library} preloaded, malloc comes from {self.file}')

    def bench(self, *words, before=(), **more):
        environment = {**os.environ, 'LD_PRELOAD': self.library}
        return run([*before, self.work + '/bench', *words], env=environment, **more)

    def row(self, workload, arena):
        return f'{self.name},{self.config},{arena},{workload}'


def library_of(name, package, file):
    """The file of a shared library. Installs its package if need be."""
    def found():
        listed = run('ldconfig -p', env={**os.environ, 'PATH': os.environ['PATH'] + ':/sbin'})
        return next((line.split()[-1] for line in listed.splitlines()
                     if line.split()[0] == file), None)
    if not found():
        run(['boards/build/bootstrap', package], stdin=subprocess.DEVNULL)
    return found() or fail(f'{name}: package {package} has no {file} for this machine')


def allocators(work, names, levels):
    every = [Allocator(work, 'glibc', '-', '')]
    for name, package, file in names:
        every.append(Allocator(work, name, '-', library_of(name, package, file)))
    for level in levels:
        archive = run(f'{MAKE} PROGRAM= HARDEN={level} lib').splitlines()[0]
        library = f'{work}/libtarn-h{level}.so'
        run(['cp', archive.removesuffix('.a') + '.so', library])
        library = run(['tests/port/hostlib/preloadable', library]).strip()
        every.append(Allocator(work, 'tarn', f'h{level}', library))
    return every


def write_operations(work, loads, traces):
    """Draws or reads the operations of each workload, into files."""
    drawn = [(load, load, ARENA, []) for load in [*loads, 'fresh', 'churned']]
    drawn += [(load + '-large', load, LARGE, ['draws=2000000']) for load in ('fresh', 'churned')]
    for file, load, arena, more in drawn:
        with open(f'{work}/{file}.ops', 'wb') as out:
            subprocess.run([work + '/bench', f'write={load}', f'arena={arena}', *more],
                           stdout=out, check=True)
    for trace in traces:
        with lzma.open(f'tests/traces/{trace}.rep.xz') as file:
            text = file.read()
        with open(f'{work}/{trace}.ops', 'wb') as out:
            subprocess.run([work + '/bench', 'write=trace'], input=text, stdout=out, check=True)


# ---- Figures -----------------------------------------------------------------------------------

def counted(name, log, printed, profile, library):
    """The counts of the calls, by op. `log` has callgrind's answers to counts.c, `printed` what
    counts.c prints, `profile` callgrind's profile. If they do not agree, or another file than
    `library` served a call, it is refused."""
    requests = [int(text) for text in re.findall(r'^events-1: (\d+)', log, re.M)]
    calibrated, letters = (printed.splitlines() + ['', ''])[:2]
    if calibrated != 'calibrated':
        fail(f'{name}: {calibrated}')
    if len(requests) != 2 * (len(letters) + 4):
        fail(f'{name}: callgrind gave {len(requests)} figures, not {2 * (len(letters) + 4)}')
    # Each call has two requests. The first four calls take 1, 10, 100 and 1,000 instructions.
    counts = [after - before for before, after in zip(requests[::2], requests[1::2])]
    counts = [count - counts[0] + 1 for count in counts]
    for length, count in zip((1, 10, 100, 1000), counts):
        if count != length:
            fail(f'{name}: a function of {length} instructions counts as {count}')
    # `???` is code without a file: tcmalloc's malloc lies in a section of its own.
    inside = ''.join(re.findall(r'^fn=counted\n(.*?)(?=^fn=|\Z)', profile, re.M | re.S))
    served = set(re.findall(r'^cob=(.*)', inside, re.M))
    if not served:
        fail(f'{name}: no call was served')
    for file in served - {library, '???'}:
        fail(f'{name}: calls were served by {file}, not by {library}')
    profiled = sum(map(int, re.findall(r'^calls=.*\n\S+ (\d+)', inside, re.M)))
    if profiled != sum(counts):
        fail(f"{name}: the calls add up to {sum(counts)} instructions, but callgrind's profile "
             f'to {profiled}')
    by_op = {}
    for letter, count in zip(letters, counts[4:]):
        by_op.setdefault(LETTERS[letter], []).append(count)
    return {op: sorted(by_op[op]) for op in LETTERS.values() if op in by_op}


def read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def quantile(values, share):
    """The smallest of sorted values that at least this share of all does not exceed."""
    return values[max(0, -int(-share * len(values) // 1) - 1)]


def count_rows(allocator, load, calls):
    log, profile = f'{allocator.work}/log', f'{allocator.work}/profile'
    printed = allocator.bench(
        f'in={allocator.work}/{load}.ops', 'do=counts', f'calls={calls}', before=(
            'valgrind', '--tool=callgrind', '--compress-strings=no', '--compress-pos=no',
            f'--callgrind-out-file={profile}', f'--log-file={log}'))
    name = allocator.row(load, ARENA)
    counts = counted(name, read(log), printed, read(profile), allocator.file)
    for op, values in counts.items():
        yield (f'{name},{op},{len(values)},{values[0]},{quantile(values, 0.5)},'
               f'{quantile(values, 0.999)},{values[-1]}')


def memory_rows(every, loads, traces):
    """What is resident before the first block with the C library's malloc belongs to no allocator:
    it is subtracted."""
    files = [(load, load, ARENA) for load in [*loads, 'fresh', 'churned']]
    files += [(load + '-large', load, LARGE) for load in ('fresh', 'churned')]
    files += [(trace, trace, '-') for trace in traces]
    for file, workload, arena in files:
        floor = None
        for allocator in every:
            figures = allocator.bench(f'in={allocator.work}/{file}.ops', 'do=memory').split()
            peak, live, start, most, last = map(int, figures)
            floor = start if floor is None else floor
            row = allocator.row(workload, arena)
            if most <= floor or last <= floor:
                fail(f'{row}: no memory is resident')
            if workload in ('fresh', 'churned'):
                yield f'{allocator.row("W4", arena)},{workload},{100 * live / (last - floor):.2f}'
                continue
            yield f'{row},{"peak" if arena == "-" else "live-peak"},{peak}'
            yield f'{row},resident,{most - floor}'
            if arena == '-':
                yield f'{row},resident-ratio,{(most - floor) / peak:.4f}'


def ratio_rows(every, workloads, rounds):
    """Tarn's time over each allocator's, of interleaved rounds. Every other one runs backwards."""
    times = defaultdict(list)
    timed = [each for each in every if each.config in ('-', 'h1')]
    for turn in range(rounds):
        for workload, _ in workloads:
            for each in timed[::-1] if turn % 2 else timed:
                times[each, workload].append(int(each.bench(
                    f'in={each.work}/{workload}.ops', 'do=time')))
    for workload, arena in workloads:
        for each in timed[:-1]:
            ratios = sorted(ours / theirs for ours, theirs in zip(
                times[timed[-1], workload], times[each, workload]))
            yield (f'{each.row(workload, arena)},time-ratio,{rounds},{ratios[0]:.2f},'
                   f'{statistics.median(ratios):.2f},-,{ratios[-1]:.2f}')


# ---- Told --------------------------------------------------------------------------------------

def tell(times, memory):
    """Prints the rows as tables."""
    rows = [row.split(',') for row in times]
    print('Instructions of a call under callgrind: median / 99.9 % / worst\n')
    ops = list(LETTERS.values())
    calls = defaultdict(dict)
    ratios = defaultdict(dict)
    for name, config, _, workload, op, _, least, median, p999, most in rows:
        if op == 'time-ratio':
            ratios[workload][name] = f'{median} ({least}-{most})'
        else:
            calls[workload, f'{name} {config}'.removesuffix(' -')][op] = \
                f'{median} / {p999} / {most}'
    grid([('', '', *ops), *((*run_, *(figures.get(op, '-') for op in ops))
                            for run_, figures in calls.items())])
    if ratios:
        print("\nTarn's time (level 1) divided by the other's in the same round; below 1 Tarn is "
              'faster:\nmedian (least-most)\n')
        names = list(next(iter(ratios.values())))
        grid([('', *names), *((workload, *(each[name] for name in names))
                              for workload, each in ratios.items())])
    print('\nW4: live bytes in % of resident bytes. Recorded programs: peak of resident bytes over '
          'peak of\nlive bytes\n')
    figures = defaultdict(dict)
    for name, config, arena, workload, metric, value in (row.split(',') for row in memory):
        if metric in ('fresh', 'churned', 'resident-ratio'):
            place = workload if arena == '-' else f'W4 {int(arena) // 1024} KiB {metric}'
            figures[place][f'{name} {config}'.removesuffix(' -')] = value
    names = list(next(iter(figures.values())))
    grid([('', *names), *((place, *(each[name] for name in names))
                          for place, each in figures.items())])


def main(folder):
    every_trace = sorted(name.removesuffix('.rep.xz') for name in os.listdir('tests/traces')
                         if name.endswith('.rep.xz'))
    known = [entry.split(':') for entry in os.environ.get('LIST', LIST).split()]
    names = ['glibc', *(name for name, _, _ in known), 'tarn']
    wanted = chosen('ALLOCATORS', names, ' '.join(names))
    levels = sorted({'1', *chosen('LEVELS', ('1', '2', '3'), '1 2 3')})
    traces = chosen('TRACES', every_trace, ' '.join(every_trace))
    rounds, calls = number('ROUNDS', '15'), number('CALLS', '20000')
    loads = os.environ.get('LOADS', 'W1 W2 W3 W3R').split()
    work = folder + '/host'
    run('boards/build/bootstrap gcc valgrind')
    os.makedirs(work, exist_ok=True)
    program = MAKE + ' PROGRAM=tests/bench/host HARDEN=1'
    run(program)
    run(['cp', run(program + ' path').strip(), work + '/bench'])
    every = allocators(work, [each for each in known if each[0] in wanted], levels)
    every.sort(key=lambda each: each.config == 'h1')  # Tarn's level 1 is the last that is timed
    write_operations(work, loads, traces)
    times = [row for load in loads for each in every for row in count_rows(each, load, calls)]
    memory = list(memory_rows(every, loads, traces))
    workloads = [(load, ARENA) for load in loads] + [(trace, '-') for trace in traces]
    times += ratio_rows(every, workloads, rounds)
    for file, head, rows in (
            ('host.csv', 'allocator,config,arena,workload,op,n,min,median,p999,max', times),
            ('host-memory.csv', 'allocator,config,arena,workload,metric,value', memory)):
        with open(f'{folder}/{file}', 'w', encoding='utf-8') as out:
            out.write('\n'.join([head, *rows]) + '\n')
    tell(times, memory)
    print(f'written: {folder}/host.csv {folder}/host-memory.csv')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        fail(f'usage: {__doc__}')
    main(sys.argv[1])
