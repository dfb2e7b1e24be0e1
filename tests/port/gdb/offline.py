# SPDX-License-Identifier: MIT
"""Without gdb and without a target: the raw dumps that points.py left in $WORK give the same text.

  tests/port/gdb/offline.py ELF POINTS"""
import glob
import os
import re
import sys

import dumps


def agrees(elf, work, point, what):
    with open('%s/%d.%s' % (work, point, what)) as file:
        said = file.read()
    names = glob.glob('%s/%d-0x*' % (work, point))
    status, seen = dumps.said_by(elf, names, [what])
    seen = re.sub(r'(owner=\w+)[.\w]*', r'\1', seen)  # link-time optimization adds to names
    if status or said != seen:
        for pair in zip(said.splitlines(), seen.splitlines()):
            if pair[0] != pair[1]:
                print('< %s\n> %s' % pair)
                break
        print('FAIL dump %d: tarn %s (status %d) differs from what the image printed'
              % (point, what, status))
        return False
    return True


def main(elf, points):
    work = os.environ['WORK']
    looks = [(point, what) for point in range(points) for what in ('blocks', 'info')]
    if all([agrees(elf, work, *one) for one in looks]):
        print('%d dumps agree' % points)


main(sys.argv[1], int(sys.argv[2]))
