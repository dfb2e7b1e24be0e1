# SPDX-License-Identifier: MIT
"""Of tarn.py: the map of an arena as a picture: a file, or text for a terminal."""


def zone_name(zone):
    return 'pool %d: %d blocks of %d bytes' % (zone.index, zone.capacity, zone.size)


def zones_name(zones):
    """The name of the zones that begin in one row."""
    pools = [zone for zone in zones if zone.size]
    words = []
    if len(pools) == 1:
        words.append('pool %d: %d \u00d7 %d B' % (pools[0].index, pools[0].capacity, pools[0].size))
    elif pools:
        words.append('pools of %s B' % ', '.join(str(one.size) for one in pools)
                     if len(pools) < 4 else 'pools %d to %d' % (pools[0].index, pools[-1].index))
    if len(pools) < len(zones):
        words.append('commons')
    return ', '.join(words)


def total(pieces):
    return grouped_digits(sum(one.size * one.count for one in pieces))


def numbers_of(map_, look):
    """The lines of numbers above the picture."""
    state = {name: [one for one in map_.pieces if one.state == name] for name in STATES.values()}
    pools = [one for one in state[FREE] + state[NEVER] if one.index < map_.classes]
    runs = [one for one in state[FREE] if one.index == map_.classes]
    lost = [one for one in runs if look.stranded(one)]
    free, longest = sum(one.size for one in runs), max((one.size for one in runs), default=0)
    yield '%s of %s bytes live in %s blocks; pools keep %s bytes idle%s' % (
        total(state[LIVE] + state[DAMAGED]), grouped_digits(map_.arena),
        grouped_digits(map_.count()), total(pools),
        '; %s bytes wait in the quarantine' % total(state[FREED]) if state[FREED] else '')
    yield ('commons: %s bytes free in %s runs, the longest %s; %s bytes stranded in %s runs; '
           'fragmentation %.1f %%' % (
               total(runs), grouped_digits(len(runs)), grouped_digits(longest), total(lost),
               grouped_digits(len(lost)), (free - longest) * 100 / free if free else 0))
    if state[DAMAGED]:
        places = ', '.join('0x%x' % (one.offset + (map_.address or 0))
                           for one in state[DAMAGED][:6])
        yield 'damaged: the blocks at %s%s' % (places, ' ...' if len(state[DAMAGED]) > 6 else '')


def key_name(look, key):
    """The name of a class or a tag."""
    map_ = look.map
    if look.by == 'tag':
        return ('tag %d %s' % (key, map_.tag_names.get(key, ''))).strip() if key else 'no tag'
    if look.by == 'lost':
        return LOST[key]
    if key == map_.classes:
        return 'commons'
    return 'class %d (%d B)' % (key, next((z.size for z in map_.zones if z.index == key), 0))


def inks_of(look):
    """(style, text) of each colour."""
    map_ = look.map
    sums = {}
    for piece in map_.pieces:
        if piece.state == LIVE:
            key = piece.index if look.by == 'class' else piece.tag
            count, size = sums.get(key, (0, 0))
            sums[key] = count + piece.count, size + piece.size * piece.count
    items = []
    for key in sorted(sums)[:16]:
        piece = Piece(0, 0, 1, key, LIVE, key, 0)
        items.append(('b%s' % look.ink(piece), '%s: %s B in %s' % (
            key_name(look, key), grouped_digits(sums[key][1]), grouped_digits(sums[key][0]))))
    return items + ([(None, 'and %d more' % (len(sums) - 16))] if len(sums) > 16 else [])


def states_of(look):
    """(style, text) of each state that the map has, but for the live blocks."""
    texts = (('m', 'metadata'), ('f', 'free'),
             ('s', 'free, but stranded: no room for %d bytes' % look.small),
             ('v', 'never used yet'), ('w', 'freed, waits in the quarantine'),
             ('x', 'damaged: written past its end'))
    there = {look.of(piece) for piece in look.map.pieces} | {'m'}
    return [one for one in texts if one[0] in there]


# -- The file --


def style_rules(colours):
    """One rule for each style. It sets the stroke, too, for lines as thick as a row."""
    plain = {'m': 'meta', 'f': 'free', 'z0': 'zone', 'z1': 'other', 'x': 'ink'}
    rules = ['.%s{fill:%s;stroke:%s}' % (style, colours[name], colours[name])
             for style, name in plain.items()]
    rules.append('.t,.n{fill:%(ink)s}.o,.r{fill:%(soft)s}.page{fill:%(page)s}' % colours)
    rules.append('.pf{fill:%(strand)s}.ps{stroke:%(hatch)s}.pv{fill:%(never)s}.pd{fill:%(dot)s}'
                 '.pw{fill:%(wait)s}.pb{stroke:%(bar)s}' % colours)
    rules.append('rect:hover{stroke:%(ink)s}' % colours)
    return ''.join('.tarn-map ' + rule for rule in ''.join(rules).replace('}', '}\n').split('\n')
                   if rule)


def style_sheet():
    inks = dict(enumerate(INKS), r=REST_INK)
    blocks_ = ''.join('.tarn-map .b%s{fill:%s;stroke:%s}' % (name, ink, ink)
                      for name, ink in inks.items())
    fills = ''.join('.tarn-map .%s{fill:url(#tarn-%s);stroke:url(#tarn-%s)}' % (one, one, one)
                    for one in 'svw')
    return ('.tarn-map text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}'
            '.tarn-map .t{font-size:17px;font-weight:600}.tarn-map .o{font:10.5px ui-monospace,'
            '"DejaVu Sans Mono",monospace;text-anchor:end}.tarn-map .r{font-size:11px}'
            '.tarn-map rect{stroke-width:0;shape-rendering:crispEdges}'
            '.tarn-map .p{fill:none;stroke-width:%d;shape-rendering:crispEdges;pointer-events:none}'
            '.tarn-map .h{fill:transparent}.tarn-map rect:hover{stroke-width:1.5}' % ROW +
            blocks_ + fills + style_rules(LIGHT) +
            '@media (prefers-color-scheme:dark){' + style_rules(DARK) + '}')


