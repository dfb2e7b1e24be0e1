# SPDX-License-Identifier: MIT
"""In gdb, on a soak that INJECT= damages: does `tarn check` name the damage when the soak fails?

Environment: KINDS (to try), DAMAGE (the file with the expected damage), WORK."""
import os
import re

import gdb

SAID = os.path.join(os.environ['WORK'], 'said')


def tells(command):
    return gdb.execute(command, to_string=True)


def damage():
    """For each kind that leaves damage: the seed to try, and what `check` must name."""
    with open(os.environ['DAMAGE']) as file:
        rows = [line.split('\t') for line in file.read().splitlines() if not line.startswith('#')]
    return {kind: (seed, names) for kind, seed, names in rows}


def at_failure(kind, seed):
    """What `check` says when the soak is about to print its verdict."""
    wrap = 'wrap=1' if kind == 'counter-wrap' else ''
    tells('run board=host seed=%s ops=400000 inject=%s %s >%s 2>&1' % (seed, kind, wrap, SAID))
    frame = gdb.newest_frame().name() if gdb.selected_thread() else 'nowhere'
    try:
        return frame, tells('tarn check') if frame != 'nowhere' else ''
    except gdb.error as why:  # no heap was made yet
        return frame, str(why)


def try_kinds():
    expected = damage()
    gdb.Breakpoint('inject_tell')
    gdb.Breakpoint('tarn_port_exit')
    named = silent = 0
    for kind in os.environ['KINDS'].split():
        seed, names = expected.get(kind, ('1', ''))
        frame, said = at_failure(kind, seed)
        broken = re.findall(r'^broken .*', said, re.M)
        if names and not any(re.search(names, line) for line in broken):
            print('FAIL %s, seed %s, in %s: check does not name "%s": %s'
                  % (kind, seed, frame, names, said))
        elif not names and (broken or not said):
            print('FAIL %s, seed %s, in %s: it leaves no damage, but check says: %s'
                  % (kind, seed, frame, said))
        else:
            named, silent = named + bool(names), silent + (not names)
    print('%d kinds named, %d leave no damage' % (named, silent))


try_kinds()
