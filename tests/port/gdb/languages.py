# SPDX-License-Identifier: MIT
"""In gdb: prints whether each command says the same in all languages and settings. Environment:
POINTER and HANDLE, two expressions of the program; WORK, a folder."""
import itertools
import os
import sys

import gdb

TARN = sys.modules['tarn']
LANGUAGES = ('c', 'c++', 'rust', 'ada', 'modula-2', 'pascal', 'fortran', 'go', 'd', 'asm',
             'minimal', 'opencl', 'objective-c', 'unknown', 'auto')
SETTINGS = ['print pretty on', 'input-radix 16', 'output-radix 16', 'print address off',
            'print symbol off', 'print symbol-filename on', 'print max-symbolic-offset 1',
            'print elements 2', 'print demangle off', 'print max-depth 0',
            'pagination on', 'width 20', 'height 3', 'style enabled on', 'case-sensitive off',
            'trace-commands on', 'verbose on', 'filename-display absolute', 'print object on',
            'print union off', 'print frame-arguments none', 'host-charset ASCII']


NO_CALLS = 'language go', 'language unknown'  # gdb 13 reads no $function(1) there


def commands():
    pointer, saved = os.environ['POINTER'], os.path.join(os.environ['WORK'], 'saved')
    after = {'find': [pointer, '(char *)%s + 4' % pointer, '(unsigned long)(&tarn_image)'],
             'try-free': [pointer], 'refs': [pointer], 'handle': [os.environ['HANDLE']],
             'save': [saved], 'json': [saved], 'diff': [saved], 'dump': [''],
             'blocks': ['', '--free', '--tag 4', '--group owner --top 9'],
             'objects': ['', 'sparks'],
             'packed': ['', 'flock'], 'map': ['', '--svg %s.svg --by lost' % saved],
             'leaks': ['--all', '--group owner']}
    for name in TARN.COMMANDS:
        for words in after.get(name, ['']):
            yield 'tarn %s %s' % (name, words)


def told(command):
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as why:
        return 'error: %s\n' % why


def all_told(values):
    text = ''.join(map(told, commands()))
    for value in values[1:]:  # by the printers
        text += value.format_string(max_depth=20) + '\n'
    return text


def differs(settings, values, expected):
    """Sets what a user may set. Says what differs then, or what the commands changed."""
    names = [one.rpartition(' ')[0] for one in settings]
    before = [gdb.parameter(name) for name in names]
    for one in settings:
        told('set ' + one)
    ours = [gdb.parameter(name) for name in names]
    said = all_told(values)
    left = [gdb.parameter(name) for name in names]
    block = told('output $tarn_block(%d)' % int(values[0])) if settings[-1] not in NO_CALLS else ''
    told('set language c')
    for name, value in reversed(list(zip(names, before))):
        told('set %s %s' % (name, {True: 'on', False: 'off', None: 0}.get(value, value)))
    said = ''.join(line for line in said.splitlines(True) if line[:1] != '+')  # trace-commands
    if left != ours or 'rror' in block:
        yield '%s: %s after the commands, were %s; %s' % (settings, left, ours, block)
    for mine, theirs in itertools.zip_longest(said.splitlines(), expected.splitlines()):
        if mine != theirs:
            yield '%s:\n< %s\n> %s' % (settings, theirs, mine)
            return


def main():
    gdb.execute('set language c')
    values = [gdb.parse_and_eval(os.environ['POINTER'])]
    if gdb.lookup_static_symbol('herd'):
        values += map(gdb.parse_and_eval, ('heap', 'sparks', 'herd.packed', os.environ['HANDLE']))
    expected = all_told(values)
    bad = []
    for one in LANGUAGES:
        bad += differs(['language ' + one], values, expected)
    bad += differs(SETTINGS + ['language rust'], values, expected)
    print('\n'.join(bad) or 'the same in %d languages and with %d settings: %d lines'
          % (len(LANGUAGES), len(SETTINGS), expected.count('\n')))
    errors = [line for line in expected.splitlines() if line.startswith('error: ')]
    # One has no tag 4. The other has no tags, no pool and no array.
    if len(errors) != (1 if len(values) > 1 else 3):
        print('errors', errors)


main()
