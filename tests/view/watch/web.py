# SPDX-License-Identifier: MIT
"""Serves the page, on the loopback address only, by the standard library's http.server.

`/` is page.html, /data the numbers, /arena.svg?heap=bytes the picture."""
import http.server
import json
import os
import sys
import threading
import time
import urllib.parse

import arena
from said import NOTHING, SHOWN
from source import Refused

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'page.html')
POLICY = ("default-src 'none'; connect-src 'self'; "
          "style-src 'unsafe-inline'; script-src 'unsafe-inline'")


def heap_data(heap):
    tags = [dict(one, tag=tag) for tag, one in sorted(heap.tags.items())]
    return {'arena': heap.arena, 'updates': heap.updates, 'now': heap.now, 'before': heap.before,
            'range': heap.range, 'points': heap.points(), 'classes': heap.classes,
            'faults': heap.faults, 'tags': tags, 'maps': heap.maps}


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
            with open(PAGE, 'rb') as page:
                return self.answer('text/html; charset=utf-8', page.read())
        if asked.path == '/data':
            return self.answer('application/json', json.dumps(self.data()).encode())
        if asked.path == '/arena.svg':
            return self.picture(urllib.parse.parse_qs(asked.query).get('heap', [''])[0])
        return self.send_error(404)

    def data(self):
        watch = self.server.watch
        with watch.lock:
            return {'title': watch.title, 'over': watch.over, 'verdict': watch.verdict,
                    'silent': int(time.time() - watch.heard), 'damaged': watch.damaged,
                    'last': watch.last[-SHOWN:], 'nothing': NOTHING,
                    'heaps': [heap_data(heap) for heap in watch.heaps.values()]}

    def picture(self, size):
        with self.server.watch.lock:
            heap = self.server.watch.heaps.get(int(size) if size.isdigit() else None)
            read = heap.map if heap else None
        if read is None:
            return self.send_error(404)
        return self.answer('image/svg+xml', arena.tarn.svg(read).encode())

    def answer(self, kind, body):
        self.send_response(200)
        for name, value in (('Content-Type', kind), ('Content-Length', str(len(body))),
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
