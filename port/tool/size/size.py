#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/size/size.py [NAME=value...]: finds a table for traces and counters. `make size` calls
it, with the same names. Status 1: the input is wrong, or no table is possible; one line says why,
and there is no table. Status 2: an argument is wrong."""
import contextlib
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import counters
import origin
from reader import Refused

ASKED = 'TRACE', 'VERIFY', 'DIAL', 'RAM', 'CLASSES', 'HEADROOM'  # of the program
MARK = 'Made by `make size`'


def output(*command, **how):
    """Runs a command. Returns its status, what it printed, and its errors."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, **how)
    return done.returncode, done.stdout, done.stderr


def made(*command):
    """Runs a command that must succeed, and returns what it printed."""
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True).stdout.strip()


def program(harden, granule, tags, name='port/tool/size', board='host', *more):
    """The command of make for a program of this build, compiled."""
    # 8 is the default. Without DEFS the build shares the objects of the tests.
    command = ['make', '-s', '-f', 'boards/build/program.mk', 'PROGRAM=' + name, 'BOARD=' + board,
               'HARDEN=%d' % harden, 'DEFS=' + ('-DTARN_ALIGN=16' if granule == 16 else ''),
               'TAGS=%s' % (tags or ''), *more]
    made(*command)
    return command


def build(harden, granule, tags):
    """Builds the tool. Returns the beginning of its command: the program, and HEAP=."""
    heap = 'build/size/ram-%d-%d-%d' % (harden, granule, tags)
    made('make', '-s', heap)
    with open(heap, encoding='utf-8') as file:
        return [made(*program(harden, granule, tags), 'path'), 'HEAP=' + file.read().strip()]


# ---- The answer for each granule, and the better one ------------------------------------------


class Answer:
    """What the program says for a granule. `line` has its figures; without one, `why` says why."""

    def __init__(self, granule, command, work, standard_input):
        self.granule, self.work, self.line = granule, '%s/%d' % (work, granule), None
        os.mkdir(self.work)
        with open(standard_input, encoding='utf-8') as file:
            self.status, self.certificate, self.why = output(*command, 'WORK=' + self.work,
                                                             stdin=file)
        # A wrong argument is told on standard output.
        self.why = re.sub('^error: ', '', (self.why or self.certificate).strip())
        if not self.status:
            self.line = fields(self.read('line'))

    def has(self, name):
        return os.path.exists('%s/%s' % (self.work, name))

    def read(self, name):
        with open('%s/%s' % (self.work, name), encoding='utf-8') as file:
            return file.read()

    def figures(self, form):
        if self.line is None:
            return '%d: none, %s' % (self.granule, self.why)
        return '%d: ' % self.granule + form % (self.line['ram'], self.line['ratio'],
                                               self.line['pools'])


def fields(line):
    return dict(word.split('=', 1) for word in line.split())


def better(one, other):
    """Is a line better? Within RAM= the one with more calls served by pools is; else the one that
    takes less."""
    return (-int(one['percent']), int(one['ram'])) < (-int(other['percent']), int(other['ram']))


def best(answers):
    """The better answer, with the figures of both. An error of the input is the same for both
    granules, one of a limit is not."""
    found = None
    for one in answers:
        if one.line and (found is None or better(one.line, found.line)):
            found = one
    if found is None:
        first, last = answers[0], answers[-1]
        why = first.why if first.why == last.why else \
            '%s; with TARN_ALIGN %d: %s' % (first.why, last.granule, last.why)
        raise Refused(why, last.status)
    for other in answers:
        if other is not found:
            both = 'granule      %s; %s\n' % (
                found.figures('%s bytes of RAM, %s of the peak, pools serve %s %%'),
                other.figures('%s, %s, %s %%'))
            dial = re.search('(?m)^dial .*\n', found.certificate).end()
            found.certificate = found.certificate[:dial] + both + found.certificate[dial:]
    return found


# ---- Callers -------------------------------------------------------------------------------


def tools_of(elf):
    """The prefix of the tools for an image: the host's may not know its processor."""
    if not os.path.isfile(elf):
        raise Refused('ELF=%s: no such file' % elf)
    with open(elf, 'rb') as file:
        machine = file.read(20)[18:].ljust(2, b'\0')
    tools = {40: 'arm-none-eabi-', 243: 'riscv64-unknown-elf-'}.get(
        struct.unpack('<H', machine)[0], '')
    if subprocess.run(['boards/build/bootstrap', tools + 'gcc'], check=False).returncode:
        sys.exit(1)
    if 'EXEC_P' not in output(tools + 'objdump', '-f', elf)[1]:
        raise Refused('ELF=%s: not a linked image, or %sobjdump does not know its processor'
                      % (elf, tools))
    return tools


