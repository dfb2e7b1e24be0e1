#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/view/picture/picture.py [FROM=file] [ELF=image] [AT=worst|failure] [OUT=file.svg]: draws an
arena. `make picture` calls it. Status 2: it cannot be done as asked; one line then says why, and
nothing is written."""
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, 'port', 'gdb'))
import tarn  # noqa: E402
from tarn import Refused  # noqa: E402

NAMES = ('FROM', 'ELF', 'AT', 'OUT')
LOGS = 'build/soak/log'
MOMENTS = {'worst': 'its worst moment', 'failure': 'its failure'}


def arguments(words):
    asked = dict.fromkeys(NAMES, '')
    for word in words:
        name, equals, value = word.partition('=')
        if not equals or name not in NAMES:
            raise Refused('%s: NAME=value, with NAME one of %s' % (word, ' '.join(NAMES)))
        asked[name] = value
    if asked['AT'] not in ('', *MOMENTS):
        raise Refused('AT=%s: worst or failure' % asked['AT'])
    if asked['ELF'] and '@' not in asked['FROM']:
        raise Refused('ELF=%s: the image of a dump; FROM=FILE@ADDRESS goes with it' % asked['ELF'])
    folder = os.path.dirname(asked['OUT']) or '.'
    if asked['OUT'] and (os.path.isdir(asked['OUT']) or not os.access(folder, os.W_OK)):
        raise Refused('OUT=%s: it cannot be written there' % asked['OUT'])
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
        raise Refused('FROM=%s: %s' % (path, why.strerror)) from why


# ---- A soak's log ---------------------------------------------------------------------------


def records_of(text):
    """The records of a log. The last line of a run that goes on may not be whole."""
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield record


def of_log(path, text, moment):
    """The last map of the moment that was asked for; of none, a failure's before all."""
    run, found = {}, {}
    for record in records_of(text):
        if record.get('record') == 'run':
            run = record
        elif record.get('record') == 'map':
            found[record.get('why')] = record
    record = found.get(moment or ('failure' if 'failure' in found else 'worst'))
    if record is None:
        raise Refused('FROM=%s: no map of %s in this log; it has %s' % (
            path, MOMENTS[moment or 'worst'], ' and '.join(sorted(found)) or 'none'))
    read = tarn.read_map(record.get('lines', []))
    read.name = 'Soak on %s, level %s, seed %s: %s, after %s operations' % (
        run.get('board', '?'), read.harden, run.get('seed', '?'), MOMENTS[record['why']],
        '{:,}'.format(record.get('ops', 0)))
    return [read], record['why']


# ---- Other files ----------------------------------------------------------------------------


def of_dumps(words, elf):
    tarn.Session.target = tarn.Dumps(tarn.Elf(elf))
    for word in words:
        tarn.Session.dumps.append(tarn.dump_of(word))
    return tarn.maps_of(tarn.saved())


def of_text(path, text):
    try:
        read = tarn.read_map(text.splitlines())
    except tarn.Refused as why:
        raise tarn.Refused('FROM=%s: %s' % (path, why)) from why
    read.name = os.path.basename(path)
    return [read]


def is_log(text):
    return any('record' in record for record in records_of(text[:1 << 16]))


def maps_of(asked):
    """The maps, and a name for them."""
    path = asked['FROM'] or newest_log()
    dumps = path.split() if '@' in path and not os.path.exists(path) else []
    base = os.path.splitext(os.path.basename((dumps or [path])[0].partition('@')[0]))[0]
    if dumps:
        if not asked['ELF']:
            raise Refused('FROM=%s: of a dump, ELF= names the image that ran' % path)
        maps = of_dumps(dumps, asked['ELF'])
    else:
        text = text_of(path)
        if is_log(text):
            maps, moment = of_log(path, text, asked['AT'])
            return maps, '%s-%s' % (base, moment)
        maps = tarn.maps_of(tarn.read_saved(path)) if text.startswith('{') else of_text(path, text)
    if asked['AT']:
        raise Refused('AT=%s: FROM=%s is no log of a soak, which alone has moments' % (
            asked['AT'], path))
    return maps, base


def main(words):
    try:
        asked = arguments(words)
        maps, name = maps_of(asked)
        path = asked['OUT'] or 'build/picture/%s.svg' % name
        if not asked['OUT']:
            os.makedirs('build/picture', exist_ok=True)
        tarn.write_whole(path, tarn.svg(maps))
    except tarn.UNDONE as why:
        print('error: %s' % why, file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
