# SPDX-License-Identifier: MIT
"""Serves the page, on the loopback address only, by the standard library's http.server.

`/` is the page, /now its numbers as HTML, /arena.svg?heap=bytes the picture of a heap."""
import http.server
import math
import os
import sys
import threading
import time
import urllib.parse

import arena
import markup
import plots
from markup import Markup
from said import NOTHING, SHOWN
from screen import LABEL, SILENT, number, signed
from source import Refused

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'watch.js')
POLICY = markup.POLICY + "; connect-src 'self'"
PAGE = '<div id="head"></div>\n<div id="heaps"></div>\n<pre id="last"></pre>'
PLOTS = (['live', 'requested'], ['free', 'longest'], ['fragmentation'], ['refused'], ['blocks'],
         ['faults'])


def label(name):
    return LABEL.get(name, name)


# ---- What the page shows ---------------------------------------------------------------------

def state(watch, silent):
    if watch.over:
        return markup.chip('NOTE', watch.over)
    if silent >= SILENT:
        return markup.chip('FAIL', 'silent for %d s' % silent)
    return markup.chip('PASS', 'live')


def head(watch):
    note = '%d damaged reports, maps or tags' % watch.damaged if watch.damaged else \
        '' if watch.heaps else NOTHING
    return markup.markup(
        '<div id="head"><div class="head"><h1>tarn watch</h1><span>%s</span>%s<span>%s</span></div>'
        '<p><code>%s</code></p></div>', watch.title,
        Markup(state(watch, int(time.time() - watch.heard)).replace('<span', '<span id="state"')),
        note, watch.verdict or '')


def plot(points, names):
    """One or two numbers over the updates."""
    rows = [[point['at'] - points[0]['at'], point[names[0]], point[names[0]], point[names[0]],
             point.get(names[-1], math.nan) if len(names) > 1 else math.nan]
            for point in points if names[0] in point]
    longest = max(rows[-1][0] * 1000, 1000)
    unit, milliseconds = plots.unit_of(longest)
    for row in rows:
        row[0] = row[0] * 1000 / milliseconds
    return plots.plot(rows, 'most', list(map(label, names)), longest / milliseconds, unit)


def bar(one):
    """The live blocks, the peak, and what was never used, of all that there is."""
    live, peak = (min(100, 100 * count / (one['capacity'] or 1))
                  for count in (one['live'], max(one['live'], one.get('peak', 0))))
    return markup.markup(
        '<td class="bar"><i style="background:linear-gradient(90deg,var(--p5) %s%%,var(--p4) %s%% '
        '%s%%,var(--line) %s%%)"></i></td>', live, live, peak, peak)


def tables(heap):
    last = len(heap.classes) - 1
    if heap.classes:
        yield markup.table('class|#size|#live|#capacity|#peak|#refused|', (
            ['commons' if i == last else i, None if i == last else one['size'], one['live'],
             one['capacity'], one.get('peak'), one.get('refused'), bar(one)]
            for i, one in enumerate(heap.classes)))
    if heap.tags:
        yield '<br>' + markup.table('tag|#live|#change|#blocks|#peak|#refused|#limit', (
            ['%d %s' % (tag, one.get('name', '')),
             *(one.get(name) for name in 'live change blocks peak refused limit'.split())]
            for tag, one in sorted(heap.tags.items())))


def section(heap):
    faults = ''.join(', %s %d' % fault for fault in heap.faults.items())
    points = heap.points()
    shown = [[name for name in names if name in heap.now] for names in PLOTS]
    return markup.markup(
        '<section class="board" id="heap-%s" data-heap="%s" data-map="%s">\n'
        '<header><h3>heap of %s bytes, update %s%s</h3></header>\n%s\n<div class="plots">%s</div>'
        '\n%s</section>', heap.arena, heap.arena, heap.maps, heap.arena, heap.updates, faults,
        markup.tiles((label(name), '%s %s' % (number(name, heap.now[name]),
                                              signed(name, heap.change(name))))
                     for names in shown for name in names),
        markup.lines(markup.figure(', '.join(map(label, names)), '', names, plot(points, names))
                     for names in shown if names),
        markup.lines(tables(heap)))


def now(watch):
    return markup.lines([head(watch), *map(section, watch.heaps.values()), markup.markup(
        '<pre id="last">%s</pre>', '\n'.join(watch.last[-SHOWN:]))])


# ---- The server ------------------------------------------------------------------------------

class Handler(http.server.BaseHTTPRequestHandler):
    """Answers GET only."""
    server_version, sys_version = 'tarn-watch', ''

    def log_message(self, *words):
        """Prints nothing: the terminal shows the heap."""

    def do_GET(self):
        # Another site may give this address a name of its own. Its page does not get the numbers.
        if self.headers.get('Host', '').rsplit(':', 1)[0] not in ('127.0.0.1', 'localhost'):
            return self.send_error(403)
        asked = urllib.parse.urlparse(self.path)
        if asked.path == '/':
            return self.answer('text/html', markup.document(
                'tarn watch', PAGE, markup.contents(SCRIPT), POLICY))
        if asked.path == '/now':
            with self.server.watch.lock:
                told = now(self.server.watch)
            return self.answer('text/html', told)
        if asked.path == '/arena.svg':
            return self.picture(urllib.parse.parse_qs(asked.query).get('heap', [''])[0])
        return self.send_error(404)

    def picture(self, size):
        with self.server.watch.lock:
            heap = self.server.watch.heaps.get(int(size) if size.isdigit() else None)
            read = heap.map if heap else None
        if read is None:
            return self.send_error(404)
        return self.answer('image/svg+xml', arena.tarn.svg(read))

    def answer(self, kind, text):
        body = text.encode()
        self.send_response(200)
        for name, value in (('Content-Type', kind + '; charset=utf-8'),
                            ('Content-Length', str(len(body))),
                            ('Cache-Control', 'no-store'), ('Content-Security-Policy', POLICY)):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Web(http.server.ThreadingHTTPServer):
    """The server. Its threads read the watch under its lock."""
    daemon_threads = True

    def __init__(self, watch, port):
        self.watch = watch
        try:
            super().__init__(('127.0.0.1', port), Handler)
        except OSError as why:
            raise Refused('WEB_PORT=%d: %s' % (port, why.strerror.lower()))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """A browser may close the connection during an answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self):
        return 'http://127.0.0.1:%d/' % self.server_address[1]
