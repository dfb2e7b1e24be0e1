# SPDX-License-Identifier: MIT
"""The variables of `make soak`: what was asked for, or a line that says why it is not possible."""
import contextlib
import os
import re
import stat
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
sys.path.insert(0, os.path.join(ROOT, 'tests/soak/log'))
for variable in 'MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS'.split():
    os.environ.pop(variable, None)
import log  # noqa: E402
from log import Refused  # noqa: E402

NAMES = ('BOARD ARENA HARDEN SEED SECONDS OPS HOURS SCENARIOS INJECT AFTER WRAP HANG TABLE TAGS'
         ' LOG RESUME REPLAY SANITIZE GDB EXAMINE PORT MAPS').split()
LENGTHS = 'OPS', 'SECONDS', 'HOURS'
NUMBERS = {'SEED': (0, 4294967295), 'OPS': (1, 999999999999999), 'SECONDS': (1, 31536000),
           'HOURS': (1, 8760), 'HANG': (1, 3600), 'AFTER': (0, 999999999999999)}
# What other values may be, and how that is said. make judges the rest.
FORMS = {
    **dict.fromkeys(('SCENARIOS', 'INJECT'),
                    ('[a-z,-]*', 'lower-case names, separated by commas')),
    **dict.fromkeys(('WRAP', 'GDB', 'EXAMINE', 'MAPS'), ('[01]', '0 or 1')),
    'TAGS': ('0|[4-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]', '0, or 4 to 255')}
# What decides the sequence of operations. RESUME= and REPLAY= take it from the log.
OF_LOG = 'ARENA HARDEN SEED SCENARIOS INJECT AFTER WRAP TABLE TAGS'.split()
TYPED = set(OF_LOG) - {'INJECT', 'AFTER', 'WRAP'}
# The machine, rather than the soak, may have caused these.
DIED = {'crash', 'hung', 'reset', 'status', 'stack-overflow'}
OF_MACHINE = DIED - {'stack-overflow'} | {'log-unwritable', 'no-interrupts', 'no-nesting'}


