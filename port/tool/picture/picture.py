#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/picture/picture.py [FROM=file] [AT=all] [OUT=file.svg]: draws an arena. `make picture`
calls it. Status 2: not possible as asked; one line then says why, and nothing is written."""
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, '../gdb'))
import strips  # noqa: E402
import tarn  # noqa: E402
from tarn import Refused  # noqa: E402

NAMES = ('FROM', 'AT', 'OUT')
LOGS = 'build/soak/log'
MOMENTS = {'worst': 'its worst moment', 'failure': 'its failure'}


def arguments(words):
    asked = dict.fromkeys(NAMES, '')
    for word in words:
        name, equals, value = word.partition('=')
        if not equals or name not in NAMES:
            raise Refused('%s: NAME=value, with NAME one of %s' % (word, ' '.join(NAMES)))
        asked[name] = value
    if asked['AT'] not in ('', 'all'):
        raise Refused('AT=%s: all, or nothing' % asked['AT'])
    if os.path.isdir(asked['OUT']):
        raise Refused('OUT=%s: a folder; name a file' % asked['OUT'])
    return asked


def newest_log():
    logs = glob.glob(os.path.join(LOGS, '*.jsonl'))
    if not logs:
        raise Refused('FROM=: no log of a soak in %s: run `make soak`, or name a file' % LOGS)
    return max(logs, key=os.path.getmtime)


def text_of(path):
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            return file.read()
    except OSError as why:
        raise Refused(why.strerror) from why


# ---- A soak's log ---------------------------------------------------------------------------


def records_of(text):
    """The records of a log. The last line of a running soak may be incomplete."""
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield record


def named(read, name):
    read.name = name
    return read


def of_log(records):
    """The last map of the failure, or else of the worst moment, with the name of the run."""
    run, found = {}, {}
    for record in records:
        if record['record'] == 'run':
            run = record
        elif record['record'] == 'map':
            found[record.get('why')] = record
    record = found.get('failure') or found.get('worst')
    if record is None:
        raise Refused('no map in this log')
    read = tarn.read_map(record.get('lines', []))
    return named(read, 'Soak on %s, level %s, seed %s: %s, after %s operations' % (
        run.get('board', '?'), read.harden, run.get('seed', '?'), MOMENTS[record['why']],
        '{:,}'.format(record.get('ops', 0)))), '-' + record['why']


def moments_of_log(records):
    """Every map of a log, in the order of the run."""
    found = [one for one in records if one['record'] == 'map']
    if not found:
        raise Refused('no map in this log')
    for record in found:
        yield named(tarn.read_map(record.get('lines', [])), '%s %d' % (
            'failure' if record.get('why') == 'failure' else 'operation', record.get('ops', 0)))


# ---- Pictures -------------------------------------------------------------------------------


def drawn(path, moment):
    """The picture of a soak's log or of a console's capture, and a name for it."""
    text, base = text_of(path), os.path.splitext(os.path.basename(path))[0]
    records = [one for one in records_of(text) if 'record' in one]
    if moment == 'all':
        maps = moments_of_log(records) if records else tarn.read_maps(text.splitlines())
        return strips.svg(maps, base), base + '-all'
    read, end = of_log(records) if records else (
        named(tarn.read_map(text.splitlines()), os.path.basename(path)), '')
    return tarn.svg([read]), base + end


def make_folder_of(path):
    try:
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    except OSError as why:
        raise Refused('OUT=%s: cannot be written: %s' % (path, why.strerror)) from why


def main(words):
    try:
        asked = arguments(words)
        source = asked['FROM'] or newest_log()
        try:
            text, name = drawn(source, asked['AT'])
        except Refused as why:
            raise Refused('FROM=%s: %s' % (source, why)) from why
        path = asked['OUT'] or 'build/picture/%s.svg' % name
        make_folder_of(path)
        tarn.write_whole(path, text)
    except tarn.UNDONE as why:
        print('error: %s' % why, file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
