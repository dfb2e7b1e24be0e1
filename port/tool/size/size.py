#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/size/size.py [NAME=value...]: finds a table for traces or counters. `make size` calls
it, with the same names. Status 1: the input is wrong, or no table is possible; one line says why,
and there is no table. Status 2: an argument is wrong."""
import contextlib
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import counters
from counters import trace

OF_TRACES = 'TRACE', 'VERIFY', 'DIAL', 'RAM', 'CLASSES'
NAMES = (*OF_TRACES, 'COUNTERS', 'HEADROOM', 'HARDEN', 'GRANULE', 'TAGS', 'OUT')
MARK = 'Made by `make size`'


class Refused(Exception):
    """What is wrong, in one line, and the status."""

    def __init__(self, why, status=1):
        super().__init__(why)
        self.status = status


def output(*command, **how):
    """Runs a command. Returns its status, what it printed, and its errors."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, **how)
    return done.returncode, done.stdout, done.stderr


def made(*command):
    """Runs a command that must succeed, and returns what it printed."""
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True).stdout.strip()


def build(harden, granule, tags):
    """Builds the program. Returns the beginning of its command: the program, and HEAP=."""
    # 8 is the default. Without DEFS the build shares the objects of the tests.
    program = ['make', '-s', '-f', 'boards/build/program.mk', 'PROGRAM=port/tool/size',
               'BOARD=host', 'HARDEN=%d' % harden, 'TAGS=%s' % (tags or ''),
               'DEFS=' + ('-DTARN_ALIGN=16' if granule == 16 else '')]
    heap = 'build/size/ram-%d-%d-%d' % (harden, granule, tags)
    made('make', '-s', heap)
    made(*program)
    with open(heap, encoding='utf-8') as file:
        return [made(*program, 'path'), 'HEAP=' + file.read().strip()]


# ---- The answer ----------------------------------------------------------------------------


def answered(*command):
    """What the program says: the certificate, and the table in C."""
    status, said, why = output(*command)
    if not status:
        return said.split('\n\n', 1)
    # A wrong argument is told on standard output.
    why = re.sub('^error: ', '', (why or said).strip())
    unread = re.fullmatch(r'(.*?)(:\d+: not a line of a sound trace|: xz cannot .*|: cannot be .*)',
                          why)
    if unread:
        trace.Trace(unread[1])  # says what is wrong
    raise Refused(why, status)


def of_counters(tool, granule, wish):
    """Takes each peak with the headroom. Ten percent served every recorded program."""
    for name in OF_TRACES:
        if name in wish:
            raise Refused('%s=%s: not with COUNTERS' % (name, wish[name]), 2)
    headroom = number('HEADROOM', wish.get('HEADROOM', '10'), range(401))
    counted = counters.Counters(granule, wish['COUNTERS'].split())
    certificate, table = answered(*tool, 'HEADROOM=%d' % headroom, *counted.plan(headroom))
    return '\n'.join([*counted.lines(), certificate]), table


def of_traces(tool, wish):
    return answered(*tool, *('%s=%s' % (name, wish[name]) for name in (*OF_TRACES, 'HEADROOM')
                             if name in wish))


# ---- Files ---------------------------------------------------------------------------------


def take_place(out):
    """Removes the table of an earlier run, which must not pass for this one's. Other files stay."""
    if not out.endswith('.c'):
        raise Refused('OUT=%s: the name must end in .c' % out, 2)
    if os.path.exists(out):
        ours = os.path.isfile(out)
        if ours:
            with open(out, errors='replace', encoding='utf-8') as text:
                ours = MARK in text.readline()
        if not ours:
            raise Refused('OUT=%s: will not overwrite a file that make size did not write' % out, 2)
    folder = os.path.dirname(out) or '.'
    try:
        os.makedirs(folder, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as why:
        raise Refused('OUT=%s: cannot write in %s' % (out, folder), 2) from why
    with contextlib.suppress(FileNotFoundError):
        os.remove(out)


def put(out, text):
    """Writes a whole file, or none."""
    part = '%s.%d' % (out, os.getpid())
    try:
        with open(part, 'w', encoding='utf-8') as place:
            place.write(text)
        os.replace(part, out)
    except OSError as why:
        with contextlib.suppress(OSError):
            os.remove(part)
        raise Refused('OUT=%s: cannot be written' % out) from why


def commented(certificate, table):
    """The C file."""
    text = certificate.rstrip('\n').replace('*/', '* /').replace('/*', '/ *').split('\n')
    return '/* %s, from what a program was seen to allocate:\n *\n%s\n */\n' \
        '#include "tarn_table.h"\n\n%s' % (MARK, '\n'.join(' * ' + line for line in text), table)


# ---- make size -----------------------------------------------------------------------------


def number(name, text, allowed):
    if not re.fullmatch('[0-9]{1,9}', text) or int(text) not in allowed:
        some = '%d to %d' % (allowed[0], allowed[-1]) if len(allowed) > 2 else '%d or %d' % allowed
        raise Refused('%s=%s: %s' % (name, text, some), 2)
    return int(text)


def wishes(words):
    wish = {}
    for word in words:
        name, equals, value = word.partition('=')
        if not equals or name not in NAMES:
            raise Refused('%s: NAME=value, with NAME one of %s' % (word, ' '.join(NAMES)), 2)
        wish[name] = value
    return wish


def size(words):
    wish = wishes(words)
    out = wish.get('OUT', 'build/size/table.c')
    take_place(out)
    build_of = [number(name, wish.get(name, str(allowed[0])), allowed) for name, allowed in (
        ('HARDEN', range(1, 4)), ('GRANULE', (8, 16)), ('TAGS', range(256)))]
    if subprocess.run(['boards/build/bootstrap', 'gcc', 'arm-none-eabi-gcc', 'xz'],
                      check=False).returncode:
        return 2
    tool = build(*build_of)
    certificate, table = of_counters(tool, build_of[1], wish) if wish.get('COUNTERS') else \
        of_traces(tool, wish)
    put(out, commented(certificate, table))
    print('%s\nwritten      %s' % (certificate.rstrip('\n'), out))
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
        return size(sys.argv[1:])
    except (Refused, trace.Unreadable) as why:
        print('error: %s' % why, file=sys.stderr)
        return getattr(why, 'status', 1)
    except subprocess.CalledProcessError:  # make has said why
        return 2


if __name__ == '__main__':
    sys.exit(main())
