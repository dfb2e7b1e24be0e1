# SPDX-License-Identifier: MIT
"""Pages: pieces of HTML, and the document of the soak's report. It is one file and loads
nothing."""
import html
import os

HERE = os.path.dirname(os.path.abspath(__file__))
DOCUMENT = '''<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="%s">
<title>%s</title><link rel="icon" href="data:,">
<style>
%s</style></head><body>
%s
<script>
%s</script></body></html>
'''
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


class Markup(str):
    """Text that is HTML already. All other text is escaped."""


def markup(form, *texts):
    return Markup(form % tuple(
        text if isinstance(text, Markup) else html.escape(str(text)) for text in texts))


def lines(pieces):
    return Markup('\n'.join(filter(None, pieces)))


def chip(name, text=None):
    return markup('<span class="chip %s">%s</span>', name, text or name)


def tiles(facts):
    return Markup('<dl class="tiles">%s</dl>' % lines(
        markup('<div><dt>%s</dt><dd>%s</dd></div>', *fact) for fact in facts))


def cell(value, head, first):
    if isinstance(value, Markup) and value.startswith('<td'):
        return value
    form = '<td class="n">%s</td>' if head.startswith('#') else \
        '<th scope="row">%s</th>' if first else '<td>%s</td>'
    return markup(form, '–' if value is None else value)


def row(values, heads):
    return '<tr>%s</tr>' % ''.join(
        cell(value, head, not i) for i, (value, head) in enumerate(zip(values, heads)))


def table(heads, rows):
    """Heads are separated by `|`. The columns of those with a `#` have figures."""
    heads = heads.split('|')
    body = [row(values, heads) for values in rows]
    names = ''.join(markup(
        '<th class="n" scope="col">%s</th>' if head.startswith('#') else '<th scope="col">%s</th>',
        head.lstrip('#')) for head in heads)
    return Markup('<div class="table%s"><table><thead><tr>%s</tr></thead>\n<tbody>%s</tbody>'
                  '</table></div>' % (' dense' if len(body) > 30 else '', names, '\n'.join(body)))


def figure(title, unit, plot):
    return markup('<figure><figcaption>%s<span>%s</span></figcaption>%s</figure>', title, unit,
                  Markup(plot))


def contents(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def document(title, body):
    return DOCUMENT % (POLICY, html.escape(title), contents(os.path.join(HERE, 'look.css')), body,
                       contents(os.path.join(HERE, 'look.js')))
