# SPDX-License-Identifier: MIT
"""Of tarn.py: a target that gdb has."""

# Languages of gdb that read C's expressions and types.
KIN_OF_C = 'c', 'c++', 'objective-c', 'opencl', 'asm', 'minimal'
SETTINGS = (('trace-commands', False), ('verbose', False), ('case-sensitive', 'on'),
            ('print demangle', True), ('filename-display', 'relative'),
            ('host-charset', 'UTF-8'))


class Plainly:
    """With it, gdb reads C or C++, and prints what this file parses, whatever the frame's language
    and the user's settings are. It sets them back."""

    def __enter__(self):
        self.was = []
        for name, value in SETTINGS:
            self.set(name, value)
        own = gdb.parameter('language')
        if own == 'auto':
            try:
                own = gdb.execute('show language', to_string=True).partition('currently ')[2]
            except gdb.error:  # a frame that cannot be read
                pass
            own = own.partition('"')[0]
        self.set('language', own if own in KIN_OF_C else 'c')  # also for the frames of threads

    def set(self, name, value):
        self.was.append((name, gdb.parameter(name)))
        set_to(name, value)

    def __exit__(self, *_):
        for name, value in reversed(self.was):
            set_to(name, value)


def set_to(name, value):
    gdb.execute('set %s %s' % (name, {True: 'on', False: 'off'}.get(value, value)), to_string=True)


def call_at(pc):
    """(block, file, line) of a pc: the function that the linker kept, and the line in it. Of an
    inlined function gdb has the line that calls it. None: it knows none."""
    block, here, found = gdb.block_for_pc(pc), gdb.find_pc_line(pc), None
    while block and block.superblock and here.symtab:
        if block.function:
            found, here = (block, here.symtab, here.line), block.function
        block = block.superblock
    return found


def entry_of(function):
    return int(function.value().address) & ~1


def line_text(symtab, line):
    return ' (%s:%d)' % (symtab.filename, line) if symtab else ''


STACK_MAX, THREAD_MAX = 1 << 20, 1 << 16
STACK_TOPS = '__stack_top', '__StackTop', '_estack', '__stack'  # symbols of linker scripts


