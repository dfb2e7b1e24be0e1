# SPDX-License-Identifier: MIT
"""Of tarn.py: the commands, the function and the printers of gdb."""

UNDONE = (Refused, Foreign, Unreadable)


def tell_commands():
    for name, (usage, function) in COMMANDS.items():
        say(('tarn %s %s' % (name, usage)).rstrip())
        say('    ' + ' '.join(function.__doc__.split()))


def run(words):
    """Runs a command."""
    if words[0] not in COMMANDS:
        raise Refused('no such command; there are: %s' % ' '.join(COMMANDS))
    Session.owners.clear()
    return COMMANDS[words[0]][1](words[1:])


def load():
    """The commands, the function and the printers."""

    class Tarn(gdb.Command):
        """Tarn's heaps and pools: `tarn` lists the commands."""

        def __init__(self):
            super().__init__('tarn', gdb.COMMAND_DATA)

        def invoke(self, argument, from_tty):
            words = gdb.string_to_argv(argument)
            if not words:
                tell_commands()
                return
            try:
                with Plainly():
                    run(words)
            except UNDONE as why:
                raise gdb.GdbError('tarn %s: %s' % (words[0], why))

        def complete(self, text, word):
            return [name for name in COMMANDS if name.startswith(word)]

    class Skip(gdb.Parameter):
        """Functions and files that are not named as owners: patterns, as of a shell."""

        set_doc = show_doc = __doc__

        def __init__(self):
            super().__init__('tarn skip', gdb.COMMAND_DATA, gdb.PARAM_STRING)
            self.value = SKIP

        def get_set_string(self):
            return ''

        def get_show_string(self, value):
            return value

    class TarnBlock(gdb.Function):
        """$tarn_block(POINTER): the start of the live block that it points into, or 0."""

        def __init__(self):
            super().__init__('tarn_block')

        def invoke(self, pointer):
            start = 0
            with Plainly():
                try:
                    address = address_in(pointer)
                    heap = heap_at(address)
                    block = heap.find(address) if heap else None
                    if block and block.state != FREED:
                        start = block.address
                except (*UNDONE, gdb.error) as why:
                    raise gdb.GdbError('$tarn_block: %s' % why)
                return gdb.Value(start).cast(gdb.lookup_type('void').pointer())

    class Printer:
        """A value in one line."""

        def __init__(self, text):
            self.text = text

        def to_string(self):
            return self.text

    def heap_text(value, memory):
        one = Heap(memory, Session.build(memory), int(value.address))
        if one.wrong:
            return 'heap: %s' % one.wrong[0].what
        live = [block.requested for block in one.blocks()]
        return 'heap: %d bytes at %s, %d blocks live, %d bytes requested' % (
            one.arena_bytes, address_text(one.arena_start), len(live), sum(live))

    def pool_text(value, memory):
        one = Pool(memory, Session.build_or_none(memory), int(value.address))
        return 'object pool: %s' % (one.wrong or ['%s %s' % (quoted(one.type.name),
                                                             pairs(one.figures()))])[0]

    def packed_text(value, memory):
        one = Packed(memory, int(value.address))
        if not one.sound:
            return 'packed array: not made'
        one.check()
        return 'packed array: %s' % (one.wrong or ['%s %s' % (quoted(one.label),
                                                              pairs(one.figures()))])[0]

    def handle_text(value, memory):
        slot, generation = int(value['slot']), int(value['generation'])
        if not slot and not generation:
            return 'handle: none'
        name = value.type.name[:-len('_handle')]
        ones = [pool for pool, _ in object_pools(memory) if pool and pool.type.name == name]
        ones += [one for one in packed_arrays(memory, readable_heaps()) if one.label == name]
        found = sorted(filter(None, (one.judge(slot, generation) for one in ones)))
        return 'handle: %s' % (' '.join(found[0]) if found else 'of nothing that is open')

    TEXTS = {'tarn_heap': heap_text, 'tarn_object_pool': pool_text,
             'tarn_object_full_pool': pool_text,
             'tarn_packed': packed_text}

    def text_of(kind, name):
        """The printer's function for a type; None: gdb prints it. A pool with a name of the program
        is a struct around a union whose first member is `core`."""
        if kind.code != gdb.TYPE_CODE_STRUCT or kind.tag in TEXTS:
            return TEXTS.get(kind.tag)
        fields = kind.fields()
        if name.endswith('_handle') and [field.name for field in fields] == ['slot', 'generation']:
            return handle_text
        inner = fields[0].type if len(fields) == 1 and not fields[0].name else None
        if inner and inner.code == gdb.TYPE_CODE_UNION and \
                [field.name for field in inner.fields()][:1] == ['core']:
            return pool_text
        return None

    def printer_of(value):
        """For gdb: the printer of a heap, an object pool, a packed array, a handle; or None."""
        text = text_of(value.type.strip_typedefs(), value.type.name or '')
        if text is None or text is not handle_text and value.address is None:
            return None
        try:
            with Plainly():
                return Printer(text(value, Session.memory()))
        except (*UNDONE, gdb.error):
            return None  # gdb prints the fields

    Tarn()
    TarnBlock()
    for word in ('set', 'show'):
        gdb.Command(word + ' tarn', gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)
    Skip()
    others = [one for one in gdb.pretty_printers if getattr(one, '__name__', '') != 'printer_of']
    gdb.pretty_printers = others + [printer_of]
