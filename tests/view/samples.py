# SPDX-License-Identifier: MIT
"""What the tests of `make view` share: it, and traces for it."""
import os
import re

from trial import note, ran, words, work, write

EXPAT = 'tests/traces/expat.rep.xz'


def command(**given):
    return ['tests/view/view.py', *words(given)]


def view(**given):
    """Converts a trace. Returns what it printed."""
    said = ran(command(**given))
    if said.status:
        note('view.py', given, said.text)
    return said.text


def tagged():
    """A trace of two callers and three tags, with a clock that passes 2^32."""
    lines, freed, made = ['1', '300', '500', '1'], 0, 0
    for i in range(500):
        if i % 5 > 2:
            lines.append('f %d' % freed)
            freed += 1
        else:
            lines.append('a %d %d 0x0800%s %d %d' % (
                made, 8 + i % 90, '0101' if i % 2 else '0203', (4294967000 + i * 2) % 2 ** 32,
                i % 3))
            made += 1
    return write(work('tagged.rep'), '\n'.join(lines) + '\n')


def recorded(program, args, *variables):
    """A trace of a program on mps2-an386, and its image."""
    trace = work('recorded.rep')
    make = ['make', '-s', '-f', 'boards/program.mk', 'PROGRAM=' + program, 'BOARD=mps2-an386',
            'RECORD=' + trace, *variables]
    said = ran([*make, 'run', 'ARGS=' + args])
    if said.status:
        note(program, said.text)
    return trace, ran([*make, 'path']).last


def firmware(*variables):
    return recorded('tests/record', 'seed=1', 'ARENA=8K', 'DEBUG_INFO=-g', *variables)


def refused(pattern, **given):
    """The status is 2, one line says why, and nothing is written."""
    os.makedirs(work('out'), exist_ok=True)
    said = ran(command(**{'OUT': work('out/file'), **given}))
    if said.status != 2 or said.text.count('\n') != 1 or os.listdir(work('out')) or \
            not re.match('error: .*' + pattern, said.text):
        note('not refused like ' + pattern, given, *said)
    print(said.text, end='')
