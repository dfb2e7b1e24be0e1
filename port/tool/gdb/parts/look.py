# SPDX-License-Identifier: MIT
"""Of tarn.py: how the pieces of a map look, and where they lie in a picture."""

# Colours of classes and tags, which the colour-blind can tell apart (Paul Tol, "bright"). REST_INK
# is for the commons, or for blocks without a tag.
INKS = ('#66ccee', '#ccbb44', '#228833', '#ee6677', '#4477aa', '#ee7733', '#009988', '#7755cc')
REST_INK = '#aa3377'
LEFT, BAR, RIGHT = 84, 768, 180  # columns of the picture: labels, the arena, names of zones
ROW, PITCH = 14, 21
ROWS = 40  # at most
PICTURE_BYTES = 280000
# Bytes, or a 64th of the arena if that is less. A free run with less room is stranded, as in the
# soak.
SMALL = 256
LIGHT = {'page': '#ffffff', 'ink': '#1f2428', 'soft': '#5c646b', 'meta': '#b9bec5',
         'free': '#e8eaed', 'never': '#f4f5f7', 'dot': '#a6acb3', 'strand': '#f6c9bd',
         'hatch': '#b3361c', 'wait': '#cfd4da', 'bar': '#6b737b', 'zone': '#8d9299',
         'other': '#cdd1d6'}
DARK = {'page': '#14171a', 'ink': '#f2f4f5', 'soft': '#9ba4ac', 'meta': '#4a5159',
        'free': '#262b31', 'never': '#1b1f23', 'dot': '#565e67', 'strand': '#5a281d',
        'hatch': '#ff8a70', 'wait': '#39414a', 'bar': '#98a2ac', 'zone': '#6b747c',
        'other': '#3a4149'}


def escaped(text):
    """A text in XML, which has no control characters."""
    text = re.sub('[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]', '\ufffd', str(text))
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('"', '&quot;')


def grouped_digits(value):
    return '{:,}'.format(value)


