#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/picture/picture.py [FROM=file] [ELF=image] [AT=worst|failure|all] [OUT=file.svg]:
draws an arena. `make picture` calls it. Status 2: not possible as asked; one line then says why,
and nothing is written."""
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, 'port/tool/gdb'))
import strips  # noqa: E402
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
    if asked['AT'] not in ('', 'all', *MOMENTS):
        raise Refused('AT=%s: worst, failure or all' % asked['AT'])
    if asked['ELF'] and '@' not in asked['FROM']:
        raise Refused('ELF=%s: only for a dump, FROM=FILE@ADDRESS' % asked['ELF'])
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
        raise Refused('FROM=%s: %s' % (path, why.strerror)) from why


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


def of_log(path, text, moment):
    """The last map of that moment. Without a moment: of the failure, or else of the worst one."""
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


def moments_of_log(path, text):
    """Every map of a log, in the order of the run."""
    found = [one for one in records_of(text) if one.get('record') == 'map']
    if not found:
        raise Refused('FROM=%s: no map in this log' % path)
    for record in found:
        read = tarn.read_map(record.get('lines', []))
        read.name = '%s %d' % ('failure' if record.get('why') == 'failure' else 'operation',
                               record.get('ops', 0))
        yield read


# ---- Other files ----------------------------------------------------------------------------


def of_dumps(words, elf):
    tarn.Session.target = tarn.Dumps(tarn.Elf(elf))
    tarn.Session.target.dumps += map(tarn.dump_of, words)
    return [tarn.map_of(heap) for heap in tarn.heaps_or_refuse()]


def of_text(path, text):
    try:
        read = tarn.read_map(text.splitlines())
    except tarn.Refused as why:
        raise tarn.Refused('FROM=%s: %s' % (path, why)) from why
    read.name = os.path.basename(path)
    return [read]


def is_log(text):
    return any('record' in record for record in records_of(text[:1 << 16]))


def drawn_text(path, text, moment):
    """The picture of a text file, and the end of the picture's name."""
    log = is_log(text)
    if moment == 'all':
        maps = moments_of_log(path, text) if log else tarn.read_maps(text.splitlines())
        return strips.svg(maps, base_of(path)), '-all'
    if log:
        maps, why = of_log(path, text, moment)
        return tarn.svg(maps), '-' + why
    refuse_moment(path, moment)
    return tarn.svg(of_text(path, text)), ''


def refuse_moment(path, moment):
    if moment:
        raise Refused('AT=%s: FROM=%s has no such moments; a soak\'s log has all of them, and the '
                      'capture of a console has AT=all' % (moment, path))


def base_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def drawn(asked):
    """The picture, and a name for it."""
    path = asked['FROM'] or newest_log()
    if '@' not in path or os.path.exists(path):
        text, end = drawn_text(path, text_of(path), asked['AT'])
        return text, base_of(path) + end
    if not asked['ELF']:
        raise Refused('FROM=%s: a dump; ELF= must name the image that ran' % path)
    refuse_moment(path, asked['AT'])
    dumps = path.split()
    return tarn.svg(of_dumps(dumps, asked['ELF'])), base_of(dumps[0].partition('@')[0])


def make_folder_of(path):
    try:
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    except OSError as why:
        raise Refused('OUT=%s: cannot be written: %s' % (path, why.strerror)) from why


def main(words):
    try:
        asked = arguments(words)
        text, name = drawn(asked)
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