def output(*command, **more):
    """The status of a command, and what it printed."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False, **{
        'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT, 'encoding': 'utf-8', **more})
    return done.returncode, (done.stdout or '').strip()


def fact(board, name):
    status, said = output('boards/build/fact', board, name)
    if status:
        raise Refused(said.replace('error: ', '', 1))
    return said


def named(words, names):
    """The values of NAME=value; not of NAME=."""
    given = {}
    for word in words:
        name, _, value = word.partition('=')
        if name not in names:
            raise Refused('%s: NAME=value, with NAME one of %s' % (word, ' '.join(names)))
        if value:
            given[name] = value
    return given


def check(given, *names):
    for name in names or given:
        value = given.get(name, '')
        if name in NUMBERS and value:
            least, most = NUMBERS[name]
            if not re.fullmatch('0|[1-9][0-9]{0,14}', value) or not least <= int(value) <= most:
                raise Refused('%s=%s: a number from %d to %d' % (name, value, least, most))
        if name in FORMS and not re.fullmatch(FORMS[name][0], value):
            raise Refused('%s=%s: %s' % (name, value, FORMS[name][1]))


def only(given, name, others, why):
    if name in given and any(other in given for other in others):
        raise Refused('%s=%s: %s' % (name, given[name], why))


# ---- A log that is continued, or reproduced --------------------------------------------------

def trusted(run, mark):
    """The log may be from another machine: what goes into commands must be numbers and names."""
    members = {**run.header, **mark, **(run.end or {})}
    for name in 'arena harden seed after wrap tags ops ms'.split():
        if not re.fullmatch('[0-9]{0,15}', str(members.get(name, ''))):
            raise Refused('%s: %s is not a number: %s' % (run.file, name, members[name]))
    for name in 'board scenarios inject limit table reason state'.split():
        if not re.fullmatch('[A-Za-z0-9_.,/=-]*', members.get(name, '')):
            raise Refused('%s: %s is not a name: %s' % (run.file, name, members[name]))


def logged(given, how, below=None):
    """Takes the variables of the run from its log. Returns the run, and its last mark (below
    operation `below`)."""
    for name in OF_LOG:
        if name in TYPED and name in given:
            raise Refused('%s=%s: %s= takes it from the log' % (name, given[name], how))
    file = given[how]
    if not os.path.isfile(file):
        raise Refused('%s=%s: no such file' % (how, file))
    run = log.read(file)
    mark = ([mark for mark in run.marks if not below or mark['ops'] < below] or [
        {'ops': 0, 'ms': 0, 'state': ''}])[-1]
    trusted(run, mark)
    given.setdefault('BOARD', run.board)
    given.update({name: str(run.header[name.lower()]) for name in OF_LOG
                  if run.header.get(name.lower()) not in ('', 'all', '0')})
    return run, mark


def beyond(run):
    """OPS= with which a run reaches the failure again. A guest that died did not say at which
    operation: only that of the last sample is known."""
    return run.end['ops'] + 1 + 10000000 * (run.end['reason'] in DIED)


def resumed(given, lengths):
    file = given['RESUME']
    only(given, 'RESUME', ('REPLAY', 'LOG'), 'not with LOG= or REPLAY=')
    run, mark = logged(given, 'RESUME')
    verdict = run.verdict()
    if given['BOARD'] != run.board:
        raise Refused('RESUME=%s: the run was on BOARD=%s' % (file, run.board))
    if verdict == 'FAIL' and run.end['reason'] not in OF_MACHINE:
        raise Refused('RESUME=%s: the run failed; REPLAY=%s reproduces the failure' % (file, file))
    if verdict == 'PASS' and not lengths:
        raise Refused('RESUME=%s: the run is over; SECONDS=, OPS= or HOURS= make it longer' % file)
    if not lengths:
        name, _, value = run.limit.partition('=')
        given[name] = value
    check(given, *LENGTHS)
    if int(given.get('OPS', 1 << 60)) <= mark['ops'] or \
            'OPS' not in given and seconds_of(given) * 1000 <= mark['ms']:
        raise Refused('RESUME=%s: the run is longer already: operation %d, %d ms' % (
            file, mark['ops'], mark['ms']))
    return run, mark


def replayed(given, lengths):
    only(given, 'REPLAY', ('LOG',), 'not with LOG=')
    check(given, 'OPS')
    run, mark = logged(given, 'REPLAY', int(given.get('OPS', 0)))
    if not lengths:
        if run.verdict() != 'FAIL':
            raise Refused('REPLAY=%s: the run did not fail; OPS= says how far to run' %
                          given['REPLAY'])
        given['OPS'] = str(beyond(run))
    return run, mark


# ---- All of it -----------------------------------------------------------------------------

def seconds_of(given):
    """How long the run is, in seconds; 0 if operations end it."""
    if 'OPS' in given:
        return 0
    return int(given.get('HOURS', 0)) * 3600 or int(given.get('SECONDS', 60))


def asked(words):
    """The variables; and the run of the log that they name, with its mark, or None."""
    given = named(words, NAMES)
    lengths = [name for name in LENGTHS if name in given]
    if len(lengths) > 1:
        raise Refused('SECONDS, OPS, HOURS: only one of them')
    run, mark = None, {'ops': 0, 'ms': 0, 'state': ''}
    if 'RESUME' in given:
        run, mark = resumed(given, lengths)
    elif 'REPLAY' in given:
        run, mark = replayed(given, lengths)
    given.setdefault('BOARD', 'mps2-an386')
    no_files = fact(given['BOARD'], 'NO_FILES')
    if mark['state'] and no_files:
        raise Refused('BOARD=%s: cannot read the mark in the log (%s); REPLAY=%s BOARD=host repeats'
                      ' the run' % (given['BOARD'], no_files, run.file))
    for name, value in {'HARDEN': '2', 'SEED': '1', 'ARENA': '', 'TABLE': '', 'TAGS': '0'}.items():
        given.setdefault(name, value)
    check(given)
    if 'AFTER' in given and 'INJECT' not in given:
        raise Refused('AFTER=%s: only with INJECT=' % given['AFTER'])
    if given.get('WRAP') == '1' and (seconds_of(given) > 600 or
                                     int(given.get('OPS', 0)) > 2000000000):
        # The soak takes counters just below 2^32 for those that began there.
        raise Refused('WRAP=1: at most SECONDS=600 or OPS=2000000000')
    only(given, 'PORT', ('RESUME', 'REPLAY', 'GDB'),
         'a board cannot read a log; RESUME, REPLAY and GDB are for an emulator')
    if 'PORT' in given and not (os.path.exists(given['PORT']) and
                                stat.S_ISCHR(os.stat(given['PORT']).st_mode)):
        raise Refused('PORT=%s: no such serial line' % given['PORT'])
    folder = os.path.dirname(given.get('LOG', '')) or '.'
    with contextlib.suppress(OSError):
        os.makedirs(folder, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise Refused('LOG=%s: cannot be written' % given['LOG'])
    if given.get('EXAMINE') == '1' and 'OPS' not in given:
        raise Refused('EXAMINE=1: OPS= must say after which operation')
    return given, run, mark
