#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures Tarn and other allocators under QEMU, and writes tables.

  measure.py heap BOARD FOLDER      BOARD.csv, BOARD-memory.csv, and in BOARD.run what was asked
                                    for. A CORE, a TABLE and an OPT are in their names, too.
  measure.py judge BOARD            only verifies the environment.
  measure.py name BOARD             prints the name of the tables.
  measure.py programs BOARD FOLDER  the smallest arenas again, in place of their rows.
  measure.py flash                  prints bytes of init, alloc and free on a Cortex-M4.
  measure.py objects FILE CONFIG... object pools and packed arrays: M4-O2-h1 and so on, or all.
  measure.py lib FILE               each level and optimisation, for `make lib`.
  measure.py check WHAT             measures again what figures.md promises, and compares it. tarn:
                                    Tarn's whole calls; core: M0; table: M4-full; size: M4-Os;
                                    cores: RV32 and Armv4T, which has no ruler, only bytes.

The environment has
  ALLOCATORS  names in adapters/ (tarn nano; with a PEER: none).
  PEER        the .mk of an adapter, which builds the source in the folder PEER_SRC.
  LEVELS      levels of Tarn (1 2 3).
  TRACES      recorded programs for the smallest arenas (all); empty: none.
  SHORT       1: no W1 to W3R in 256 KiB; 2: nothing there, and no W3 in 4 MiB; 3: no tags, no
              masked windows and no bytes of one zone alone either.
  CORE        cortex-m0: Armv6-M code.
  OPT         of the compiler (-O2).
  TABLE       a C file with tarn_malloc_table, measured in place of the default one, at level 1."""

import array
import glob
import lzma
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import builds  # noqa: E402
from builds import finished, make  # noqa: E402
from tables import HEADS, fail  # noqa: E402

# The address of 16 MiB of RAM besides the program's, of each board with a ruler.
EXTRA = {'mps2-an385': 0x21000000, 'mps2-an386': 0x21000000, 'mps2-an500': 0x60000000,
         'riscv32-virt': 0}
EXTRA_BYTES = 0x1000000
TAGS = '-DTARN_TAGS=3'
WINDOWS = '-DTARN_BENCH_WINDOW -iquote tests/bench/window'
TAGGED = 50000  # operations of each workload of a build with tags


def environment(name, default=''):
    return os.environ.get(name, default)


def name_of(board):
    """The name of the tables."""
    table = os.path.basename(environment('TABLE')).removesuffix('.c')
    return '-'.join(filter(None, (board, environment('CORE'), table))) + environment('OPT')


# ---- What was asked for ------------------------------------------------------------------------

class Asked:
    """What the environment asks for. A wrong value is refused."""

    def __init__(self, board):
        self.board = board
        self.table = environment('TABLE')
        self.short = environment('SHORT')
        self.peer()
        default = '' if environment('PEER') else 'tarn nano'
        words = environment('ALLOCATORS') or default
        self.allocators = [*words.split(), *filter(None, [environment('PEER')])]
        self.levels = environment('LEVELS') or '1 2 3'
        programs = sorted(os.path.basename(path).removesuffix('.rep.xz')
                          for path in glob.glob('tests/traces/*.rep.xz'))
        self.traces = environment('TRACES', ' '.join(programs)).split()
        self.all_traces = set(self.traces) == set(programs)
        if board not in EXTRA:
            fail(f'BOARD={board}: cannot count instructions; mps2-an385, mps2-an386, mps2-an500 '
                 'can')
        self.extra = EXTRA[board]
        if self.table:
            self.judge_table()
        if self.short not in ('', '0', '1', '2', '3'):
            fail(f'SHORT={self.short}: must be 0, 1, 2 or 3')
        for allocator in self.allocators:
            self.judge_adapter(allocator)
        for level in self.levels.split():
            if level not in ('1', '2', '3'):
                fail(f'LEVELS: {level}: no such level; there are 1 2 3')
        for trace in self.traces:
            if trace not in programs:
                fail(f'TRACES: {trace}: no such trace; there are {" ".join(programs)}')
        if not self.extra and (self.allocators, self.short, self.traces) != (['tarn'], '2', []):
            fail(f'BOARD={board}: only with ALLOCATORS=tarn SHORT=2 TRACES=')

    def peer(self):
        peer, source = environment('PEER'), environment('PEER_SRC')
        if not peer + source:
            return
        for name, text in (('PEER', peer), ('PEER_SRC', source)):
            if re.search('[^A-Za-z0-9_./+-]', text):
                fail(f'{name}={text}: only letters, digits and _./+- are allowed')
        if not peer.endswith('.mk'):
            fail(f"PEER={peer}: must be the path of an adapter's .mk (tests/bench/README.md)")
        if not os.path.isfile(peer):
            fail(f'PEER={peer}: no such file')
        if not source:
            fail(f'PEER_SRC is not set: the folder with the source that PEER={peer} builds')
        if not os.path.isdir(source):
            fail(f'PEER_SRC={source}: no such folder')
        make('path', PROGRAM='tests/bench', BOARD=self.board, ALLOCATOR=peer)

    def judge_table(self):
        if not os.path.isfile(self.table):
            fail(f'TABLE={self.table}: no such file')
        if environment('TRACES'):
            fail('TRACES: not with a TABLE (make size finds the smallest arena of a table)')
        if environment('LEVELS', '1') not in ('', '1'):
            fail(f'LEVELS={self.levels}: with a TABLE, only level 1 is measured')
        self.traces, self.all_traces, self.levels = [], False, '1'

    @staticmethod
    def judge_adapter(allocator):
        names = sorted(os.path.basename(path).removesuffix('.mk')
                       for path in glob.glob('tests/bench/adapters/[!a]*.mk'))
        if allocator not in names and not (allocator.endswith('.mk') and
                                           os.path.isfile(allocator)):
            fail(f'ALLOCATORS: {allocator}: no such adapter; there are {" ".join(names)} and '
                 'paths of .mk')


# ---- The heap ----------------------------------------------------------------------------------

def run_program(asked, allocator, level, defs='', ops=''):
    """Runs one build of the bench. Returns its lines."""
    short = min(int(asked.short or 0), 2)  # the program does not know 3
    return finished(f'{allocator} on {name_of(asked.board)}, level {level}', PROGRAM='tests/bench',
                    BOARD=asked.board, ALLOCATOR=allocator, CORE=environment('CORE'),
                    ARENA='256K', HARDEN=level, DEFS=defs, ICOUNT=7,
                    ARGS=f'extra={asked.extra} short={short}' + (ops and f' ops={ops}'))


def tarn_lines(asked):
    """Tarn has two builds for each level: one measures whole calls, one masked windows, with the
    lock of a Cortex-M at -O2. Level 1 has two more with tags, which measure less."""
    windows = asked.short != '3' and not environment('OPT') and asked.extra
    for level in asked.levels.split():
        yield from run_program(asked, 'tarn', level)
        if windows:
            yield from run_program(asked, 'tarn', level, WINDOWS)
        if windows and level == '1' and not asked.table:
            yield from run_program(asked, 'tarn', 1, TAGS, TAGGED)
            yield from run_program(asked, 'tarn', 1, f'{TAGS} {WINDOWS}', TAGGED)


def rows_of(lines, kind):
    return [line.removeprefix(kind + ' ') for line in lines if line.startswith(kind + ' ')]


def flash_rows(asked, allocator, work):
    """The boards are one code but for the CORE and RISC-V, so their bytes are."""
    own = environment('CORE') or asked.board.startswith('riscv')
    return builds.flash(work, allocator, asked.board if own else 'mps2-an386', 1,
                        asked.short != '3')


def write(path, *lines):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')


def heap(board, folder):
    asked = Asked(board)
    base = os.path.join(folder, name_of(board))
    lines = []
    for allocator in asked.allocators:
        lines += tarn_lines(asked) if allocator == 'tarn' else run_program(asked, allocator, 1)
    memory = rows_of(lines, 'M')
    for allocator in asked.allocators:
        memory += flash_rows(asked, allocator, base + '.flash')
    memory += program_rows(asked)
    write(base + '.csv', HEADS[0], *rows_of(lines, 'T'))
    write(base + '-memory.csv', HEADS[1], *memory)
    write(base + '.run', f'SHORT={asked.short}', f'ALLOCATORS={" ".join(asked.allocators)}',
          f'TRACES={" ".join(asked.traces)}' + ' all' * asked.all_traces)
    # A user's table may be too large for some of the arenas.
    arenas = {row.split(',')[2] for row in rows_of(lines, 'T')
              if row.startswith('tarn,commons-h1,')}
    for arena in sorted(arenas, key=int) if asked.table else ():
        if not any(row.startswith(f'tarn,default-h1,{arena},W') for row in rows_of(lines, 'T')):
            print(f'TABLE={asked.table}: does not fit an arena of {arena} bytes; it is left out')


# ---- Recorded programs -------------------------------------------------------------------------

def replay(asked, allocator, trace, packed):
    """The rows of a recorded program. QEMU puts it into RAM before the program starts."""
    build = {'PROGRAM': 'tests/bench/minarena', 'BOARD': asked.board, 'ALLOCATOR': allocator,
             'CORE': environment('CORE'), 'ARENA': 256, 'ICOUNT': 7,
             'ARGS': f'name={trace} at={asked.extra} end={asked.extra + EXTRA_BYTES}'}
    make(**build)
    command = shlex.split(make('command', **build)) + [
        '-device', f'loader,file={packed},addr={asked.extra},force-raw=on']
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    lines = done.stdout.splitlines()
    if done.returncode or lines[-1:] != ['complete']:
        sys.exit(f'error: {allocator}: {trace}: the replay ended with status {done.returncode}')
    peak = int(next(line.split()[1] for line in lines if line.startswith('peak ')))
    for row in rows_of(lines, 'M'):
        yield row
        who, _, value = row.rpartition(',')
        if who.endswith(',min-arena'):
            yield f'{who}-ratio,{int(value) / peak:.4f}'


def packed(lines):
    """A recorded program as minarena/packed.h has it in memory."""
    ids, count = int(lines[1]), int(lines[2])
    words = array.array('I', (0x31504552, count, ids, 0))
    sizes = [0] * ids
    live = 0
    for line in lines[4:]:
        what, name, size = (line + ' 0').split()[:3]
        live += int(size) - sizes[int(name)]
        sizes[int(name)] = int(size)
        words[3] = max(words[3], live)
        words.extend((ord(what), int(name), int(size)))
    return words


def program_rows(asked):
    rows = []
    os.makedirs('build/bench-memory', exist_ok=True)
    with tempfile.TemporaryDirectory(dir='build/bench-memory') as work:
        for trace in asked.traces:
            with lzma.open(f'tests/traces/{trace}.rep.xz', 'rt') as file:
                words = packed(file.read().splitlines())
            with open(f'{work}/{trace}', 'wb') as file:
                words.tofile(file)
            for allocator in asked.allocators:
                rows += replay(asked, allocator, trace, f'{work}/{trace}')
    return rows


def programs(board, folder):
    asked = Asked(board)
    path = os.path.join(folder, name_of(board)) + '-memory.csv'
    rows = program_rows(asked)
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            rows = [line for line in file.read().splitlines()[1:]
                    if ',min-arena' not in line] + rows
    write(path, HEADS[1], *rows)


# ---- What figures.md promises ------------------------------------------------------------------

CHECKS = {
    'tarn': ('mps2-an386', {'SHORT': '3'}),
    'core': ('mps2-an385', {'ALLOCATORS': 'tarn nano', 'TRACES': 'expat', 'CORE': 'cortex-m0'}),
    'table': ('mps2-an386', {'SHORT': '1', 'TABLE': 'tests/bench/tables/full.c'}),
    'size': ('mps2-an386', {'OPT': '-Os'}),
    'cores': ('riscv32-virt', {}),
}


def check(what):
    if what not in CHECKS:
        fail(f'{what}: one of {" ".join(CHECKS)}')
    board, more = CHECKS[what]
    os.environ.update({'ALLOCATORS': 'tarn', 'LEVELS': '1', 'TRACES': '', 'SHORT': '2', **more})
    folder = 'build/bench-check/' + what
    heap(board, folder)
    if what == 'cores':
        write(folder + '/gba.csv', HEADS[0])
        write(folder + '/gba-memory.csv', HEADS[1],
              *builds.flash(folder + '/gba.flash', 'tarn', 'gba', 1, True))
    os.execv('tests/bench/figures.py', ['figures.py', 'diff', folder])


def flash():
    for row in builds.flash('build/bench-flash', 'tarn', 'mps2-an386', 1, True):
        _, config, _, _, opt, value = row.split(',')
        print(f'{config:12} -{opt} {value:>6} bytes')


def main(command='', *words):
    os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    commands = {('heap', 2): heap, ('judge', 1): Asked, ('programs', 2): programs,
                ('name', 1): lambda board: print(name_of(board)), ('flash', 0): flash,
                ('lib', 1): lambda path: write(path, HEADS[2], *builds.lib()),
                ('check', 1): check}
    if command == 'objects' and len(words) > 1:
        write(words[0], HEADS[1], *builds.objects(words[0].removesuffix('.csv') + '.part',
                                                  words[1:]))
    elif (command, len(words)) in commands:
        commands[command, len(words)](*words)
    else:
        fail(f'usage: {__doc__}')


if __name__ == '__main__':
    main(*sys.argv[1:])