def named(certificate, elf):
    """The certificate with function, file and line of each caller that the image knows."""
    if not elf:
        return certificate
    path = os.path.join('.', elf)
    tools = tools_of(path if elf.startswith('-') else elf)
    lines = re.findall('(?m)^callers .*', certificate)
    callers = sorted(set(re.findall('0x[0-9a-f]+', ' '.join(lines))))
    if not callers:
        raise Refused('ELF=%s: the traces have no callers' % elf)
    # A caller is a return address: the call lies before it. Thumb code sets bit 0.
    told = made(tools + 'addr2line', '-fCs', '-e', path,
                *('0x%x' % ((int(one, 16) & ~1) - 1) for one in callers)).split('\n')
    names = {}
    for caller, function, line in zip(callers, told[::2], told[1::2]):
        line = re.sub(r' \(discriminator \d+\)$', '', line)
        if function != '??':
            names[caller] = ' (%s)' % (function if line.startswith('??:') else
                                       '%s, %s' % (function, line))
    return re.sub('(?m)^callers .*', lambda line: re.sub(
        '0x[0-9a-f]+', lambda one: one[0] + names.get(one[0], ''), line[0]), certificate)


# ---- Instructions --------------------------------------------------------------------------


class TooLarge(Exception):
    """A trace that the board cannot hold. The text is one line."""


def measure(harden, granule, tags, pack):
    """The instructions of each call of a trace, on mps2-an386 under QEMU (ruler/): a row for each
    kind of call, (op, n, mean in thousandths, median, p999, max)."""
    ram, end = 0x21000000, 0x22000000
    with open(pack, 'rb') as file:
        arena, _, ids, _ = struct.unpack('<4I', file.read(24)[8:])
    at = ram + (arena + 4095) // 4096 * 4096
    if at + os.path.getsize(pack) + 4 * ids > end:
        raise TooLarge('the arena and the trace take more than the 16 MB of mps2-an386')
    command = made(*program(harden, granule, tags, 'port/tool/size/ruler', 'mps2-an386',
                            'ARENA=1K'),
                   'command', 'ICOUNT=7', 'ARGS=arena=%d pack=%d' % (ram, at))
    loader = 'loader,file=%s,addr=%d,force-raw=on' % (pack.replace(',', ',,'), at)
    said = subprocess.run('%s -device %s 2>&1' % (command, shlex.quote(loader)), shell=True,
                          text=True, stdout=subprocess.PIPE, check=False).stdout.strip()
    lines = said.split('\n')
    if lines.pop() != 'complete':
        raise Refused('the ruler: ' + said)
    return [(line.split()[0], *map(int, line.split()[1:])) for line in lines]


def mean(rows):
    """The instructions of a call."""
    return sum(n * each / 1000 for _, n, each, *_ in rows) / sum(n for _, n, *_ in rows)


def instructions(name, *build_and_pack):
    """The lines of the certificate about a trace."""
    try:
        rows = measure(*build_and_pack)
    except TooLarge as why:
        return 'instructions %s: not measured: %s\n' % (name, why)
    return 'instructions %s: %.1f per call\n             %s\n' % (name, mean(rows), '; '.join(
        '%s median %d, mean %.1f, worst %d' % (op, median, each / 1000, most)
        for op, _, each, median, _, most in rows))


# ---- Files ---------------------------------------------------------------------------------


def picture_of(out):
    return out[:-2] + '.svg'


