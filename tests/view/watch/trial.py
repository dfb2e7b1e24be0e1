# SPDX-License-Identifier: MIT
"""What the tests of `make watch` share: runs of it, and what they must come to."""
import contextlib
import os
import pty
import random
import subprocess
import sys
import termios
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SEED = int(os.environ.get('SEED') or random.randrange(1, 1 << 31))
PATIENCE = 60  # seconds to wait at most
FIRMWARE = os.path.join(ROOT, 'tests/examples/watched/expected')
failed = []
MAKES = ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL', 'MAKEOVERRIDES', 'GNUMAKEFLAGS', 'BOARD', 'SEED')
AFRESH = {name: value for name, value in os.environ.items() if name not in MAKES}


def note(what, *why):
    failed.append(what)
    print('FAIL %s%s' % (what, ''.join(': %s' % one for one in why)))


def same(what, got, wanted):
    if got != wanted:
        note(what, ('%r' % (got,))[:500], 'wanted is', ('%r' % (wanted,))[:500])


def text_of(name):
    with open(name, encoding='utf-8') as file:
        return file.read()


def until(what, condition):
    """Waits for a condition that soon holds; notes a failure if it does not."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            note(what, 'it did not happen')
            return False
        time.sleep(0.02)
    return True


class Run:
    """A running watch.py. A thread reads its output."""

    def __init__(self, *words, terminal=None, **more):
        self.master = None
        out = subprocess.PIPE
        if terminal:
            self.master, out = pty.openpty()
            termios.tcsetwinsize(out, terminal)
        command = [sys.executable, os.path.join(HERE, 'watch.py'), *words]
        self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, **more)
        if terminal:
            os.close(out)
        self.text = ''
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        descriptor = self.process.stdout.fileno() if self.master is None else self.master
        with contextlib.suppress(OSError):  # a terminal whose last user has gone
            while True:
                data = os.read(descriptor, 65536)
                if not data:
                    break
                self.text += data.decode('utf-8', 'replace')

    def says(self, words):
        return until('it says "%s"' % words,
                     lambda: words in self.text or not self.thread.is_alive())

    def end(self, stop=None):
        """Its status, and its whole output."""
        if stop:
            self.process.send_signal(stop)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = 'no end'
        self.thread.join(PATIENCE)
        return status, self.text


def refuse(what, names, *words):
    """The command ends with status 2 and one line that names the variable."""
    status, text = Run(*words).end()
    named = text.startswith('error: ' + names.split('=')[0]) and names in text
    if status != 2 or text.count('\n') != 1 or not named:
        note('%s is refused' % what, status, text)


def end(command):
    """The test's last line, and its status."""
    if failed:
        sys.exit('%d failed; replay: SEED=%d %s' % (len(failed), SEED, command))
    print('ok, seed %d' % SEED)
