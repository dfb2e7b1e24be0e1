# SPDX-License-Identifier: MIT
"""In gdb: prints whether each command says the same in all languages and settings. Environment:
POINTER, an expression of the program; WORK, a folder."""
import itertools
import os
import sys

import gdb

TARN = sys.modules['tarn']
LANGUAGES = ('c++', 'rust', 'ada', 'fortran', 'go', 'auto')
SETTINGS = ['print pretty on', 'input-radix 16', 'output-radix 16', 'print address off',
            'print symbol off', 'print symbol-filename on', 'print max-symbolic-offset 1',
            'print elements 2', 'print demangle off', 'print max-depth 0',
            'pagination on', 'width 20', 'height 3', 'style enabled on', 'case-sensitive off',
            'trace-commands on', 'verbose on', 'filename-display absolute', 'print object on',
            'print union off', 'print frame-arguments none', 'host-charset ASCII']


def commands():
    pointer, picture = os.environ['POINTER'], os.path.join(os.environ['WORK'], 'map.svg')
    after = {'find': [pointer, '(char *)%s + 4' % pointer, '(unsigned long)(&tarn_image)'],
             'refs': [pointer], 'blocks': ['', '--free', '--tag 4', '--group owner --top 9'],
             'objects': ['', 'sparks'], 'map': ['', '--svg %s --by lost' % picture],
             'leaks': ['--all', '--group owner']}
    for name in TARN.COMMANDS:
        for words in after.get(name, ['']):
            yield 'tarn %s %s' % (name, words)


def told(command):
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as why:
        return 'error: %s\n' % why


def all_told():
    return ''.join(map(told, commands()))


def differs(settings, expected):
    """Sets what a user may set. Says what differs then, or what the commands changed."""
    names = [one.rpartition(' ')[0] for one in settings]
    before = [gdb.parameter(name) for name in names]
    for one in settings:
        told('set ' + one)
    ours = [gdb.parameter(name) for name in names]
    said = all_told()
    left = [gdb.parameter(name) for name in names]
    told('set language c')
    for name, value in reversed(list(zip(names, before))):
        told('set %s %s' % (name, {True: 'on', False: 'off', None: 0}.get(value, value)))
    said = ''.join(line for line in said.splitlines(True) if line[:1] != '+')  # trace-commands
    if left != ours:
        yield '%s: %s after the commands, were %s' % (settings, left, ours)
    for mine, theirs in itertools.zip_longest(said.splitlines(), expected.splitlines()):
        if mine != theirs:
            yield '%s:\n< %s\n> %s' % (settings, theirs, mine)
            return


def main():
    gdb.execute('set language c')
    expected, bad = all_told(), []
    for one in LANGUAGES:
        bad += differs(['language ' + one], expected)
    bad += differs(SETTINGS + ['language rust'], expected)
    print('\n'.join(bad) or 'the same in %d languages and with %d settings: %d lines'
          % (len(LANGUAGES), len(SETTINGS), expected.count('\n')))
    # On the host there is no tag 4. The board's program has no tags, and no pool.
    errors = [line for line in expected.splitlines() if line.startswith('error: ')]
    if len(errors) != (1 if gdb.lookup_static_symbol('sparks') else 2):
        print('errors', errors)


main()
