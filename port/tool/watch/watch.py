#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/watch/watch.py FROM=path | PORT=device [BAUD=speed]: shows a heap while it works.

`make watch` calls it; README.md has the variables. Status: 0; 1 after the verdict of a soak that
failed; 2 if not possible as asked (one line says why)."""
import os
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..'))

from said import NOTHING, Watch  # noqa: E402
from screen import Screen, told  # noqa: E402
from source import Refused, open_from, open_port  # noqa: E402

NAMES = ('FROM', 'PORT', 'BAUD')
QUIET = 0.3   # after so many seconds without a line the update is over
REDRAW = 0.1  # at least so many seconds between two pictures


def open_source(given):
    """The source to watch, and its name."""
    if ('FROM' in given) == ('PORT' in given):
        raise Refused('FROM=, PORT=: one of them')
    if 'BAUD' in given and 'PORT' not in given:
        raise Refused('BAUD=%s: only with PORT=' % given['BAUD'])
    if 'FROM' in given:
        return open_from(given['FROM']), given['FROM']
    return open_port(given['PORT'], given.get('BAUD', '115200')), given['PORT']


class Terminal:
    """Draws the window again in place."""

    def __init__(self):
        self.drawn, self.heard = 0, 0
        sys.stdout.write('\x1b[?25l\x1b[2J')

    def show(self, watch, now=False):
        if not now and time.monotonic() - self.drawn < (REDRAW if watch.heard > self.heard else 1):
            return
        self.drawn, self.heard = time.monotonic(), watch.heard
        size = shutil.get_terminal_size()
        lines = Screen(size.columns, size.lines).all(watch)
        sys.stdout.write('\x1b[H' + ''.join(line + '\x1b[K\n' for line in lines) + '\x1b[J')
        sys.stdout.flush()

    def end(self, watch):
        self.show(watch, True)
        sys.stdout.write('\x1b[?25h')


class Lines:
    """Without a terminal: `told` prints a line for each update."""

    def show(self, watch):
        sys.stdout.flush()

    def end(self, watch):
        if not watch.heaps:
            print(NOTHING)


def printable(line):
    """A serial line may send anything. Nothing of it must control the terminal."""
    text = line.decode('utf-8', 'replace').rstrip('\r')
    return ''.join(letter if letter.isprintable() and letter != '\ufffd' else '?'
                   for letter in text)


class Session:
    """A source, its heaps, and a view. Ctrl-C and SIGTERM end it."""

    def __init__(self, watch, source, view):
        self.watch, self.source, self.view = watch, source, view
        self.rest, self.came, self.asked = b'', time.monotonic(), False
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self.ask)

    def ask(self, *_):
        self.asked = True

    def step(self):
        """False: the source has ended."""
        data = self.source.read(REDRAW)
        if data:
            self.came = time.monotonic()
            *lines, self.rest = (self.rest + data).split(b'\n')
            for line in lines:
                self.watch.take(printable(line))
        elif data is None or time.monotonic() - self.came > QUIET:
            self.watch.quiet()
        self.view.show(self.watch)
        return data is not None and not self.watch.verdict

    def run(self):
        """Runs until the source ends, or until it is asked to end. Shows the last state."""
        while not self.asked and not self.watch.over:
            try:
                if not self.step():
                    self.watch.over = 'ended'
            except BrokenPipeError:  # nobody reads the output
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                self.asked = True
        self.watch.over = self.watch.over or 'stopped'
        self.watch.quiet()
        self.view.end(self.watch)


def run(words):
    given = dict(word.split('=', 1) for word in words)
    on_terminal = sys.stdout.isatty()
    watch = Watch(lambda heap: None if on_terminal else print(told(heap)))
    source, watch.title = open_source(given)
    Session(watch, source, Terminal() if on_terminal else Lines()).run()
    print(watch.verdict or watch.over, flush=True)
    return 1 if watch.verdict and watch.verdict.startswith('SOAK FAIL') else 0


if __name__ == '__main__':
    try:
        sys.exit(run(sys.argv[1:]))
    except Refused as why:
        print('error: %s' % why, file=sys.stderr)
        sys.exit(2)
