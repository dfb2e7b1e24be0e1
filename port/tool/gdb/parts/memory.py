# SPDX-License-Identifier: MIT
"""Of tarn.py: the target's memory, and addresses and names in text."""


class Unreadable(Exception):
    """Memory that the target does not have, or that no dump covers."""


class Memory:
    """The target's memory. `read` returns all of the bytes at an address, or raises Unreadable."""

    digits = 8  # of an address, in all that is printed

    def __init__(self, read, pointer_bytes, big_endian=False):
        self.read = read
        self.order = '>' if big_endian else '<'
        self.big_endian = big_endian
        self.pointer_bytes = pointer_bytes
        Memory.digits = 2 * pointer_bytes

    def number(self, address, size):
        return int.from_bytes(self.read(address, size), 'big' if self.big_endian else 'little')

    def word(self, address):
        return self.number(address, 4)

    def pointer(self, address):
        return self.number(address, self.pointer_bytes)

    def words(self, address, count):
        """Words of 32 bits."""
        return struct.unpack('%s%dI' % (self.order, count), self.read(address, 4 * count))

    def text(self, address, most=4096):
        """A C string, or None. Its bytes that are no UTF-8 are kept as Python keeps them."""
        if not address:
            return None
        try:
            letters = bytearray()
            while len(letters) < most:
                letter = self.number(address + len(letters), 1)
                if letter == 0:
                    return letters.decode('utf-8', 'surrogateescape')
                letters.append(letter)
        except Unreadable:
            pass
        return None


# ---- Addresses and names in text ------------------------------------------------------------


def address_text(address):
    """As the target prints a pointer: with all digits."""
    return '0x%0*x' % (Memory.digits, address)


def quoted(name):
    """A name, which is any text, by the rule of pool/using.md (Names)."""
    if re.fullmatch('[A-Za-z0-9_.-]+', name):
        return name
    return '"%s"' % re.sub('[\0-\x1f\x7f"\\\\\udc80-\udcff]', lambda one: (
        '\\' + one.group() if one.group() in '"\\' else '\\x%02x' % (ord(one.group()) & 255)), name)


def unquoted(text):
    """The name that quoted(), or the library, wrote. A text without quotes is the name itself."""
    if not re.fullmatch('"(?:[^"\\\\]|\\\\.)*"', text):
        return text
    return re.sub(r'\\(?:x([0-9a-f]{2})|(.))', lambda one: one.group(2) or chr(
        int(one.group(1), 16) | 0xdc00 * (one.group(1) > '7f')), text[1:-1])


def quoted_place(text):
    """function+offset with its function as a name."""
    name, plus, offset = text.rpartition('+')
    return quoted(name) + plus + offset if plus and offset.isdigit() else quoted(text)
