# SPDX-License-Identifier: MIT
"""What the tests of the viewers share: `make view` and traces for it, and maps."""
import os
import random
import re

import tarn
from trial import note, ran, words, work, write

EXPAT = 'tests/traces/expat.rep.xz'


def command(**given):
    return ['port/tool/view/view.py', *words(given)]


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


def firmware(*variables):
    """A trace of a program on mps2-an386, and its image."""
    trace = work('recorded.rep')
    make = ['make', '-s', '-f', 'boards/build/program.mk', 'PROGRAM=tests/port/record',
            'BOARD=mps2-an386', 'RECORD=' + trace, 'ARENA=8K', 'DEBUG_INFO=-g', *variables]
    said = ran([*make, 'run', 'ARGS=seed=1'])
    if said.status:
        note('the firmware', said.text)
    return trace, ran([*make, 'path']).last


def refused(pattern, **given):
    """The status is 2, one line says why, and nothing is written."""
    os.makedirs(work('out'), exist_ok=True)
    said = ran(command(**{'OUT': work('out/file'), **given}))
    if said.status != 2 or said.text.count('\n') != 1 or os.listdir(work('out')) or \
            not re.match('error: .*' + pattern, said.text):
        note('not refused like ' + pattern, given, *said)
    print(said.text, end='')


# ---- Maps ----------------------------------------------------------------------------------

HALF = ('map heap arena=8192 classes=0 harden=1 tags=0', 'map commons at=1024 L2048 F5120',
        'map end blocks=1')
SIZES = ((2 << 10, 64), (64 << 10, 400), (1 << 20, 200), (16 << 20, 600))


def map_of(seed, arena, most):
    """The map of a random heap in an arena of any size."""
    chance = random.Random(seed)
    map_ = tarn.Map(arena, 1, 3, 12, 1 << 20)
    pool = arena // 5 // 32
    at = arena // 32 // 8 * 8
    map_.zones = [tarn.Zone(0, at, 32, pool), tarn.Zone(1, at + 32 * pool + 8, 0, 0)]
    for state in chance.choices((tarn.LIVE, tarn.FREE, tarn.NEVER), k=pool):
        map_.pieces.append(tarn.Piece(at, 32, 1, 0, state, 0, chance.randrange(1, 1 << 20)))
        at += 32
    at += 8
    while at < arena:
        size = min(8 * chance.randint(1, most // 8), arena - at)
        state = chance.choice((tarn.LIVE, tarn.LIVE, tarn.FREE, tarn.FREED))
        map_.pieces.append(tarn.Piece(at, size, 1, 1, state, chance.randrange(13),
                                      chance.randrange(1, 1 << 20)))
        at += size
    map_.pieces[-1] = map_.pieces[-1]._replace(state=tarn.DAMAGED)
    return map_
