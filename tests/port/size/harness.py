# SPDX-License-Identifier: MIT
"""What the tests of the sizing tool share: they run it, and judge what it says."""
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '../../../port/tool/size'))
import size

EXPAT = 'tests/traces/expat.rep.xz'
# The lines of a valid report.
HEAP = 'heap arena=2048 metadata=256 pools=768 commons=1024 free=520 peak=504 longest=520 ' \
    'double-free=0'
CLASS = 'class 0 size=16 capacity=24 live=0 peak=1 refused=0'
COMMONS = 'commons 1 size=0 capacity=1024 live=0 peak=504 refused=0'
SEED = int(os.environ.get('SEED') or time.time_ns() % 10 ** 9)
ARM = 'arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb'


class Check:
    """A test: the tool, a folder, and the last answer."""

    failed = False
    tool = text = ''

    def __init__(self, folder):
        self.work = folder

    def note(self, what):
        print('FAIL ' + what)
        self.failed = True

    def expect(self, holds, what):
        if not holds:
            self.note(what)

    # -- Files --

    def path(self, name):
        return '%s/%s' % (self.work, name)

    def write(self, name, *lines):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(''.join(line + '\n' for line in lines))
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    def log(self, *lines):
        return 'COUNTERS=' + self.write('log', *lines)

    def trace(self, *lines):
        return 'TRACE=' + self.write('bad.rep', *map(str, lines))

    def small_trace(self, seed, ids=0):
        """A random trace of few and small blocks."""
        draw, live, lines = random.Random(seed), set(), []
        ids = ids or draw.randint(1, 8)
        for _ in range(ids * ids // 6 + ids + draw.randint(0, 29)):
            one, bytes_ = draw.randrange(ids), draw.randrange(draw.choice((40, 300)))
            if one not in live:
                how = 'm %d 16 %d' if draw.random() < 0.1 else 'a %d %d'
                lines.append(how % (one, bytes_))
            elif draw.random() < 0.4:
                lines.append('r %d %d' % (one, bytes_))
            else:
                lines.append('f %d' % one)
            (live.discard if lines[-1][0] == 'f' else live.add)(one)
        return 'TRACE=' + self.write('small.rep', '1', str(ids), str(len(lines)), '1', *lines)

    # -- Runs --

    def build(self, harden=1, granule=8, tags=0):
        self.tool = size.build(harden, granule, tags)[0]

    def run(self, *command):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, errors='replace',
                              stderr=subprocess.STDOUT, check=False)
        self.text = done.stdout
        return done.returncode

    def ask(self, *words):
        """Runs the tool on traces, and on what logs say."""
        logs = ' '.join(word[9:] for word in words if word.startswith('COUNTERS=')).split()
        try:
            counted, more = size.counters_for(logs, 8, self.work)
        except size.Refused as why:
            self.text = 'error: %s\n' % why
            return why.status
        status = self.run(self.tool, 'WORK=' + self.work, *more, *(
            word for word in words if not word.startswith('COUNTERS=')))
        self.text += ''.join(counted.lines()) if not status else ''
        return status

    def answer(self, *words):
        """The tool must have an answer."""
        if os.path.exists(self.path('classes')):
            os.remove(self.path('classes'))
        self.expect(self.ask('HEAP=88', *words) == 0, '%s: %s' % (words, self.text))

    def refused(self, status, pattern, *words, by=None):
        """The tool, or another command, ends with this status, and prints one line only."""
        got = self.run(*by, *words) if by else self.ask(*words)
        self.expect(got == status, '%s: status %d, expected %d' % (words, got, status))
        self.expect(re.fullmatch('error: .*\n', self.text), '%s: not one line' % (words,))
        self.says(pattern)

    def says(self, *patterns):
        """The answer must have a line that matches each."""
        for pattern in patterns:
            self.expect(re.search(pattern, self.text, re.M),
                        'no "%s" in: %s' % (pattern, self.text))

    def lacks(self, pattern):
        found = re.search(pattern, self.text, re.M)
        self.expect(not found, found and 'not wanted: ' + found[0])

    def number(self, label):
        """The first number of the answer's line."""
        found = re.search('^%s *([0-9]+)' % label, self.text, re.M)
        self.expect(found, 'no number %s in: %s' % (label, self.text))
        return int(found[1]) if found else 0

    def compiles(self, text, flags='', cc=ARM):
        """Does a compiler take the table? `why` is its first error."""
        command = cc.split() + flags.split() + ['-std=c11', '-Wall', '-Wextra', '-Werror',
                                                '-fsyntax-only', '-Ipool/include', '-x', 'c', '-']
        status, _, said = size.output(*command, input=text)
        self.why = re.search('.*error:.*|$', said)[0]
        return status == 0

    def table(self):
        return '#include "tarn_table.h"\n' + self.read('classes')

    def is_for(self, text, what, flags, said):
        """The table is for no such build, and the first error says for which."""
        self.expect(not self.compiles(text, flags), '%s: it compiles' % what)
        self.expect(re.search(said, self.why), '%s: %s' % (what, self.why))

    def small(self, harden, granule=8, traces=25):
        """Tables for small arenas must compile at each place of the dial: the assertion in the
        table agrees with the replay."""
        print('replay: SEED=%d port/tool/size/%s' % (SEED, ' '.join(
            [os.path.basename(sys.argv[0]), *sys.argv[1:]])))
        for seed in range(SEED, SEED + traces):
            trace = self.small_trace(seed)
            for dial in 'frugal', 'fast', 'guarantee':
                self.answer(trace, 'DIAL=' + dial)
                self.expect(self.number('arena') >= 256, 'an arena of less')
                self.expect(self.compiles(self.table(), '-DTARN_HARDEN=%d -DTARN_ALIGN=%d' % (
                    harden, granule), 'arm-none-eabi-gcc'),
                            'SEED=%d, DIAL=%s, TARN_HARDEN %d, TARN_ALIGN %d: %s'
                            % (seed, dial, harden, granule, self.why))


def main(checks):
    """Runs the test that the command line names."""
    size.at_root()
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        sys.exit('usage: %s %s' % (sys.argv[0], '|'.join(checks)))
    with tempfile.TemporaryDirectory(prefix='check.', dir='build/size') as folder:
        check = Check(folder)
        checks[sys.argv[1]](check)
        sys.exit(check.failed)
