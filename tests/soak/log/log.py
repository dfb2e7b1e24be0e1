# SPDX-License-Identifier: MIT
"""The log of a run (README.md): reads it, and writes it."""
import fcntl
import json
import os
import time

SCHEMA = 2


class Refused(Exception):
    """One line says why what was asked is not possible."""


# ---- Reading -------------------------------------------------------------------------------

class Run:
    """The members of the record `run`, and the other records by kind. Work that a resumed run
    repeats is in it once. `torn`: a line is not JSON, because the machine died while it wrote."""
    tags = '0'

    def __init__(self, file, header, records, torn):
        self.__dict__.update(header)
        self.file, self.header, self.torn = file, header, torn
        self.samples, self.marks, self.maps, self.resumes = (
            [record for record in once(records) if record['record'] == kind]
            for kind in ('sample', 'mark', 'map', 'resume'))
        self.last = self.samples[-1] if self.samples else {'scenarios': {}}
        self.end = records[-1] if records and records[-1]['record'] == 'end' else None
        self.until = max(record['at'] for record in [header, *records])

    def verdict(self):
        """PASS or FAIL, or None of a run that may go on: it has no end, or Ctrl-C ended it."""
        if not self.end or self.end['stopped'] and self.end['verdict'] == 'PASS':
            return None
        return self.end['verdict']


def once(records):
    """At a `resume` the run goes back to a mark: what came after that mark before is left out."""
    kept = []
    for record in records:
        if record['record'] == 'resume':
            kept = [one for one in kept if one['ops'] <= record['ops']]
        kept.append(record)
    return kept


def parsed(line):
    try:
        return json.loads(line.strip('\0\n'))  # a machine that dies may leave zeros
    except ValueError:
        return None


def read(file):
    """The run of a log."""
    try:
        with open(file, encoding='utf-8', errors='replace', newline='\n') as stream:
            lines = [parsed(line) for line in stream]
    except OSError as why:
        raise Refused('%s: %s' % (file, why.strerror)) from None
    header, *records = [record for record in lines if record is not None] or [None]
    if not isinstance(header, dict) or header.get('record') != 'run':
        raise Refused('%s: not a log of the soak' % file)
    if header.get('schema') != SCHEMA:
        raise Refused('%s: a log of schema %s; this version reads %d' % (
            file, header.get('schema'), SCHEMA))
    try:
        return Run(file, header, records, None in lines)
    except (KeyError, TypeError) as why:
        raise Refused('%s: a record is not whole: %s' % (file, why)) from None


# ---- Writing -------------------------------------------------------------------------------

def mend(file):
    """Removes an incomplete last line, or ends a complete one. Was it incomplete?"""
    with open(file, 'rb+') as stream:
        whole = stream.read()
        last = whole[whole.rfind(b'\n') + 1:]
        if not last:
            return False
        if parsed(last.decode('utf-8', 'replace')):
            stream.write(b'\n')
            return False
        stream.truncate(len(whole) - len(last))
        return True


class Writer:
    """Appends records to a log that no other run is writing."""

    def __init__(self, file):
        self.name, self.failed = file, False
        try:
            os.makedirs(os.path.dirname(file) or '.', exist_ok=True)
            self.file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError:
            raise Refused('LOG=%s: cannot be written' % file) from None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused('LOG=%s: another run is writing it' % file) from None

    def line(self, text):
        """Writes a record that the guest printed, with the time."""
        data = ('{"at":%d,%s\n' % (time.time(), text[1:])).encode()
        try:
            while data:
                data = data[os.write(self.file, data):]
        except OSError:
            self.failed = True

    def record(self, kind, **members):
        self.line(json.dumps({'record': kind, **members}, separators=(',', ':')))