class Look:
    """How a piece looks: its colour, by tag if blocks have tags, else by class; and whether it is
    stranded free memory."""

    def __init__(self, map_, by=None):
        self.map = map_
        tagged = any(one.tag for one in map_.pieces)
        self.by = by or ('tag' if tagged else 'class')
        self.small = min(SMALL, map_.arena // 64)
        self.least = self.small + record_bytes(map_.harden, map_.tags)

    def ink(self, piece):
        """The number of its colour."""
        if self.by != 'class':
            return 'r' if not piece.tag else (piece.tag - 1) % len(INKS)
        return 'r' if piece.index == self.map.classes else piece.index % len(INKS)

    def stranded(self, piece):
        return piece.state == FREE and piece.index == self.map.classes and piece.size < self.least

    def of(self, piece):
        """The name of its style."""
        if piece.state == LIVE:
            return 'b%s' % self.ink(piece)
        if self.stranded(piece):
            return 's'
        return {FREE: 'f', NEVER: 'v', FREED: 'w', DAMAGED: 'x'}[piece.state]

    def tells(self, piece, offset, size):
        """The text that a browser shows when the pointer is on a block or a run."""
        map_ = self.map
        words = ['0x%x' % ((map_.address or 0) + offset), '%s bytes' % grouped_digits(size)]
        words.append('stranded' if self.stranded(piece) else piece.state)
        words.append('commons' if piece.index == map_.classes else 'class %d' % piece.index)
        if piece.tag:
            words.append(LOST[piece.tag] if self.by == 'lost' else 'tag %d %s' % (
                piece.tag, map_.tag_names.get(piece.tag, '')))
        if piece.sequence:
            words.append('%s allocations old' % grouped_digits(map_.sequence - piece.sequence))
        if piece.owner:
            words.append(piece.owner)
        return ', '.join(word.strip() for word in words)


class Rows:
    """Where addresses lie in the picture. All rows have the same number of bytes."""

    def __init__(self, arena, top):
        self.bytes, self.top = 128, top
        while self.bytes * ROWS < arena:
            self.bytes *= 2
        self.count = -(-arena // self.bytes)

    def width(self, size):
        return size * BAR / self.bytes

    def parts(self, offset, size):
        """Splits a range into rows: (row, first byte in it, bytes, is this the last part?)."""
        end = offset + size
        while offset < end:
            row, at = divmod(offset, self.bytes)
            part = min(self.bytes - at, end - offset)
            offset += part
            yield row, at, part, offset == end

    def y(self, row):
        return self.top + row * PITCH


def short(value):
    """A coordinate, in as few digits as it needs."""
    return ('%.1f' % value).rstrip('0').rstrip('.')


class Shapes:
    """Draws rectangles and text. `out` has the lines of the SVG."""

    def rect(self, style, x, y, width, height, tells=None):
        self.out.append('<rect class="%s" x="%s" y="%s" width="%s" height="%s"%s' % (
            style, short(x), short(y), short(width), height,
            '><title>%s</title></rect>' % escaped(tells) if tells else '/>'))

    def text(self, style, x, y, text):
        self.out.append('<text class="%s" x="%s" y="%s">%s</text>' % (
            style, short(x), short(y), escaped(text)))

    def items(self, rows, left, right, y):
        """Draws a legend of rows of (style, text). Returns the y below it."""
        for items in rows:
            x = left
            for style, text in items:
                width = 24 + 6.4 * len(text)
                if x + width > right and x > left:
                    x, y = left, y + 20
                if style:
                    self.rect(style, x, y, 12, 12)
                self.text('n', x + (18 if style else 0), y + 10, text)
                x += width + 10
            y += 24 if items else 0
        return y + 8


class Picture(Shapes):
    """The drawing of a map. If it would be too large, it draws neighbours as one, in cells of some
    pixels. Then only the longest pieces show text under the pointer."""

    def __init__(self, map_, title='', by=None, top=0, bytes_=PICTURE_BYTES):
        self.map, self.look, self.out = map_, Look(map_, by), []
        self.merged = False
        self.rows = Rows(map_.arena, self.head(title, top))
        self.frame()
        if not self.every_piece(bytes_):
            self.cells(bytes_)
        self.height = self.legend()

    def span(self, style, offset, size, tells=None, dy=0, height=ROW):
        """Draws a stretch of the arena, over several rows if need be, with a gap at its end."""
        for row, at, part, last in self.rows.parts(offset, size):
            width = self.rows.width(part)
            if last and height == ROW and width >= 3:
                width -= 1
            self.rect(style, LEFT + self.rows.width(at), self.rows.y(row) + dy, width, height,
                      tells)

    # -- What stands around the arena --

    def head(self, title, top):
        self.text('t', LEFT, top + 30,
                  title or 'Arena of %s bytes' % grouped_digits(self.map.arena))
        y = top + 34
        for text in numbers_of(self.map, self.look):
            y += 18
            self.text('n', LEFT, y, text)
        return y + 18

    def frame(self):
        """Draws the metadata, which lies outside of all zones, and a strip under each pool."""
        rows, map_ = self.rows, self.map
        self.span('m', 0, map_.arena, 'metadata')
        for row in range(rows.count):
            self.text('o', LEFT - 8, rows.y(row) + 11, self.label(row * rows.bytes))
        names = {}
        for zone in map_.zones:
            if zone.size:
                self.span('z%d' % (zone.index % 2), zone.at, zone.size * zone.capacity,
                          zone_name(zone), ROW + 1, 3)
            names.setdefault(zone.at // rows.bytes, []).append(zone)
        for row, zones in names.items():
            self.text('r', LEFT + BAR + 10, rows.y(row) + 11, zones_name(zones))

    def label(self, offset):
        """An address; or an offset, if the address is unknown or too long."""
        address = self.map.address
        if address is None or address >> 32:
            return '%s0x%05x' % ('+' if address else '', offset)
        return '0x%08x' % (address + offset)

    # -- The arena --

    def every_piece(self, bytes_):
        """Draws each piece. False: that is too much, and nothing is drawn."""
        look, rest = self.look, len(self.out)
        count = sum(one.count for one in self.map.pieces if one.state != NEVER)
        if count > bytes_ // 100 or self.rows.width(8) < 1.5:
            return False
        for piece in self.map.pieces:
            style = look.of(piece)
            if piece.state == NEVER:
                self.span(style, piece.offset, piece.size * piece.count,
                          look.tells(piece, piece.offset, piece.size * piece.count))
                continue
            for at in range(piece.offset, piece.offset + piece.size * piece.count, piece.size):
                self.span(style, at, piece.size, look.tells(piece, at, piece.size))
        if sum(map(len, self.out)) < bytes_:
            return True
        del self.out[rest:]
        return False

    def cells(self, bytes_):
        """Draws cells, coarser ones until the picture is small enough."""
        rest, pixels, self.merged = self.out, 1, True
        while True:
            self.out = list(rest)
            self.out += self.paths(pixels)
            self.longest()
            if sum(map(len, self.out)) < bytes_ or pixels > 32:
                return
            pixels *= 2

    def paths(self, pixels):
        size = self.rows.bytes * pixels / BAR
        rows = Cells(self.map, size, self.look.of).rows(BAR // pixels)
        return paths_of(((self.rows.y(row) + ROW // 2, runs) for row, runs in enumerate(rows)),
                        LEFT, pixels)

    def longest(self):
        """Draws the longest pieces, each by itself."""
        wide = [one for one in self.map.pieces if one.state != NEVER and
                self.rows.width(one.size) >= 5]
        wide = sorted(wide, key=lambda one: -one.size)[:500]
        for piece in sorted(wide, key=lambda one: one.offset):
            for at in range(piece.offset, piece.offset + piece.size * piece.count, piece.size):
                self.span(self.look.of(piece), at, piece.size,
                          self.look.tells(piece, at, piece.size))

    # -- The legend --

    def legend(self):
        y = self.rows.y(self.rows.count) + 16
        merged = [(None, 'Neighbours below %d bytes may be drawn as one.' % (
            self.rows.bytes * 5 // BAR))] if self.merged else []
        return self.items((inks_of(self.look), states_of(self.look), merged),
                          LEFT, LEFT + BAR + RIGHT, y)


def paths_of(rows, left, pixels):
    """A path for each style, of lines as thick as a row. `rows`: (middle, runs) of each row."""
    lines = {}
    for y, runs in rows:
        for at, count, style in runs:
            lines.setdefault(style, []).append('M%d %dh%d' % (left + at * pixels, y,
                                                              count * pixels))
    return ['<path class="p %s" d="%s"/>' % (style, ''.join(lines[style]))
            for style in sorted(lines, key=str) if style]


class Cells:
    """The arena in cells of some bytes. A cell has the style of most of its bytes. But a damaged
    block always shows, and stranded bytes do if they are a third."""

    def __init__(self, map_, size, style):
        self.size = size
        self.sums = [{} for _ in range(int((map_.arena - 1) / size) + 1)]
        for piece in map_.pieces:
            self.add(style(piece), piece.offset, piece.size * piece.count)

    def add(self, style, offset, length):
        for cell in range(int(offset / self.size), int((offset + length - 1) / self.size) + 1):
            part = min((cell + 1) * self.size, offset + length) - max(cell * self.size, offset)
            self.sums[cell][style] = self.sums[cell].get(style, 0) + part

    def style(self, cell):
        """The style of a cell; None for metadata."""
        sums = self.sums[cell]
        if 'x' in sums:
            return 'x'
        if sums.get('s', 0) * 3 >= self.size:
            return 's'
        return max(sorted(sums), key=sums.get) if sums else None

    def rows(self, width):
        """For each row of `width` cells, the runs of equal cells: (first, number, style)."""
        for first in range(0, len(self.sums), width):
            styles = [self.style(cell) for cell in range(first, min(first + width, len(self.sums)))]
            runs, at = [], 0
            for style, same in itertools.groupby(styles):
                runs.append((at, len(list(same)), style))
                at += runs[-1][1]
            yield runs
