# SPDX-License-Identifier: MIT
"""What the tests of the soak, of its report and of the viewers share. They run in the root folder,
and have a folder of their own, WORK. SEED=n repeats a random test."""
import atexit
import collections
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
sys.path[:0] = [os.path.join(ROOT, folder) for folder in (
    'port/tool/gdb', 'port/tool/picture', 'port/tool/watch', 'port/tool/view',
    'port/tool/view/look', 'tests/soak/log')]

SEED = int(os.environ.pop('SEED', '') or random.randrange(1, 1 << 31))
for name in 'MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS BOARD'.split():
    os.environ.pop(name, None)
WORK = tempfile.mkdtemp()
atexit.register(shutil.rmtree, WORK, ignore_errors=True)
PATIENCE = 60  # seconds to wait for what comes soon
failed = []


def note(what, *why):
    failed.append(what)
    print('FAIL ' + ': '.join([what, *map(str, why)]))


def same(what, got, wanted):
    if got != wanted:
        note(what, repr(got)[:500], 'wanted is', repr(wanted)[:500])


def text_of(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def work(path):
    return os.path.join(WORK, path)


class Said(collections.namedtuple('Said', 'status text')):
    """What a command printed, and its status."""

    @property
    def last(self):
        return (self.text.splitlines() or [''])[-1]

    def field(self, name):
        """The value of NAME= in the last line."""
        found = re.search(r' %s=([^ ]*)' % name, self.last)
        return found.group(1) if found else ''


def ran(command, **more):
    """Runs words, or a line of the shell."""
    done = subprocess.run(command, shell=isinstance(command, str), check=False,
                          **{'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE,
                             'stderr': subprocess.STDOUT, 'encoding': 'utf-8',
                             'errors': 'replace', **more})
    return Said(done.returncode, done.stdout)


def until(condition, what=None):
    """Waits for what soon holds. If it does not, and has a name, the test fails."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            if what:
                note(what, 'it did not happen')
            return False
        time.sleep(0.05)
    return True


class Running:
    """A command that runs beside the test, in a process group of its own. It notices Ctrl-C, even
    if the test runs in the background of a shell, and so ignores it."""

    def __init__(self, command, **more):
        self.path = work('running-%d' % time.monotonic_ns())
        with open(self.path, 'wb') as out:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **{
                'stdout': out, 'stderr': subprocess.STDOUT, 'start_new_session': True,
                'preexec_fn': lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **more})

    def until(self, condition):
        """Waits until it holds, or until the command has ended."""
        while not condition() and self.process.poll() is None:
            time.sleep(0.05)

    def says(self, pattern, times=1):
        self.until(lambda: len(re.findall(pattern, text_of(self.path))) >= times)
        return self

    def end(self, by=None):
        """Sends a signal to all of the group, and waits for the end."""
        if by:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, by)
        return Said(self.process.wait(), text_of(self.path))


# ---- The soak ------------------------------------------------------------------------------

# The scenarios in the digest: all without a tick.
COUNTED = 'frames firmware exhaust replay pools packed demo bursts strays'.split()


def words(given):
    return ['%s=%s' % pair for pair in given.items() if pair[1] is not None]


def soak_command(**given):
    """A run that has a log of its own, unless it names one."""
    if not {'LOG', 'RESUME', 'REPLAY'} & set(given):
        given['LOG'] = work('soak-%d.jsonl' % time.monotonic_ns())
    return ['tests/soak/run', *words(given)]


def soak(**given):
    said = ran(soak_command(**given))
    print(' '.join(words(given)), ':', said.last, flush=True)
    return said


def digest(**given):
    """The digest of a run that must pass."""
    said = soak(**given)
    if said.status or not said.last.startswith('SOAK PASS '):
        note(' '.join(words(given)), *said.text.splitlines()[-12:])
    return said.field('digest')


def refused(says, **given):
    """The run ends with status 2. Its last line says why, and there is no verdict."""
    said = soak(**given)
    if said.status != 2 or says not in said.last or 'SOAK' in said.text:
        note('not refused with: ' + says, *words(given))


def run_of(log):
    """The run of a log (log/log.py)."""
    import log as reader
    return reader.read(log)


# ---- The page of a browser -------------------------------------------------------------------

def browse(page, *options, scheme=1, size='1280,4000', budget=None):
    """Opens a page in headless Chromium. Returns its document, and what the console says. Scheme 0
    is dark, 1 light."""
    command = ['timeout', '120', 'chromium', '--headless=new', '--no-sandbox', '--disable-gpu',
               '--hide-scrollbars', '--no-first-run', '--disable-background-networking',
               '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
               '--user-data-dir=' + work('profile'), '--window-size=' + size,
               '--blink-settings=preferredColorScheme=%d' % scheme, '--enable-logging=stderr',
               *(['--virtual-time-budget=%d' % budget] if budget else []), *options, page]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          encoding='utf-8', errors='replace')
    if done.returncode:
        note('chromium failed', *done.stderr.splitlines()[-3:])
    return done.stdout, [line for line in done.stderr.splitlines() if 'CONSOLE' in line]


def pictured(page, picture, **more):
    """The same, with a picture of the page to look at. Returns the console."""
    os.makedirs(os.path.dirname(picture), exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        os.remove(picture)
    _, console = browse(page, '--screenshot=' + os.path.abspath(picture), **more)
    if not os.path.exists(picture) or not os.path.getsize(picture):
        note('no picture ' + picture)
    print(picture)
    return console


# ---- A test file -----------------------------------------------------------------------------

def main(checks, besides=()):
    """Runs the check that the command line names, check_NAME of a test file; without a name all of
    them, but for those `besides`."""
    name, *rest = sys.argv[1:] or [None]
    names = ['check_' + name] if name else [
        key for key in checks if key.startswith('check_') and key[6:] not in besides]
    for key in names:
        checks[key](*rest)
    if failed:
        sys.exit('%d failed; again: SEED=%d %s' % (len(failed), SEED, ' '.join(sys.argv)))

