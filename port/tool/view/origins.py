# SPDX-License-Identifier: MIT
"""Names callers by the image's symbols, tags by their number, sizes by the classes of a table."""
import bisect
import os
import re
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "size"))
import size as sizing  # noqa: E402


class Refused(Exception):
    """One line that says which file is of no use, and why."""


class Frame:
    """A place in a program. `file` and `line` are empty if they are not known."""

    def __init__(self, function, file="", line=0, address=0):
        self.function, self.file, self.line, self.address = function, file, line, address

    def place(self):
        return f" ({self.file}:{self.line})" if self.file else ""


def unnamed(address):
    return Frame(f"0x{address:08x}" if address else "unknown caller", address=address)


def named(address, function, place):
    file, _, line = place.rpartition(":")
    if not file or not line.isdigit():
        file, line = "", 0
    return Frame(function, file, int(line), address)


def frames(elf, callers):
    """A frame for each caller, and for the unknown caller (0)."""
    frame = {caller: unnamed(caller) for caller in {0} | callers}
    if not elf:
        return frame
    if not callers:
        raise Refused(f"ELF={elf}: the trace has no callers")
    try:
        tools = sizing.tools_of(elf)
    except sizing.Refused as why:
        raise Refused(str(why)) from None
    # A caller is a return address: the call lies before it. Thumb code sets bit 0.
    order = sorted(callers)
    told = subprocess.run([tools + "addr2line", "-fCs", "-e", os.path.join(".", elf)], text=True,
                          input="".join(f"0x{(one & ~1) - 1:x}\n" for one in order),
                          stdout=subprocess.PIPE, check=True).stdout.splitlines()
    for address, function, place in zip(order, told[::2], told[1::2]):
        if function != "??":
            place = re.sub(r" \(discriminator \d+\)$", "", place)
            frame[address] = named(address, function, place)
    if set(told[::2]) == {"??"}:
        raise Refused(f"ELF={elf}: no caller of the trace is in this image; name the image that "
                      "was recorded, with its symbols")
    return frame


def tag_name(tag):
    return f"tag {tag}" if tag else "no tag"


# Without a table: by powers of two.
POWERS = [1 << shift for shift in range(4, 21)]


class Classes:
    """The class of a request, by its size: of a table, or else powers of two."""

    def __init__(self, table):
        self.sizes, self.word, self.rest = POWERS, "up to", "above"
        if table:
            self.sizes, self.word, self.rest = read_table(table), "class", "commons"

    def name(self, size):
        at = bisect.bisect_left(self.sizes, size)
        if at < len(self.sizes):
            return f"{self.word} {self.sizes[at]}"
        return self.rest

    def names(self):
        """All of them, in the order of their sizes."""
        return [f"{self.word} {size}" for size in self.sizes] + [self.rest]


def read_table(path):
    """The sizes of a table's classes, from its C (tarn_table.h)."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise Refused(f"TABLE={path}: cannot be read: {error.strerror}") from None
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    sizes = [int(size, 0) for size in re.findall(r"\bCLASS\(\s*(\d+)[uU]?\s*,", text)]
    if not sizes:
        raise Refused(f"TABLE={path}: no line with CLASS(size, ...)")
    return sorted(sizes)
