# SPDX-License-Identifier: MIT
"""A checksum of a program: is it the one that wrote a log?"""
import struct
import zlib

ALLOC, NOBITS = 2, 8


def checksum(path):
    """A checksum of all loaded sections of an ELF. It leaves out notes, which may contain the
    folder of the build."""
    with open(path, 'rb') as file:
        elf = file.read()
    order = '<' if elf[5] == 1 else '>'
    wide = elf[4] == 2
    start, = struct.unpack_from(order + ('Q' if wide else 'I'), elf, 40 if wide else 32)
    size, count, names = struct.unpack_from(order + '3H', elf, 58 if wide else 46)
    rows = [struct.unpack_from(order + ('IIQQQQ' if wide else '6I'), elf, start + i * size)
            for i in range(count)]
    total = 0
    for name, kind, flags, _, at, length in rows:
        name = elf[rows[names][4] + name:].split(b'\0', 1)[0]
        if flags & ALLOC and kind != NOBITS and not name.startswith(b'.note'):
            total = zlib.crc32(elf[at:at + length], zlib.crc32(name, total))
    return str(total)
