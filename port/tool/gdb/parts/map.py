# SPDX-License-Identifier: MIT
"""Of tarn.py: the text of the map of an arena."""

# A pool, or the commons: with size 0, and the capacity in bytes. A piece: `count` of `size` bytes.
Zone = collections.namedtuple('Zone', 'index at size capacity')
Piece = collections.namedtuple('Piece', 'offset size count index state tag sequence owner',
                               defaults=('',))
PIECE = re.compile(r'([LFNWX])([1-9][0-9]*)?(?:/([0-9]*)(?:/([0-9]+))?)?$')
FREE, NEVER = 'free', 'never used'
STATES = {'L': LIVE, 'F': FREE, 'N': NEVER, 'W': FREED, 'X': DAMAGED}


class Map:
    """What lies where in an arena, as tarn_report_map() prints it (pool/using.md). Offsets count
    from the arena's start. Neighbouring blocks of a pool that are alike are one piece."""

    def __init__(self, arena, classes, harden=1, tags=0, sequence=0):
        self.arena, self.classes, self.harden = arena, classes, harden
        self.tags, self.sequence = tags, sequence
        self.zones, self.pieces = [], []
        self.name, self.address, self.tag_names = '', None, {}  # if they are known

    def blocks(self):
        """(offset, size, index, tag, sequence) of each live block, in address order."""
        for piece in self.pieces:
            if piece.state in (LIVE, DAMAGED):
                for i in range(piece.count):
                    yield (piece.offset + i * piece.size, piece.size, piece.index, piece.tag,
                           piece.sequence)

    def count(self):
        return sum(one.count for one in self.pieces if one.state in (LIVE, DAMAGED))


class MapReader:
    """Reads lines of text, and skips those of no map. `whole` is the last complete map."""

    def __init__(self):
        self.whole = self.map = None
        self.why = 'no line begins with "map heap": tarn_report_map() prints such a line'
        self.at = 0

    def read(self, number_, line):
        words = line.split()
        if len(words) < 2 or words[0] != 'map':
            return
        try:
            self.line(words[1], words[2:])
        except (Refused, KeyError, ValueError, IndexError) as why:
            self.map = None
            why = why if isinstance(why, Refused) else 'not a line of a map'
            self.why = 'line %d: %s' % (number_, why)

    def line(self, kind, words):
        fields = dict(word.split('=') for word in words if '=' in word)
        if kind == 'heap':
            self.map = Map(int(fields['arena']), int(fields['classes']), int(fields['harden']),
                           int(fields['tags']), int(fields.get('sequence', 0)))
            self.why = 'the map has no line "map end"'
            if not 0 < self.map.arena <= ARENA_MAX or self.map.classes > 64:
                raise Refused('no arena has %d bytes and %d classes'
                              % (self.map.arena, self.map.classes))
        elif self.map is None:
            pass
        elif kind == 'end':
            self.end(int(fields['blocks']))
        else:
            if kind == 'pool':
                self.zone(int(words.pop(0)), fields, int(fields['size']),
                          int(fields['capacity']))
            elif kind == 'commons':
                self.zone(self.map.classes, fields, 0, self.map.arena - int(fields['at']))
            elif kind != '+' or not self.map.zones:
                raise Refused('the line "map %s" cannot stand here' % kind)
            for word in words:
                if '=' not in word:
                    self.piece(word)

    def zone(self, index, fields, size, capacity):
        self.at = int(fields['at'])
        self.map.zones.append(Zone(index, self.at, size, capacity))

    def piece(self, word):
        found, zone = PIECE.match(word), self.map.zones[-1]
        if not found or not zone.size and not found.group(2):
            raise Refused('%s is not a piece of a map' % word)
        amount = int(found.group(2) or 1)
        size, count = (zone.size, amount) if zone.size else (amount, 1)
        if self.at + size * count > self.map.arena:
            raise Refused('%s lies past the arena\'s end' % word)
        state, tag, sequence = found.group(1, 3, 4)
        self.map.pieces.append(Piece(self.at, size, count, zone.index, STATES[state],
                                     int(tag or 0), int(sequence or 0)))
        self.at += size * count

    def end(self, blocks):
        zones = [zone.index for zone in self.map.zones]
        if zones != list(range(len(zones))) or len(zones) < self.map.classes:
            raise Refused('the map does not have all of its zones: lines are missing')
        if blocks != self.map.count():
            raise Refused('the map has %d live blocks, and its end says %d: lines are missing'
                        % (self.map.count(), blocks))
        self.whole, self.map = self.map, None


def read_maps(lines):
    """Each whole map in lines of text, with the line before it as its name."""
    reader, before, whole = MapReader(), '', None
    for number_, line in enumerate(lines, 1):
        begun = reader.map
        reader.read(number_, line)
        if reader.whole is not whole:
            whole = reader.whole
            yield whole
        elif reader.map and reader.map is not begun:
            reader.map.name, before = before, ''
        elif line.split()[:1] != ['map']:
            before = line.strip() or before
    if whole is None:
        raise Refused(reader.why)


def read_map(lines):
    """The last whole map in lines of text."""
    return collections.deque(read_maps(lines), 1)[0]
