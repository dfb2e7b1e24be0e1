# SPDX-License-Identifier: MIT
"""In gdb, on tests/port/gdb/leak: does `tarn leaks` name the blocks that it forgot, and no other?

A stale word of the stack may still point to a forgotten block, which then is no leak to
`tarn leaks`. `tarn refs` must name that word, and at most two blocks may be held so."""
import os
import re

import gdb


def tells(command):
    return gdb.execute(command, to_string=True)


def forgotten_blocks():
    """Reads their addresses, which the program keeps inverted."""
    size = gdb.lookup_type('void').pointer().sizeof
    kind = 'unsigned long long' if size == 8 else 'unsigned int'
    count = int(gdb.parse_and_eval("*(unsigned int *) &'forgotten_count'"))
    word = "((%s *) &'forgotten')[%%d]" % kind
    return [~int(gdb.parse_and_eval(word % i)) & (1 << 8 * size) - 1 for i in range(count)]


def judge(expected):
    text = tells('tarn leaks --all')
    lines = re.findall(r'^live 0x.*', text, re.M)
    lost = [int(line.split()[1], 16) for line in lines]
    wrong = ['0x%x' % one for one in lost if one not in expected]
    missing = [one for one in expected if one not in lost]
    if wrong:
        yield 'it names blocks that are in use: %s' % ' '.join(wrong)
    if len(missing) > 2:
        yield '%d of %d leaks are not named' % (len(missing), len(expected))
    for one in missing:
        if not re.search('^[1-9][0-9]* words? ', tells('tarn refs 0x%x' % one), re.M):
            yield '0x%x is lost, but not named' % one
    owned = os.environ['LEVEL'] == '3'
    if any(('owner=' in line) != owned or owned and 'owner=receive+' not in line for line in lines):
        yield 'level 3 must name receive() as the owner of each, and other levels no owner'


def held(block):
    """A register that points to a block holds it: it is no leak then."""
    names = [one.name for one in gdb.newest_frame().architecture().registers('general')]
    tells('set $%s = %d' % (next(one for one in ('rbx', 'r4', 's2') if one in names), block))
    if re.search('^live 0x0*%x ' % block, tells('tarn leaks --all'), re.M):
        yield '0x%x is named although a register points to it' % block


def at_end():
    gdb.Breakpoint('wait_for_memory')
    gdb.Breakpoint('all_done')
    tells('continue')
    expected = forgotten_blocks()
    found = list(judge(expected))
    found += held(expected[-1]) if expected else []
    for line in found:
        print('FAIL ' + line)
    if found:
        print(tells('tarn leaks --all'))
    else:
        print('%d leaks, as the program knows them' % len(expected))
    tells('kill')


at_end()