class Debugger:
    """What gdb has now: a process, a board, a core file; or nothing that runs."""

    def __init__(self):
        self.pointer_bytes = gdb.lookup_type('void').pointer().sizeof
        self.big_endian = 'big' in gdb.execute('show endian', to_string=True).split('currently')[-1]
        self.here = gdb.selected_inferior()

    def read(self, address, size):
        if not self.here.pid:  # gdb would read the statics as they are before the start
            raise Refused('nothing runs: start the program, or load a core file')
        try:
            return bytes(self.here.read_memory(address, size))
        except (gdb.error, OverflowError, ValueError) as why:
            raise Unreadable('cannot read %d bytes at 0x%x' % (size, address)) from why

    def symbol(self, name):
        """Searches the files, not gdb: debug information has an address even for a variable that
        the linker dropped."""
        for elf, sections in self.images():
            found = elf.symbol(name)
            if found is not None and sections:
                was = next(one.first for one in elf.sections if one.name == sections[0].name)
                return found + sections[0].first - was
        return None

    @staticmethod
    def name_of(address):
        text = gdb.execute('info symbol 0x%x' % address, to_string=True).strip()
        return None if text.startswith('No symbol') else text.split(' in section')[0].replace(' + ',
                                                                                              '+')

    def line_of(self, address):
        """The line of the call that returns to an address. gdb alone may name a function that the
        linker dropped: if flash begins at 0, that function seems to lie there, too."""
        name, _, offset = (self.name_of(address) or '').rpartition('+')
        start, last = address - (int(offset) if offset.isdigit() else 0), address - 1
        found = call_at(last)
        if found and start in (found[0].start, entry_of(found[0].function)):
            return line_text(*found[1:])
        for symbol in self.functions(name):
            if entry_of(symbol) == start:
                lines = [(line.pc, line.line) for line in symbol.symtab.linetable()
                         if start <= line.pc <= last]
                return line_text(symbol.symtab, max(lines)[1]) if lines else ''
        line = gdb.find_pc_line(last)
        return line_text(line.symtab, line.line)

    @staticmethod
    def functions(name):
        """The functions of this name in the debug information. Several files may have one each."""
        found = [gdb.lookup_global_symbol(name), *gdb.lookup_static_symbols(name)] if name else ()
        return [one for one in found if one and one.symtab and one.is_function]

    @staticmethod
    def evaluate(text):
        try:
            value = gdb.parse_and_eval(text)
            if value.type.strip_typedefs().code in (gdb.TYPE_CODE_ARRAY, gdb.TYPE_CODE_FUNC):
                value = value.address
            return int(value) & (1 << 64) - 1
        except gdb.error as why:
            raise Refused('%s: neither a number nor an expression: %s' % (text, why)) from why

    def images(self):
        """Each file of the program, with its sections at their present addresses."""
        files, name = {}, gdb.current_progspace().filename
        for line in gdb.execute('info files', to_string=True).splitlines():
            found = re.match(r'\s*(0x[0-9a-f]+) - 0x[0-9a-f]+ is (\S+)(?: in (.+))?$', line)
            if found and (found.group(3) or name):  # a core file alone has no name
                files.setdefault(found.group(3) or name, {})[found.group(2)] = int(found.group(1),
                                                                                   16)
        return [one for one in map(self.image, files, files.values()) if one]

    @staticmethod
    def image(name, firsts):
        try:
            elf = Session.elf(name)
        except Refused:
            return None
        return elf, [one.moved(firsts[one.name]) for one in elf.sections if one.name in firsts]

    # -- Threads --

    @staticmethod
    def threads():
        """Selects each thread in turn."""
        was = gdb.selected_thread()
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda one: one.num):
            thread.switch()
            yield thread
        if was is not None:
            was.switch()

    @staticmethod
    def number_of(expression):
        try:
            return int(gdb.parse_and_eval(expression)) & (1 << 64) - 1
        except (gdb.error, OverflowError, ValueError):
            return None

    def stacks(self):
        """The stacks of all threads. On a Cortex-M a thread may have two."""
        spans = []
        for thread in self.threads():
            bottoms = {self.number_of('(unsigned long)$' + name) for name in ('sp', 'msp', 'psp')}
            for bottom in sorted(bottoms - {None, 0, MASK}):
                spans.append(('stack of thread %d' % thread.num, bottom, self.top_of(bottom)))
            base = self.number_of('(unsigned long)$fs_base')
            if base:
                spans.append(('statics of thread %d' % thread.num, self.bottom_of(base), base))
        if not spans:
            say('threads are unknown: stacks and registers do not count')
        return spans

    def bottom_of(self, base):
        """Thread-local variables lie below the address that a thread knows."""
        bottom = base & ~4095
        while bottom > base - THREAD_MAX and self.readable(bottom - 4096):
            bottom -= 4096
        return bottom

    def readable(self, page):
        try:
            return bool(self.read(page, 4096))
        except Unreadable:
            return False

    def top_of(self, bottom):
        for top in map(self.symbol, STACK_TOPS):
            if top and bottom <= top <= bottom + STACK_MAX:
                return top
        top = (bottom | 4095) + 1
        while top < bottom + STACK_MAX and self.readable(top):
            top += 4096
        return top

    def registers(self):
        """(name, value) of each register of all threads."""
        found = []
        for thread in self.threads():
            for name in gdb.newest_frame().architecture().registers('general'):
                value = self.number_of('(unsigned long)$' + name.name)  # RISC-V's are signed
                if value is not None:
                    found.append(('%s of thread %d' % (name.name, thread.num), value))
        return found
