# SPDX-License-Identifier: MIT
"""In gdb, on a soak that stands at its start: does tarn.py agree with the image at random points?

`tarn blocks` must be the text of tarn_report_leaks(), and `tarn info` that of tarn_report(). gdb
calls these functions in the image, so the soak is the one of `make soak`. The texts and the memory
are kept in $WORK for offline.py. Environment: SAID (the file that the image prints to), WORK, SEED,
POINTS, BOARD. Scripts of gdb share their names with tarn.py, so none may be called `run` here."""
import os
import random
import re

import gdb

SAID, WORK = os.environ['SAID'], os.environ['WORK']
THUMB = 1 if 'arm' in gdb.selected_inferior().architecture().name() else 0
CALL = 'call ((unsigned (*)(void *, void *, void *)) %s)((void *) %s, (void *) %d, (void *) 0)'


def tells(command):
    return gdb.execute(command, to_string=True)


def printed(function, heaps):
    """What the image prints when gdb calls one of its report functions."""
    before = os.path.getsize(SAID)
    sink = int(gdb.parse_and_eval("(unsigned long) &'print_sink'")) | THUMB
    for heap in heaps:
        tells(CALL % (function, heap, sink))
    with open(SAID) as file:
        file.seek(before)
        return file.read()


def owner_named(match):
    """The image prints its callers as numbers of 32 bits, and gdb as names."""
    window = int(gdb.parse_and_eval("(unsigned long) &'tarn_image'")) >> 32 << 32
    text = tells('info symbol %d' % (int(match.group(1), 16) & ~1 | window))
    return 'owner=' + text.split(' in section')[0].replace(' + ', '+')


def plain_names(text):
    """Callers without (file:line), and without what link-time optimization adds to a name."""
    return re.sub(r'(owner=\w+)[.\w]*(\+\d+)(?: \([^)]*\))?', r'\1\2', text)


def keep(name, text):
    with open(os.path.join(WORK, name), 'w') as file:
        file.write(text)


def written_to():
    """The spans of memory that the image can write to, with small gaps closed."""
    found = []
    for line in tells('maintenance info sections').splitlines():
        place = re.search(r'0x(\w+)->0x(\w+)', line)
        if place and ' ALLOC' in line and 'READONLY' not in line:
            first, last = int(place.group(1), 16), int(place.group(2), 16)
            if found and 0 <= first - found[-1][1] < 4096:
                found[-1][1] = max(last, found[-1][1])
            elif first < last:
                found.append([first, last])
    return found


def keep_memory(point):
    """Writes a raw dump of each span. A process of the host has too many spans."""
    for first, last in [] if os.environ['BOARD'] == 'host' else written_to():
        tells('dump binary memory %s/%d-0x%x 0x%x 0x%x' % (WORK, point, first, first, last))


def look_at(point):
    """Compares. Returns the numbers of blocks and heaps, or None if the texts differ."""
    heaps = re.findall(r'record=(\w+)', tells('tarn heaps'))
    blocks = printed('tarn_report_leaks', heaps)
    blocks = plain_names(re.sub(r'owner=(0x\w+)', owner_named, blocks))
    report = printed('tarn_report', heaps)
    for what, theirs in (('blocks', blocks), ('info', report)):
        ours = plain_names(tells('tarn ' + what))
        keep('%d.%s' % (point, what), theirs)
        if not theirs or theirs != ours:
            keep('%d.%s.seen' % (point, what), ours)
            print('FAIL point %d: tarn %s differs from what the image prints: diff %s/%d.%s{,.seen}'
                  % (point, what, WORK, point, what))
            for pair in zip(theirs.splitlines(), ours.splitlines()):
                if pair[0] != pair[1]:
                    print('< %s\n> %s' % pair)
                    return None
            return None
    keep_memory(point)
    return blocks.count('\n') - len(heaps), len(heaps)


def at_points():
    chance = random.Random(int(os.environ['SEED']))
    stop = gdb.Breakpoint('progress_look')
    blocks = heaps = 0
    points = int(os.environ['POINTS'])
    for point in range(points):
        stop.ignore_count = chance.randrange(1, 60)
        tells('continue')
        seen = look_at(point)
        if seen is None:
            break
        blocks, heaps = blocks + seen[0], heaps + seen[1]
    else:
        print('%d points agree: %d heaps, %d blocks' % (points, heaps, blocks))
    tells('kill')


at_points()
