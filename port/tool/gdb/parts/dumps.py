# SPDX-License-Identifier: MIT
"""Of tarn.py: a target that is an ELF file and raw dumps."""


class Dump:
    """A raw dump: bytes that began at an address."""

    def __init__(self, start, data):
        self.start, self.data = start, data


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


class Dumps:
    """An ELF file and raw dumps: no registers, no threads, no expressions."""

    def __init__(self, elf):
        self.elf, self.dumps = elf, []
        self.pointer_bytes, self.big_endian = elf.pointer_bytes, elf.big_endian

    def read(self, address, size):
        """What lies in several dumps is joined. What no dump has is a constant of the image."""
        for dump in self.dumps:
            at = address - dump.start
            if 0 <= at < len(dump.data) and size >= 0:
                data = dump.data[at:at + size]
                return data + self.read(address + len(data), size - len(data)) \
                    if len(data) < size else data
        data = self.elf.constant(address, size)
        if data is None:
            raise Unreadable('no dump covers the %d bytes at 0x%x' % (size, address))
        return data

    def symbol(self, name):
        return self.elf.symbol(name)

    def name_of(self, address):
        return self.elf.name_of(address)

    @staticmethod
    def line_of(_):
        return ''

    def evaluate(self, text):
        found = self.elf.symbol(text[1:]) if text.startswith('&') else None
        if found is None:
            raise Refused('%s: must be a number, or &SYMBOL; expressions are gdb\'s' % text)
        return found

    def images(self):
        return [(self.elf, self.elf.sections)]

    def stacks(self):
        say('registers and stacks are unknown: all of the dumps counts, also memory out of use')
        return [('dump', one.start, one.start + len(one.data)) for one in self.dumps]

    @staticmethod
    def registers():
        return []
