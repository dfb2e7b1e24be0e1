#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/picture/picture.py FROM=file [AT=all] [OUT=file.svg]: draws the maps of a console.
`make picture` calls it. Status 2: not possible as asked; one line then says why, and nothing is
written."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../gdb'))
import strips  # noqa: E402
import tarn  # noqa: E402
from tarn import Refused  # noqa: E402

NAMES = ('FROM', 'AT', 'OUT')


def arguments(words):
    asked = dict.fromkeys(NAMES, '')
    for word in words:
        name, equals, value = word.partition('=')
        if not equals or name not in NAMES:
            raise Refused('%s: NAME=value, with NAME one of %s' % (word, ' '.join(NAMES)))
        asked[name] = value
    if not asked['FROM']:
        raise Refused('FROM=: name the capture of a console')
    if asked['AT'] not in ('', 'all'):
        raise Refused('AT=%s: all, or nothing' % asked['AT'])
    if os.path.isdir(asked['OUT']):
        raise Refused('OUT=%s: a folder; name a file' % asked['OUT'])
    return asked


def drawn(path, name, moment):
    """The picture of the last map, or of all."""
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            lines = file.read().splitlines()
        if moment == 'all':
            return strips.svg(tarn.read_maps(lines), name)
        read = tarn.read_map(lines)
        read.name = os.path.basename(path)
        return tarn.svg([read])
    except (OSError, Refused) as why:
        raise Refused('FROM=%s: %s' % (path, getattr(why, 'strerror', why))) from why


def make_folder_of(path):
    try:
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    except OSError as why:
        raise Refused('OUT=%s: cannot be written: %s' % (path, why.strerror)) from why


def main(words):
    try:
        asked = arguments(words)
        name = os.path.splitext(os.path.basename(asked['FROM']))[0]
        text = drawn(asked['FROM'], name, asked['AT'])
        path = asked['OUT'] or 'build/picture/%s%s.svg' % (name, asked['AT'] and '-all')
        make_folder_of(path)
        tarn.write_whole(path, text)
    except tarn.UNDONE as why:
        print('error: %s' % why, file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
