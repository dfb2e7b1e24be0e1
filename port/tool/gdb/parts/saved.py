# SPDX-License-Identifier: MIT
"""Of tarn.py: save, diff and dump."""

SAVED = 1  # the format of what `tarn save` writes


def saved_block(block):
    """A block as a dictionary, without fields that the build does not have."""
    build = block.heap.build
    one = {'address': block.address, 'offset': block.address - block.heap.arena_start,
           'bytes': block.size,
           'class': block.index, 'state': FREE if block.reusable else block.state}
    if block.state == FREED:
        return one
    one['requested'] = block.requested
    if build.tags:
        one['tag'] = block.tag
    if build.harden >= 3:
        one.update(owner=block.owner, who=symbol_of(block.owner), sequence=block.sequence)
    return one


def saved_heap(heap):
    figures = [heap.class_figures(index) for index in range(heap.class_count + 1)]
    tags = heap.build.tags
    return {'name': name_of(heap.address), 'record': heap.address, 'arena': heap.arena_start,
            'bytes': heap.arena_bytes,
            'classes': heap.class_count, 'sequence': heap.sequence(), 'figures': heap.figures(),
            'class': figures,
            'at': [heap.base + one - heap.arena_start
                   for one in [one.start for one in heap.classes] + [heap.first]],
            'tags': [heap.tag(tag)['name'] for tag in range(tags + 1 if tags else 0)],
            'broken': [str(one) for one in Check(heap).broken],
            'blocks': [saved_block(block) for block in heap.blocks()],
            'free': [saved_block(block) for block in heap.blocks(True)]}


def saved():
    """The data that `tarn save` writes, for `tarn diff` and `make picture`."""
    heaps_, memory = heaps_or_refuse(), Session.memory()
    build = Session.build(memory)
    pools = [pool for pool, _ in object_pools(memory) if pool and pool.parts]
    return {'tarn': SAVED, 'version': build.version, 'harden': build.harden, 'align': build.align,
            'tags': build.tags,
            'heaps': [saved_heap(heap) for heap in heaps_],
            'objects': [dict(pool.figures(), name=pool.type.name, record=pool.address)
                        for pool in pools],
            'packed': [dict(one.figures(), name=one.label, record=one.address)
                       for one in packed_arrays(memory, heaps_)]}


def file_of(words):
    options = Options(words, most=1)
    if not options.rest:
        raise Refused('the name of a file is missing')
    return options.rest[0]


@command('FILE')
def save(words):
    """Write all heaps, pools and arrays to a file, as JSON, for `tarn diff`."""
    name = file_of(words)
    write_whole(name, json_.dumps(saved(), indent=1) + '\n')
    say('written: %s' % name)


@command('FILE')
def json(words):
    """The same as save."""
    save(words)


def read_saved(name):
    try:
        with open(name) as file:
            before = json_.load(file)
    except OSError as why:
        raise Refused('%s: %s' % (name, why.strerror)) from why
    except ValueError as why:
        raise Refused('%s: not a file of `tarn save`' % name) from why
    if not isinstance(before, dict) or before.get('tarn') != SAVED:
        raise Refused('%s: not a file of `tarn save` of this version' % name)
    return before


@command('FILE')
def diff(words):
    """What was allocated, freed and resized since `tarn save FILE`."""
    name = file_of(words)
    before = {one['record']: one for one in read_saved(name)['heaps']}
    heaps_ = heaps_or_refuse()
    for heap in heaps_:
        old = before.pop(heap.address, {'blocks': []})
        if heap.build.harden < 3:
            say('below level 3, a block that was freed and another in its place look the same')
        compare(heap, {one['address']: one for one in old['blocks']})
    for old in before.values():
        say('heap %s is no longer there' % old['name'])


def compare(heap, old):
    sums = [[0, 0], [0, 0], [0, 0]]  # allocated, freed, grew: how many, bytes
    lines = []
    for block in heap.blocks():
        was = old.get(block.address)
        same = was is not None and was.get('sequence', 0) == block.sequence
        if same and (was['bytes'], was['requested']) == (block.size, block.requested):
            del old[block.address]
            continue
        if same:
            del old[block.address]
            lines.append('grew from %d to %s' % (was['requested'], block_line(block)))
            add(sums[2], block.requested - was['requested'])
        else:
            lines.append('allocated %s' % block_line(block))
            add(sums[0], block.requested)
    for was in old.values():
        lines.append('freed %s bytes=%d requested=%d%s' % (
            address_text(was['address']), was['bytes'], was['requested'],
            ' owner=%s sequence=%d' % (was['who'], was['sequence']) if 'sequence' in was else ''))
        add(sums[1], was['requested'])
    for line in lines:
        say(line)
    say('heap %s allocated blocks=%d requested=%d freed blocks=%d requested=%d '
        'grew blocks=%d requested=%d'
        % ((name_of(heap.address),) + tuple(sum(sums, []))))


def add(sums, size):
    sums[0] += 1
    sums[1] += size


def dump_of(text):
    """Reads FILE@ADDRESS."""
    name, at, address = text.rpartition('@')
    if not at or not name:
        raise Refused('%s: FILE@ADDRESS, such as ram.bin@0x20000000' % text)
    try:
        with open(name, 'rb') as file:
            data = file.read()
    except OSError as why:
        raise Refused('%s: %s' % (name, why.strerror)) from why
    if not data:
        raise Refused('%s: it is empty' % name)
    return Dump(number(address), data)


@command('FILE@ADDRESS')
def dump(words):
    """Read memory from a raw dump of RAM from now on. Without a file: from the target again."""
    options = Options(words, most=1)
    if not options.rest:
        Session.dumps.clear()
        return
    found = dump_of(options.rest[0])
    Session.dumps.append(found)
    say('%d bytes from %s on are read from %s'
        % (len(found.data), address_text(found.start), options.rest[0]))