PATTERNS = (
    '<pattern id="tarn-s" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<rect class="pf" width="4" height="4"/><path class="ps" d="M-1 1l2-2M0 4l4-4M3 5l2-2"/>'
    '</pattern>'
    '<pattern id="tarn-v" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<rect class="pv" width="4" height="4"/><rect class="pd" x="1" y="1" width="1" height="1"/>'
    '</pattern>'
    '<pattern id="tarn-w" width="3" height="3" patternUnits="userSpaceOnUse">'
    '<rect class="pw" width="3" height="3"/><path class="pb" d="M.5 0v3"/></pattern>')


def svg(maps, title='', by=None):
    """A picture of one or several maps, as a file that needs no other and has no script. It is
    light or dark as the reader's pages are."""
    maps = [maps] if isinstance(maps, Map) else maps
    top, out = 0, []
    for one in maps:
        drawn = Picture(one, one.name or title, by, top, PICTURE_BYTES // len(maps))
        out += drawn.out
        top = drawn.height
    return svg_file(out, LEFT + BAR + RIGHT, top)


def svg_file(out, width, height):
    """The file of a drawing, with the styles that it needs."""
    size = 'width="%d" height="%d"' % (width, height)
    return ('<svg xmlns="http://www.w3.org/2000/svg" class="tarn-map" role="img" '
            'viewBox="0 0 %d %d" %s><style>%s</style><defs>%s</defs>\n'
            '<rect class="page" %s/>\n%s\n</svg>\n'
            % (width, height, size, style_sheet(), PATTERNS, size, '\n'.join(out)))


# -- The same in a terminal --

LETTERS = {'f': '.', 's': ',', 'v': ' ', 'w': 'w', 'x': '!', None: '-'}
LETTERS_SAY = ('a digit or letter: a block of that class; # of the commons; . free; , stranded; '
               'a blank: never used; w waits in the quarantine; ! damaged; - metadata')


def letter(look, piece):
    if piece.state != LIVE:
        return look.of(piece)
    if piece.index == look.map.classes:
        return 'b#'
    return 'b' + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[min(piece.index, 35)]


def lines_of(map_, width=64, most=24):
    """The map as text: the bytes that a letter stands for, and the lines."""
    look = Look(map_, 'class')
    size = -(-map_.arena // (width * most * 8)) * 8
    rows = Cells(map_, size, lambda piece: letter(look, piece)).rows(width)
    lines = []
    for row, runs in enumerate(rows):
        lines.append('0x%06x ' % ((map_.address or 0) + row * width * size) + ''.join(
            (LETTERS.get(style) or style[1]) * count for _, count, style in runs))
    return size, lines


# -- Of a heap --


def map_of(heap, marks=None):
    """The map of a heap, without what is outside of the arena. With `marks`, {address: number}, a
    block has that number in the place of its tag."""
    build, blocks_ = heap.build, collections.defaultdict(list)
    map_ = Map(heap.arena_bytes, heap.class_count, build.harden,
               build.tags if marks is None else len(LOST), heap.sequence())
    map_.name, map_.address = 'Heap %s' % name_of(heap.address), heap.arena_start
    if build.tags and marks is None:
        names = [heap.tag(tag)['name'] for tag in range(build.tags + 1)]
        map_.tag_names = {tag: quoted(name) for tag, name in enumerate(names) if name != '-'}
    for block in itertools.chain(heap.blocks(), heap.blocks(True)):
        offset = block.address - heap.arena_start
        if 0 <= offset <= map_.arena - block.size:
            blocks_[block.index].append(piece_of(block, offset, map_.tags, marks))
    starts = [one.start for one in heap.classes] + [heap.first]
    for index, start in enumerate(starts):
        figures, at = heap.class_figures(index), heap.base + start - heap.arena_start
        size, capacity = figures['size'], figures['capacity']
        if not capacity or not 0 <= at <= at + (size or 1) * capacity <= map_.arena:
            continue
        map_.zones.append(Zone(index, at, size, capacity))
        for piece in sorted(blocks_[index]):
            map_.pieces += never(piece.offset - at, at, size, index) + [piece]
            at = piece.offset + piece.size
        map_.pieces += never(map_.zones[-1].at + size * capacity - at, at, size, index)
    return map_


def never(bytes_, at, size, index):
    """The piece of blocks that were never handed out, if there are any."""
    if not size or bytes_ < size:
        return []
    return [Piece(at, size, bytes_ // size, index, NEVER, 0, 0)]


def piece_of(block, offset, tags, marks):
    state = FREE if block.reusable else block.state
    tag = block.tag if marks is None else marks.get(block.address, 0)
    if state == LIVE and tag > tags:
        state = DAMAGED
    if state != LIVE:
        return Piece(offset, block.size, 1, block.index, LIVE if state == UNWRITTEN else state, 0,
                     0)
    return Piece(offset, block.size, 1, block.index, LIVE, tag, block.sequence,
                 symbol_of(block.owner) if block.heap.build.harden >= 3 else '')
