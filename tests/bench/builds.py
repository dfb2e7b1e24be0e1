# SPDX-License-Identifier: MIT
"""Builds and runs the programs of the bench, and links programs for their bytes of flash."""

import concurrent.futures
import os
import shlex
import subprocess
import sys

from tables import fail

CODES = {'M0': ('mps2-an385', 'cortex-m0'), 'M4': ('mps2-an386', ''), 'RV32': ('riscv32-virt', '')}


def make(*goals, **variables):
    """What boards/build/program.mk prints. Ends the program if it fails."""
    words = [f'{name}={value}' for name, value in variables.items()]
    done = subprocess.run(['make', '-s', '-f', 'boards/build/program.mk', *words, *goals],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(2)
    return done.stdout


def finished(what, **variables):
    """Runs a program, whose last line must be `complete`. Returns the lines before."""
    words = [f'{name}={value}' for name, value in variables.items()]
    done = subprocess.run(['make', '-s', '-f', 'boards/build/program.mk', *words, 'run'],
                          stdout=subprocess.PIPE, text=True, check=False)
    lines = done.stdout.splitlines()
    if done.returncode or lines[-1:] != ['complete']:
        print(done.stdout, f'error: the bench did not finish ({what})', sep='')
        sys.exit(1)
    return lines[:-1]


# ---- Bytes -------------------------------------------------------------------------------------

class Linker:
    """Compiles a file for a board, and links it with the rooms of pool/. What the linker drops is
    not counted (--gc-sections). It links no libc, so an undefined symbol fails."""

    def __init__(self, work, board, core, harden, opt, defs='', **program):
        os.makedirs(work, exist_ok=True)
        build = {'BOARD': board, 'CORE': core}
        self.elf, self.object = work + '/flash.elf', work + '/flash.o'
        self.compiler = shlex.split(make('compiler', **build))
        arch = subprocess.run(['boards/build/fact', board, 'ARCH'],
                              stdout=subprocess.PIPE, text=True,
                              check=True).stdout.strip()
        self.size_tool = ('riscv64-unknown-elf-' if arch == 'riscv' else 'arm-none-eabi-') + 'size'
        self.pool = make('pool', HARDEN=harden, OPT=opt, DEFS=defs, DEBUG_INFO='', **build,
                         **program).split()
        self.flags = ['-std=c11', '-ffreestanding', '-ffunction-sections', '-fdata-sections',
                      '-fno-tree-loop-distribute-patterns', opt, *defs.split(),
                      f'-DTARN_HARDEN={harden}', '-Ipool/include', f'-Iport/machine/{arch}']

    def size(self, path):
        """The bytes of flash and of RAM."""
        said = subprocess.run([self.size_tool, path], stdout=subprocess.PIPE, text=True, check=True)
        text, data, bss = map(int, said.stdout.splitlines()[1].split()[:3])
        return text + data, data + bss

    def link(self, source, *defs, keep=()):
        subprocess.run([*self.compiler, *self.flags, *defs, '-c', source, '-o', self.object],
                       check=True)
        # Sorted by name, because a function's place decides how many bytes of padding it gets.
        objects = sorted([*self.pool, self.object], key=lambda path: os.path.basename(path))
        subprocess.run([*self.compiler, '-nostdlib', '-Wl,--gc-sections,--entry=entry',
                        '-Wl,-Ttext=0', *(f'-Wl,--undefined={name}' for name in keep), *objects,
                        '-o', self.elf], check=True)
        return self.size(self.elf)


def flash(work, allocator, board, harden, zones):
    """Memory rows: the bytes of flash that an allocator's init, alloc and free take. Tarn: both
    zones, and at level 1 each alone, and with tags on a Cortex-M; nano: malloc and free as its
    package has them; another allocator has none."""
    if allocator == 'nano':
        return nano_flash(work, board)
    if allocator != 'tarn':
        return []
    rows = []
    wanted = [(f'both-h{harden}', '')]
    if zones and int(harden) == 1:
        wanted += [('pools-h1', '-DTARN_COMMONS=0'), ('commons-h1', '-DTARN_POOLS=0')]
        wanted += [('both-tags', '-DTARN_TAGS=3')] if board.startswith('mps2') else []
    for opt in ('-Os', '-O2'):
        for config, defs in wanted:
            linker = Linker(work, board, os.environ.get('CORE', ''), harden, opt, defs,
                            PROGRAM='tests/bench/minarena', ALLOCATOR='tarn')
            total, _ = linker.link('tests/bench/flash/flash.c')
            own, _ = linker.size(linker.object)
            rows.append(f'tarn,{config},-,flash,{opt[1:]},{total - own}')
    return rows


def nano_flash(work, board):
    """Two programs with newlib-nano, of which one calls malloc and free."""
    specs = '--specs=nano.specs'
    linker = Linker(work, board, os.environ.get('CORE', ''), 1, '-Os',
                    PROGRAM='tests/bench/minarena', ALLOCATOR='tarn')
    sizes = []
    for defs in ([], ['-DWITH_MALLOC']):
        subprocess.run([*linker.compiler, '-std=gnu11', '-Os', specs, *defs, '-c',
                        'tests/bench/flash/libc.c', '-o', linker.object], check=True)
        subprocess.run([*linker.compiler, specs, *defs, linker.object, '-nostartfiles', '-T',
                        'linker/memory/mps2.ld', '-T', 'linker/sections.ld', '-T',
                        'linker/libc.ld', '-Wl,--gc-sections,--entry=entry',
                        '-Wl,--defsym=__tarn_stack_size=1024', '-o', linker.elf], check=True)
        sizes.append(linker.size(linker.elf)[0] - linker.size(linker.object)[0])
    return [f'nano,no-lock,-,flash,built,{sizes[1] - sizes[0]}']


# ---- Object pools and packed arrays ------------------------------------------------------------

def objects(work, configs):
    """Memory rows of object pools and packed arrays, of configs such as M4-O2-h1."""
    known = [f'{code}-{opt}-h{level}' for level in (1, 2, 3) for code in CODES
             for opt in ('O2', 'Os')]
    configs = known[:12] if list(configs) == ['all'] else configs
    for config in configs:
        if config not in known:
            fail(f'{config}: no such config; there are {" ".join(known)}')
    return [row for config in configs for row in object_rows(work, config)]


def object_rows(work, config):
    code, opt, level = config.split('-')
    board, core = CODES[code]
    lines = finished(config, PROGRAM='tests/bench/objects/calls', BOARD=board, CORE=core,
                     OPT='-' + opt, HARDEN=level[1], DEBUG_INFO='', ARENA=256, ICOUNT=7)
    for line in lines:
        row = line.removeprefix('T ')
        who = 'hand' if row.startswith('by hand: ') else 'tarn'
        yield f'{who},{config},-,{row.removeprefix("by hand: ")}'
    linker = Linker(work, board, core, level[1], '-' + opt)
    here = 'tests/bench/objects/flash/'
    plain, types, sites, larger = (
        linker.link(here + 'pools.c', *defs, keep=('type', 'site'))
        for defs in ([], ['-DTYPES=2'], ['-DSITES=2'], ['-DOBJECTS=32']))
    packed = linker.link(here + 'packed.c', keep=('type', 'site'))
    for name, value in (
            ('flash: a pool', plain[0]),
            ('flash: a further type', types[0] - sites[0]),  # without its get and put
            ('flash: a further get and put', sites[0] - plain[0]),
            ('flash: packed array on static memory', packed[0]),
            # Without the slots, and without the pointer of 4 bytes of each site.
            ('ram: a pool', types[1] - plain[1] - (larger[1] - plain[1]) - 4)):
        yield f'tarn,{config},-,{name},bytes,{value}'


# ---- `make lib` --------------------------------------------------------------------------------

def lib_row(build):
    """Bytes of flash; instructions of pools in W1 and of the commons in W2, in 64 KiB."""
    code, level, opt = build
    board, core = CODES[code]
    lines = finished(f'{code}, level {level}, {opt}', PROGRAM='tests/bench', ALLOCATOR='tarn',
                     BOARD=board, CORE=core, ARENA='256K', HARDEN=level, OPT=opt, ICOUNT=7,
                     ARGS='short=3')
    rows = {}
    for line in lines:
        if line.startswith('T '):
            _, config, arena, workload, op, _, _, median, _, most = line[2:].split(',')
            if arena == '65536':
                rows[config.split('-')[0], workload, op] = median, most
    linker = Linker(f'build/bench-check/lib/{code}-{level}{opt}', board, core, level, opt,
                    PROGRAM='tests/bench/minarena', ALLOCATOR='tarn')
    total = linker.link('tests/bench/flash/flash.c')[0] - linker.size(linker.object)[0]
    pools = [rows['pools', 'W1', op][0] for op in ('malloc', 'free')]
    commons = [text for op in ('malloc', 'free') for text in rows['commons', 'W2', op]]
    return ','.join(map(str, (*build, total, *pools, *commons)))


def lib():
    builds = [(code, level, opt) for code in CODES for level in (1, 2, 3) for opt in ('-O2', '-Os')]
    jobs = int(os.environ.get('JOBS') or os.cpu_count())
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return sorted(pool.map(lib_row, builds))