def take_place(out):
    """Removes the files of an earlier run, which must not pass for this one's. Other files stay."""
    if not out.endswith('.c'):
        raise Refused('OUT=%s: the name must end in .c' % out, 2)
    for file in out, picture_of(out):
        if os.path.exists(file):
            ours = os.path.isfile(file)
            if ours:
                with open(file, errors='replace', encoding='utf-8') as text:
                    ours = MARK in text.readline() + text.readline()
            if not ours:
                raise Refused('OUT=%s: will not overwrite %s, which make size did not write'
                              % (out, file), 2)
    folder = os.path.dirname(out) or '.'
    try:
        os.makedirs(folder, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as why:
        raise Refused('OUT=%s: cannot write in %s' % (out, folder), 2) from why
    remove(out, picture_of(out))


def remove(*files):
    for file in files:
        with contextlib.suppress(FileNotFoundError):
            os.remove(file)


def put(file, text, out):
    """Writes a whole file, or leaves neither table nor picture."""
    part = '%s.%d' % (file, os.getpid())
    try:
        with open(part, 'w', encoding='utf-8') as place:
            place.write(text)
        os.replace(part, file)
    except OSError as why:
        remove(part, out, picture_of(out))
        raise Refused('OUT=%s: cannot be written' % out) from why


def table_of(answer, harden, tags):
    """The C file. It must compile on the host and on the target."""
    comment = answer.certificate.replace('*/', '* /').replace('/*', '/ *')
    table = '/* %s, from what a program was seen to allocate:\n *\n%s\n */\n' \
        '#include "tarn_table.h"\n\n%s' % (
            MARK, '\n'.join(' * ' + line for line in comment.rstrip('\n').split('\n')),
            answer.read('classes'))
    for compiler in ['gcc'], ['arm-none-eabi-gcc', '-mcpu=cortex-m4', '-mthumb']:
        status, _, why = output(
            *compiler, '-std=c11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-Ipool/include',
            '-DTARN_HARDEN=%d' % harden, '-DTARN_ALIGN=%d' % answer.granule,
            '-DTARN_TAGS=%d' % tags, '-x', 'c', '-', input=table)
        if status:
            raise Refused('the table does not compile with %s: %s'
                          % (compiler[0], re.search('.*error:.*', why + 'error:')[0]))
    return table


# ---- make size -----------------------------------------------------------------------------


def number(name, text, pattern, allowed):
    if not re.fullmatch(pattern, text):
        raise Refused('%s=%s: %s' % (name, text, allowed), 2)
    return int(text)


def wishes(words):
    """The arguments by their names, and those of the program."""
    wish = {'HARDEN': '1', 'OUT': 'build/size/table.c', 'GRANULE': 'both', 'TAGS': '0', 'ELF': '',
            'COUNTERS': ''}
    for word in words:
        name, equals, value = word.partition('=')
        if not equals or name not in (*ASKED, *wish):
            raise Refused('%s: NAME=value, with NAME one of %s' % (word, ' '.join((*ASKED, *wish))),
                          2)
        wish[name] = value
    return wish, ['%s=%s' % (name, wish[name]) for name in ASKED if name in wish]


def counters_for(logs, granule, work):
    """What logs say, and the arguments of the program for that."""
    counted = counters.Counters(granule, logs)
    if not counted.reports:
        return counted, []
    with open(work + '/counters', 'w', encoding='utf-8') as file:
        file.write(counted.table())
    return counted, ['COUNTERS=%s/counters' % work]


def size(words, work):
    wish, asked = wishes(words)
    out, traces = wish['OUT'], wish.get('TRACE', '').split()
    take_place(out)
    harden = number('HARDEN', wish['HARDEN'], '[1-3]', '1, 2 or 3')
    tags = number('TAGS', wish['TAGS'], r'0*(\d\d?|1\d\d|2[0-4]\d|25[0-5])',
                  '0 to 255, as TARN_TAGS of the program')
    granules = {'8': [8], '16': [16], 'both': [8, 16]}.get(wish['GRANULE'])
    if granules is None:
        raise Refused('GRANULE=%s: 8, 16 or both' % wish['GRANULE'], 2)
    if subprocess.run(['boards/build/bootstrap', 'gcc', 'arm-none-eabi-gcc', 'qemu-system-arm',
                       'xz', 'gnuplot'], check=False).returncode:
        return 2
    standard_input = '/dev/null'
    if '-' in re.split('[ =]', ' '.join(words)):  # it is kept, to read it for each granule
        standard_input = work + '/input'
        with open(standard_input, 'wb') as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
    logs = [standard_input if one == '-' else one for one in wish['COUNTERS'].split()]
    if logs:  # they come from blocks of one granule, and say nothing of another
        granules = granules[:1]
    counted, more = counters_for(logs, granules[0], work)
    if counted.objects and not counted.reports and not traces:
        print('table        none: the log has no heap, only object pools\n' + ''.join(
            counted.lines()), end='')
        return 0
    answer = best([Answer(one, build(harden, one, tags) + asked + more, work, standard_input)
                   for one in granules])
    answer.certificate = named(
        origin.told(answer.certificate, answer.read('classes'), (harden, answer.granule, tags),
                    (standard_input if one == '-' else one for one in traces)), wish['ELF'])
    answer.certificate += ''.join(counted.lines())
    for at, trace in enumerate(traces):
        answer.certificate += instructions(trace, harden, answer.granule, tags,
                                           '%s/%d.pack' % (answer.work, at))
    if traces:
        answer.certificate += '             (counted on mps2-an386 under QEMU, a Cortex-M4, -O2, ' \
            'with port/tool/ruler around each call)\n'
    put(out, table_of(answer, harden, tags), out)
    if answer.has('sizes.dat'):
        drawn = answer.work + '/drawn.svg'
        if subprocess.run(['port/tool/size/picture', answer.work, ' '.join(traces), drawn],
                          check=False).returncode:
            remove(out)
            return 1
        head, _, rest = answer.read('drawn.svg').partition('\n')
        put(picture_of(out), '%s\n<!-- %s -->\n%s' % (head, MARK, rest), out)
    print('%swritten      %s' % (answer.certificate, ' '.join(
        file for file in (out, picture_of(out)) if os.path.exists(file))))
    return 0


def at_root():
    """Goes to the root folder. What make set for its own run is not for the builds here."""
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + '/../../..')
    for name in 'MAKEFLAGS', 'MFLAGS', 'MAKELEVEL', 'MAKEOVERRIDES', 'GNUMAKEFLAGS':
        os.environ.pop(name, None)
    os.makedirs('build/size', exist_ok=True)


def main():
    at_root()
    try:
        with tempfile.TemporaryDirectory(prefix='work.', dir='build/size') as work:
            return size(sys.argv[1:], work)
    except Refused as why:
        print('error: %s' % why, file=sys.stderr)
        return why.status
    except subprocess.CalledProcessError:  # make has said why
        return 2


if __name__ == '__main__':
    sys.exit(main())
