# SPDX-License-Identifier: MIT
"""Figures on pages, in tables and in prose, that figures.md holds.

`claims` says which line of a page has which of them."""

import re

from tables import fail

CLAIMS = ('tests/bench/claims', 'tests/bench/objects/claims')
STATISTICS = {'max': -1, 'median': 0}  # places in a cell
COLUMN = re.compile(r'(M4|M0|RV32|Armv4T)\S* ')  # begins a whole name
FIGURE = r'(-|\d[\d,]*(?:\.\d+)?(?: / \d[\d,]*(?:\.\d+)?)*)'


def about(value):
    """Rounded to two digits."""
    unit = 10 ** max(0, len(str(value)) - 2)
    return f'{(value + unit // 2) // unit * unit:,}'


def one(name, cell, at):
    """The text of one figure."""
    row, _, statistic = name.rpartition('.')
    if statistic not in STATISTICS:
        row, statistic = name, None
    text = cell(*row.split(' ', 1))
    if not text:
        fail(f'{at}: figures.md has no {name}')
    return text if statistic is None else text.split(' / ')[STATISTICS[statistic]]


def wanted(start, field, cell, at):
    """The text that a field of a claim asks for."""
    rounded = field.startswith('about ')
    names = [name if not start or COLUMN.match(name) else f'{start} {name}'
             for name in field.removeprefix('about ').split(' + ')]
    text = max((one(name, cell, at) for name in names), key=lambda each: float(each.split()[-1]))
    return about(int(text)) if rounded else text


def claims(path):
    """Yields where a claim stands, and its fields."""
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            fields = line.rstrip('\n').split('\t')
            if line.startswith('#') or not line.strip():
                continue
            if len(fields) < 4 or fields[1].count('@') != len(fields) - 3:
                fail(f'{path}:{number}: a claim has a page, text, the beginning of a row, '
                     'and a figure for each @')
            yield f'{path}:{number}', fields


def pattern(text):
    end = text.endswith('$')
    parts = [re.escape(part) for part in text.removesuffix('$').split('@')]
    return re.compile(FIGURE.join(parts) + ('$' if end else ''), re.M)


def judge(action, cell):
    """Compares the pages with the cells of figures.md, or writes their figures."""
    texts = {}
    bad = count = 0
    for path in CLAIMS:
        for at, (page, text, start, *fields) in claims(path):
            count += len(fields)
            if page not in texts:
                with open(page, encoding='utf-8') as file:
                    texts[page] = file.read()
            found = list(pattern(text).finditer(texts[page]))
            if len(found) != 1:
                fail(f'{at}: {page} has this text {len(found)} times, not once: {text}')
            figures = [wanted(start, field, cell, at) for field in fields]
            if list(found[0].groups()) == figures:
                continue
            parts = text.removesuffix('$').split('@')
            line = ''.join(map(''.join, zip(parts, [*figures, ''])))
            texts[page] = texts[page][:found[0].start()] + line + texts[page][found[0].end():]
            print(f'{page}: {found[0][0]} -> {line}')
            bad += 1
    if action == 'write':
        for page, text in texts.items():
            with open(page, 'w', encoding='utf-8') as file:
                file.write(text)
        return 0
    print(f'{count} figures on pages, {bad} lines differ from figures.md'
          + (' (tests/bench/figures.py pages write)' if bad else ''))
    return bool(bad)
