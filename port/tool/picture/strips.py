# SPDX-License-Identifier: MIT
"""The arena over time: a strip for each moment, with the colours of port/tool/gdb/tarn.py."""
import tarn
from tarn import Refused, grouped_digits

LEFT, RIGHT = 258, 24  # the widths of a strip's label and of the margin
NAME = 24  # letters
STRIP, PITCH = 20, 26
MOST = 40  # strips
BYTES = 140000


class Moments:
    """At most MOST of many moments, evenly spaced, and the last one. A capture may have more maps
    than fit into memory."""

    def __init__(self, maps):
        self.maps, self.count, step = [], 0, 1
        last = None
        for last in maps:
            if self.count % step == 0:
                self.maps.append(last)
            self.count += 1
            if len(self.maps) > MOST:
                self.maps, step = self.maps[::2], step * 2
        if self.maps[-1] is not last:
            self.maps.append(last)
        if len({(one.arena, str(one.zones)) for one in self.maps}) > 1:
            raise Refused('AT=all: the maps are of several heaps; strips show only one')


class Strips(tarn.Shapes):
    """The drawing. Time runs down, addresses to the right."""

    def __init__(self, moments, title):
        self.maps, self.out = moments.maps, []
        by = 'tag' if any(piece.tag for one in self.maps for piece in one.pieces) else 'class'
        self.looks = [tarn.Look(one, by) for one in self.maps]
        self.top = self.head(title, moments.count)
        for row, map_ in enumerate(self.maps):
            self.label(row, map_)
        self.cells()
        self.height = self.legend(self.axis())

    def x(self, offset):
        return LEFT + offset * tarn.BAR / self.maps[0].arena

    def y(self, row):
        return self.top + row * PITCH

    def head(self, title, count):
        first, some = self.maps[0], len(self.maps)
        self.text('t', 16, 30, '%s: an arena of %s bytes at %s moments' % (
            title, grouped_digits(first.arena),
            count if some == count else '%d of %s' % (some, grouped_digits(count))))
        self.text('n', 16, 50, 'time runs down, addresses to the right')
        for zone in first.zones:
            self.rect('z%d' % (zone.index % 2), self.x(zone.at), 72,
                      (zone.capacity * (zone.size or 1)) * tarn.BAR / first.arena, 5,
                      tarn.zone_name(zone) if zone.size else 'commons')
        pools = [self.x(zone.at) for zone in first.zones if zone.size]
        commons = [self.x(zone.at) for zone in first.zones if not zone.size]
        self.text('o', LEFT - 8, 66, 'live')
        if pools:
            self.text('r', pools[0], 66, 'pools')
        if commons:
            self.text('r', max(commons[0], pools[0] + 42 if pools else 0), 66, 'commons')
        return 84

    def label(self, row, map_):
        live = sum(one.size * one.count for one in map_.pieces
                   if one.state in (tarn.LIVE, tarn.DAMAGED))
        name = map_.name or 'map %d' % (row + 1)
        self.text('n', 16, self.y(row) + 14, name[:NAME])
        self.text('o', LEFT - 8, self.y(row) + 14, grouped_digits(live) + ' B')
        self.rect('m', LEFT, self.y(row), tarn.BAR, STRIP)
        self.rect('h', LEFT, self.y(row), tarn.BAR, STRIP,
                  '; '.join([name, *tarn.numbers_of(map_, self.looks[row])]))

    def cells(self):
        """Draws the strips, coarser until the picture is small enough."""
        rest, pixels = self.out, 1
        while True:
            self.out = rest + tarn.paths_of(self.rows(pixels), LEFT, pixels)
            if sum(map(len, self.out)) < BYTES or pixels > 32:
                return
            pixels *= 2

    def rows(self, pixels):
        for row, (map_, look) in enumerate(zip(self.maps, self.looks)):
            width = tarn.BAR // pixels
            cells = tarn.Cells(map_, map_.arena / width, look.of)
            yield self.y(row) + STRIP // 2, next(cells.rows(width + 1))

    def axis(self):
        y = self.y(len(self.maps)) + 8
        self.text('r', LEFT, y, '0x0')
        for part in range(1, 5):
            offset = self.maps[0].arena * part // 4
            self.text('o', self.x(offset), y, '0x%x' % offset)
        return y + 14

    def legend(self, y):
        styles, states = {}, {}
        for look in self.looks:
            for piece in look.map.pieces:
                if piece.state == tarn.LIVE:
                    key = piece.tag if look.by == 'tag' else piece.index
                    styles[key] = ('b%s' % look.ink(piece), tarn.key_name(look, key))
            states.update(tarn.states_of(look))
        return self.items(([styles[key] for key in sorted(styles)], list(states.items())),
                          LEFT, LEFT + tarn.BAR, y)


def svg(maps, title):
    drawn = Strips(Moments(maps), title)
    thick = '<style>.tarn-map .p{stroke-width:%d}</style>' % STRIP
    return tarn.svg_file([thick, *drawn.out], LEFT + tarn.BAR + RIGHT, drawn.height)
