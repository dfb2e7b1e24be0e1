# SPDX-License-Identifier: MIT
"""Shows Tarn's heaps and object pools of a program that stopped.

In gdb:       source port/tool/gdb/tarn.py, then `tarn` lists the commands
Without gdb:  python3 port/tool/gdb/tarn.py --elf firmware.elf --dump ram.bin@0x20000000 check

It reads a stopped target, a core file, or a raw dump of RAM. It writes nothing to the target and
runs nothing in it. A record in the image says how the image was built, so it needs no debug
information. The memory may be damaged: every walk ends, and the commands name the damage.

It can also be imported: most parts know memory and heaps, and no gdb."""
BEFORE = dict(globals())  # all scripts that gdb reads share one namespace: see restore()

import bisect
import collections
import importlib.util
import itertools
import os
import re
import struct
import sys

try:
    import gdb
except ImportError:  # run or imported without gdb
    gdb = None


class Refused(Exception):
    """A command cannot be done as asked. The text is one line."""


def load_part(name):
    """Runs a file of parts/ as if it stood here. In the one file that users get, it stands here:
    join puts it in the place of its line below."""
    place = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'parts', name + '.py')
    try:
        with open(place, encoding='utf-8') as file:
            exec(compile(file.read(), place, 'exec'), globals())
    except FileNotFoundError as why:
        raise ImportError('%s is missing: to copy tarn.py, type port/tool/gdb/join >tarn.py'
                          % place) from why


load_part('memory')
load_part('image')
load_part('blocks')
load_part('heap')
load_part('check')
load_part('map')
load_part('look')
load_part('picture')
load_part('dumps')
load_part('debugger')
load_part('session')
load_part('commands')
load_part('leaks')
load_part('objects')
load_part('in_gdb')
load_part('main')


def restore(names, before):
    names.clear()
    names.update(before)


if gdb is not None and __name__ == '__main__':  # loads itself as a module: scripts share names
    SPEC = importlib.util.spec_from_file_location('tarn', __file__)
    sys.modules['tarn'] = importlib.util.module_from_spec(SPEC)
    SPEC.loader.exec_module(sys.modules['tarn'])
    restore(globals(), BEFORE)
elif gdb is not None:
    load()
elif __name__ == '__main__':
    sys.stdout.reconfigure(errors='backslashreplace')  # a terminal that has not all letters
    sys.exit(main(sys.argv[1:]))
