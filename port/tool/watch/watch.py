#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/watch/watch.py [NAME=value...]: shows a heap while it works, in the terminal and in a
browser.

`make watch` calls it; README.md has the variables. Status: the soak's, or 0 without a soak; 2 if
not possible as asked (one line says why)."""
import os
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..'))

from said import NOTHING, Watch  # noqa: E402
from screen import Screen, told  # noqa: E402
from source import Refused, Soak, open_from, open_port  # noqa: E402
from web import Web  # noqa: E402

OURS = ('FROM', 'PORT', 'BAUD', 'WEB', 'WEB_PORT')
QUIET = 0.3   # after so many seconds without a line the update is over
REDRAW = 0.1  # at least so many seconds between two pictures


def open_source(given, rest):
    """The source to watch, and its name."""
    if 'FROM' in given and 'PORT' in given:
        raise Refused('FROM=, PORT=: only one of them')
    of_soak = [word for word in rest if not word.startswith('BOARD=')]
    for name in ('FROM', 'PORT'):
        if name in given and of_soak:
            raise Refused('%s: only for a soak; %s= starts none' % (of_soak[0], name))
    if 'BAUD' in given and 'PORT' not in given:
        raise Refused('BAUD=%s: only with PORT=' % given['BAUD'])
    if 'FROM' in given:
        return open_from(given['FROM']), ' '.join(rest + [given['FROM']])
    if 'PORT' in given:
        port = open_port(given['PORT'], given.get('BAUD', '115200'))
        return port, ' '.join(rest + [given['PORT']])
    return Soak(rest + ['MAPS=1']), 'soak'


def web_port(given):
    """The port of the page. None: no page. 0: any free port."""
    if given.get('WEB', '0') not in ('0', '1'):
        raise Refused('WEB=%s: 0 or 1' % given['WEB'])
    if given.get('WEB', '0') == '0':
        if 'WEB_PORT' in given:
            raise Refused('WEB_PORT=%s: only with WEB=1' % given['WEB_PORT'])
        return None
    port = given.get('WEB_PORT', '0')
    if 'WEB_PORT' in given and not (port.isdigit() and 1 <= int(port) <= 65535):
        raise Refused('WEB_PORT=%s: a number from 1 to 65535' % port)
    return int(port)


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
    """A source, its heaps, and a view. Ctrl-C and SIGTERM ask the source to end."""

    def __init__(self, watch, source, view):
        self.watch, self.source, self.view = watch, source, view
        self.rest, self.came, self.asked, self.passed_on = b'', time.monotonic(), 0, 0
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self.ask)

    def ask(self, *_):
        self.asked += 1

    def step(self):
        """False: the source has ended."""
        data = self.source.read(REDRAW)
        with self.watch.lock:
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
        """Runs until the source ends, or until it is asked to end and cannot answer."""
        while True:
            try:
                if not self.step():
                    return 'ended'
            except BrokenPipeError:  # nobody reads the output
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                self.asked += 1
            if self.asked > self.passed_on:
                self.passed_on += 1
                if not self.source.stop():
                    return 'stopped'

    def end(self, over):
        """Shows the last state. Serves the page until Ctrl-C."""
        with self.watch.lock:
            self.watch.quiet()
            self.watch.over = over
        self.view.end(self.watch)
        print(self.watch.verdict or over, flush=True)
        while self.watch.url and not self.asked:
            time.sleep(REDRAW)


def run(words):
    given = dict(word.split('=', 1) for word in words if word.split('=', 1)[0] in OURS)
    rest = [word for word in words if word.split('=', 1)[0] not in OURS]
    on_terminal = sys.stdout.isatty()
    watch = Watch(lambda heap: None if on_terminal else print(told(heap)))
    port = web_port(given)
    if port is not None:
        watch.url = Web(watch, port).url
    source, watch.title = open_source(given, rest)
    if watch.url:
        print('page: %s' % watch.url, flush=True)
    session = Session(watch, source, Terminal() if on_terminal else Lines())
    over = session.run()
    status = source.end(watch.verdict)
    if status == 2:
        raise Refused('\n'.join(watch.last).replace('error: ', '', 1))
    session.end(over)
    return status


if __name__ == '__main__':
    try:
        sys.exit(run(sys.argv[1:]))
    except Refused as why:
        print('error: %s' % why, file=sys.stderr)
        sys.exit(2)
