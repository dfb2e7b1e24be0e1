# SPDX-License-Identifier: MIT
"""Of tarn.py: a target that is an ELF file and raw dumps."""


class Dumps:
    """An ELF file and raw dumps: no registers, no threads, no expressions."""

    def __init__(self, elf):
        self.elf = elf
        self.pointer_bytes, self.big_endian = elf.pointer_bytes, elf.big_endian

    def read(self, address, size):
        """Reads what no dump covers from the image's constants."""
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

    def fields(self, text):
        """The two fields of a handle that lies at a symbol."""
        return Session.memory().words(self.evaluate(text), 2) if text.startswith('&') else None

    def images(self):
        return [(self.elf, self.elf.sections)]

    @staticmethod
    def stacks():
        say('registers and stacks are unknown: all of the dumps counts, also memory out of use')
        return [('dump', one.start, one.start + len(one.data)) for one in Session.dumps]

    @staticmethod
    def registers():
        return []
