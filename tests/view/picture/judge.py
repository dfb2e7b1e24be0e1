#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges pictures.

  tests/view/picture/judge.py FOLDER SEED      judges the pictures of `check`, and random ones
  tests/view/picture/judge.py draw FOLDER      draws random pictures, for a browser
  tests/view/picture/judge.py log CONSOLE      prints a soak's log with the map of a console"""
import json
import os
import random
import re
import sys
import xml.etree.ElementTree as tree

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, 'port', 'gdb'))
import strips  # noqa: E402
import tarn  # noqa: E402

MOST = 300000  # bytes of a picture
SIZES = ((2 << 10, 64), (64 << 10, 400), (1 << 20, 200), (16 << 20, 600))
SVG = '{http://www.w3.org/2000/svg}'
failed = []


def note(text):
    failed.append(text)
    print('FAIL ' + text)


def file_text(*names):
    with open(os.path.join(*names), encoding='utf-8') as file:
        return file.read()


def told(text):
    """The texts to read at the pointer, in order: each block and run once."""
    root = tree.fromstring(text)
    if root.findall('.//%sscript' % SVG) or re.search(r'(href|src)=|@import|url\((?!#)', text):
        note('the picture needs other files')
    seen = [one.text for one in root.iter(SVG + 'title')]
    return list(dict.fromkeys(one for one in seen if one))


def blocks_told(text, start):
    """(offset, bytes, tag, age) of the live blocks in these texts."""
    for one in told(text):
        found = re.match(r'0x(\w+), ([\d,]+) bytes, live, [^,]+(?:, tag (\d+)[^,]*)?'
                         r'(?:, ([\d,]+) allocations old)?', one)
        if found:
            at, size, tag, age = found.groups()
            yield (int(at, 16) - start, number(size), int(tag or 0), number(age))


def number(text):
    return int(text.replace(',', '')) if text else None


def agree(work):
    """Each picture shows the blocks of the map, whatever its source is."""
    map_ = tarn.read_map(file_text(work, 'console.txt').splitlines())
    wanted = [(at, size, tag, map_.sequence - sequence)
              for at, size, _, tag, sequence in map_.blocks()]
    start = json.loads(file_text(work, 'saved.json'))['heaps'][0]['arena']
    for name in ('console', 'gdb', 'saved', 'dump'):
        text = file_text(work, name + '.svg')
        seen = list(blocks_told(text, 0 if name == 'console' else start))
        if seen != wanted:
            note('%s.svg shows %d blocks, of which %d are the map\'s %d' % (
                name, len(seen), len(set(seen) & set(wanted)), len(wanted)))
    if not re.search(r'live, .* allocations old, main\b', file_text(work, 'gdb.svg')):
        note('no owner is named')
    letters = re.findall(r'^0x\w+ (.{64})$', file_text(work, 'gdb'), re.M)
    if len(letters) < 10 or '\x1b' in ''.join(letters):
        note('tarn map prints %d lines in a file' % len(letters))
    print('%d blocks, the same in four pictures' % len(wanted))


def large(seed, arena, most):
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


def sizes(seed):
    """No picture is too large to open, and each shows the damaged block."""
    for arena, most in SIZES:
        text = tarn.svg(large(seed, arena, most))
        told(text)
        print('%8d bytes of arena: a picture of %d' % (arena, len(text)))
        if len(text) > MOST:
            note('the picture of %d bytes has %d' % (arena, len(text)))
        if not re.search(r'class="(p )?x"', text) or 'damaged: the blocks at' not in text:
            note('the damaged block in %d bytes is not seen' % arena)


HALF = ('map heap arena=8192 classes=0 harden=1 tags=0', 'map commons at=1024 L2048 F5120',
        'map end blocks=1')


def over_time():
    """A strip has the name and the bytes of its moment, and its runs lie where the map says. An
    incomplete map has no strip. Of many moments the first and the last have one."""
    text = strips.svg(tarn.read_maps(['boot', *HALF, '', *HALF[:2], 'level 2', HALF[0], 'noise',
                                      *HALF[1:], *HALF]), 'half')
    words = [one.text for one in tree.fromstring(text).iter(SVG + 'text')]
    if [one for one in words if one in ('boot', 'level 2', 'noise', 'map 3')] != [
            'boot', 'level 2', 'noise'] or words.count('2,048 B') != 3:
        note('three strips have the words %s' % words)
    for style, at, width in (('br1', 96, 192), ('f', 288, 480)):
        if not all('M%d %dh%d' % (strips.LEFT + at, y, width) in text for y in (94, 120, 146)):
            note('style %s does not lie where the map says' % style)
    text = strips.svg((large(at, 1 << 20, 5000) for at in range(strips.MOST)), 'large')
    if len(text) > MOST / 2 or text.count('<title>') < strips.MOST:
        note('a picture of large strips has %d bytes' % len(text))
    many = strips.svg(tarn.read_maps(line for at in range(1000) for line in (str(at), *HALF)), 'x')
    names = [int(one) for one in re.findall(r'<text class="n"[^>]*>(\d+)</text>', many)]
    if names[0] != 0 or names[-1] != 999 or not 20 <= len(names) <= strips.MOST + 1:
        note('of 1000 moments these have strips: %s' % names)
    if '%d of 1,000 moments' % len(names) not in many:
        note('the number of moments is missing')


def log(console):
    lines = [line for line in file_text(console).splitlines() if line.startswith('map ')]
    run = {'record': 'run', 'board': 'mps2-an386', 'seed': 7}
    for record in (run, {'record': 'map', 'why': 'worst', 'ops': 1000, 'lines': lines},
                   {'record': 'map', 'why': 'failure', 'ops': 2000, 'lines': lines}):
        print(json.dumps(record))
    print('{"record":"map","why":"worst","lines":["map heap', end='')


def draw(folder):
    for arena, most in SIZES:
        for by in ('class', 'tag'):
            with open('%s/%d-%s.svg' % (folder, arena, by), 'w', encoding='utf-8') as file:
                file.write(tarn.svg(large(28, arena, most), by=by))
    with open('%s/strips.svg' % folder, 'w', encoding='utf-8') as file:
        file.write(strips.svg((large(28 + at, 1 << 18, 9000) for at in range(12)), 'strips'))


def main(first, second):
    if first in ('log', 'draw'):
        return log(second) if first == 'log' else draw(second)
    agree(first)
    sizes(int(second))
    over_time()
    if failed:
        print('replay: SEED=%s tests/view/picture/check' % second)
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
